// Draws the listed occluders, nearest first: skips those outside the view, those whose own rectangle is
// hidden already, and those too near the eye.
import { drawBox } from './box'
import { drawHull } from './hull'
import { BOX_SCRATCH, HEAD_RECORD, KIND_BOX, KIND_HULL, KIND_SHRUNK_BOX, OCCLUDER_CHUNK, OCCLUDER_RECT_BYTES, RECORD_KIND, RECORD_NEXT } from './layout'
import { prepareBox } from './prepare-box'
import {
  ABS_F, ABS_M, ABS_N, EYE_HIGH, EYE_LOW_TWICE, F, M, N, bind, constant, depthBase, erosion, halfHeight, halfWidth, height, near, occluderRects, orthographic,
  state, stride, tileDepth, tilesX, tilesY, width,
} from './state'
import { abs4, add, dot3, larger, lesser, madd, mul, splat, sub, xs, ys, zs } from './vector'

const NEVER_HIDDEN: f32 = 1e30
const OUTSIDE: f32 = -1

export function drawOccluders(s: usize, heads: usize, ids: usize, count: i32): i32 {
  bind(s)
  let drawn = 0
  for (let from = 0; from < count; from += OCCLUDER_CHUNK) {
    const list = ids + (<usize>from << 2), n = min(count - from, OCCLUDER_CHUNK)
    measure(heads, list, n)
    for (let i = 0; i < n; i++) {
      const rect = occluderRects + <usize>(i >> 2) * OCCLUDER_RECT_BYTES + (<usize>(i & 3) << 2)
      const depth = load<f32>(rect, 64)
      if (depth == OUTSIDE) continue
      const row1 = load<i32>(rect, 48), row0 = firstOpenRow(load<i32>(rect), load<i32>(rect, 16), load<i32>(rect, 32), row1, depth)
      if (row0 > row1) continue
      let record = <usize>load<u32>(heads + (<usize>load<u32>(list + (<usize>i << 2)) << 5), HEAD_RECORD), any = 0
      for (; record; record = <usize>load<u32>(record, RECORD_NEXT)) {
        any |= draw(record, row0, row1, depth)
      }
      drawn += any
    }
  }
  return drawn
}

function draw(record: usize, row0: i32, row1: i32, nearest: f32): i32 {
  const kind = load<u32>(record, RECORD_KIND)
  if (kind == KIND_HULL) return drawHull(record, row0, row1, nearest)
  if (kind == KIND_BOX) return drawBox(record, erosion, row0, row1, nearest)
  const scratch = state + BOX_SCRATCH
  prepareBox(record, scratch)
  return drawBox(scratch, kind == KIND_SHRUNK_BOX ? 0 : erosion, row0, row1, nearest)
}

// The lowest row of tiles of a rectangle that is not all covered nearer than `depth`; one above the last if
// there is none.
function firstOpenRow(x0: i32, x1: i32, y0: i32, y1: i32, depth: f32): i32 {
  const q = splat(depth), bytes = <usize>(x1 - x0 + 1) << 2, step = <usize>stride << 2
  for (let row = tileDepth + (<usize>(y0 * stride + x0 + stride + 1) << 2); y0 <= y1; row += step, y0++) {
    let at = row
    const end = row + bytes
    for (; at + 16 <= end; at += 16) if (v128.any_true(f32x4.lt(v128.load(at), q))) return y0
    for (; at < end; at += 4) if (load<f32>(at) < depth) return y0
  }
  return y0
}

// Tile of a pixel coordinate, clamped to the buffer.
// @ts-ignore: decorator
@inline
function tileOf(v: v128, limit: v128): v128 {
  const clamped = lesser(limit, larger(splat(0.5), v))
  return i32x4.shr_u(i32x4.sub(add(clamped, splat(8388607.5)), i32x4.splat(0x4b000000)), 3)
}

