/**
 * Particles that come down to the ground. A particle's whole way is worked out from its birth on, in pieces
 * between contacts, so it does not depend on when it is looked at.
 */
import type { Ground } from './effect.js'
import { Force, Motion, travel } from './motion.js'
import { Row } from './particle-pool.js'

/**
 * Parts of the rest of a life at whose ends the height is asked for, until one is below ground; what is
 * narrower may be passed.
 */
const STEPS = 24
const HALVINGS = 14
/** Metres between the heights that a slope is worked out from. */
const SLOPE_STEP = 0.1
/** Metres a second away from the ground, below which a particle stays on it. */
const LEAST_BOUNCE = 0.25
/** Of a flight between two contacts, the first step at most. */
const FLIGHT_STEPS = 8
/** By how much a step is longer than the one before, after a contact. */
const STRIDE = 1.12

const motion = new Float64Array(4)
/** Place and velocity on the way. */
const there = new Float64Array(6)
const normal = new Float64Array(3)
/** Height above the ground, metres: an array, since a number that a function returns may become an object. */
const above = new Float64Array(1)
/** Seconds since the way began. */
const age = new Float64Array(1)
const lower = new Float64Array(1)
const sliding = new Float64Array(4)

/**
 * Writes the age at which the way that begins in a row meets the ground from above; Infinity if it does not
 * in its life.
 */
export function findContact(rows: Float32Array, at: number, forces: Float64Array, ground: Ground): void {
  const rest = rows[at + Row.life]! - rows[at + Row.since]!
  rows[at + Row.until] = Infinity
  if (!(rest > 0)) return
  let step = rest / STEPS
  let growth = 1
  if (rows[at + Row.since]! > 0) {
    // Just after a contact it may be back soon.
    const down = Math.max(1e-3, Math.sqrt(forces[0]! ** 2 + forces[1]! ** 2 + forces[2]! ** 2))
    const flight = (2 * Math.abs(rows[at + Row.velocity + 1]!)) / down
    if (flight / FLIGHT_STEPS < step) {
      step = Math.max(flight / FLIGHT_STEPS, rest / 500)
      growth = STRIDE
    }
  }
  age[0] = 0
  measure(rows, at, forces, ground)
  let wasAbove = above[0]! > 0 || rows[at + Row.since]! > 0
  let low = 0
  while (low < rest) {
    age[0] = Math.min(low + step, rest)
    measure(rows, at, forces, ground)
    if (above[0]! <= 0) {
      if (wasAbove) {
        lower[0] = low
        halve(rows, at, forces, ground)
        return
      }
    } else wasAbove = true
    low = age[0]!
    step = Math.min(step * growth, rest / STEPS)
  }
}

/** Between `lower` seconds, above ground, and `age`, below it. */
function halve(rows: Float32Array, at: number, forces: Float64Array, ground: Ground): void {
  let over = lower[0]!
  let under = age[0]!
  for (let i = 0; i < HALVINGS; i++) {
    age[0] = (over + under) / 2
    measure(rows, at, forces, ground)
    if (above[0]! > 0) over = age[0]!
    else under = age[0]!
  }
  rows[at + Row.until] = rows[at + Row.since]! + over
}

/** Where the way is at `age`, and how high above the ground. */
function measure(rows: Float32Array, at: number, forces: Float64Array, ground: Ground): void {
  motion[Motion.age] = age[0]!
  travel(motion, forces)
  for (let k = 0; k < 3; k++) {
    const velocity = rows[at + Row.velocity + k]!
    const force = forces[k]!
    there[k] = rows[at + Row.place + k]! + velocity * motion[Motion.lead]! + force * motion[Motion.fall]!
    there[3 + k] = velocity * motion[Motion.decay]! + force * motion[Motion.lead]!
  }
  measureHeight(ground)
}

/** A function of its own: see `writeFloor`. */
function measureHeight({ height }: Ground): void {
  above[0] = there[1]! - height(there[0]!, there[2]!)
}

/** The way ends at the ground: writes the next one, after a jump or sliding. */
export function turnAtGround(rows: Float32Array, at: number, forces: Float64Array, ground: Ground): void {
  const until = rows[at + Row.until]!
  age[0] = until - rows[at + Row.since]!
  measure(rows, at, forces, ground)
  writeNormal(ground)
  const into = there[3]! * normal[0]! + there[4]! * normal[1]! + there[5]! * normal[2]!
  const bounces = rows[at + Row.bounces]!
  const back = -into * ground.bounciness
  const jumps = ground.contact === 'bounce' && bounces > 0 && back > LEAST_BOUNCE
  for (let k = 0; k < 3; k++) {
    rows[at + Row.place + k] = there[k]!
    const along = there[3 + k]! - into * normal[k]!
    rows[at + Row.velocity + k] = jumps ? along + back * normal[k]! : along
  }
  rows[at + Row.since] = until
  rows[at + Row.bounces] = jumps ? bounces - 1 : -1
  rows[at + Row.until] = Infinity
  if (jumps) findContact(rows, at, forces, ground)
}

/** Forces of what slides: none but friction. */
export function slidingForces(ground: Ground): Float64Array {
  sliding[Force.drag] = ground.friction
  return sliding
}

/** The direction away from the ground below `there`. */
function writeNormal({ height }: Ground): void {
  const x = there[0]!
  const z = there[2]!
  const dx = (height(x + SLOPE_STEP, z) - height(x - SLOPE_STEP, z)) / (2 * SLOPE_STEP)
  const dz = (height(x, z + SLOPE_STEP) - height(x, z - SLOPE_STEP)) / (2 * SLOPE_STEP)
  const length = Math.sqrt(dx * dx + 1 + dz * dz)
  normal[0] = -dx / length
  normal[1] = 1 / length
  normal[2] = -dz / length
}
