// Keys: whether the box moves, the bits of its centre on the grid, in the scheduled order from the top, and
// its id in the low bits.
import { BOX_MAX, SPREAD_AXIS_BYTES, STATE_ACTIVITY, STATE_GRID_MAX, STATE_ORIGIN, STATE_PER_UNIT, STATE_SPREAD } from './layout'

// The grid step of one coordinate, clamped into the grid (a number that is none goes to step 0).
// @ts-ignore: decorator
@inline
export function gridStep(min: f32, max: f32, origin: f32, perUnit: f32, last: f32): u32 {
  const f: f32 = ((min + max) * 0.5 - origin) * perUnit
  if (!(f >= 0)) return 0
  return f >= last ? <u32>last : <u32>f
}

// The key bits of a grid step of one axis.
// @ts-ignore: decorator
@inline
export function spreadBits(step: u32, table: usize): u64 {
  return (
    load<u64>(table + (<usize>(step & 63) << 3)) |
    load<u64>(table + (<usize>((step >> 6) & 63) << 3), 512) |
    load<u64>(table + (<usize>(step >> 12) << 3), 1024)
  )
}

// 1 if a box is to be filed as moving, else 0.
// @ts-ignore: decorator
@inline
export function movingOf(tree: usize, id: u32): u32 {
  return <u32>load<u8>(<usize>load<u32>(tree, STATE_ACTIVITY) + <usize>id) >> 7
}

// @ts-ignore: decorator
@inline
export function keyOf(tree: usize, box: usize, id: u32): u64 {
  const spread = <usize>load<u32>(tree, STATE_SPREAD)
  const perUnit = load<f32>(tree, STATE_PER_UNIT)
  const x = gridStep(load<f32>(box), load<f32>(box, BOX_MAX), load<f32>(tree, STATE_ORIGIN), perUnit, load<f32>(tree, STATE_GRID_MAX))
  const y = gridStep(load<f32>(box, 4), load<f32>(box, BOX_MAX + 4), load<f32>(tree, STATE_ORIGIN + 4), perUnit, load<f32>(tree, STATE_GRID_MAX + 4))
  const z = gridStep(load<f32>(box, 8), load<f32>(box, BOX_MAX + 8), load<f32>(tree, STATE_ORIGIN + 8), perUnit, load<f32>(tree, STATE_GRID_MAX + 8))
  return (
    spreadBits(x, spread) |
    spreadBits(y, spread + SPREAD_AXIS_BYTES) |
    spreadBits(z, spread + 2 * SPREAD_AXIS_BYTES) |
    <u64>id |
    (<u64>movingOf(tree, id) << 63)
  )
}
