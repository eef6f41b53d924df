/**
 * The boxes nearest to a point: depth first, nearer children first, and nothing that cannot be among the
 * nearest.
 */
import { checkDistances, checkFinite, checkIds, checkNotNegative } from './octree-checks.js'
import { settle } from './octree-flush.js'
import { addHit, beginHits, farthestKept, HITS, writeHits } from './octree-hits.js'
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
const STACK_SQUARED = new Float64Array(STACK_SIZE)
const POINT = { x: 0, y: 0, z: 0, maxSquared: 0 }

/**
 * Writes the `k` boxes nearest to (x, y, z), at most `maxDistance` away, nearest first (equal distances by
 * id), and their distances: 0 from inside. Returns how many there are, `k` at most: when the arrays are too
 * small, they hold the nearest that fit. Broken boxes count as being at distance 0.
 * Throws a `RangeError` for a point that is not finite, a `k` that is not a whole number of 0 or more, or a
 * `maxDistance` that is not a number of 0 or more (it may be infinite).
 */
export function queryNearest(
  o: Octree,
  x: number,
  y: number,
  z: number,
  k: number,
  maxDistance: number,
  outIds: Uint32Array,
  outDistances: Float32Array | Float64Array,
): number {
  checkFinite('queryNearest', 'x', x)
  checkFinite('queryNearest', 'y', y)
  checkFinite('queryNearest', 'z', z)
  if (!(Number.isInteger(k) && k >= 0)) {
    throw new RangeError(`queryNearest: k is ${k}, expected a whole number of 0 or more`)
  }
  checkNotNegative('queryNearest', 'maxDistance', maxDistance)
  checkIds('queryNearest', 'outIds', outIds)
  checkDistances('queryNearest', 'outDistances', outDistances)
  settle(o)
  POINT.x = x
  POINT.y = y
  POINT.z = z
  POINT.maxSquared = maxDistance * maxDistance
  beginHits(Math.min(k, o.objects))
  if (HITS.limit === 0) return 0
  testLoose(o)
  walk(o)
  return writeHits(outIds, outDistances, true)
}

/** Bounds farther away than this need not be looked at. */
function limit(): number {
  return Math.min(POINT.maxSquared, farthestKept())
}

function walk(o: Octree): void {
  let top = o.leavesUsed > 0 ? 1 : 0
  STACK[0] = 0
  STACK_SQUARED[0] = 0
  while (top > 0) {
    const ref = STACK[--top]!
    if (STACK_SQUARED[top]! > limit()) continue
    if (isLeaf(ref)) testLeaf(o, ref & INDEX_MASK)
    else top = pushChildren(o, ref, top)
  }
}

/** Puts the children on the stack, sorted so that the nearest is taken first. */
function pushChildren(o: Octree, node: number, bottom: number): number {
  const lanes = lanesOfNode(o, node)
  let top = bottom
  for (let lane = 0; lane < LANES; lane++) {
    const child = childOf(o, node, lane)
    if (child === 0) continue
    const squared = laneSquared(o.f32, lanes + lane)
    if (squared > limit()) continue
    let at = top++
    while (at > bottom && STACK_SQUARED[at - 1]! < squared) {
      STACK[at] = STACK[at - 1]!
      STACK_SQUARED[at] = STACK_SQUARED[at - 1]!
      at--
    }
    STACK[at] = child
    STACK_SQUARED[at] = squared
  }
  return top
}

function testLeaf(o: Octree, leaf: number): void {
  const blocks = lanesOfLeaf(o, leaf)
  let ids = firstIdOf(o, leaf)
  for (let block = 0; block < LANES; block++) {
    const held = heldBy(o, leaf, block)
    if (held === 0) continue
    if (laneSquared(o.f32, blocks + block) > limit()) {
      ids += held
      continue
    }
    const rows = lanesOfBlock(o, leaf, block)
    for (let slot = 0; slot < held; slot++, ids++) {
      const squared = laneSquared(o.f32, rows + slot)
      if (squared <= limit()) addHit(squared, o.u32[ids]!)
    }
  }
}

function testLoose(o: Octree): void {
  const { f32 } = o
  for (let i = 0; i < o.looseCount; i++) {
    const id = looseIdAt(o, i)
    const box = columnBoxOf(o, id)
    const at = box >>> 2
    const squared = isBroken(f32, box)
      ? 0
      : squaredTo(f32[at]!, f32[at + 1]!, f32[at + 2]!, f32[at + 4]!, f32[at + 5]!, f32[at + 6]!)
    if (squared <= POINT.maxSquared) addHit(squared, id)
  }
}

function laneSquared(f32: Float32Array, at: number): number {
  return squaredTo(f32[at]!, f32[at + 8]!, f32[at + 16]!, f32[at + 24]!, f32[at + 32]!, f32[at + 40]!)
}

/** The squared distance from the point to bounds. */
function squaredTo(
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
): number {
  const x = Math.max(minX - POINT.x, POINT.x - maxX, 0)
  const y = Math.max(minY - POINT.y, POINT.y - maxY, 0)
  const z = Math.max(minZ - POINT.z, POINT.z - maxZ, 0)
  return x * x + y * y + z * z
}
