// Clearing, and the window minima: for each tile the farthest whole-tile depth of the two tiles side by side,
// the two above one another, and the 2x2, 4x4 and 8x8 tiles from it on. Their tables follow that of the
// tiles.
import { bind, empty, layerDepth, stride, tileDepth, tiles, tilesY } from './state'

export function clear(s: usize): void {
  bind(s)
  // The rows above and below the picture never change.
  const zero = i32x4.splat(0), depths = tileDepth, from = empty, steps = layerDepth, row = <usize>stride << 2, end = row * <usize>(tilesY + 1)
  for (let at = row; at < end; at += 16) {
    v128.store(depths + at, v128.load(from + at))
    const step = steps + (at << 2)
    v128.store(step, zero)
    v128.store(step, zero, 16)
    v128.store(step, zero, 32)
    v128.store(step, zero, 48)
  }
}

export function buildWindows(s: usize): void {
  bind(s)
  const level = <usize>tiles << 2, row = <usize>stride << 2, end = tileDepth + (<usize>(stride * (tilesY + 1)) << 2)
  for (let at = tileDepth; at < end; at += 16) {
    const here = v128.load(at), wide = f32x4.pmin(here, v128.load(at + 4)), above = v128.load(at + row)
    v128.store(at + level, wide)
    v128.store(at + 2 * level, f32x4.pmin(here, above))
    v128.store(at + 3 * level, f32x4.pmin(wide, f32x4.pmin(above, v128.load(at + row + 4))))
  }
  minima(end + 3 * level, tileDepth + 3 * level, level, 8, 2 * row)
  minima(end + 4 * level, tileDepth + 4 * level, level, 16, 4 * row)
}

// Of the table at `from` the minima over four of its windows, into the next table.
// @ts-ignore: decorator
@inline
function minima(end: usize, from: usize, level: usize, right: usize, up: usize): void {
  for (let at = from; at < end; at += 16) {
    const low = f32x4.pmin(v128.load(at), v128.load(at + right)), high = f32x4.pmin(v128.load(at + up), v128.load(at + up + right))
    v128.store(at + level, f32x4.pmin(low, high))
  }
}
