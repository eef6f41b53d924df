/**
 * Planes and corners of the volume that a projection matrix keeps, in the space the matrix starts from.
 *
 * Planes are sums and differences of the matrix's rows: clip space keeps −w <= x <= w and so on, and each side of
 * that is linear in the point. Source: Gribb and Hartmann, "Fast Extraction of Viewing Frustum Planes from the
 * World-View-Projection Matrix", 2001. Corners are the images of the clip cube's corners under the inverse.
 */
import { type ClipDepth, depthAtFar, depthAtNear } from './matrices.js'
import {
  addDirection,
  addPlane,
  addPoint,
  PLANE_BOTTOM,
  PLANE_FAR,
  PLANE_LEFT,
  PLANE_NEAR,
  PLANE_RIGHT,
  PLANE_TOP,
  type ViewVolume,
} from './view-volume.js'

const EPSILON = Number.EPSILON

/** Rounding errors allowed for in each coefficient: building the matrix, multiplying it, summing two rows. */
const COEFFICIENT_ROUNDINGS = 4

/** A corner whose weight is below this part of the nearest corner's is at infinity: far is over 1e13 times near. */
const INFINITE_WEIGHT = 1e-13

/**
 * Appends the clip planes of the column-major matrix `m` to `volume` and returns how many were added: at most six,
 * in the order left, right, bottom, top, near, far. A plane whose normal is no more than rounding (the far plane
 * of an infinite projection) is left out.
 */
export function planesFromViewProjection(
  m: ArrayLike<number>,
  clipDepth: ClipDepth,
  reversed: boolean,
  volume: ViewVolume,
): number {
  const before = volume.planeCount
  addClipPlane(m, 0, 1, volume, PLANE_LEFT)
  addClipPlane(m, 0, -1, volume, PLANE_RIGHT)
  addClipPlane(m, 1, 1, volume, PLANE_BOTTOM)
  addClipPlane(m, 1, -1, volume, PLANE_TOP)
  addDepthPlane(m, depthAtNear(clipDepth, reversed), volume, PLANE_NEAR)
  addDepthPlane(m, depthAtFar(clipDepth, reversed), volume, PLANE_FAR)
  return volume.planeCount - before
}

/** Depth value 1 is the side z <= w, −1 the side −w <= z, 0 the side 0 <= z. */
function addDepthPlane(m: ArrayLike<number>, depth: number, volume: ViewVolume, kind: number): void {
  if (depth === 0) addRow(m, 2, 1, 0, volume, kind)
  else addRow(m, 2, -depth, 1, volume, kind)
}

function addClipPlane(
  m: ArrayLike<number>,
  row: number,
  sign: number,
  volume: ViewVolume,
  kind: number,
): void {
  addRow(m, row, sign, 1, volume, kind)
}

/** Adds the plane `sign` · row + `weight` · (w row), normalised. */
function addRow(
  m: ArrayLike<number>,
  row: number,
  sign: number,
  weight: number,
  volume: ViewVolume,
  kind: number,
): void {
  const x = sign * m[row]! + weight * m[3]!
  const y = sign * m[row + 4]! + weight * m[7]!
  const z = sign * m[row + 8]! + weight * m[11]!
  const d = sign * m[row + 12]! + weight * m[15]!
  const length = Math.hypot(x, y, z)
  const terms =
    Math.abs(m[row]!) +
    Math.abs(m[row + 4]!) +
    Math.abs(m[row + 8]!) +
    weight * (Math.abs(m[3]!) + Math.abs(m[7]!) + Math.abs(m[11]!))
  const rounding = COEFFICIENT_ROUNDINGS * EPSILON * terms
  if (!(length > 2 * rounding)) return
  const slack = weight === 0 ? 0 : rounding / length
  addPlane(volume, x / length, y / length, z / length, d / length, kind, slack)
}

/**
 * Writes the eight corners as homogeneous points (x y z w each, 32 numbers): corner `i` is right if bit 0 is set,
 * top if bit 1, far if bit 2. The place is x/w, y/w, z/w where w > 0; where w is 0 or less the edge from the near
 * corner has no end and x y z is its direction. Answers false, with `out` in an undefined state, if `m` cannot be
 * inverted or sees nothing in front of itself.
 */
