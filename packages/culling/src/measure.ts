import type { ViewState } from './state.js'

/**
 * How far and how large: from the eye to the bounds, never from the world's origin and never to a box's middle.
 * Everything that holds a distance or a size against a limit (`cullViews`, `selectLods`, `explain`) uses these two.
 */

/** Metres, a float32, from a point to the box at `boxes[at]` (8 floats); 0 inside, and for a box that holds NaN. */
export function boxDistance(boxes: Float32Array, at: number, x: number, y: number, z: number): number {
  const dx = Math.max(boxes[at]! - x, x - boxes[at + 4]!, 0)
  const dy = Math.max(boxes[at + 1]! - y, y - boxes[at + 5]!, 0)
  const dz = Math.max(boxes[at + 2]! - z, z - boxes[at + 6]!, 0)
  return Math.fround(Math.sqrt(dx * dx + dy * dy + dz * dz)) || 0
}

/**
 * The diameter in pixels of the picture of the sphere round the box at `boxes[at]`, as `screenPixels` has it: Infinity when
 * the eye is inside the sphere or the box is not finite. Callers give the `lens` of a view.
 */
export function boxPixels(lens: ViewState, boxes: Float32Array, at: number): number {
  const { scaleY, perspective } = lens.projection
  const pixels = boxRatio(boxes, at, lens.eye, perspective) * (scaleY * lens.viewportHeight)
  return Number.isNaN(pixels) ? Infinity : pixels
}

/**
 * The same in units of `scaleY` times the viewport's height, which are the same for all boxes of a view; NaN for a box that
 * is not finite. (Without a choice between a sum and a constant, which would be put on the heap.)
 */
export function boxRatio(boxes: Float32Array, at: number, eye: Float64Array, perspective: boolean): number {
  const halfX = (boxes[at + 4]! - boxes[at]!) / 2
  const halfY = (boxes[at + 5]! - boxes[at + 1]!) / 2
  const halfZ = (boxes[at + 6]! - boxes[at + 2]!) / 2
  const square = halfX * halfX + halfY * halfY + halfZ * halfZ
  if (!perspective) return Math.sqrt(square)
  const x = boxes[at]! + halfX - eye[0]!
  const y = boxes[at + 1]! + halfY - eye[1]!
  const z = boxes[at + 2]! + halfZ - eye[2]!
  // The tangent of the half angle under which the sphere is seen is r / sqrt(d² − r²).
  return Math.sqrt(square / Math.max(x * x + y * y + z * z - square, 0))
}
