/** Three axes of a piece of cloth as the rotation of a `Transform`. */

/**
 * Makes x, y and z of nine numbers of length 1 and upright on each other. The first one keeps its direction,
 * the second turns as little as it can, the third follows.
 */
export function straighten(axes: Float64Array): void {
  scaleTo1(axes, 0)
  const dot = axes[0]! * axes[3]! + axes[1]! * axes[4]! + axes[2]! * axes[5]!
  for (let k = 0; k < 3; k++) axes[3 + k] = axes[3 + k]! - dot * axes[k]!
  scaleTo1(axes, 3)
  for (let k = 0; k < 3; k++) {
    const a = (k + 1) % 3
    const b = (k + 2) % 3
    axes[6 + k] = axes[a]! * axes[3 + b]! - axes[b]! * axes[3 + a]!
  }
}

function scaleTo1(axes: Float64Array, at: number): void {
  const length = Math.sqrt(axes[at]! ** 2 + axes[at + 1]! ** 2 + axes[at + 2]! ** 2)
  if (length < 1e-6) {
    axes[at] = at === 0 ? 1 : 0
    axes[at + 1] = at === 0 ? 0 : 1
    axes[at + 2] = 0
    return
  }
  for (let k = 0; k < 3; k++) axes[at + k] = axes[at + k]! / length
}

/** The quaternion of straight axes (Shepperd, "Quaternion from Rotation Matrix", 1978). */
export function writeRotation(axes: Float64Array, out: Float32Array, at: number): void {
  const trace = axes[0]! + axes[4]! + axes[8]!
  let largest = 3
  let value = trace
  for (let k = 0; k < 3; k++) {
    if (axes[k * 4]! <= value) continue
    value = axes[k * 4]!
    largest = k
  }
  if (largest === 3) {
    out[at] = axes[5]! - axes[7]!
    out[at + 1] = axes[6]! - axes[2]!
    out[at + 2] = axes[1]! - axes[3]!
    out[at + 3] = 1 + trace
  } else {
    const j = (largest + 1) % 3
    const k = (largest + 2) % 3
    out[at + largest] = 1 + 2 * axes[largest * 4]! - trace
    out[at + j] = axes[largest * 3 + j]! + axes[j * 3 + largest]!
    out[at + k] = axes[largest * 3 + k]! + axes[k * 3 + largest]!
    out[at + 3] = axes[j * 3 + k]! - axes[k * 3 + j]!
  }
  const length = Math.sqrt(out[at]! ** 2 + out[at + 1]! ** 2 + out[at + 2]! ** 2 + out[at + 3]! ** 2)
  for (let k = 0; k < 4; k++) out[at + k] = out[at + k]! / length
}
