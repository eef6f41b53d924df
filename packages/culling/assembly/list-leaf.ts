import {
  BOX_BYTES, BOX_MAX, IDS_BYTES, KEYS_BYTES, KEYS_HIGH, KEYS_LENGTH, KEYS_LOW, LEAF_BYTES, LEAF_COUNT, LEAF_PARENT, SPREAD_AXIS_BYTES,
  STATE_BOXES, STATE_GRID_MAX, STATE_IDS, STATE_KEYS, STATE_LEAVES, STATE_MORTON_BITS, STATE_ORDER, STATE_ORIGIN,
  STATE_PER_UNIT, STATE_SPREAD, STATE_WORK, WORK_SINK,
} from './layout'
import { gridStep, spreadBits } from './keys'

// @ts-ignore: decorator
@inline
function clampStep(step: u32, low: u32, high: u32): u32 {
  return step < low ? low : step > high ? high : step
}

// Boxes that hang out of the leaf's cell get the keys of the nearest place in it, so that all keys carry its prefix.
export function listLeaf(tree: usize, leaf: u32, offset: u32, list: usize): u32 {
  const head = <usize>load<u32>(tree, STATE_LEAVES) + <usize>leaf * LEAF_BYTES
  const boxes = <usize>load<u32>(tree, STATE_BOXES)
  const spread = <usize>load<u32>(tree, STATE_SPREAD)
  const order = <usize>load<u32>(tree, STATE_ORDER)
  const perUnit = load<f32>(tree, STATE_PER_UNIT)
  const lastX = load<f32>(tree, STATE_GRID_MAX)
  const lastY = load<f32>(tree, STATE_GRID_MAX + 4)
  const lastZ = load<f32>(tree, STATE_GRID_MAX + 8)

  // Stage 1: the cell of the leaf's prefix.
  const parent = load<u32>(head, LEAF_PARENT)
  const keys = <usize>load<u32>(tree, STATE_KEYS) + <usize>(parent >> 3) * KEYS_BYTES
  const lane = <usize>(parent & 7)
  const prefix = (<u64>load<u32>(keys + (lane << 2), KEYS_HIGH) << 32) | <u64>load<u32>(keys + (lane << 2), KEYS_LOW)
  const length = <u32>load<u8>(keys + lane, KEYS_LENGTH)
  const decided = min<u32>(length, load<u32>(tree, STATE_MORTON_BITS))
  let lowX: u32 = 0, lowY: u32 = 0, lowZ: u32 = 0
  let sizeX: u32 = <u32>lastX + 1, sizeY: u32 = <u32>lastY + 1, sizeZ: u32 = <u32>lastZ + 1
  for (let k: u32 = 0; k < decided; k++) {
    const entry = order + (<usize>k << 1)
    const axis = load<u8>(entry)
    const size: u32 = 1 << <u32>load<u8>(entry, 1)
    const on: u32 = (prefix >> <u64>(63 - k)) & 1 ? size : 0
    if (axis == 0) { lowX |= on; sizeX = size } else if (axis == 1) { lowY |= on; sizeY = size } else { lowZ |= on; sizeZ = size }
  }

  // Stage 2: keys, inserted in order.
  const ids = <usize>load<u32>(tree, STATE_IDS) + <usize>leaf * IDS_BYTES
  const count = <u32>load<u8>(head, LEAF_COUNT)
  let touched: u32 = 0
  for (let i: u32 = 0; i < count; i++) touched += load<u32>(boxes + <usize>load<u32>(ids + (<usize>i << 2)) * BOX_BYTES)
  for (let i: u32 = 0; i < count; i++) {
    const id = load<u32>(ids + (<usize>i << 2))
    const box = boxes + <usize>id * BOX_BYTES
    const x = gridStep(load<f32>(box), load<f32>(box, BOX_MAX), load<f32>(tree, STATE_ORIGIN), perUnit, lastX)
    const y = gridStep(load<f32>(box, 4), load<f32>(box, BOX_MAX + 4), load<f32>(tree, STATE_ORIGIN + 4), perUnit, lastY)
    const z = gridStep(load<f32>(box, 8), load<f32>(box, BOX_MAX + 8), load<f32>(tree, STATE_ORIGIN + 8), perUnit, lastZ)
    const key =
      spreadBits(clampStep(x, lowX, lowX + sizeX - 1), spread) |
      spreadBits(clampStep(y, lowY, lowY + sizeY - 1), spread + SPREAD_AXIS_BYTES) |
      spreadBits(clampStep(z, lowZ, lowZ + sizeZ - 1), spread + 2 * SPREAD_AXIS_BYTES) |
      <u64>id
    const bits = offset < 64 ? (key << <u64>offset) >> 32 : 0
    const entry = (bits << 32) | <u64>id
    let at = list + (<usize>i << 3)
    while (at != list && load<u64>(at - 8) > entry) {
      store<u64>(at, load<u64>(at - 8))
      at -= 8
    }
    store<u64>(at, entry)
  }
  store<u32>(<usize>load<u32>(tree, STATE_WORK) + WORK_SINK, touched)
  return count
}
