/** An emitter's particles at its clock: who was born since, who is alive, and where. */

import { bear } from './birth.js'
import { CURVE_STEPS } from './curves.js'
import type { Effect, Ground } from './effect.js'
import { type EmitterState, Seconds } from './emitter-state.js'
import { slidingForces, turnAtGround } from './ground.js'
import { Motion, travel } from './motion.js'
import { ParticleLayout, type ParticlePool, Row } from './particle-pool.js'
import { bornUntil, type Stream, writeBirthTime } from './streams.js'
import { POSE, writeBirthPose } from './trail.js'

const motion = new Float64Array(4)
const time = new Float64Array(1)
const birthPose = new Float32Array(POSE)
/** Present scale of what moves along with its emitter. */
const scale = new Float64Array(1)

/**
 * Works out an emitter that has rows: births first, then those that are alive, into the first `alive`
 * instances of its range. Cost is bounded by its room, however long it was not worked out.
 */
export function evaluate(pool: ParticlePool, emitter: EmitterState): void {
  const { effect } = emitter
  emitter.turns++
  emitter.alive = 0
  emitter.isStale = false
  scale[0] = 1
  if (effect.local) measureScale(emitter)
  let first = emitter.firstRow
  for (let s = 0; s < effect.streams.length; s++) {
    const stream = effect.streams[s]!
    runStream(pool, emitter, stream, s, first)
    first += stream.room
  }
}

/** Numbers of a stream below this were born long enough ago to be dead. */
function oldestOf({ effect, seconds }: EmitterState, stream: Stream): number {
  time[0] = Math.min(seconds[Seconds.clock]! - effect.lifetime, lastBirth(effect, seconds))
  return bornUntil(stream, time)
}

function bornOf({ effect, seconds }: EmitterState, stream: Stream): number {
  time[0] = Math.min(seconds[Seconds.clock]!, lastBirth(effect, seconds))
  return bornUntil(stream, time)
}

function lastBirth({ duration }: Effect, seconds: Float64Array): number {
  return Math.min(duration, seconds[Seconds.stopped]!)
}

function runStream(
  pool: ParticlePool,
  emitter: EmitterState,
  stream: Stream,
  s: number,
  first: number,
): void {
  const { effect, seed, born, trail } = emitter
  const { rows } = pool
  const from = oldestOf(emitter, stream)
  const end = bornOf(emitter, stream)
  for (let index = Math.max(from, born[s]!); index < end; index++) {
    let pose = emitter.pose
    if (trail !== undefined && !effect.local) {
      writeBirthTime(time, stream, index)
      writeBirthPose(birthPose, trail, time)
      pose = birthPose
    }
    bear(rows, first + (index % stream.room), effect, seed, s, index, pose)
  }
  born[s] = end
  writeAlive(pool, emitter, stream, first, from, end)
}

/**
 * Writes instances of those from `from` to `end - 1` that are alive. Kernel: what is the same for all of them
 * stands before the loop.
 */
