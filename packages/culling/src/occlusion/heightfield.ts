/**
 * Heightfields as occluders: the solid ground under a grid of heights. What is drawn are boxes under it: blocks of cells, each as high as
 * its lowest corner, small where the ground is near and rugged, large where it is far or flat.
 *
 * The ground in a cell lies nowhere below the lowest of its four corners, whichever way the cell is cut into triangles or bent. Shrunk by
 * an erosion ε, the ground is as high as its lowest place within ε, less ε.
 */

import type { OcclusionView } from './occlusion-view.js'

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
  readonly erosion: number
  /** From single cells to one block. */
  readonly levels: readonly Level[]
  /** Where the boxes end below. */
  readonly bottom: number
}

/** The ground goes on below its lowest place by this share of its longer side, and at least by a metre. */
const DEPTH_SHARE = 1 / 8

/**
 * Throws a `RangeError` that names the field if the grid has fewer than 2 columns or rows, a spacing is not above 0, a number is not
 * finite or `heights` is too short.
 */
export function expectHeightfield(heights: Float32Array, grid: HeightfieldGrid, caller: string): void {
  const { columns, rows, originX, originZ, spacingX, spacingZ } = grid
  expectCount(caller, 'columns', columns)
  expectCount(caller, 'rows', rows)
  if (heights.length < columns * rows) {
    throw new RangeError(
      `${caller}: heights has ${heights.length} numbers, expected columns times rows, ${columns * rows}`,
    )
  }
  expectNumber(caller, 'originX', originX, -1e15)
  expectNumber(caller, 'originZ', originZ, -1e15)
  expectNumber(caller, 'spacingX', spacingX, 0)
  expectNumber(caller, 'spacingZ', spacingZ, 0)
  for (let i = 0; i < columns * rows; i++) {
    if (!(Math.abs(heights[i]!) < 1e15))
      throw new RangeError(`${caller}: heights[${i}] is ${heights[i]}, expected a finite number`)
  }
}

function expectCount(caller: string, field: string, value: number): void {
  if (!(Number.isInteger(value) && value >= 2 && value <= 65_537)) {
    throw new RangeError(`${caller}: ${field} is ${value}, expected a whole number from 2 to 65537`)
  }
}

function expectNumber(caller: string, field: string, value: number, above: number): void {
  if (!(value > above && value < 1e15))
    throw new RangeError(`${caller}: ${field} is ${value}, expected a finite number above ${above}`)
}

/** Works out the blocks of a checked heightfield. */
export function buildHeightfield(heights: Float32Array, grid: HeightfieldGrid, erosion: number): Heightfield {
  const { columns, rows, spacingX, spacingZ } = grid
  const levels: Level[] = [cells(heights, grid, erosion)]
  for (let level = levels[0]!; level.columns > 1 || level.rows > 1; levels.push(level)) level = halve(level)
  const top = levels.at(-1)!
  const span = Math.max((columns - 1) * spacingX, (rows - 1) * spacingZ)
  return { grid, erosion, levels, bottom: top.low[0]! - Math.max(1, DEPTH_SHARE * span) }
}

/** Cells: lowest corner within the erosion, less the erosion; highest corner as it is. */
function cells(heights: Float32Array, grid: HeightfieldGrid, erosion: number): Level {
  const { columns, rows, spacingX, spacingZ } = grid
  const reachX = Math.ceil((erosion / spacingX) * (1 + 1e-9))
  const reachZ = Math.ceil((erosion / spacingZ) * (1 + 1e-9))
  const along = new Float64Array((columns - 1) * rows)
  const alongHigh = new Float64Array((columns - 1) * rows)
  for (let z = 0; z < rows; z++) {
    for (let x = 0; x < columns - 1; x++) {
      let low = Number.POSITIVE_INFINITY
      for (let i = Math.max(0, x - reachX); i <= Math.min(columns - 1, x + 1 + reachX); i++)
        low = Math.min(low, heights[z * columns + i]!)
      along[z * (columns - 1) + x] = low
      alongHigh[z * (columns - 1) + x] = Math.max(heights[z * columns + x]!, heights[z * columns + x + 1]!)
    }
  }
  const count = (columns - 1) * (rows - 1)
  const level: Level = {
    columns: columns - 1,
    rows: rows - 1,
    low: new Float64Array(count),
    high: new Float64Array(count),
  }
  for (let z = 0; z < rows - 1; z++) {
    for (let x = 0; x < columns - 1; x++) {
      const at = z * (columns - 1) + x
      let low = Number.POSITIVE_INFINITY
      for (let i = Math.max(0, z - reachZ); i <= Math.min(rows - 1, z + 1 + reachZ); i++)
        low = Math.min(low, along[i * (columns - 1) + x]!)
      level.low[at] = low - erosion
      level.high[at] = Math.max(alongHigh[at]!, alongHigh[at + columns - 1]!)
    }
  }
  return level
}

