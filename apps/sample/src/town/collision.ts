import { createFeeler, FEEL, type Feeler } from './feeler.js'
import { addToBuckets, type Buckets, bucketAt, createBuckets } from './plan/buckets.js'
import type { Rect } from './plan/geometry.js'
import type { Collision, Point } from './types.js'

/** What a walker cannot enter: a turned box, or a disc where halfZ is 0 (halfX is its radius). */
export type Shape = Rect & {
  /** feet at least this high (less a step) pass over it; absolute height */
  readonly top: number
  /** metres round (x, z) within which `moveShape` may put it; 0 for what stays */
  readonly sweep?: number
}

/** A surface above the ground that feet can stand on; rises along local +x from `low` to `high`. */
export type Platform = Rect & { readonly low: number; readonly high: number }

/** The underside of what is over a room; absolute height. */
export type Ceiling = Rect & { readonly height: number }

export type CollisionList = {
  readonly shapes: Shape[]
  readonly platforms: Platform[]
  readonly ceilings: Ceiling[]
}

/** how high feet step up without help, metres */
export const STEP_UP = 0.5
const PASSES = 4
const CELL = 8
const REACH = 1

const { x: X, z: Z, radius: RADIUS, feet: FEET, ground: GROUND, floor: FLOOR, ceiling: CEILING } = FEEL

/** A row of a table: x, z, halfX, halfZ, cosine and sine of the yaw, then two heights. */
const ROW = 8

export function createCollisionList(): CollisionList {
  return { shapes: [], platforms: [], ceilings: [] }
}

/** A table of footprints and a grid that finds those near a point. */
type Footprints = { readonly rows: Float64Array; readonly near: Buckets }

function createFootprints<T extends Rect>(
  list: readonly T[],
  heights: (item: T) => readonly [number, number],
  reach: (item: T) => number,
): Footprints {
  const rows = new Float64Array(list.length * ROW)
  const near = createBuckets(CELL)
  list.forEach((item, i) => {
    const { x, z, halfX, halfZ, yaw } = item
    rows.set([x, z, halfX, halfZ, Math.cos(yaw), Math.sin(yaw), ...heights(item)], i * ROW)
    const c = Math.abs(Math.cos(yaw))
    const s = Math.abs(Math.sin(yaw))
    const deep = halfZ === 0 ? halfX : halfZ
    const u = halfX * c + deep * s + reach(item)
    const v = halfX * s + deep * c + reach(item)
    addToBuckets(near, i, x - u, z - v, x + u, z + v)
  })
  return { rows, near }
}

/**
 * Footprints in a grid; shapes are asked for within one metre of themselves. In a crack narrower than the
 * walker the last push wins: a caller that cannot accept that asks `blocked` and stays where it was.
 */
export function createCollision({ shapes }: CollisionList): Collision {
  const table = createFootprints(
    shapes,
    ({ top }) => [top, 0],
    ({ sweep = 0 }) => REACH + sweep,
  )
  const own = createFeeler()

  function pushOut(at: Feeler): void {
    for (let pass = 0; pass < PASSES; pass++) if (!pushOnce(table, at)) return
  }

  function collide(x: number, z: number, radius: number, out: Point, feet = -Infinity): Point {
    own[X] = x
    own[Z] = z
    own[RADIUS] = radius
    own[FEET] = feet
    pushOut(own)
    out.x = own[X]!
    out.z = own[Z]!
    return out
  }

  function blocked(x: number, z: number, radius: number): boolean {
    own[X] = x
    own[Z] = z
    own[RADIUS] = radius
    own[FEET] = -Infinity
    return pushOnce(table, own)
  }

  function moveShape(shape: number, x: number, z: number, yaw: number): void {
    const { rows } = table
    rows[shape * ROW] = x
    rows[shape * ROW + 1] = z
    rows[shape * ROW + 4] = Math.cos(yaw)
    rows[shape * ROW + 5] = Math.sin(yaw)
  }

  return { pushOut, collide, blocked, moveShape }
}

/** Moves a feeler out of what is near it, each once; tells whether it moved. */
function pushOnce({ rows, near }: Footprints, at: Feeler): boolean {
  const list = bucketAt(near, at)
  let moved = false
  for (let k = 0; k < list.length; k++) {
    const row = list[k]! * ROW
    // Most are too far, whichever way they are turned.
    const reach = rows[row + 2]! + rows[row + 3]! + at[RADIUS]!
    if (Math.abs(at[X]! - rows[row]!) >= reach || Math.abs(at[Z]! - rows[row + 1]!) >= reach) continue
    if (at[FEET]! >= rows[row + 6]! - STEP_UP) continue
    if (rows[row + 3] === 0 ? leaveDisc(rows, row, at) : leaveBox(rows, row, at)) moved = true
  }
  return moved
}

