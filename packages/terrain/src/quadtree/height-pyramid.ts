/**
 * The least and greatest sample in each cell of the pyramid, borders included on all sides. Every triangle that may be drawn in a cell, at
 * any level, with edges snapped and vertices on their way from level to level, has its corners on the ground inside the cell, so it lies
 * between the two.
 *
 * Cells beyond the field's last sample are empty: least above greatest.
 */
import type { GridRect } from '../heightfield/edit.js'
import type { Heightfield } from '../heightfield/heightfield.js'
import type { TerrainGrid } from './grid.js'

export type HeightPyramid = { readonly least: Uint16Array; readonly greatest: Uint16Array }

/** Works out the whole pyramid. */
export function createPyramid(field: Heightfield, grid: TerrainGrid): HeightPyramid {
  const last = grid.pyramid.at(-1)!
  const count = last.start + last.columns * last.rows
  const pyramid = { least: new Uint16Array(count).fill(65_535), greatest: new Uint16Array(count) }
  updatePyramid(pyramid, field, grid, { column: 0, row: 0, columns: field.columns, rows: field.rows })
  return pyramid
}

/** Works out anew the cells that a rectangle of samples touches, from the smallest up. Returns how many those were. */
export function updatePyramid(
  pyramid: HeightPyramid,
  field: Heightfield,
  grid: TerrainGrid,
  rect: GridRect,
): number {
  const { quadsPerSample } = grid
  const bottom = grid.pyramid.length - 1
  let updated = 0
  for (let p = bottom; p >= 0; p--) {
    const { quads, columns, rows } = grid.pyramid[p]!
    // A cell reaches to the samples beyond its borders where it ends between two.
    const reach = quadsPerSample - 1
    const x0 = Math.max(0, Math.floor((rect.column * quadsPerSample - reach - 1) / quads))
    const z0 = Math.max(0, Math.floor((rect.row * quadsPerSample - reach - 1) / quads))
    const x1 = Math.min(
      columns - 1,
      Math.floor(((rect.column + rect.columns - 1) * quadsPerSample + reach) / quads),
    )
    const z1 = Math.min(rows - 1, Math.floor(((rect.row + rect.rows - 1) * quadsPerSample + reach) / quads))
    for (let z = z0; z <= z1; z++) {
      for (let x = x0; x <= x1; x++) {
        if (p === bottom) scanSamples(pyramid, field, grid, x, z)
        else joinChildren(pyramid, grid, p, x, z)
        updated++
      }
    }
  }
  return updated
}

function scanSamples(
  pyramid: HeightPyramid,
  field: Heightfield,
  grid: TerrainGrid,
  x: number,
  z: number,
): void {
  const { quadsPerSample } = grid
  const { quads, columns, start } = grid.pyramid.at(-1)!
  let least = 65_535
  let greatest = 0
  if (x * quads < grid.quadsX && z * quads < grid.quadsZ) {
    const i0 = Math.floor((x * quads) / quadsPerSample)
    const j0 = Math.floor((z * quads) / quadsPerSample)
    const i1 = Math.min(field.columns - 1, Math.ceil(((x + 1) * quads) / quadsPerSample))
    const j1 = Math.min(field.rows - 1, Math.ceil(((z + 1) * quads) / quadsPerSample))
    for (let j = j0; j <= j1; j++) {
      for (let at = j * field.columns + i0; at <= j * field.columns + i1; at++) {
        const sample = field.samples[at]!
        if (sample < least) least = sample
        if (sample > greatest) greatest = sample
      }
    }
  }
  pyramid.least[start + z * columns + x] = least
  pyramid.greatest[start + z * columns + x] = greatest
}

function joinChildren(pyramid: HeightPyramid, grid: TerrainGrid, p: number, x: number, z: number): void {
  const below = grid.pyramid[p + 1]!
  let least = 65_535
  let greatest = 0
  for (let j = 2 * z; j < Math.min(2 * z + 2, below.rows); j++) {
    for (let i = 2 * x; i < Math.min(2 * x + 2, below.columns); i++) {
      const at = below.start + j * below.columns + i
      least = Math.min(least, pyramid.least[at]!)
      greatest = Math.max(greatest, pyramid.greatest[at]!)
    }
  }
  const { columns, start } = grid.pyramid[p]!
  pyramid.least[start + z * columns + x] = least
  pyramid.greatest[start + z * columns + x] = greatest
}
