/** The twin of `assembly/occlusion/{boxes,project,resolve}.ts`: tests boxes one by one. */
import * as layout from './layout.js'
import { along, constant, dot3, larger, lesser, type Picture, U } from './picture.js'

const { abs, fround } = Math

/** Rectangle in pixels with the border added, both ends included, and the nearest depth. */
const rect: { x0: number; x1: number; y0: number; y1: number; depth: number } = {
  x0: 0,
  x1: 0,
  y0: 0,
  y1: 0,
  depth: 0,
}
/** The corner of the box nearest to its minimum, from the eye, and the opposite one. */
const low = new Float32Array(3)
const high = new Float32Array(3)

const bits = new Float32Array(1)
const bitsAsInt = new Int32Array(bits.buffer)

/** Writes 1 (hidden) or 0 to byte offset `out` for each of `count` ids; returns how many are hidden. */
export function testBoxes(
  p: Picture,
  boxes: number,
  bytes: number,
  maxAt: number,
  ids: number,
  count: number,
  out: number,
): number {
  let hidden = 0
  for (let i = 0; i < count; i++) {
    const at = (boxes + bytes * p.u32[(ids >>> 2) + i]!) >>> 2
    const isBoxHidden = isHidden(p, at, at + (maxAt >>> 2), 1)
    p.u8[out + i] = isBoxHidden ? 1 : 0
    if (isBoxHidden) hidden++
  }
  return hidden
}

/** Whether a box is hidden: its minimum and maximum stand at words `min` and `max`, its coordinates `stride` words apart. */
export function isHidden(p: Picture, min: number, max: number, stride: number): boolean {
  return project(p, min, max, stride) && isCovered(p)
}

/** The largest of at least one id. */
export function largestId(p: Picture, ids: number, count: number): number {
  let most = 0
  for (let i = 0; i < count; i++) most = Math.max(most, p.u32[(ids >>> 2) + i]!)
  return most
}

/** Writes the rectangle; false for what can't be hidden. */
function project(p: Picture, min: number, max: number, stride: number): boolean {
  const { f32 } = p
  for (let k = 0; k < 3; k++) {
    low[k] = f32[min + k * stride]! - constant(p, layout.K_EYE_HIGH + k)
    high[k] = f32[max + k * stride]! - constant(p, layout.K_EYE_HIGH + k)
  }
  if (p.orthographic) return projectParallel(p)
  const fast = projectFast(p)
  return fast === undefined ? projectCorners(p) : fast
}

/** By centre and half extents, both twice the real ones; undefined for a box that must go the slow way. */
function projectFast(p: Picture): boolean | undefined {
  const px = fround(fround(low[0]! + high[0]!) - constant(p, layout.K_EYE_LOW_TWICE))
  const py = fround(fround(low[1]! + high[1]!) - constant(p, layout.K_EYE_LOW_TWICE + 1))
  const pz = fround(fround(low[2]! + high[2]!) - constant(p, layout.K_EYE_LOW_TWICE + 2))
  const hx = abs(fround(high[0]! - low[0]!))
  const hy = abs(fround(high[1]! - low[1]!))
  const hz = abs(fround(high[2]! - low[2]!))
  const w = along(p, layout.K_F, px, py, pz)
  const ew = along(p, layout.K_ABS_F, hx, hy, hz)
  const inverse = fround(1 / w)
  const wMin = fround(w - ew)
  const q = fround(constant(p, layout.K_DEPTH_FACTOR) / wMin)
  const s = fround(along(p, layout.K_M, px, py, pz) * inverse)
  const t = fround(along(p, layout.K_N, px, py, pz) * inverse)
  const eX = fround(q * spread(p, layout.K_M, s, hx, hy, hz))
  const eY = fround(q * spread(p, layout.K_N, t, hx, hy, hz))
  const nearest = larger(constant(p, layout.K_NEAR_TWICE), fround(ew * constant(p, layout.K_RATIO)))
  if (!(wMin > nearest && larger(eX, eY) < constant(p, layout.K_EXTENT_LIMIT))) return undefined
  rect.depth = fround(q + q)
  return placeRect(
    p,
    fround(fround(s + constant(p, layout.K_LEFT_OF)) - eX),
    fround(fround(s + constant(p, layout.K_RIGHT_OF)) + eX),
    fround(fround(t + constant(p, layout.K_BELOW)) - eY),
    fround(fround(t + constant(p, layout.K_ABOVE)) + eY),
  )
}

