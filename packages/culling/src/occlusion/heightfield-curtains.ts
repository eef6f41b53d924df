/**
 * Ridges of a heightfield as a view sees them: upright slabs under the ground along the lines where it stands against the sky or against
 * farther ground.
 *
 * The picture is cut into columns. Along each the ground is followed away from the eye, and the slope up to it is watched: where that grows
 * no more, a ridge was passed, and what lies behind is hidden up to there. A slab across the column under each ridge hides all that the
 * ground in front of it hides, and its own back slope.
 *
 * A slab is in the ground because it is no higher than the lowest place of the ground where it stands, whatever was followed to find it.
 * Slabs of neighbouring columns overlap by more than a pixel, so that each pixel at their border lies wholly in one of them.
 */

import type { Heightfield } from './heightfield.js'
import { addPiece, pieces } from './heightfield-pieces.js'
import type { OcclusionView } from './occlusion-view.js'

const COLUMN_PIXELS = 4
const OVERLAP_PIXELS = 0.8
const MOST_COLUMNS = 192
/** The ground is looked at every half cell, farther away by this share of the distance. */
const STRIDE = 0.02
/** A dip of fewer pixels between two ridges makes them one. */
const LEAST_DIP = 1
/** A slab longer than so many cells is held against larger blocks. */
const MOST_PIECES = 8
/** Of a cell's shorter side. */
const THICKNESS = 0.02
/** The level whose blocks are passed in one step where all of a block is too low to be seen. */
const SKIP_LEVEL = 4

// Numbers stand in arrays, as the engine would put those that are handed from function to function on the heap.
/** Where the columns lie: angles about the upright axis, from +x towards +z. */
const fan = new Float64Array(3)
const FIRST = 0
const EACH = 1
const OVERLAP = 2
/** The slab across the column that is looked at now; its top is -Infinity where it leaves the field. */
const slab = new Float64Array(5)
const AX = 0
const AZ = 1
const BX = 2
const BZ = 3
const TOP = 4
/** A part of the slab on the plan, in cells of the field: least u and v, greatest u and v. */
const piece = new Float64Array(4)
/** The way along the column: eye, direction, distance and end, and the largest slope so far. */
const way = new Float64Array(11)
const EYE_X = 0
const EYE_Y = 1
const EYE_Z = 2
const ALONG_X = 3
const ALONG_Z = 4
const AT = 5
const END = 6
const BEST = 7
/** Where it begins, how deep a dip parts two ridges, and where the last one stands. */
const START = 8
const DIP = 9
const RIDGE = 10

/** Chooses slabs for a perspective view whose picture has the given half size in pixels, into `pieces`. */
export function chooseCurtains(
  field: Heightfield,
  view: OcclusionView,
  halfWidth: number,
  halfHeight: number,
  clearance: number,
): void {
  pieces.count = 0
  const columns = spreadFan(view, halfWidth, halfHeight)
  way[DIP] = LEAST_DIP / Math.sqrt(squareAcross(view.n, view.f))
  way[START] = 0.1 * Math.min(field.grid.spacingX, field.grid.spacingZ) + 2 * clearance
  for (let k = 0; k < 3; k++) way[EYE_X + k] = view.eye[k]!
  for (let k = 0; k < columns; k++) followColumn(field, k)
}

/** The square of the length of a row of the projection, without what it has along the line of sight. */
function squareAcross(row: Float64Array, f: Float64Array): number {
  const along = row[0]! * f[0]! + row[1]! * f[1]! + row[2]! * f[2]!
  return row[0]! * row[0]! + row[1]! * row[1]! + row[2]! * row[2]! - along * along
}