function writeAlive(
  pool: ParticlePool,
  emitter: EmitterState,
  stream: Stream,
  first: number,
  from: number,
  end: number,
): void {
  const { rows, floats, words } = pool
  const { effect, pose, firstRow } = emitter
  const { ground, cells, local, sizes, colors, traits, cellsOverLife, forces } = effect
  const { room } = stream
  const clock = emitter.seconds[Seconds.clock]!
  const halfStretch = effect.stretch / 2
  const scaled = scale[0]!
  const cellCount = cells.length >> 1
  const isSoft = ground !== undefined && traits >>> 24 !== 0
  let out = (firstRow + emitter.alive) * ParticleLayout.words
  let place = from % room
  for (let index = from; index < end; index++) {
    const at = (first + place) * Row.words
    place = place + 1 === room ? 0 : place + 1
    writeBirthTime(time, stream, index)
    const age = clock - time[0]!
    const life = rows[at + Row.life]!
    if (!(age < life)) continue

    // Stage 1: where it is and how it moves.
    let acting = forces
    if (ground !== undefined) {
      while (age >= rows[at + Row.until]!) turnAtGround(rows, at, forces, ground)
      if (rows[at + Row.bounces]! < 0) acting = slidingForces(ground)
    }
    motion[Motion.age] = age - rows[at + Row.since]!
    travel(motion, acting)
    const lead = motion[Motion.lead]!
    const fall = motion[Motion.fall]!
    const decay = motion[Motion.decay]!
    const vx = rows[at + Row.velocity]!
    const vy = rows[at + Row.velocity + 1]!
    const vz = rows[at + Row.velocity + 2]!
    const axis = out + ParticleLayout.axis
    floats[out] = rows[at]! + vx * lead
    floats[out + 1] = rows[at + 1]! + vy * lead
    floats[out + 2] = rows[at + 2]! + vz * lead
    floats[axis] = vx * decay
    floats[axis + 1] = vy * decay
    floats[axis + 2] = vz * decay
    if (local) toWorld(floats, out, pose)
    const ax = acting[0]!
    const ay = acting[1]!
    const az = acting[2]!
    floats[out] = floats[out]! + ax * fall
    floats[out + 1] = floats[out + 1]! + ay * fall
    floats[out + 2] = floats[out + 2]! + az * fall
    floats[axis] = (floats[axis]! + ax * lead) * halfStretch
    floats[axis + 1] = (floats[axis + 1]! + ay * lead) * halfStretch
    floats[axis + 2] = (floats[axis + 2]! + az * lead) * halfStretch

    // Stage 2: what it looks like.
    const share = (age / life) * (CURVE_STEPS - 1)
    const step = share | 0
    const size = sizes[step]!
    const grown = size + (sizes[step + 1]! - size) * (share - step)
    floats[out + ParticleLayout.halfSize] = rows[at + Row.halfSize]! * grown * scaled
    floats[out + ParticleLayout.roll] = rows[at + Row.roll]! + rows[at + Row.spin]! * age
    words[out + ParticleLayout.color] = colors[(share + 0.5) | 0]!
    const chosen = cellCount === 1 ? 0 : cellsOverLife ? age / life : rows[at + Row.cell]!
    const cell = Math.min((chosen * cellCount) | 0, cellCount - 1) * 2
    words[out + ParticleLayout.cell] = cells[cell]!
    words[out + ParticleLayout.cell + 1] = cells[cell + 1]!
    words[out + ParticleLayout.traits] = traits
    if (isSoft) writeFloor(floats, out, ground)
    else floats[out + ParticleLayout.floor] = NO_FLOOR
    emitter.alive++
    out += ParticleLayout.words
  }
}

/**
 * A function of its own, small enough for the engine to take the game's function in, so that numbers make no
 * objects on their way.
 */
function writeFloor(floats: Float32Array, out: number, { height }: Ground): void {
  floats[out + ParticleLayout.floor] = height(floats[out]!, floats[out + 2]!)
}

/** Deep enough that nothing fades at it. */
const NO_FLOOR = -1e9

/** What moves along with its emitter: place and velocity from its space to the world. */
function toWorld(floats: Float32Array, out: number, pose: Float32Array): void {
  const x = floats[out]!
  const y = floats[out + 1]!
  const z = floats[out + 2]!
  const vx = floats[out + ParticleLayout.axis]!
  const vy = floats[out + ParticleLayout.axis + 1]!
  const vz = floats[out + ParticleLayout.axis + 2]!
  for (let k = 0; k < 3; k++) {
    const a = pose[k]!
    const b = pose[3 + k]!
    const c = pose[6 + k]!
    floats[out + k] = a * x + b * y + c * z + pose[9 + k]!
    floats[out + ParticleLayout.axis + k] = a * vx + b * vy + c * vz
  }
}

function measureScale({ pose }: EmitterState): void {
  let most = 0
  for (let k = 0; k < 9; k += 3) most = Math.max(most, pose[k]! ** 2 + pose[k + 1]! ** 2 + pose[k + 2]! ** 2)
  scale[0] = Math.sqrt(most)
}
