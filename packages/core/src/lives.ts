import { getAllEntities, Not, observe, onAdd, onRemove, removeEntity } from 'bitecs'
import type { CoreState, World } from './state.js'
import { coreState, IdFlag } from './state.js'

/**
 * An entity that can be told from a later one with the same id. A plain number, good for storing and sending:
 * generation * 2^26 + id.
 */
export type Handle = number & { readonly isHandle: true }

/** Handles have 26 bits for the id. */
export const MAX_CAPACITY: number = 2 ** 26 - 1

const HANDLE_ID_RANGE = 2 ** 26
const GENERATION_MASK = 2 ** 27 - 1

/** Given to no entity, so that `Not(NeverAdded)` holds for every entity and its observers see every life. */
const NeverAdded = {}

/**
 * Begins to follow the entities of a world, whoever makes and removes them: ours or bitECS's own functions.
 * `whenBorn` runs for each new id and for those that exist already.
 */
export function followLives(world: World, whenBorn: (eid: number) => void): void {
  const state = coreState(world)
  const begin = (eid: number): void => {
    if (eid > state.capacity) refuseEntity(world, eid, state.capacity)
    // A prefab that was made before setupCore leaves without notice.
    if (state.flags[eid] !== 0) endLife(state, eid)
    state.flags[eid] = IdFlag.alive
    whenBorn(eid)
  }
  observe(world, onAdd(Not(NeverAdded)), begin)
  observe(world, onRemove(Not(NeverAdded)), (eid) => endLife(state, eid))
  for (const eid of getAllEntities(world)) begin(eid)
}

/** bitECS has made the entity before it asks: take it back, then say why. */
function refuseEntity(world: World, eid: number, capacity: number): never {
  removeEntity(world, eid)
  throw new RangeError(
    `entity ${eid} is above the capacity of ${capacity}: raise \`capacity\` in createWorld or setupCore`,
  )
}

function endLife(state: CoreState, eid: number): void {
  if (eid > state.capacity || state.flags[eid] === 0) return
  for (let i = 0; i < state.leaveCallbacks.length; i++) state.leaveCallbacks[i]!(eid)
  state.flags[eid] = 0
  state.generations[eid] = (state.generations[eid]! + 1) & GENERATION_MASK
}

/**
 * Calls back for each entity that leaves, at once, while its columns can still be read: to clear what is
 * stored by id, before bitECS gives the id to another. The callback must not make or remove entities or
 * components.
 */
export function onLeave(world: World, callback: (eid: number) => void): void {
  coreState(world).leaveCallbacks.push(callback)
}

/**
 * How often this id has been given back, modulo 2^27. bitECS gives ids out again at once and its own versions
 * do not fit columns, so we count for ourselves.
 */
export function generation(world: World, eid: number): number {
  const state = coreState(world)
  if (!(eid >= 1 && eid <= state.capacity)) {
    throw new RangeError(`generation: eid is ${eid}, expected 1 to ${state.capacity}`)
  }
  return state.generations[eid]!
}

/** A handle of an entity, to keep across frames. Throws an `Error` if the entity does not exist. */
export function handle(world: World, eid: number): Handle {
  requireAlive(coreState(world), eid, 'handle')
  return (generation(world, eid) * HANDLE_ID_RANGE + eid) as Handle
}

/** The entity id in a handle, whether or not it is alive. */
export function entityOf(value: Handle): number {
  return value % HANDLE_ID_RANGE
}

/**
 * Whether the entity of this handle still exists: false once its id has left, however often it was given out
 * again.
 */
export function isAlive(world: World, value: Handle): boolean {
  const state = coreState(world)
  const eid = entityOf(value)
  if (((state.flags[eid] ?? 0) & IdFlag.alive) === 0) return false
  return state.generations[eid] === Math.floor(value / HANDLE_ID_RANGE)
}

/** Throws for an id that no living entity has; `caller` begins the message. */
export function requireAlive(state: CoreState, eid: number, caller: string): void {
  if (((state.flags[eid] ?? 0) & IdFlag.alive) === 0) {
    throw new Error(`${caller}: entity ${eid} does not exist in this world`)
  }
}
