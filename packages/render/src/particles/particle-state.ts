import type { MovedReader } from '@sightline/core'
import type { EffectStore } from './effect-store.js'
import type { EmitterState } from './emitter-state.js'
import type { ParticlePool } from './particle-pool.js'
import type { Trail } from './trail.js'

/** What render keeps of particles for one world; made with the first effect. */
export type ParticleState = {
  readonly effects: EffectStore
  readonly pool: ParticlePool
  /** By entity: its place in `emitters`, 0 is "none". */
  readonly slots: Uint32Array
  /** By entity: what `setEmitter` gave it beside its emitter, as bits. */
  readonly given: Uint8Array
  readonly emitters: (EmitterState | undefined)[]
  readonly freeSlots: number[]
  /** Those that are worked out: they have rows. */
  readonly held: EmitterState[]
  /** Those that have moved while particles live that were born before. */
  readonly trailing: EmitterState[]
  /** Started since they were followed last. */
  readonly fresh: EmitterState[]
  /** Lost their `UpdateRate`; those that are gone or scheduled again are taken out in the next frame. */
  readonly unscheduled: EmitterState[]
  /** Trails that are not in use. */
  readonly spareTrails: Trail[]
  readonly moves: MovedReader
  /** World boxes by entity, 8 floats each. */
  readonly boxes: Float32Array
  readonly matrices: Float32Array
  /**
   * [0]: the clock of the world, as the scheduler rounds it; [1]: the same when emitters were followed
   * before.
   */
  readonly now: Float64Array
  /** The frame in which emitters were followed last. */
  followed: number
  /** Boxes are written after culling, and count from the next frame on. */
  isLate: boolean
  readonly stats: ParticleStats
}

/** What the last frame did. The object stays the same. */
export type ParticleStats = {
  /** Entities with an emitter. */
  emitters: number
  /** Of these, had a turn. */
  due: number
  /** Of these, were worked out. */
  evaluated: number
  /** Are seen, or were until just now, or are kept: their particles are at hand. */
  held: number
  /** Particles of those that are held. */
  particles: number
  /** Particles that were packed, over all views. */
  drawn: number
  /** Effects that are kept: those that are not destroyed, and those that some emitter still has. */
  effects: number
  /** Bytes that all particles take, those that nobody sees now included. */
  bytes: number
}

export function createParticleStats(): ParticleStats {
  return { emitters: 0, due: 0, evaluated: 0, held: 0, particles: 0, drawn: 0, effects: 0, bytes: 0 }
}
