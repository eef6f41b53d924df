/** Edits of the ground while the game runs. */
import type { World } from '@sightline/core'
import { type GridRect, writeCells, writeHeights } from '../heightfield/edit.js'
import type { CellKind } from '../heightfield/heightfield.js'
import { followField } from './follow-field.js'
import { type TerrainEditListener, terrainState } from './terrain-state.js'

/**
 * Replaces heights in a rectangle of samples, metres, row by row. Queries, boxes and patches follow at once, the occluder with the next
 * `streamTerrain`; until then the ground hides nothing.
 * Throws a `RangeError` that names what is wrong; nothing is changed then.
 */
export function setTerrainHeights(world: World, rect: GridRect, heights: ArrayLike<number>): void {
  const state = terrainState(world)
  writeHeights(state.tree.field, rect, heights, 'setTerrainHeights')
  followField(world, state)
}

/**
 * Says what the cells of a rectangle are: see `setCells`. A hole has no ground and hides nothing.
 * Throws a `RangeError` or `TypeError` that names what is wrong; nothing is changed then.
 */
export function setTerrainCells(world: World, rect: GridRect, kind: CellKind): void {
  const state = terrainState(world)
  writeCells(state.tree.field, rect, kind, 'setTerrainCells')
  followField(world, state)
}

/**
 * Calls back after each edit with the samples that it touched, for whoever keeps something that hangs on them: a drawing, a physics engine.
 * Of edits that another world made in the same heightfield it hears when this world follows them: in `selectTerrain` at the latest.
 * Returns a function that ends it.
 */
export function onTerrainEdit(world: World, listener: TerrainEditListener): () => void {
  const { listeners } = terrainState(world)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