export function frustumCorners(
  m: ArrayLike<number>,
  clipDepth: ClipDepth,
  reversed: boolean,
  out: Float64Array,
): boolean {
  if (!invert(m, INVERSE)) return false
  const near = depthAtNear(clipDepth, reversed)
  const far = depthAtFar(clipDepth, reversed)
  let largest = 0
  for (let corner = 0; corner < 8; corner++) {
    const x = corner & 1 ? 1 : -1
    const y = corner & 2 ? 1 : -1
    const z = corner & 4 ? far : near
    for (let k = 0; k < 4; k++) {
      out[corner * 4 + k] = INVERSE[k]! * x + INVERSE[4 + k]! * y + INVERSE[8 + k]! * z + INVERSE[12 + k]!
    }
    largest = Math.max(largest, out[corner * 4 + 3]!)
  }
  if (!(largest > 0 && largest < Number.POSITIVE_INFINITY)) return false
  for (let corner = 0; corner < 8; corner++) {
    if (Math.abs(out[corner * 4 + 3]!) <= INFINITE_WEIGHT * largest) out[corner * 4 + 3] = 0
  }
  return true
}

/** The twelve edges of the clip cube, as pairs of corner numbers. */
const EDGES = new Uint8Array([0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7])

/**
 * Appends to `volume` the points that span the part of a frustum between the depths `near` and `far`, measured
 * along −Z. `near` may be −∞ and `far` ∞ for no cut; ends at infinity become directions. `corners` from `cornersAt` as
 * written by `frustumCorners`. Exact for every hexahedron, tilted near and far planes included: the corners in the slab,
 * and the points where an edge crosses its two sides. Answers false if there was no room.
 */
export function sliceFrustum(
  corners: Float64Array,
  near: number,
  far: number,
  volume: ViewVolume,
  cornersAt: number = 0,
): boolean {
  SLAB[0] = near
  SLAB[1] = far
  let room = true
  for (let corner = 0; corner < 8; corner++) {
    const at = cornersAt + corner * 4
    writeSides(corners, at, corner)
    if (BEYOND_NEAR[corner]! >= 0 && BEFORE_FAR[corner]! >= 0) {
      room = addHomogeneous(volume, corners, at) && room
    }
  }
  for (let edge = 0; edge < EDGES.length; edge += 2) {
    const a = EDGES[edge]!
    const b = EDGES[edge + 1]!
    if (crosses(corners, cornersAt, a, b, BEYOND_NEAR) && BEFORE_FAR[CROSSED]! >= 0) {
      room = addHomogeneous(volume, CROSSING, 0) && room
    }
    if (crosses(corners, cornersAt, a, b, BEFORE_FAR) && BEYOND_NEAR[CROSSED]! >= 0) {
      room = addHomogeneous(volume, CROSSING, 0) && room
    }
  }
  return room
}

const INVERSE = new Float64Array(16)
const CROSSING = new Float64Array(4)

// Depths and sides in arrays: numbers that are handed on may become objects, three cascades' a frame.
/** Depths of the two sides of the slab. */
const SLAB = new Float64Array(2)
/** Linear in the homogeneous point, 0 on the side, positive within: of the corners, then of `CROSSING`. */
const BEYOND_NEAR = new Float64Array(9)
const BEFORE_FAR = new Float64Array(9)
const CROSSED = 8

/** Writes on which sides of the slab a homogeneous point is. Rounding is taken for 0. */
function writeSides(p: Float64Array, at: number, slot: number): void {
  const depth = -p[at + 2]!
  const w = p[at + 3]!
  const near = SLAB[0]! * w
  const far = SLAB[1]! * w
  const size = Math.abs(depth)
  let beyond = depth - near
  let before = far - depth
  if (Math.abs(beyond) <= ROUNDING * (size + Math.abs(near))) beyond = 0
  if (Math.abs(before) <= ROUNDING * (size + Math.abs(far))) before = 0
  BEYOND_NEAR[slot] = SLAB[0] === Number.NEGATIVE_INFINITY ? 1 : beyond
  // A side at infinity: 0 there.
  BEFORE_FAR[slot] = SLAB[1] === Number.POSITIVE_INFINITY ? w : before
}