/** Columns for all directions that the picture holds, all round where it looks steeply up or down. Returns how many. */
function spreadFan({ m, n, f }: OcclusionView, halfWidth: number, halfHeight: number): number {
  const perX = squareAcross(m, f)
  const perY = squareAcross(n, f)
  const middleX = m[0]! * f[0]! + m[1]! * f[1]! + m[2]! * f[2]!
  const middleY = n[0]! * f[0]! + n[1]! * f[1]! + n[2]! * f[2]!
  const forward = Math.atan2(f[2]!, f[0]!)
  let low = 0
  let high = 0
  let level = f[0]! * f[0]! + f[2]! * f[2]! > 0.3
  for (let corner = 0; corner < 4; corner++) {
    const s = ((corner & 1 ? halfWidth : -halfWidth) - middleX) / perX
    const t = ((corner & 2 ? halfHeight : -halfHeight) - middleY) / perY
    const x = f[0]! + s * (m[0]! - middleX * f[0]!) + t * (n[0]! - middleY * f[0]!)
    const z = f[2]! + s * (m[2]! - middleX * f[2]!) + t * (n[2]! - middleY * f[2]!)
    const angle = Math.atan2(
      z * Math.cos(forward) - x * Math.sin(forward),
      x * Math.cos(forward) + z * Math.sin(forward),
    )
    low = Math.min(low, angle)
    high = Math.max(high, angle)
    level &&= Math.abs(angle) < 0.6 * Math.PI
  }
  const pixel = 1 / Math.sqrt(perX)
  const width = level ? high - low : 2 * Math.PI
  const count = Math.min(MOST_COLUMNS, Math.ceil(width / (COLUMN_PIXELS * pixel)))
  fan[FIRST] = forward + (level ? low : -Math.PI)
  fan[EACH] = width / count
  fan[OVERLAP] = Math.min(OVERLAP_PIXELS * pixel, (0.25 * width) / count)
  return count
}

/** From ridge to ridge along one column. */
function followColumn(field: Heightfield, column: number): void {
  const { spacingX, spacingZ } = field.grid
  const middle = fan[FIRST]! + (column + 0.5) * fan[EACH]!
  way[ALONG_X] = Math.cos(middle)
  way[ALONG_Z] = Math.sin(middle)
  const cell = Math.min(spacingX, spacingZ)
  clipWay(field)
  way[BEST] = -Infinity
  way[RIDGE] = -1
  let lowest = Infinity
  while (way[AT]! < way[END]!) {
    if (skip(field)) {
      lowest = -Infinity
      continue
    }
    const at = way[AT]!
    lookDown(field)
    const slope = (slab[TOP]! - way[EYE_Y]!) / at
    if (slope > way[BEST]!) {
      if (way[BEST]! - lowest > way[DIP]!) addSlab(field, column)
      way[BEST] = slope
      way[RIDGE] = at
      lowest = slope
    } else if (slope < lowest) lowest = slope
    way[AT] = at + Math.max(Math.min(cell / 2, at / 8), STRIDE * at)
  }
  addSlab(field, column)
}

/** Where the way comes over the field and leaves it. */
function clipWay({ grid }: Heightfield): void {
  way[AT] = way[START]!
  way[END] = Infinity
  for (let axis = 0; axis < 2; axis++) {
    const eye = way[axis === 0 ? EYE_X : EYE_Z]!
    const along = way[axis === 0 ? ALONG_X : ALONG_Z]!
    const low = axis === 0 ? grid.originX : grid.originZ
    const size = axis === 0 ? (grid.columns - 1) * grid.spacingX : (grid.rows - 1) * grid.spacingZ
    if (along === 0) {
      if (!(eye > low && eye < low + size)) way[END] = -Infinity
      continue
    }
    const a = (low - eye) / along
    const b = (low + size - eye) / along
    way[AT] = Math.max(way[AT]!, Math.min(a, b))
    way[END] = Math.min(way[END]!, Math.max(a, b))
  }
}

/** Goes to the end of the large block that the way is in if all of it is below the slope that was seen before. */
function skip({ grid, levels }: Heightfield): boolean {
  const number = Math.min(SKIP_LEVEL, levels.length - 1)
  const level = levels[number]!
  const cells = 1 << number
  const sizeX = grid.spacingX * cells
  const sizeZ = grid.spacingZ * cells
  const at = way[AT]!
  const alongX = way[ALONG_X]!
  const alongZ = way[ALONG_Z]!
  const i = Math.floor((way[EYE_X]! + at * alongX - grid.originX) / sizeX)
  const j = Math.floor((way[EYE_Z]! + at * alongZ - grid.originZ) / sizeZ)
  if (i < 0 || j < 0 || i >= level.columns || j >= level.rows) return false
  const x = grid.originX + i * sizeX + (alongX > 0 ? sizeX : 0)
  const z = grid.originZ + j * sizeZ + (alongZ > 0 ? sizeZ : 0)
  // Written so that no number is put on the heap: a choice between Infinity and another number is.
  let end = Infinity
  if (alongX !== 0) end = (x - way[EYE_X]!) / alongX
  if (alongZ !== 0) end = Math.min(end, (z - way[EYE_Z]!) / alongZ)
  const up = level.high[j * level.columns + i]! - way[EYE_Y]!
  const best = way[BEST]!
  if (up > 0 ? !(up / at < best) : !(up / end < best)) return false
  // A little beyond, so that the next look is at the next block.
  way[AT] = Math.max(end, at) + 1e-6 * (at + sizeX)
  return true
}

