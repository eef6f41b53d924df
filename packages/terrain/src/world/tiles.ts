/**
 * Tiles: squares of the ground that are entities with `Bounds`, so that culling finds which of them a view sees, with its planes, layers and
 * occlusion, as of everything else. They stand where they are for good; only their boxes follow the heights.
 */
import {
  type Component,
  capacity,
  defineComponent,
  destroy,
  setParent,
  spawn,
  type World,
} from '@sightline/core'
import { Bounds, Layers, setBox, setLayers, visible } from '@sightline/culling'
import type { GridRect } from '../heightfield/edit.js'
import { cellBox } from '../quadtree/bounds.js'
import type { TileMask } from '../quadtree/cull-patches.js'
import type { TerrainGrid } from '../quadtree/grid.js'
import type { TerrainTree } from '../quadtree/terrain.js'

/** Marks the entities that `setupTerrain` made: a square of the ground each. They are its own; leave them be. */
// biome-ignore lint/complexity/noBannedTypes: a tag; where a tile lies stands in its Bounds
export const TerrainTile: Component<{}> = defineComponent('TerrainTile', {})

export type TerrainTiles = {
  /** The level of the pyramid that says how high a tile is. */
  readonly pyramidLevel: number
  /** By tile, row by row: its entity, 0 beyond the field. */
  readonly ids: Uint32Array
  /** By id: its tile plus 1, or 0. */
  readonly tileOf: Uint32Array
  /** Written anew for each view. */
  readonly mask: TileMask
}

/** At most so many by default. */
const MOST_TILES = 2048

/** The finest level with no more tiles than that. */
export function usualTileLevel(grid: TerrainGrid): number {
  let level = 0
  while (level < finestTileLevel(grid) && tilesAt(grid, level + 1) <= MOST_TILES) level++
  return level
}

/**
 * At which a tile is a patch of the finest level, or as small as a quad of the coarsest: a quad that is larger than a tile might leave its box.
 */
export function finestTileLevel({ levels, patchesPerNode, rootQuads }: TerrainGrid): number {
  return Math.min(levels - 1 + Math.log2(patchesPerNode), Math.log2(rootQuads) - (levels - 1))
}

function tilesAt({ rootQuads, quadsX, quadsZ }: TerrainGrid, level: number): number {
  const quads = rootQuads / 2 ** level
  return Math.ceil(quadsX / quads) * Math.ceil(quadsZ / quads)
}

/** Makes the entities, below the terrain's own. If there is no room for all, none is left. */
export function createTiles(
  world: World,
  { boxes, grid }: TerrainTree,
  parent: number,
  level: number,
  layers: number,
): TerrainTiles {
  const quads = grid.rootQuads >> level
  const pyramidLevel = Math.min(grid.crown + level, grid.pyramid.length - 1)
  const columns = grid.rootsX << level
  const rows = grid.rootsZ << level
  const ids = new Uint32Array(columns * rows)
  const tiles: TerrainTiles = {
    pyramidLevel,
    ids,
    tileOf: new Uint32Array(capacity(world) + 1),
    mask: { quads, columns, rows, visible: new Uint8Array(columns * rows) },
  }
  try {
    for (let t = 0; t < ids.length; t++) {
      const [column, row] = [t % columns, Math.floor(t / columns)]
      if (!cellBox(boxes, pyramidLevel, column * quads, row * quads, quads, BOX, 0)) continue
      const eid = spawn(world, TerrainTile, Bounds, Layers)
      ids[t] = eid
      tiles.tileOf[eid] = t + 1
      setParent(world, eid, parent)
      setLayers(world, eid, layers)
      writeTile(world, eid)
    }
  } catch (error) {
    destroyTiles(world, tiles)
    throw error
  }
  return tiles
}

const BOX = new Float64Array(6)

function writeTile(world: World, eid: number): void {
  setBox(world, eid, BOX[0]!, BOX[1]!, BOX[2]!, BOX[3]!, BOX[4]!, BOX[5]!)
}

export function destroyTiles(world: World, { ids, tileOf }: TerrainTiles): void {
  for (const eid of ids) {
    if (eid === 0) continue
    tileOf[eid] = 0
    destroy(world, eid)
  }
}

/** Boxes of the tiles that a rectangle of samples touches. */
export function updateTiles(
  world: World,
  { boxes, grid }: TerrainTree,
  { pyramidLevel, ids, mask }: TerrainTiles,
  rect: GridRect,
): void {
  const { quads, columns, rows } = mask
  const k = grid.quadsPerSample
  const x0 = Math.max(0, Math.floor(((rect.column - 1) * k) / quads))
  const z0 = Math.max(0, Math.floor(((rect.row - 1) * k) / quads))
  const x1 = Math.min(columns - 1, Math.floor(((rect.column + rect.columns) * k) / quads))
  const z1 = Math.min(rows - 1, Math.floor(((rect.row + rect.rows) * k) / quads))
  for (let z = z0; z <= z1; z++) {
    for (let x = x0; x <= x1; x++) {
      const eid = ids[z * columns + x]!
      if (eid === 0) continue
      cellBox(boxes, pyramidLevel, x * quads, z * quads, quads, BOX, 0)
      writeTile(world, eid)
    }
  }
}

/** Which tiles stand in a view's list, in the tiles' mask. */
export function markVisibleTiles(world: World, view: number, { tileOf, mask }: TerrainTiles): void {
  const { ids, count } = visible(world, view)
  mask.visible.fill(0)
  for (let i = 0; i < count; i++) {
    const tile = tileOf[ids[i]!]!
    if (tile !== 0) mask.visible[tile - 1] = 1
  }
}
