/**
 * The twin of `assembly/query-frustum.ts`: the same lists in the same batches, so that ids come in the same
 * order. Nodes go through one queue, first in, first out; leaves and blocks that cross a plane are collected
 * and tested in batches; leaves inside every plane are copied in batches. Each entry carries a mask of the
 * planes it still crosses.
 */
import {
  BLOCK_BATCH,
  BOX_BYTES,
  COPY_BATCH,
  COUNT_SHIFT,
  DOUBLE_ROUNDING,
  IDS_BYTES,
  INDEX_MASK,
  isLeaf,
  LANES,
  LEAF_BATCH,
  LEAF_BLOCKS,
  LEAF_BYTES,
  LEAF_COUNTS,
  MAX_ROWS,
  NODE_BYTES,
  NODE_REFS,
  PLANE_BAND,
  PLANE_D,
  PLANE_D_INSIDE,
  PLANE_D_OUTSIDE,
  PREPARED_PLANE_BYTES,
  ROW_BYTES,
  ROWS_BYTES,
  STATE_BLOCKS_TESTED,
  STATE_BOXES,
  STATE_IDS,
  STATE_LEAVES,
  STATE_LEAVES_COPIED,
  STATE_LEAVES_TESTED,
  STATE_NODES,
  STATE_NODES_TESTED,
  STATE_QUEUE,
  STATE_WORK,
  WORK_BLOCK_QUEUE,
  WORK_COPY_QUEUE,
  WORK_LEAF_QUEUE,
} from '../spatial/octree.js'
import type { KernelMemory } from './keys.js'

const ROW = ROW_BYTES >>> 2
const MAX = MAX_ROWS >>> 2
const PLANE = PREPARED_PLANE_BYTES >>> 2
const { fround } = Math

/** Masks of the planes that each of eight lanes crosses; OUTSIDE for a lane that is outside one. */
export const LEFT: Float64Array = new Float64Array(LANES)
export const OUTSIDE = -1
export const UNSURE = -2

/** Appends at `out` the ids of all boxes that are not outside one of the planes. */
export function queryFrustum(
  m: KernelMemory,
  tree: number,
  planes: number,
  planeCount: number,
  out: number,
): number {
  const { u32 } = m
  const state = tree >>> 2
  const nodes = u32[state + (STATE_NODES >>> 2)]!
  const queue = u32[state + (STATE_QUEUE >>> 2)]! >>> 2
  const work = u32[state + (STATE_WORK >>> 2)]!
  const leafQueue = (work + WORK_LEAF_QUEUE) >>> 2
  const copyQueue = (work + WORK_COPY_QUEUE) >>> 2
  u32[state + (STATE_LEAVES_TESTED >>> 2)] = 0
  u32[state + (STATE_BLOCKS_TESTED >>> 2)] = 0
  let to = out >>> 2
  let tail = queue + 2
  let crossing = 0
  let inside = 0
  let tested = 0
  let copied = 0
  u32[queue] = 0
  u32[queue + 1] = planeCount === 32 ? 0xffffffff : 2 ** planeCount - 1
  for (let head = queue; head !== tail; head += 2) {
    const rows = nodes + u32[head]! * NODE_BYTES
    const mask = u32[head + 1]!
    // Stage 1: eight children against each plane the node crosses; none are left for a node that is inside.
    if (mask === 0) LEFT.fill(0)
    else testLanes(m.f32, rows, planes, mask)
    if (mask !== 0) tested++
    // Stage 2: what is not outside goes to the list where it belongs.
    for (let lane = 0; lane < LANES; lane++) {
      const ref = u32[((rows + NODE_REFS) >>> 2) + lane]!
      const left = LEFT[lane]!
      if (ref === 0 || left === OUTSIDE) continue
      if (!isLeaf(ref)) {
        u32[tail] = ref
        u32[tail + 1] = left
        tail += 2
      } else if (left === 0) {
        u32[copyQueue + inside++] = ref
      } else {
        u32[leafQueue + crossing * 2] = ref & INDEX_MASK
        u32[leafQueue + crossing * 2 + 1] = left
        crossing++
      }
    }
    if (crossing > LEAF_BATCH) {
      to = testLeaves(m, tree, planes, crossing, to)
      crossing = 0
    }
    if (inside > COPY_BATCH) {
      to = copyLeaves(u32, state, inside, to)
      copied += inside
      inside = 0
    }
  }
  u32[state + (STATE_NODES_TESTED >>> 2)] = tested
  u32[state + (STATE_LEAVES_COPIED >>> 2)] = copied + inside
  to = copyLeaves(u32, state, inside, to)
  return testLeaves(m, tree, planes, crossing, to) - (out >>> 2)
}

/**
 * (a x + b y) + (c z + d) in float32 for the corner of a lane that lies farthest along the normal, with d for
 * what is outside, or against it, with d for what is inside.
 */
function distance(f32: Float32Array, at: number, plane: number, far: boolean): number {
  const a = f32[plane]!
  const b = f32[plane + 1]!
  const c = f32[plane + 2]!
  const x = f32[a > 0 === far ? at + MAX : at]!
  const y = f32[b > 0 === far ? at + MAX + ROW : at + ROW]!
  const z = f32[c > 0 === far ? at + MAX + 2 * ROW : at + 2 * ROW]!
  const d = f32[plane + ((far ? PLANE_D_OUTSIDE : PLANE_D_INSIDE) >>> 2)]!
  return fround(fround(fround(a * x) + fround(b * y)) + fround(fround(c * z) + d))
}

