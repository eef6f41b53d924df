/** Effects and emitters of a world. */
import {
  capacity,
  columns,
  createMovedReader,
  markMoved,
  onLeave,
  Transform,
  time,
  type World,
  WorldMatrix,
} from '@sightline/core'
import { expectOptions } from '@sightline/core/checks'
import {
  Bounds,
  clearUpdateRate,
  setUpdateRate,
  type UpdatePolicy,
  UpdateRate,
  WorldBounds,
} from '@sightline/culling'
import { addComponent, hasComponent, observe, onRemove, removeComponent } from 'bitecs'
import { toTicks } from '../animation/playback.js'
import { renderState } from '../state.js'
import type { Effect } from './effect.js'
import type { EffectSettings, WhenHidden } from './effect-settings.js'
import { addEffect, createEffectStore, dropEffect, effectAt, leaveEffect } from './effect-store.js'
import { Emitter } from './emitter-component.js'
import { createEmitterState, type EmitterState, Seconds } from './emitter-state.js'
import { dropTrail } from './follow-emitters.js'
import { holdRows, releaseRows } from './hold.js'
import { createDrawable } from './particle-drawable.js'
import { createParticlePool, poolBytes } from './particle-pool.js'
import { createParticleStats, type ParticleState, type ParticleStats } from './particle-state.js'
import { ParticleUpdates } from './particle-updates.js'

/** An effect that was handed over with `createEffect`. Positive; 0 is "none". */
export type EffectHandle = number

/**
 * Takes over a kind of particles. Throws a `TypeError` or `RangeError` that names the field, or says that the
 * images of all effects no longer fit into a texture of 2048 x 2048 pixels; nothing is changed then.
 */
export function createEffect(world: World, settings: EffectSettings): EffectHandle {
  const { effects, held } = particlesOf(world)
  const { layout } = effects.atlas
  const handle = addEffect('createEffect', effects, settings)
  // Images have moved: who has no turn in the next frame would show what lies there now.
  if (effects.atlas.layout !== layout) for (const emitter of held) emitter.isStale = true
  return handle
}

/**
 * Gives an effect back. Emitters that have it go on as before, `startEmitter` included; with the last of them
 * it is gone, and the room of its image is free if no other effect shows it. The handle is not given out
 * again. Throws a `RangeError` for an effect that does not exist or is destroyed already.
 */
export function destroyEffect(world: World, effect: EffectHandle): void {
  dropEffect('destroyEffect', particlesOf(world).effects, effect)
}

export type EmitterSettings = {
  readonly effect: EffectHandle
  /** The same seed, the same particles. A whole number, of which 32 bits count. Default: the entity's id. */
  readonly seed?: number
}

/**
 * Makes an entity throw out particles, from now on. It gets the components `Emitter`, `WorldBounds` and
 * `UpdateRate` if it has them not, and `ParticleUpdates` with the rates of the effect's `whenHidden`. Who
 * is to throw out no more, and to lose at once what flies, is rid of it all by `removeComponent(world,
 * eid, Emitter)`: what it had before stays. Throws an `Error` if it has no `Transform`, or has `Bounds`; a
 * `RangeError` for an effect that does not exist or is destroyed, or a seed that is not whole.
 */
export function setEmitter(world: World, eid: number, settings: EmitterSettings): void {
  const caller = 'setEmitter'
  const state = particlesOf(world)
  expectOptions(caller, settings, { effect: true, seed: true })
  const { effect: handle, seed = eid } = settings
  const effect = effectAt(caller, state.effects, handle)
  if (!Number.isInteger(seed)) throw new RangeError(`${caller}: seed is ${seed}, expected a whole number`)
  if (!hasComponent(world, eid, Transform))
    throw new Error(`${caller}: entity ${eid} has no Transform: add the component first`)
  if (hasComponent(world, eid, Bounds))
    throw new Error(
      `${caller}: entity ${eid} has Bounds, and an emitter's box is that of its particles: make it a child of the entity`,
    )
  if (!hasComponent(world, eid, Emitter)) addComponent(world, eid, Emitter)
  for (const [component, bit] of GIVEN) {
    if (hasComponent(world, eid, component)) continue
    addComponent(world, eid, component)
    state.given[eid] = state.given[eid]! | bit
  }
  columns(world, Emitter).effect[eid] = handle
  setUpdateRate(world, eid, ParticleUpdates, POLICIES[effect.whenHidden])
  begin(world, state, eid, effect, seed | 0)
}

/** Components that `setEmitter` gives, and their bits in `ParticleState.given`. */
const GIVEN = [
  [WorldBounds, 1],
  [UpdateRate, 2],
] as const

const POLICIES: Readonly<Record<WhenHidden, UpdatePolicy>> = {
  pause: { hidden: 'stop', outside: 'stop', beyond: 'stop' },
  clock: { hidden: 'clock', outside: 'clock', beyond: 'clock' },
  keep: { hidden: 'every-frame', outside: 'every-frame', beyond: 'every-frame' },
}

/** An emitter with another effect begins as a new one. */
function begin(world: World, state: ParticleState, eid: number, effect: Effect, seed: number): void {
  const before = state.emitters[state.slots[eid]!]
  const emitter = createEmitterState(eid, effect, seed)
  const isHeld = before !== undefined && before.firstRow >= 0
  if (before !== undefined) forget(state, eid)
  effect.emitters++
  const slot = state.freeSlots.pop() ?? state.emitters.length
  state.emitters[slot] = emitter
  state.slots[eid] = slot
  state.stats.emitters++
  restart(world, state, emitter)
  if (!isHeld) return
  // Who sees it sees the new one in the next frame, before its turn.
  emitter.seconds[Seconds.left] = before.seconds[Seconds.left]!
  holdRows(state, emitter)
}

