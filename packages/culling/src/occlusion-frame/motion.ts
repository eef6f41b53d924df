/** How a view moves, and what follows from it for answers that come late. */
import { EROSION_LADDER, erosionRung } from '../occluders/erosion-ladder.js'
import type { ViewState } from '../state.js'
import type { Job, Motion, ViewOcclusion } from './occlusion-state.js'

/** Of a peak, so much is left after each frame: an eye that stops is trusted again after a second or so. */
const FADE = 0.97
/** An eye that jumps farther than this in a frame was put there: metres. */
const JUMP = 8
/** and that turns farther, radians, was turned there. */
const CUT = 0.4
/** Answers are asked to hold for this much longer than is expected. */
const RESERVE = 1.1
/**
 * A late answer is shrunk by this much even if the eye stands still, so that its next step does not void it.
 */
const LEAST_RUNG = 1
/** How fast the velocity follows the last step. */
const AGILITY = 0.5
/** Of what reaches over the border of the picture nothing is known, so a late picture shows a little more. */
const LEAST_GUARD = 1.1
const WIDEST_GUARD = 2
/** A quarter turn within the latency is beyond what any guard band catches. */
const LARGEST_TURN = 0.8
/** Latency, in frames, below which answers are asked for the very frame. */
const IN_TIME = 0.5

/** Follows the view by one frame. */
export function followMotion(motion: Motion, view: ViewState): void {
  const { eye, forward, velocity } = motion
  const { camera } = view
  let turn = 0
  let step = 0
  for (let k = 0; k < 3; k++) {
    turn -= camera[8 + k]! * forward[k]!
    step += (view.eye[k]! - eye[k]!) ** 2
  }
  if (!motion.known || step > JUMP * JUMP) {
    motion.known = true
    motion.stray = 0
    motion.turn = 0
    velocity.fill(0)
  } else {
    measureStray(view.eye, eye, velocity)
    motion.stray = Math.max(off[0]!, motion.stray * FADE)
    const angle = Math.acos(Math.min(1, Math.max(-1, turn)))
    motion.turn = Math.max(angle > CUT ? 0 : angle, motion.turn * FADE)
    for (let k = 0; k < 3; k++) velocity[k] = velocity[k]! + AGILITY * (view.eye[k]! - eye[k]! - velocity[k]!)
  }
  for (let k = 0; k < 3; k++) {
    eye[k] = view.eye[k]!
    forward[k] = -camera[8 + k]!
  }
}

/** What was worked out last: numbers that calls hand over would be put on the heap. */
const offset = new Float64Array(3)
const off = new Float64Array(1)

/**
 * Writes to `off` how far the step from `from` to `to` leads off the way along `way`; going less far is no
 * straying.
 */
function measureStray(to: Float64Array, from: Float64Array, way: Float64Array): void {
  let square = 0
  let along = 0
  for (let k = 0; k < 3; k++) {
    offset[k] = to[k]! - from[k]!
    square += way[k]! * way[k]!
    along += offset[k]! * way[k]!
  }
  const t = square > 0 ? Math.min(1, Math.max(0, along / square)) : 0
  let rest = 0
  for (let k = 0; k < 3; k++) rest += (offset[k]! - t * way[k]!) ** 2
  off[0] = Math.sqrt(rest)
}

/** Distances are compared with this much to spare for their own rounding. */
const SLACK = 1 - 1e-9

/** Whether an eye is where a job expects it: on its way, or within its erosion of that. */
export function isExpected(eye: Float64Array, job: Job): boolean {
  measureStray(eye, job.eye, job.way)
  return off[0]! <= (job.erosion - job.reach) * SLACK
}

/** Whether answers came in their own frame lately, so that they may be asked for the very camera. */
export function isInTime({ latency }: ViewOcclusion): boolean {
  return latency < IN_TIME
}

/** Takes in how many frames an answer took. */
export function followLatency(view: ViewOcclusion, frames: number): void {
  view.latency = Math.max(frames, view.latency * FADE)
}

/**
 * Frames for which an answer must hold: it is that many old when it comes, and is used until the next one
 * comes, which is asked for then.
 */
function horizon({ latency }: ViewOcclusion): number {
  return (2 * latency + 1) * RESERVE
}

/**
 * What the eye is expected to do until the answer is replaced: goes on as it goes, which is written to `way`
 * (metres), and strays from that by no more than the rung of the ladder that is returned. Both together are
 * no more than `most` metres.
 */
export function expectMotion(own: ViewOcclusion, most: number, way: Float64Array): number {
  const { motion } = own
  const frames = horizon(own)
  const wanted = erosionRung(motion.stray * frames)
  let rung = Math.max(LEAST_RUNG, wanted === -1 ? EROSION_LADDER.length - 1 : wanted)
  while (rung > 0 && EROSION_LADDER[rung]! > most) rung--
  const length = Math.hypot(motion.velocity[0]!, motion.velocity[1]!, motion.velocity[2]!) * frames
  const room = most - EROSION_LADDER[rung]!
  const share = length > room ? room / length : 1
  for (let k = 0; k < 3; k++) way[k] = motion.velocity[k]! * frames * share
  return rung
}

/**
 * By how much the picture is to be wider than the view, for the turn to be expected: a factor on the
 * tangents.
 */
export function wantedGuard(own: ViewOcclusion, view: ViewState): number {
  const { perspective, scaleX, scaleY } = view.projection
  if (!perspective) return 1
  const turn = Math.min(LARGEST_TURN, own.motion.turn * horizon(own))
  // The narrower side needs the larger factor; the corner of the picture moves fastest, but seldom matters.
  const guard = Math.max(LEAST_GUARD, widen(1 / scaleX, turn), widen(1 / scaleY, turn))
  return Math.min(WIDEST_GUARD, guard)
}

function widen(tangent: number, turn: number): number {
  const angle = Math.min(1.5, Math.atan(tangent) + turn)
  return Math.tan(angle) / tangent
}

/**
 * How far something that moved `distance` metres in `frames` frames may have got by the time of the answer,
 * beyond `erosion`.
 */
export function growthOf(own: ViewOcclusion, distance: number, frames: number, erosion: number): number {
  const expected = (distance / Math.max(1, frames)) * horizon(own) - erosion
  return expected > 0 ? Math.min(expected, MOST_GROWTH) : 0
}

const MOST_GROWTH = 4
