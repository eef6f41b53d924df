/**
 * Where a vertex of a patch stands: the one place that says so, for the renderer's shader to say the same.
 *
 * Everything is whole numbers until the very end, and a vertex's height depends on its place alone, never on the patch it is drawn for.
 * So two patches that have a vertex in common compute the same bits, whatever their levels.
 *
 * An edge beside a coarser patch has a step above 1, counted in quads of the own patch: its vertices go back to the last multiple of the
 * step, counted from the field's first sample, which is a vertex of the coarser patch. Corners need no care of their own: of two coarser
 * neighbours at a corner, one ends there.
 */
import type { Heightfield } from '../heightfield/heightfield.js'
import { sampleInCell } from '../heightfield/sample-height.js'
import type { TerrainGrid } from './grid.js'

/** The sides of a patch, as they stand in the list of its edge steps. */
export const Side: { readonly west: 0; readonly east: 1; readonly north: 2; readonly south: 3 } = {
  west: 0,
  east: 1,
  north: 2,
  south: 3,
}

/** Bits of one step's exponent in a patch's packed edges. */
export const EDGE_BITS = 4

/** The step of one side, in quads of the patch: 1 where the neighbour is as fine, 2, 4, 8… where it is coarser. */
export function edgeStep(edges: number, side: number): number {
  return 1 << ((edges >>> (side * EDGE_BITS)) & 15)
}

/**
 * Where vertex (i, j) of a patch stands, in finest quads, to `out`. `x` and `z` are the patch's first corner, `scale` its quads' size in
 * finest quads, `edges` its packed steps.
 */
export function patchVertex(
  grid: TerrainGrid,
  x: number,
  z: number,
  scale: number,
  edges: number,
  i: number,
  j: number,
  out: Int32Array,
): void {
  const last = grid.quadsPerPatch
  let stepX = 1
  let stepZ = 1
  if (i === 0) stepZ = edgeStep(edges, Side.west)
  if (i === last) stepZ = edgeStep(edges, Side.east)
  if (j === 0) stepX = edgeStep(edges, Side.north)
  if (j === last) stepX = edgeStep(edges, Side.south)
  out[0] = snap(x + i * scale, stepX * scale, grid.quadsX)
  out[1] = snap(z + j * scale, stepZ * scale, grid.quadsZ)
}

/** The last multiple of `step`; places on or beyond the field's last sample stand there, at every level. */
function snap(place: number, step: number, last: number): number {
  return place >= last ? last : Math.floor(place / step) * step
}

/** The height of the ground at a place in finest quads, metres; exact in doubles. */
export function vertexHeight(field: Heightfield, grid: TerrainGrid, x: number, z: number): number {
  const { quadsPerSample } = grid
  const { columns, rows, samples, heightOffset, heightScale } = field
  const i = Math.min(Math.floor(x / quadsPerSample), columns - 2)
  const j = Math.min(Math.floor(z / quadsPerSample), rows - 2)
  const s = x / quadsPerSample - i
  const t = z / quadsPerSample - j
  return heightOffset + heightScale * sampleInCell(samples, j * columns + i, columns, s, t)
}
