import { MAX_PLANES } from './projection/view-volume.js'
import type { ViewState } from './state.js'

/**
 * Says how many of `view.planes` are in use. Throws a `RangeError` for more than MAX_PLANES. Allocates only when the
 * number differs from before.
 */
export function setPlaneCount(view: ViewState, count: number): void {
  if (!(Number.isInteger(count) && count >= 0 && count <= MAX_PLANES)) {
    throw new RangeError(`setPlaneCount: count is ${count}, expected a whole number from 0 to ${MAX_PLANES}`)
  }
  if (view.planeCount === count) return
  view.planeCount = count
  view.activePlanes = view.planes.subarray(0, count * 4)
}

/** How far the box at `boxes[at]` reaches into a plane's inner side; below 0 it is outside. NaN for a broken box. */
export function insideBy(planes: Float32Array, p: number, boxes: Float32Array, at: number): number {
  const nx = planes[p * 4]!
  const ny = planes[p * 4 + 1]!
  const nz = planes[p * 4 + 2]!
  const x = boxes[nx > 0 ? at + 4 : at]!
  const y = boxes[ny > 0 ? at + 5 : at + 1]!
  const z = boxes[nz > 0 ? at + 6 : at + 2]!
  return nx * x + ny * y + nz * z + planes[p * 4 + 3]!
}

/** Boxes that reach farther are in no node of the octree: every query finds them. */
const FARTHEST = 1e15

/** Whether every query finds the box at `boxes[at]`, since it reaches beyond what the octree divides or is broken. */
export function isAlwaysFound(boxes: Float32Array, at: number): boolean {
  for (let i = 0; i < 7; i++) if (i !== 3 && !(Math.abs(boxes[at + i]!) <= FARTHEST)) return true
  return false
}

/** The plane that the box at `boxes[at]` is farthest outside of, or -1 if it is outside of none or found by every query. */
export function outsidePlane(view: ViewState, boxes: Float32Array, at: number): number {
  let worst = -1
  let depth = 0
  if (!view.frustum) return worst
  for (let p = 0; p < view.planeCount; p++) {
    const inside = insideBy(view.planes, p, boxes, at)
    if (inside < depth) {
      depth = inside
      worst = p
    }
  }
  return worst !== -1 && isAlwaysFound(boxes, at) ? -1 : worst
}
