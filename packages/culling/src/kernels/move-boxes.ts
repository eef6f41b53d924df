/** The twin of `assembly/move-boxes.ts`. */
import {
  ACTIVITY_CHANGES,
  ACTIVITY_CHANGES_SHIFT,
  ACTIVITY_CLOCK,
  ACTIVITY_MOVING,
  ACTIVITY_REST,
  ACTIVITY_STEADY,
  ACTIVITY_SWEEP_SHIFT,
  BOX_BYTES,
  BOX_MAX,
  isBroken,
  LEAF_BLOCKS,
  LEAF_BYTES,
  LEAF_DIRTY,
  LEAF_REACH_MAX,
  LEAF_REACH_MIN,
  LOOSE_FLAG,
  NONE,
  ROWS_BYTES,
  STATE_ACTIVITY,
  STATE_BOXES,
  STATE_CAPACITY,
  STATE_CLOCK,
  STATE_DIRTY_LEAVES,
  STATE_LEAVES,
  STATE_MOVING,
  STATE_ORIGIN,
  STATE_PER_UNIT,
  STATE_PLACES,
  STATE_SWEEP,
} from '../spatial/octree.js'
import type { KernelMemory } from './keys.js'
import { storeBox } from './pack-leaf.js'

const { fround } = Math

/**
 * Writes new boxes into their lanes where the centre is within the reach of the leaf's cell. Lists the ids of
 * all others, a few of those that begin to move, and of those that came to rest.
 */
export function moveBoxes(
  m: KernelMemory,
  tree: number,
  ids: number,
  count: number,
  leavers: number,
): number {
  const { f32, u32, u8 } = m
  const state = tree >>> 2
  const boxes = u32[state + (STATE_BOXES >>> 2)]!
  const places = u32[state + (STATE_PLACES >>> 2)]! >>> 2
  const leaves = u32[state + (STATE_LEAVES >>> 2)]!
  const activity = u32[state + (STATE_ACTIVITY >>> 2)]!
  const capacity = u32[state + (STATE_CAPACITY >>> 2)]!
  const now = (u32[state + (STATE_CLOCK >>> 2)]! % ACTIVITY_CLOCK) + 1
  const limit = ACTIVITY_CHANGES + (count >>> ACTIVITY_CHANGES_SHIFT)
  let left = 0
  let began = 0
  let beganInReach = 0
  for (let k = 0; k < count; k++) {
    const id = u32[(ids >>> 2) + k]!
    const place = id <= capacity ? u32[places + id]! : NONE
    if (place < LOOSE_FLAG) {
      const box = boxes + id * BOX_BYTES
      const head = leaves + (place >>> 6) * LEAF_BYTES
      const stays = isWithinReach(f32, state, head, box) && !isBroken(f32, box)
      const mark = u8[activity + id]!
      const begins = isSteady(mark, now) && (!stays || beganInReach < limit)
      u8[activity + id] = (begins ? ACTIVITY_MOVING : mark & ACTIVITY_MOVING) | now
      if (begins) {
        began++
        if (stays) beganInReach++
      } else if (stays) {
        const block = (place >>> 3) & 7
        storeBox(f32, head + LEAF_BLOCKS + block * ROWS_BYTES + (place & 7) * 4, box)
        markBlock(m, tree, place >>> 6, head, block)
        continue
      }
    }
    u32[(leavers >>> 2) + left++] = id
  }
  u32[state + (STATE_CLOCK >>> 2)] = now
  u32[state + (STATE_MOVING >>> 2)]! += began
  return sweepResting(m, tree, now, leavers, left)
}

/** Whether a box that was not filed as moving, and moves now, moved a moment ago as well. */
function isSteady(mark: number, now: number): boolean {
  return mark !== 0 && mark < ACTIVITY_MOVING && ageOf(mark, now) <= ACTIVITY_STEADY
}

/** How many flushes ago a box moved, when it moved at all. */
function ageOf(mark: number, now: number): number {
  const last = mark & ~ACTIVITY_MOVING
  return now >= last ? now - last : now + ACTIVITY_CLOCK - last
}

/**
 * Adds to the leavers the moving boxes that came to rest, of a part of all ids; the next flush looks at the
 * next part.
 */
function sweepResting(m: KernelMemory, tree: number, now: number, leavers: number, left: number): number {
  const { u32, u8 } = m
  const state = tree >>> 2
  const moving = u32[state + (STATE_MOVING >>> 2)]!
  if (moving === 0) return left
  const activity = u32[state + (STATE_ACTIVITY >>> 2)]!
  const capacity = u32[state + (STATE_CAPACITY >>> 2)]!
  const limit = ACTIVITY_CHANGES + (moving >>> ACTIVITY_CHANGES_SHIFT)
  let id = u32[state + (STATE_SWEEP >>> 2)]!
  let rested = 0
  for (let n = (capacity >>> ACTIVITY_SWEEP_SHIFT) + 1; n > 0 && rested < limit; n--) {
    const mark = u8[activity + id]!
    if (mark >= ACTIVITY_MOVING && ageOf(mark, now) > ACTIVITY_REST) {
      u8[activity + id] = mark & ~ACTIVITY_MOVING
      u32[(leavers >>> 2) + left + rested++] = id
    }
    id = id === capacity ? 0 : id + 1
  }
  u32[state + (STATE_SWEEP >>> 2)] = id
  u32[state + (STATE_MOVING >>> 2)] = moving - rested
  return left + rested
}

/**
 * Whether the centre of a box, in grid steps, lies within the reach of a leaf. `state` is an index, the
 * others are bytes.
 */
function isWithinReach(f32: Float32Array, state: number, head: number, box: number): boolean {
  const from = box >>> 2
  const perUnit = f32[state + (STATE_PER_UNIT >>> 2)]!
  for (let axis = 0; axis < 3; axis++) {
    const middle = fround(fround(f32[from + axis]! + f32[from + (BOX_MAX >>> 2) + axis]!) * 0.5)
    const center = fround(fround(middle - f32[state + (STATE_ORIGIN >>> 2) + axis]!) * perUnit)
    const min = f32[((head + LEAF_REACH_MIN) >>> 2) + axis]!
    if (!(center >= min && center < f32[((head + LEAF_REACH_MAX) >>> 2) + axis]!)) return false
  }
  return true
}

/** Marks one block of a leaf as dirty. */
export function markBlock(m: KernelMemory, tree: number, leaf: number, head: number, block: number): void {
  const word = (m.u32[(tree + STATE_DIRTY_LEAVES) >>> 2]! >>> 2) + (leaf >>> 5)
  m.u32[word]! |= 1 << (leaf & 31)
  m.u8[head + LEAF_DIRTY]! |= 1 << block
}