/**
 * About how high a slab at the distance of the way could be: the ground in the middle of the column. Enough to find ridges by; what a slab
 * may hide is worked out where one is added.
 */
function lookDown({ heights, grid }: Heightfield): void {
  const u = (way[EYE_X]! + way[AT]! * way[ALONG_X]! - grid.originX) / grid.spacingX
  const v = (way[EYE_Z]! + way[AT]! * way[ALONG_Z]! - grid.originZ) / grid.spacingZ
  slab[TOP] = -Infinity
  if (!(u >= 0 && v >= 0 && u < grid.columns - 1 && v < grid.rows - 1)) return
  const i = Math.floor(u) | 0
  const j = Math.floor(v) | 0
  const at = j * grid.columns + i
  const near = heights[at]! + (u - i) * (heights[at + 1]! - heights[at]!)
  const far =
    heights[at + grid.columns]! + (u - i) * (heights[at + grid.columns + 1]! - heights[at + grid.columns]!)
  slab[TOP] = near + (v - j) * (far - near)
}

/** The slab across a column at the distance of the way, and the highest that it may be. */
function placeSlab(field: Heightfield, column: number): void {
  const { grid, erosion } = field
  const at = way[AT]!
  const a = fan[FIRST]! + column * fan[EACH]! - fan[OVERLAP]!
  const b = fan[FIRST]! + (column + 1) * fan[EACH]! + fan[OVERLAP]!
  slab[AX] = way[EYE_X]! + at * Math.cos(a)
  slab[AZ] = way[EYE_Z]! + at * Math.sin(a)
  slab[BX] = way[EYE_X]! + at * Math.cos(b)
  slab[BZ] = way[EYE_Z]! + at * Math.sin(b)
  const slack = erosion + THICKNESS * Math.min(grid.spacingX, grid.spacingZ)
  const endX = grid.originX + (grid.columns - 1) * grid.spacingX - slack
  const endZ = grid.originZ + (grid.rows - 1) * grid.spacingZ - slack
  const inside =
    Math.min(slab[AX]!, slab[BX]!) >= grid.originX + slack &&
    Math.max(slab[AX]!, slab[BX]!) <= endX &&
    Math.min(slab[AZ]!, slab[BZ]!) >= grid.originZ + slack &&
    Math.max(slab[AZ]!, slab[BZ]!) <= endZ
  slab[TOP] = -Infinity
  if (inside) lowerToGround(field)
}

/** The slab's top is the lowest place of the ground within the erosion of it, less that: piece by piece, each in a box along the axes. */
function lowerToGround(field: Heightfield): void {
  const { grid, levels, erosion } = field
  const u0 = (slab[AX]! - grid.originX) / grid.spacingX
  const v0 = (slab[AZ]! - grid.originZ) / grid.spacingZ
  const u = (slab[BX]! - grid.originX) / grid.spacingX - u0
  const v = (slab[BZ]! - grid.originZ) / grid.spacingZ - v0
  const cells = Math.max(Math.abs(u), Math.abs(v))
  const number = Math.min(levels.length - 1, Math.max(0, Math.ceil(Math.log2(cells / MOST_PIECES))))
  const count = Math.max(1, Math.ceil(cells / 2 ** number))
  // The thickness is a share of the shorter side of a cell, so it is no more than that of either.
  const reach = number > 0 ? 0 : erosion
  const slackU = THICKNESS + 1e-9 + reach / grid.spacingX
  const slackV = THICKNESS + 1e-9 + reach / grid.spacingZ
  slab[TOP] = Infinity
  for (let k = 0; k < count; k++) {
    const uA = u0 + (u * k) / count
    const uB = u0 + (u * (k + 1)) / count
    const vA = v0 + (v * k) / count
    const vB = v0 + (v * (k + 1)) / count
    piece[0] = Math.min(uA, uB) - slackU
    piece[1] = Math.min(vA, vB) - slackV
    piece[2] = Math.max(uA, uB) + slackU
    piece[3] = Math.max(vA, vB) + slackV
    if (number > 0) lowerToBlocks(field, number)
    else lowerToCells(field)
  }
  slab[TOP] = slab[TOP]! - reach
}

