/** A box occluder from the matrix that places a unit cube: its head, and its record as it is handed in. */
import { quoted } from '@sightline/core/checks'
import * as layout from './kernels/layout.js'
import type { OcclusionMemory } from './memory.js'

/** Relative to the product of the lengths of the axes: a flatter box has no inside to speak of. */
const SMALLEST_VOLUME = 1e-6
const LARGEST = 1e15
/** What float32 may leave of the 1 at the end of a matrix that was inverted. */
const UNIT_ROUNDING = 2 ** -22

/**
 * Takes a matrix (column-major, 16 numbers) that places a cube from −0.5 to 0.5 in the world: turned, stretched, sheared or mirrored as
 * it likes. Throws a `TypeError` for what is no matrix, a `RangeError` if a number is not finite, the last row is not 0 0 0 1 or the box
 * has no volume; `caller` names the function.
 */
export function expectBoxMatrix(m: ArrayLike<number>, caller: string): void {
  if (typeof m !== 'object' || m === null) {
    throw new TypeError(`${caller}: matrix is ${quoted(m)}, expected 16 numbers, column-major`)
  }
  const isAffine = m[3] === 0 && m[7] === 0 && m[11] === 0 && Math.abs(m[15]! - 1) <= UNIT_ROUNDING
  if (!isAffine || !isBoxMatrix(m)) throwMatrixError(m, caller)
}

/** Whether a matrix makes a box that can be used. */
export function isBoxMatrix(m: ArrayLike<number>): boolean {
  const ax = m[0]!
  const ay = m[1]!
  const az = m[2]!
  const bx = m[4]!
  const by = m[5]!
  const bz = m[6]!
  const cx = m[8]!
  const cy = m[9]!
  const cz = m[10]!
  const largest = Math.abs(m[12]!) + Math.abs(m[13]!) + Math.abs(m[14]!)
  const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
  const squares =
    (ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz) * (cx * cx + cy * cy + cz * cz)
  return (
    largest < LARGEST &&
    squares < 1e60 &&
    volume * volume > SMALLEST_VOLUME * SMALLEST_VOLUME * squares &&
    squares > 1e-60
  )
}

function throwMatrixError(m: ArrayLike<number>, caller: string): never {
  for (let i = 0; i < 16; i++) {
    if ((i & 3) < 3 && !(Math.abs(m[i]!) < LARGEST)) {
      throw new RangeError(`${caller}: matrix[${i}] is ${m[i]}, expected a finite number below 1e15 in size`)
    }
    const wanted = i === 15 ? 1 : 0
    if ((i & 3) === 3 && !(Math.abs(m[i]! - wanted) <= wanted * UNIT_ROUNDING)) {
      throw new RangeError(
        `${caller}: matrix[${i}] is ${m[i]}, expected ${wanted}: the last row of an affine matrix is 0 0 0 1`,
      )
    }
  }
  throw new RangeError(`${caller}: matrix makes a box without volume, expected three axes that span a space`)
}

/** Writes the head and the raw record of a box; both are byte offsets. */
export function writeRawBox(
  memory: OcclusionMemory,
  head: number,
  record: number,
  m: ArrayLike<number>,
): void {
  const { f32, f64, u32 } = memory
  const h = head >>> 2
  const data = (record + layout.RECORD_DATA) >>> 2
  const origin = record >>> 3
  for (let i = 0; i < 3; i++) {
    const a = 0.5 * m[i]!
    const b = 0.5 * m[4 + i]!
    const c = 0.5 * m[8 + i]!
    const centre = m[12 + i]!
    const extent = Math.abs(a) + Math.abs(b) + Math.abs(c)
    f32[h + i] = centre - extent
    f32[h + 4 + i] = centre + extent
    f64[origin + i] = centre
    f32[data + i] = a
    f32[data + 3 + i] = b
    f32[data + 6 + i] = c
  }
  u32[h + 3] = record
  u32[(record + layout.RECORD_NEXT) >>> 2] = 0
  u32[(record + layout.RECORD_KIND) >>> 2] = layout.KIND_RAW_BOX
}
