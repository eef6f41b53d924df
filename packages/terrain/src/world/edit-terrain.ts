/** Edits of the ground while the game runs. */
import type { World } from '@sightline/core'
import { type GridRect, setCells } from '../heightfield/edit.js'
import type { CellKind } from '../heightfield/heightfield.js'
import { setTreeHeights } from '../quadtree/terrain.js'
import { outdateOccluder } from './ground-occluder.js'
import { setGroundBox } from './setup-terrain.js'
import { type TerrainEditListener, terrainState } from './terrain-state.js'
import { updateTiles } from './tiles.js'

/**
 * Replaces heights in a rectangle of samples, metres, row by row. Queries, boxes and patches follow at once, the occluder with the next
 * `streamTerrain`; until then the ground hides nothing.
 * Throws a `RangeError` that names what is wrong; nothing is changed then.
 */
export function setTerrainHeights(world: World, rect: GridRect, heights: ArrayLike<number>): void {
  const state = terrainState(world)
  const { tree, tiles, entity, occluder, listeners } = state
  setTreeHeights(tree, rect, heights)
  updateTiles(world, tree, tiles, rect)
  setGroundBox(world, entity, tree)
  if (occluder !== null) outdateOccluder(world, occluder, rect)
  for (const listener of listeners) listener(rect)
}

/**
 * Says what the cells of a rectangle are: see `setCells`. A hole has no ground and hides nothing.
 * Throws a `RangeError` or `TypeError` that names what is wrong; nothing is changed then.
 */
export function setTerrainCells(world: World, rect: GridRect, kind: CellKind): void {
  const { tree, occluder, listeners } = terrainState(world)
  setCells(tree.field, rect, kind)
  const { column, row } = rect
  const samples = { column, row, columns: rect.columns + 1, rows: rect.rows + 1 }
  if (occluder !== null) outdateOccluder(world, occluder, samples)
  for (const listener of listeners) listener(samples)
}

/**
 * Calls back after each edit with the samples that it touched, for whoever keeps something that hangs on them: a drawing, a physics engine.
 * Returns a function that ends it.
 */
export function onTerrainEdit(world: World, listener: TerrainEditListener): () => void {
  const { listeners } = terrainState(world)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
