// Boxes of an octree against the buffer: the eight children of a node, blocks of a leaf and boxes of a block lie in rows of eight, so a
// group of them is tested at a time, and what is in a hidden node, leaf or block is never looked at.
import {
  BOX_BYTES, BOX_MAX, IDS_BYTES, INDEX_MASK, LEAF_BLOCKS, LEAF_BYTES, LEAF_COUNTS, LEAF_FLAG, LOOSE_FLAG, NODE_BYTES, NODE_REFS, ROWS_BYTES, STATE_BLOCKS_TESTED,
  STATE_BOXES, STATE_IDS, STATE_LEAVES, STATE_LEAVES_COPIED, STATE_LEAVES_TESTED, STATE_NODES, STATE_NODES_TESTED, STATE_PLACES, STATE_QUEUE, STATE_WORK,
  WORK_PACK, WORK_PLANES,
} from '../layout'
import { insideOfBlock, insideOfLanes, spreadPlanes } from '../query-frustum'
import { CHUNK, GROUPS, WALK_BITS, WALK_BLOCKS, WALK_LANES, WALK_LEAVES, WALK_OPEN } from './layout'
import { projectAll, projectRows } from './project'
import { resolve } from './resolve'
import { bind, idsChunk, results, walk } from './state'

const ONES: u64 = 0x0101010101010101
const TO_BITS: u64 = 0x0102040810204080
const BLOCK_ENTRY: usize = 16
// Nodes opened at once: their children are at most half the list of leaves.
const NODE_BATCH: i32 = 8
// The test of a leaf's blocks is worth it for so many of its boxes.
const SHORTEST_RUN: i32 = 4

let blockCount: i32 = 0
let blocksTested: u32 = 0

// Tests the groups whose rows are listed in the chunk of ids; results hold 1 for a lane that is hidden.
function testGroups(count: i32): void {
  projectRows(count)
  resolve(count << 3)
}

// The hidden lanes of group i, as bits.
// @ts-ignore: decorator
@inline
function hiddenOf(i: i32): i32 {
  return <i32>((load<u64>(results + (<usize>i << 3)) * TO_BITS) >> 56)
}

// Keeps the hidden lanes of every group, as results last only until the next test.
function keepBits(count: i32): void {
  for (let i = 0; i < count; i++) store<u8>(walk + WALK_BITS + <usize>i, <u8>hiddenOf(i))
}

// Bit k for every byte k that is not 0; bytes are at most 127.
// @ts-ignore: decorator
@inline
function filled(counts: u64): i32 {
  return <i32>(((((counts + 0x7f7f7f7f7f7f7f7f) >> 7) & ONES) * TO_BITS) >> 56)
}

// What of eight lanes is not outside a plane; which planes each still crosses goes to the work area.
// @ts-ignore: decorator
@inline
function inside(planes: usize, rows: usize, mask: u32): i32 {
  const lanes = walk + WALK_LANES
  if (mask) return insideOfLanes(planes, rows, mask, lanes)
  v128.store(lanes, i32x4.splat(0))
  v128.store(lanes, i32x4.splat(0), 16)
  return 255
}

