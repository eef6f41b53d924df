/** The occluder of a terrain in a world: a grid of heights under everything that may be drawn, which follows edits. */
import type { World } from '@sightline/core'
import { setHeightfieldOccluder, setOccluding, updateHeightfieldOccluder } from '@sightline/culling'
import type { GridRect } from '../heightfield/edit.js'
import type { TerrainTree } from '../quadtree/terrain.js'
import {
  occluderRect,
  type TerrainOccluder,
  terrainOccluder,
  updateTerrainOccluder,
} from '../quadtree/terrain-occluder.js'

export type GroundOccluder = {
  readonly eid: number
  readonly heights: TerrainOccluder
  /** Rectangles of samples that were edited and are not in the heights yet: until then the ground hides nothing. */
  readonly pending: GridRect[]
}

/** Edits that wait beyond these are joined into one rectangle. */
const MOST_PENDING = 32

export function createGroundOccluder(world: World, eid: number, tree: TerrainTree): GroundOccluder {
  const heights = terrainOccluder(tree)
  const { columns, rows, originX, originZ, spacingX, spacingZ } = heights
  setHeightfieldOccluder(
    world,
    eid,
    heights.heights,
    columns,
    rows,
    originX,
    originZ,
    spacingX,
    spacingZ,
    // An edit by others is seen at once, though the heights follow in `streamTerrain` only.
    tree.field,
  )
  return { eid, heights, pending: [] }
}

/** Says that heights or cells have changed; keeps the rectangle. The ground hides nothing until `followEdits`. */
export function outdateOccluder(world: World, { eid, pending }: GroundOccluder, rect: GridRect): void {
  if (pending.length < MOST_PENDING) pending.push(rect)
  else pending[MOST_PENDING - 1] = around(pending[MOST_PENDING - 1]!, rect)
  setOccluding(world, eid, false)
}

/** The least rectangle that holds both. */
function around(a: GridRect, b: GridRect): GridRect {
  const column = Math.min(a.column, b.column)
  const row = Math.min(a.row, b.row)
  const columns = Math.max(a.column + a.columns, b.column + b.columns) - column
  const rows = Math.max(a.row + a.rows, b.row + b.rows) - row
  return { column, row, columns, rows }
}

/** Brings the heights up to date with all edits that wait; takes time by how much was edited. Answers how many there were. */
export function followEdits(
  world: World,
  { eid, heights, pending }: GroundOccluder,
  tree: TerrainTree,
): number {
  const count = pending.length
  if (count === 0) return 0
  for (const rect of pending) {
    updateTerrainOccluder(tree, heights, rect)
    const { column, row, columns, rows } = occluderRect(tree, heights, rect)
    const part = new Float32Array(columns * rows)
    for (let j = 0; j < rows; j++) {
      const from = (row + j) * heights.columns + column
      part.set(heights.heights.subarray(from, from + columns), j * columns)
    }
    updateHeightfieldOccluder(world, eid, column, row, columns, rows, part)
  }
  pending.length = 0
  setOccluding(world, eid, true)
  return count
}
