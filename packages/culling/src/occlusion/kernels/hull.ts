/** The twin of `assembly/occlusion/hull.ts`: any convex solid. */
import { constantPart, farthestDepth } from './box.js'
import { addEdge, resetEdges } from './edges.js'
import { fill } from './fill.js'
import * as layout from './layout.js'
import { along, dot3, larger, lesser, type Picture, U } from './picture.js'

const { abs, fround } = Math

/** Words from one row of projected vertices to the next, and of a group of four planes. */
const ROW = 64
const PLANE_GROUP = 12

/** Draws the solid of a record within the tile rows [row0, row1]; `nearest` is its nearest depth. Returns 1 if any pixel got nearer. */
export function drawHull(p: Picture, record: number, row0: number, row1: number, nearest: number): number {
  const { f32, f64, u32, orthographic } = p
  const eye = (p.state + layout.EYE) >>> 3
  const x = fround(f64[record >>> 3]! - f64[eye]!)
  const y = fround(f64[(record >>> 3) + 1]! - f64[eye + 1]!)
  const z = fround(f64[(record >>> 3) + 2]! - f64[eye + 2]!)
  const vertexCount = u32[(record + layout.RECORD_VERTICES) >>> 2]!
  const faceCount = u32[(record + layout.RECORD_FACES) >>> 2]!
  const vertices = (record + layout.RECORD_DATA) >>> 2
  const faces = vertices + 3 * vertexCount
  const placed = fround(fround(fround(abs(x) + abs(y)) + abs(z)) + f32[(record + layout.RECORD_REACH) >>> 2]!)
  const reach = fround(placed + p.extraReach)
  // Stage 1: faces that look at the eye.
  const groups = writeFaces(p, faces, faceCount, x, y, z, reach)
  if (groups === 0) return 0
  // Stage 2: vertices in the projection.
  const closest = projectVertices(p, vertices, vertexCount, x, y, z)
  if (orthographic && !(closest > fround(p.clearance + fround(fround(16 * U) * reach)))) return 0
  // Stage 3 and 4: silhouette edges, between a face that looks at the eye and one that does not, and the farthest of their corners.
  const first = faces + 4 * faceCount
  const last = first + 4 * u32[(record + layout.RECORD_EDGES) >>> 2]!
  const front = p.s + (layout.HULL_FRONT >>> 2)
  const projected = p.s + (layout.HULL_VERTICES >>> 2)
  const margin = fround(p.edgeMargin * (orthographic ? fround(reach + 1) : reach))
  let farthest = 0
  resetEdges(p)
  for (let edge = first; edge < last; edge += 4) {
    const packed = u32[edge + 3]!
    const left = u32[front + ((packed >>> 8) & 255)]!
    const right = u32[front + ((packed >>> 16) & 255)]!
    if (left === right) continue
    const sign = right ? -1 : 1
    const v = projected + (packed & 255)
    const vW = f32[v + 2 * ROW]!
    farthest = larger(farthest, larger(vW, f32[projected + (packed >>> 24) + 2 * ROW]!))
    const ax = sign * f32[edge]!
    const ay = sign * f32[edge + 1]!
    const az = sign * f32[edge + 2]!
    const aX = along(p, layout.K_M, ax, ay, az)
    const aY = along(p, layout.K_N, ax, ay, az)
    addEdge(p, f32[v]!, f32[v + ROW]!, vW, aX, aY, along(p, layout.K_F, ax, ay, az), margin)
  }
  return fill(p, groups, farthestDepth(p, farthest, reach), row0, row1, nearest)
}

/**
 * Marks the faces that look at the eye and writes their planes, four to a group; groups without any are left out. Returns the number of
 * groups, 0 where there is nothing to draw.
 */
function writeFaces(
  p: Picture,
  faces: number,
  count: number,
  x: number,
  y: number,
  z: number,
  reach: number,
): number {
  const { f32, u32, orthographic } = p
  const limit = orthographic ? p.frontLimit : fround(p.frontLimit + fround(fround(16 * U) * reach))
  const clear = fround(p.clearance + fround(fround(16 * U) * reach))
  const push = orthographic ? fround(8 * U) : fround(fround(8 * U) * reach)
  const front = p.s + (layout.HULL_FRONT >>> 2)
  let groups = 0
  let isClear = orthographic
  for (let i = 0; i < count; i += 4) {
    const plane = p.s + (layout.PLANES >>> 2) + PLANE_GROUP * groups
    let any = false
    for (let k = 0; k < 4; k++) {
      const face = faces + i + k
      const nx = f32[face]!
      const ny = f32[face + count]!
      const nz = f32[face + 2 * count]!
      const away = -fround(dot3(nx, ny, nz, x, y, z) + f32[face + 3 * count]!)
      const alongView = along(p, layout.K_ORIGIN, nx, ny, nz)
      const D = orthographic ? -alongView : away
      const isFront = D > limit
      u32[front + i + k] = isFront ? 1 : 0
      any ||= isFront
      if (isFront && D > clear) isClear = true
      const inverse = fround(-1 / fround(D + push))
      const kx = isFront ? fround(inverse * along(p, layout.K_IX, nx, ny, nz)) : 0
      const ky = isFront ? fround(inverse * along(p, layout.K_IY, nx, ny, nz)) : 0
      f32[plane + k] = isFront ? constantPart(p, inverse, away, alongView, kx, ky, reach) : 1e30
      f32[plane + 4 + k] = kx
      f32[plane + 8 + k] = ky
    }
    if (any) groups++
  }
  return isClear ? groups : 0
}

/** Writes X, Y and w of every vertex; returns the smallest w. */
function projectVertices(
  p: Picture,
  vertices: number,
  count: number,
  x: number,
  y: number,
  z: number,
): number {
  const { f32 } = p
  const projected = p.s + (layout.HULL_VERTICES >>> 2)
  let closest = 1e30
  for (let i = 0; i < count; i++) {
    const vx = fround(f32[vertices + i]! + x)
    const vy = fround(f32[vertices + count + i]! + y)
    const vz = fround(f32[vertices + 2 * count + i]! + z)
    const w = along(p, layout.K_F, vx, vy, vz)
    closest = lesser(closest, w)
    f32[projected + i] = along(p, layout.K_M, vx, vy, vz)
    f32[projected + ROW + i] = along(p, layout.K_N, vx, vy, vz)
    f32[projected + 2 * ROW + i] = w
  }
  return closest
}
