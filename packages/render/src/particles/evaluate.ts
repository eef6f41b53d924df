/** An emitter's particles at its clock: who was born since, who is alive, and where. */

import { bear } from './birth.js'
import { CURVE_STEPS } from './curves.js'
import type { Effect } from './effect.js'
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
 * Works out an emitter that has rows: births first, then those that are alive, into the first `alive` instances of its range. Cost is bounded by its room,
 * however long it was not worked out.
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
  const { effect, seed, born, seconds, trail } = emitter
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
  const clock = seconds[Seconds.clock]!
  for (let index = from; index < end; index++) {
    writeBirthTime(time, stream, index)
    motion[Motion.age] = clock - time[0]!
    writeInstance(pool, emitter, (first + (index % stream.room)) * Row.words)
  }
}

/** Writes the next instance from a row, for the age in `motion`; nothing if it is dead. */
function writeInstance(pool: ParticlePool, emitter: EmitterState, at: number): void {
  const { rows, floats, words } = pool
  const { effect, pose } = emitter
  const age = motion[Motion.age]!
  const life = rows[at + Row.life]!
  if (!(age < life)) return
  const { ground, stretch, cells } = effect
  let { forces } = effect
  if (ground !== undefined) {
    while (age >= rows[at + Row.until]!) turnAtGround(rows, at, forces, ground)
    if (rows[at + Row.bounces]! < 0) forces = slidingForces(ground)
  }
  motion[Motion.age] = age - rows[at + Row.since]!
  travel(motion, forces)
  const lead = motion[Motion.lead]!
  const out = (emitter.firstRow + emitter.alive++) * ParticleLayout.words
  for (let k = 0; k < 3; k++) {
    floats[out + k] = rows[at + k]! + rows[at + Row.velocity + k]! * lead
    floats[out + ParticleLayout.axis + k] = rows[at + Row.velocity + k]! * motion[Motion.decay]!
  }
  if (effect.local) toWorld(floats, out, pose)
  for (let k = 0; k < 3; k++) {
    floats[out + k] = floats[out + k]! + forces[k]! * motion[Motion.fall]!
    const velocity = floats[out + ParticleLayout.axis + k]! + forces[k]! * lead
    floats[out + ParticleLayout.axis + k] = (velocity * stretch) / 2
  }
  const share = (age / life) * (CURVE_STEPS - 1)
  const step = share | 0
  const size = effect.sizes[step]!
  const next = step + 1 < CURVE_STEPS ? effect.sizes[step + 1]! : size
  floats[out + ParticleLayout.halfSize] =
    rows[at + Row.halfSize]! * (size + (next - size) * (share - step)) * scale[0]!
  floats[out + ParticleLayout.roll] = rows[at + Row.roll]! + rows[at + Row.spin]! * age
  words[out + ParticleLayout.color] = effect.colors[Math.round(share)]!
  const count = cells.length >> 1
  const cell = Math.min(((effect.cellsOverLife ? age / life : rows[at + Row.cell]!) * count) | 0, count - 1)
  words[out + ParticleLayout.cell] = cells[cell * 2]!
  words[out + ParticleLayout.cell + 1] = cells[cell * 2 + 1]!
  words[out + ParticleLayout.traits] = effect.traits
  floats[out + ParticleLayout.floor] =
    ground === undefined ? NO_FLOOR : ground.height(floats[out]!, floats[out + 2]!)
}

/** Deep enough that nothing fades at it. */
export const NO_FLOOR = -1e9

/** What moves along with its emitter: place and velocity from its space to the world. */
function toWorld(floats: Float32Array, out: number, pose: Float32Array): void {
  const x = floats[out]!
  const y = floats[out + 1]!
  const z = floats[out + 2]!
  const vx = floats[out + ParticleLayout.axis]!
  const vy = floats[out + ParticleLayout.axis + 1]!
  const vz = floats[out + ParticleLayout.axis + 2]!
  for (let k = 0; k < 3; k++) {
    const [a, b, c] = [pose[k]!, pose[3 + k]!, pose[6 + k]!]
    floats[out + k] = a * x + b * y + c * z + pose[9 + k]!
    floats[out + ParticleLayout.axis + k] = a * vx + b * vy + c * vz
  }
}

function measureScale({ pose }: EmitterState): void {
  let most = 0
  for (let k = 0; k < 9; k += 3) most = Math.max(most, pose[k]! ** 2 + pose[k + 1]! ** 2 + pose[k + 2]! ** 2)
  scale[0] = Math.sqrt(most)
}
