/** Emitters that move: their trails, and the boxes of their particles. */
import { markMoved, readMoved, time, type World } from '@sightline/core'
import { toTicks } from '../animation/playback.js'
import { writeReach } from './emitter-reach.js'
import { type EmitterState, Seconds } from './emitter-state.js'
import type { ParticleState } from './particle-state.js'
import {
  clearTrail,
  createPlacement,
  createTrail,
  expireTrail,
  placeSample,
  SAMPLES,
  writeTrailBox,
} from './trail.js'

/** A paused emitter's clock is behind by no more than a turn that is a frame or two away: seconds. */
const PAUSED_AFTER = 0.25

const placement = createPlacement()
const pose = new Float32Array(12)
const box = new Float64Array(6)
/** [0]: births up to here are dead; [1]: how long particles live. */
const oldest = new Float64Array(2)
/** Seconds of an emitter's clock. */
const clock = new Float64Array(1)

/** Follows all that moved since the last call, and shortens trails. Cost follows how many move. */
export function followEmitters(world: World, state: ParticleState): void {
  const { now, slots, emitters, moves, fresh, trailing } = state
  const { frame, now: seconds } = time(world)
  now[0] = toTicks(seconds)
  const { ids, count } = readMoved(world, moves)
  for (let i = 0; i < count; i++) {
    const slot = slots[ids[i]!]!
    if (slot !== 0) follow(world, state, emitters[slot]!)
  }
  for (let i = 0; i < fresh.length; i++) {
    const emitter = fresh[i]!
    if (!emitter.isPlaced && emitters[slots[emitter.eid]!] === emitter) follow(world, state, emitter)
  }
  fresh.length = 0
  // Backwards: who is taken out is replaced by one that was looked at.
  for (let i = trailing.length - 1; i >= 0; i--) shorten(world, state, trailing[i]!)
  now[1] = now[0]!
  state.followed = frame
}

function follow(world: World, state: ParticleState, emitter: EmitterState): void {
  const { matrices, boxes } = state
  const { eid } = emitter
  const change = readPose(matrices, emitter)
  if (change === BROKEN) {
    // What does not know where it is is in every view.
    boxes.fill(Number.NaN, eid * 8, eid * 8 + 8)
    return
  }
  if (change === SAME && emitter.isPlaced && boxes[eid * 8]! <= boxes[eid * 8 + 4]!) return
  if (!emitter.isPlaced || emitter.effect.local) {
    dropTrail(state, emitter)
    emitter.pose.set(pose)
    if (!emitter.isPlaced || change === TURNED) writeReach(emitter.reach, emitter.effect, pose)
  } else if (change !== SAME) moveOn(state, emitter, change)
  if (!emitter.isPlaced || emitter.effect.local) emitter.isStale = true
  emitter.isPlaced = true
  writeBox(state, emitter)
  if (state.isLate) markMoved(world, eid)
}

const SAME = 0
const PLACE = 1
const TURNED = 2
const BROKEN = 3

/** Reads the matrix to `pose` and says what is new. */
function readPose(matrices: Float32Array, emitter: EmitterState): number {
  const m = emitter.eid * 16
  let change = SAME
  for (let k = 0; k < 12; k++) {
    const value = matrices[m + k + ((k / 3) | 0)]!
    pose[k] = value
    if (!Number.isFinite(value)) return BROKEN
    if (value !== emitter.pose[k]) change = Math.max(change, k < 9 ? TURNED : PLACE)
  }
  return change
}

/**
 * Notes the way to `pose`; a jump ends where the emitter was, and begins anew where it is, at the same time.
 */
function moveOn(state: ParticleState, emitter: EmitterState, change: number): void {
  const { effect, trail } = emitter
  const before = emitter.pose
  const dx = pose[9]! - before[9]!
  const dy = pose[10]! - before[10]!
  const dz = pose[11]! - before[11]!
  const jumps = Math.sqrt(dx * dx + dy * dy + dz * dz) > effect.jump
  placement.times[1] = effect.lifetime / (SAMPLES - 4)
  placement.times[2] = effect.lifetime
  readOldest(state, emitter)
  placement.times[3] = oldest[0]! + oldest[1]!
  placement.turns = emitter.turns
  const used = trail ?? takeTrail(state, emitter)
  // Until the frame before, or, if it was put away, until now, it was where it was.
  readClock(state, jumps ? 0 : 1, emitter)
  placement.times[0] = clock[0]!
  placement.pose.set(before)
  placement.reach.set(emitter.reach)
  placement.jump = false
  placeSample(used, placement)
  emitter.pose.set(pose)
  if (change === TURNED) writeReach(emitter.reach, effect, pose)
  readClock(state, 0, emitter)
  placement.times[0] = clock[0]!
  placement.pose.set(pose)
  placement.reach.set(emitter.reach)
  placement.jump = jumps
  placeSample(used, placement)
}

/** Writes the emitter's clock at one of the two times of `now`. */
function readClock({ now }: ParticleState, which: 0 | 1, { seconds, effect }: EmitterState): void {
  const passed = Math.max(0, now[which]! - seconds[Seconds.at]!)
  clock[0] =
    seconds[Seconds.clock]! + (effect.whenHidden === 'pause' ? Math.min(passed, PAUSED_AFTER) : passed)
}

/** What may be drawn was alive at the last turn, or is now. */
function readOldest(state: ParticleState, emitter: EmitterState): void {
  const { effect, seconds } = emitter
  if (effect.whenHidden === 'pause' || emitter.firstRow >= 0) clock[0] = seconds[Seconds.clock]!
  else readClock(state, 0, emitter)
  oldest[0] = clock[0]! - effect.lifetime
  oldest[1] = effect.lifetime
}

function shorten(world: World, state: ParticleState, emitter: EmitterState): void {
  readOldest(state, emitter)
  if (!expireTrail(emitter.trail!, oldest)) return
  dropTrail(state, emitter)
  writeBox(state, emitter)
  // It counts from the next frame on; until then it is larger than it must be.
  markMoved(world, emitter.eid)
}

function writeBox(state: ParticleState, emitter: EmitterState): void {
  const { boxes } = state
  const at = emitter.eid * 8
  const { pose: place, reach, trail } = emitter
  if (trail === undefined) for (let k = 0; k < 6; k++) box[k] = place[9 + (k % 3)]! + reach[k]!
  else {
    readOldest(state, emitter)
    writeTrailBox(box, trail, oldest)
  }
  for (let k = 0; k < 3; k++) {
    const least = box[k]!
    const most = box[3 + k]!
    // A step of single precision, and the rounding of what the particles themselves are.
    boxes[at + k] = least - Math.abs(least) * ROUNDING
    boxes[at + 4 + k] = most + Math.abs(most) * ROUNDING
  }
}

const ROUNDING = 2 ** -20

function takeTrail(state: ParticleState, emitter: EmitterState): NonNullable<EmitterState['trail']> {
  const trail = state.spareTrails.pop() ?? createTrail()
  clearTrail(trail)
  emitter.trail = trail
  emitter.trailingAt = state.trailing.length
  state.trailing.push(emitter)
  return trail
}

/** An emitter trails nothing any more. */
export function dropTrail({ trailing, spareTrails }: ParticleState, emitter: EmitterState): void {
  if (emitter.trail === undefined) return
  spareTrails.push(emitter.trail)
  emitter.trail = undefined
  const last = trailing.pop()!
  if (last !== emitter) {
    trailing[emitter.trailingAt] = last
    last.trailingAt = emitter.trailingAt
  }
  emitter.trailingAt = -1
}
