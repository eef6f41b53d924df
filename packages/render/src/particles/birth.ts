import { Birth, type Effect, type Ground } from './effect.js'
import { findContact } from './ground.js'
import { Row } from './particle-pool.js'
import { fillRandoms, RANDOMS } from './random.js'

/** Which of a particle's random numbers is for what. */
const Random = {
  life: 0,
  place: 1,
  around: 4,
  tilt: 5,
  speed: 6,
  size: 7,
  roll: 8,
  spin: 9,
  cell: 10,
} as const

const random = new Float64Array(RANDOMS)
/** Place and velocity, in the emitter's space. */
const start = new Float64Array(6)

/**
 * Writes the row of number `index` of a stream. `pose` is where the emitter was when it was born, columns and
 * place; particles that move along with their emitter keep their place within it.
 */
export function bear(
  rows: Float32Array,
  row: number,
  effect: Effect,
  seed: number,
  stream: number,
  index: number,
  pose: Float32Array,
): void {
  const { births, local, ground } = effect
  fillRandoms(random, seed, stream, index)
  placeAtBirth(effect)
  aimAtBirth(effect)
  const at = row * Row.words
  let scale = 1
  if (local) for (let k = 0; k < 6; k++) rows[at + k] = start[k]!
  else {
    scale = scaleOf(pose)
    for (let k = 0; k < 3; k++) {
      const x = pose[k]!
      const y = pose[3 + k]!
      const z = pose[6 + k]!
      rows[at + Row.place + k] = x * start[0]! + y * start[1]! + z * start[2]! + pose[9 + k]!
      rows[at + Row.velocity + k] = x * start[3]! + y * start[4]! + z * start[5]!
    }
  }
  rows[at + Row.since] = 0
  rows[at + Row.until] = Infinity
  rows[at + Row.life] = births[Birth.life]! + births[Birth.life + 1]! * random[Random.life]!
  rows[at + Row.halfSize] =
    ((births[Birth.size]! + births[Birth.size + 1]! * random[Random.size]!) * scale) / 2
  rows[at + Row.roll] = births[Birth.roll]! + births[Birth.roll + 1]! * random[Random.roll]!
  rows[at + Row.spin] = births[Birth.spin]! + births[Birth.spin + 1]! * random[Random.spin]!
  rows[at + Row.bounces] = ground === undefined ? 0 : ground.bounces
  rows[at + Row.cell] = random[Random.cell]!
  if (ground !== undefined && ground.contact !== 'none') meetGround(rows, at, effect, ground)
}

function meetGround(rows: Float32Array, at: number, effect: Effect, ground: Ground): void {
  findContact(rows, at, effect.forces, ground)
  if (ground.contact === 'die') rows[at + Row.life] = Math.min(rows[at + Row.life]!, rows[at + Row.until]!)
}

/**
 * By how much a pose lengthens at most. Copied from `emitter-reach.ts`, whose result would be an object here.
 */
function scaleOf(pose: Float32Array): number {
  let most = 0
  for (let k = 0; k < 9; k += 3) most = Math.max(most, pose[k]! ** 2 + pose[k + 1]! ** 2 + pose[k + 2]! ** 2)
  return Math.sqrt(most)
}

/** A place within the shape, each equally likely. */
function placeAtBirth({ shape, extents }: Effect): void {
  const u = random[Random.place]!
  const v = random[Random.place + 1]!
  const w = random[Random.place + 2]!
  if (shape === 'box') {
    start[0] = extents[0]! * (2 * u - 1)
    start[1] = extents[1]! * (2 * v - 1)
    start[2] = extents[2]! * (2 * w - 1)
    return
  }
  const around = 2 * Math.PI * u
  const y = shape === 'sphere' ? 2 * w - 1 : 0
  const flat = Math.sqrt(1 - y * y)
  const far = shape === 'sphere' ? Math.cbrt(v) : shape === 'disc' ? Math.sqrt(v) : 1
  start[0] = extents[0]! * far * flat * Math.cos(around)
  start[1] = extents[1]! * far * y
  start[2] = extents[2]! * far * flat * Math.sin(around)
}

/** A velocity within the spread, all directions in it equally likely. */
function aimAtBirth({ births, basis }: Effect): void {
  const speed = births[Birth.speed]! + births[Birth.speed + 1]! * random[Random.speed]!
  const cosine = 1 - random[Random.tilt]! * (1 - births[Birth.cosine]!)
  const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine))
  const around = 2 * Math.PI * random[Random.around]!
  const across = sine * Math.cos(around)
  const beside = sine * Math.sin(around)
  for (let k = 0; k < 3; k++) {
    start[3 + k] = speed * (basis[k]! * cosine + basis[3 + k]! * across + basis[6 + k]! * beside)
  }
}
