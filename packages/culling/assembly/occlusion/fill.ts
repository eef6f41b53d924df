// Fills the convex outline that the edge lists describe: eight pixel rows at a time, tile by tile.
//
// A tile keeps the farthest depth of whatever covers all of it, and a staircase of up to four steps (depth,
// mask), nearest first, where the mask of a step holds every pixel covered at least as near as its depth.
// Masks are 64 bits, pixel x + 8 y at bit x + 8 y; slot 0 of a tile's masks is always empty.
import { LEFT_EDGES, PLANES, RIGHT_EDGES } from './layout'
import { leftBytes, padEdges, rightBytes, rowMax, rowMin } from './edges'
import { insertStep } from './staircase'
import { height, layerDepth, layerMask, state, stride, tileDepth, width } from './state'
import { LAYERS, MASK_BYTES } from './layout'
import { add, lane, larger, lesser, madd, mul, splat } from './vector'

const FULL: u64 = ~(<u64>0)
const PLANE_GROUP: usize = 48
const NO_TILE: i32 = 1000000

// `groups` of four face planes stand at PLANES; `wide`: more than three of them count. `farthest` is the
// depth of the farthest silhouette corner. Returns 1 if any pixel got nearer.
export function fill(groups: usize, wide: bool, farthest: f32, row0: i32, row1: i32, nearest: f32): i32 {
  padEdges()
  const lefts = state + LEFT_EDGES, rights = state + RIGHT_EDGES, leftEnd = lefts + leftBytes, rightEnd = rights + rightBytes, planes = state + PLANES
  const prefix = i8x16(0, 1, 3, 7, 15, 31, 63, 127, -1, -1, -1, -1, -1, -1, -1, -1) // i8x16.swizzle: the lowest n bits
  const firstRow = splat(rowMin), lastRow = splat(rowMax - 1), rightmost = splat(<f32>width - 0.5), beyond = splat(<f32>width + 0.5)
  const half = splat(0.5), zero = splat(0), toInteger = splat(8388608), floor = splat(farthest), eight = splat(8)
  let any = 0
  // Stage 1: move every plane to the tile corner where it is farthest.
  for (let g: usize = 0; g < groups; g++) {
    const plane = planes + g * PLANE_GROUP
    v128.store(plane, add(v128.load(plane), mul(eight, add(lesser(v128.load(plane, 16), zero), lesser(v128.load(plane, 32), zero)))))
  }
  const k0 = v128.load(planes), kx = v128.load(planes, 16), ky = v128.load(planes, 32)
  for (let ty = row0; ty <= row1; ty++) {
    // Stage 2: the wholly covered span of each of eight pixel rows. Pixel columns come from adding 2^23,
    // which rounds to the nearest integer; the half pixel in every limit makes that rounding inward.
    const y = <f32>(ty << 3), yv = splat(y), ya = add(yv, f32x4(0, 1, 2, 3)), yb = add(yv, f32x4(4, 5, 6, 7))
    let la = half, lb = half, ra = rightmost, rb = rightmost
    {
      const x0 = v128.load32_splat(lefts), s0 = v128.load32_splat(lefts, 4), x1 = v128.load32_splat(lefts, 8), s1 = v128.load32_splat(lefts, 12), x2 = v128.load32_splat(lefts, 16), s2 = v128.load32_splat(lefts, 20)
      la = larger(larger(la, add(x0, mul(s0, ya))), larger(add(x1, mul(s1, ya)), add(x2, mul(s2, ya))))
      lb = larger(larger(lb, add(x0, mul(s0, yb))), larger(add(x1, mul(s1, yb)), add(x2, mul(s2, yb))))
    }
    {
      const x0 = v128.load32_splat(rights), s0 = v128.load32_splat(rights, 4), x1 = v128.load32_splat(rights, 8), s1 = v128.load32_splat(rights, 12), x2 = v128.load32_splat(rights, 16), s2 = v128.load32_splat(rights, 20)
      ra = lesser(lesser(ra, add(x0, mul(s0, ya))), lesser(add(x1, mul(s1, ya)), add(x2, mul(s2, ya))))
      rb = lesser(lesser(rb, add(x0, mul(s0, yb))), lesser(add(x1, mul(s1, yb)), add(x2, mul(s2, yb))))
    }
    for (let at = lefts + 24; at < leftEnd; at += 8) {
      const x0 = v128.load32_splat(at), s0 = v128.load32_splat(at, 4)
      la = larger(la, add(x0, mul(s0, ya)))
      lb = larger(lb, add(x0, mul(s0, yb)))
    }
    for (let at = rights + 24; at < rightEnd; at += 8) {
      const x0 = v128.load32_splat(at), s0 = v128.load32_splat(at, 4)
      ra = lesser(ra, add(x0, mul(s0, ya)))
      rb = lesser(rb, add(x0, mul(s0, yb)))
    }
    ra = v128.and(larger(ra, zero), v128.and(f32x4.ge(ya, firstRow), f32x4.le(ya, lastRow)))
    rb = v128.and(larger(rb, zero), v128.and(f32x4.ge(yb, firstRow), f32x4.le(yb, lastRow)))
    la = add(lesser(la, beyond), toInteger)
    lb = add(lesser(lb, beyond), toInteger)
    ra = add(ra, toInteger)
    rb = add(rb, toInteger)
    const L = v128.shuffle<i16>(la, lb, 0, 2, 4, 6, 8, 10, 12, 14), R = v128.shuffle<i16>(ra, rb, 0, 2, 4, 6, 8, 10, 12, 14)
    const covered = i16x8.gt_s(R, L)
    if (!v128.any_true(covered)) continue
    // Stage 3: tiles touched [tx0, tx1) and wholly covered [fx0, fx1): four minima at once, of L and -R over
    // the rows that are not empty, of -L and R over all.
    const a = v128.bitselect(L, i16x8.splat(32767), covered), b = v128.and(i16x8.neg(R), covered), c = i16x8.neg(L)
    const t0 = i16x8.min_s(v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11), v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15))
    const t1 = i16x8.min_s(v128.shuffle<i16>(c, R, 0, 8, 1, 9, 2, 10, 3, 11), v128.shuffle<i16>(c, R, 4, 12, 5, 13, 6, 14, 7, 15))
    let t2 = i16x8.min_s(v128.shuffle<i32>(t0, t1, 0, 4, 1, 5), v128.shuffle<i32>(t0, t1, 2, 6, 3, 7))
    t2 = i16x8.min_s(t2, v128.shuffle<i64>(t2, t2, 1, 0))
    const tx0: i32 = <i32>i16x8.extract_lane_s(t2, 0) >> 3, tx1: i32 = (7 - <i32>i16x8.extract_lane_s(t2, 1)) >> 3
    let fx0: i32 = (7 - <i32>i16x8.extract_lane_s(t2, 2)) >> 3, fx1: i32 = <i32>i16x8.extract_lane_s(t2, 3) >> 3
    const row = ty * stride + stride + 1
    if (isNearer(row + tx0, row + tx1, splat(nearest))) continue
    const e = add(k0, mul(ky, yv))
    // Stage 4: wholly covered tiles, four at a time: only their depth.
    if (fx1 > fx0) {
      any = 1
      let x = add(splat(<f32>(fx0 << 3)), f32x4(0, 8, 16, 24)), at = tileDepth + (<usize>(row + fx0) << 2)
      const end = tileDepth + (<usize>(row + fx1) << 2)
      const e0 = lane(e, 0), e1 = lane(e, 1), e2 = lane(e, 2), s0 = lane(kx, 0), s1 = lane(kx, 1), s2 = lane(kx, 2)
      for (; at < end; at += 16) {
        let depth = lesser(add(e0, mul(s0, x)), lesser(add(e1, mul(s1, x)), add(e2, mul(s2, x))))
        if (wide) depth = morePlanesOfFourTiles(depth, planes, groups, x, y, e, kx)
        depth = larger(floor, depth)
        const left = <i32>(end - at) >> 2
        if (left < 4) depth = v128.and(depth, i32x4.gt_s(i32x4.splat(left), i32x4(0, 1, 2, 3)))
        v128.store(at, larger(v128.load(at), depth))
        x = add(x, splat(32))
      }
    } else {
      fx0 = NO_TILE
      fx1 = NO_TILE
    }
    // Stage 5: tiles on the outline: depth and mask into the staircase.
    for (let tx = tx0; tx < tx1; tx++) {
      if (tx == fx0) {
        tx = fx1
        if (tx >= tx1) break
      }
      const tile = <usize>(row + tx), depthAt = tileDepth + (tile << 2), x = splat(<f32>(tx << 3))
      let depth = add(e, mul(kx, x))
      if (groups > 1) depth = morePlanes(depth, planes, groups, x, yv)
      depth = lesser(depth, v128.shuffle<f32>(depth, depth, 2, 3, 0, 1))
      depth = larger(floor, lesser(depth, v128.shuffle<f32>(depth, depth, 1, 0, 3, 2)))
      if (f32x4.extract_lane(depth, 0) <= load<f32>(depthAt)) continue
      const column = i16x8.splat(<i16>(tx << 3))
      const bits = i8x16.swizzle(prefix, i8x16.min_u(i8x16.narrow_i16x8_u(i16x8.sub(L, column), i16x8.sub(R, column)), i8x16.splat(8)))
      const mask = i64x2.extract_lane(bits, 1) & ~i64x2.extract_lane(bits, 0)
      const depths = layerDepth + (tile << 4), masks = layerMask + tile * MASK_BYTES, steps = v128.load(depths), whole = v128.load32_splat(depthAt)
      const place = <usize>popcnt(i32x4.bitmask(f32x4.ge(steps, depth))), nearer = load<u64>(masks + (place << 3)), cover = nearer | <u64>mask
      if (cover == nearer) continue
      any = 1
      if (cover == FULL) {
        v128.store_lane<f32>(depthAt, depth, 0)
        continue
      }
      const live = <usize>popcnt(i32x4.bitmask(f32x4.gt(steps, whole)))
      if (place == live && place < LAYERS) {
        v128.store_lane<f32>(depths + (place << 2), depth, 0)
        store<u64>(masks + (place << 3), cover, 8)
      } else insertStep(depths, masks + 8, depthAt, f32x4.extract_lane(whole, 0), place, live, f32x4.extract_lane(depth, 0), cover, <u64>mask)
    }
  }
  return any
}

