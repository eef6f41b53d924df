/** Plain data of a skeleton, and the form in which it is sampled. Nothing here knows of a GPU or an ECS. */

/** One joint as a loader or a game gives it. */
export type JointData = {
  readonly name?: string
  /** Number of the joint it hangs from, which comes before it; -1 for a root. */
  readonly parent: number
  /** At rest, relative to the parent: metres. Default 0, 0, 0. */
  readonly translation?: ArrayLike<number>
  /** Quaternion x, y, z, w. Default no turn. */
  readonly rotation?: ArrayLike<number>
  /** Default 1, 1, 1. */
  readonly scale?: ArrayLike<number>
}

/** A skeleton as it is kept: joints in rows, parents before their children. */
export type Skeleton = {
  readonly count: number
  readonly names: readonly string[]
  /** -1 for roots. */
  readonly parents: Int16Array
  /** The pose at rest, see `PoseLayout`. */
  readonly rest: Float32Array
}

/** Floats of one joint in a local pose: relative to its parent. */
export const PoseLayout: {
  /** 3 floats. */
  readonly translation: 0
  /** Unit quaternion x, y, z, w. */
  readonly rotation: 3
  /** 3 floats. */
  readonly scale: 7
  readonly floats: 10
} = { translation: 0, rotation: 3, scale: 7, floats: 10 }

/** The most joints of a skeleton. */
export const MAX_JOINTS = 1024

/**
 * Packs a skeleton. Throws a `RangeError` or `TypeError` that names the joint and field when a parent does
 * not come before its child, or a number is not finite; rotations are made unit length.
 */
export function createSkeleton(joints: readonly JointData[]): Skeleton {
  if (joints.length < 1 || joints.length > MAX_JOINTS) {
    throw new RangeError(`createSkeleton: ${joints.length} joints given, expected 1 to ${MAX_JOINTS}`)
  }
  const parents = new Int16Array(joints.length)
  const rest = new Float32Array(joints.length * PoseLayout.floats)
  joints.forEach((joint, i) => {
    const { parent, translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] } = joint
    if (!(Number.isInteger(parent) && parent >= -1 && parent < i)) {
      throw new RangeError(`createSkeleton: joints[${i}].parent is ${parent}, expected -1 to ${i - 1}`)
    }
    parents[i] = parent
    const at = i * PoseLayout.floats
    writeNumbers(rest, at + PoseLayout.translation, translation, 3, `joints[${i}].translation`)
    writeNumbers(rest, at + PoseLayout.rotation, rotation, 4, `joints[${i}].rotation`)
    writeNumbers(rest, at + PoseLayout.scale, scale, 3, `joints[${i}].scale`)
    normalizeAt(rest, at + PoseLayout.rotation)
  })
  return { count: joints.length, names: joints.map((joint, i) => joint.name ?? `joint ${i}`), parents, rest }
}

function writeNumbers(
  out: Float32Array,
  at: number,
  values: ArrayLike<number>,
  count: number,
  field: string,
): void {
  if (values.length !== count) {
    throw new RangeError(`createSkeleton: ${field} has ${values.length} numbers, expected ${count}`)
  }
  for (let i = 0; i < count; i++) {
    const value = values[i]!
    if (!Number.isFinite(value)) {
      throw new RangeError(`createSkeleton: ${field}[${i}] is ${value}, expected a finite number`)
    }
    out[at + i] = value
  }
}

/** Makes a quaternion unit length, in place; one without length becomes no turn. */
export function normalizeAt(q: Float32Array, at: number): void {
  const x = q[at]!
  const y = q[at + 1]!
  const z = q[at + 2]!
  const w = q[at + 3]!
  const length = Math.sqrt(x * x + y * y + z * z + w * w)
  if (!(length > 1e-12)) {
    q[at] = q[at + 1] = q[at + 2] = 0
    q[at + 3] = 1
    return
  }
  q[at] = x / length
  q[at + 1] = y / length
  q[at + 2] = z / length
  q[at + 3] = w / length
}
