/**
 * How far the particles that are born in one pose may ever come: a box round the emitter's place.
 *
 * A particle is at M (p + v · lead) + A · fall (see `motion.ts`), with p in the shape's box and v in the box
 * of velocities. Over a short span of ages lead and fall lie between their values at its ends, since both
 * only grow; so the sum of the parts' ranges holds all that is possible in it, and all spans together the
 * life. The narrower the spans, the closer: the top of a fountain is not where gravity is left out.
 *
 * Those that jump or slide may turn about. Their speed s grows by |A| - k s at most, and no contact makes it
 * larger, so they stay within s0 · lead + |A| · fall of where they were born.
 */
import type { Effect } from './effect.js'
import { Force, Motion, travel } from './motion.js'

/** Spans of a life. */
const SPANS = 24
const motion = new Float64Array(4)
/** Diagonal of a square. */
const DIAGONAL = 1.4143
/** For rounding in single precision: a share of the reach, and metres. */
const SHARE = 1e-5
const SLACK = 1e-4

/** For what jumps or slides: drag of whichever slows least. */
const calm = new Float64Array(4)

/**
 * Writes least x, y, z and most x, y, z to `out`, metres from the emitter's place. `pose` has the three
 * columns of its matrix, 9 numbers from the first on.
 */
export function writeReach(out: Float64Array, effect: Effect, pose: Float32Array): void {
  const { extents, velocities, forces, lifetime } = effect
  const scale = largestScale(pose)
  out.fill(Infinity, 0, 3)
  out.fill(-Infinity, 3, 6)
  for (let span = 0; span < SPANS; span++) {
    motion[Motion.age] = (lifetime * span) / SPANS
    travel(motion, forces)
    const lead = motion[Motion.lead]!
    const fall = motion[Motion.fall]!
    motion[Motion.age] = (lifetime * (span + 1)) / SPANS
    travel(motion, forces)
    const laterLead = motion[Motion.lead]!
    const laterFall = motion[Motion.fall]!
    for (let axis = 0; axis < 3; axis++) {
      let shape = 0
      let least = 0
      let most = 0
      for (let k = 0; k < 3; k++) {
        const m = pose[k * 3 + axis]!
        shape += Math.abs(m) * extents[k]!
        least += Math.min(m * velocities[k]!, m * velocities[k + 3]!)
        most += Math.max(m * velocities[k]!, m * velocities[k + 3]!)
      }
      const force = forces[axis]!
      const low =
        Math.min(least * lead, least * laterLead) + Math.min(force * fall, force * laterFall) - shape
      const high = Math.max(most * lead, most * laterLead) + Math.max(force * fall, force * laterFall) + shape
      out[axis] = Math.min(out[axis]!, low)
      out[axis + 3] = Math.max(out[axis + 3]!, high)
    }
  }
  const turns = effect.ground?.contact === 'slide' || effect.ground?.contact === 'bounce'
  if (turns) addTurns(out, effect, pose, scale)
  pad(out, effect, scale)
}

function addTurns(
  out: Float64Array,
  { extents, forces, speed, lifetime, ground }: Effect,
  pose: Float32Array,
  scale: number,
): void {
  calm.set(forces)
  calm[Force.drag] = Math.min(forces[Force.drag]!, ground!.friction)
  motion[Motion.age] = lifetime
  travel(motion, calm)
  const force = Math.sqrt(forces[Force.x]! ** 2 + forces[Force.y]! ** 2 + forces[Force.z]! ** 2)
  const reach = speed * scale * motion[Motion.lead]! + force * motion[Motion.fall]!
  for (let axis = 0; axis < 3; axis++) {
    let shape = 0
    for (let k = 0; k < 3; k++) shape += Math.abs(pose[k * 3 + axis]!) * extents[k]!
    out[axis] = Math.min(out[axis]!, -reach - shape)
    out[axis + 3] = Math.max(out[axis + 3]!, reach + shape)
  }
}

/** Quads reach over the places by half a diagonal, and by what they are drawn out. */
function pad(out: Float64Array, { halfSize, forces, speed, stretch, lifetime }: Effect, scale: number): void {
  let room = halfSize * scale * DIAGONAL
  if (stretch > 0) {
    motion[Motion.age] = lifetime
    travel(motion, forces)
    const force = Math.sqrt(forces[Force.x]! ** 2 + forces[Force.y]! ** 2 + forces[Force.z]! ** 2)
    room += ((speed * scale + force * motion[Motion.lead]!) * stretch) / 2
  }
  for (let axis = 0; axis < 3; axis++) {
    const slack = SLACK + SHARE * Math.max(Math.abs(out[axis]!), Math.abs(out[axis + 3]!))
    out[axis] = out[axis]! - room - slack
    out[axis + 3] = out[axis + 3]! + room + slack
  }
}

/** By how much the pose lengthens at most: sizes grow by it. */
export function largestScale(pose: Float32Array): number {
  let most = 0
  for (let k = 0; k < 9; k += 3) {
    most = Math.max(most, pose[k]! ** 2 + pose[k + 1]! ** 2 + pose[k + 2]! ** 2)
  }
  return Math.sqrt(most)
}
