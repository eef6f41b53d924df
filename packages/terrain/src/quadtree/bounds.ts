/** The box round a cell of the pyramid in the world. */
import type { Heightfield } from '../heightfield/heightfield.js'
import type { TerrainGrid } from './grid.js'
import type { HeightPyramid } from './height-pyramid.js'

export type CellBoxes = {
  readonly field: Heightfield
  readonly grid: TerrainGrid
  readonly pyramid: HeightPyramid
  /** Metres added on all sides: for the rounding of float32 in a shader. */
  readonly pad: number
  /** Metres added above and below: how far the renderer may move vertices off the ground. */
  readonly displacement: number
}

/**
 * Writes min xyz, max xyz of the cell at (x, z), a square of `quads` finest quads, to `out[at]`. `p` is the level of the pyramid whose cell of
 * that size, or smallest cell round it, says how high it is. Answers false for one beyond the field.
 */
export function cellBox(
  { field, grid, pyramid, pad, displacement }: CellBoxes,
  p: number,
  x: number,
  z: number,
  quads: number,
  out: Float64Array | Float32Array,
  at: number,
): boolean {
  const cell = grid.pyramid[p]!
  const index = cell.start + Math.floor(z / cell.quads) * cell.columns + Math.floor(x / cell.quads)
  const least = pyramid.least[index]!
  const greatest = pyramid.greatest[index]!
  if (least > greatest) return false
  const x1 = Math.min(x + quads, grid.quadsX)
  const z1 = Math.min(z + quads, grid.quadsZ)
  out[at] = grid.originX + x * grid.quadSizeX - pad
  out[at + 1] = field.heightOffset + least * field.heightScale - pad - displacement
  out[at + 2] = grid.originZ + z * grid.quadSizeZ - pad
  out[at + 3] = grid.originX + x1 * grid.quadSizeX + pad
  out[at + 4] = field.heightOffset + greatest * field.heightScale + pad + displacement
  out[at + 5] = grid.originZ + z1 * grid.quadSizeZ + pad
  return x < grid.quadsX && z < grid.quadsZ
}

/** Twice the largest rounding of a coordinate in float32 on this terrain. */
export function padOf(field: Heightfield, grid: TerrainGrid): number {
  const farX = Math.abs(grid.originX) + grid.quadsX * grid.quadSizeX
  const farZ = Math.abs(grid.originZ) + grid.quadsZ * grid.quadSizeZ
  const high = Math.abs(field.heightOffset) + 65_535 * field.heightScale
  return Math.max(farX, farZ, high) * 2 ** -22
}
