import { setCounter, type World } from '@sightline/core'
import { followField } from '../world/follow-field.js'
import { followEdits } from '../world/ground-occluder.js'
import { terrainIfAny } from '../world/terrain-state.js'

/**
 * Brings the ground's occluder up to date with the edits since its last run, and lets it hide things again. Reads: edited heights and cells.
 * Writes: the terrain's `Occluder`, and the counter `terrain.edits` (edits that were worked off). In a world
 * without terrain it does nothing.
 */
export function streamTerrain(world: World): void {
  const state = terrainIfAny(world)
  if (state === null) return
  followField(world, state)
  const { occluder, tree } = state
  setCounter(world, 'terrain.edits', occluder === null ? 0 : followEdits(world, occluder, tree))
}
