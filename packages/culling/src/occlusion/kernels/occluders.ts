/** The twin of `assembly/occlusion/occluders.ts`: draws listed occluders, nearest first. */
import { drawBox } from './box.js'
import { drawHull } from './hull.js'
import * as layout from './layout.js'
import { along, constant, dot3, larger, lesser, type Picture } from './picture.js'
import { prepareBox } from './prepare-box.js'

const { abs, fround } = Math
const NEVER_HIDDEN = fround(1e30)

/** Tile rectangle and nearest depth of the occluder in hand. */
const rect: { x0: number; x1: number; y0: number; y1: number; depth: number } = {
  x0: 0,
  x1: 0,
  y0: 0,
  y1: 0,
  depth: 0,
}

/**
 * Skips occluders outside the view, those whose own rectangle is hidden already, and those too near the eye. Returns how many covered a
 * pixel.
 */
export function drawOccluders(p: Picture, heads: number, ids: number, count: number): number {
  const { u32 } = p
  let drawn = 0
  for (let i = 0; i < count; i++) {
    const head = heads + layout.HEAD_BYTES * u32[(ids >>> 2) + i]!
    if (!measure(p, head) || !findOpenRow(p)) continue
    let any = 0
    for (
      let record = u32[(head + layout.HEAD_RECORD) >>> 2]!;
      record !== 0;
      record = u32[(record + layout.RECORD_NEXT) >>> 2]!
    ) {
      any |= draw(p, record)
    }
    drawn += any
  }
  return drawn
}

function draw(p: Picture, record: number): number {
  const kind = p.u32[(record + layout.RECORD_KIND) >>> 2]
  if (kind === layout.KIND_HULL) return drawHull(p, record, rect.y0, rect.y1, rect.depth)
  if (kind === layout.KIND_BOX) return drawBox(p, record, p.erosion, rect.y0, rect.y1, rect.depth)
  const scratch = p.state + layout.BOX_SCRATCH
  prepareBox(p, record, scratch)
  return drawBox(p, scratch, kind === layout.KIND_SHRUNK_BOX ? 0 : p.erosion, rect.y0, rect.y1, rect.depth)
}

/** Moves the rectangle's lowest row up to the first that is not all covered nearer than the occluder; false if there is none. */
function findOpenRow(p: Picture): boolean {
  for (; rect.y0 <= rect.y1; rect.y0++) {
    const row = p.tileDepth + (rect.y0 + 1) * p.stride + 1
    for (let x = rect.x0; x <= rect.x1; x++) if (p.f32[row + x]! < rect.depth) return true
  }
  return false
}

/**
 * Tile rectangle and nearest depth of an occluder, from its world box; false if it is outside the view. This only saves work: where it is
 * off by rounding, rows are left out or an occluder is drawn needlessly, and neither can hide anything.
 */
function measure(p: Picture, head: number): boolean {
  const { f32 } = p
  const h = head >>> 2
  // Stage 1: twice the centre from the eye, and twice the half extents.
  const ex = constant(p, layout.K_EYE_HIGH)
  const ey = constant(p, layout.K_EYE_HIGH + 1)
  const ez = constant(p, layout.K_EYE_HIGH + 2)
  const x0 = fround(f32[h]! - ex)
  const y0 = fround(f32[h + 1]! - ey)
  const z0 = fround(f32[h + 2]! - ez)
  const x1 = fround(f32[h + 4]! - ex)
  const y1 = fround(f32[h + 5]! - ey)
  const z1 = fround(f32[h + 6]! - ez)
  const px = fround(fround(x0 + x1) - constant(p, layout.K_EYE_LOW_TWICE))
  const py = fround(fround(y0 + y1) - constant(p, layout.K_EYE_LOW_TWICE + 1))
  const pz = fround(fround(z0 + z1) - constant(p, layout.K_EYE_LOW_TWICE + 2))
  const hx = fround(x1 - x0)
  const hy = fround(y1 - y0)
  const hz = fround(z1 - z0)
  // Stage 2: rectangle and nearest depth.
  const w = along(p, layout.K_F, px, py, pz)
  const ew = along(p, layout.K_ABS_F, hx, hy, hz)
  const X = along(p, layout.K_M, px, py, pz)
  const Y = along(p, layout.K_N, px, py, pz)
  if (p.orthographic) {
    if (fround(w + ew) <= 0) return false
    rect.depth = larger(0, fround(p.depthBase - fround(0.5 * fround(w - ew))))
    const eX = fround(0.5 * along(p, layout.K_ABS_M, hx, hy, hz))
    const eY = fround(0.5 * along(p, layout.K_ABS_N, hx, hy, hz))
    return place(p, fround(0.5 * X), fround(0.5 * Y), eX, eY)
  }
  const wMin = fround(w - ew)
  const limit = fround(2 * p.near)
  if (fround(w + ew) <= limit) return false
  if (!(wMin > limit)) {
    // What reaches the near plane gets the whole buffer.
    rect.x0 = 0
    rect.x1 = p.tilesX - 1
    rect.y0 = 0
    rect.y1 = p.tilesY - 1
    rect.depth = NEVER_HIDDEN
    return true
  }
  const q = fround(1 / wMin)
  const inverse = fround(1 / w)
  const s = fround(X * inverse)
  const t = fround(Y * inverse)
  rect.depth = fround(q + q)
  return place(
    p,
    s,
    t,
    fround(q * spread(p, layout.K_M, s, hx, hy, hz)),
    fround(q * spread(p, layout.K_N, t, hx, hy, hz)),
  )
}

/** Σ |m_k − s f_k| h_k, with row m at constant `k`. */
function spread(p: Picture, k: number, s: number, hx: number, hy: number, hz: number): number {
  const a = abs(fround(constant(p, k) - fround(s * constant(p, layout.K_F))))
  const b = abs(fround(constant(p, k + 1) - fround(s * constant(p, layout.K_F + 1))))
  const c = abs(fround(constant(p, k + 2) - fround(s * constant(p, layout.K_F + 2))))
  return dot3(a, b, c, hx, hy, hz)
}

/** Stage 3: tiles; false if the rectangle is outside the buffer. */
function place(p: Picture, s: number, t: number, eX: number, eY: number): boolean {
  const left = fround(fround(s - eX) + p.halfWidth)
  const right = fround(fround(s + eX) + p.halfWidth)
  const low = fround(fround(t - eY) + p.halfHeight)
  const high = fround(fround(t + eY) + p.halfHeight)
  if (right <= 0 || left >= p.width || high <= 0 || low >= p.height) return false
  rect.x0 = tileOf(left, p.width - 0.5)
  rect.x1 = tileOf(right, p.width - 0.5)
  rect.y0 = tileOf(low, p.height - 0.5)
  rect.y1 = tileOf(high, p.height - 0.5)
  return true
}

/** Tile of a pixel coordinate, clamped to the buffer. */
function tileOf(v: number, limit: number): number {
  return (fround(lesser(limit, larger(0.5, v)) + 8388607.5) - 8388608) >> 3
}
