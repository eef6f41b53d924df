/**
 * The axis-aligned box in the world round a local box under an affine matrix: |M| times the half extents
 * about M times the centre (James Arvo, "Transforming axis-aligned bounding boxes", Graphics Gems, 1990).
 * Exact for rotation, shear, negative, zero and uneven scale alike.
 *
 * Sums are in doubles and each bound is then rounded outwards to float32, so that the stored box contains the
 * true one. (What doubles lose, about 1e-15 of the numbers, is far below the margin that views add to their
 * planes.)
 */

import { transformPointAt } from '@sightline/core/math'

/** The box has finite bounds. */
export const BOX_FINITE = 0
/** Infinite extents: the box was set to everything. */
export const BOX_UNBOUNDED = 1
/** Something was not a number: the box was set to NaN, and the octree returns it in every query. */
export const BOX_BROKEN = 2

/** Just over half the distance between neighbouring floats, as a share of the number. */
const HALF_STEP = 2 ** -24 * (1 + 2 ** -20)
/** The smallest float32 above 0: what steps among numbers too small for `HALF_STEP`. */
const SMALLEST = 2 ** -149
/** Boxes whose numbers sum up to more are unusual: their bounds might be no float32 at all. */
const LARGEST = 3e38

const MIDDLE = new Float64Array(3)

/**
 * The greatest float32 that is not above `x`, for |x| below 3e38. The comparison is used as a number, since a
 * branch on the last bit of a position is guessed wrong half of the time, and that costs more than all the
 * rest.
 */
export function floorToFloat(x: number): number {
  const rounded = Math.fround(x)
  return Math.fround(rounded - Number(rounded > x) * (Math.abs(rounded) * HALF_STEP + SMALLEST))
}

/** The smallest float32 that is not below `x`, for |x| below 3e38. */
export function ceilToFloat(x: number): number {
  const rounded = Math.fround(x)
  return Math.fround(rounded + Number(rounded < x) * (Math.abs(rounded) * HALF_STEP + SMALLEST))
}

/**
 * Writes the world box of one entity: 8 floats from `boxes[at]`, from the matrix at `matrices[m]` (16,
 * column-major) and the local box at `centers[b]` and `halves[b]` (3 each). Returns BOX_FINITE, BOX_UNBOUNDED
 * or BOX_BROKEN.
 */
export function writeWorldBox(
  boxes: Float32Array,
  at: number,
  matrices: Float32Array,
  m: number,
  centers: Float32Array,
  halves: Float32Array,
  b: number,
): number {
  if (writeFiniteBox(boxes, at, matrices, m, centers, b, halves, b)) return BOX_FINITE
  return writeUnusualBox(boxes, at, matrices, m, centers, halves, b)
}

/** The same for a box with finite bounds; false and nothing written for any other. */
export function writeFiniteBox(
  boxes: Float32Array,
  at: number,
  matrices: Float32Array,
  m: number,
  centers: Float32Array,
  c: number,
  halves: Float32Array,
  h: number,
): boolean {
  const cx = centers[c]!
  const cy = centers[c + 1]!
  const cz = centers[c + 2]!
  const hx = halves[h]!
  const hy = halves[h + 1]!
  const hz = halves[h + 2]!
  const m0 = matrices[m]!
  const m1 = matrices[m + 1]!
  const m2 = matrices[m + 2]!
  const m4 = matrices[m + 4]!
  const m5 = matrices[m + 5]!
  const m6 = matrices[m + 6]!
  const m8 = matrices[m + 8]!
  const m9 = matrices[m + 9]!
  const m10 = matrices[m + 10]!

  const x = m0 * cx + m4 * cy + m8 * cz + matrices[m + 12]!
  const y = m1 * cx + m5 * cy + m9 * cz + matrices[m + 13]!
  const z = m2 * cx + m6 * cy + m10 * cz + matrices[m + 14]!
  // A half extent below 0 is a box turned inside out: the same box.
  const ex = Math.abs(m0 * hx) + Math.abs(m4 * hy) + Math.abs(m8 * hz)
  const ey = Math.abs(m1 * hx) + Math.abs(m5 * hy) + Math.abs(m9 * hz)
  const ez = Math.abs(m2 * hx) + Math.abs(m6 * hy) + Math.abs(m10 * hz)

  // One sum for all of them: NaN and infinity spread through it.
  if (!(Math.abs(x) + Math.abs(y) + Math.abs(z) + ex + ey + ez < LARGEST)) {
    return false
  }
  boxes[at] = floorToFloat(x - ex)
  boxes[at + 1] = floorToFloat(y - ey)
  boxes[at + 2] = floorToFloat(z - ez)
  boxes[at + 4] = ceilToFloat(x + ex)
  boxes[at + 5] = ceilToFloat(y + ey)
  boxes[at + 6] = ceilToFloat(z + ez)
  return true
}

/**
 * Infinite half extents about a known centre are everything (0 times infinity must not matter); the rest is
 * broken.
 */
function writeUnusualBox(
  boxes: Float32Array,
  at: number,
  matrices: Float32Array,
  m: number,
  centers: Float32Array,
  halves: Float32Array,
  b: number,
): number {
  transformPointAt(MIDDLE, 0, matrices, m, centers[b]!, centers[b + 1]!, centers[b + 2]!)
  const x = MIDDLE[0]!
  const y = MIDDLE[1]!
  const z = MIDDLE[2]!
  const hx = halves[b]!
  const hy = halves[b + 1]!
  const hz = halves[b + 2]!
  const infinite = Math.abs(hx) === Infinity || Math.abs(hy) === Infinity || Math.abs(hz) === Infinity
  const known = !Number.isNaN(hx + hy + hz) && Number.isFinite(x + y + z)
  // Beyond what float32 can hold is as good as infinite.
  const beyond =
    Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(hx) + Math.abs(hy) + Math.abs(hz) < Infinity
  const unbounded = (infinite || beyond) && known
  boxes.fill(unbounded ? -Infinity : NaN, at, at + 3)
  boxes.fill(unbounded ? Infinity : NaN, at + 4, at + 7)
  return unbounded ? BOX_UNBOUNDED : BOX_BROKEN
}

/** The same three answers for a box that the game wrote by itself. */
export function classifyBox(boxes: Float32Array, at: number): number {
  const minX = boxes[at]!
  const minY = boxes[at + 1]!
  const minZ = boxes[at + 2]!
  const maxX = boxes[at + 4]!
  const maxY = boxes[at + 5]!
  const maxZ = boxes[at + 6]!
  // Min above max is as meaningless as NaN; both fail this test.
  if (!(minX <= maxX && minY <= maxY && minZ <= maxZ)) return BOX_BROKEN
  const size = maxX - minX + (maxY - minY) + (maxZ - minZ)
  return size - size === 0 ? BOX_FINITE : BOX_UNBOUNDED
}
