/**
 * Rays against the ground, exact against its triangles: down the pyramid along the ray, past every cell that it flies over or under, to single
 * cells of the field.
 *
 * In a triangle the ray's height over the ground is a linear function of the way, so the ground is met where it changes its sign. The sign
 * goes along from cell to cell, so no ray slips through a border.
 */
import { Cell, type Heightfield } from '../heightfield/heightfield.js'
import { sampleInCell } from '../heightfield/sample-height.js'
import type { TerrainTree } from './terrain.js'

/** A ray in samples (u along x, v along z) and steps of the field. */
type Ray = {
  u: number
  v: number
  y: number
  du: number
  dv: number
  dy: number
  /** The sign of its height over the ground where it is now, 0 if not known. */
  side: number
  hit: number
}

/** Scratch of one call. */
const ray: Ray = { u: 0, v: 0, y: 0, du: 0, dv: 0, dy: 0, side: 0, hit: Infinity }

/**
 * How far along a ray the ground is met first, in metres; Infinity if not within `maxDistance`. The direction need not be of length 1. The
 * ground is met from above and from below; holes and the outside are no ground.
 * Throws a `RangeError` if a number is not finite or the direction has no length; `maxDistance` may be Infinity.
 */
export function raycastTree(
  tree: TerrainTree,
  originX: number,
  originY: number,
  originZ: number,
  directionX: number,
  directionY: number,
  directionZ: number,
  maxDistance: number = Infinity,
): number {
  const length = Math.hypot(directionX, directionY, directionZ)
  if (!(length > 0 && length < Infinity)) {
    throw new RangeError(
      `raycastTerrain: the direction is (${directionX}, ${directionY}, ${directionZ}), expected finite numbers that are not all 0`,
    )
  }
  if (!Number.isFinite(originX + originY + originZ)) {
    throw new RangeError(
      `raycastTerrain: the origin is (${originX}, ${originY}, ${originZ}), expected finite numbers`,
    )
  }
  if (!(maxDistance >= 0))
    throw new RangeError(`raycastTerrain: maxDistance is ${maxDistance}, expected a number of 0 or more`)
  const { field, grid } = tree
  ray.u = (originX - field.originX) / field.spacingX
  ray.v = (originZ - field.originZ) / field.spacingZ
  ray.y = (originY - field.heightOffset) / field.heightScale
  ray.du = directionX / length / field.spacingX
  ray.dv = directionZ / length / field.spacingZ
  ray.dy = directionY / length / field.heightScale
  ray.side = 0
  ray.hit = Infinity
  const end = Math.min(maxDistance, farthest(tree))
  const top = grid.pyramid[0]!
  const [slackX, slackZ] = [field.tolerance / field.spacingX, field.tolerance / field.spacingZ]
  const [lastU, lastV] = [field.columns - 1, field.rows - 1]
  const t0 = Math.max(enter(ray.u, ray.du, lastU, slackX), enter(ray.v, ray.dv, lastV, slackZ), 0)
  const t1 = Math.min(leave(ray.u, ray.du, lastU, slackX), leave(ray.v, ray.dv, lastV, slackZ), end)
  if (t0 <= t1) visitRow(tree, 0, 0, 0, top.columns, top.rows, t0, t1)
  return ray.hit
}

/** Where the ray comes between 0 and `size` of one axis. Straight down, what is outside by rounding counts as on the border. */
function enter(from: number, along: number, size: number, slack: number): number {
  if (along === 0) return from >= -slack && from <= size + slack ? -Infinity : Infinity
  return Math.min(-from / along, (size - from) / along)
}

function leave(from: number, along: number, size: number, slack: number): number {
  if (along === 0) return from >= -slack && from <= size + slack ? Infinity : -Infinity
  return Math.max(-from / along, (size - from) / along)
}

/** A way after which the ray is past all ground, also straight up or down. */
function farthest({ pyramid, grid }: TerrainTree): number {
  if (ray.dy === 0) return Infinity
  let low = Infinity
  let high = -Infinity
  for (let k = 0; k < grid.pyramid[0]!.columns * grid.pyramid[0]!.rows; k++) {
    low = Math.min(low, pyramid.least[k]!)
    high = Math.max(high, pyramid.greatest[k]!)
  }
  return Math.max((low - 1 - ray.y) / ray.dy, (high + 1 - ray.y) / ray.dy, 0)
}

/** Cells (column, row) to (column + columns, row + rows) of a pyramid level: halved until one is left. Answers whether the ray has hit. */
function visitRow(
  tree: TerrainTree,
  p: number,
  column: number,
  row: number,
  columns: number,
  rows: number,
  t0: number,
  t1: number,
): boolean {
  if (columns === 1 && rows === 1) return visitCell(tree, p, column, row, t0, t1)
  const acrossX = columns > 1
  const half = (acrossX ? columns : rows) >> 1
  const { quads } = tree.grid.pyramid[p]!
  const border = ((acrossX ? column : row) + half) * (quads / tree.grid.quadsPerSample)
  const from = acrossX ? ray.u : ray.v
  const along = acrossX ? ray.du : ray.dv
  if (along === 0)
    return visitHalf(tree, p, column, row, columns, rows, half, acrossX, from < border ? 0 : 1, t0, t1)
  const cut = (border - from) / along
  const first = along > 0 ? 0 : 1
  if (
    t0 <= cut &&
    visitHalf(tree, p, column, row, columns, rows, half, acrossX, first, t0, Math.min(cut, t1))
  )
    return true
  return (
    cut <= t1 &&
    visitHalf(tree, p, column, row, columns, rows, half, acrossX, 1 - first, Math.max(cut, t0), t1)
  )
}

