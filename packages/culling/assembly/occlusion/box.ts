// A box (any parallelepiped): at most three faces look at the eye, and where the eye stands gives the
// silhouette from a table.
import { addEdges, resetEdges } from './edges'
import { fill } from './fill'
import { CORNERS, DIRECTIONS, EYE, PLANES, RECORD_DATA, RECORD_REACH, SILHOUETTES } from './layout'
import {
  F, IX, IY, M, N, ORIGIN, U, clearance, constant, depthBase, edgeMargin, extraReach, frontLimit, halfHeight, halfWidth, orthographic,
  planeMargin, state,
} from './state'
import { abs4, add, dot3, gather, lane, largestLane, larger, mul, splat, sub } from './vector'

const SIGN: i32 = 0x80000000

// Draws the box of a record, shrunk by `erosion`, within the tile rows [row0, row1]; returns 1 if any pixel
// got nearer.
export function drawBox(record: usize, erosion: f32, row0: i32, row1: i32, nearest: f32): i32 {
  // Stage 1: place from the eye, in doubles; the three axes in lanes; erosion as a factor.
  const dx = <f32>(load<f64>(record) - load<f64>(state, EYE)), dy = <f32>(load<f64>(record, 8) - load<f64>(state, EYE + 8))
  const dz = <f32>(load<f64>(record, 16) - load<f64>(state, EYE + 16))
  const x = splat(dx), y = splat(dy), z = splat(dz), data = record + RECORD_DATA
  const ax = v128.load(data), ay = v128.load(data, 16), az = v128.load(data, 32)
  const nx = v128.load(data, 48), ny = v128.load(data, 64), nz = v128.load(data, 80)
  let length = v128.load(data, 96), h = v128.load(data, 112)
  if (erosion > 0) {
    const factor = sub(splat(1), add(f32x4.div(splat(erosion), h), splat(8 * U)))
    if (v128.any_true(v128.and(f32x4.le(factor, splat(0)), i32x4(-1, -1, -1, 0)))) return 0
    length = mul(length, factor)
    h = mul(h, factor)
  }
  const reach = abs(dx) + abs(dy) + abs(dz) + load<f32>(record, RECORD_REACH) + extraReach
  // Stage 2: which faces look at the eye, and how far it stands from them.
  const eye = f32x4.neg(dot3(nx, ny, nz, x, y, z)), along = dot3(nx, ny, nz, constant(ORIGIN), constant(ORIGIN + 1), constant(ORIGIN + 2))
  const facing = orthographic ? f32x4.neg(along) : eye
  const away = sub(v128.xor(eye, v128.and(facing, i32x4.splat(SIGN))), h)
  const D = orthographic ? abs4(along) : away
  const front = f32x4.gt(D, splat(orthographic ? frontLimit : frontLimit + 16 * U * reach))
  const bits = i32x4.bitmask(front) & 7
  if (!bits) return 0
  if (!orthographic && !(i32x4.bitmask(f32x4.gt(D, splat(clearance + 16 * U * reach))) & 7)) return 0
  const signs = i32x4.bitmask(facing), code = (bits & signs) | ((bits & ~signs) << 3)
  // Stage 3: 1/w of each front face as a linear function of the pixel, pushed back by the rounding bound.
  const push: f32 = orthographic ? 8 * U : 8 * U * reach
  const k = v128.xor(f32x4.div(splat(-1), add(D, splat(push))), v128.and(facing, i32x4.splat(SIGN)))
  const kx = mul(k, dot3(nx, ny, nz, constant(IX), constant(IX + 1), constant(IX + 2))), ky = mul(k, dot3(nx, ny, nz, constant(IY), constant(IY + 1), constant(IY + 2)))
  const flatK = abs4(k), k0 = orthographic ? sub(splat(depthBase), mul(flatK, away)) : mul(k, along)
  const margin = orthographic ? mul(flatK, mul(splat(40 * U * reach + planeMargin), add(flatK, splat(1)))) : mul(flatK, splat(planeMargin))
  const constantPart = sub(sub(sub(k0, mul(kx, splat(halfWidth))), mul(ky, splat(halfHeight))), margin)
  const used = v128.and(front, i32x4(-1, -1, -1, 0)), planes = state + PLANES
  v128.store(planes, v128.bitselect(constantPart, splat(1e30), used))
  v128.store(planes, v128.and(kx, used), 16)
  v128.store(planes, v128.and(ky, used), 32)
  // Stage 4: directions of the axes and the eight corners in the projection.
  const aX = dot3(ax, ay, az, constant(M), constant(M + 1), constant(M + 2)), aY = dot3(ax, ay, az, constant(N), constant(N + 1), constant(N + 2))
  const aW = dot3(ax, ay, az, constant(F), constant(F + 1), constant(F + 2))
  const X = dot3(x, y, z, constant(M), constant(M + 1), constant(M + 2)), Y = dot3(x, y, z, constant(N), constant(N + 1), constant(N + 2))
  const w = dot3(x, y, z, constant(F), constant(F + 1), constant(F + 2))
  const hX = mul(aX, length), hY = mul(aY, length), hW = mul(aW, length)
  const signX = i32x4(SIGN, 0, SIGN, 0), signY = i32x4(SIGN, SIGN, 0, 0)
  const faceX = add(add(X, v128.xor(lane(hX, 0), signX)), v128.xor(lane(hX, 1), signY)), faceY = add(add(Y, v128.xor(lane(hY, 0), signX)), v128.xor(lane(hY, 1), signY))
  const faceW = add(add(w, v128.xor(lane(hW, 0), signX)), v128.xor(lane(hW, 1), signY))
  const corners = state + CORNERS, directions = state + DIRECTIONS
  v128.store(corners, sub(faceX, lane(hX, 2)))
  v128.store(corners, add(faceX, lane(hX, 2)), 16)
  v128.store(corners, sub(faceY, lane(hY, 2)), 32)
  v128.store(corners, add(faceY, lane(hY, 2)), 48)
  v128.store(corners, sub(faceW, lane(hW, 2)), 64)
  v128.store(corners, add(faceW, lane(hW, 2)), 80)
  v128.store(directions, aX)
  v128.store(directions, f32x4.neg(aX), 16)
  v128.store(directions, aY, 32)
  v128.store(directions, f32x4.neg(aY), 48)
  v128.store(directions, aW, 64)
  v128.store(directions, f32x4.neg(aW), 80)
  if (orthographic) {
    const closest = f32x4.extract_lane(w, 0) - (abs(f32x4.extract_lane(hW, 0)) + abs(f32x4.extract_lane(hW, 1)) + abs(f32x4.extract_lane(hW, 2)))
    if (!(closest > clearance + 16 * U * reach)) return 0
  }
  // Stage 5: silhouette edges, and the farthest of their corners.
  const loop = state + SILHOUETTES + (<usize>code << 5), n = <usize>load<u8>(loop), inwards = splat(edgeMargin * (orthographic ? reach + 1 : reach))
  let farthest = splat(0)
  resetEdges()
  for (let e: usize = 0; e < n; e += 4) {
    const v0 = corners + <usize>load<u8>(loop + e, 8), v1 = corners + <usize>load<u8>(loop + e, 9), v2 = corners + <usize>load<u8>(loop + e, 10), v3 = corners + <usize>load<u8>(loop + e, 11)
    const d0 = directions + <usize>load<u8>(loop + e, 16), d1 = directions + <usize>load<u8>(loop + e, 17), d2 = directions + <usize>load<u8>(loop + e, 18), d3 = directions + <usize>load<u8>(loop + e, 19)
    const vW = gather(v0, v1, v2, v3, 64)
    farthest = larger(farthest, vW)
    addEdges(gather(v0, v1, v2, v3, 0), gather(v0, v1, v2, v3, 32), vW, gather(d0, d1, d2, d3, 0), gather(d0, d1, d2, d3, 32), gather(d0, d1, d2, d3, 64), inwards)
  }
  return fill(1, false, farthestDepth(largestLane(farthest), reach), row0, row1, nearest)
}

// The depth of the farthest silhouette corner, rounded away from the eye: no pixel of the solid is farther.
export function farthestDepth(w: f32, reach: f32): f32 {
  if (orthographic) return max<f32>(depthBase - w - 16 * U * (reach + depthBase), 0)
  return w > 0 ? (1 - 4 * U) / (w + 16 * U * reach) : 0
}
