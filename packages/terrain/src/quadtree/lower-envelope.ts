/**
 * The highest ground that everything drawn lies on or above: for each sample the least height there of all levels, and of the triangles that
 * close the seams between levels.
 *
 * Why samples are enough: the grids of levels and samples are in line, so over one cell of the field a level is a plane on each side of the
 * cell's own diagonal, and least at a corner. The triangles at a seam are in line with nothing; there each of their planes counts, at the corners
 * of every cell that the triangle touches: over a cell a plane is least at a corner too.
 */
import type { GridRect } from '../heightfield/edit.js'
import { Cell, type Heightfield } from '../heightfield/heightfield.js'
import { EDGE_BITS, patchVertex, Side, vertexHeight } from './edge-vertices.js'
import type { TerrainGrid } from './grid.js'
import { levelHeight } from './node-errors.js'
import type { TerrainTree } from './terrain.js'

/** Metres below all ground that the field can hold, at which a hollow cell stands. */
const CAVE_DEPTH = 1000

/** A part of the field's samples, and what was found for them. */
type Window = GridRect & { readonly heights: Float64Array }

/**
 * Heights by sample of a rectangle, metres, row by row. Cells that are not solid are far below.
 */
export function lowerEnvelope({ field, grid, selection }: TerrainTree, rect: GridRect): Float64Array {
  const { samples, heightOffset, heightScale } = field
  const heights = new Float64Array(rect.columns * rect.rows)
  const out: Window = { ...rect, heights }
  for (let j = 0, at = 0; j < rect.rows; j++) {
    const from = (rect.row + j) * field.columns + rect.column
    for (let i = 0; i < rect.columns; i++, at++) heights[at] = heightOffset + heightScale * samples[from + i]!
  }
  for (let level = 0; level < grid.levels; level++) {
    const scale = 1 << (grid.levels - 1 - level)
    if (scale > grid.quadsPerSample) lowerToLevel(field, grid, scale, out)
    lowerToSeams(field, grid, level, Math.min(selection.maxLevelDifference, level), out)
  }
  sinkHollows(field, out)
  return heights
}

/** How many samples away what is drawn may hang on a sample: a quad of the coarsest level, and another for seams. */
export function envelopeReach({ levels, quadsPerSample }: TerrainGrid): number {
  return Math.ceil(2 ** levels / quadsPerSample) + 2
}

function lowerToLevel(field: Heightfield, grid: TerrainGrid, scale: number, out: Window): void {
  const { quadsPerSample } = grid
  const { column, row, columns, rows, heights } = out
  for (let j = row, at = 0; j < row + rows; j++) {
    for (let i = column; i < column + columns; i++, at++) {
      const drawn = levelHeight(field, grid, scale, i * quadsPerSample, j * quadsPerSample)
      heights[at] = Math.min(heights[at]!, drawn)
    }
  }
}

/** All patches of a level that may have coarser neighbours, in every way that they may have them. */
function lowerToSeams(field: Heightfield, grid: TerrainGrid, level: number, most: number, out: Window): void {
  const scale = 1 << (grid.levels - 1 - level)
  // Within one cell of the field a seam's corners are on its ground.
  if (most === 0 || scale << most <= grid.quadsPerSample) return
  const size = scale * grid.quadsPerPatch
  const node = size * grid.patchesPerNode
  // Corners go back by less than a step, which may be more than a patch.
  const reach = (scale << most) + grid.quadsPerSample
  const k = grid.quadsPerSample
  const firstX = Math.max(0, Math.floor((out.column * k - reach) / size)) * size
  const firstZ = Math.max(0, Math.floor((out.row * k - reach) / size)) * size
  const endX = Math.min(grid.quadsX, (out.column + out.columns) * k + reach)
  const endZ = Math.min(grid.quadsZ, (out.row + out.rows) * k + reach)
  for (let z = firstZ; z < endZ; z += size) {
    for (let x = firstX; x < endX; x += size) {
      const west = steps(x, node, most, grid.quadsX)
      const east = steps(x + size, node, most, grid.quadsX)
      const north = steps(z, node, most, grid.quadsZ)
      const south = steps(z + size, node, most, grid.quadsZ)
      for (let w = 0; w <= west; w++)
        for (let e = 0; e <= east; e++)
          for (let n = 0; n <= north; n++)
            for (let s = 0; s <= south; s++) {
              if (w + e + n + s === 0) continue
              const edges =
                (w << (EDGE_BITS * Side.west)) |
                (e << (EDGE_BITS * Side.east)) |
                (n << (EDGE_BITS * Side.north)) |
                (s << (EDGE_BITS * Side.south))
              lowerToPatch(field, grid, x, z, scale, edges, out)
            }
    }
  }
}