function visitHalf(
  tree: TerrainTree,
  p: number,
  column: number,
  row: number,
  columns: number,
  rows: number,
  half: number,
  acrossX: boolean,
  which: number,
  t0: number,
  t1: number,
): boolean {
  if (acrossX) {
    return visitRow(tree, p, column + which * half, row, which === 0 ? half : columns - half, rows, t0, t1)
  }
  return visitRow(tree, p, column, row + which * half, columns, which === 0 ? half : rows - half, t0, t1)
}

function visitCell(
  tree: TerrainTree,
  p: number,
  column: number,
  row: number,
  t0: number,
  t1: number,
): boolean {
  const { grid, pyramid, field } = tree
  const { start, columns } = grid.pyramid[p]!
  const index = start + row * columns + column
  const least = pyramid.least[index]!
  const greatest = pyramid.greatest[index]!
  if (least > greatest) return false
  const y0 = ray.y + t0 * ray.dy
  const y1 = ray.y + t1 * ray.dy
  // A hair of slack: heights of the ground inside are rounded too.
  if (Math.min(y0, y1) > greatest + HAIR) return pass(1)
  if (Math.max(y0, y1) < least - HAIR) return pass(-1)
  if (p === grid.pyramid.length - 1) return walkCells(field, t0, t1)
  const below = grid.pyramid[p + 1]!
  const i = 2 * column
  const j = 2 * row
  return visitRow(tree, p + 1, i, j, Math.min(2, below.columns - i), Math.min(2, below.rows - j), t0, t1)
}

const HAIR = 1e-6

/** Over or under all ground of a cell. Where the ray was on the other side before, it came through a hole or along a border. */
function pass(side: number): boolean {
  ray.side = side
  return false
}

/** From cell to cell of the field along the ray (Amanatides and Woo, "A Fast Voxel Traversal Algorithm", 1987). */
function walkCells(field: Heightfield, t0: number, t1: number): boolean {
  const middle = t0 + Math.min((t1 - t0) * 1e-9, 1e-9)
  let i = clampCell(ray.u + middle * ray.du, field.columns - 2)
  let j = clampCell(ray.v + middle * ray.dv, field.rows - 2)
  let t = t0
  for (;;) {
    const tu = ray.du === 0 ? Infinity : (i + (ray.du > 0 ? 1 : 0) - ray.u) / ray.du
    const tv = ray.dv === 0 ? Infinity : (j + (ray.dv > 0 ? 1 : 0) - ray.v) / ray.dv
    const next = Math.max(Math.min(tu, tv, t1), t)
    if (meetCell(field, i, j, t, next)) return true
    if (next >= t1) return false
    t = next
    if (tu <= tv) i += ray.du > 0 ? 1 : -1
    if (tv <= tu) j += ray.dv > 0 ? 1 : -1
    if (i < 0 || j < 0 || i > field.columns - 2 || j > field.rows - 2) return false
  }
}

function clampCell(place: number, last: number): number {
  return Math.min(Math.max(Math.floor(place), 0), last)
}

/** The part of the ray from t0 to t1 against the two triangles of a cell. */
function meetCell(field: Heightfield, i: number, j: number, t0: number, t1: number): boolean {
  const { columns, cells } = field
  if (cells !== null && cells[j * (columns - 1) + i] === Cell.hole) return pass(0)
  const slope = ray.du - ray.dv
  const cut = slope === 0 ? Infinity : (i - j - (ray.u - ray.v)) / slope
  const at = j * columns + i
  if (cut > t0 && cut < t1) return meet(field, at, i, j, t0, cut) || meet(field, at, i, j, cut, t1)
  return meet(field, at, i, j, t0, t1)
}

/** A part of the ray over one triangle. */
function meet(field: Heightfield, at: number, i: number, j: number, t0: number, t1: number): boolean {
  const before = over(field, at, i, j, t0)
  const after = over(field, at, i, j, t1)
  if (before === 0 || (ray.side !== 0 && Math.sign(before) !== ray.side)) {
    ray.hit = t0
    return true
  }
  if (after === 0 || Math.sign(after) !== Math.sign(before)) {
    ray.hit = t0 + ((t1 - t0) * before) / (before - after)
    return true
  }
  ray.side = Math.sign(after)
  return false
}

/** The ray's height over the ground at `t`, in steps. */
function over({ samples, columns }: Heightfield, at: number, i: number, j: number, t: number): number {
  const s = Math.min(Math.max(ray.u + t * ray.du - i, 0), 1)
  const r = Math.min(Math.max(ray.v + t * ray.dv - j, 0), 1)
  return ray.y + t * ray.dy - sampleInCell(samples, at, columns, s, r)
}