const ROUNDING = 1e-12

/** Writes to CROSSING where an edge is 0 on `sides`, if those of its ends differ in sign, and its own sides. */
function crosses(p: Float64Array, cornersAt: number, a: number, b: number, sides: Float64Array): boolean {
  const sideA = sides[a]!
  const sideB = sides[b]!
  if (!(sideA * sideB < 0)) return false
  const weightA = Math.abs(sideB)
  const weightB = Math.abs(sideA)
  const fromA = cornersAt + a * 4
  const fromB = cornersAt + b * 4
  for (let k = 0; k < 4; k++) CROSSING[k] = p[fromA + k]! * weightA + p[fromB + k]! * weightB
  writeSides(CROSSING, 0, CROSSED)
  return true
}

function addHomogeneous(volume: ViewVolume, p: Float64Array, at: number): boolean {
  const w = p[at + 3]!
  if (w > 0) return addPoint(volume, p[at]! / w, p[at + 1]! / w, p[at + 2]! / w)
  return addDirection(volume, p[at]!, p[at + 1]!, p[at + 2]!)
}

/** Inverse of a 4×4 matrix by cofactors, in doubles. Answers false where there is none. */
export function invert(m: ArrayLike<number>, out: Float64Array): boolean {
  const b00 = m[0]! * m[5]! - m[1]! * m[4]!
  const b01 = m[0]! * m[6]! - m[2]! * m[4]!
  const b02 = m[0]! * m[7]! - m[3]! * m[4]!
  const b03 = m[1]! * m[6]! - m[2]! * m[5]!
  const b04 = m[1]! * m[7]! - m[3]! * m[5]!
  const b05 = m[2]! * m[7]! - m[3]! * m[6]!
  const b06 = m[8]! * m[13]! - m[9]! * m[12]!
  const b07 = m[8]! * m[14]! - m[10]! * m[12]!
  const b08 = m[8]! * m[15]! - m[11]! * m[12]!
  const b09 = m[9]! * m[14]! - m[10]! * m[13]!
  const b10 = m[9]! * m[15]! - m[11]! * m[13]!
  const b11 = m[10]! * m[15]! - m[11]! * m[14]!
  const determinant = b00 * b11 - b01 * b10 + b02 * b09 + b03 * b08 - b04 * b07 + b05 * b06
  const scale = 1 / determinant
  if (!Number.isFinite(scale) || determinant === 0) return false
  out[0] = (m[5]! * b11 - m[6]! * b10 + m[7]! * b09) * scale
  out[1] = (m[2]! * b10 - m[1]! * b11 - m[3]! * b09) * scale
  out[2] = (m[13]! * b05 - m[14]! * b04 + m[15]! * b03) * scale
  out[3] = (m[10]! * b04 - m[9]! * b05 - m[11]! * b03) * scale
  out[4] = (m[6]! * b08 - m[4]! * b11 - m[7]! * b07) * scale
  out[5] = (m[0]! * b11 - m[2]! * b08 + m[3]! * b07) * scale
  out[6] = (m[14]! * b02 - m[12]! * b05 - m[15]! * b01) * scale
  out[7] = (m[8]! * b05 - m[10]! * b02 + m[11]! * b01) * scale
  out[8] = (m[4]! * b10 - m[5]! * b08 + m[7]! * b06) * scale
  out[9] = (m[1]! * b08 - m[0]! * b10 - m[3]! * b06) * scale
  out[10] = (m[12]! * b04 - m[13]! * b02 + m[15]! * b00) * scale
  out[11] = (m[9]! * b02 - m[8]! * b04 - m[11]! * b00) * scale
  out[12] = (m[5]! * b07 - m[4]! * b09 - m[6]! * b06) * scale
  out[13] = (m[0]! * b09 - m[1]! * b07 + m[2]! * b06) * scale
  out[14] = (m[13]! * b01 - m[12]! * b03 - m[14]! * b00) * scale
  out[15] = (m[8]! * b03 - m[9]! * b01 + m[10]! * b00) * scale
  return true
}
