/** The twin of `assembly/occlusion/windows.ts`: clearing, and the window minima. */
import { LAYERS } from './layout.js'
import { lesser, type Picture } from './picture.js'

/** Empties the picture. */
export function clear(p: Picture): void {
  p.f32.copyWithin(p.tileDepth, p.empty, p.empty + p.tiles)
  p.f32.fill(0, p.layerDepth, p.layerDepth + LAYERS * p.tiles)
}

/**
 * For each tile the farthest whole-tile depth of the two tiles side by side, the two above one another, and the 2×2, 4×4 and 8×8 tiles
 * from it on.
 */
export function buildWindows(p: Picture): void {
  const { f32, tileDepth, tiles, stride } = p
  // The kernel works on four tiles at a time.
  const count = (stride * (p.tilesY + 1) + 3) & ~3
  for (let i = 0; i < count; i++) {
    const at = tileDepth + i
    const wide = lesser(f32[at]!, f32[at + 1]!)
    const above = f32[at + stride]!
    const block = lesser(wide, lesser(above, f32[at + stride + 1]!))
    f32[at + 2 * tiles] = lesser(f32[at]!, above)
    f32[at + 3 * tiles] = block
    f32[at + tiles] = wide
  }
  minima(f32, tileDepth + 3 * tiles, count, tiles, 2, 2 * stride)
  minima(f32, tileDepth + 4 * tiles, count, tiles, 4, 4 * stride)
}

/** Of the table at `from` the minima over four of its windows, into the next table. */
function minima(
  f32: Float32Array,
  from: number,
  count: number,
  tiles: number,
  right: number,
  up: number,
): void {
  for (let at = from; at < from + count; at++) {
    f32[at + tiles] = lesser(lesser(f32[at]!, f32[at + right]!), lesser(f32[at + up]!, f32[at + up + right]!))
  }
}
