import { setCounter, type World } from '@sightline/core'
import { forgetEntity } from '../members.js'
import { flushMoved, insertFromColumn, remove } from '../spatial/index.js'
import { culling, EntityFlag } from '../state.js'

/**
 * Brings the octree up to date: who left goes out first, then who joined comes in, then those that moved are
 * moved.
 * Reads: the lists `left`, `joined` and `changed` of the culling state, WorldBounds. Writes: the octree, what
 * views remember of ids that left, and the counters `culling.joined` and `culling.removed`.
 */
export function updateOctree(world: World): void {
  const state = culling(world)
  const { octree, left, joined, changed } = state
  if (!state.boundsPending) {
    // Nothing is new since the last time.
    flushMoved(octree, changed.ids, 0)
    return
  }
  for (let i = 0; i < left.count; i++) {
    const eid = left.ids[i]!
    remove(octree, eid)
    forgetEntity(state, eid)
  }
  insertFromColumn(octree, joined.ids, joined.count)
  for (let i = 0; i < joined.count; i++) {
    const eid = joined.ids[i]!
    state.flags[eid] = state.flags[eid]! | EntityFlag.indexed
  }
  flushMoved(octree, changed.ids, changed.count)
  state.boundsPending = false
  state.listsUnseen = left.count + joined.count + changed.count > 0
  setCounter(world, 'culling.joined', joined.count)
  setCounter(world, 'culling.removed', left.count)
}
