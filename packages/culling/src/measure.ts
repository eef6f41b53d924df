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

/** Where `measurePixels` leaves its answer: a number that is returned may be put on the heap, one in an array is not. */
export const PIXELS: Float64Array = new Float64Array(1)

/**
 * Writes to PIXELS the diameter in pixels of the picture of the sphere round the box at `boxes[at]`, as `screenPixels` has it:
 * Infinity when the eye is inside the sphere or the box is not finite. Callers give the `lens` of a view.
 */
export function measurePixels(lens: ViewState, boxes: Float32Array, at: number): void {
  const { scaleY, perspective } = lens.projection
  const halfX = (boxes[at + 4]! - boxes[at]!) / 2
  const halfY = (boxes[at + 5]! - boxes[at + 1]!) / 2
  const halfZ = (boxes[at + 6]! - boxes[at + 2]!) / 2
  const square = halfX * halfX + halfY * halfY + halfZ * halfZ
  if (!perspective) {
    PIXELS[0] = square < Infinity ? Math.sqrt(square) * scaleY * lens.viewportHeight : Infinity
    return
  }
  const x = boxes[at]! + halfX - lens.eye[0]!
  const y = boxes[at + 1]! + halfY - lens.eye[1]!
  const z = boxes[at + 2]! + halfZ - lens.eye[2]!
  const beyond = x * x + y * y + z * z - square
  PIXELS[0] = beyond > 0 ? Math.sqrt(square / beyond) * scaleY * lens.viewportHeight : Infinity
}

/** The same as an answer, for where it does not matter. */
export function boxPixels(lens: ViewState, boxes: Float32Array, at: number): number {
  measurePixels(lens, boxes, at)
  return PIXELS[0]!
}
