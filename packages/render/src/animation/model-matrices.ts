import { PoseLayout, type Skeleton } from './skeleton.js'

/** Floats of a matrix: three rows of four, the last of each the place. */
export const MATRIX_FLOATS = 12

/** Room for one matrix a joint. */
export function createMatrices(count: number): Float32Array {
  return new Float32Array(count * MATRIX_FLOATS)
}

/** Writes the matrix of one joint of a local pose at `o`, and returns `out`. */
export function composeLocal(out: Float32Array, o: number, pose: Float32Array, at: number): Float32Array {
  const x = pose[at + 3]!
  const y = pose[at + 4]!
  const z = pose[at + 5]!
  const w = pose[at + 6]!
  const sx = pose[at + 7]!
  const sy = pose[at + 8]!
  const sz = pose[at + 9]!
  out[o] = (1 - 2 * (y * y + z * z)) * sx
  out[o + 1] = 2 * (x * y - z * w) * sy
  out[o + 2] = 2 * (x * z + y * w) * sz
  out[o + 3] = pose[at]!
  out[o + 4] = 2 * (x * y + z * w) * sx
  out[o + 5] = (1 - 2 * (x * x + z * z)) * sy
  out[o + 6] = 2 * (y * z - x * w) * sz
  out[o + 7] = pose[at + 1]!
  out[o + 8] = 2 * (x * z - y * w) * sx
  out[o + 9] = 2 * (y * z + x * w) * sy
  out[o + 10] = (1 - 2 * (x * x + y * y)) * sz
  out[o + 11] = pose[at + 2]!
  return out
}

/** out[o] = a[i] * b[k], for matrices of `MATRIX_FLOATS`. `out` may be neither at the same place. */
export function multiplyAt(
  out: Float32Array,
  o: number,
  a: Float32Array,
  i: number,
  b: Float32Array,
  k: number,
): void {
  const b0 = b[k]!
  const b1 = b[k + 1]!
  const b2 = b[k + 2]!
  const b3 = b[k + 3]!
  const b4 = b[k + 4]!
  const b5 = b[k + 5]!
  const b6 = b[k + 6]!
  const b7 = b[k + 7]!
  const b8 = b[k + 8]!
  const b9 = b[k + 9]!
  const b10 = b[k + 10]!
  const b11 = b[k + 11]!
  for (let row = 0; row < MATRIX_FLOATS; row += 4) {
    const x = a[i + row]!
    const y = a[i + row + 1]!
    const z = a[i + row + 2]!
    out[o + row] = x * b0 + y * b4 + z * b8
    out[o + row + 1] = x * b1 + y * b5 + z * b9
    out[o + row + 2] = x * b2 + y * b6 + z * b10
    out[o + row + 3] = x * b3 + y * b7 + z * b11 + a[i + row + 3]!
  }
}

const local = new Float32Array(MATRIX_FLOATS)

/** Writes the matrix of each joint in the model's space, parents first. */
export function writeModelMatrices(
  out: Float32Array,
  { count, parents }: Skeleton,
  pose: Float32Array,
): void {
  for (let joint = 0; joint < count; joint++) {
    const parent = parents[joint]!
    const at = joint * PoseLayout.floats
    if (parent < 0) composeLocal(out, joint * MATRIX_FLOATS, pose, at)
    else {
      composeLocal(local, 0, pose, at)
      multiplyAt(out, joint * MATRIX_FLOATS, out, parent * MATRIX_FLOATS, local, 0)
    }
  }
}
