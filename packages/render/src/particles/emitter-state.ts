import type { Effect } from './effect.js'
import { POSE, type Trail } from './trail.js'

/**
 * Seconds that are kept of an emitter, by place in `EmitterState.seconds`. In an array, so that a new value
 * makes no object.
 */
export const Seconds: {
  /** Its own clock at its last turn: 0 when it started, plus the prewarming. */
  readonly clock: 0
  /** The world's clock then, or when it started. */
  readonly at: 1
  /** Its clock when it was stopped. */
  readonly stopped: 2
  /** The world's clock in the first frame in which nobody saw it; Infinity: it is seen. */
  readonly left: 3
} = { clock: 0, at: 1, stopped: 2, left: 3 }

/** What is known of one emitter. */
export type EmitterState = {
  readonly eid: number
  readonly effect: Effect
  seed: number
  readonly seconds: Float64Array
  /** By stream: the number that is born next. */
  readonly born: Float64Array
  /** Its first row in the pool; -1: nothing of it is worked out. */
  firstRow: number
  /** Particles that were alive at its last turn, of those that are worked out. */
  alive: number
  /** Turns in which particles were worked out. */
  turns: number
  /** Where it is: three columns, and the place in the world. */
  readonly pose: Float32Array
  /** See `writeReach`. */
  readonly reach: Float64Array
  /** It has been followed once since it started. */
  isPlaced: boolean
  /** Since it was worked out last it started, moved and its particles with it, or had a turn. */
  isStale: boolean
  /** It lost its `UpdateRate`, and has a turn in each frame until the scheduler gives it one again. */
  isUnscheduled: boolean
  trail: Trail | undefined
  /** Places in the lists of those that are worked out and that trail; -1: in none. */
  heldAt: number
  trailingAt: number
}

export function createEmitterState(eid: number, effect: Effect, seed: number): EmitterState {
  return {
    eid,
    effect,
    seed,
    seconds: new Float64Array([effect.prewarm, 0, Infinity, Infinity]),
    born: new Float64Array(effect.streams.length),
    firstRow: -1,
    alive: 0,
    turns: 0,
    pose: new Float32Array(POSE),
    reach: new Float64Array(6),
    isPlaced: false,
    isStale: false,
    isUnscheduled: false,
    trail: undefined,
    heldAt: -1,
    trailingAt: -1,
  }
}