// Appends to `out` the ids of all boxes that are neither outside a prepared plane nor hidden; returns how many.
export function queryVisible(s: usize, tree: usize, prepared: usize, planeCount: u32, out: usize): u32 {
  bind(s)
  const work = <usize>load<u32>(tree, STATE_WORK), nodes = <usize>load<u32>(tree, STATE_NODES), queue = <usize>load<u32>(tree, STATE_QUEUE)
  const planes = work + WORK_PLANES
  spreadPlanes(prepared, planeCount, planes)
  blockCount = 0
  blocksTested = 0
  let to = out, head = queue, tail = queue + 8, leaves = 0, nodesTested: u32 = 0, leavesTested: u32 = 0
  store<u32>(queue, 0)
  store<u32>(queue, planeCount == 32 ? 0xffffffff : (1 << planeCount) - 1, 4)
  while (head != tail) {
    const count = min(<i32>((tail - head) >> 3), NODE_BATCH)
    for (let i = 0; i < count; i++) store<u32>(idsChunk + (<usize>i << 2), <u32>(nodes + <usize>load<u32>(head + (<usize>i << 3)) * NODE_BYTES))
    testGroups(count)
    nodesTested += count
    for (let i = 0; i < count; i++, head += 8) {
      const rows = nodes + <usize>load<u32>(head) * NODE_BYTES
      let seen = inside(planes, rows, load<u32>(head, 4)) & ~hiddenOf(i)
      while (seen) {
        const k = <usize>ctz(seen) << 2, ref = load<u32>(rows + k, NODE_REFS), mask = load<u32>(walk + k, WALK_LANES)
        seen &= seen - 1
        if (ref >= LEAF_FLAG) {
          const entry = walk + WALK_LEAVES + (<usize>leaves << 3)
          store<u32>(entry, ref & INDEX_MASK)
          store<u32>(entry, mask, 4)
          leaves++
        } else if (ref) {
          store<u32>(tail, ref)
          store<u32>(tail, mask, 4)
          tail += 8
        }
      }
    }
    if (leaves + (NODE_BATCH << 3) > GROUPS || head == tail) {
      to = openLeaves(tree, prepared, leaves, to)
      leavesTested += leaves
      leaves = 0
    }
  }
  to = openBlocks(tree, prepared, to)
  store<u32>(tree, nodesTested, STATE_NODES_TESTED)
  store<u32>(tree, leavesTested, STATE_LEAVES_TESTED)
  store<u32>(tree, blocksTested, STATE_BLOCKS_TESTED)
  store<u32>(tree, 0, STATE_LEAVES_COPIED)
  return <u32>((to - out) >> 2)
}

// Leaves in the list {leaf, mask}: their blocks that may be seen go to the list of blocks.
function openLeaves(tree: usize, prepared: usize, count: i32, out: usize): usize {
  const leaves = <usize>load<u32>(tree, STATE_LEAVES), idsOf = <usize>load<u32>(tree, STATE_IDS), planes = <usize>load<u32>(tree, STATE_WORK) + WORK_PLANES
  for (let i = 0; i < count; i++) store<u32>(idsChunk + (<usize>i << 2), <u32>(leaves + <usize>load<u32>(walk + (<usize>i << 3), WALK_LEAVES) * LEAF_BYTES))
  testGroups(count)
  keepBits(count)
  for (let i = 0; i < count; i++) {
    const entry = walk + WALK_LEAVES + (<usize>i << 3), leaf = <usize>load<u32>(entry), rows = leaves + leaf * LEAF_BYTES
    const counts = load<u64>(rows, LEAF_COUNTS), firsts = (counts * ONES) << 8, ids = idsOf + leaf * IDS_BYTES
    let seen = inside(planes, rows, load<u32>(entry, 4)) & ~<i32>load<u8>(walk + WALK_BITS + <usize>i) & filled(counts)
    while (seen) {
      const k = <usize>ctz(seen), block = walk + WALK_BLOCKS + <usize>blockCount * BLOCK_ENTRY
      seen &= seen - 1
      store<u32>(block, <u32>(rows + LEAF_BLOCKS + k * ROWS_BYTES))
      store<u32>(block, <u32>(ids + (<usize>((firsts >> (<u64>k << 3)) & 255) << 2)), 4)
      store<u32>(block, load<u32>(walk + (k << 2), WALK_LANES), 8)
      store<u32>(block, <u32>((counts >> (<u64>k << 3)) & 255), 12)
      blockCount++
    }
    if (blockCount + 8 > GROUPS) out = openBlocks(tree, prepared, out)
  }
  return out
}

