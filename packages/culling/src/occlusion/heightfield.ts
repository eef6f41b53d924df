/**
 * Heightfields as occluders: the solid ground under a grid of heights. What is drawn are boxes under it: slabs
 * under its ridges, or blocks of cells where there are few of them. The ground in a cell is two triangles, cut
 * one way or the other, or lies above them.
 */

import { quoted } from '@sightline/core/checks'
import { checkFloats } from '../spatial/octree-checks.js'
import type { OcclusionView } from './occlusion-view.js'

/**
 * Where the heights of a field stand: `rows` rows of `columns`, 2 to 65,537 each; height [row][column] at
 * x = originX + column · spacingX, z = originZ + row · spacingZ, in metres.
 */
export type HeightfieldGrid = {
  readonly columns: number
  readonly rows: number
  readonly originX: number
  readonly originZ: number
  readonly spacingX: number
  readonly spacingZ: number
}

/** Blocks of 2^level cells a side; `low` and `high` hold the lowest and highest corner of each. */
type Level = {
  readonly columns: number
  readonly rows: number
  readonly low: Float64Array
  readonly high: Float64Array
}

export type Heightfield = {
  readonly grid: HeightfieldGrid
  readonly heights: Float32Array
  readonly erosion: number
  /** From single cells to one block. */
  readonly levels: readonly Level[]
  /** Where the boxes end below. */
  bottom: number
}

/** The ground goes on below its lowest place by this share of its longer side, and at least by a metre. */
const DEPTH_SHARE = 1 / 8

/**
 * Throws a `TypeError` for heights that are no `Float32Array`, a `RangeError` that names the field if the grid
 * has fewer than 2 columns or rows, a spacing is not above 0, a number is not finite or `heights` is too short.
 */
export function expectHeightfield(heights: Float32Array, grid: HeightfieldGrid, caller: string): void {
  const { columns, rows, originX, originZ, spacingX, spacingZ } = grid
  checkFloats(caller, 'heights', heights)
  expectCount(caller, 'columns', columns)
  expectCount(caller, 'rows', rows)
  if (heights.length < columns * rows) {
    throw new RangeError(
      `${caller}: heights has ${heights.length} numbers, expected columns times rows, ${columns * rows}`,
    )
  }
  expectOrigin(caller, 'originX', originX)
  expectOrigin(caller, 'originZ', originZ)
  expectSpacing(caller, 'spacingX', spacingX)
  expectSpacing(caller, 'spacingZ', spacingZ)
  expectHeights(heights, columns * rows, caller)
}

/** Throws a `RangeError` unless the first `count` heights are finite. */
export function expectHeights(heights: ArrayLike<number>, count: number, caller: string): void {
  for (let i = 0; i < count; i++) {
    if (!(Math.abs(heights[i]!) < 1e15))
      throw new RangeError(
        `${caller}: heights[${i}] is ${heights[i]}, expected a number between -1e15 and 1e15`,
      )
  }
}

function expectCount(caller: string, field: string, value: number): void {
  if (!(Number.isInteger(value) && value >= 2 && value <= 65_537)) {
    throw new RangeError(`${caller}: ${field} is ${quoted(value)}, expected a whole number from 2 to 65537`)
  }
}

function expectOrigin(caller: string, field: string, value: number): void {
  if (typeof value === 'number' && Math.abs(value) < 1e15) return
  throw new RangeError(`${caller}: ${field} is ${quoted(value)}, expected a number between -1e15 and 1e15`)
}

function expectSpacing(caller: string, field: string, value: number): void {
  if (typeof value === 'number' && value > 0 && value < 1e15) return
  throw new RangeError(`${caller}: ${field} is ${quoted(value)}, expected a number above 0 and below 1e15`)
}

/** Works out the blocks of a checked heightfield. */
export function buildHeightfield(heights: Float32Array, grid: HeightfieldGrid, erosion: number): Heightfield {
  const levels: Level[] = []
  let [columns, rows] = [grid.columns - 1, grid.rows - 1]
  for (;;) {
    const count = columns * rows
    levels.push({ columns, rows, low: new Float64Array(count), high: new Float64Array(count) })
    if (columns === 1 && rows === 1) break
    columns = (columns + 1) >> 1
    rows = (rows + 1) >> 1
  }
  const field: Heightfield = { grid, heights, erosion, levels, bottom: 0 }
  writeLevels(field, 0, 0, grid.columns - 2, grid.rows - 2)
  return field
}