/** Far away, where a piece is many cells long: the lowest places of the blocks, which know of the erosion. */
function lowerToBlocks({ levels }: Heightfield, number: number): void {
  const { columns, rows, low } = levels[number]!
  const scale = 2 ** -number
  const i1 = Math.min(columns - 1, Math.floor(piece[2]! * scale))
  const j1 = Math.min(rows - 1, Math.floor(piece[3]! * scale))
  for (let j = Math.max(0, Math.floor(piece[1]! * scale)); j <= j1; j++) {
    for (let i = Math.max(0, Math.floor(piece[0]! * scale)); i <= i1; i++)
      slab[TOP] = Math.min(slab[TOP]!, low[j * columns + i]!)
  }
}

/**
 * The lowest place of the ground in a piece, whichever way its cells are cut. Of both ways the one with the fold below is lower: the larger of its
 * two planes. Its least value in a box is at least the larger of what each plane is at least there.
 */
function lowerToCells({ heights, grid }: Heightfield): void {
  const i1 = Math.min(grid.columns - 2, Math.floor(piece[2]!))
  const j1 = Math.min(grid.rows - 2, Math.floor(piece[3]!))
  for (let j = Math.max(0, Math.floor(piece[1]!)); j <= j1; j++) {
    const t0 = Math.max(piece[1]! - j, 0)
    const t1 = Math.min(piece[3]! - j, 1)
    for (let i = Math.max(0, Math.floor(piece[0]!)); i <= i1; i++) {
      const s0 = Math.max(piece[0]! - i, 0)
      const s1 = Math.min(piece[2]! - i, 1)
      const at = j * grid.columns + i
      const a = heights[at]!
      const b = heights[at + 1]!
      const c = heights[at + grid.columns]!
      const d = heights[at + grid.columns + 1]!
      // Slopes along s and t of the two planes, and their values at the corners they have in common with an axis.
      const falling = b + c >= a + d
      const first = falling
        ? a + (b > a ? s0 : s1) * (b - a) + (d > b ? t0 : t1) * (d - b)
        : a + (b > a ? s0 : s1) * (b - a) + (c > a ? t0 : t1) * (c - a)
      const second = falling
        ? a + (d > c ? s0 : s1) * (d - c) + (c > a ? t0 : t1) * (c - a)
        : d + (1 - (d > c ? s0 : s1)) * (c - d) + (1 - (d > b ? t0 : t1)) * (b - d)
      slab[TOP] = Math.min(slab[TOP]!, Math.max(first, second))
    }
  }
}

const matrix = new Float64Array(16)

/** Adds the slab across a column at its last ridge, if there was one; the way is left there. */
function addSlab(field: Heightfield, column: number): void {
  if (way[RIDGE]! < 0) return
  way[AT] = way[RIDGE]!
  placeSlab(field, column)
  const bottom = field.bottom + field.erosion
  const top = slab[TOP]!
  if (!(top > bottom)) return
  const x = slab[BX]! - slab[AX]!
  const z = slab[BZ]! - slab[AZ]!
  // Half of it to either side of the line.
  const thin = (THICKNESS * Math.min(field.grid.spacingX, field.grid.spacingZ)) / Math.sqrt(x * x + z * z)
  matrix[0] = x
  matrix[2] = z
  matrix[5] = top - bottom
  matrix[8] = -z * thin
  matrix[10] = x * thin
  matrix[12] = 0.5 * (slab[AX]! + slab[BX]!)
  matrix[13] = 0.5 * (top + bottom)
  matrix[14] = 0.5 * (slab[AZ]! + slab[BZ]!)
  addPiece(matrix, way[AT]!)
}