// Blocks in the list {rows, ids, mask, count}: the ids of their boxes that may be seen are appended.
function openBlocks(tree: usize, prepared: usize, out: usize): usize {
  const work = <usize>load<u32>(tree, STATE_WORK), planes = work + WORK_PLANES, pack = work + WORK_PACK
  for (let i = 0; i < blockCount; i++) store<u32>(idsChunk + (<usize>i << 2), load<u32>(walk + <usize>i * BLOCK_ENTRY, WALK_BLOCKS))
  testGroups(blockCount)
  for (let i = 0; i < blockCount; i++) {
    const entry = walk + WALK_BLOCKS + <usize>i * BLOCK_ENTRY, ids = <usize>load<u32>(entry, 4), mask = load<u32>(entry, 8)
    let seen = ((1 << load<i32>(entry, 12)) - 1) & ~hiddenOf(i)
    if (seen && mask) seen &= insideOfBlock(tree, prepared, planes, <usize>load<u32>(entry), ids, mask)
    const low = seen & 15, high = seen >> 4
    v128.store(out, i8x16.swizzle(v128.load(ids), v128.load(pack + (<usize>low << 4))))
    out += <usize>popcnt(low) << 2
    v128.store(out, i8x16.swizzle(v128.load(ids, 16), v128.load(pack + (<usize>high << 4))))
    out += <usize>popcnt(high) << 2
  }
  blocksTested += blockCount
  blockCount = 0
  return out
}

// Tests listed boxes of a tree and writes 1 (hidden) or 0 for each; returns how many are hidden. Neighbours in the list that are in one
// leaf share a test of its blocks, and only those in open blocks are tested themselves.
export function testTreeIds(s: usize, tree: usize, ids: usize, count: i32, out: usize): i32 {
  bind(s)
  const places = <usize>load<u32>(tree, STATE_PLACES), leaves = <usize>load<u32>(tree, STATE_LEAVES), runs = walk + WALK_LEAVES
  let hidden = 0, at = 0
  while (at < count) {
    // Stage 1: runs of one leaf, and what each of them is: its end and whether its leaf is tested.
    let runCount = 0, groups = 0, end = at
    while (end < count && runCount < GROUPS && end - at < CHUNK) {
      const place = load<u32>(places + (<usize>load<u32>(ids + (<usize>end << 2)) << 2)), leaf = place >> 6
      let next = end + 1
      while (next < count && next - at < CHUNK && load<u32>(places + (<usize>load<u32>(ids + (<usize>next << 2)) << 2)) >> 6 == leaf) next++
      const grouped = place < LOOSE_FLAG && next - end >= SHORTEST_RUN
      if (grouped) {
        store<u32>(idsChunk + (<usize>groups << 2), <u32>(leaves + <usize>leaf * LEAF_BYTES))
        groups++
      }
      store<u32>(runs + (<usize>runCount << 3), <u32>next)
      store<u32>(runs + (<usize>runCount << 3), u32(grouped), 4)
      runCount++
      end = next
    }
    testGroups(groups)
    keepBits(groups)

    // Stage 2: what is in open blocks, packed into the chunk of ids with its place in the list.
    let open = 0, group = 0, from = at
    for (let run = 0; run < runCount; run++) {
      const next = load<i32>(runs + (<usize>run << 3))
      let bits = 0
      if (load<u32>(runs + (<usize>run << 3), 4)) {
        bits = <i32>load<u8>(walk + WALK_BITS + <usize>group)
        group++
      }
      for (; from < next; from++) {
        const id = load<u32>(ids + (<usize>from << 2)), block = (load<u32>(places + (<usize>id << 2)) >> 3) & 7
        const isHidden = (bits >> block) & 1
        store<u8>(out + <usize>from, <u8>isHidden)
        hidden += isHidden
        store<u32>(idsChunk + (<usize>open << 2), id)
        store<u32>(walk + (<usize>open << 2), <u32>from, WALK_OPEN)
        open += 1 - isHidden
      }
    }
    if (open) {
      for (let k = open; k & 3; k++) store<u32>(idsChunk + (<usize>k << 2), load<u32>(idsChunk + (<usize>(open - 1) << 2)))
      projectAll(<usize>load<u32>(tree, STATE_BOXES), BOX_BYTES, BOX_MAX, open)
      hidden += open - resolve(open)
      for (let k = 0; k < open; k++) store<u8>(out + <usize>load<u32>(walk + (<usize>k << 2), WALK_OPEN), load<u8>(results + <usize>k))
    }
    at = end
  }
  return hidden
}
