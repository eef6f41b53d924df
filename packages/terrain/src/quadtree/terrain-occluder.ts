/** A terrain as an occluder: a grid of heights that lies under the ground at every level of detail. */
import { lowerEnvelope } from './lower-envelope.js'
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
  const envelope = lowerEnvelope(tree)
  // What is left over at the end hides nothing.
  const columns = Math.floor((field.columns - 1) / step) + 1
  const rows = Math.floor((field.rows - 1) / step) + 1
  const heights = new Float32Array(columns * rows)
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++)
      heights[j * columns + i] = floorToFloat(
        lowestNear(envelope, field.columns, field.rows, i * step, j * step, step === 1 ? 0 : step),
      )
  }
  const { originX, originZ, spacingX, spacingZ } = field
  return { columns, rows, originX, originZ, spacingX: spacingX * step, spacingZ: spacingZ * step, heights }
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
