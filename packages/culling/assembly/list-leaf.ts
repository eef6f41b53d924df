import { decodeCell, leafMoves } from './cell'
import { gridStep, movingOf, spreadBits } from './keys'
import {
  BOX_BYTES, BOX_MAX, IDS_BYTES, LEAF_BYTES, LEAF_COUNT, LEAF_LENGTH, SPREAD_AXIS_BYTES, STATE_BOXES, STATE_GRID_MAX, STATE_IDS, STATE_LEAVES,
  STATE_ORIGIN, STATE_PER_UNIT, STATE_SPREAD, STATE_WORK, WORK_SINK,
} from './layout'

// @ts-ignore: decorator
@inline
function clampStep(step: u32, low: u32, high: u32): u32 {
  return step < low ? low : step > high ? high : step
}

// A box whose turn to be filed anew has not come goes with its leaf. Boxes that hang out of the leaf's cell
// get the keys of the nearest place in it, so that all keys carry its prefix.
export function listLeaf(tree: usize, leaf: u32, offset: u32, list: usize): u32 {
  const head = <usize>load<u32>(tree, STATE_LEAVES) + <usize>leaf * LEAF_BYTES
  const boxes = <usize>load<u32>(tree, STATE_BOXES)
  const spread = <usize>load<u32>(tree, STATE_SPREAD)
  const perUnit = load<f32>(tree, STATE_PER_UNIT)
  const lastX = load<f32>(tree, STATE_GRID_MAX)
  const lastY = load<f32>(tree, STATE_GRID_MAX + 4)
  const lastZ = load<f32>(tree, STATE_GRID_MAX + 8)

  // Stage 1: the cell of the leaf's prefix.
  const cell = decodeCell(tree, head)
  const decided = load<u8>(head, LEAF_LENGTH) > 0
  const moving = leafMoves(tree, head)
  const lowX = load<u32>(cell), lowY = load<u32>(cell, 4), lowZ = load<u32>(cell, 8)
  const highX = lowX + load<u32>(cell, 12) - 1, highY = lowY + load<u32>(cell, 16) - 1, highZ = lowZ + load<u32>(cell, 20) - 1

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
      spreadBits(clampStep(x, lowX, highX), spread) |
      spreadBits(clampStep(y, lowY, highY), spread + SPREAD_AXIS_BYTES) |
      spreadBits(clampStep(z, lowZ, highZ), spread + 2 * SPREAD_AXIS_BYTES) |
      <u64>id |
      (<u64>(decided ? moving : movingOf(tree, id)) << 63)
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