function halve(from: Level): Level {
  const columns = (from.columns + 1) >> 1
  const rows = (from.rows + 1) >> 1
  const to: Level = {
    columns,
    rows,
    low: new Float64Array(columns * rows),
    high: new Float64Array(columns * rows),
  }
  for (let z = 0; z < rows; z++) {
    for (let x = 0; x < columns; x++) {
      let low = Number.POSITIVE_INFINITY
      let high = Number.NEGATIVE_INFINITY
      for (let j = 2 * z; j < Math.min(2 * z + 2, from.rows); j++) {
        for (let i = 2 * x; i < Math.min(2 * x + 2, from.columns); i++) {
          low = Math.min(low, from.low[j * from.columns + i]!)
          high = Math.max(high, from.high[j * from.columns + i]!)
        }
      }
      to.low[z * columns + x] = low
      to.high[z * columns + x] = high
    }
  }
  return to
}

/**
 * Whether the ground comes within `distance` of a place, or the place is under it, however deep. The eye must not be that near: the near
 * plane would cut the ground open.
 */
export function isNearGround(field: Heightfield, x: number, y: number, z: number, distance: number): boolean {
  const { columns, rows, originX, originZ, spacingX, spacingZ } = field.grid
  const { high } = field.levels[0]!
  const x0 = Math.max(0, Math.floor((x - distance - originX) / spacingX))
  const x1 = Math.min(columns - 2, Math.floor((x + distance - originX) / spacingX))
  const z0 = Math.max(0, Math.floor((z - distance - originZ) / spacingZ))
  const z1 = Math.min(rows - 2, Math.floor((z + distance - originZ) / spacingZ))
  for (let j = z0; j <= z1; j++) {
    for (let i = x0; i <= x1; i++) if (y - distance <= high[j * (columns - 1) + i]!) return true
  }
  return false
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

/** At most this many boxes for one heightfield, and what waits to be split; 6 numbers a box. */
export const MAX_BLOCKS = 256
/** Blocks whose ruggedness shows by less than this many pixels are not split. */
const SMALLEST_STEP = 1
const MAX_WAITING = 4 * MAX_BLOCKS

/** Boxes min xyz, max xyz of the blocks to draw, nearest first. Scratch of one call. */
export const blocks: { count: number; readonly boxes: Float64Array; readonly order: Uint32Array } = {
  count: 0,
  boxes: new Float64Array(6 * MAX_BLOCKS),
  order: new Uint32Array(MAX_BLOCKS),
}
const screen: { halfWidth: number; halfHeight: number } = { halfWidth: 0, halfHeight: 0 }
const distances = new Float64Array(MAX_BLOCKS)
// In an array, as the engine would box a number that is returned.
const step = new Float64Array(1)
// Blocks to look at: level, column, row; in the order in which they were split, so the coarse ones come first.
const waiting = new Int32Array(3 * MAX_WAITING)

/** Chooses the blocks for a view whose picture has the given half size in pixels, into `blocks`. */
export function chooseBlocks(
  field: Heightfield,
  view: OcclusionView,
  halfWidth: number,
  halfHeight: number,
): void {
  const { levels } = field
  screen.halfWidth = halfWidth
  screen.halfHeight = halfHeight
  blocks.count = 0
  waiting[0] = levels.length - 1
  waiting[1] = 0
  waiting[2] = 0
  let end = 1
  for (let at = 0; at < end && blocks.count < MAX_BLOCKS; at++) {
    const level = waiting[3 * at]!
    const column = waiting[3 * at + 1]!
    const row = waiting[3 * at + 2]!
    if (!measureStep(field, view, level, column, row)) continue
    const children = level === 0 || step[0]! < SMALLEST_STEP ? 0 : 4
    // Everything that waits must still find room.
    if (children === 0 || end - at + children + blocks.count > MAX_BLOCKS || end + children > MAX_WAITING) {
      addBlock(field, view, level, column, row)
      continue
    }
    const below = levels[level - 1]!
    for (let child = 0; child < 4; child++) {
      const i = 2 * column + (child & 1)
      const j = 2 * row + (child >> 1)
      if (i >= below.columns || j >= below.rows) continue
      waiting[3 * end] = level - 1
      waiting[3 * end + 1] = i
      waiting[3 * end + 2] = j
      end++
    }
  }
  sortByDistance()
}

/** How many pixels the difference between a block's highest and lowest place takes at most, into `step`; false outside the view. */
function measureStep(
  field: Heightfield,
  view: OcclusionView,
  level: number,
  column: number,
  row: number,
): boolean {
  const { originX, originZ, spacingX, spacingZ } = field.grid
  const { columns, low, high } = field.levels[level]!
  const at = row * columns + column
  const size = 2 ** level
  const halfX = 0.5 * size * spacingX
  const halfZ = 0.5 * size * spacingZ
  const y = 0.5 * (field.bottom + high[at]!)
  const halfY = high[at]! - y
  const px = originX + column * size * spacingX + halfX - view.eye[0]!
  const py = y - view.eye[1]!
  const pz = originZ + row * size * spacingZ + halfZ - view.eye[2]!
  const { m, n, f } = view
  const radius = Math.sqrt(halfX * halfX + halfY * halfY + halfZ * halfZ)
  const w = view.orthographic ? 1 : f[0]! * px + f[1]! * py + f[2]! * pz
  const scale = Math.sqrt(n[0]! * n[0]! + n[1]! * n[1]! + n[2]! * n[2]!)
  const scaleX = Math.sqrt(m[0]! * m[0]! + m[1]! * m[1]! + m[2]! * m[2]!)
  const slack = view.orthographic ? 0 : radius
  if (w + slack <= 0) return false
  const X = Math.abs(m[0]! * px + m[1]! * py + m[2]! * pz)
  const Y = Math.abs(n[0]! * px + n[1]! * py + n[2]! * pz)
  if (
    X - radius * scaleX > screen.halfWidth * (w + slack) ||
    Y - radius * scale > screen.halfHeight * (w + slack)
  )
    return false
  const gapX = Math.max(Math.abs(px) - halfX, 0)
  const gapY = Math.max(Math.abs(py) - halfY, 0)
  const gapZ = Math.max(Math.abs(pz) - halfZ, 0)
  const distance = view.orthographic ? 1 : Math.sqrt(gapX * gapX + gapY * gapY + gapZ * gapZ)
  step[0] = ((high[at]! - low[at]!) * scale) / Math.max(distance, 1e-6)
  return true
}

function addBlock(field: Heightfield, view: OcclusionView, level: number, column: number, row: number): void {
  const { columns, rows, originX, originZ, spacingX, spacingZ } = field.grid
  const size = 2 ** level
  const { erosion } = field
  // Only the outer border of the ground is moved inwards: blocks next to each other go on in each other.
  const x0 = originX + column * size * spacingX + (column === 0 ? erosion : 0)
  const z0 = originZ + row * size * spacingZ + (row === 0 ? erosion : 0)
  const lastColumn = (column + 1) * size >= columns - 1
  const lastRow = (row + 1) * size >= rows - 1
  const x1 = originX + (lastColumn ? (columns - 1) * spacingX - erosion : (column + 1) * size * spacingX)
  const z1 = originZ + (lastRow ? (rows - 1) * spacingZ - erosion : (row + 1) * size * spacingZ)
  const y0 = field.bottom + erosion
  const y1 = field.levels[level]!.low[row * field.levels[level]!.columns + column]!
  if (!(x1 > x0 && y1 > y0 && z1 > z0)) return
  const i = blocks.count++
  const { boxes } = blocks
  boxes[6 * i] = x0
  boxes[6 * i + 1] = y0
  boxes[6 * i + 2] = z0
  boxes[6 * i + 3] = x1
  boxes[6 * i + 4] = y1
  boxes[6 * i + 5] = z1
  const gapX = Math.max(x0 - view.eye[0]!, view.eye[0]! - x1, 0)
  const gapZ = Math.max(z0 - view.eye[2]!, view.eye[2]! - z1, 0)
  distances[i] = gapX * gapX + gapZ * gapZ
}

/** Insertion in gaps (Shell): short lists, no garbage, the same order every time. */
function sortByDistance(): void {
  const { order, count } = blocks
  for (let i = 0; i < count; i++) order[i] = i
  for (let gap = count >> 1; gap > 0; gap >>= 1) {
    for (let i = gap; i < count; i++) {
      const id = order[i]!
      const distance = distances[id]!
      let j = i
      for (; j >= gap && distances[order[j - gap]!]! > distance; j -= gap) order[j] = order[j - gap]!
      order[j] = id
    }
  }
}
