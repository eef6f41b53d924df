// The cell of a leaf: the part of the grid that its key prefix stands for.
import {
  EMPTY, KEYS_BYTES, KEYS_HIGH, KEYS_LENGTH, KEYS_LOW, LEAF_BYTES, LEAF_PARENT, LEAF_REACH_MAX, LEAF_REACH_MIN, REACH_MARGIN,
  STATE_GRID_MAX, STATE_KEYS, STATE_LEAVES, STATE_MORTON_BITS, STATE_ORDER, STATE_WORK, WORK_CELL,
} from './layout'

// Decodes the cell of a leaf: its first grid steps (x, y, z) and its edges in steps, as six u32 in the work
// area, whose offset is returned.
export function decodeCell(tree: usize, head: usize): usize {
  const order = <usize>load<u32>(tree, STATE_ORDER)
  const parent = load<u32>(head, LEAF_PARENT)
  const keys = <usize>load<u32>(tree, STATE_KEYS) + <usize>(parent >> 3) * KEYS_BYTES
  const lane = <usize>(parent & 7)
  const prefix = (<u64>load<u32>(keys + (lane << 2), KEYS_HIGH) << 32) | <u64>load<u32>(keys + (lane << 2), KEYS_LOW)
  // The first bit of a prefix says whether its boxes move.
  const decided = min<i32>(<i32>load<u8>(keys + lane, KEYS_LENGTH) - 1, <i32>load<u32>(tree, STATE_MORTON_BITS))
  const cell = <usize>load<u32>(tree, STATE_WORK) + WORK_CELL
  for (let axis: usize = 0; axis < 12; axis += 4) {
    store<u32>(cell + axis, 0)
    store<u32>(cell + axis, <u32>load<f32>(tree + axis, STATE_GRID_MAX) + 1, 12)
  }
  for (let k: i32 = 0; k < decided; k++) {
    const entry = order + (<usize>k << 1)
    const at = cell + (<usize>load<u8>(entry) << 2)
    const size: u32 = 1 << <u32>load<u8>(entry, 1)
    if ((prefix >> <u64>(62 - k)) & 1) store<u32>(at, load<u32>(at) | size)
    store<u32>(at, size, 12)
  }
  return cell
}

// The first bit of the prefix of a leaf: 1 where its boxes move. Means nothing for an empty prefix.
export function leafMoves(tree: usize, head: usize): u32 {
  const parent = load<u32>(head, LEAF_PARENT)
  const keys = <usize>load<u32>(tree, STATE_KEYS) + <usize>(parent >> 3) * KEYS_BYTES
  return load<u32>(keys + (<usize>(parent & 7) << 2), KEYS_HIGH) >> 31
}

// Writes how far the centres of a leaf's boxes may go, in grid steps; the grid's own borders are no limits.
export function setReach(tree: usize, leaf: u32): void {
  const head = <usize>load<u32>(tree, STATE_LEAVES) + <usize>leaf * LEAF_BYTES
  const cell = decodeCell(tree, head)
  for (let axis: usize = 0; axis < 12; axis += 4) {
    const first = load<u32>(cell + axis), size = load<u32>(cell + axis, 12)
    const margin = <f32>size * REACH_MARGIN
    const end = <f32>(first + size)
    store<f32>(head + axis, first == 0 ? -EMPTY : <f32>first - margin, LEAF_REACH_MIN)
    store<f32>(head + axis, end > load<f32>(tree + axis, STATE_GRID_MAX) ? EMPTY : end + margin, LEAF_REACH_MAX)
  }
}
