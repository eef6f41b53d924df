import type { Influences } from './influence.js'
import { createMatrices, MATRIX_FLOATS, writeModelMatrices } from './model-matrices.js'
import type { Skeleton } from './skeleton.js'

/**
 * Joints that move less of the model than this, as a share of its height, rest where it is seen from some way
 * off.
 */
const SMALL = 0.12

/**
 * Which joints the reduced level of detail samples, 1 each: those whose vertices, and those of the joints
 * below them, reach farther from the joint than a share of the model's size. Fingers, toes and ears rest;
 * what hangs from them goes along.
 */
export function mainJoints(skeleton: Skeleton, { joints, boxes, reaches }: Influences): Uint8Array {
  const { count, parents } = skeleton
  const matrices = createMatrices(count)
  writeModelMatrices(matrices, skeleton, skeleton.rest)
  const reach = new Float64Array(count)
  let size = 0
  for (let entry = 0; entry < joints.length; entry++) {
    if (boxes[entry * 6]! > boxes[entry * 6 + 3]!) continue
    const joint = joints[entry]!
    reach[joint] = Math.max(reach[joint]!, reaches[entry]! * scaleOf(matrices, joint))
    size = Math.max(size, distance(matrices, joint, 0) + reach[joint]!)
  }
  const mask = new Uint8Array(count)
  for (let joint = count - 1; joint >= 0; joint--) {
    mask[joint] = reach[joint]! > SMALL * size ? 1 : 0
    const parent = parents[joint]!
    if (parent < 0 || reach[joint] === 0) continue
    reach[parent] = Math.max(reach[parent]!, reach[joint]! + distance(matrices, joint, parent))
  }
  return mask
}

function scaleOf(matrices: Float32Array, joint: number): number {
  const o = joint * MATRIX_FLOATS
  return Math.max(
    ...[0, 1, 2].map((k) => Math.hypot(matrices[o + k]!, matrices[o + 4 + k]!, matrices[o + 8 + k]!)),
  )
}

function distance(matrices: Float32Array, a: number, b: number): number {
  const [i, k] = [a * MATRIX_FLOATS, b * MATRIX_FLOATS]
  return Math.hypot(
    matrices[i + 3]! - matrices[k + 3]!,
    matrices[i + 7]! - matrices[k + 7]!,
    matrices[i + 11]! - matrices[k + 11]!,
  )
}
