/** The twin of `assembly/pack-leaf.ts`. */
import {
  BOX_BYTES,
  BOX_MAX,
  EMPTY,
  IDS_BYTES,
  isBroken,
  LANES,
  LEAF_BLOCKS,
  LEAF_BYTES,
  LEAF_COUNT,
  LEAF_COUNTS,
  LEAF_DIRTY,
  LEAF_EXTENT,
  LEAF_PARENT,
  LIST_BYTES,
  leafRef,
  MAX_ROWS,
  NODE_BYTES,
  NODE_REFS,
  PACK_FILL,
  ROW_BYTES,
  ROWS_BYTES,
  STATE_BOXES,
  STATE_IDS,
  STATE_LEAVES,
  STATE_NODES,
  STATE_PLACES,
} from '../spatial/octree.js'
import type { KernelMemory } from './keys.js'
import { emptyRows, extentOf, fitLane } from './rows.js'

/** Writes a box into a lane; a broken box becomes all of space, so that it cannot be lost. */
export function storeBox(f32: Float32Array, lane: number, box: number): void {
  const sound = !isBroken(f32, box)
  const from = box >>> 2
  const to = lane >>> 2
  for (let axis = 0; axis < 3; axis++) {
    f32[to + axis * (ROW_BYTES >>> 2)] = sound ? f32[from + axis]! : -EMPTY
    f32[to + ((MAX_ROWS + axis * ROW_BYTES) >>> 2)] = sound ? f32[from + (BOX_MAX >>> 2) + axis]! : EMPTY
  }
}

/** Fills a leaf, whose parent is set, with the entries of a list. */
export function packLeaf(m: KernelMemory, tree: number, leaf: number, list: number, count: number): void {
  const { f32, u32, u8 } = m
  const head = u32[(tree + STATE_LEAVES) >>> 2]! + leaf * LEAF_BYTES

  // Stage 1: blocks, ids and places.
  emptyRows(f32, head)
  for (let block = 0; block < LANES; block++) emptyRows(f32, head + LEAF_BLOCKS + block * ROWS_BYTES)
  u8.fill(0, head + LEAF_COUNTS, head + LEAF_COUNTS + LANES)
  const lanes = Math.min(LANES, Math.ceil(count / PACK_FILL))
  packBlocks(m, tree, leaf, list, 0, lanes, 0, count)

  // Stage 2: what stands in the leaf and in its parent.
  u8[head + LEAF_COUNT] = count
  u8[head + LEAF_DIRTY] = 0
  f32[(head + LEAF_EXTENT) >>> 2] = extentOf(f32, head)
  const parent = u32[(head + LEAF_PARENT) >>> 2]!
  const lane = u32[(tree + STATE_NODES) >>> 2]! + (parent >>> 3) * NODE_BYTES + (parent & 7) * 4
  u32[(lane + NODE_REFS) >>> 2] = leafRef(leaf, count)
  fitLane(f32, head, lane)
}

/**
 * Entries first .. end of the list become `lanes` blocks from `block` on, cut where the keys' high bits
 * change.
 */
function packBlocks(
  m: KernelMemory,
  tree: number,
  leaf: number,
  list: number,
  block: number,
  lanes: number,
  first: number,
  end: number,
): void {
  const count = end - first
  if (count === 0) return
  if (lanes === 1) {
    packBlock(m, tree, leaf, list, block, first, end)
    return
  }
  const bits = (list >>> 2) + 1
  const differ = (m.u32[bits + first * 2]! ^ m.u32[bits + (end - 1) * 2]!) >>> 0
  const bit = differ === 0 ? 0 : 0x80000000 >>> Math.clz32(differ)
  let middle = first
  while (middle < end && (m.u32[bits + middle * 2]! & bit) === 0) middle++
  let left = Math.floor((lanes * (middle - first) + (count >>> 1)) / count)
  left = Math.min(Math.max(left, 1), lanes - 1)
  if (middle - first > left * 8 || end - middle > (lanes - left) * 8) {
    left = lanes >>> 1
    middle = first + Math.floor((count * left) / lanes)
  }
  packBlocks(m, tree, leaf, list, block, left, first, middle)
  packBlocks(m, tree, leaf, list, block + left, lanes - left, middle, end)
}

function packBlock(
  m: KernelMemory,
  tree: number,
  leaf: number,
  list: number,
  block: number,
  first: number,
  end: number,
): void {
  const { f32, u32 } = m
  const state = tree >>> 2
  const head = u32[state + (STATE_LEAVES >>> 2)]! + leaf * LEAF_BYTES
  const rows = head + LEAF_BLOCKS + block * ROWS_BYTES
  const boxes = u32[state + (STATE_BOXES >>> 2)]!
  const places = u32[state + (STATE_PLACES >>> 2)]! >>> 2
  const ids = (u32[state + (STATE_IDS >>> 2)]! + leaf * IDS_BYTES) >>> 2
  for (let i = first; i < end; i++) {
    const id = u32[(list + i * LIST_BYTES) >>> 2]!
    storeBox(f32, rows + (i - first) * 4, boxes + id * BOX_BYTES)
    u32[ids + i] = id
    u32[places + id] = leaf * 64 + block * 8 + (i - first)
  }
  m.u8[head + LEAF_COUNTS + block] = end - first
  fitLane(f32, rows, head + block * 4)
}
