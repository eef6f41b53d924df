/**
 * Boxes that touch a box or a sphere. Both walk the tree with one test, given as three numbers a lane:
 * nothing in common, touching, or wholly within; what is within is copied without tests. Coordinates are
 * compared as doubles, so answers are exact.
 */
import { checkFinite, checkIds, checkNotNegative, checkOrder } from './octree-checks.js'
import { settle } from './octree-flush.js'
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

/** Float indices from the first minimum of a lane, or of a box in the column, to its other numbers. */
const LANE = { minY: 8, minZ: 16, maxX: 24, maxY: 32, maxZ: 40 } as const
const BOX = { minY: 1, minZ: 2, maxX: 4, maxY: 5, maxZ: 6 } as const
const STACK = new Uint32Array(STACK_SIZE)
/** A ref on the stack whose boxes are all within. */
const WITHIN = new Uint8Array(STACK_SIZE)

type Shape = {
  sphere: boolean
  minX: number
  minY: number
  minZ: number
  maxX: number
  maxY: number
  maxZ: number
  squared: number
}

const SHAPE: Shape = { sphere: false, minX: 0, minY: 0, minZ: 0, maxX: 0, maxY: 0, maxZ: 0, squared: 0 }

/**
 * Writes to `out` the ids of all boxes that touch the given box, borders included, and returns how many there
 * are: also when `out` is too small and holds only some of them. Infinite borders are allowed. Throws a
 * `RangeError` if a minimum is not at most its maximum.
 */
export function queryBox(
  o: Octree,
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
  out: Uint32Array,
): number {
  checkNumber('minX', minX)
  checkNumber('minY', minY)
  checkNumber('minZ', minZ)
  checkNumber('maxX', maxX)
  checkNumber('maxY', maxY)
  checkNumber('maxZ', maxZ)
  checkOrder('queryBox', minX, minY, minZ, maxX, maxY, maxZ)
  checkIds('queryBox', 'out', out)
  SHAPE.sphere = false
  SHAPE.minX = minX
  SHAPE.minY = minY
  SHAPE.minZ = minZ
  SHAPE.maxX = maxX
  SHAPE.maxY = maxY
  SHAPE.maxZ = maxZ
  return collect(o, out)
}

/**
 * Writes to `out` the ids of all boxes with a point at most `r` from (x, y, z), and returns how many there
 * are: also when `out` is too small and holds only some of them. Throws a `RangeError` if the centre is not
 * finite or the radius not a number of 0 or more.
 */
export function querySphere(o: Octree, x: number, y: number, z: number, r: number, out: Uint32Array): number {
  checkFinite('querySphere', 'x', x)
  checkFinite('querySphere', 'y', y)
  checkFinite('querySphere', 'z', z)
  checkNotNegative('querySphere', 'r', r)
  checkIds('querySphere', 'out', out)
  SHAPE.sphere = true
  SHAPE.minX = x
  SHAPE.minY = y
  SHAPE.minZ = z
  SHAPE.squared = r * r
  return collect(o, out)
}

function checkNumber(field: string, value: number): void {
  if (Number.isNaN(value)) throw new RangeError(`queryBox: ${field} is NaN, expected a number`)
}

function collect(o: Octree, out: Uint32Array): number {
  settle(o)
  let found = 0
  let top = 0
  if (o.leavesUsed > 0) {
    STACK[0] = 0
    WITHIN[0] = 0
    top = 1
  }
  while (top > 0) {
    const ref = STACK[--top]!
    const within = WITHIN[top] === 1
    if (isLeaf(ref)) {
      found = collectLeaf(o, ref & INDEX_MASK, within, out, found)
      continue
    }
    const lanes = lanesOfNode(o, ref)
    for (let lane = 0; lane < LANES; lane++) {
      const child = childOf(o, ref, lane)
      if (child === 0) continue
      const answer = within ? 2 : testLane(o.f32, lanes + lane)
      if (answer === 0) continue
      STACK[top] = child
      WITHIN[top] = answer === 2 ? 1 : 0
      top++
    }
  }
  return collectLoose(o, out, found)
}

function collectLeaf(o: Octree, leaf: number, within: boolean, out: Uint32Array, found: number): number {
  const blocks = lanesOfLeaf(o, leaf)
  let ids = firstIdOf(o, leaf)
  let to = found
  for (let block = 0; block < LANES; block++) {
    const held = heldBy(o, leaf, block)
    if (held === 0) continue
    const answer = within ? 2 : testLane(o.f32, blocks + block)
    const rows = lanesOfBlock(o, leaf, block)
    for (let slot = 0; slot < held; slot++, ids++) {
      if (answer === 0 || (answer === 1 && testLane(o.f32, rows + slot) === 0)) continue
      if (to < out.length) out[to] = o.u32[ids]!
      to++
    }
  }
  return to
}

function collectLoose(o: Octree, out: Uint32Array, found: number): number {
  let to = found
  for (let i = 0; i < o.looseCount; i++) {
    const id = looseIdAt(o, i)
    const box = columnBoxOf(o, id)
    if (!isBroken(o.f32, box) && testLooseBox(o.f32, box >>> 2) === 0) continue
    if (to < out.length) out[to] = id
    to++
  }
  return to
}

function testLane(f32: Float32Array, at: number): number {
  return testBounds(
    f32[at]!,
    f32[at + LANE.minY]!,
    f32[at + LANE.minZ]!,
    f32[at + LANE.maxX]!,
    f32[at + LANE.maxY]!,
    f32[at + LANE.maxZ]!,
  )
}

function testLooseBox(f32: Float32Array, at: number): number {
  return testBounds(
    f32[at]!,
    f32[at + BOX.minY]!,
    f32[at + BOX.minZ]!,
    f32[at + BOX.maxX]!,
    f32[at + BOX.maxY]!,
    f32[at + BOX.maxZ]!,
  )
}

/** 0 nothing in common, 1 touching, 2 wholly within. */
function testBounds(
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
): number {
  const s = SHAPE
  if (s.sphere) return testSphere(s, minX, minY, minZ, maxX, maxY, maxZ)
  if (minX > s.maxX || maxX < s.minX || minY > s.maxY || maxY < s.minY || minZ > s.maxZ || maxZ < s.minZ)
    return 0
  const within =
    minX >= s.minX && maxX <= s.maxX && minY >= s.minY && maxY <= s.maxY && minZ >= s.minZ && maxZ <= s.maxZ
  return within ? 2 : 1
}

function testSphere(
  s: Shape,
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
): number {
  const nearX = Math.max(minX - s.minX, s.minX - maxX, 0)
  const nearY = Math.max(minY - s.minY, s.minY - maxY, 0)
  const nearZ = Math.max(minZ - s.minZ, s.minZ - maxZ, 0)
  if (nearX * nearX + nearY * nearY + nearZ * nearZ > s.squared) return 0
  const farX = Math.max(s.minX - minX, maxX - s.minX)
  const farY = Math.max(s.minY - minY, maxY - s.minY)
  const farZ = Math.max(s.minZ - minZ, maxZ - s.minZ)
  return farX * farX + farY * farY + farZ * farZ <= s.squared ? 2 : 1
}
