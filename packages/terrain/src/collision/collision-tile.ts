/**
 * A square of the ground as triangles, for a physics engine: one for each body that needs ground under it, moved along with it. Buffers are
 * made once. The triangles are those of the field, cut as everywhere; holes have none.
 */
import { expectOptions, quoted } from '@sightline/core/checks'
import { Cell, type Heightfield } from '../heightfield/heightfield.js'

export type CollisionTileOptions = {
  /** Cells of the field along a side, 1 to 255. Default 16. */
  readonly cells?: number
  /** Cells by which a place may come near the tile's edge before it moves, 0 to less than half of `cells`. Default: a quarter. */
  readonly margin?: number
}

export type CollisionTile = {
  readonly cells: number
  readonly margin: number
  /** Where the positions are relative to, so that they are exact far away too: the tile's first corner, and height 0 of the field. */
  readonly origin: Float64Array
  /** x, y, z of (cells + 1)² vertices, row by row, metres from the origin. */
  readonly positions: Float32Array
  /** Three a triangle, counter-clockwise from above; the first `indexCount` are in use. Room for 6 · cells². */
  readonly indices: Uint32Array
  indexCount: number
  /** First cell, −1 at first. */
  column: number
  row: number
  /** Whose ground it holds; null at first. */
  field: Heightfield | null
  /** The field's when the tile was written. */
  revision: number
}

const DEFAULTS: Required<CollisionTileOptions> = { cells: 16, margin: 4 }

/** An empty tile. Throws a `RangeError` or `TypeError` that names the option. */
export function createCollisionTile(options: CollisionTileOptions = {}): CollisionTile {
  const caller = 'createCollisionTile'
  expectOptions(caller, options, DEFAULTS)
  const { cells = DEFAULTS.cells } = options
  if (!(Number.isInteger(cells) && cells >= 1 && cells <= 255))
    throw new RangeError(`${caller}: cells is ${quoted(cells)}, expected a whole number from 1 to 255`)
  const { margin = Math.floor((cells - 1) / 4) } = options
  if (!(Number.isInteger(margin) && margin >= 0 && 2 * margin < cells)) {
    throw new RangeError(
      `${caller}: margin is ${quoted(margin)}, expected a whole number from 0 to less than half of cells, ${cells}`,
    )
  }
  return {
    cells,
    margin,
    origin: new Float64Array(3),
    positions: new Float32Array(3 * (cells + 1) ** 2),
    indices: new Uint32Array(6 * cells * cells),
    indexCount: 0,
    column: -1,
    row: -1,
    field: null,
    revision: -1,
  }
}

/**
 * Brings a tile round a place. Answers whether it was written anew: because the place came nearer to its edge than `margin` cells, the
 * heights have changed, or it is another field; else it is as it was. At the border the tile stays inside; in a field smaller than it, what is beyond has no triangles.
 * A place that is NaN leaves the tile as it was. Makes no garbage.
 */
export function moveCollisionTile(tile: CollisionTile, field: Heightfield, x: number, z: number): boolean {
  const i = Math.floor((x - field.originX) / field.spacingX)
  const j = Math.floor((z - field.originZ) / field.spacingZ)
  if (Number.isNaN(i + j)) return false
  const column = firstCell(tile, tile.column, i, field.columns - 1)
  const row = firstCell(tile, tile.row, j, field.rows - 1)
  const isSame = field === tile.field && field.revision === tile.revision
  if (isSame && column === tile.column && row === tile.row) return false
  tile.field = field
  tile.column = column
  tile.row = row
  tile.revision = field.revision
  writePositions(tile, field)
  writeIndices(tile, field)
  return true
}

/** Where the tile begins along one axis: where it did if the place is well inside, else so that the place is in the middle. */
function firstCell({ cells, margin }: CollisionTile, before: number, place: number, count: number): number {
  const last = Math.max(0, count - cells)
  const inside = before >= 0 && place >= before + margin && place < before + cells - margin
  const first = inside ? before : place - (cells >> 1)
  return Math.min(Math.max(first, 0), last)
}

function writePositions({ cells, origin, positions, column, row }: CollisionTile, field: Heightfield): void {
  const { columns, rows, samples, spacingX, spacingZ, heightScale } = field
  origin[0] = field.originX + column * spacingX
  origin[1] = field.heightOffset
  origin[2] = field.originZ + row * spacingZ
  let at = 0
  for (let j = 0; j <= cells; j++) {
    const z = Math.min(row + j, rows - 1)
    for (let i = 0; i <= cells; i++) {
      const x = Math.min(column + i, columns - 1)
      positions[at++] = (x - column) * spacingX
      positions[at++] = samples[z * columns + x]! * heightScale
      positions[at++] = (z - row) * spacingZ
    }
  }
}

function writeIndices(tile: CollisionTile, { columns, rows, cells: kinds }: Heightfield): void {
  const { cells, indices, column, row } = tile
  const across = columns - 1
  let at = 0
  for (let j = 0; j < Math.min(cells, rows - 1 - row); j++) {
    for (let i = 0; i < Math.min(cells, across - column); i++) {
      if (kinds !== null && kinds[(row + j) * across + column + i] === Cell.hole) continue
      const corner = j * (cells + 1) + i
      const below = corner + cells + 1
      indices[at++] = corner
      indices[at++] = below + 1
      indices[at++] = corner + 1
      indices[at++] = corner
      indices[at++] = below
      indices[at++] = below + 1
    }
  }
  tile.indexCount = at
}
