// Boxes of an octree against the buffer: the eight children of a node, blocks of a leaf and boxes of a block
// lie in rows of eight, so a group of them is tested at a time, and what is in a hidden node, leaf or block
// is never looked at.
import {
  BOX_BYTES, BOX_MAX, IDS_BYTES, INDEX_MASK, LEAF_BLOCKS, LEAF_BYTES, LEAF_COUNTS, LEAF_FLAG, LOOSE_FLAG, MAX_ROWS, NODE_BYTES, NODE_REFS, ROWS_BYTES, STATE_BLOCKS_TESTED,
  STATE_BOXES, STATE_IDS, STATE_LEAVES, STATE_LEAVES_COPIED, STATE_LEAVES_TESTED, STATE_NODES, STATE_NODES_TESTED, STATE_PLACES, STATE_QUEUE, STATE_WORK,
  WORK_PACK, WORK_PLANES,
} from '../layout'
import { insideOfBlock, insideOfLanes, spreadPlanes } from '../query-frustum'
import { CHUNK, GROUPS, WALK_BITS, WALK_BLOCKS, WALK_LANES, WALK_LEAVES, WALK_OPEN, WALK_WANTED } from './layout'
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

// The wanted lanes of group i that are not hidden, as bits.
// @ts-ignore: decorator
@inline
function seenOf(i: i32): i32 {
  return <i32>load<u8>(walk + WALK_WANTED + <usize>i) & ~<i32>((load<u64>(results + (<usize>i << 3)) * TO_BITS) >> 56)
}

// Keeps them for every group, as results last only until the next test.
function keepBits(count: i32): void {
  for (let i = 0; i < count; i++) store<u8>(walk + WALK_BITS + <usize>i, <u8>seenOf(i))
}

// Lanes that hold something: the others have a minimum above their maximum.
// @ts-ignore: decorator
@inline
function held(rows: usize): i32 {
  return i32x4.bitmask(f32x4.le(v128.load(rows), v128.load(rows, MAX_ROWS))) | (i32x4.bitmask(f32x4.le(v128.load(rows, 16), v128.load(rows, MAX_ROWS + 16))) << 4)
}

// Enters group i into the list of what is tested next: only the wanted lanes are.
// @ts-ignore: decorator
@inline
function want(i: i32, rows: usize, wanted: i32): void {
  store<u32>(idsChunk + (<usize>i << 2), <u32>rows)
  store<u8>(walk + WALK_WANTED + <usize>i, <u8>wanted)
}

// What of the eight lanes of group i is not outside a plane; which planes each still crosses is kept with the
// group.
// @ts-ignore: decorator
@inline
function inside(i: i32, planes: usize, rows: usize, mask: u32): i32 {
  const lanes = lanesOf(i)
  if (mask) return insideOfLanes(planes, rows, mask, lanes)
  v128.store(lanes, i32x4.splat(0))
  v128.store(lanes, i32x4.splat(0), 16)
  return 255
}

// @ts-ignore: decorator
@inline
function lanesOf(i: i32): usize {
  return walk + WALK_LANES + (<usize>i << 5)
}

