import type { World as BitWorld } from 'bitecs'
import type { Arena } from './memory.js'

/** A bitECS world: what bitECS's `createWorld` or ours returns. */
export type World = BitWorld & object

/**
 * What core keeps for one world. It hangs on the world object itself, so that finding it is one property
 * read.
 */
export type CoreState = {
  readonly arena: Arena
  /** The highest entity id; arrays by id have one row more, since bitECS ids start at 1. */
  readonly capacity: number
  /** What is known of each id: bits of `IdFlag`. */
  readonly flags: Uint8Array
  /** How often each id has left, modulo 2^27. */
  readonly generations: Uint32Array
  /** Called for each id that leaves, in order of registration. */
  readonly leaveCallbacks: ((eid: number) => void)[]
  /** Typed columns by component number. */
  readonly columns: (object | undefined)[]
  /** Resources by resource number; `undefined` is "not set". */
  readonly resources: unknown[]
}

/** Bits of `CoreState.flags`. */
export const IdFlag: {
  /** The entity exists. */
  readonly alive: 1
  /** It has `Transform`. */
  readonly transform: 2
  /** Its world matrix holds something that is not a finite number. */
  readonly broken: 4
  /** It has a parent or a child. */
  readonly linked: 8
  /** It is touched by `setPosition` alone: of its matrix only the place is out of date. */
  readonly shifted: 16
} = { alive: 1, transform: 2, broken: 4, linked: 8, shifted: 16 }

const $core = Symbol('sightline.core')

type WorldWithCore = { [$core]?: CoreState }

/** The state of a world that is set up. Throws a clear error for one that is not. */
export function coreState(world: World): CoreState {
  const state = (world as WorldWithCore)[$core]
  if (state === undefined) {
    throw new Error('core is not set up for this world: call setupCore(world, { capacity }) first')
  }
  return state
}

/** Whether `setupCore` was called for this world. */
export function hasCore(world: World): boolean {
  return (world as WorldWithCore)[$core] !== undefined
}

/** Hangs the state on the world, hidden from enumeration. */
export function attachCore(world: World, state: CoreState): void {
  Object.defineProperty(world, $core, { value: state, enumerable: false, configurable: true })
}

/** Takes the state off again, when the set-up fails half way. */
export function detachCore(world: World): void {
  delete (world as WorldWithCore)[$core]
}