/**
 * Starts an emitter anew where it is now, as when it is taken from a pool and put elsewhere: its particles of
 * before are gone, its clock is 0 again, or its effect's `prewarm`. With another `seed` they fly differently.
 * Throws an `Error` if the entity has no emitter, a `RangeError` for a seed that is not whole.
 */
export function startEmitter(world: World, eid: number, seed?: number): void {
  const state = particlesOf(world)
  const emitter = emitterOf(state, eid, 'startEmitter')
  if (seed !== undefined && !Number.isInteger(seed))
    throw new RangeError(`startEmitter: seed is ${seed}, expected a whole number`)
  if (seed !== undefined) emitter.seed = seed | 0
  restart(world, state, emitter)
}

function restart(world: World, state: ParticleState, emitter: EmitterState): void {
  const { seconds, effect } = emitter
  seconds[Seconds.clock] = effect.prewarm
  seconds[Seconds.stopped] = Infinity
  seconds[Seconds.at] = toTicks(time(world).now)
  emitter.born.fill(0)
  emitter.alive = 0
  emitter.isPlaced = false
  emitter.isStale = false
  dropTrail(state, emitter)
  state.fresh.push(emitter)
  // Its box is renewed in the next frame, even if it stays where it is.
  markMoved(world, emitter.eid)
}

/**
 * No more particles are born; those that live stay until they die. Throws an `Error` if the entity has no
 * emitter.
 */
export function stopEmitter(world: World, eid: number): void {
  const emitter = emitterOf(particlesOf(world), eid, 'stopEmitter')
  const { seconds } = emitter
  const now = toTicks(time(world).now)
  const passed = Math.max(0, now - seconds[Seconds.at]!)
  const runs = emitter.effect.whenHidden !== 'pause'
  seconds[Seconds.stopped] = Math.min(
    seconds[Seconds.stopped]!,
    seconds[Seconds.clock]! + (runs ? passed : 0),
  )
}

/** What an emitter is at. */
export type EmitterInfo = {
  /** Seconds of its own clock at its last turn. */
  readonly clock: number
  /** Particles that were alive then; of one that is not worked out, `undefined`. */
  readonly particles: number | undefined
}

/** What an emitter is at; a new object. Throws an `Error` if the entity has no emitter. */
export function emitterInfo(world: World, eid: number): EmitterInfo {
  const { seconds, firstRow, isStale, alive } = emitterOf(particlesOf(world), eid, 'emitterInfo')
  return { clock: seconds[Seconds.clock]!, particles: firstRow < 0 || isStale ? undefined : alive }
}

/** What the last frame did. Always the same object. */
export function particleStats(world: World): Readonly<ParticleStats> {
  const { stats, pool, effects } = particlesOf(world)
  stats.effects = effects.kept
  stats.bytes = poolBytes(pool)
  return stats
}

function emitterOf({ slots, emitters }: ParticleState, eid: number, caller: string): EmitterState {
  const emitter = emitters[slots[eid] ?? 0]
  if (emitter === undefined) throw new Error(`${caller}: entity ${eid} has no emitter: call setEmitter first`)
  return emitter
}

function forget(state: ParticleState, eid: number): void {
  const slot = state.slots[eid]!
  const emitter = state.emitters[slot]
  if (emitter === undefined) return
  dropTrail(state, emitter)
  releaseRows(state, emitter)
  leaveEffect(state.effects, emitter.effect)
  state.emitters[slot] = undefined
  state.freeSlots.push(slot)
  state.slots[eid] = 0
  state.stats.emitters--
}

/** A box that nobody moves any more would stay in the views for good. */
function takeBack(world: World, { given }: ParticleState, eid: number): void {
  const bits = given[eid]!
  given[eid] = 0
  // Of an entity that is destroyed as a whole bitECS calls this while it still has everything.
  if (hasComponent(world, eid, Emitter)) return
  for (const [component, bit] of GIVEN) if ((bits & bit) !== 0) removeComponent(world, eid, component)
}

/** The particles of a world, made on first use. */
export function particlesOf(world: World): ParticleState {
  const render = renderState(world)
  if (render.particles !== undefined) return render.particles
  const state: ParticleState = {
    effects: createEffectStore(),
    pool: createParticlePool(),
    slots: new Uint32Array(capacity(world) + 1),
    given: new Uint8Array(capacity(world) + 1),
    emitters: [undefined],
    freeSlots: [],
    held: [],
    trailing: [],
    fresh: [],
    unscheduled: [],
    spareTrails: [],
    moves: createMovedReader(world),
    boxes: columns(world, WorldBounds).box,
    matrices: columns(world, WorldMatrix).matrix,
    now: new Float64Array(2),
    followed: -1,
    isLate: false,
    stats: createParticleStats(),
  }
  render.particles = state
  render.drawables.push(createDrawable(world, state))
  const { effect } = columns(world, Emitter)
  observe(world, onRemove(Emitter), (eid) => {
    effect[eid] = 0
    clearUpdateRate(world, eid, ParticleUpdates)
    forget(state, eid)
    takeBack(world, state, eid)
  })
  observe(world, onRemove(UpdateRate), (eid) => {
    const emitter = state.emitters[state.slots[eid]!]
    if (emitter === undefined || emitter.isUnscheduled) return
    emitter.isUnscheduled = true
    state.unscheduled.push(emitter)
  })
  onLeave(world, (eid) => forget(state, eid))
  return state
}
