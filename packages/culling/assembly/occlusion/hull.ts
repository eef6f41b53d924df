// Any convex solid: its silhouette is made of the edges between a face that looks at the eye and one that
// does not.
import { farthestDepth } from './box'
import { addEdges, resetEdges } from './edges'
import { fill } from './fill'
import { EYE, HULL_EDGES, HULL_FRONT, HULL_VERTICES, PLANES, RECORD_DATA, RECORD_EDGES, RECORD_FACES, RECORD_REACH, RECORD_VERTICES } from './layout'
import {
  F, IX, IY, M, N, ORIGIN, U, clearance, constant, depthBase, edgeMargin, extraReach, frontLimit, halfHeight, halfWidth, orthographic, planeMargin, state,
} from './state'
import { abs4, add, dot3, gather, largestLane, larger, lesser, mul, splat, sub } from './vector'

// Rows of vertices in the projection: X, Y, w.
const ROW: usize = 256
const PLANE_GROUP: usize = 48

// Draws the solid of a record within the tile rows [row0, row1]; returns 1 if any pixel got nearer.
export function drawHull(record: usize, row0: i32, row1: i32, nearest: f32): i32 {
  const dx = <f32>(load<f64>(record) - load<f64>(state, EYE)), dy = <f32>(load<f64>(record, 8) - load<f64>(state, EYE + 8))
  const dz = <f32>(load<f64>(record, 16) - load<f64>(state, EYE + 16))
  const x = splat(dx), y = splat(dy), z = splat(dz)
  const vertexBytes = <usize>load<u32>(record, RECORD_VERTICES) << 2, edges = <usize>load<u32>(record, RECORD_EDGES), faceBytes = <usize>load<u32>(record, RECORD_FACES) << 2
  const vertices = record + RECORD_DATA, faces = vertices + 3 * vertexBytes, edgeData = faces + 4 * faceBytes
  const reach = abs(dx) + abs(dy) + abs(dz) + load<f32>(record, RECORD_REACH) + extraReach
  // Stage 1: faces that look at the eye; 1/w of each as a linear function of the pixel.
  const limit = splat(orthographic ? frontLimit : frontLimit + 16 * U * reach), push = splat(orthographic ? 8 * U : 8 * U * reach)
  const clear = splat(clearance + 16 * U * reach), hw = splat(halfWidth), hh = splat(halfHeight), frontFlags = state + HULL_FRONT, planes = state + PLANES
  let plane = planes, isClear = i32x4.splat(0)
  for (let i: usize = 0; i < faceBytes; i += 16) {
    const nx = v128.load(faces + i), ny = v128.load(faces + faceBytes + i), nz = v128.load(faces + 2 * faceBytes + i)
    const away = f32x4.neg(add(dot3(nx, ny, nz, x, y, z), v128.load(faces + 3 * faceBytes + i)))
    const along = dot3(nx, ny, nz, constant(ORIGIN), constant(ORIGIN + 1), constant(ORIGIN + 2))
    const D = orthographic ? f32x4.neg(along) : away, front = f32x4.gt(D, limit)
    v128.store(frontFlags + i, v128.and(front, i32x4.splat(1)))
    if (v128.any_true(front)) {
      isClear = v128.or(isClear, f32x4.gt(D, clear))
      const k = f32x4.div(splat(-1), add(D, push)), flatK = abs4(k)
      const kx = mul(k, dot3(nx, ny, nz, constant(IX), constant(IX + 1), constant(IX + 2))), ky = mul(k, dot3(nx, ny, nz, constant(IY), constant(IY + 1), constant(IY + 2)))
      const k0 = orthographic ? sub(splat(depthBase), mul(flatK, away)) : mul(k, along)
      const margin = orthographic ? mul(flatK, mul(splat(40 * U * reach + planeMargin), add(flatK, splat(1)))) : mul(flatK, splat(planeMargin))
      v128.store(plane, v128.bitselect(sub(sub(sub(k0, mul(kx, hw)), mul(ky, hh)), margin), splat(1e30), front))
      v128.store(plane, v128.and(kx, front), 16)
      v128.store(plane, v128.and(ky, front), 32)
      plane += PLANE_GROUP
    }
  }
  if (plane == planes || (!orthographic && !v128.any_true(isClear))) return 0
  // Stage 2: vertices in the projection.
  const projected = state + HULL_VERTICES
  let closest = splat(1e30)
  for (let i: usize = 0; i < vertexBytes; i += 16) {
    const vx = add(v128.load(vertices + i), x), vy = add(v128.load(vertices + vertexBytes + i), y), vz = add(v128.load(vertices + 2 * vertexBytes + i), z)
    const w = dot3(vx, vy, vz, constant(F), constant(F + 1), constant(F + 2))
    closest = lesser(closest, w)
    v128.store(projected + i, dot3(vx, vy, vz, constant(M), constant(M + 1), constant(M + 2)))
    v128.store(projected + i, dot3(vx, vy, vz, constant(N), constant(N + 1), constant(N + 2)), ROW)
    v128.store(projected + i, w, 2 * ROW)
  }
  if (orthographic && i32x4.bitmask(f32x4.gt(closest, clear)) != 15) return 0
  // Stage 3: silhouette edges: address of the edge, and 1 if it is to be walked backwards.
  const list = state + HULL_EDGES
  let end = list
  for (let edge = edgeData, last = edgeData + (edges << 4); edge < last; edge += 16) {
    const packed = load<u32>(edge, 12), left = load<u32>(frontFlags + <usize>((packed >> 8) & 255) * 4), right = load<u32>(frontFlags + <usize>((packed >> 16) & 255) * 4)
    store<u32>(end, <u32>edge)
    store<u32>(end, right, 4)
    end += <usize>((left ^ right) << 3)
  }
  const count = (end - list) >> 3
  for (let k = count; k & 3; k++) store<u64>(list + (k << 3), load<u64>(list))
  // Stage 4: their planes, and the farthest of their corners.
  const inwards = splat(edgeMargin * (orthographic ? reach + 1 : reach))
  let farthest = splat(0)
  resetEdges()
  for (let at = list; at < end; at += 32) {
    const e0 = <usize>load<u32>(at), e1 = <usize>load<u32>(at, 8), e2 = <usize>load<u32>(at, 16), e3 = <usize>load<u32>(at, 24)
    const p0 = load<u32>(e0, 12), p1 = load<u32>(e1, 12), p2 = load<u32>(e2, 12), p3 = load<u32>(e3, 12)
    const v0 = projected + (<usize>(p0 & 255) << 2), v1 = projected + (<usize>(p1 & 255) << 2), v2 = projected + (<usize>(p2 & 255) << 2), v3 = projected + (<usize>(p3 & 255) << 2)
    const flip = i32x4.shl(gather(at, at + 8, at + 16, at + 24, 4), 31), vW = gather(v0, v1, v2, v3, 2 * ROW)
    const ax = v128.xor(gather(e0, e1, e2, e3, 0), flip), ay = v128.xor(gather(e0, e1, e2, e3, 4), flip), az = v128.xor(gather(e0, e1, e2, e3, 8), flip)
    const far = gather(projected + (<usize>(p0 >> 24) << 2), projected + (<usize>(p1 >> 24) << 2), projected + (<usize>(p2 >> 24) << 2), projected + (<usize>(p3 >> 24) << 2), 2 * ROW)
    farthest = larger(farthest, larger(vW, far))
    addEdges(
      gather(v0, v1, v2, v3, 0), gather(v0, v1, v2, v3, ROW), vW, dot3(ax, ay, az, constant(M), constant(M + 1), constant(M + 2)),
      dot3(ax, ay, az, constant(N), constant(N + 1), constant(N + 2)), dot3(ax, ay, az, constant(F), constant(F + 1), constant(F + 2)), inwards,
    )
  }
  return fill((plane - planes) / PLANE_GROUP, true, farthestDepth(largestLane(farthest), reach), row0, row1, nearest)
}
