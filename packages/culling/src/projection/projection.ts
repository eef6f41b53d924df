/** A projection matrix and all that follows from it alone, worked out once when it is set. */
import { frustumCorners, planesFromViewProjection, sliceFrustum } from './frustum.js'
import type { ClipDepth } from './matrices.js'
import { createViewVolume, type ViewVolume } from './view-volume.js'

export type Projection = {
  /** Column-major, 16 doubles. */
  readonly matrix: Float64Array
  clipDepth: ClipDepth
  /** Whether the near plane has the larger depth value. Found from the matrix. */
  reversed: boolean
  /** Whether things shrink with distance. */
  perspective: boolean
  /** Perspective: 1 / tan(half the field of view); orthographic: 2 / (width or height seen). Always positive. */
  scaleX: number
  scaleY: number
  /** The least and greatest depth of a corner along −Z; `far` is `Infinity` if there is no far plane. */
  near: number
  far: number
  /** Planes, points and corners in the camera's space. */
  readonly volume: ViewVolume
}

export function createProjection(): Projection {
  return {
    matrix: new Float64Array(16),
    clipDepth: 'minus-one-to-one',
    reversed: false,
    perspective: true,
    scaleX: 1,
    scaleY: 1,
    near: 0,
    far: Number.POSITIVE_INFINITY,
    volume: createViewVolume(),
  }
}

/**
 * Sets `projection` from any matrix (16 numbers, column-major): kind, scales, near and far, direction of depth, planes
 * and corners are found from it. Throws, with nothing changed, if it has not 16 finite numbers, cannot be inverted,
 * or sees nothing in front of the camera. `caller` names the function in the message.
 */
export function setProjection(
  projection: Projection,
  matrix: ArrayLike<number>,
  clipDepth: ClipDepth,
  caller = 'setProjection',
): void {
  checkMatrix(matrix, clipDepth, caller)
  const reversed = depthIsReversed(matrix, clipDepth)
  if (!frustumCorners(matrix, clipDepth, reversed, CORNERS)) {
    throw new RangeError(
      `${caller}: matrix is not a projection: expected one with an inverse that sees something in front of it`,
    )
  }
  const { volume } = projection
  for (let i = 0; i < 16; i++) projection.matrix[i] = matrix[i]!
  projection.clipDepth = clipDepth
  projection.reversed = reversed
  volume.planeCount = 0
  volume.pointCount = 0
  volume.frustumCount = 1
  volume.corners.set(CORNERS)
  planesFromViewProjection(matrix, clipDepth, reversed, volume)
  sliceFrustum(CORNERS, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, volume)
  measureScales(projection)
  measureDepths(projection)
}

const CORNERS = new Float64Array(32)

function checkMatrix(matrix: ArrayLike<number>, clipDepth: ClipDepth, caller: string): void {
  if (matrix === null || typeof matrix !== 'object' || matrix.length !== 16) {
    const got = matrix === null || typeof matrix !== 'object' ? String(matrix) : `${matrix.length} numbers`
    throw new TypeError(`${caller}: matrix is ${got}, expected 16 numbers, column-major`)
  }
  for (let i = 0; i < 16; i++) {
    if (!Number.isFinite(matrix[i])) {
      throw new RangeError(`${caller}: matrix[${i}] is ${matrix[i]}, expected a finite number`)
    }
  }
  if (clipDepth !== 'minus-one-to-one' && clipDepth !== 'zero-to-one') {
    throw new RangeError(
      `${caller}: clipDepth is ${String(clipDepth)}, expected 'minus-one-to-one' or 'zero-to-one'`,
    )
  }
}

/** Whether the end with the larger depth value lies nearer to the camera, judged on the middle of the picture. */
function depthIsReversed(matrix: ArrayLike<number>, clipDepth: ClipDepth): boolean {
  if (!frustumCorners(matrix, clipDepth, false, CORNERS)) return false
  return middleDepth(CORNERS, 0) > middleDepth(CORNERS, 16)
}

/** Depth along −Z of the middle of the four corners from `at`; without end counts as ∞. */
function middleDepth(corners: Float64Array, at: number): number {
  let depth = 0
  for (let i = at; i < at + 16; i += 4) {
    const w = corners[i + 3]!
    depth += w > 0 ? -corners[i + 2]! / w : Number.POSITIVE_INFINITY
  }
  return depth
}

/** Scales for any matrix: a row's part across the view direction, in units of w's change along it. */
function measureScales(projection: Projection): void {
  const { matrix: m } = projection
  const wx = m[3]!
  const wy = m[7]!
  const wz = m[11]!
  const slope = Math.hypot(wx, wy, wz)
  const rowX = Math.hypot(m[0]!, m[4]!, m[8]!)
  const rowY = Math.hypot(m[1]!, m[5]!, m[9]!)
  projection.perspective = slope > 1e-12 * Math.max(rowX, rowY)
  if (!projection.perspective) {
    projection.scaleX = rowX / Math.abs(m[15]!)
    projection.scaleY = rowY / Math.abs(m[15]!)
    return
  }
  projection.scaleX = acrossLength(m[0]!, m[4]!, m[8]!, wx / slope, wy / slope, wz / slope) / slope
  projection.scaleY = acrossLength(m[1]!, m[5]!, m[9]!, wx / slope, wy / slope, wz / slope) / slope
}

/** Length of the part of (x, y, z) that is at right angles to the unit vector (ux, uy, uz). */
function acrossLength(x: number, y: number, z: number, ux: number, uy: number, uz: number): number {
  const along = x * ux + y * uy + z * uz
  return Math.hypot(x - along * ux, y - along * uy, z - along * uz)
}

function measureDepths(projection: Projection): void {
  const { points, pointCount } = projection.volume
  let near = Number.POSITIVE_INFINITY
  let far = Number.NEGATIVE_INFINITY
  for (let i = 0; i < pointCount; i++) {
    const depth = points[i * 4 + 3] === 0 ? Number.POSITIVE_INFINITY : -points[i * 4 + 2]!
    near = Math.min(near, depth)
    far = Math.max(far, depth)
  }
  projection.near = near
  projection.far = far
}
