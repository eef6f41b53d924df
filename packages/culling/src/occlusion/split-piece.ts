/** Cuts convex pieces with more corners than one record holds. */
import { MAX_HULL_VERTICES } from './kernels/layout.js'

/** Corners of a prism's piece: each is a vertex below and one above. Shrinking adds none. */
export const MAX_PIECE_CORNERS: number = MAX_HULL_VERTICES / 2
/** Either part of a piece keeps this share of its corners, so that the parts overlap by a quarter. */
const KEPT = 5 / 8

/**
 * Parts of a convex piece (x z pairs in order) with at most `MAX_PIECE_CORNERS` corners each. Every part is cut off by a chord, and the
 * chord of one lies in the other: together they are the whole piece, and overlap along all of both chords.
 */
export function splitPiece(piece: Float64Array): Float64Array[] {
  const count = piece.length >> 1
  if (count <= MAX_PIECE_CORNERS) return [piece]
  const kept = Math.ceil(KEPT * count)
  const first = piece.slice(0, 2 * kept)
  // From the middle round to as far behind the start as the first part goes beyond the middle.
  const from = Math.floor(count / 2)
  const second = Float64Array.from({ length: 2 * kept }, (_, i) => piece[(2 * from + i) % piece.length]!)
  return [...splitPiece(first), ...splitPiece(second)]
}