/** Tests eight lanes against the planes of a mask and writes `LEFT`. */
export function testLanes(f32: Float32Array, rows: number, planes: number, mask: number): void {
  for (let lane = 0; lane < LANES; lane++) {
    const at = (rows >>> 2) + lane
    let left = 0
    for (let bits = mask; bits !== 0; bits &= bits - 1) {
      const k = 31 - Math.clz32(bits & -bits)
      const plane = (planes >>> 2) + k * PLANE
      if (distance(f32, at, plane, true) < 0) {
        left = OUTSIDE
        break
      }
      if (distance(f32, at, plane, false) < 0) left = (left | (1 << k)) >>> 0
    }
    LEFT[lane] = left
  }
}

/** Leaves that cross a plane: their eight blocks, then the boxes of the blocks that cross. */
function testLeaves(m: KernelMemory, tree: number, planes: number, count: number, out: number): number {
  const { u32, u8 } = m
  const state = tree >>> 2
  const work = u32[state + (STATE_WORK >>> 2)]!
  const leafQueue = (work + WORK_LEAF_QUEUE) >>> 2
  const blockQueue = (work + WORK_BLOCK_QUEUE) >>> 2
  let to = out
  let blocks = 0
  for (let i = 0; i < count; i++) {
    const leaf = u32[leafQueue + i * 2]!
    const rows = u32[state + (STATE_LEAVES >>> 2)]! + leaf * LEAF_BYTES
    testLanes(m.f32, rows, planes, u32[leafQueue + i * 2 + 1]!)
    let first = u32[state + (STATE_IDS >>> 2)]! + leaf * IDS_BYTES
    for (let k = 0; k < LANES; k++) {
      const held = u8[rows + LEAF_COUNTS + k]!
      if (held !== 0 && LEFT[k] === 0) {
        for (let j = 0; j < held; j++) u32[to++] = u32[(first >>> 2) + j]!
      } else if (held !== 0 && LEFT[k] !== OUTSIDE) {
        u32[blockQueue + blocks * 3] = rows + LEAF_BLOCKS + k * ROWS_BYTES
        u32[blockQueue + blocks * 3 + 1] = first
        u32[blockQueue + blocks * 3 + 2] = LEFT[k]!
        blocks++
      }
      first += held * 4
    }
    if (blocks > BLOCK_BATCH) {
      to = testBlocks(m, tree, planes, blocks, to)
      blocks = 0
    }
  }
  u32[state + (STATE_LEAVES_TESTED >>> 2)]! += count
  return testBlocks(m, tree, planes, blocks, to)
}

/** Blocks that cross a plane: the ids of boxes that are not outside one. */
function testBlocks(m: KernelMemory, tree: number, planes: number, count: number, out: number): number {
  const { u32 } = m
  const blockQueue = (u32[(tree + STATE_WORK) >>> 2]! + WORK_BLOCK_QUEUE) >>> 2
  const boxes = u32[(tree + STATE_BOXES) >>> 2]!
  let to = out
  for (let i = 0; i < count; i++) {
    const rows = u32[blockQueue + i * 3]! >>> 2
    const ids = u32[blockQueue + i * 3 + 1]! >>> 2
    const mask = u32[blockQueue + i * 3 + 2]!
    for (let slot = 0; slot < LANES; slot++) {
      const answer = testSlot(m.f32, rows + slot, planes, mask)
      if (answer === OUTSIDE) continue
      const id = u32[ids + slot]!
      if (answer === UNSURE && !isInside(m.f32, (boxes + id * BOX_BYTES) >>> 2, planes, mask)) continue
      u32[to++] = id
    }
  }
  u32[(tree + STATE_BLOCKS_TESTED) >>> 2]! += count
  return to
}

/** One box against the planes of a mask in float32: OUTSIDE, UNSURE where that cannot tell, or 0. */
export function testSlot(f32: Float32Array, at: number, planes: number, mask: number): number {
  let answer = 0
  for (let bits = mask; bits !== 0; bits &= bits - 1) {
    const plane = (planes >>> 2) + (31 - Math.clz32(bits & -bits)) * PLANE
    const far = distance(f32, at, plane, true)
    if (far < 0) return OUTSIDE
    if (fround(far - f32[plane + (PLANE_BAND >>> 2)]!) < 0) answer = UNSURE
  }
  return answer
}

/** One box of the column against planes in doubles, where products are exact. */
export function isInside(f32: Float32Array, at: number, planes: number, mask: number): boolean {
  for (let bits = mask; bits !== 0; bits &= bits - 1) {
    const plane = (planes >>> 2) + (31 - Math.clz32(bits & -bits)) * PLANE
    const a = f32[plane]!
    const b = f32[plane + 1]!
    const c = f32[plane + 2]!
    const d = f32[plane + (PLANE_D >>> 2)]!
    const x = a * f32[a > 0 ? at + 4 : at]!
    const y = b * f32[b > 0 ? at + 5 : at + 1]!
    const z = c * f32[c > 0 ? at + 6 : at + 2]!
    const slack = (Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(d)) * DOUBLE_ROUNDING
    if (x + y + z + d + slack < 0) return false
  }
  return true
}

/** Leaves inside every plane: all their ids. */
function copyLeaves(u32: Uint32Array, state: number, count: number, out: number): number {
  const copyQueue = (u32[state + (STATE_WORK >>> 2)]! + WORK_COPY_QUEUE) >>> 2
  let to = out
  for (let i = 0; i < count; i++) {
    const ref = u32[copyQueue + i]!
    const from = (u32[state + (STATE_IDS >>> 2)]! + (ref & INDEX_MASK) * IDS_BYTES) >>> 2
    const held = ((ref >>> COUNT_SHIFT) & 63) + 1
    for (let j = 0; j < held; j++) u32[to++] = u32[from + j]!
  }
  return to
}