// Appends to `out` the ids of all boxes that are neither outside a prepared plane nor hidden; returns how
// many.
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
    for (let i = 0; i < count; i++) {
      const at = head + (<usize>i << 3), rows = nodes + <usize>load<u32>(at) * NODE_BYTES
      want(i, rows, inside(i, planes, rows, load<u32>(at, 4)) & held(rows))
    }
    testGroups(count)
    nodesTested += count
    for (let i = 0; i < count; i++, head += 8) {
      const rows = nodes + <usize>load<u32>(head) * NODE_BYTES, lanes = lanesOf(i)
      let seen = seenOf(i)
      while (seen) {
        const k = <usize>ctz(seen) << 2, ref = load<u32>(rows + k, NODE_REFS), mask = load<u32>(lanes + k)
        seen &= seen - 1
        if (ref >= LEAF_FLAG) {
          const entry = walk + WALK_LEAVES + (<usize>leaves << 3)
          store<u32>(entry, ref & INDEX_MASK)
          store<u32>(entry, mask, 4)
          leaves++
        } else {
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
  for (let i = 0; i < count; i++) {
    const entry = walk + WALK_LEAVES + (<usize>i << 3), rows = leaves + <usize>load<u32>(entry) * LEAF_BYTES
    want(i, rows, inside(i, planes, rows, load<u32>(entry, 4)) & held(rows))
  }
  testGroups(count)
  keepBits(count)
  for (let i = 0; i < count; i++) {
    const leaf = <usize>load<u32>(walk + (<usize>i << 3), WALK_LEAVES), rows = leaves + leaf * LEAF_BYTES, lanes = lanesOf(i)
    const counts = load<u64>(rows, LEAF_COUNTS), firsts = (counts * ONES) << 8, ids = idsOf + leaf * IDS_BYTES
    let seen = <i32>load<u8>(walk + WALK_BITS + <usize>i)
    while (seen) {
      const k = <usize>ctz(seen), block = walk + WALK_BLOCKS + <usize>blockCount * BLOCK_ENTRY
      seen &= seen - 1
      store<u32>(block, <u32>(rows + LEAF_BLOCKS + k * ROWS_BYTES))
      store<u32>(block, <u32>(ids + (<usize>((firsts >> (<u64>k << 3)) & 255) << 2)), 4)
      store<u32>(block, load<u32>(lanes + (k << 2)), 8)
      store<u32>(block, <u32>((counts >> (<u64>k << 3)) & 255), 12)
      blockCount++
    }
    // The lists of what is tested next are free by now, but for the planes of the leaves that are left, which
    // blocks don't touch.
    if (blockCount + 8 > GROUPS) out = openBlocks(tree, prepared, out)
  }
  return out
}

// Blocks in the list {rows, ids, mask, count}: the ids of their boxes that may be seen are appended.
function openBlocks(tree: usize, prepared: usize, out: usize): usize {
  const work = <usize>load<u32>(tree, STATE_WORK), planes = work + WORK_PLANES, pack = work + WORK_PACK
  for (let i = 0; i < blockCount; i++) {
    const entry = walk + WALK_BLOCKS + <usize>i * BLOCK_ENTRY, rows = <usize>load<u32>(entry), mask = load<u32>(entry, 8)
    const filled = (1 << load<i32>(entry, 12)) - 1
    want(i, rows, mask ? insideOfBlock(tree, prepared, planes, rows, <usize>load<u32>(entry, 4), mask) & filled : filled)
  }
  testGroups(blockCount)
  for (let i = 0; i < blockCount; i++) {
    const ids = <usize>load<u32>(walk + <usize>i * BLOCK_ENTRY, WALK_BLOCKS + 4), seen = seenOf(i)
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

// Tests listed boxes of a tree and writes 1 (hidden) or 0 for each; returns how many are hidden. Neighbours
// in the list that are in one leaf share a test of its blocks, and only those in open blocks are tested
// themselves.
export function testTreeIds(s: usize, tree: usize, ids: usize, count: i32, out: usize): i32 {
  bind(s)
  const places = <usize>load<u32>(tree, STATE_PLACES), leaves = <usize>load<u32>(tree, STATE_LEAVES), runs = walk + WALK_LEAVES
  let hidden = 0, at = 0
  while (at < count) {
    // Stage 1: runs of one leaf, and what each of them is: its end and whether its leaf is tested.
    let runCount = 0, groups = 0, end = at
    while (end < count && runCount < GROUPS && end - at < CHUNK) {
      const place = load<u32>(places + (<usize>load<u32>(ids + (<usize>end << 2)) << 2)), leaf = place >> 6
      let next = end, blocks = 0
      for (; next < count && next - at < CHUNK; next++) {
        const other = load<u32>(places + (<usize>load<u32>(ids + (<usize>next << 2)) << 2))
        if (other >> 6 != leaf) break
        blocks |= 1 << ((other >> 3) & 7)
      }
      const grouped = place < LOOSE_FLAG && next - end >= SHORTEST_RUN
      if (grouped) {
        want(groups, leaves + <usize>leaf * LEAF_BYTES, blocks)
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
      let seen = 255
      if (load<u32>(runs + (<usize>run << 3), 4)) {
        seen = <i32>load<u8>(walk + WALK_BITS + <usize>group)
        group++
      }
      if (seen == 0) {
        memory.fill(out + <usize>from, 1, <usize>(next - from))
        hidden += next - from
        from = next
        continue
      }
      for (; from < next; from++) {
        const id = load<u32>(ids + (<usize>from << 2)), block = (load<u32>(places + (<usize>id << 2)) >> 3) & 7
        const isHidden = 1 - ((seen >> block) & 1)
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
