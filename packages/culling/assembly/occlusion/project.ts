// Boxes to rectangles: record j & 3 of group j >> 2 holds the pixel rectangle (+ 8, both ends included) and
// the nearest depth.
//
//     0   x0 | x1 << 16   four lanes
//     16  y0 | y1 << 16
//     32  depth, Infinity for what can't be hidden
//
// Most boxes go the fast way, by centre and half extents: with s = X / w of the centre, X - s w is linear in
// the point, so the rectangle is s +- E / wMin with E = sum |m_k - s f_k| h_k and wMin = w - sum |f_k| h_k.
// That is exact for E and loose only in wMin; boxes with a large range of depth go the slow way, by their
// eight corners. Lengths here are twice the real ones.
import {
  EXTENT_LIMIT, U, ABOVE, ABS_F, ABS_M, ABS_N, BELOW, DEPTH_FACTOR, ENDLESS, EYE_HIGH, EYE_LOW_TWICE, F, FIRST_PIXEL, INT_1, INT_3, INT_8, LAST_X, LAST_Y,
  LEFT_BORDER, LEFT_OF, LOW_HALF, M, N, NEAR_TWICE, NO_SIGN, ONE, PIXELS, RATIO, RIGHT_BORDER, RIGHT_OF, STRIDE_LANES, TILES_LANES, TOP_BORDER, TO_INDEX, constant,
  cornerPixels, depthBase, halfHeight, halfWidth, idsChunk, near, orthographic, pending, rects, results, slow, walk, wholeBox, tileDepth,
} from './state'
import { MAX_ROWS, ROW_BYTES } from '../layout'
import { RECT_BYTES, WALK_WANTED } from './layout'
import { abs4, add, dot3, gather, larger, lesser, madd, mul, splat, sub, xs, ys, zs } from './vector'

// Records from here on belong to the slow way.
export let slowBase: i32 = 0
export let pendingEnd: usize = 0
export let slowVisible: i32 = 0

export function projectAll(boxes: usize, bytes: usize, maxAt: usize, n: i32): void {
  const n4 = (n + 3) & ~3
  slowBase = n4
  slowVisible = 0
  pendingEnd = pending
  let slowEnd = slow
  if (orthographic) projectParallel(boxes, bytes, maxAt, n, false)
  else slowEnd = wholeBox ? projectFast(boxes, bytes, maxAt, n, true, false) : projectFast(boxes, bytes, maxAt, n, false, false)
  look(0, n4, n)
  const count = <i32>((slowEnd - slow) >> 2)
  if (count) projectCorners(boxes, bytes, maxAt, count, false)
}

// The same for the lanes of `count` groups of eight, whose rows (minX minY minZ maxX maxY maxZ, eight floats
// each) begin at the byte offsets in the list of ids. Lanes that are not among the wanted bits of their group
// get any answer.
export function projectRows(count: i32): void {
  const n = count << 3
  slowBase = n
  slowVisible = 0
  pendingEnd = pending
  let slowEnd = slow
  if (orthographic) projectParallel(0, 0, 0, n, true)
  else slowEnd = wholeBox ? projectFast(0, 0, 0, n, true, true) : projectFast(0, 0, 0, n, false, true)
  look(0, n, n)
  const slowCount = <i32>((slowEnd - slow) >> 2)
  if (slowCount) projectCorners(0, 0, 0, slowCount, true)
}

// Byte offset of the first row of lane i.
// @ts-ignore: decorator
@inline
function laneOf(i: i32): usize {
  return <usize>load<u32>(idsChunk + (<usize>(i >> 3) << 2)) + (<usize>(i & 7) << 2)
}

// All ones for those of the lanes i to i + 3 that are wanted.
// @ts-ignore: decorator
@inline
function wantedOf(i: i32): v128 {
  const bits = <i32>load<u8>(walk + WALK_WANTED + <usize>(i >> 3)) >> (i & 4)
  return i32x4.ne(v128.and(i32x4.splat(bits), i32x4(1, 2, 4, 8)), i32x4.splat(0))
}

// A coordinate of four neighbouring lanes from row to row: min x y z, then max x y z.
const MIN_Y: usize = ROW_BYTES, MIN_Z: usize = 2 * ROW_BYTES, MAX_X: usize = MAX_ROWS, MAX_Y: usize = MAX_ROWS + ROW_BYTES, MAX_Z: usize = MAX_ROWS + 2 * ROW_BYTES

