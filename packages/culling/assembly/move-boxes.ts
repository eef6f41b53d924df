import {
  ACTIVITY_CHANGES, ACTIVITY_CHANGES_SHIFT, ACTIVITY_CLOCK, ACTIVITY_MOVING, ACTIVITY_REST, ACTIVITY_STEADY, ACTIVITY_SWEEP_SHIFT,
  BOX_BYTES, BOX_MAX, LEAF_BLOCKS, LEAF_BYTES, LEAF_DIRTY, LEAF_REACH_MAX, LEAF_REACH_MIN, LOOSE_FLAG, NONE, ROWS_BYTES,
  STATE_ACTIVITY, STATE_BOXES, STATE_CAPACITY, STATE_CLOCK, STATE_DIRTY_LEAVES, STATE_LEAVES, STATE_MOVING, STATE_ORIGIN, STATE_PER_UNIT,
  STATE_PLACES, STATE_SWEEP, STATE_WORK, WORK_SINK,
} from './layout'
import { soundBox, storeLane } from './pack-leaf'

const AHEAD: u32 = 16

// How many flushes ago a box moved, when it moved at all.
// @ts-ignore: decorator
@inline
function ageOf(mark: u32, now: u32): u32 {
  const last = mark & ~ACTIVITY_MOVING
  return now >= last ? now - last : now + ACTIVITY_CLOCK - last
}

// Adds to the leavers the moving boxes that came to rest, of a part of all ids; the next flush looks at the
// next part.
function sweepResting(tree: usize, now: u32, leavers: usize, left: u32): u32 {
  const moving = load<u32>(tree, STATE_MOVING)
  if (moving == 0) return left
  const activity = <usize>load<u32>(tree, STATE_ACTIVITY)
  const capacity = load<u32>(tree, STATE_CAPACITY)
  const limit = ACTIVITY_CHANGES + (moving >> ACTIVITY_CHANGES_SHIFT)
  let id = load<u32>(tree, STATE_SWEEP), rested: u32 = 0
  for (let n = (capacity >> ACTIVITY_SWEEP_SHIFT) + 1; n > 0 && rested < limit; n--) {
    const mark = <u32>load<u8>(activity + <usize>id)
    if (mark >= ACTIVITY_MOVING && ageOf(mark, now) > ACTIVITY_REST) {
      store<u8>(activity + <usize>id, <u8>(mark & ~ACTIVITY_MOVING))
      store<u32>(leavers + (<usize>(left + rested) << 2), id)
      rested++
    }
    id = id == capacity ? 0 : id + 1
  }
  store<u32>(tree, id, STATE_SWEEP)
  store<u32>(tree, moving - rested, STATE_MOVING)
  return left + rested
}

export function moveBoxes(tree: usize, ids: usize, count: u32, leavers: usize): u32 {
  const boxes = <usize>load<u32>(tree, STATE_BOXES)
  const places = <usize>load<u32>(tree, STATE_PLACES)
  const leaves = <usize>load<u32>(tree, STATE_LEAVES)
  const dirty = <usize>load<u32>(tree, STATE_DIRTY_LEAVES)
  const capacity = load<u32>(tree, STATE_CAPACITY)
  const half = f32x4.splat(0.5)
  const origin = v128.load(tree, STATE_ORIGIN)
  const perUnit = f32x4.splat(load<f32>(tree, STATE_PER_UNIT))
  const activity = <usize>load<u32>(tree, STATE_ACTIVITY)
  const now = load<u32>(tree, STATE_CLOCK) % ACTIVITY_CLOCK + 1
  const limit = ACTIVITY_CHANGES + (count >> ACTIVITY_CHANGES_SHIFT)
  let left: u32 = 0, touched: u32 = 0, began: u32 = 0, beganInReach: u32 = 0
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

    // Stage 2: the centre against the reach of the leaf's cell; what is beyond it, or broken, is filed anew
    // by the caller, and so are a few of those that begin to move.
    const id = load<u32>(ids + (<usize>k << 2))
    const place = id <= capacity ? load<u32>(places + (<usize>id << 2)) : NONE
    if (place < LOOSE_FLAG) {
      const box = boxes + <usize>id * BOX_BYTES
      const lo = v128.load(box), hi = v128.load(box, BOX_MAX)
      const leaf = place >> 6
      const head = leaves + <usize>leaf * LEAF_BYTES
      const center = f32x4.mul(f32x4.sub(f32x4.mul(f32x4.add(lo, hi), half), origin), perUnit)
      const within = v128.and(f32x4.ge(center, v128.load(head, LEAF_REACH_MIN)), f32x4.lt(center, v128.load(head, LEAF_REACH_MAX)))
      const stays = (i32x4.bitmask(within) & 7) == 7 && soundBox(lo, hi)
      const mark = <u32>load<u8>(activity + <usize>id)
      const begins = mark != 0 && mark < ACTIVITY_MOVING && ageOf(mark, now) <= ACTIVITY_STEADY && (!stays || beganInReach < limit)
      store<u8>(activity + <usize>id, <u8>((begins ? ACTIVITY_MOVING : mark & ACTIVITY_MOVING) | now))
      if (begins) {
        began++
        if (stays) beganInReach++
      } else if (stays) {
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
  store<u32>(tree, now, STATE_CLOCK)
  store<u32>(tree, load<u32>(tree, STATE_MOVING) + began, STATE_MOVING)
  return sweepResting(tree, now, leavers, left)
}