// Tile rectangle and nearest depth of each occluder, from its world box, four at a time. This only saves
// work: where it is off by rounding, rows are left out or an occluder is drawn needlessly, and neither can
// hide anything.
function measure(heads: usize, ids: usize, n: i32): void {
  const last = n - 1
  for (let i = 0; i < n; i += 4) {
    const p0 = heads + (<usize>load<u32>(ids + (<usize>i << 2)) << 5), p1 = heads + (<usize>load<u32>(ids + (<usize>min(i + 1, last) << 2)) << 5)
    const p2 = heads + (<usize>load<u32>(ids + (<usize>min(i + 2, last) << 2)) << 5), p3 = heads + (<usize>load<u32>(ids + (<usize>min(i + 3, last) << 2)) << 5)
    const a0 = v128.load(p0), a1 = v128.load(p1), a2 = v128.load(p2), a3 = v128.load(p3)
    const b0 = v128.load(p0, 16), b1 = v128.load(p1, 16), b2 = v128.load(p2, 16), b3 = v128.load(p3, 16)
    // Stage 1: twice the centre from the eye, and twice the half extents.
    const x0 = sub(xs(a0, a1, a2, a3), constant(EYE_HIGH)), x1 = sub(xs(b0, b1, b2, b3), constant(EYE_HIGH))
    const y0 = sub(ys(a0, a1, a2, a3), constant(EYE_HIGH + 1)), y1 = sub(ys(b0, b1, b2, b3), constant(EYE_HIGH + 1))
    const z0 = sub(zs(a0, a1, a2, a3), constant(EYE_HIGH + 2)), z1 = sub(zs(b0, b1, b2, b3), constant(EYE_HIGH + 2))
    const px = sub(add(x0, x1), constant(EYE_LOW_TWICE)), py = sub(add(y0, y1), constant(EYE_LOW_TWICE + 1)), pz = sub(add(z0, z1), constant(EYE_LOW_TWICE + 2))
    const hx = sub(x1, x0), hy = sub(y1, y0), hz = sub(z1, z0)
    // Stage 2: rectangle and nearest depth.
    const m0 = constant(M), m1 = constant(M + 1), m2 = constant(M + 2), n0 = constant(N), n1 = constant(N + 1), n2 = constant(N + 2)
    const X = dot3(px, py, pz, m0, m1, m2), Y = dot3(px, py, pz, n0, n1, n2), w = dot3(px, py, pz, constant(F), constant(F + 1), constant(F + 2))
    const ew = dot3(hx, hy, hz, constant(ABS_F), constant(ABS_F + 1), constant(ABS_F + 2))
    let left: v128, right: v128, low: v128, high: v128, depth: v128, fits: v128, behind: v128
    if (orthographic) {
      const half = splat(0.5)
      const ex = mul(half, dot3(hx, hy, hz, constant(ABS_M), constant(ABS_M + 1), constant(ABS_M + 2)))
      const ey = mul(half, dot3(hx, hy, hz, constant(ABS_N), constant(ABS_N + 1), constant(ABS_N + 2)))
      const s = mul(half, X), t = mul(half, Y)
      left = sub(s, ex)
      right = add(s, ex)
      low = sub(t, ey)
      high = add(t, ey)
      depth = larger(splat(0), sub(splat(depthBase), mul(half, sub(w, ew))))
      fits = i32x4.splat(-1)
      behind = f32x4.le(add(w, ew), splat(0))
    } else {
      const wMin = sub(w, ew), limit = splat(2 * near)
      fits = f32x4.gt(wMin, limit)
      behind = f32x4.le(add(w, ew), limit)
      const q = f32x4.div(splat(1), v128.bitselect(wMin, splat(1), fits)), inverse = f32x4.div(splat(1), v128.bitselect(w, splat(1), fits))
      const s = mul(X, inverse), t = mul(Y, inverse), f0 = constant(F), f1 = constant(F + 1), f2 = constant(F + 2)
      const ex = mul(q, dot3(abs4(sub(m0, mul(s, f0))), abs4(sub(m1, mul(s, f1))), abs4(sub(m2, mul(s, f2))), hx, hy, hz))
      const ey = mul(q, dot3(abs4(sub(n0, mul(t, f0))), abs4(sub(n1, mul(t, f1))), abs4(sub(n2, mul(t, f2))), hx, hy, hz))
      left = sub(s, ex)
      right = add(s, ex)
      low = sub(t, ey)
      high = add(t, ey)
      depth = v128.bitselect(add(q, q), splat(NEVER_HIDDEN), fits)
    }
    // Stage 3: tiles. What reaches the near plane gets the whole buffer.
    const hw = splat(halfWidth), hh = splat(halfHeight)
    left = add(left, hw)
    right = add(right, hw)
    low = add(low, hh)
    high = add(high, hh)
    const w4 = splat(<f32>width), h4 = splat(<f32>height), zero = splat(0)
    const aside = v128.or(v128.or(f32x4.le(right, zero), f32x4.ge(left, w4)), v128.or(f32x4.le(high, zero), f32x4.ge(low, h4)))
    const skip = v128.or(behind, v128.and(fits, aside))
    const rect = occluderRects + <usize>(i >> 2) * OCCLUDER_RECT_BYTES, lastX = splat(<f32>width - 0.5), lastY = splat(<f32>height - 0.5)
    v128.store(rect, v128.and(tileOf(left, lastX), fits))
    v128.store(rect, v128.bitselect(tileOf(right, lastX), i32x4.splat(tilesX - 1), fits), 16)
    v128.store(rect, v128.and(tileOf(low, lastY), fits), 32)
    v128.store(rect, v128.bitselect(tileOf(high, lastY), i32x4.splat(tilesY - 1), fits), 48)
    v128.store(rect, v128.bitselect(splat(OUTSIDE), depth, skip), 64)
  }
}