// Packs a rectangle, given in pixels + 7.5; what lies beyond the buffer is clamped to its border pixels.
// Adding 1.5 * 2^23 rounds to the nearest integer, which then stands in the low 16 bits.
// @ts-ignore: decorator
@inline
function storeRect(rect: usize, x0: v128, x1: v128, y0: v128, y1: v128, depth: v128, first: v128, lastX: v128, lastY: v128, toIndex: v128): void {
  const x = v128.shuffle<i16>(add(x0, toIndex), add(x1, toIndex), 0, 8, 2, 10, 4, 12, 6, 14), y = v128.shuffle<i16>(add(y0, toIndex), add(y1, toIndex), 0, 8, 2, 10, 4, 12, 6, 14)
  v128.store(rect, i16x8.min_s(i16x8.max_s(x, first), lastX))
  v128.store(rect, i16x8.min_s(i16x8.max_s(y, first), lastY), 16)
  v128.store(rect, depth, 32)
}

// Keeps a coordinate that may be anything within 16 bits, for the packing; the buffer is far inside.
// @ts-ignore: decorator
@inline
function within(v: v128): v128 {
  return lesser(splat(16384), larger(splat(-16384), v))
}

// Appends i + k for every set bit k of a mask.
// @ts-ignore: decorator
@inline
function append(list: usize, i: i32, mask: i32): usize {
  store<i32>(list, i)
  list += <usize>((mask & 1) << 2)
  store<i32>(list, i + 1)
  list += <usize>((mask & 2) << 1)
  store<i32>(list, i + 2)
  list += <usize>(mask & 4)
  store<i32>(list, i + 3)
  return list + <usize>((mask & 8) >> 1)
}

// @ts-ignore: decorator
@inline
function leavesBuffer(x0: v128, x1: v128, y0: v128, y1: v128): v128 {
  const left = constant(LEFT_BORDER)
  return v128.or(v128.or(f32x4.lt(x0, left), f32x4.gt(x1, constant(RIGHT_BORDER))), v128.or(f32x4.lt(y0, left), f32x4.gt(y1, constant(TOP_BORDER))))
}

