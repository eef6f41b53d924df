import {
  BOX_BYTES, BOX_MAX, COORDINATE_LIMIT, COUNT_SHIFT, EMPTY, IDS_BYTES, LEAF_BLOCKS, LEAF_BYTES, LEAF_COUNT, LEAF_COUNTS,
  LEAF_DIRTY, LEAF_EXTENT, LEAF_FLAG, LEAF_PARENT, NODE_BYTES, NODE_REFS, PACK_FILL, ROWS_BYTES, STATE_BOXES, STATE_IDS,
  STATE_LEAVES, STATE_NODES, STATE_PLACES, STATE_WORK, WORK_SINK,
} from './layout'
import { emptyRows, extentOf, fitLane } from './rows'

// Whether a box may be filed: its numbers are numbers, within the limit, and no minimum lies above its maximum.
// @ts-ignore: decorator
@inline
export function soundBox(min: v128, max: v128): bool {
  const ordered = v128.and(
    f32x4.le(min, max),
    v128.and(f32x4.ge(min, f32x4.splat(-COORDINATE_LIMIT)), f32x4.le(max, f32x4.splat(COORDINATE_LIMIT))),
  )
  return (i32x4.bitmask(ordered) & 7) == 7
}

// @ts-ignore: decorator
@inline
export function storeLane(lane: usize, min: v128, max: v128): void {
  v128.store_lane<f32>(lane, min, 0, 0)
  v128.store_lane<f32>(lane, min, 1, 32)
  v128.store_lane<f32>(lane, min, 2, 64)
  v128.store_lane<f32>(lane, max, 0, 96)
  v128.store_lane<f32>(lane, max, 1, 128)
  v128.store_lane<f32>(lane, max, 2, 160)
}

// Entries first .. end of the list become `lanes` blocks from `block` on, cut where the keys' high bits
// change.
function packBlocks(tree: usize, leaf: u32, list: usize, block: u32, lanes: u32, first: u32, end: u32): void {
  const count = end - first
  if (count == 0) return
  if (lanes == 1) {
    packBlock(tree, leaf, list, block, first, end)
    return
  }
  const differ = load<u32>(list + (<usize>first << 3), 4) ^ load<u32>(list + (<usize>(end - 1) << 3), 4)
  const bit: u32 = differ == 0 ? 0 : (<u32>0x80000000) >> clz<u32>(differ)
  let middle = first
  while (middle < end && (load<u32>(list + (<usize>middle << 3), 4) & bit) == 0) middle++
  let left = (lanes * (middle - first) + (count >> 1)) / count
  if (left < 1) left = 1
  if (left > lanes - 1) left = lanes - 1
  if (middle - first > left << 3 || end - middle > (lanes - left) << 3) {
    left = lanes >> 1
    middle = first + (count * left) / lanes
  }
  packBlocks(tree, leaf, list, block, left, first, middle)
  packBlocks(tree, leaf, list, block + left, lanes - left, middle, end)
}

function packBlock(tree: usize, leaf: u32, list: usize, block: u32, first: u32, end: u32): void {
  const head = <usize>load<u32>(tree, STATE_LEAVES) + <usize>leaf * LEAF_BYTES
  const rows = head + LEAF_BLOCKS + <usize>block * ROWS_BYTES
  const boxes = <usize>load<u32>(tree, STATE_BOXES)
  const places = <usize>load<u32>(tree, STATE_PLACES)
  const ids = <usize>load<u32>(tree, STATE_IDS) + <usize>leaf * IDS_BYTES
  for (let i = first; i < end; i++) {
    const id = load<u32>(list + (<usize>i << 3))
    const box = boxes + <usize>id * BOX_BYTES
    let min = v128.load(box), max = v128.load(box, BOX_MAX)
    if (!soundBox(min, max)) {
      min = f32x4.splat(-EMPTY)
      max = f32x4.splat(EMPTY)
    }
    storeLane(rows + (<usize>(i - first) << 2), min, max)
    store<u32>(ids + (<usize>i << 2), id)
    store<u32>(places + (<usize>id << 2), (leaf << 6) + (block << 3) + (i - first))
  }
  store<u8>(head + <usize>block, <u8>(end - first), LEAF_COUNTS)
  fitLane(rows, head + (<usize>block << 2))
}

export function packLeaf(tree: usize, leaf: u32, list: usize, count: u32): void {
  const head = <usize>load<u32>(tree, STATE_LEAVES) + <usize>leaf * LEAF_BYTES
  const boxes = <usize>load<u32>(tree, STATE_BOXES)

  // Stage 1: touch what will be read, so that the cache misses overlap.
  let touched: u32 = 0
  for (let i: u32 = 0; i < count; i++) touched += load<u32>(boxes + <usize>load<u32>(list + (<usize>i << 3)) * BOX_BYTES)
  store<u32>(<usize>load<u32>(tree, STATE_WORK) + WORK_SINK, touched)

  // Stage 2: blocks, ids and places.
  emptyRows(head)
  for (let block: usize = 0; block < 8; block++) emptyRows(head + LEAF_BLOCKS + block * ROWS_BYTES)
  store<u64>(head, 0, LEAF_COUNTS)
  let lanes = (count + PACK_FILL - 1) / PACK_FILL
  if (lanes > 8) lanes = 8
  packBlocks(tree, leaf, list, 0, lanes, 0, count)

  // Stage 3: what stands in the leaf and in its parent.
  store<u8>(head, <u8>count, LEAF_COUNT)
  store<u8>(head, 0, LEAF_DIRTY)
  store<f32>(head, extentOf(head), LEAF_EXTENT)
  const parent = load<u32>(head, LEAF_PARENT)
  const lane = <usize>load<u32>(tree, STATE_NODES) + <usize>(parent >> 3) * NODE_BYTES + (<usize>(parent & 7) << 2)
  store<u32>(lane, LEAF_FLAG | (((count - 1) & 63) << COUNT_SHIFT) | leaf, NODE_REFS)
  fitLane(head, lane)
}