/** Works out anew the blocks that hang on the heights of a rectangle, after those were changed. */
export function updateHeightfield(
  field: Heightfield,
  column: number,
  row: number,
  columns: number,
  rows: number,
): void {
  const { grid, erosion } = field
  // A cell knows of the corners within the erosion, and of those that come next.
  const reachX = Math.ceil(erosion / grid.spacingX) + 2
  const reachZ = Math.ceil(erosion / grid.spacingZ) + 2
  writeLevels(
    field,
    Math.max(0, column - reachX),
    Math.max(0, row - reachZ),
    Math.min(grid.columns - 2, column + columns - 1 + reachX),
    Math.min(grid.rows - 2, row + rows - 1 + reachZ),
  )
}

/** Cells (x0, z0) to (x1, z1), and all blocks that they are in. */
function writeLevels(field: Heightfield, x0: number, z0: number, x1: number, z1: number): void {
  const { grid, levels } = field
  writeCells(field, x0, z0, x1, z1)
  for (let k = 1; k < levels.length; k++)
    joinBlocks(levels[k - 1]!, levels[k]!, x0 >> k, z0 >> k, x1 >> k, z1 >> k)
  const span = Math.max((grid.columns - 1) * grid.spacingX, (grid.rows - 1) * grid.spacingZ)
  field.bottom = levels.at(-1)!.low[0]! - Math.max(1, DEPTH_SHARE * span)
}

/**
 * Cells: the lowest place of the ground within the erosion, less the erosion; the highest corner as it is.
 *
 * A place of the ground is a mean of the corners of its cell. Where it lies a share r of a cell beyond a line of the grid, the corners beyond
 * that line have the weight r, whichever way the cell is cut. So of what lies `whole` cells and a share `rest` off, on either side, nothing is
 * lower than the lowest corner that is wholly near, less `rest` of what the corners beyond are lower.
 */
function writeCells(
  { heights, grid, erosion, levels }: Heightfield,
  x0: number,
  z0: number,
  x1: number,
  z1: number,
): void {
  const { columns, rows, spacingX, spacingZ } = grid
  const { low, high } = levels[0]!
  const reachX = (erosion / spacingX) * (1 + 1e-9)
  const reachZ = (erosion / spacingZ) * (1 + 1e-9)
  const [wholeX, wholeZ] = [Math.floor(reachX), Math.floor(reachZ)]
  const [restX, restZ] = [reachX - wholeX, reachZ - wholeZ]
  const top = Math.max(0, z0 - wholeZ - 1)
  const end = Math.min(rows - 1, z1 + wholeZ + 2)
  const { near, beyond } = lowestAlong(heights, columns, x0, x1, top, end, wholeX)
  const width = x1 - x0 + 1
  for (let z = z0; z <= z1; z++) {
    const first = z - wholeZ
    const last = z + 1 + wholeZ
    for (let x = x0; x <= x1; x++) {
      const from = x - x0 - top * width
      let lowest = Infinity
      let besideX = Infinity
      for (let j = Math.max(0, first); j <= Math.min(rows - 1, last); j++)
        lowest = Math.min(lowest, near[from + j * width]!)
      for (let j = Math.max(0, first - 1); j <= Math.min(rows - 1, last + 1); j++)
        besideX = Math.min(besideX, beyond[from + j * width]!)
      const above = first > 0 ? near[from + (first - 1) * width]! : Infinity
      const below = last < rows - 1 ? near[from + (last + 1) * width]! : Infinity
      const dropX = restX * Math.max(0, lowest - besideX)
      const dropZ = restZ * Math.max(0, lowest - Math.min(above, below))
      const cell = z * (columns - 1) + x
      low[cell] = lowest - (erosion > 0 ? dropX + dropZ + erosion : 0)
      const at = z * columns + x
      high[cell] = Math.max(
        heights[at]!,
        heights[at + 1]!,
        heights[at + columns]!,
        heights[at + columns + 1]!,
      )
    }
  }
}

/**
 * For each cell from `x0` to `x1` along the rows `top` to `end`: the lowest corner within so many whole cells, and the lower of the two that
 * come next.
 */
