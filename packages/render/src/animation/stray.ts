import { MATRIX_FLOATS } from './model-matrices.js'
import { PoseLayout, type Skeleton } from './skeleton.js'

/**
 * A set of poses: one in the middle, and how far each joint may be from it. Everything that lies in the set
 * is bounded at once, whatever the joints do together: the stretch between two keys of a clip, or all mixes
 * of several clips.
 */
export type PoseSet = {
  /** Local pose in the middle, see `PoseLayout`. */
  readonly middle: Float32Array
  /**
   * By joint: greatest distance of the translation, angle of the rotation (radians), difference of a scale
   * from the middle's.
   */
  readonly moves: Float64Array
  readonly turns: Float64Array
  readonly scales: Float64Array
}

/** Room for a set of poses. */
export function createPoseSet({ count }: Skeleton): PoseSet {
  return {
    middle: new Float32Array(count * PoseLayout.floats),
    moves: new Float64Array(count),
    turns: new Float64Array(count),
    scales: new Float64Array(count),
  }
}

/**
 * How far a point that a joint carries may be from where the middle pose has it: `base + slope * its distance
 * from the joint`.
 */
export type Strays = {
  readonly base: Float64Array
  readonly slope: Float64Array
  readonly scale: Float64Array
  readonly reach: Float64Array
}

/** Room for the strays of a skeleton. */
export function createStrays({ count }: Skeleton): Strays {
  const row = (): Float64Array => new Float64Array(count)
  return { base: row(), slope: row(), scale: row(), reach: row() }
}

/**
 * Works out the strays of a set of poses, parents first. Let a joint's matrix be W = Wp L, and w, l those of
 * the middle pose. For a point x at distance r from the joint, |L x - l x| <= move + r (scale + 2 s sin(turn
 * / 2)) =: d, as a turn by an angle moves a point by the chord; L x is at most t + s r from the parent; so
 *   |Wp L x - wp l x| <= |(Wp - wp)(L x)| + |wp (L x - l x)| <= base_p + slope_p (t + s r) + |wp| d,
 * with t the greatest length of the translation, s the greatest scale, |wp| at most the product of the middle
 * pose's scales. `reach` is a bound of the joint's distance from the model's origin over the whole set, and
 * `scale` of its matrix's.
 */
export function findStrays(out: Strays, { count, parents }: Skeleton, set: PoseSet): void {
  const { middle, moves, turns, scales } = set
  const { base, slope, scale, reach } = out
  const norms = out.scale
  for (let joint = 0; joint < count; joint++) {
    const at = joint * PoseLayout.floats
    const parent = parents[joint]!
    const length = Math.hypot(middle[at]!, middle[at + 1]!, middle[at + 2]!) + moves[joint]!
    const still = Math.max(Math.abs(middle[at + 7]!), Math.abs(middle[at + 8]!), Math.abs(middle[at + 9]!))
    const most = still + scales[joint]!
    const chord = turns[joint]! >= Math.PI ? 2 : 2 * Math.sin(turns[joint]! / 2)
    const [above, aboveSlope, aboveScale, aboveReach] =
      parent < 0 ? [0, 0, 1, 0] : [base[parent]!, slope[parent]!, scale[parent]!, reach[parent]!]
    base[joint] = above + aboveSlope * length + aboveScale * moves[joint]!
    slope[joint] = aboveSlope * most + aboveScale * (scales[joint]! + most * chord)
    reach[joint] = aboveReach + aboveScale * length
    norms[joint] = aboveScale * most
  }
}

/**
 * Grows a box by a joint's box of points, where the middle pose has it, and by how far its points may stray
 * from there.
 */
export function growByJoint(
  box: Float64Array,
  matrices: Float32Array,
  joint: number,
  points: Float32Array,
  at: number,
  reach: number,
  strays: Strays,
): void {
  const stray = strays.base[joint]! + strays.slope[joint]! * reach
  const farthest = strays.reach[joint]! + strays.scale[joint]! * reach
  for (let axis = 0; axis < 3; axis++) {
    const row = joint * MATRIX_FLOATS + axis * 4
    let low = matrices[row + 3]! - stray
    let high = matrices[row + 3]! + stray
    for (let k = 0; k < 3; k++) {
      const a = matrices[row + k]! * points[at + k]!
      const b = matrices[row + k]! * points[at + 3 + k]!
      low += Math.min(a, b)
      high += Math.max(a, b)
    }
    // Nor can it be farther from the model's origin than the chain of joints is long.
    box[axis] = Math.min(box[axis]!, Math.max(low, -farthest))
    box[axis + 3] = Math.max(box[axis + 3]!, Math.min(high, farthest))
  }
}
