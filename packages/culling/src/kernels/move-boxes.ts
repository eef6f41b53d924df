/** The twin of `assembly/move-boxes.ts`. */
import {
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
  STATE_BOXES,
  STATE_CAPACITY,
  STATE_DIRTY_LEAVES,
  STATE_LEAVES,
  STATE_ORIGIN,
  STATE_PER_UNIT,
  STATE_PLACES,
} from '../spatial/octree.js'
import type { KernelMemory } from './keys.js'
import { storeBox } from './pack-leaf.js'

const { fround } = Math

/** Writes new boxes into their lanes where the centre is within the reach of the leaf's cell; lists the ids of all others. */
export function moveBoxes(
  m: KernelMemory,
  tree: number,
  ids: number,
  count: number,
  leavers: number,
): number {
  const { f32, u32 } = m
  const state = tree >>> 2
  const boxes = u32[state + (STATE_BOXES >>> 2)]!
  const places = u32[state + (STATE_PLACES >>> 2)]! >>> 2
  const leaves = u32[state + (STATE_LEAVES >>> 2)]!
  const capacity = u32[state + (STATE_CAPACITY >>> 2)]!
  let left = 0
  for (let k = 0; k < count; k++) {
    const id = u32[(ids >>> 2) + k]!
    const place = id <= capacity ? u32[places + id]! : NONE
    if (place < LOOSE_FLAG) {
      const box = boxes + id * BOX_BYTES
      const head = leaves + (place >>> 6) * LEAF_BYTES
      if (isWithinReach(f32, state, head, box) && !isBroken(f32, box)) {
        const block = (place >>> 3) & 7
        storeBox(f32, head + LEAF_BLOCKS + block * ROWS_BYTES + (place & 7) * 4, box)
        markBlock(m, tree, place >>> 6, head, block)
        continue
      }
    }
    u32[(leavers >>> 2) + left++] = id
  }
  return left
}

/** Whether the centre of a box, in grid steps, lies within the reach of a leaf. `state` is an index, the others are bytes. */
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