/** By how many levels a neighbour beyond a line may be coarser: only where a node of that level may end. */
function steps(line: number, node: number, most: number, end: number): number {
  if (line === 0 || line >= end) return 0
  let found = 0
  for (let d = 1; d <= most; d++) if (line % (node * 2 ** d) === 0) found = d
  return found
}

const CORNERS = new Int32Array(2 * 4)
const AT = new Int32Array(2)

function lowerToPatch(
  field: Heightfield,
  grid: TerrainGrid,
  x: number,
  z: number,
  scale: number,
  edges: number,
  out: Window,
): void {
  const last = grid.quadsPerPatch - 1
  for (let j = 0; j <= last; j++) {
    for (let i = 0; i <= last; i++) {
      if (i > 0 && i < last && j > 0 && j < last) continue
      for (let k = 0; k < 4; k++) {
        patchVertex(grid, x, z, scale, edges, i + (k & 1), j + (k >> 1), AT)
        CORNERS[2 * k] = AT[0]!
        CORNERS[2 * k + 1] = AT[1]!
      }
      lowerToTriangle(field, grid, 0, 3, 1, out)
      lowerToTriangle(field, grid, 0, 2, 3, out)
    }
  }
}

/** Corners a, b, c of CORNERS: the plane through them, at the corners of every cell that the triangle touches. */
function lowerToTriangle(
  field: Heightfield,
  grid: TerrainGrid,
  a: number,
  b: number,
  c: number,
  out: Window,
): void {
  const k = grid.quadsPerSample
  const [ax, az] = [CORNERS[2 * a]! / k, CORNERS[2 * a + 1]! / k]
  const [bx, bz] = [CORNERS[2 * b]! / k, CORNERS[2 * b + 1]! / k]
  const [cx, cz] = [CORNERS[2 * c]! / k, CORNERS[2 * c + 1]! / k]
  const area = (bx - ax) * (cz - az) - (bz - az) * (cx - ax)
  if (area === 0) return
  const height = vertexHeight(field, grid, ax * k, az * k)
  const up = vertexHeight(field, grid, bx * k, bz * k) - height
  const right = vertexHeight(field, grid, cx * k, cz * k) - height
  const perX = (up * (cz - az) - right * (bz - az)) / area
  const perZ = (right * (bx - ax) - up * (cx - ax)) / area
  const top = Math.max(Math.floor(Math.min(az, bz, cz)), out.row - 1)
  const bottom = Math.min(Math.ceil(Math.max(az, bz, cz)), field.rows - 1, out.row + out.rows)
  for (let row = top; row < bottom; row++) {
    span[0] = Infinity
    span[1] = -Infinity
    widen(ax, az, bx, bz, row)
    widen(bx, bz, cx, cz, row)
    widen(cx, cz, ax, az, row)
    const first = Math.max(Math.floor(span[0]!), out.column)
    const end = Math.min(Math.ceil(span[1]!), field.columns - 1, out.column + out.columns - 1)
    for (let i = first; i <= end; i++) {
      for (let j = Math.max(row, out.row); j <= Math.min(row + 1, out.row + out.rows - 1); j++) {
        const at = (j - out.row) * out.columns + i - out.column
        out.heights[at] = Math.min(out.heights[at]!, height + perX * (i - ax) + perZ * (j - az))
      }
    }
  }
}

/** From where to where a triangle reaches along x in a row of cells. */
const span = new Float64Array(2)

function widen(ax: number, az: number, bx: number, bz: number, row: number): void {
  const low = Math.max(Math.min(az, bz), row)
  const high = Math.min(Math.max(az, bz), row + 1)
  if (low > high) return
  const perZ = az === bz ? 0 : (bx - ax) / (bz - az)
  const x0 = az === bz ? Math.min(ax, bx) : ax + perZ * (low - az)
  const x1 = az === bz ? Math.max(ax, bx) : ax + perZ * (high - az)
  span[0] = Math.min(span[0]!, x0, x1)
  span[1] = Math.max(span[1]!, x0, x1)
}

function sinkHollows({ cells, columns: across, rows: down, heightOffset }: Heightfield, out: Window): void {
  if (cells === null) return
  const { column, row, columns, rows, heights } = out
  for (let j = Math.max(0, row - 1); j < Math.min(down - 1, row + rows); j++) {
    for (let i = Math.max(0, column - 1); i < Math.min(across - 1, column + columns); i++) {
      if (cells[j * (across - 1) + i] === Cell.solid) continue
      for (let k = 0; k < 4; k++) {
        const x = i + (k & 1) - column
        const z = j + (k >> 1) - row
        if (x >= 0 && z >= 0 && x < columns && z < rows) heights[z * columns + x] = heightOffset - CAVE_DEPTH
      }
    }
  }
}
