/** The twin of `assembly/occlusion/box.ts`: a parallelepiped. */
import { addEdge, resetEdges } from './edges.js'
import { fill } from './fill.js'
import * as layout from './layout.js'
import { along, dot3, larger, type Picture, U } from './picture.js'

const { abs, fround } = Math

const facing = new Float32Array(3)
const length = new Float32Array(3)
const distance = new Float32Array(3)
// Directions of the axes in the projection, X Y w of each.
const axes = new Float32Array(9)

/** Draws the box of a record, shrunk by `erosion`, within the tile rows [row0, row1]; `nearest` is its nearest depth. Returns 1 if any pixel got nearer. */
export function drawBox(
  p: Picture,
  record: number,
  erosion: number,
  row0: number,
  row1: number,
  nearest: number,
): number {
  const { f32, f64 } = p
  const eye = (p.state + layout.EYE) >>> 3
  // Stage 1: place from the eye, in doubles; erosion as a factor.
  const x = fround(f64[record >>> 3]! - f64[eye]!)
  const y = fround(f64[(record >>> 3) + 1]! - f64[eye + 1]!)
  const z = fround(f64[(record >>> 3) + 2]! - f64[eye + 2]!)
  const data = (record + layout.RECORD_DATA) >>> 2
  if (!readLengths(p, data, erosion)) return 0
  const placed = fround(fround(fround(abs(x) + abs(y)) + abs(z)) + f32[(record + layout.RECORD_REACH) >>> 2]!)
  const reach = fround(placed + p.extraReach)
  // Stage 2 and 3: which faces look at the eye; 1/w of each as a linear function of the pixel, pushed back by the rounding bound.
  const code = faces(p, data, x, y, z, reach)
  if (code === 0) return 0
  // Stage 4: directions of the axes and the middle in the projection.
  for (let k = 0; k < 3; k++) {
    const ax = f32[data + k]!
    const ay = f32[data + 4 + k]!
    const az = f32[data + 8 + k]!
    axes[3 * k] = along(p, layout.K_M, ax, ay, az)
    axes[3 * k + 1] = along(p, layout.K_N, ax, ay, az)
    axes[3 * k + 2] = along(p, layout.K_F, ax, ay, az)
  }
  const X = along(p, layout.K_M, x, y, z)
  const Y = along(p, layout.K_N, x, y, z)
  const w = along(p, layout.K_F, x, y, z)
  if (p.orthographic) {
    const w0 = abs(fround(axes[2]! * length[0]!))
    const w1 = abs(fround(axes[5]! * length[1]!))
    const closest = fround(w - fround(fround(w0 + w1) + abs(fround(axes[8]! * length[2]!))))
    if (!(closest > fround(p.clearance + fround(fround(16 * U) * reach)))) return 0
  }
  // Stage 5: silhouette edges, and the farthest of their corners.
  const loop = p.state + layout.SILHOUETTES + 32 * code
  const count = p.u8[loop]!
  const margin = fround(p.edgeMargin * (p.orthographic ? fround(reach + 1) : reach))
  let farthest = 0
  resetEdges(p)
  for (let e = 0; e < count; e++) {
    const corner = p.u8[loop + 8 + e]! >>> 2
    const direction = p.u8[loop + 16 + e]! >>> 2
    const axis = 3 * (direction & 3)
    const sign = direction & 4 ? -1 : 1
    const vW = cornerOf(w, corner, 2)
    farthest = larger(farthest, vW)
    addEdge(
      p,
      cornerOf(X, corner, 0),
      cornerOf(Y, corner, 1),
      vW,
      sign * axes[axis]!,
      sign * axes[axis + 1]!,
      sign * axes[axis + 2]!,
      margin,
    )
  }
  return fill(p, 1, farthestDepth(p, farthest, reach), row0, row1, nearest)
}

