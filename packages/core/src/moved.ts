import type { IdList } from './collections/id-list.js'
import { createIdList } from './collections/id-list.js'
import type { IdSet } from './collections/id-set.js'
import { addId, createIdSet, removeId } from './collections/id-set.js'
import { onLeave, requireAlive } from './lives.js'
import type { Resource } from './resource.js'
import { defineResource, resource, setResource } from './resource.js'
import type { World } from './state.js'
import { coreState } from './state.js'

/** What waits for `propagateTransforms`, and what came out of it. */
export type Moves = {
  /** Touched since the last run, each id once. */
  readonly touched: IdSet
  /** The result of the last run. */
  readonly moved: IdList
}

/** The token that `setupCore` fills. */
export const MovesOfWorld: Resource<Moves> = defineResource('Moves', 'setupCore(world, { capacity })')

/** Makes both lists with room for every entity. An entity that leaves is taken out of the touched ones. */
export function setupMoves(world: World): void {
  const { arena, capacity } = coreState(world)
  const touched = createIdSet(capacity, arena)
  setResource(world, MovesOfWorld, { touched, moved: createIdList(capacity + 1, arena) })
  onLeave(world, (eid) => removeId(touched, eid))
}

/**
 * The ids whose `WorldMatrix` was recomputed by the last `propagateTransforms`, or that were given to
 * `markMoved` before it; new ones are among them. Each once, parents before their children. Valid until the
 * next `propagateTransforms`; whoever was destroyed since may still be in it.
 */
export function moved(world: World): IdList {
  return resource(world, MovesOfWorld).moved
}

/**
 * Says that the game has written the `WorldMatrix` or `WorldBounds` of this entity by itself. It will be in
 * the next moved list, and whatever hangs below it follows. Throws an `Error` if the entity does not exist.
 */
export function markMoved(world: World, eid: number): void {
  requireAlive(coreState(world), eid, 'markMoved')
  addId(resource(world, MovesOfWorld).touched, eid)
}

/** As `markMoved`, for an id that is known to be alive. */
export function touch(world: World, eid: number): void {
  addId(resource(world, MovesOfWorld).touched, eid)
}
