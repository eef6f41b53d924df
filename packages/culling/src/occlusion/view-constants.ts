/**
 * Writes a view into a buffer's state: rows rounded to float32, their inverse, and every rounding bound. The bounds are derived in
 * docs/occlusion.md; u is the rounding unit 2⁻²⁴.
 */
import * as layout from './kernels/layout.js'
import type { OcclusionMemory } from './memory.js'
import type { OcclusionView } from './occlusion-view.js'

const U = 2 ** -24
/** Bounds are written in float32 themselves: this makes that rounding harmless. */
const UP = 1 + 2 ** -20
/** A face counts as looking at the eye from this distance on (metres), or above this cosine (orthographic). */
const FRONT_LIMIT = 1e-3
/** The fast way takes boxes whose near end is at least this many times their range of depth away (both halved or not). */
const DEPTH_RATIO = 10
/** and that reach at most this many times the smaller side of the buffer to each side of their middle. */
const EXTENT_FACTOR = 8

/** Rectangles are kept in pixels plus the border, less the half that rounding to the nearest pixel adds. */
const FIRST = layout.BORDER - 0.5

const inverse = new Float64Array(9)
const rounded = new Float64Array(9)

/** `wholeBox`: a box that leaves the buffer is visible, else only its part inside counts. */
export function writeView(
  memory: OcclusionMemory,
  state: number,
  view: OcclusionView,
  erosion: number,
  wholeBox: boolean,
): void {
  const { f32, f64, i32 } = memory
  const s = state >>> 2
  const { eye } = view
  const hw = f32[s + (layout.HALF_WIDTH >>> 2)]!
  const hh = f32[s + (layout.HALF_HEIGHT >>> 2)]!
  roundRows(view)
  invertRows()
  for (let k = 0; k < 9; k++) spread(f32, s, layout.K_M + k, rounded[k]!)
  for (let k = 0; k < 9; k++) spread(f32, s, layout.K_IX + k, inverse[k]!)
  for (let k = 0; k < 3; k++) {
    spread(f32, s, layout.K_ABS_F + k, Math.abs(rounded[6 + k]!))
    spread(f32, s, layout.K_ABS_M + k, Math.abs(rounded[k]!))
    spread(f32, s, layout.K_ABS_N + k, Math.abs(rounded[3 + k]!))
    const high = Math.fround(eye[k]!)
    const low = Math.fround(eye[k]! - high)
    spread(f32, s, layout.K_EYE_HIGH + k, high)
    spread(f32, s, layout.K_EYE_LOW_TWICE + k, 2 * low)
    f64[(state + layout.EYE + 8 * k) >>> 3] = high + low
  }
  i32[s + (layout.ORTHOGRAPHIC >>> 2)] = view.orthographic ? 1 : 0
  i32[s + (layout.WHOLE_BOX >>> 2)] = wholeBox ? 1 : 0
  f32[s + (layout.NEAR >>> 2)] = view.near
  f32[s + (layout.EROSION >>> 2)] = erosion * UP
  f32[s + (layout.FRONT_LIMIT >>> 2)] = FRONT_LIMIT
  f32[s + (layout.DEPTH_BASE >>> 2)] = view.depth
  f32[s + (layout.EXTRA_REACH >>> 2)] = (view.eyeError / U) * UP
  spread(f32, s, layout.K_NEAR_TWICE, 2 * view.near)
  writeBounds(f32, s, view, erosion, hw, hh)
}

function writeBounds(
  f32: Float32Array,
  s: number,
  view: OcclusionView,
  erosion: number,
  hw: number,
  hh: number,
): void {
  const mx = length3(rounded, 0)
  const my = length3(rounded, 3)
  const ix = length3(inverse, 0)
  const iy = length3(inverse, 3)
  const middle = length3(inverse, 6)
  const size = Math.max(mx, my)
  const half = Math.max(hw, hh)
  // Occluders.
  f32[s + (layout.EDGE_MARGIN >>> 2)] = 80 * U * (my * hw + mx * hh + mx * my) * UP
  const spreadXY = 3 * (ix * (hw + 8) + iy * (hh + 8))
  const planes = view.orthographic ? spreadXY + view.depth : spreadXY + middle
  f32[s + (layout.PLANE_MARGIN >>> 2)] = 32 * U * planes * UP
  f32[s + (layout.CLEARANCE >>> 2)] = clearance(view, hw, hh, erosion)
  // Boxes.
  const wide = middle + 18 * (ix * hw + iy * hh)
  const farFromOrigin = view.orthographic ? 0 : (U * 2 * length3(view.eye, 0)) / view.near
  const relative = U * (24 * (1 + wide) + 8 * farFromOrigin)
  const pixels = view.orthographic
    ? 8 * U * (2 * half + 16)
    : U * ((12 * wide + 8 * farFromOrigin) * (size + half) + 6 * (2 * half + 16))
  f32[s + (layout.CORNER_PIXELS >>> 2)] = view.orthographic ? size * UP : (size + 2 * half) * UP
  spread(f32, s, layout.K_DEPTH_FACTOR, 1 + relative * UP)
  spread(f32, s, layout.K_PIXELS, pixels * UP)
  spread(f32, s, layout.K_LEFT_OF, hw + FIRST - pixels)
  spread(f32, s, layout.K_RIGHT_OF, hw + FIRST + pixels)
  spread(f32, s, layout.K_BELOW, hh + FIRST - pixels)
  spread(f32, s, layout.K_ABOVE, hh + FIRST + pixels)
}

