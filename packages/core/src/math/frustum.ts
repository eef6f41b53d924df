import { BOX_MAX } from './aabb.js'
import type { FloatArray } from './mat4-at.js'
import { invertAt } from './mat4-at.js'
import { normalizedPlaneAt, PLANE_STRIDE, planeDistanceAt } from './plane.js'

/** How depth is stored after projection: from -w to w as in WebGL, or from 0 to w as in WebGPU. */
export type ClipDepth = 'minus-one-to-one' | 'zero-to-one'

/** The order of the six planes that `planesFromMatrix` writes. */
export const FrustumPlane: {
  readonly left: 0
  readonly right: 1
  readonly bottom: 2
  readonly top: 3
  /** Smallest depth: the near plane, or the far one where depth is reversed. */
  readonly lowDepth: 4
  /** Largest depth: the far plane, or the near one where depth is reversed. */
  readonly highDepth: 5
} = { left: 0, right: 1, bottom: 2, top: 3, lowDepth: 4, highDepth: 5 }

/** What a test of a volume against planes can answer. */
export const Containment: {
  readonly outside: 0
  readonly crossing: 1
  readonly inside: 2
} = { outside: 0, crossing: 1, inside: 2 }

/** One of the values of `Containment`. */
export type Containment = 0 | 1 | 2

/**
 * Below this share of the rows it comes from, a plane's normal is what rounding left of them: the far plane
 * of an infinite projection, or of one with a million times between near and far.
 */
const DEGENERATE_IN_FLOATS = 1e-5
const DEGENERATE_IN_DOUBLES = 1e-12

/**
 * Writes the six planes of a (view-)projection matrix: unit normals that point inwards, 24 numbers in the
 * order of `FrustumPlane`, in the space that the matrix takes points from. Returns one bit for each plane
 * that counts; one that does not (an infinite far plane) is written as 0 0 0 1, with everything inside.
 * (Gribb and Hartmann, "Fast extraction of viewing frustum planes from the world-view-projection matrix",
 * 2001.)
 */
export function planesFromMatrix(
  m: FloatArray,
  mo: number,
  clipDepth: ClipDepth,
  out: FloatArray,
  o: number,
): number {
  let used = 0
  for (let plane = 0; plane < 6; plane++) {
    const row = plane >> 1
    const sign = (plane & 1) === 0 ? 1 : -1
    // With depth from 0 on, the plane of smallest depth is the third row alone.
    const w = plane === FrustumPlane.lowDepth && clipDepth === 'zero-to-one' ? 0 : 1
    const nx = w * m[mo + 3]! + sign * m[mo + row]!
    const ny = w * m[mo + 7]! + sign * m[mo + 4 + row]!
    const nz = w * m[mo + 11]! + sign * m[mo + 8 + row]!
    const d = w * m[mo + 15]! + sign * m[mo + 12 + row]!
    const size =
      w * Math.hypot(m[mo + 3]!, m[mo + 7]!, m[mo + 11]!) +
      Math.hypot(m[mo + row]!, m[mo + 4 + row]!, m[mo + 8 + row]!)
    const share = m instanceof Float32Array ? DEGENERATE_IN_FLOATS : DEGENERATE_IN_DOUBLES
    if (normalizedPlaneAt(out, o + plane * PLANE_STRIDE, nx, ny, nz, d, size * share)) used |= 1 << plane
  }
  return used
}

const inverse = new Float64Array(16)

/**
 * Writes the eight corners of what a (view-)projection matrix shows, 24 numbers. Bits of a corner's number
 * say where it lies: 1 right, 2 top, 4 largest depth. Corners at infinity are infinite. Returns false, and
 * writes nothing, if the matrix has no inverse.
 */
export function frustumCorners(
  m: FloatArray,
  mo: number,
  clipDepth: ClipDepth,
  out: FloatArray,
  o: number,
): boolean {
  if (!invertAt(inverse, 0, m, mo)) return false
  const lowDepth = clipDepth === 'zero-to-one' ? 0 : -1
  for (let corner = 0; corner < 8; corner++) {
    const x = (corner & 1) === 0 ? -1 : 1
    const y = (corner & 2) === 0 ? -1 : 1
    const z = (corner & 4) === 0 ? lowDepth : 1
    const w = inverse[3]! * x + inverse[7]! * y + inverse[11]! * z + inverse[15]!
    for (let axis = 0; axis < 3; axis++) {
      const value = inverse[axis]! * x + inverse[4 + axis]! * y + inverse[8 + axis]! * z + inverse[12 + axis]!
      out[o + corner * 3 + axis] = value / w
    }
  }
  return true
}

/** Whether a point is on the inner side of the first `count` planes. */
export function pointInPlanes(
  planes: FloatArray,
  po: number,
  count: number,
  x: number,
  y: number,
  z: number,
): boolean {
  for (let i = 0; i < count; i++) {
    if (planeDistanceAt(planes, po + i * PLANE_STRIDE, x, y, z) < 0) return false
  }
  return true
}

/**
 * Where a box (eight numbers, see aabb.ts) lies to the first `count` planes. `outside` is certain: it is
 * wholly on the outer side of one of them. `crossing` may still be outside, past an edge. A box with NaN is
 * `crossing`.
 */
export function boxInPlanes(
  planes: FloatArray,
  po: number,
  count: number,
  box: FloatArray,
  bo: number,
): Containment {
  let inside = true
  for (let i = 0; i < count; i++) {
    const at = po + i * PLANE_STRIDE
    let low = planes[at + 3]!
    let high = low
    for (let axis = 0; axis < 3; axis++) {
      const n = planes[at + axis]!
      // An infinite box against an axis that the plane does not look along: 0 times infinity must not count.
      if (n === 0) continue
      const toMin = n * box[bo + axis]!
      const toMax = n * box[bo + BOX_MAX + axis]!
      low += n > 0 ? toMin : toMax
      high += n > 0 ? toMax : toMin
    }
    if (high < 0) return Containment.outside
    if (!(low >= 0)) inside = false
  }
  return inside ? Containment.inside : Containment.crossing
}

/** Where a ball lies to the first `count` planes, of unit normals; as `boxInPlanes`. */
export function sphereInPlanes(
  planes: FloatArray,
  po: number,
  count: number,
  x: number,
  y: number,
  z: number,
  radius: number,
): Containment {
  let inside = true
  for (let i = 0; i < count; i++) {
    const distance = planeDistanceAt(planes, po + i * PLANE_STRIDE, x, y, z)
    if (distance < -radius) return Containment.outside
    if (!(distance >= radius)) inside = false
  }
  return inside ? Containment.inside : Containment.crossing
}
