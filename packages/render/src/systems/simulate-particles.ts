import { setCounter, time, type World, warnOnce } from '@sightline/core'
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

/** Seconds for which the particles of an emitter that nobody sees any more stay at hand. */
const KEEP = 0.5
/** Seconds below which a turn has lost none: the clock's own steps. */
const NOTHING = 2 ** -19

/**
 * Moves the clocks of the emitters that are due, and works out the particles of those that some view sees.
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
  const start = performance.now()
  const { ids, seconds, count } = due(world, ParticleUpdates)
  for (let i = 0; i < count; i++) {
    const emitter = emitters[slots[ids[i]!]!]
    if (emitter === undefined) continue
    stats.due++
    passed[0] = seconds[i]!
    turn(world, particles, emitter, frame)
  }
  stats.particles = 0
  for (let i = held.length - 1; i >= 0; i--) rest(world, particles, held[i]!, frame)
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

function turn(world: World, particles: ParticleState, emitter: EmitterState, frame: number): void {
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
  emitter.frame = frame
  // One that was started after `trackEmitters` has no place yet.
  if (!emitter.isPlaced) return
  if (effect.whenHidden !== 'keep' && !isSeen(world, emitter.eid)) return
  seconds[Seconds.seen] = now
  holdRows(particles, emitter)
  evaluate(particles.pool, emitter)
  particles.stats.evaluated++
}

/**
 * Those that had no turn: particles that move along do so all the same, and rows that nobody has seen for a
 * while are given back.
 */
function rest(world: World, particles: ParticleState, emitter: EmitterState, frame: number): void {
  const { stats, now } = particles
  const { seconds } = emitter
  if (seconds[Seconds.seen] !== now[0]) {
    const seen = isSeen(world, emitter.eid)
    if (seen) seconds[Seconds.seen] = now[0]!
    else if (now[0]! - seconds[Seconds.seen]! > KEEP) {
      releaseRows(particles, emitter)
      return
    }
    if (seen && emitter.frame !== frame && emitter.isStale) evaluate(particles.pool, emitter)
  }
  stats.particles += emitter.alive
}
