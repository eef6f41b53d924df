/** What is drawn of a heightfield in one view: boxes wholly under the ground. */

/** At most this many for one heightfield. */
export const MAX_PIECES = 512

/** Matrices that place a cube from −0.5 to 0.5, 16 numbers each, and the order from near to far. Scratch of one call. */
export const pieces: { count: number; readonly matrices: Float64Array; readonly order: Uint32Array } = {
  count: 0,
  matrices: new Float64Array(16 * MAX_PIECES),
  order: new Uint32Array(MAX_PIECES),
}
const distances = new Float64Array(MAX_PIECES)

/** Adds a box; one too many is left out. */
export function addPiece(matrix: Float64Array, distance: number): void {
  if (pieces.count === MAX_PIECES) return
  const i = pieces.count++
  for (let k = 0; k < 16; k++) pieces.matrices[16 * i + k] = matrix[k]!
  distances[i] = distance
}

/** Insertion in gaps (Shell): short lists, no garbage, the same order every time. */
export function sortPieces(): void {
  const { order, count } = pieces
  for (let i = 0; i < count; i++) order[i] = i
  for (let gap = count >> 1; gap > 0; gap >>= 1) {
    for (let i = gap; i < count; i++) {
      const id = order[i]!
      const distance = distances[id]!
      let j = i
      for (; j >= gap && distances[order[j - gap]!]! > distance; j -= gap) order[j] = order[j - gap]!
      order[j] = id
    }
  }
}
