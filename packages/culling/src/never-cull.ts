import { addId, type Component, defineComponent, removeId, type World } from '@sightline/core'
import { observe, onAdd, onRemove, query } from 'bitecs'
import { depart } from './members.js'
import { type CullingState, EntityFlag } from './state.js'

/**
 * Set by the game: an entity with this tag is in every view's list, wherever it is and whatever its size, with or without
 * bounds: a sky, a cloud of GPU particles, one's own hands. Only `Visibility` and `Layers` can take it out, and a view
 * whose picture has no area.
 */
// biome-ignore lint/complexity/noBannedTypes: a tag has no fields
export const NeverCull: Component<{}> = defineComponent('NeverCull', {})

/** Follows who has `NeverCull`. Part of `setupCulling`. */
export function setupNeverCull(world: World, state: CullingState): void {
  const { flags, neverCull } = state
  const added = (eid: number): void => {
    flags[eid] = flags[eid]! | EntityFlag.neverCull
    addId(neverCull, eid)
    state.filtersChanged = true
  }
  observe(world, onAdd(NeverCull), added)
  observe(world, onRemove(NeverCull), (eid) => {
    flags[eid] = flags[eid]! & ~EntityFlag.neverCull
    removeId(neverCull, eid)
    depart(state, eid)
    state.filtersChanged = true
  })
  for (const eid of query(world, [NeverCull])) added(eid)
}
