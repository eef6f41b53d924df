import {
  BOX_BYTES, BOX_MAX, LEAF_BLOCKS, LEAF_BYTES, LEAF_DIRTY, LEAF_REACH_MAX, LEAF_REACH_MIN, LOOSE_FLAG, NONE, ROWS_BYTES,
  STATE_BOXES, STATE_CAPACITY, STATE_DIRTY_LEAVES, STATE_LEAVES, STATE_ORIGIN, STATE_PER_UNIT, STATE_PLACES, STATE_WORK, WORK_SINK,
} from './layout'
import { soundBox, storeLane } from './pack-leaf'

const AHEAD: u32 = 16

export function moveBoxes(tree: usize, ids: usize, count: u32, leavers: usize): u32 {
  const boxes = <usize>load<u32>(tree, STATE_BOXES)
  const places = <usize>load<u32>(tree, STATE_PLACES)
  const leaves = <usize>load<u32>(tree, STATE_LEAVES)
  const dirty = <usize>load<u32>(tree, STATE_DIRTY_LEAVES)
  const capacity = load<u32>(tree, STATE_CAPACITY)
  const half = f32x4.splat(0.5)
  const origin = v128.load(tree, STATE_ORIGIN)
  const perUnit = f32x4.splat(load<f32>(tree, STATE_PER_UNIT))
  let left: u32 = 0, touched: u32 = 0
  for (let k: u32 = 0; k < count; k++) {
    // Stage 1: touch what the next moves need, so that the cache misses overlap.
    if ((k & (AHEAD - 1)) == 0) {
      const end = min<u32>(k + AHEAD, count)
      for (let j = k; j < end; j++) {
        const id = min<u32>(load<u32>(ids + (<usize>j << 2)), capacity)
        touched += load<u32>(places + (<usize>id << 2)) + load<u32>(boxes + <usize>id * BOX_BYTES)
      }
      for (let j = k; j < end; j++) {
        const place = load<u32>(places + (<usize>min<u32>(load<u32>(ids + (<usize>j << 2)), capacity) << 2))
        if (place >= LOOSE_FLAG) continue
        const head = leaves + <usize>(place >> 6) * LEAF_BYTES
        const rows = head + LEAF_BLOCKS + <usize>((place >> 3) & 7) * ROWS_BYTES
        touched += load<u32>(head, LEAF_REACH_MIN) + load<u32>(rows) + load<u32>(rows, 64) + load<u32>(rows, 128)
      }
    }

    // Stage 2: the centre against the reach of the leaf's cell; what is beyond it, or broken, is filed anew by the caller.
    const id = load<u32>(ids + (<usize>k << 2))
    const place = id <= capacity ? load<u32>(places + (<usize>id << 2)) : NONE
    if (place < LOOSE_FLAG) {
      const box = boxes + <usize>id * BOX_BYTES
      const lo = v128.load(box), hi = v128.load(box, BOX_MAX)
      const leaf = place >> 6
      const head = leaves + <usize>leaf * LEAF_BYTES
      const center = f32x4.mul(f32x4.sub(f32x4.mul(f32x4.add(lo, hi), half), origin), perUnit)
      const within = v128.and(f32x4.ge(center, v128.load(head, LEAF_REACH_MIN)), f32x4.lt(center, v128.load(head, LEAF_REACH_MAX)))
      if ((i32x4.bitmask(within) & 7) == 7 && soundBox(lo, hi)) {
        const block = (place >> 3) & 7
        storeLane(head + LEAF_BLOCKS + <usize>block * ROWS_BYTES + (<usize>(place & 7) << 2), lo, hi)
        const word = dirty + (<usize>(leaf >> 6) << 3)
        store<u64>(word, load<u64>(word) | (<u64>1 << <u64>(leaf & 63)))
        store<u8>(head, <u8>(<u32>load<u8>(head, LEAF_DIRTY) | (1 << block)), LEAF_DIRTY)
        continue
      }
    }
    store<u32>(leavers + (<usize>left << 2), id)
    left++
  }
  store<u32>(<usize>load<u32>(tree, STATE_WORK) + WORK_SINK, touched)
  return left
}
