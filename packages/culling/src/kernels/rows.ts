/** Rows: eight lanes of bounds as six rows of eight floats. The twin of `assembly/rows.ts`. */
import { EMPTY, LANES, MAX_ROWS, ROW_BYTES, ROWS_BYTES } from '../spatial/octree.js'

const ROW = ROW_BYTES >>> 2
const MAX = MAX_ROWS >>> 2

/** Empties the eight lanes at byte offset `rows`. */
export function emptyRows(f32: Float32Array, rows: number): void {
  const at = rows >>> 2
  f32.fill(EMPTY, at, at + MAX)
  f32.fill(-EMPTY, at + MAX, at + (ROWS_BYTES >>> 2))
}

/** Empties the lane at byte offset `lane`. */
export function emptyLane(f32: Float32Array, lane: number): void {
  const at = lane >>> 2
  for (let row = 0; row < 3; row++) {
    f32[at + row * ROW] = EMPTY
    f32[at + MAX + row * ROW] = -EMPTY
  }
}

/** Copies the lane at byte offset `from` to the one at `to`. */
export function copyLane(f32: Float32Array, to: number, from: number): void {
  const source = from >>> 2
  const target = to >>> 2
  for (let row = 0; row < 6; row++) f32[target + row * ROW] = f32[source + row * ROW]!
}

/** The union of the eight lanes at byte offset `rows` becomes the lane at `lane`; 1 if that changed it. */
export function fitLane(f32: Float32Array, rows: number, lane: number): number {
  const target = lane >>> 2
  let changed = 0
  for (let row = 0; row < 6; row++) {
    const from = (rows >>> 2) + row * ROW
    let best = f32[from]!
    for (let k = 1; k < LANES; k++) {
      const value = f32[from + k]!
      if (row < 3 ? value < best : value > best) best = value
    }
    if (f32[target + row * ROW] === best) continue
    f32[target + row * ROW] = best
    changed = 1
  }
  return changed
}

/** The summed edges of the eight lanes at byte offset `rows`, in float32; empty lanes count nothing. */
export function extentOf(f32: Float32Array, rows: number): number {
  const at = rows >>> 2
  let sum = 0
  for (let k = 0; k < 4; k++) {
    const pair = Math.fround(Math.max(edges(f32, at + k), 0) + Math.max(edges(f32, at + k + 4), 0))
    sum = k === 0 ? pair : Math.fround(sum + pair)
  }
  return sum
}

function edges(f32: Float32Array, at: number): number {
  const x = Math.fround(f32[at + MAX]! - f32[at]!)
  const y = Math.fround(f32[at + MAX + ROW]! - f32[at + ROW]!)
  const z = Math.fround(f32[at + MAX + 2 * ROW]! - f32[at + 2 * ROW]!)
  return Math.fround(Math.fround(x + y) + z)
}
