import { BOX_MAX } from './aabb.js'
import type { FloatArray } from './mat4-at.js'
import { largestScaleAt, transformPointAt } from './mat4-at.js'

/*
 * Balls in packed arrays: four numbers from an offset on, x, y, z of the middle and the radius. The surface
 * belongs to the ball; a radius of 0 is a point.
 */

/** Numbers from one sphere to the next. */
export const SPHERE_STRIDE: 4 = 4

/** Writes a sphere. */
export function setSphereAt(
  out: FloatArray,
  o: number,
  x: number,
  y: number,
  z: number,
  radius: number,
): void {
  out[o] = x
  out[o + 1] = y
  out[o + 2] = z
  out[o + 3] = radius
}

/** The distance from a point to the surface: below 0 inside. */
export function sphereDistanceAt(a: FloatArray, ao: number, x: number, y: number, z: number): number {
  return Math.hypot(x - a[ao]!, y - a[ao + 1]!, z - a[ao + 2]!) - a[ao + 3]!
}

/** Whether the point is in the sphere or on its surface. */
export function sphereContainsPointAt(a: FloatArray, ao: number, x: number, y: number, z: number): boolean {
  const dx = x - a[ao]!
  const dy = y - a[ao + 1]!
  const dz = z - a[ao + 2]!
  return dx * dx + dy * dy + dz * dz <= a[ao + 3]! * a[ao + 3]!
}

/** Whether two spheres touch or overlap. */
export function spheresIntersectAt(a: FloatArray, ao: number, b: FloatArray, bo: number): boolean {
  const dx = b[bo]! - a[ao]!
  const dy = b[bo + 1]! - a[ao + 1]!
  const dz = b[bo + 2]! - a[ao + 2]!
  const reach = a[ao + 3]! + b[bo + 3]!
  return dx * dx + dy * dy + dz * dz <= reach * reach
}

/** Whether the plane n·p + d = 0, of unit normal, touches the sphere. */
export function sphereIntersectsPlaneAt(a: FloatArray, ao: number, plane: FloatArray, po: number): boolean {
  const distance =
    plane[po]! * a[ao]! + plane[po + 1]! * a[ao + 1]! + plane[po + 2]! * a[ao + 2]! + plane[po + 3]!
  return Math.abs(distance) <= a[ao + 3]!
}

/** Writes the sphere round a box (eight numbers, see aabb.ts). */
export function sphereOfBoxAt(out: FloatArray, o: number, box: FloatArray, bo: number): void {
  const x = (box[bo]! + box[bo + BOX_MAX]!) / 2
  const y = (box[bo + 1]! + box[bo + BOX_MAX + 1]!) / 2
  const z = (box[bo + 2]! + box[bo + BOX_MAX + 2]!) / 2
  const radius = Math.hypot(box[bo + BOX_MAX]! - x, box[bo + BOX_MAX + 1]! - y, box[bo + BOX_MAX + 2]! - z)
  setSphereAt(out, o, x, y, z, radius)
}

/** Writes the box round a sphere. */
export function boxOfSphereAt(out: FloatArray, o: number, a: FloatArray, ao: number): void {
  const radius = a[ao + 3]!
  for (let i = 0; i < 3; i++) {
    out[o + i] = a[ao + i]! - radius
    out[o + BOX_MAX + i] = a[ao + i]! + radius
  }
}

/** Writes the smallest sphere that holds both. `out` may be one of them. */
export function unionSpheresAt(
  out: FloatArray,
  o: number,
  a: FloatArray,
  ao: number,
  b: FloatArray,
  bo: number,
): void {
  const dx = b[bo]! - a[ao]!
  const dy = b[bo + 1]! - a[ao + 1]!
  const dz = b[bo + 2]! - a[ao + 2]!
  const ra = a[ao + 3]!
  const rb = b[bo + 3]!
  const distance = Math.hypot(dx, dy, dz)
  // One may hold the other: then it is the answer, with its own radius.
  const radius = distance + rb <= ra ? ra : distance + ra <= rb ? rb : (distance + ra + rb) / 2
  const t = distance === 0 ? 0 : distance + ra <= rb ? 1 : (radius - ra) / distance
  setSphereAt(out, o, a[ao]! + dx * t, a[ao + 1]! + dy * t, a[ao + 2]! + dz * t, radius)
}

/**
 * Writes the sphere round `count` points (x, y, z each, from `po` on): about the middle of their box, out to
 * the farthest one. Not the smallest, but never more than about twice as large. No points give radius -1.
 */
export function sphereOfPointsAt(
  out: FloatArray,
  o: number,
  points: FloatArray,
  po: number,
  count: number,
): void {
  if (count === 0) {
    setSphereAt(out, o, 0, 0, 0, -1)
    return
  }
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity
    let max = -Infinity
    for (let i = 0; i < count; i++) {
      const value = points[po + i * 3 + axis]!
      min = Math.min(min, value)
      max = Math.max(max, value)
    }
    out[o + axis] = (min + max) / 2
  }
  let farthest = 0
  for (let i = 0; i < count; i++) {
    const at = po + i * 3
    const [dx, dy, dz] = [points[at]! - out[o]!, points[at + 1]! - out[o + 1]!, points[at + 2]! - out[o + 2]!]
    farthest = Math.max(farthest, dx * dx + dy * dy + dz * dz)
  }
  out[o + 3] = Math.sqrt(farthest)
}

/** More than the relative error of rounding to a float. */
const FLOAT_ROUNDING = 2 ** -22

/**
 * Writes a sphere round what an affine matrix makes of a sphere; scales may be negative, uneven or sheared.
 * The radius is rounded up by more than storing floats can take off.
 */
export function transformSphereAt(
  out: FloatArray,
  o: number,
  m: FloatArray,
  mo: number,
  a: FloatArray,
  ao: number,
): void {
  const radius = Math.abs(a[ao + 3]!) * largestScaleAt(m, mo)
  transformPointAt(out, o, m, mo, a[ao]!, a[ao + 1]!, a[ao + 2]!)
  const farOut = Math.abs(out[o]!) + Math.abs(out[o + 1]!) + Math.abs(out[o + 2]!)
  out[o + 3] = radius + (radius + farOut) * FLOAT_ROUNDING
}
