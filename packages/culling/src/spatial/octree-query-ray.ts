/** Boxes that a ray meets, nearest first. */
import { checkDistances, checkFinite, checkIds, checkNotNegative } from './octree-checks.js'
import { settle } from './octree-flush.js'
import { addHit, beginHits, writeHits } from './octree-hits.js'
import {
  childOf,
  columnBoxOf,
  firstIdOf,
  heldBy,
  INDEX_MASK,
  isBroken,
  isLeaf,
  LANES,
  lanesOfBlock,
  lanesOfLeaf,
  lanesOfNode,
  looseIdAt,
  type Octree,
  STACK_SIZE,
} from './octree-walk.js'

const STACK = new Uint32Array(STACK_SIZE)
const ORIGIN = new Float64Array(3)
const DIRECTION = new Float64Array(3)
const RAY = { length: 1, maxDistance: 0 }

/** Floats from one row to the next in a lane, and from minimum to maximum; and in a box of the column. */
const LANE_STEP = 8
const LANE_MAX = 24
const BOX_STEP = 1
const BOX_MAX_AT = 4

/**
 * Writes the ids of all boxes that the ray from (ox, oy, oz) along (dx, dy, dz) meets at most `maxDistance`
 * away, nearest first, and how far away it enters them (0 from inside; equal distances by id). The direction
 * may have any length; distances are in world units.
 * Returns how many there are: when the arrays are too small, they hold the nearest that fit. Broken boxes
 * count as hit at distance 0. Throws a `RangeError` for an origin or direction that is not finite, a
 * direction of length 0, or a `maxDistance` that is not a number of 0 or more (it may be infinite).
 */
export function queryRay(
  o: Octree,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  maxDistance: number,
  outIds: Uint32Array,
  outDistances: Float32Array | Float64Array,
): number {
  checkFinite('queryRay', 'ox', ox)
  checkFinite('queryRay', 'oy', oy)
  checkFinite('queryRay', 'oz', oz)
  checkFinite('queryRay', 'dx', dx)
  checkFinite('queryRay', 'dy', dy)
  checkFinite('queryRay', 'dz', dz)
  const length = Math.hypot(dx, dy, dz)
  if (length === 0)
    throw new RangeError('queryRay: the direction (dx, dy, dz) is 0, expected a length above 0')
  checkNotNegative('queryRay', 'maxDistance', maxDistance)
  checkIds('queryRay', 'outIds', outIds)
  checkDistances('queryRay', 'outDistances', outDistances)
  settle(o)
  ORIGIN[0] = ox
  ORIGIN[1] = oy
  ORIGIN[2] = oz
  DIRECTION[0] = dx
  DIRECTION[1] = dy
  DIRECTION[2] = dz
  RAY.length = length
  RAY.maxDistance = maxDistance
  beginHits(Math.min(outIds.length, outDistances.length))
  const found = walk(o) + testLoose(o)
  writeHits(outIds, outDistances, false)
  return found
}

function walk(o: Octree): number {
  let found = 0
  let top = o.leavesUsed > 0 ? 1 : 0
  STACK[0] = 0
  while (top > 0) {
    const ref = STACK[--top]!
    if (isLeaf(ref)) {
      found += testLeaf(o, ref & INDEX_MASK)
      continue
    }
    const lanes = lanesOfNode(o, ref)
    for (let lane = 0; lane < LANES; lane++) {
      const child = childOf(o, ref, lane)
      if (child !== 0 && entry(o.f32, lanes + lane, LANE_STEP, LANE_MAX) >= 0) STACK[top++] = child
    }
  }
  return found
}

function testLeaf(o: Octree, leaf: number): number {
  const blocks = lanesOfLeaf(o, leaf)
  let ids = firstIdOf(o, leaf)
  let found = 0
  for (let block = 0; block < LANES; block++) {
    const held = heldBy(o, leaf, block)
    if (held === 0) continue
    if (entry(o.f32, blocks + block, LANE_STEP, LANE_MAX) < 0) {
      ids += held
      continue
    }
    const rows = lanesOfBlock(o, leaf, block)
    for (let slot = 0; slot < held; slot++, ids++) {
      const distance = entry(o.f32, rows + slot, LANE_STEP, LANE_MAX)
      if (distance < 0) continue
      addHit(distance, o.u32[ids]!)
      found++
    }
  }
  return found
}

function testLoose(o: Octree): number {
  let found = 0
  for (let i = 0; i < o.looseCount; i++) {
    const id = looseIdAt(o, i)
    const box = columnBoxOf(o, id)
    const distance = isBroken(o.f32, box) ? 0 : entry(o.f32, box >>> 2, BOX_STEP, BOX_MAX_AT)
    if (distance < 0) continue
    addHit(distance, id)
    found++
  }
  return found
}

/** Where the ray enters bounds: the distance, 0 from inside, or -1 if it misses them or is too short. */
function entry(f32: Float32Array, at: number, step: number, max: number): number {
  let near = 0
  let far = Number.POSITIVE_INFINITY
  for (let axis = 0; axis < 3; axis++) {
    const low = f32[at + axis * step]! - ORIGIN[axis]!
    const high = f32[at + axis * step + max]! - ORIGIN[axis]!
    const direction = DIRECTION[axis]!
    if (direction === 0) {
      if (low > 0 || high < 0) return -1
      continue
    }
    near = Math.max(near, Math.min(low / direction, high / direction))
    far = Math.min(far, Math.max(low / direction, high / direction))
  }
  const distance = near * RAY.length
  return near <= far && distance <= RAY.maxDistance ? distance : -1
}
