import { setCounter, type World } from '@sightline/core'
import { followEdits } from '../world/ground-occluder.js'
import { terrainState } from '../world/terrain-state.js'

/**
 * Brings the ground's occluder up to date with the edits since its last run, and lets it hide things again. Reads: edited heights and cells.
 * Writes: the terrain's `Occluder`, and the counter `terrain.edits` (edits that were worked off).
 */
export function streamTerrain(world: World): void {
  const { occluder, tree } = terrainState(world)
  setCounter(world, 'terrain.edits', occluder === null ? 0 : followEdits(world, occluder, tree))
}
