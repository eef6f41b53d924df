// What the window minima left open: the tiles themselves. First the tile of the lower left corner, for all
// and without branches; then the rest of those it did not settle.
import { MASK_BYTES, RECT_BYTES, SPANS } from './layout'
import { pendingEnd, slowBase, slowVisible } from './project'
import { layerDepth, layerMask, pending, rects, results, slow, state, stride, tileDepth } from './state'
import { splat } from './vector'

const COLUMNS: u64 = 0x0101010101010101
const ROWS_AT: usize = 512

// What of a tile is covered nearer than q: the mask of as many steps as are nearer, or everything.
// @ts-ignore: decorator
@inline
function cover(tile: usize, q: f32, lanes: v128): u64 {
  const steps = <usize>popcnt(i32x4.bitmask(f32x4.gt(v128.load(layerDepth + (tile << 4)), lanes)))
  return load<u64>(layerMask + tile * MASK_BYTES + (steps << 3)) | <u64>(-i64(q < load<f32>(tileDepth + (tile << 2))))
}

// Writes 0 for what is visible; returns how many of the chunk are.
export function resolve(n: i32): i32 {
  const base = slowBase, spans = state + SPANS, width = <usize>stride, end = pendingEnd, list = pending
  let visible = slowVisible, out = list
  for (let at = list; at < end; at += 4) {
    const j = load<i32>(at), rect = rects + <usize>(j >> 2) * RECT_BYTES + (<usize>(j & 3) << 2), q = load<f32>(rect, 32), xx = load<u32>(rect), yy = load<u32>(rect, 16)
    const x0 = xx & 0xffff, y0 = yy & 0xffff, tx = x0 >> 3, ty = y0 >> 3, dx = (xx >> 16) - (x0 & 0xfff8), dy = (yy >> 16) - (y0 & 0xfff8)
    const moreX = u32(dx > 7), moreY = u32(dy > 7)
    const columns = load<u64>(spans + <usize>(((x0 & 7) << 6) + ((dx | (0 - moreX)) & 7) * 8)), rows = load<u64>(spans + <usize>(((y0 & 7) << 6) + ((dy | (0 - moreY)) & 7) * 8), ROWS_AT)
    const seen = u32((columns & rows & ~cover(<usize>ty * width + <usize>tx, q, splat(q))) != 0)
    const i = j < base ? j : load<i32>(slow + (<usize>(j - base) << 2))
    store<u8>(results + <usize>i, <u8>(1 - seen))
    visible += seen
    store<i32>(out, j)
    out += <usize>(((moreX | moreY) & ~seen) << 2)
  }
  for (let at = list; at < out; at += 4) {
    const j = load<i32>(at), seen = i32(restSeen(rects + <usize>(j >> 2) * RECT_BYTES + (<usize>(j & 3) << 2), spans, width))
    const i = j < base ? j : load<i32>(slow + (<usize>(j - base) << 2))
    store<u8>(results + <usize>i, <u8>(1 - seen))
    visible += seen
  }
  return visible
}

// Whether a rectangle whose first tile is covered shows anywhere else.
// @ts-ignore: decorator
@inline
function restSeen(rect: usize, spans: usize, width: usize): bool {
  const q = load<f32>(rect, 32), xx = load<u32>(rect), yy = load<u32>(rect, 16), lanes = splat(q)
  const x0 = <i32>(xx & 0xffff), x1 = <i32>(xx >> 16), y0 = <i32>(yy & 0xffff), y1 = <i32>(yy >> 16), tx0 = x0 >> 3, tx1 = x1 >> 3, ty0 = y0 >> 3, ty1 = y1 >> 3
  let open: u64 = 0
  if (((tx1 - tx0) | (ty1 - ty0)) <= 1) {
    const left: u64 = (<u64>0xff << <u64>(x0 & 7)) & 0xff, right: u64 = 0xff >> <u64>(7 - (x1 & 7)), low: u64 = ~(<u64>0) << <u64>((y0 & 7) << 3), high: u64 = ~(<u64>0) >> <u64>((7 - (y1 & 7)) << 3)
    const dx = <usize>(tx1 - tx0), dy = <usize>(ty1 - ty0), sameX: u64 = <u64>dx - 1, sameY: u64 = <u64>dy - 1 // all ones if there is only one tile
    const tile = <usize>ty0 * width + <usize>tx0
    if (dy) open = (left & (right | ~sameX)) * COLUMNS & high & ~cover(tile + width, q, lanes)
    if (dx) {
      const columns = right * COLUMNS
      open |= columns & low & (high | ~sameY) & ~cover(tile + 1, q, lanes)
      if (dy) open |= columns & high & ~cover(tile + width + 1, q, lanes)
    }
    return open != 0
  }
  // Larger: four whole-tile depths at a time, the steps only where that fails.
  for (let ty = ty0; ty <= ty1; ty++) {
    const r0 = max(y0 - (ty << 3), 0), r1 = min(y1 - (ty << 3), 7), rows = load<u64>(spans + <usize>((r0 << 6) + (r1 << 3)), ROWS_AT), row = <usize>ty * width
    for (let tx = tx0; tx <= tx1; tx += 4) {
      let mask = i32x4.bitmask(f32x4.ge(lanes, v128.load(tileDepth + ((row + <usize>tx) << 2))))
      if (tx1 - tx < 3) mask &= (2 << (tx1 - tx)) - 1
      while (mask) {
        const x = tx + ctz(mask), a = max(x0 - (x << 3), 0), b = min(x1 - (x << 3), 7), tile = row + <usize>x
        mask &= mask - 1
        const steps = <usize>popcnt(i32x4.bitmask(f32x4.gt(v128.load(layerDepth + (tile << 4)), lanes)))
        if (load<u64>(spans + <usize>((a << 6) + (b << 3))) & rows & ~load<u64>(layerMask + tile * MASK_BYTES + (steps << 3))) return true
      }
    }
  }
  return false
}