// The fast way; returns the end of the list of those that must go the slow way. All constants are loaded
// before the loop.
// @ts-ignore: decorator
@inline
function projectFast(boxes: usize, bytes: usize, maxAt: usize, n: i32, whole: bool, rows: bool): usize {
  const ex = constant(EYE_HIGH), ey = constant(EYE_HIGH + 1), ez = constant(EYE_HIGH + 2), lx = constant(EYE_LOW_TWICE), ly = constant(EYE_LOW_TWICE + 1), lz = constant(EYE_LOW_TWICE + 2)
  const m0 = constant(M), m1 = constant(M + 1), m2 = constant(M + 2), n0 = constant(N), n1 = constant(N + 1), n2 = constant(N + 2)
  const f0 = constant(F), f1 = constant(F + 1), f2 = constant(F + 2), g0 = constant(ABS_F), g1 = constant(ABS_F + 1), g2 = constant(ABS_F + 2)
  const leftOf = constant(LEFT_OF), rightOf = constant(RIGHT_OF), below = constant(BELOW), above = constant(ABOVE)
  const first = constant(FIRST_PIXEL), lastX = constant(LAST_X), lastY = constant(LAST_Y), toIndex = constant(TO_INDEX)
  const factor = constant(DEPTH_FACTOR), near2 = constant(NEAR_TWICE), limit = constant(EXTENT_LIMIT), ratio = constant(RATIO), one = constant(ONE), endless = constant(ENDLESS), noSign = constant(NO_SIGN)
  let slowEnd = slow, rect = rects
  for (let i = 0; i < n; i += 4, rect += RECT_BYTES) {
    let x0: v128, x1: v128, y0: v128, y1: v128, z0: v128, z1: v128
    if (rows) {
      const row = laneOf(i)
      x0 = v128.load(row)
      y0 = v128.load(row, MIN_Y)
      z0 = v128.load(row, MIN_Z)
      x1 = v128.load(row, MAX_X)
      y1 = v128.load(row, MAX_Y)
      z1 = v128.load(row, MAX_Z)
    } else {
      const id = idsChunk + (<usize>i << 2)
      const p0 = boxes + <usize>load<u32>(id) * bytes, p1 = boxes + <usize>load<u32>(id, 4) * bytes, p2 = boxes + <usize>load<u32>(id, 8) * bytes, p3 = boxes + <usize>load<u32>(id, 12) * bytes
      const a0 = v128.load(p0), a1 = v128.load(p1), a2 = v128.load(p2), a3 = v128.load(p3)
      const b0 = v128.load(p0 + maxAt), b1 = v128.load(p1 + maxAt), b2 = v128.load(p2 + maxAt), b3 = v128.load(p3 + maxAt)
      x0 = xs(a0, a1, a2, a3)
      y0 = ys(a0, a1, a2, a3)
      z0 = zs(a0, a1, a2, a3)
      x1 = xs(b0, b1, b2, b3)
      y1 = ys(b0, b1, b2, b3)
      z1 = zs(b0, b1, b2, b3)
    }
    x0 = sub(x0, ex)
    x1 = sub(x1, ex)
    y0 = sub(y0, ey)
    y1 = sub(y1, ey)
    z0 = sub(z0, ez)
    z1 = sub(z1, ez)
    const px = sub(add(x0, x1), lx), py = sub(add(y0, y1), ly), pz = sub(add(z0, z1), lz), hx = v128.and(sub(x1, x0), noSign), hy = v128.and(sub(y1, y0), noSign), hz = v128.and(sub(z1, z0), noSign)
    const w = dot3(px, py, pz, f0, f1, f2), ew = dot3(hx, hy, hz, g0, g1, g2), inverse = f32x4.div(one, w)
    const wMin = sub(w, ew), q = f32x4.div(factor, wMin)
    const s = mul(dot3(px, py, pz, m0, m1, m2), inverse), t = mul(dot3(px, py, pz, n0, n1, n2), inverse)
    const eX = mul(q, dot3(v128.and(sub(m0, mul(s, f0)), noSign), v128.and(sub(m1, mul(s, f1)), noSign), v128.and(sub(m2, mul(s, f2)), noSign), hx, hy, hz))
    const eY = mul(q, dot3(v128.and(sub(n0, mul(t, f0)), noSign), v128.and(sub(n1, mul(t, f1)), noSign), v128.and(sub(n2, mul(t, f2)), noSign), hx, hy, hz))
    const left = sub(add(s, leftOf), eX), right = add(add(s, rightOf), eX), low = sub(add(t, below), eY), high = add(add(t, above), eY)
    let fits = v128.and(f32x4.gt(wMin, larger(near2, mul(ew, ratio))), f32x4.lt(larger(eX, eY), limit)), ok = i32x4.bitmask(fits)
    if (rows) {
      const wanted = wantedOf(i)
      fits = v128.and(fits, wanted)
      ok |= ~i32x4.bitmask(wanted) & 15
    }
    let depth = v128.bitselect(add(q, q), endless, fits)
    if (whole) {
      const leaves = v128.and(fits, leavesBuffer(left, right, low, high)), out = i32x4.bitmask(leaves)
      depth = v128.bitselect(endless, depth, leaves)
      storeResults(i, ~out)
      slowVisible += out ? popcnt(i + 4 > n ? out & ((1 << (n - i)) - 1) : out) : 0
    } else store<u32>(results + <usize>i, 0x01010101)
    storeRect(rect, left, right, low, high, depth, first, lastX, lastY, toIndex)
    if (ok != 15) slowEnd = append(slowEnd, i, i + 4 > n ? ~ok & ((1 << (n - i)) - 1) : ~ok & 15)
  }
  return slowEnd
}

// 1 for every set bit.
// @ts-ignore: decorator
@inline
function storeResults(i: i32, mask: i32): void {
  store<u32>(results + <usize>i, (mask & 1) | ((mask & 2) << 7) | ((mask & 4) << 14) | ((mask & 8) << 21))
}