/** Σ |m_k − s f_k| h_k, with row m at constant `k`. */
function spread(p: Picture, k: number, s: number, hx: number, hy: number, hz: number): number {
  const a = abs(fround(constant(p, k) - fround(s * constant(p, layout.K_F))))
  const b = abs(fround(constant(p, k + 1) - fround(s * constant(p, layout.K_F + 1))))
  const c = abs(fround(constant(p, k + 2) - fround(s * constant(p, layout.K_F + 2))))
  return dot3(a, b, c, hx, hy, hz)
}

/** Packs a rectangle, given in pixels + 7.5, clamped to the buffer; false if the whole box counts and it leaves the buffer. */
function placeRect(p: Picture, x0: number, x1: number, y0: number, y1: number): boolean {
  if (p.wholeBox) {
    const border = constant(p, layout.K_LEFT_BORDER)
    if (
      x0 < border ||
      x1 > constant(p, layout.K_RIGHT_BORDER) ||
      y0 < border ||
      y1 > constant(p, layout.K_TOP_BORDER)
    )
      return false
  }
  rect.x0 = pixelOf(p, x0, p.width)
  rect.x1 = pixelOf(p, x1, p.width)
  rect.y0 = pixelOf(p, y0, p.height)
  rect.y1 = pixelOf(p, y1, p.height)
  return true
}

/** Adding 1.5 · 2²³ rounds to the nearest integer, which then stands in the low 16 bits. */
function pixelOf(p: Picture, v: number, size: number): number {
  bits[0] = v + constant(p, layout.K_TO_INDEX)
  const index = (bitsAsInt[0]! << 16) >> 16
  return Math.min(Math.max(index, layout.BORDER), size + layout.BORDER - 1)
}

/** Keeps a coordinate that may be anything within 16 bits. */
const within = (v: number): number => lesser(16384, larger(-16384, v))

const cornerX = new Float32Array(6)
const cornerY = new Float32Array(6)
const cornerW = new Float32Array(6)

/** By all eight corners: boxes with a large range of depth, or that reach the near plane. */
function projectCorners(p: Picture): boolean {
  let size = 0
  for (let k = 2; k >= 0; k--) {
    const half = fround(0.5 * constant(p, layout.K_EYE_LOW_TWICE + k))
    low[k] = low[k]! - half
    high[k] = high[k]! - half
    const most = Math.max(abs(low[k]!), abs(high[k]!))
    size = k === 2 ? most : fround(most + size)
    for (let end = 0; end < 2; end++) {
      const value = end === 0 ? low[k]! : high[k]!
      cornerX[2 * k + end] = value * constant(p, layout.K_M + k)
      cornerY[2 * k + end] = value * constant(p, layout.K_N + k)
      cornerW[2 * k + end] = value * constant(p, layout.K_F + k)
    }
  }
  // Rounding of every corner is at most this, in w and, times pixels, in x and y. NaN in any corner goes on into it.
  const error = fround(fround(8 * U) * size)
  let x0 = fround(1e30)
  let x1 = -x0
  let y0 = x0
  let y1 = x1
  let wMin = x0
  for (let h = 0; h < 4; h++) {
    const i = h & 1
    const j = 2 + (h >> 1)
    const X = fround(cornerX[i]! + cornerX[j]!)
    const Y = fround(cornerY[i]! + cornerY[j]!)
    const W = fround(cornerW[i]! + cornerW[j]!)
    const wa = fround(W + cornerW[4]!)
    const wb = fround(W + cornerW[5]!)
    const r = fround(1 / fround(wa * wb))
    const ra = fround(wb * r)
    const rb = fround(wa * r)
    const a = fround(fround(X + cornerX[4]!) * ra)
    const b = fround(fround(X + cornerX[5]!) * rb)
    const c = fround(fround(Y + cornerY[4]!) * ra)
    const d = fround(fround(Y + cornerY[5]!) * rb)
    x0 = lesser(x0, lesser(a, b))
    x1 = larger(x1, larger(a, b))
    y0 = lesser(y0, lesser(c, d))
    y1 = larger(y1, larger(c, d))
    wMin = lesser(wMin, lesser(wa, wb))
  }
  wMin = fround(wMin - error)
  if (!(wMin > p.near)) return false
  const q = fround(1 / wMin)
  const margin = fround(fround(error * p.cornerPixels) * q)
  rect.depth = fround(fround(q * fround(8 * U)) + q)
  const hw = fround(p.halfWidth + 7.5)
  const hh = fround(p.halfHeight + 7.5)
  return placeWide(
    p,
    fround(fround(x0 - margin) + hw),
    fround(fround(x1 + margin) + hw),
    fround(fround(y0 - margin) + hh),
    fround(fround(y1 + margin) + hh),
  )
}