/** Needs `inverse` of the view. */
function clearance(view: OcclusionView, hw: number, hh: number, erosion: number): number {
  const near = view.orthographic ? 0 : view.near * cornerDistance(hw, hh)
  return (near + 2 * erosion) * UP
}

/** How far the eye must be from an occluder in a picture of this size; the same as `writeView` gives the kernels. */
export function clearanceFor(view: OcclusionView, width: number, height: number, erosion: number): number {
  roundRows(view)
  invertRows()
  return clearance(view, width / 2, height / 2, erosion)
}

/** What depends on the size of the buffer only. */
export function writeSizeConstants(
  memory: OcclusionMemory,
  state: number,
  width: number,
  height: number,
  stride: number,
  tiles: number,
): void {
  const { f32, i32 } = memory
  const s = state >>> 2
  spreadInteger(i32, s, layout.K_FIRST_PIXEL, layout.BORDER * 0x10001)
  spreadInteger(i32, s, layout.K_LAST_X, (width + layout.BORDER - 1) * 0x10001)
  spreadInteger(i32, s, layout.K_LAST_Y, (height + layout.BORDER - 1) * 0x10001)
  spread(f32, s, layout.K_TO_INDEX, 1.5 * 2 ** 23)
  spread(f32, s, layout.K_EXTENT_LIMIT, EXTENT_FACTOR * Math.min(width, height))
  spread(f32, s, layout.K_RATIO, DEPTH_RATIO)
  spread(f32, s, layout.K_ONE, 1)
  spread(f32, s, layout.K_ENDLESS, Number.POSITIVE_INFINITY)
  spread(f32, s, layout.K_LEFT_BORDER, FIRST)
  spread(f32, s, layout.K_RIGHT_BORDER, width + FIRST)
  spread(f32, s, layout.K_TOP_BORDER, height + FIRST)
  spreadInteger(i32, s, layout.K_LOW_HALF, 0xffff)
  spreadInteger(i32, s, layout.K_STRIDE_LANES, stride)
  spreadInteger(i32, s, layout.K_TILES_LANES, tiles)
  spreadInteger(i32, s, layout.K_NO_SIGN, 0x7fffffff)
  spreadInteger(i32, s, layout.K_INT_1, 1)
  spreadInteger(i32, s, layout.K_INT_3, 3)
  spreadInteger(i32, s, layout.K_INT_8, 8)
}

/** Constant k into all four lanes. */
function spread(words: Float32Array, s: number, k: number, value: number): void {
  const at = s + (layout.CONSTANTS >>> 2) + 4 * k
  words[at] = value
  words[at + 1] = value
  words[at + 2] = value
  words[at + 3] = value
}

/** The same for whole numbers. */
function spreadInteger(words: Int32Array, s: number, k: number, value: number): void {
  const at = s + (layout.CONSTANTS >>> 2) + 4 * k
  words.fill(value, at, at + 4)
}

function roundRows({ m, n, f }: OcclusionView): void {
  for (let k = 0; k < 3; k++) {
    rounded[k] = Math.fround(m[k]!)
    rounded[3 + k] = Math.fround(n[k]!)
    rounded[6 + k] = Math.fround(f[k]!)
  }
}

/** The columns of the inverse of the rounded rows: ix, iy and where the middle of the picture lies. */
function invertRows(): void {
  cross(3, 6, 0)
  cross(6, 0, 3)
  cross(0, 3, 6)
  const volume = rounded[0]! * inverse[0]! + rounded[1]! * inverse[1]! + rounded[2]! * inverse[2]!
  for (let k = 0; k < 9; k++) inverse[k] = inverse[k]! / volume
}

function cross(a: number, b: number, out: number): void {
  const ax = rounded[a]!
  const ay = rounded[a + 1]!
  const az = rounded[a + 2]!
  const bx = rounded[b]!
  const by = rounded[b + 1]!
  const bz = rounded[b + 2]!
  inverse[out] = ay * bz - az * by
  inverse[out + 1] = az * bx - ax * bz
  inverse[out + 2] = ax * by - ay * bx
}

/** Of the corners of the picture at distance 1, the farthest from the eye. */
function cornerDistance(hw: number, hh: number): number {
  let farthest = 0
  for (let corner = 0; corner < 4; corner++) {
    const x = corner & 1 ? hw : -hw
    const y = corner & 2 ? hh : -hh
    let square = 0
    for (let k = 0; k < 3; k++) square += (inverse[6 + k]! + x * inverse[k]! + y * inverse[3 + k]!) ** 2
    farthest = Math.max(farthest, square)
  }
  return Math.sqrt(farthest)
}

function length3(v: Float64Array, at: number): number {
  const x = v[at]!
  const y = v[at + 1]!
  const z = v[at + 2]!
  return Math.sqrt(x * x + y * y + z * z)
}