// Boxes with a large range of depth or that reach the near plane: all eight corners, four boxes at a time.
// @ts-ignore: decorator
@inline
function projectCorners(boxes: usize, bytes: usize, maxAt: usize, count: i32, rows: bool): void {
  for (let k = count; k & 3; k++) store<i32>(slow + (<usize>k << 2), load<i32>(slow + (<usize>(count - 1) << 2)))
  const n4 = (count + 3) & ~3, half = splat(0.5), one = splat(1), unit = splat(8 * U), hw = splat(halfWidth + 7.5), hh = splat(halfHeight + 7.5)
  let rect = rects + <usize>(slowBase >> 2) * RECT_BYTES
  for (let k = 0; k < count; k += 4, rect += RECT_BYTES) {
    const list = slow + (<usize>k << 2), j0 = load<i32>(list), j1 = load<i32>(list, 4), j2 = load<i32>(list, 8), j3 = load<i32>(list, 12)
    let xa: v128, xb: v128, ya: v128, yb: v128, za: v128, zb: v128
    if (rows) {
      const p0 = laneOf(j0), p1 = laneOf(j1), p2 = laneOf(j2), p3 = laneOf(j3)
      xa = gather(p0, p1, p2, p3, 0)
      ya = gather(p0, p1, p2, p3, MIN_Y)
      za = gather(p0, p1, p2, p3, MIN_Z)
      xb = gather(p0, p1, p2, p3, MAX_X)
      yb = gather(p0, p1, p2, p3, MAX_Y)
      zb = gather(p0, p1, p2, p3, MAX_Z)
    } else {
      const p0 = boxes + <usize>load<u32>(idsChunk + (<usize>j0 << 2)) * bytes, p1 = boxes + <usize>load<u32>(idsChunk + (<usize>j1 << 2)) * bytes
      const p2 = boxes + <usize>load<u32>(idsChunk + (<usize>j2 << 2)) * bytes, p3 = boxes + <usize>load<u32>(idsChunk + (<usize>j3 << 2)) * bytes
      const a0 = v128.load(p0), a1 = v128.load(p1), a2 = v128.load(p2), a3 = v128.load(p3)
      const b0 = v128.load(p0 + maxAt), b1 = v128.load(p1 + maxAt), b2 = v128.load(p2 + maxAt), b3 = v128.load(p3 + maxAt)
      xa = xs(a0, a1, a2, a3)
      ya = ys(a0, a1, a2, a3)
      za = zs(a0, a1, a2, a3)
      xb = xs(b0, b1, b2, b3)
      yb = ys(b0, b1, b2, b3)
      zb = zs(b0, b1, b2, b3)
    }
    const lx = mul(half, constant(EYE_LOW_TWICE)), ly = mul(half, constant(EYE_LOW_TWICE + 1)), lz = mul(half, constant(EYE_LOW_TWICE + 2))
    xa = sub(sub(xa, constant(EYE_HIGH)), lx)
    xb = sub(sub(xb, constant(EYE_HIGH)), lx)
    ya = sub(sub(ya, constant(EYE_HIGH + 1)), ly)
    yb = sub(sub(yb, constant(EYE_HIGH + 1)), ly)
    za = sub(sub(za, constant(EYE_HIGH + 2)), lz)
    zb = sub(sub(zb, constant(EYE_HIGH + 2)), lz)
    // Rounding of every corner is at most this, in w and, times pixels, in x and y. NaN in any corner goes on
    // into it.
    const error = mul(unit, add(f32x4.max(abs4(xa), abs4(xb)), add(f32x4.max(abs4(ya), abs4(yb)), f32x4.max(abs4(za), abs4(zb)))))
    const m0 = constant(M), m1 = constant(M + 1), m2 = constant(M + 2), n0 = constant(N), n1 = constant(N + 1), n2 = constant(N + 2), f0 = constant(F), f1 = constant(F + 1), f2 = constant(F + 2)
    const Xa = mul(xa, m0), Xb = mul(xb, m0), Ya = mul(xa, n0), Yb = mul(xb, n0), Wa = mul(xa, f0), Wb = mul(xb, f0)
    const Xc = mul(ya, m1), Xd = mul(yb, m1), Yc = mul(ya, n1), Yd = mul(yb, n1), Wc = mul(ya, f1), Wd = mul(yb, f1)
    const Xe = mul(za, m2), Xf = mul(zb, m2), Ye = mul(za, n2), Yf = mul(zb, n2), We = mul(za, f2), Wf = mul(zb, f2)
    let x0 = splat(1e30), x1 = splat(-1e30), y0 = x0, y1 = x1, wMin = x0
    for (let h = 0; h < 4; h++) {
      const X = add(h & 1 ? Xb : Xa, h & 2 ? Xd : Xc), Y = add(h & 1 ? Yb : Ya, h & 2 ? Yd : Yc), W = add(h & 1 ? Wb : Wa, h & 2 ? Wd : Wc)
      const wa = add(W, We), wb = add(W, Wf), r = f32x4.div(one, mul(wa, wb)), ra = mul(wb, r), rb = mul(wa, r)
      const p = mul(add(X, Xe), ra), q = mul(add(X, Xf), rb), u = mul(add(Y, Ye), ra), v = mul(add(Y, Yf), rb)
      x0 = lesser(x0, lesser(p, q))
      x1 = larger(x1, larger(p, q))
      y0 = lesser(y0, lesser(u, v))
      y1 = larger(y1, larger(u, v))
      wMin = lesser(wMin, lesser(wa, wb))
    }
    wMin = sub(wMin, error)
    const q = f32x4.div(one, wMin), margin = mul(mul(error, splat(cornerPixels)), q)
    x0 = add(sub(x0, margin), hw)
    x1 = add(add(x1, margin), hw)
    y0 = add(sub(y0, margin), hh)
    y1 = add(add(y1, margin), hh)
    let fits = f32x4.gt(wMin, splat(near))
    if (wholeBox) fits = v128.andnot(fits, leavesBuffer(x0, x1, y0, y1))
    const ok = i32x4.bitmask(fits)
    storeRect(rect, within(x0), within(x1), within(y0), within(y1), v128.bitselect(madd(q, unit, q), constant(ENDLESS), fits), constant(FIRST_PIXEL), constant(LAST_X), constant(LAST_Y), constant(TO_INDEX))
    store<u8>(results + <usize>j0, <u8>(ok & 1))
    if (k + 1 < count) store<u8>(results + <usize>j1, <u8>((ok >> 1) & 1))
    if (k + 2 < count) store<u8>(results + <usize>j2, <u8>((ok >> 2) & 1))
    if (k + 3 < count) store<u8>(results + <usize>j3, <u8>((ok >> 3) & 1))
    slowVisible += popcnt(~ok & (k + 4 > count ? (1 << (count - k)) - 1 : 15))
  }
  look(slowBase, slowBase + n4, slowBase + count)
}