/** A rectangle that may reach very far. */
function placeWide(p: Picture, x0: number, x1: number, y0: number, y1: number): boolean {
  return placeRect(p, within(x0), within(x1), within(y0), within(y1))
}

/** Orthographic views: rectangle and depth are exact by centre and half extents. */
function projectParallel(p: Picture): boolean {
  const unit = fround(16 * U)
  const px = fround(0.5 * fround(fround(low[0]! + high[0]!) - constant(p, layout.K_EYE_LOW_TWICE)))
  const py = fround(0.5 * fround(fround(low[1]! + high[1]!) - constant(p, layout.K_EYE_LOW_TWICE + 1)))
  const pz = fround(0.5 * fround(fround(low[2]! + high[2]!) - constant(p, layout.K_EYE_LOW_TWICE + 2)))
  const hx = fround(0.5 * abs(fround(high[0]! - low[0]!)))
  const hy = fround(0.5 * abs(fround(high[1]! - low[1]!)))
  const hz = fround(0.5 * abs(fround(high[2]! - low[2]!)))
  const size = fround(fround(fround(abs(px) + abs(py)) + abs(pz)) + fround(fround(hx + hy) + hz))
  // A box with NaN or infinity in it fails the comparison.
  if (!(size < fround(1e30))) return false
  const error = fround(unit * size)
  const s = along(p, layout.K_M, px, py, pz)
  const t = along(p, layout.K_N, px, py, pz)
  const margin = fround(fround(error * p.cornerPixels) + constant(p, layout.K_PIXELS))
  const eX = fround(margin + along(p, layout.K_ABS_M, hx, hy, hz))
  const eY = fround(margin + along(p, layout.K_ABS_N, hx, hy, hz))
  const hw = fround(p.halfWidth + 7.5)
  const hh = fround(p.halfHeight + 7.5)
  const nearest = fround(along(p, layout.K_F, px, py, pz) - along(p, layout.K_ABS_F, hx, hy, hz))
  const depth = fround(fround(p.depthBase - nearest) + fround(fround(unit * p.depthBase) + error))
  rect.depth = larger(0, depth)
  return placeWide(
    p,
    fround(fround(s + hw) - eX),
    fround(fround(s + hw) + eX),
    fround(fround(t + hh) - eY),
    fround(fround(t + hh) + eY),
  )
}

/** One look into the window minima; what that leaves open is decided by the tiles themselves. */
function isCovered(p: Picture): boolean {
  const { f32, stride, tiles } = p
  const tx0 = rect.x0 >> 3
  const tx1 = rect.x1 >> 3
  const ty0 = rect.y0 >> 3
  const ty1 = rect.y1 >> 3
  const wide = tx1 - tx0
  const tall = ty1 - ty0
  const size = Math.max(wide, tall)
  if (size < 8) {
    const table = size > 3 ? 5 : size > 1 ? 4 : wide + 2 * tall
    if (rect.depth < f32[p.tileDepth + table * tiles + ty0 * stride + tx0]!) return true
  }
  for (let ty = ty0; ty <= ty1; ty++) {
    for (let tx = tx0; tx <= tx1; tx++) if (!isTileCovered(p, tx, ty)) return false
  }
  return true
}

function isTileCovered(p: Picture, tx: number, ty: number): boolean {
  const { f32, i32 } = p
  const tile = ty * p.stride + tx
  if (rect.depth < f32[p.tileDepth + tile]!) return true
  let nearer = 0
  for (let k = 0; k < layout.LAYERS; k++)
    if (f32[p.layerDepth + layout.LAYERS * tile + k]! > rect.depth) nearer++
  const mask = p.layerMask + (layout.MASK_BYTES >>> 2) * tile + 2 * nearer
  const columns = (0xff << Math.max(rect.x0 - 8 * tx, 0)) & (0xff >> (7 - Math.min(rect.x1 - 8 * tx, 7)))
  const y1 = Math.min(rect.y1 - 8 * ty, 7)
  for (let y = Math.max(rect.y0 - 8 * ty, 0); y <= y1; y++) {
    const row = (i32[mask + (y >> 2)]! >>> (8 * (y & 3))) & 0xff
    if (columns & ~row) return false
  }
  return true
}
