/**
 * Where shadow casters are: everything that stands between a light and what a camera can see.
 *
 * A box throws its shadow on a seen point if it meets the line from the point to the light. So the casters are what
 * touches the convex hull of the seen part of the frustum and the light: a point, or for the sun a direction without
 * end. The hull's faces are those of the frustum that look away from the light, and planes through the light and the
 * frustum's silhouette; they come out of `addHullPlanes` without being told apart. What occludes the camera's view has
 * no part in it: a hidden caster's shadow may be seen.
 *
 * All volumes here have the world's axes and lie about an eye (the camera's, or the light itself without a camera), so
 * that they are as exact far from the world's origin as near it.
 */
import { sliceFrustum } from '../projection/frustum.js'
import { addHullPlanes } from '../projection/hull.js'
import {
  addDirection,
  addPlane,
  addPoint,
  createViewVolume,
  PLANE_CONE,
  PLANE_RANGE,
  type ViewVolume,
} from '../projection/view-volume.js'

/** A point or spot light, seen from the eye, in metres. */
export type LightPlace = { x: number; y: number; z: number; range: number }

const SLICE: ViewVolume = createViewVolume()

/** Pushing a plane out by `margin` also covers the rounding of points that lie that much farther. */
const MARGIN_ROUNDING = 1 + 2 ** -20

/**
 * Starts `out` with the points of what a camera sees between two depths, in the world's axes, from its eye. `volume` is the
 * camera's own, `camera` its column-major matrix to the world. Answers false if it sees nothing there.
 */
export function seenPoints(
  volume: ViewVolume,
  camera: ArrayLike<number>,
  near: number,
  far: number,
  out: ViewVolume,
): boolean {
  clear(out)
  if (!(near < far)) return false
  SLICE.pointCount = 0
  for (let i = 0; i < volume.frustumCount; i++) sliceFrustum(volume.corners, near, far, SLICE, i * 32)
  for (let at = 0; at < SLICE.pointCount * 4; at += 4) {
    const x = SLICE.points[at]!
    const y = SLICE.points[at + 1]!
    const z = SLICE.points[at + 2]!
    const turnedX = camera[0]! * x + camera[4]! * y + camera[8]! * z
    const turnedY = camera[1]! * x + camera[5]! * y + camera[9]! * z
    const turnedZ = camera[2]! * x + camera[6]! * y + camera[10]! * z
    if (SLICE.points[at + 3] === 0) addDirection(out, turnedX, turnedY, turnedZ)
    else addPoint(out, turnedX, turnedY, turnedZ)
  }
  return out.pointCount > 0
}

/**
 * The casters of a directional light: `out` holds the seen points; the direction is the one TOWARDS the light. `margin`
 * metres are added on all sides, for filters that read beside the seen points.
 */
export function sweepTowards(out: ViewVolume, x: number, y: number, z: number, margin: number): void {
  addDirection(out, x, y, z)
  addHullPlanes(out)
  pushOut(out, 0, margin)
}

/**
 * The casters of a point or spot light: `out` holds the seen points. Planes that are there already (of a cube face, a
 * cone) stay, and take their places first.
 */
export function sweepToPoint(out: ViewVolume, light: LightPlace, margin: number): void {
  const first = out.planeCount
  addPoint(out, light.x, light.y, light.z)
  addHullPlanes(out)
  pushOut(out, first, margin)
}

/** The range of depths in which a camera can see something lit: `[nearest, farthest]`, the second below the first if none. */
export function litDepths(
  camera: ArrayLike<number>,
  light: LightPlace,
  near: number,
  far: number,
  out: Float64Array,
): void {
  const depth = -(camera[8]! * light.x + camera[9]! * light.y + camera[10]! * light.z)
  out[0] = Math.max(near, depth - light.range)
  out[1] = Math.min(far, depth + light.range)
}

/** Adds the six sides of the box of a light's range. */
export function addRangePlanes(out: ViewVolume, { x, y, z, range }: LightPlace): void {
  addPlane(out, 1, 0, 0, range - x, PLANE_RANGE)
  addPlane(out, -1, 0, 0, range + x, PLANE_RANGE)
  addPlane(out, 0, 1, 0, range - y, PLANE_RANGE)
  addPlane(out, 0, -1, 0, range + y, PLANE_RANGE)
  addPlane(out, 0, 0, 1, range - z, PLANE_RANGE)
  addPlane(out, 0, 0, -1, range + z, PLANE_RANGE)
}

/** Starts `out` with the corners of the box of a light's range, for a light that is culled without a camera. */
export function rangePoints(out: ViewVolume, { x, y, z, range }: LightPlace): void {
  clear(out)
  for (let corner = 0; corner < 8; corner++) {
    addPoint(
      out,
      x + (corner & 1 ? range : -range),
      y + (corner & 2 ? range : -range),
      z + (corner & 4 ? range : -range),
    )
  }
}

/**
 * Adds the four sides of the pyramid from a light along a unit axis, its half angle given by `cos` and `sin`, turned
 * so that they face along ±`u` and ±`v` (unit vectors at right angles to the axis and each other): a spot's shadow map,
 * or with 45° a side of a shadow cube.
 */
export function addPyramidPlanes(
  out: ViewVolume,
  light: LightPlace,
  axis: ArrayLike<number>,
  u: ArrayLike<number>,
  v: ArrayLike<number>,
  cos: number,
  sin: number,
  margin: number,
): void {
  for (let side = 0; side < 4; side++) {
    const across = side < 2 ? u : v
    const sign = side & 1 ? -cos : cos
    const nx = sin * axis[0]! + sign * across[0]!
    const ny = sin * axis[1]! + sign * across[1]!
    const nz = sin * axis[2]! + sign * across[2]!
    const d = -(nx * light.x + ny * light.y + nz * light.z)
    addPlane(out, nx, ny, nz, d + margin * MARGIN_ROUNDING, PLANE_CONE)
  }
}

function pushOut(volume: ViewVolume, first: number, margin: number): void {
  for (let i = first; i < volume.planeCount; i++) {
    volume.planes[i * 4 + 3] = volume.planes[i * 4 + 3]! + margin * MARGIN_ROUNDING
  }
}

function clear(volume: ViewVolume): void {
  volume.pointCount = 0
  volume.planeCount = 0
  volume.frustumCount = 0
}