// Orthographic views: rectangle and depth are exact by centre and half extents.
// @ts-ignore: decorator
@inline
function projectParallel(boxes: usize, bytes: usize, maxAt: usize, n: i32, rows: bool): void {
  const half = splat(0.5), endless = constant(ENDLESS), unit = splat(16 * U)
  let rect = rects
  for (let i = 0; i < n; i += 4, rect += RECT_BYTES) {
    let x0: v128, x1: v128, y0: v128, y1: v128, z0: v128, z1: v128
    if (rows) {
      const row = laneOf(i)
      x0 = v128.load(row)
      y0 = v128.load(row, MIN_Y)
      z0 = v128.load(row, MIN_Z)
      x1 = v128.load(row, MAX_X)
      y1 = v128.load(row, MAX_Y)
      z1 = v128.load(row, MAX_Z)
    } else {
      const id = idsChunk + (<usize>i << 2)
      const p0 = boxes + <usize>load<u32>(id) * bytes, p1 = boxes + <usize>load<u32>(id, 4) * bytes, p2 = boxes + <usize>load<u32>(id, 8) * bytes, p3 = boxes + <usize>load<u32>(id, 12) * bytes
      const a0 = v128.load(p0), a1 = v128.load(p1), a2 = v128.load(p2), a3 = v128.load(p3)
      const b0 = v128.load(p0 + maxAt), b1 = v128.load(p1 + maxAt), b2 = v128.load(p2 + maxAt), b3 = v128.load(p3 + maxAt)
      x0 = xs(a0, a1, a2, a3)
      y0 = ys(a0, a1, a2, a3)
      z0 = zs(a0, a1, a2, a3)
      x1 = xs(b0, b1, b2, b3)
      y1 = ys(b0, b1, b2, b3)
      z1 = zs(b0, b1, b2, b3)
    }
    const ex = constant(EYE_HIGH), ey = constant(EYE_HIGH + 1), ez = constant(EYE_HIGH + 2)
    x0 = sub(x0, ex)
    x1 = sub(x1, ex)
    y0 = sub(y0, ey)
    y1 = sub(y1, ey)
    z0 = sub(z0, ez)
    z1 = sub(z1, ez)
    const px = mul(half, sub(add(x0, x1), constant(EYE_LOW_TWICE))), py = mul(half, sub(add(y0, y1), constant(EYE_LOW_TWICE + 1))), pz = mul(half, sub(add(z0, z1), constant(EYE_LOW_TWICE + 2)))
    const hx = mul(half, abs4(sub(x1, x0))), hy = mul(half, abs4(sub(y1, y0))), hz = mul(half, abs4(sub(z1, z0)))
    const size = add(add(add(abs4(px), abs4(py)), abs4(pz)), add(add(hx, hy), hz)), error = mul(unit, size)
    const s = dot3(px, py, pz, constant(M), constant(M + 1), constant(M + 2)), t = dot3(px, py, pz, constant(N), constant(N + 1), constant(N + 2))
    const margin = madd(error, splat(cornerPixels), constant(PIXELS))
    const eX = add(margin, dot3(hx, hy, hz, constant(ABS_M), constant(ABS_M + 1), constant(ABS_M + 2))), eY = add(margin, dot3(hx, hy, hz, constant(ABS_N), constant(ABS_N + 1), constant(ABS_N + 2)))
    const hw = splat(halfWidth + 7.5), hh = splat(halfHeight + 7.5)
    const left = sub(add(s, hw), eX), right = add(add(s, hw), eX), low = sub(add(t, hh), eY), high = add(add(t, hh), eY)
    const nearest = sub(dot3(px, py, pz, constant(F), constant(F + 1), constant(F + 2)), dot3(hx, hy, hz, constant(ABS_F), constant(ABS_F + 1), constant(ABS_F + 2)))
    const depth = add(sub(splat(depthBase), nearest), madd(unit, splat(depthBase), error))
    // A box with NaN or infinity in it fails the comparison.
    let fits = f32x4.lt(size, splat(1e30))
    if (rows) fits = v128.and(fits, wantedOf(i))
    if (wholeBox) fits = v128.andnot(fits, leavesBuffer(left, right, low, high))
    const ok = i32x4.bitmask(fits)
    storeRect(rect, within(left), within(right), within(low), within(high), v128.bitselect(larger(splat(0), depth), endless, fits), constant(FIRST_PIXEL), constant(LAST_X), constant(LAST_Y), constant(TO_INDEX))
    storeResults(i, ok)
    slowVisible += popcnt(~ok & (i + 4 > n ? (1 << (n - i)) - 1 : 15))
  }
}

