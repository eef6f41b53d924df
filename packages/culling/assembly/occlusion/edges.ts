// Silhouette edges of the occluder being drawn, as limits of its spans on each pixel row.
//
// An edge is a plane through the eye, given by a point V on it and its direction A, both as (X, Y, w): V x A
// = (a, b, c), and a x + b y + c > 0 inside. A left edge (a > 0) covers pixels from x0 + s y on. Whole pixels
// are wanted, so the limit is the tighter one of the pixel row's two borders, and rounds inwards.
import { EDGE_SPARE, LEFT_EDGES, RIGHT_EDGES } from './layout'
import { halfHeight, halfWidth, height, orthographic, state, width } from './state'
import { abs4, add, larger, lesser, mul, splat, sub } from './vector'

// Below this slope an edge limits rows instead of columns.
const FLAT: f32 = 1e-5

export let leftBytes: usize = 0
export let rightBytes: usize = 0
export let rowMin: f32 = 0
export let rowMax: f32 = 0

export function resetEdges(): void {
  leftBytes = 0
  rightBytes = 0
  rowMin = 0
  rowMax = <f32>height
}

// Four edges; `margin` moves each inwards and covers all rounding. wV, wA are the w of point and direction (perspective).
// @ts-ignore: decorator
@inline
export function addEdges(X: v128, Y: v128, wV: v128, aX: v128, aY: v128, wA: v128, margin: v128): void {
  const w = orthographic ? splat(1) : wV, aw = orthographic ? splat(0) : wA
  const a = sub(mul(Y, aw), mul(w, aY)), b = sub(mul(w, aX), mul(X, aw))
  const c = sub(sub(sub(sub(mul(X, aY), mul(Y, aX)), mul(a, splat(halfWidth))), mul(b, splat(halfHeight))), margin)
  const flat = i32x4.bitmask(f32x4.le(abs4(a), mul(abs4(b), splat(FLAT))))
  const inverse = f32x4.div(splat(-1), a), slope = mul(b, inverse), zero = splat(0), isLeft = f32x4.gt(a, zero)
  const inward = v128.bitselect(add(larger(slope, zero), splat(0.5)), sub(lesser(slope, zero), splat(0.5)), isLeft)
  const start = add(mul(c, inverse), inward)
  const low = v128.shuffle<f32>(start, slope, 0, 4, 1, 5), high = v128.shuffle<f32>(start, slope, 2, 6, 3, 7), lefts = i32x4.bitmask(isLeft)
  if (flat) {
    addFlatEdges(a, b, c, low, high, flat, lefts)
    return
  }
  // Every pair goes to both lists, and only the end of the right one moves on.
  let l = state + LEFT_EDGES + leftBytes, r = state + RIGHT_EDGES + rightBytes
  const step = <usize>lefts << 3
  v128.store_lane<u64>(l, low, 0)
  v128.store_lane<u64>(r, low, 0)
  l += step & 8
  r += ~step & 8
  v128.store_lane<u64>(l, low, 1)
  v128.store_lane<u64>(r, low, 1)
  l += (step >> 1) & 8
  r += ~(step >> 1) & 8
  v128.store_lane<u64>(l, high, 0)
  v128.store_lane<u64>(r, high, 0)
  l += (step >> 2) & 8
  r += ~(step >> 2) & 8
  v128.store_lane<u64>(l, high, 1)
  v128.store_lane<u64>(r, high, 1)
  l += (step >> 3) & 8
  r += ~(step >> 3) & 8
  leftBytes = l - state - LEFT_EDGES
  rightBytes = r - state - RIGHT_EDGES
}

// The same, one by one, where some are nearly horizontal: those limit the rows, judged where they are
// tightest.
function addFlatEdges(a4: v128, b4: v128, c4: v128, low: v128, high: v128, flat: i32, lefts: i32): void {
  const spare = state + EDGE_SPARE
  v128.store(spare, a4)
  v128.store(spare, b4, 16)
  v128.store(spare, c4, 32)
  v128.store(spare, low, 48)
  v128.store(spare, high, 64)
  for (let k: usize = 0; k < 4; k++) {
    if ((flat >> <i32>k) & 1) {
      const a = load<f32>(spare + (k << 2)), b = load<f32>(spare + (k << 2), 16)
      let c = load<f32>(spare + (k << 2), 32)
      if (a < 0) c += a * <f32>width
      if (b > 0) rowMin = max(rowMin, -c / b)
      else if (b < 0) rowMax = min(rowMax, -c / b)
      else if (!(c >= 0)) rowMax = -1
    } else if ((lefts >> <i32>k) & 1) {
      store<u64>(state + LEFT_EDGES + leftBytes, load<u64>(spare + (k << 3), 48))
      leftBytes += 8
    } else {
      store<u64>(state + RIGHT_EDGES + rightBytes, load<u64>(spare + (k << 3), 48))
      rightBytes += 8
    }
  }
}

// Fills both lists up to three with edges that limit nothing, so that the first three need no loop.
export function padEdges(): void {
  for (; leftBytes < 24; leftBytes += 8) {
    store<f32>(state + LEFT_EDGES + leftBytes, -1e9)
    store<f32>(state + LEFT_EDGES + leftBytes, 0, 4)
  }
  for (; rightBytes < 24; rightBytes += 8) {
    store<f32>(state + RIGHT_EDGES + rightBytes, 1e9)
    store<f32>(state + RIGHT_EDGES + rightBytes, 0, 4)
  }
}