/** Lengths of the axes and distances of the faces, shrunk; false where nothing is left. */
function readLengths(p: Picture, data: number, erosion: number): boolean {
  const { f32 } = p
  for (let k = 0; k < 3; k++) {
    length[k] = f32[data + 24 + k]!
    distance[k] = f32[data + 28 + k]!
    if (!(erosion > 0)) continue
    const factor = fround(1 - fround(fround(erosion / distance[k]!) + fround(8 * U)))
    if (factor <= 0) return false
    length[k] = length[k]! * factor
    distance[k] = distance[k]! * factor
  }
  return true
}

/** Writes the planes of the faces that look at the eye; returns their code, 0 where there is nothing to draw. */
function faces(p: Picture, data: number, x: number, y: number, z: number, reach: number): number {
  const { f32, orthographic } = p
  const planes = p.s + (layout.PLANES >>> 2)
  const limit = orthographic ? p.frontLimit : fround(p.frontLimit + fround(fround(16 * U) * reach))
  const clear = fround(p.clearance + fround(fround(16 * U) * reach))
  const push = orthographic ? fround(8 * U) : fround(fround(8 * U) * reach)
  let code = 0
  let isClear = orthographic
  for (let k = 0; k < 4; k++) {
    const nx = f32[data + 12 + k]!
    const ny = f32[data + 16 + k]!
    const nz = f32[data + 20 + k]!
    const axis = Math.min(k, 2)
    const eye = -dot3(nx, ny, nz, x, y, z)
    const alongView = along(p, layout.K_ORIGIN, nx, ny, nz)
    facing[axis] = orthographic ? -alongView : eye
    const turned = isNegative(facing[axis]!) ? -1 : 1
    const away = fround(turned * eye - distance[axis]!)
    const D = orthographic ? abs(alongView) : away
    if (k === 3 || !(D > limit)) {
      f32[planes + k] = 1e30
      f32[planes + 4 + k] = 0
      f32[planes + 8 + k] = 0
      continue
    }
    if (D > clear) isClear = true
    code |= turned < 0 ? 1 << k : 8 << k
    const inverse = turned * fround(-1 / fround(D + push))
    const kx = fround(inverse * along(p, layout.K_IX, nx, ny, nz))
    const ky = fround(inverse * along(p, layout.K_IY, nx, ny, nz))
    f32[planes + k] = constantPart(p, inverse, away, alongView, kx, ky, reach)
    f32[planes + 4 + k] = kx
    f32[planes + 8 + k] = ky
  }
  return isClear ? code : 0
}

/** The sign bit, also of zero. */
const isNegative = (v: number): boolean => v < 0 || Object.is(v, -0)

/** The constant of a face's plane function at the lower left corner of the picture, less its rounding bound. */
export function constantPart(
  p: Picture,
  inverse: number,
  away: number,
  alongView: number,
  kx: number,
  ky: number,
  reach: number,
): number {
  const size = abs(inverse)
  const middle = p.orthographic ? fround(p.depthBase - fround(size * away)) : fround(inverse * alongView)
  const grown = fround(fround(fround(fround(40 * U) * reach) + p.planeMargin) * fround(size + 1))
  const margin = p.orthographic ? fround(size * grown) : fround(size * p.planeMargin)
  return fround(fround(fround(middle - fround(kx * p.halfWidth)) - fround(ky * p.halfHeight)) - margin)
}

/** One coordinate of a corner (bits x 1, y 2, z 4) in the projection. */
function cornerOf(middle: number, corner: number, coordinate: number): number {
  const a = fround(axes[coordinate]! * length[0]!)
  const b = fround(axes[3 + coordinate]! * length[1]!)
  const c = fround(axes[6 + coordinate]! * length[2]!)
  const first = fround(middle + (corner & 1 ? a : -a))
  const second = fround(first + (corner & 2 ? b : -b))
  return corner & 4 ? fround(second + c) : fround(second - c)
}

/** The depth of the farthest silhouette corner, rounded away from the eye: no pixel of the solid is farther. */
export function farthestDepth(p: Picture, w: number, reach: number): number {
  const unit = fround(16 * U)
  if (p.orthographic) {
    return Math.max(fround(fround(p.depthBase - w) - fround(unit * fround(reach + p.depthBase))), 0)
  }
  return w > 0 ? fround(fround(1 - fround(4 * U)) / fround(w + fround(unit * reach))) : 0
}
