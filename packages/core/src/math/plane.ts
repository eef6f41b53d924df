import type { FloatArray } from './mat4-at.js'

/*
 * Planes in packed arrays: four numbers from an offset on, a normal n and a distance d. A point p is on the
 * inner side where n·p + d >= 0.
 */

/** Numbers from one plane to the next. */
export const PLANE_STRIDE: 4 = 4

/** The signed distance of a point to a plane of unit normal: above 0 on the inner side. */
export function planeDistanceAt(plane: FloatArray, po: number, x: number, y: number, z: number): number {
  return plane[po]! * x + plane[po + 1]! * y + plane[po + 2]! * z + plane[po + 3]!
}

/** Writes the plane through a point with a unit normal. */
export function planeThroughPointAt(
  out: FloatArray,
  o: number,
  nx: number,
  ny: number,
  nz: number,
  x: number,
  y: number,
  z: number,
): void {
  out[o] = nx
  out[o + 1] = ny
  out[o + 2] = nz
  out[o + 3] = -(nx * x + ny * y + nz * z)
}

/**
 * Writes the plane n·p + d with its normal at length 1 and returns true. Where the normal's length is not
 * above `smallest`, or not finite, it writes 0 0 0 1, a plane with every point on its inner side, and returns
 * false.
 */
export function normalizedPlaneAt(
  out: FloatArray,
  o: number,
  nx: number,
  ny: number,
  nz: number,
  d: number,
  smallest: number = 0,
): boolean {
  const length = Math.hypot(nx, ny, nz)
  const usable = length > smallest && Number.isFinite(length) && Number.isFinite(d)
  out[o] = usable ? nx / length : 0
  out[o + 1] = usable ? ny / length : 0
  out[o + 2] = usable ? nz / length : 0
  out[o + 3] = usable ? d / length : 1
  return usable
}
