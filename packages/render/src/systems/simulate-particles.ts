import { setCounter, stats as statsOf, time, type World, warnOnce } from '@sightline/core'
import { due, isSeen, noteCost } from '@sightline/culling'
import { toTicks } from '../animation/playback.js'
import { type EmitterState, Seconds } from '../particles/emitter-state.js'
import { evaluate } from '../particles/evaluate.js'
import { followEmitters } from '../particles/follow-emitters.js'
import { holdRows, releaseRows } from '../particles/hold.js'
import type { ParticleState } from '../particles/particle-state.js'
import { ParticleUpdates } from '../particles/particle-updates.js'
import { holdTrail } from '../particles/trail.js'
import { renderState } from '../state.js'

/**
 * Seconds for which the particles of an emitter that nobody sees any more stay at hand: no less than the
 * scheduler's grace, in which it has no turn for coming back.
 */
const KEEP = 0.5
/** Seconds below which a turn has lost none: the clock's own steps. */
const NOTHING = 2 ** -19

/**
 * Moves the clocks of the emitters that are due, and works out the particles of those that a camera sees.
 * Others rest and lose nothing: a particle's place follows from its age, so they come back as they would be.
 * Reads: due lists, visible lists. Writes: particles.
 */
export function simulateParticles(world: World): void {
  const { particles } = renderState(world)
  if (particles === undefined) return
  const { stats, held, slots, emitters } = particles
  const { frame, now } = time(world)
  particles.now[0] = toTicks(now)
  if (particles.followed !== frame) followLate(world, particles)
  stats.due = 0
  stats.evaluated = 0
  stats.drawn = 0
  for (let i = particles.unscheduled.length - 1; i >= 0; i--) turnUnscheduled(world, particles, i)
  const start = performance.now()
  const { ids, seconds, count } = due(world, ParticleUpdates)
  for (let i = 0; i < count; i++) {
    const emitter = emitters[slots[ids[i]!]!]
    if (emitter === undefined) continue
    stats.due++
    emitter.isUnscheduled = false
    passed[0] = seconds[i]!
    turn(world, particles, emitter)
  }
  stats.particles = 0
  for (let i = held.length - 1; i >= 0; i--) rest(world, particles, held[i]!)
  stats.held = held.length
  setCounter(world, 'particles.emitters', stats.emitters)
  setCounter(world, 'particles.held', stats.held)
  setCounter(world, 'particles.particles', stats.particles)
  noteCost(world, ParticleUpdates, performance.now() - start)
}

/** Seconds since an emitter's last turn. */
const passed = new Float64Array(1)
const held = new Float64Array(1)

function followLate(world: World, particles: ParticleState): void {
  warnOnce(
    world,
    'particles.trackEmitters',
    'trackEmitters is not in the frame: put it between propagateTransforms and culling, or emitters that move are culled by where they were',
  )
  particles.isLate = true
  followEmitters(world, particles)
  particles.isLate = false
}

/** Without an `UpdateRate` an emitter has a turn in each frame, rather than none for good. */
function turnUnscheduled(world: World, particles: ParticleState, at: number): void {
  const { slots, emitters, unscheduled, stats } = particles
  const emitter = unscheduled[at]!
  const { eid, effect } = emitter
  if (!emitter.isUnscheduled || emitters[slots[eid]!] !== emitter) {
    unscheduled[at] = unscheduled[unscheduled.length - 1]!
    unscheduled.pop()
    return
  }
  if (!(UNSCHEDULED in statsOf(world).notes))
    warnOnce(
      world,
      UNSCHEDULED,
      `emitter ${eid} has lost its UpdateRate: it has a turn in each frame; call setEmitter again`,
    )
  stats.due++
  passed[0] = effect.whenHidden === 'pause' && !isSeen(world, eid) ? 0 : Infinity
  turn(world, particles, emitter)
}

const UNSCHEDULED = 'particles.UpdateRate'

function turn(world: World, particles: ParticleState, emitter: EmitterState): void {
  const { seconds, trail, effect, reach } = emitter
  const now = particles.now[0]!
  const whole = Math.max(0, now - seconds[Seconds.at]!)
  const gone = Math.min(passed[0]!, whole)
  if (whole - gone > NOTHING && trail !== undefined) {
    held[0] = seconds[Seconds.clock]! + gone
    holdTrail(trail, held, reach)
  }
  seconds[Seconds.clock] = seconds[Seconds.clock]! + gone
  seconds[Seconds.at] = now
  // One that was started after `trackEmitters` has no place yet.
  if (!emitter.isPlaced) return
  const keeps = effect.whenHidden === 'keep'
  if (!keeps && !isSeen(world, emitter.eid)) {
    // Its clock has gone on, and its box with it: what was worked out before is not to be drawn.
    emitter.isStale = true
    return
  }
  holdRows(particles, emitter)
  if (keeps || isPictured(world, emitter)) workOut(particles, emitter)
  else emitter.isStale = true
}

function workOut({ pool, stats }: ParticleState, emitter: EmitterState): void {
  emitter.seconds[Seconds.left] = Infinity
  evaluate(pool, emitter)
  stats.evaluated++
}

/** Particles cast no shadows: what only lights see is worked out when a camera sees it. */
function isPictured(world: World, { eid }: EmitterState): boolean {
  return isSeen(world, eid, 'camera')
}

/**
 * Those that were not worked out: particles that move along are all the same, as is what a camera comes to
 * see between two turns, and rows that nobody has seen for a while are given back.
 */
function rest(world: World, particles: ParticleState, emitter: EmitterState): void {
  const { stats, now } = particles
  const { seconds } = emitter
  if (isSeen(world, emitter.eid)) {
    seconds[Seconds.left] = Infinity
    if (emitter.isStale && isPictured(world, emitter)) workOut(particles, emitter)
  } else if (!(now[0]! >= seconds[Seconds.left]!)) seconds[Seconds.left] = now[0]!
  else if (now[0]! - seconds[Seconds.left]! > KEEP) {
    releaseRows(particles, emitter)
    return
  }
  stats.particles += emitter.alive
}
