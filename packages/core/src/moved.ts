import type { IdList } from './collections/id-list.js'
import { createIdList } from './collections/id-list.js'
import type { IdSet } from './collections/id-set.js'
import { addId, clearIdSet, createIdSet, removeId } from './collections/id-set.js'
import { onLeave, requireAlive } from './lives.js'
import type { Resource } from './resource.js'
import { defineResource, resource, setResource } from './resource.js'
import type { World } from './state.js'
import { coreState, IdFlag } from './state.js'

/** What waits for `propagateTransforms`, and what came out of it. */
export type Moves = {
  /** Touched since the last run, each id once. */
  readonly touched: IdSet
  /** The result of the last run. */
  readonly moved: IdList
  /** The number of the last run; 0 before the first. */
  run: number
  readonly readers: MovedReader[]
}

/**
 * Someone who must see every move, however often `propagateTransforms` runs before it looks: see
 * `createMovedReader`.
 */
export type MovedReader = {
  /** The run whose list was read last. */
  run: number
  /** Moved in runs that were missed, each id once; null until a run is missed. */
  backlog: IdSet | null
  /** The backlog was handed out and is to be emptied. */
  handedOut: boolean
}

const NONE: IdList = createIdList(0)

/** The token that `setupCore` fills. */
export const MovesOfWorld: Resource<Moves> = defineResource('Moves', 'setupCore(world, { capacity })')

/** Makes both lists with room for every entity. An entity that leaves is taken out of the touched ones. */
export function setupMoves(world: World): void {
  const { arena, capacity } = coreState(world)
  const touched = createIdSet(capacity, arena)
  const readers: MovedReader[] = []
  setResource(world, MovesOfWorld, { touched, moved: createIdList(capacity + 1, arena), run: 0, readers })
  onLeave(world, (eid) => {
    removeId(touched, eid)
    for (let i = 0; i < readers.length; i++) {
      const { backlog } = readers[i]!
      if (backlog !== null) removeId(backlog, eid)
    }
  })
}

/**
 * The ids whose `WorldMatrix` was recomputed by the last `propagateTransforms`, or that were given to
 * `markMoved` before it; new ones are among them. Each once, parents before their children. Valid until the
 * next `propagateTransforms`; whoever was destroyed since may still be in it. A system that must see every
 * move, also when `propagateTransforms` runs twice before it, makes a reader: `createMovedReader`.
 */
export function moved(world: World): IdList {
  return resource(world, MovesOfWorld).moved
}

/**
 * Makes a reader of moved lists that misses none: what moved in runs of `propagateTransforms` between two of
 * its `readMoved` is kept for it. Make one for each system that follows moves, once, and read it in every
 * frame; one that reads after every run costs nothing. The first read gives the list of the last run.
 */
export function createMovedReader(world: World): MovedReader {
  const { readers, run } = resource(world, MovesOfWorld)
  const reader: MovedReader = { run: run - 1, backlog: null, handedOut: false }
  readers.push(reader)
  return reader
}

/**
 * The ids that moved since this reader read last: `moved(world)` if that was before the last
 * `propagateTransforms`, more if that ran several times, none if it did not run. Each id once; after a run
 * was missed, in no promised order. Valid until the next `propagateTransforms` or `readMoved`; whoever was
 * destroyed since may still be in it.
 */
export function readMoved(world: World, reader: MovedReader): IdList {
  const moves = resource(world, MovesOfWorld)
  const { moved, run } = moves
  const { backlog } = reader
  emptyIfHandedOut(reader)
  if (reader.run === run) return NONE
  reader.run = run
  if (backlog === null || backlog.count === 0) return moved
  for (let i = 0; i < moved.count; i++) addId(backlog, moved.ids[i]!)
  reader.handedOut = true
  return backlog
}

/** Keeps the last list for the readers that have not read it, and begins a new run. */
export function beginMoves(world: World): void {
  const moves = resource(world, MovesOfWorld)
  const { readers, moved, run } = moves
  for (let r = 0; r < readers.length; r++) {
    const reader = readers[r]!
    emptyIfHandedOut(reader)
    if (reader.run === run || moved.count === 0) continue
    reader.backlog ??= createIdSet(coreState(world).capacity)
    for (let i = 0; i < moved.count; i++) addId(reader.backlog, moved.ids[i]!)
  }
  moves.run = run + 1
}

function emptyIfHandedOut(reader: MovedReader): void {
  if (!reader.handedOut) return
  if (reader.backlog !== null) clearIdSet(reader.backlog)
  reader.handedOut = false
}

/**
 * Says that the game has written the `WorldMatrix` or `WorldBounds` of this entity by itself. It will be in
 * the next moved list, and whatever hangs below it follows. Throws an `Error` if the entity does not exist.
 */
export function markMoved(world: World, eid: number): void {
  requireAlive(coreState(world), eid, 'markMoved')
  touch(world, eid)
}

/** As `markMoved`, for an id that is known to be alive. */
export function touch(world: World, eid: number): void {
  touchWhole(coreState(world).flags, resource(world, MovesOfWorld).touched, eid)
}

/** Puts an id into the touched set, and has its whole matrix computed. */
export function touchWhole(flags: Uint8Array, touched: IdSet, eid: number): void {
  flags[eid] = flags[eid]! & ~IdFlag.shifted
  addId(touched, eid)
}
