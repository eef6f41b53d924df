/**
 * One volume that holds the frusta of several eyes: two XR eyes culled as one view.
 *
 * It is the convex hull of all the eyes' frustum corners, so it holds every point that any eye sees, wherever the head
 * is in the world, whatever the eyes' fields of view and however they are turned against each other.
 */
import { sliceFrustum } from './frustum.js'
import { addHullPlanes } from './hull.js'
import type { Projection } from './projection.js'
import { MAX_EYES, MAX_PLANES, type ViewVolume } from './view-volume.js'

/**
 * Writes to `out` the volume of `count` eyes, in the head's space. `projections[i]` is eye `i`'s, and `toHead`
 * holds at 16·i the column-major matrix from the eye's space to the head's. At most `limit` planes: fewer make
 * culling cheaper and the volume a little larger.
 * Throws a `RangeError` if `count` is not 1 to 4 or a matrix is not finite; `out` is then as it was.
 */
export function mergeEyes(
  projections: readonly Projection[],
  toHead: ArrayLike<number>,
  count: number,
  out: ViewVolume,
  limit: number = MAX_PLANES,
  caller = 'mergeEyes',
): void {
  if (!(Number.isInteger(count) && count >= 1 && count <= MAX_EYES)) {
    throw new RangeError(`${caller}: ${count} eyes given, expected 1 to ${MAX_EYES}`)
  }
  for (let i = 0; i < count * 16; i++) {
    if (!Number.isFinite(toHead[i])) {
      const eye = Math.floor(i / 16)
      throw new RangeError(
        `${caller}: the matrix of eye ${eye} has ${toHead[i]} in it, expected finite numbers`,
      )
    }
  }
  out.planeCount = 0
  out.pointCount = 0
  out.frustumCount = count
  for (let eye = 0; eye < count; eye++) {
    turnCorners(projections[eye]!.volume.corners, toHead, eye * 16, out.corners, eye * 32)
    sliceFrustum(out.corners, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, out, eye * 32)
  }
  addHullPlanes(out, limit)
}

/** Takes eight homogeneous corners through the affine column-major matrix at `matrixAt`. */
function turnCorners(
  from: Float64Array,
  matrix: ArrayLike<number>,
  matrixAt: number,
  to: Float64Array,
  toAt: number,
): void {
  for (let corner = 0; corner < 32; corner += 4) {
    const w = from[corner + 3]!
    for (let row = 0; row < 3; row++) {
      to[toAt + corner + row] =
        matrix[matrixAt + row]! * from[corner]! +
        matrix[matrixAt + 4 + row]! * from[corner + 1]! +
        matrix[matrixAt + 8 + row]! * from[corner + 2]! +
        matrix[matrixAt + 12 + row]! * w
    }
    to[toAt + corner + 3] = w
  }
}
