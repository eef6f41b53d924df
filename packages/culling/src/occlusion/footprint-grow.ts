/** Lets the convex pieces of an outline grow over the cuts between them. */
import { isConvex, straighten, turn } from './convex-polygon.js'

/** A piece stops short of the outline by this, relative to the size. */
const SHORT = 1e-9

/** Corners of all rings, x z pairs; rings as corner ranges; the largest coordinate. */
export type Outline = {
  readonly points: Float64Array
  readonly rings: readonly (readonly [number, number])[]
  readonly size: number
}

/** Moves the sides of a piece outwards, one after the other, as far as the outline allows. */
export function grow(corners: readonly number[], outline: Outline): Float64Array {
  let piece = straighten(corners, outline.size)
  for (let side = 0; side < piece.length >> 1; side++) {
    const room = roomBeyond(piece, side, outline)
    if (room > 1e-6 * outline.size) piece = moveSide(piece, side, room, outline.size) ?? piece
  }
  return Float64Array.from(straighten(piece, outline.size))
}

/** How far side `side` can move outwards, between its neighbours' lines, until the piece meets a side of the outline. */
function roomBeyond(piece: readonly number[], side: number, { points, rings, size }: Outline): number {
  const n = piece.length >> 1
  const at = (i: number) => 2 * ((i + n) % n)
  const [a, b, before, after] = [at(side), at(side + 1), at(side - 1), at(side + 2)]
  const [ax, az, bx, bz] = [piece[a]!, piece[a + 1]!, piece[b]!, piece[b + 1]!]
  const length = Math.hypot(bx - ax, bz - az)
  // Outward normal of a side walked with positive turn.
  const nx = (bz - az) / length
  const nz = -(bx - ax) / length
  let room = 4 * size
  for (const [from, to] of rings) {
    for (let i = from, j = to - 1; i < to; j = i++) {
      const reach = clipSegment(
        [points[2 * j]!, points[2 * j + 1]!, points[2 * i]!, points[2 * i + 1]!],
        [piece[before]!, piece[before + 1]!, ax, az],
        [bx, bz, piece[after]!, piece[after + 1]!],
        [ax, az, nx, nz],
        size,
      )
      room = Math.min(room, reach)
    }
  }
  return room - SHORT * size
}

/**
 * The smallest distance beyond a side (point and outward normal) of the part of a segment that lies strictly between the lines of two
 * other sides; Infinity if there is none.
 */
function clipSegment(
  segment: readonly [number, number, number, number],
  left: readonly [number, number, number, number],
  right: readonly [number, number, number, number],
  side: readonly [number, number, number, number],
  size: number,
): number {
  let t0 = 0
  let t1 = 1
  const [px, pz, qx, qz] = segment
  for (const [ax, az, bx, bz] of [left, right]) {
    const length = Math.hypot(bx - ax, bz - az)
    const p = turn(ax, az, bx, bz, px, pz) / length - SHORT * size
    const q = turn(ax, az, bx, bz, qx, qz) / length - SHORT * size
    if (p <= 0 && q <= 0) return Number.POSITIVE_INFINITY
    if (p < 0) t0 = Math.max(t0, p / (p - q))
    if (q < 0) t1 = Math.min(t1, p / (p - q))
  }
  if (t0 >= t1) return Number.POSITIVE_INFINITY
  const beyond = (t: number) =>
    (px + t * (qx - px) - side[0]) * side[2] + (pz + t * (qz - pz) - side[1]) * side[3]
  const first = beyond(t0)
  const last = beyond(t1)
  // Behind the side is the piece itself, whose inside no side of the outline enters.
  if (Math.max(first, last) < -SHORT * size) return Number.POSITIVE_INFINITY
  return Math.max(0, Math.min(first, last))
}

/** The piece with one side moved outwards by `room`; null where its neighbours meet before that or run apart badly. */
function moveSide(piece: readonly number[], side: number, room: number, size: number): number[] | null {
  const n = piece.length >> 1
  const at = (i: number) => 2 * ((i + n) % n)
  const [a, b, before, after] = [at(side), at(side + 1), at(side - 1), at(side + 2)]
  const length = Math.hypot(piece[b]! - piece[a]!, piece[b + 1]! - piece[a + 1]!)
  const nx = (piece[b + 1]! - piece[a + 1]!) / length
  const nz = -(piece[b]! - piece[a]!) / length
  const left = slide(piece[before]!, piece[before + 1]!, piece[a]!, piece[a + 1]!, nx, nz, room)
  const right = slide(piece[after]!, piece[after + 1]!, piece[b]!, piece[b + 1]!, nx, nz, room)
  if (left === null || right === null) return null
  const out = [...piece]
  out[a] = left[0]
  out[a + 1] = left[1]
  out[b] = right[0]
  out[b + 1] = right[1]
  const along =
    (out[b]! - out[a]!) * (piece[b]! - piece[a]!) +
    (out[b + 1]! - out[a + 1]!) * (piece[b + 1]! - piece[a + 1]!)
  return along > 1e-6 * size * length && isConvex(out, 0) ? out : null
}

/** From corner q on along the line p q until `room` beyond q in direction n. */
function slide(
  px: number,
  pz: number,
  qx: number,
  qz: number,
  nx: number,
  nz: number,
  room: number,
): [number, number] | null {
  const step = (qx - px) * nx + (qz - pz) * nz
  const length = Math.hypot(qx - px, qz - pz)
  if (!(step > 1e-3 * length)) return null
  const t = room / step
  return [qx + t * (qx - px), qz + t * (qz - pz)]
}
