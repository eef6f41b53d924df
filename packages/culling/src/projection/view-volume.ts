/**
 * A convex volume in doubles, as planes and as the points that span it, in one frame of reference (a camera's own
 * space, or the world seen from an eye). Planes decide what is inside; points tell how far the volume reaches, which
 * bounds rounding, and are what sweeps and merged volumes are built from.
 *
 *     planes[4 i ..]   nx ny nz d   unit normal inwards, n·p + d >= 0 is inside
 *     kinds[i]         index into PLANE_NAMES
 *     slack[i]         rounding of the plane's own making: angle in radians, and metres per metre of reach
 *     points[4 i ..]   x y z 1 a point, or x y z 0 a unit direction without end
 *     corners[32 i ..] the eight homogeneous corners of frustum i that the volume holds: what slices are cut from
 */

/** As many planes as the octree tests in one query. */
export const MAX_PLANES = 32

/** More eyes than any headset has. */
export const MAX_EYES = 4

/** Two eyes have 16 points; a frustum cut by a slab has at most 32; one light is added. */
export const MAX_POINTS = 64

/** What a plane is, for `explain`. 'hull' stands for faces of merged and swept volumes. */
export const PLANE_NAMES = ['left', 'right', 'bottom', 'top', 'near', 'far', 'hull', 'range', 'cone'] as const

export const PLANE_LEFT = 0
export const PLANE_RIGHT = 1
export const PLANE_BOTTOM = 2
export const PLANE_TOP = 3
export const PLANE_NEAR = 4
export const PLANE_FAR = 5
export const PLANE_HULL = 6
export const PLANE_RANGE = 7
export const PLANE_CONE = 8

export type ViewVolume = {
  planeCount: number
  readonly planes: Float64Array
  readonly kinds: Uint8Array
  readonly slack: Float64Array
  pointCount: number
  readonly points: Float64Array
  frustumCount: number
  readonly corners: Float64Array
}

export function createViewVolume(): ViewVolume {
  return {
    planeCount: 0,
    planes: new Float64Array(MAX_PLANES * 4),
    kinds: new Uint8Array(MAX_PLANES),
    slack: new Float64Array(MAX_PLANES),
    pointCount: 0,
    points: new Float64Array(MAX_POINTS * 4),
    frustumCount: 0,
    corners: new Float64Array(MAX_EYES * 32),
  }
}

export function copyViewVolume(from: ViewVolume, to: ViewVolume): void {
  to.planeCount = from.planeCount
  to.pointCount = from.pointCount
  to.planes.set(from.planes)
  to.kinds.set(from.kinds)
  to.slack.set(from.slack)
  to.points.set(from.points)
  to.frustumCount = from.frustumCount
  to.corners.set(from.corners)
}

/** Adds a point if there is room; answers whether there was. A volume that lost a point must not be used. */
export function addPoint(volume: ViewVolume, x: number, y: number, z: number): boolean {
  if (volume.pointCount === MAX_POINTS) return false
  const at = volume.pointCount++ * 4
  volume.points[at] = x
  volume.points[at + 1] = y
  volume.points[at + 2] = z
  volume.points[at + 3] = 1
  return true
}

/** Adds a direction (any length above 0) if there is room; answers whether there was. */
export function addDirection(volume: ViewVolume, x: number, y: number, z: number): boolean {
  if (volume.pointCount === MAX_POINTS) return false
  const length = Math.sqrt(x * x + y * y + z * z)
  const at = volume.pointCount++ * 4
  volume.points[at] = x / length
  volume.points[at + 1] = y / length
  volume.points[at + 2] = z / length
  volume.points[at + 3] = 0
  return true
}

/** The same as `addPlane` for four numbers in an array: numbers that a call hands over may be put on the heap. */
export function addPlaneOf(volume: ViewVolume, plane: Float64Array, kind: number): void {
  if (volume.planeCount === MAX_PLANES) return
  const index = volume.planeCount++
  for (let k = 0; k < 4; k++) volume.planes[index * 4 + k] = plane[k]!
  volume.kinds[index] = kind
  volume.slack[index] = 0
}

/** Adds a plane with a unit normal. One plane too many is left out, which only makes the volume larger. */
export function addPlane(
  volume: ViewVolume,
  nx: number,
  ny: number,
  nz: number,
  d: number,
  kind: number,
  slack = 0,
): void {
  if (volume.planeCount === MAX_PLANES) return
  const index = volume.planeCount++
  volume.planes[index * 4] = nx
  volume.planes[index * 4 + 1] = ny
  volume.planes[index * 4 + 2] = nz
  volume.planes[index * 4 + 3] = d
  volume.kinds[index] = kind
  volume.slack[index] = slack
}
