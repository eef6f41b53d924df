/** A terrain as an occluder: a grid of heights that lies under the ground at every level of detail. */
import type { GridRect } from '../heightfield/edit.js'
import { envelopeReach, lowerEnvelope } from './lower-envelope.js'
import type { TerrainTree } from './terrain.js'

/** What `setHeightfieldOccluder` and `addHeightfieldOccluder` of `@sightline/culling` take, in the world. */
export type TerrainOccluder = {
  readonly columns: number
  readonly rows: number
  readonly originX: number
  readonly originZ: number
  readonly spacingX: number
  readonly spacingZ: number
  readonly heights: Float32Array
  /** Samples from one height to the next. */
  readonly thinning: number
}

/** Larger grids are thinned out to at most so many heights a side. */
const MOST_COLUMNS = 1025

/**
 * Heights whose triangles lie nowhere above what is drawn, at whatever level, seams included.
 * Hollow cells and holes are far below all ground. `thinning` is how many samples there are from one height to the next, 1 or more; by
 * default as few as give at most 1,025 heights a side. Works everything out: for set-up and edits, not for a frame.
 * Throws a `RangeError` if `thinning` is not a whole number of 1 or more, or leaves no cell.
 */
export function terrainOccluder(tree: TerrainTree, thinning?: number): TerrainOccluder {
  const { field } = tree
  const longer = Math.max(field.columns, field.rows) - 1
  const step = thinning ?? Math.ceil(longer / (MOST_COLUMNS - 1))
  const most = Math.min(field.columns, field.rows) - 1
  if (!(Number.isInteger(step) && step >= 1 && step <= most)) {
    throw new RangeError(`terrainOccluder: thinning is ${step}, expected a whole number from 1 to ${most}`)
  }
  // What is left over at the end hides nothing.
  const columns = Math.floor((field.columns - 1) / step) + 1
  const rows = Math.floor((field.rows - 1) / step) + 1
  const { originX, originZ, spacingX, spacingZ } = field
  const occluder: TerrainOccluder = {
    columns,
    rows,
    originX,
    originZ,
    spacingX: spacingX * step,
    spacingZ: spacingZ * step,
    heights: new Float32Array(columns * rows),
    thinning: step,
  }
  writeHeights(tree, occluder, { column: 0, row: 0, columns, rows })
  return occluder
}

/** The rectangle of an occluder's heights that hang on a rectangle of samples. */
export function occluderRect(
  { grid }: TerrainTree,
  { columns, rows, thinning }: TerrainOccluder,
  rect: GridRect,
): GridRect {
  const reach = envelopeReach(grid) + thinning
  const column = Math.min(columns - 1, Math.max(0, Math.ceil((rect.column - reach) / thinning)))
  const row = Math.min(rows - 1, Math.max(0, Math.ceil((rect.row - reach) / thinning)))
  const last = Math.min(columns - 1, Math.floor((rect.column + rect.columns - 1 + reach) / thinning))
  const end = Math.min(rows - 1, Math.floor((rect.row + rect.rows - 1 + reach) / thinning))
  return { column, row, columns: Math.max(1, last - column + 1), rows: Math.max(1, end - row + 1) }
}

/** Works out anew what hangs on a rectangle of samples, or of cells' corners, after an edit. */
export function updateTerrainOccluder(tree: TerrainTree, occluder: TerrainOccluder, rect: GridRect): void {
  writeHeights(tree, occluder, occluderRect(tree, occluder, rect))
}

const BAND = 64

/** In bands, so that the samples of a large field need not all be there at once. */
function writeHeights(tree: TerrainTree, occluder: TerrainOccluder, part: GridRect): void {
  const end = part.row + part.rows
  for (let row = part.row; row < end; row += BAND)
    writeBand(tree, occluder, { ...part, row, rows: Math.min(BAND, end - row) })
}

function writeBand(tree: TerrainTree, occluder: TerrainOccluder, part: GridRect): void {
  const { field } = tree
  const { columns, heights, thinning } = occluder
  const reach = thinning === 1 ? 0 : thinning
  const left = Math.max(0, part.column * thinning - reach)
  const top = Math.max(0, part.row * thinning - reach)
  const right = Math.min(field.columns - 1, (part.column + part.columns - 1) * thinning + reach)
  const bottom = Math.min(field.rows - 1, (part.row + part.rows - 1) * thinning + reach)
  const window = { column: left, row: top, columns: right - left + 1, rows: bottom - top + 1 }
  const envelope = lowerEnvelope(tree, window)
  for (let j = part.row; j < part.row + part.rows; j++) {
    for (let i = part.column; i < part.column + part.columns; i++) {
      const [x, z] = [i * thinning - left, j * thinning - top]
      const lowest = lowestNear(envelope, window.columns, window.rows, x, z, reach)
      heights[j * columns + i] = floorToFloat(lowest)
    }
  }
}

/** The lowest of the samples within `reach`: a thinned cell, so that no triangle between its corners rises above any sample in it. */
function lowestNear(
  envelope: Float64Array,
  columns: number,
  rows: number,
  column: number,
  row: number,
  reach: number,
): number {
  let lowest = Infinity
  for (let j = Math.max(0, row - reach); j <= Math.min(rows - 1, row + reach); j++) {
    for (let i = Math.max(0, column - reach); i <= Math.min(columns - 1, column + reach); i++)
      lowest = Math.min(lowest, envelope[j * columns + i]!)
  }
  return lowest
}

/** A float32 that is not above `value`: lower by what its rounding could add. */
function floorToFloat(value: number): number {
  return Math.fround(value - Math.abs(value) * 2 ** -23)
}