// One look into the window minima for records [from, to); what is not certainly hidden is appended to the
// pending list. Records of infinite depth are decided elsewhere. Rectangles of more than eight tiles go on
// the list as they are.
function look(from: i32, to: i32, n: i32): void {
  const low = constant(LOW_HALF), strides = constant(STRIDE_LANES), level = constant(TILES_LANES), level2 = i32x4.shl(level, 1), c0 = i32x4.splat(0), c1 = constant(INT_1), c3 = constant(INT_3), c8 = constant(INT_8), endless = constant(ENDLESS)
  const depths = tileDepth
  let rect = rects + <usize>(from >> 2) * RECT_BYTES, end = pendingEnd
  for (let i = from; i < to; i += 4, rect += RECT_BYTES) {
    const x = i16x8.shr_u(v128.load(rect), 3), y = i16x8.shr_u(v128.load(rect, 16), 3), depth = v128.load(rect, 32), tx = v128.and(x, low), ty = v128.and(y, low)
    const sizeX = i32x4.sub(i32x4.shr_u(x, 16), tx), sizeY = i32x4.sub(i32x4.shr_u(y, 16), ty), size = i16x8.max_s(sizeX, sizeY), large = i32x4.gt_s(size, c1)
    // Table 0: one tile, 1: two side by side, 2: one above the other, 3: 2x2, 4: 4x4, 5: 8x8.
    const table = i32x4.add(v128.and(v128.or(i32x4.gt_s(sizeX, c0), large), level), v128.and(v128.or(i32x4.gt_s(sizeY, c0), large), level2))
    let tile = i32x4.add(i32x4.add(tx, i16x8.mul(ty, strides)), table)
    tile = i32x4.add(tile, i32x4.add(v128.and(large, level), v128.and(i32x4.gt_s(size, c3), level)))
    let z = v128.load32_zero(depths + (<usize>i32x4.extract_lane(tile, 0) << 2))
    z = v128.load_lane<f32>(depths + (<usize>i32x4.extract_lane(tile, 1) << 2), z, 1)
    z = v128.load_lane<f32>(depths + (<usize>i32x4.extract_lane(tile, 2) << 2), z, 2)
    z = v128.load_lane<f32>(depths + (<usize>i32x4.extract_lane(tile, 3) << 2), z, 3)
    let open = i32x4.bitmask(v128.andnot(f32x4.lt(depth, endless), v128.and(f32x4.lt(depth, z), i32x4.gt_s(c8, size))))
    if (i + 4 > n) open &= (1 << (n - i)) - 1
    end = append(end, i, open)
  }
  pendingEnd = end
}