function leaveDisc(rows: Float64Array, row: number, at: Feeler): boolean {
  const dx = at[X]! - rows[row]!
  const dz = at[Z]! - rows[row + 1]!
  const reach = rows[row + 2]! + at[RADIUS]!
  const d2 = dx * dx + dz * dz
  if (d2 >= reach * reach) return false
  const d = Math.sqrt(d2)
  at[X] = rows[row]! + (d > 1e-6 ? (dx / d) * reach : reach)
  at[Z] = rows[row + 1]! + (d > 1e-6 ? (dz / d) * reach : 0)
  return true
}

function leaveBox(rows: Float64Array, row: number, at: Feeler): boolean {
  const radius = at[RADIUS]!
  const halfX = rows[row + 2]!
  const halfZ = rows[row + 3]!
  const c = rows[row + 4]!
  const n = rows[row + 5]!
  const dx = at[X]! - rows[row]!
  const dz = at[Z]! - rows[row + 1]!
  let lx = dx * c - dz * n
  let lz = dx * n + dz * c
  const px = Math.abs(lx) - halfX
  const pz = Math.abs(lz) - halfZ
  if (px >= radius || pz >= radius) return false
  if (px <= 0 || pz <= 0) {
    // Beside a face or inside: out by the nearest face.
    if (px > pz) lx = (lx < 0 ? -1 : 1) * (halfX + radius)
    else lz = (lz < 0 ? -1 : 1) * (halfZ + radius)
  } else {
    const d = Math.sqrt(px * px + pz * pz)
    if (d >= radius) return false
    lx = (lx < 0 ? -1 : 1) * (halfX + (px / d) * radius)
    lz = (lz < 0 ? -1 : 1) * (halfZ + (pz / d) * radius)
  }
  at[X] = rows[row]! + lx * c + lz * n
  at[Z] = rows[row + 1]! - lx * n + lz * c
  return true
}

/** The highest of ground and platforms that feet can stand on, and the lowest ceiling over them. */
export function createFloor(
  { platforms, ceilings }: CollisionList,
  feelGround: (at: Feeler) => void,
): (at: Feeler) => void {
  const floors = createFootprints(
    platforms,
    ({ low, high }) => [low, high],
    () => 0,
  )
  const roofs = createFootprints(
    ceilings,
    ({ height }) => [height, height],
    () => 0,
  )
  return (at) => {
    feelGround(at)
    at[FLOOR] = at[GROUND]!
    at[CEILING] = Infinity
    stepUp(floors, at)
    lookUp(roofs, at)
  }
}

function stepUp({ rows, near }: Footprints, at: Feeler): void {
  const list = bucketAt(near, at)
  for (let k = 0; k < list.length; k++) {
    const row = list[k]! * ROW
    const dx = at[X]! - rows[row]!
    const dz = at[Z]! - rows[row + 1]!
    const halfX = rows[row + 2]!
    const lx = dx * rows[row + 4]! - dz * rows[row + 5]!
    const lz = dx * rows[row + 5]! + dz * rows[row + 4]!
    if (Math.abs(lx) > halfX || Math.abs(lz) > rows[row + 3]!) continue
    const low = rows[row + 6]!
    const y = low + (rows[row + 7]! - low) * ((lx + halfX) / (halfX * 2))
    if (y > at[FLOOR]! && y <= at[FEET]! + STEP_UP) at[FLOOR] = y
  }
}

function lookUp({ rows, near }: Footprints, at: Feeler): void {
  const list = bucketAt(near, at)
  for (let k = 0; k < list.length; k++) {
    const row = list[k]! * ROW
    const dx = at[X]! - rows[row]!
    const dz = at[Z]! - rows[row + 1]!
    const lx = dx * rows[row + 4]! - dz * rows[row + 5]!
    const lz = dx * rows[row + 5]! + dz * rows[row + 4]!
    if (Math.abs(lx) > rows[row + 2]! || Math.abs(lz) > rows[row + 3]!) continue
    if (rows[row + 6]! > at[FEET]! && rows[row + 6]! < at[CEILING]!) at[CEILING] = rows[row + 6]!
  }
}