// Whether all tiles [from, to) are covered nearer than the nearest point of the occluder.
// @ts-ignore: decorator
@inline
function isNearer(from: i32, to: i32, nearest: v128): bool {
  for (let left = to - from, at = tileDepth + (<usize>from << 2); left > 0; left -= 4, at += 16) {
    let open = i32x4.bitmask(f32x4.lt(v128.load(at), nearest))
    if (left < 4) open &= (1 << left) - 1
    if (open) return false
  }
  return true
}

// Planes beyond the first group at one tile.
function morePlanes(depth: v128, planes: usize, groups: usize, x: v128, y: v128): v128 {
  for (let g: usize = 1; g < groups; g++) {
    const plane = planes + g * PLANE_GROUP
    depth = lesser(depth, add(v128.load(plane), add(mul(v128.load(plane, 16), x), mul(v128.load(plane, 32), y))))
  }
  return depth
}

// Planes beyond the first three at four tiles.
function morePlanesOfFourTiles(depth: v128, planes: usize, groups: usize, x: v128, y: f32, e: v128, kx: v128): v128 {
  depth = lesser(depth, add(lane(e, 3), mul(lane(kx, 3), x)))
  for (let g: usize = 1; g < groups; g++) {
    const plane = planes + g * PLANE_GROUP
    for (let k: usize = 0; k < 16; k += 4) {
      depth = lesser(depth, add(splat(load<f32>(plane + k) + load<f32>(plane + k, 32) * y), mul(v128.load32_splat(plane + k, 16), x)))
    }
  }
  return depth
}