function lowestAlong(
  heights: Float32Array,
  columns: number,
  x0: number,
  x1: number,
  top: number,
  end: number,
  whole: number,
): { near: Float64Array; beyond: Float64Array } {
  const across = columns - 1
  const width = x1 - x0 + 1
  const near = new Float64Array(width * (end - top + 1))
  const beyond = new Float64Array(near.length)
  for (let z = top; z <= end; z++) {
    const row = z * columns
    for (let x = x0; x <= x1; x++) {
      const first = x - whole
      const last = x + 1 + whole
      let lowest = Infinity
      for (let i = Math.max(0, first); i <= Math.min(across, last); i++)
        lowest = Math.min(lowest, heights[row + i]!)
      const at = (z - top) * width + x - x0
      near[at] = lowest
      const before = first > 0 ? heights[row + first - 1]! : Infinity
      const after = last < across ? heights[row + last + 1]! : Infinity
      beyond[at] = Math.min(before, after)
    }
  }
  return { near, beyond }
}

/** Blocks (x0, z0) to (x1, z1) from the four below each. */
function joinBlocks(from: Level, to: Level, x0: number, z0: number, x1: number, z1: number): void {
  for (let z = z0; z <= z1; z++) {
    for (let x = x0; x <= x1; x++) {
      let low = Number.POSITIVE_INFINITY
      let high = Number.NEGATIVE_INFINITY
      for (let j = 2 * z; j < Math.min(2 * z + 2, from.rows); j++) {
        for (let i = 2 * x; i < Math.min(2 * x + 2, from.columns); i++) {
          low = Math.min(low, from.low[j * from.columns + i]!)
          high = Math.max(high, from.high[j * from.columns + i]!)
        }
      }
      to.low[z * to.columns + x] = low
      to.high[z * to.columns + x] = high
    }
  }
}

/**
 * Whether the ground, its cells cut into triangles one way or the other, comes within `distance` of a place, or the place is under it, however
 * deep. The eye must not be that near: the near plane would cut the ground open.
 */
export function isNearGround(field: Heightfield, x: number, y: number, z: number, distance: number): boolean {
  const { columns, rows, originX, originZ, spacingX, spacingZ } = field.grid
  const u = (x - originX) / spacingX
  const v = (z - originZ) / spacingZ
  const reachX = distance / spacingX
  const reachZ = distance / spacingZ
  const x0 = Math.max(0, Math.floor(u - reachX))
  const x1 = Math.min(columns - 2, Math.floor(u + reachX))
  const z0 = Math.max(0, Math.floor(v - reachZ))
  const z1 = Math.min(rows - 2, Math.floor(v + reachZ))
  for (let j = z0; j <= z1; j++) {
    for (let i = x0; i <= x1; i++)
      if (mayReach(field, j * columns + i, clamp(u - i), clamp(v - j), reachX, reachZ, y - distance))
        return true
  }
  return false
}

function clamp(share: number): number {
  return Math.min(Math.max(share, 0), 1)
}

/**
 * Whether a cell's ground may be as high as `y` near the place (s, t) in it: as high as there, by the higher of the two ways to cut it, and what
 * its steepest edges add over the reach.
 */
function mayReach(
  { heights, grid }: Heightfield,
  at: number,
  s: number,
  t: number,
  reachX: number,
  reachZ: number,
  y: number,
): boolean {
  const a = heights[at]!
  const b = heights[at + 1]!
  const c = heights[at + grid.columns]!
  const d = heights[at + grid.columns + 1]!
  const falling = s >= t ? a + s * (b - a) + t * (d - b) : a + t * (c - a) + s * (d - c)
  const rising = s + t <= 1 ? a + s * (b - a) + t * (c - a) : d + (1 - s) * (c - d) + (1 - t) * (b - d)
  const addX = reachX * Math.max(Math.abs(b - a), Math.abs(d - c))
  const addZ = reachZ * Math.max(Math.abs(c - a), Math.abs(d - b))
  return y <= Math.max(falling, rising) + addX + addZ
}

/**
 * Orthographic views: whether the ground may reach the near plane, or come within `distance` of it. It goes down for ever, so a view from
 * below begins in it.
 */
export function reachesNearPlane(field: Heightfield, view: OcclusionView, distance: number): boolean {
  const { columns, rows, originX, originZ, spacingX, spacingZ } = field.grid
  const { eye, f } = view
  const halfX = 0.5 * (columns - 1) * spacingX
  const halfY = 0.5 * (field.levels.at(-1)!.high[0]! - field.bottom)
  const halfZ = 0.5 * (rows - 1) * spacingZ
  const middle =
    f[0]! * (originX + halfX - eye[0]!) +
    f[1]! * (field.bottom + halfY - eye[1]!) +
    f[2]! * (originZ + halfZ - eye[2]!)
  const reach = Math.abs(f[0]!) * halfX + Math.abs(f[1]!) * halfY + Math.abs(f[2]!) * halfZ
  return f[1]! > 0 || !(middle - reach > distance)
}
