/**
 * Where among the transparent instances of a view each emitter is drawn: its particles all together, before
 * the farthest instance that stands before it. Boxes tell more than distances: water below a fountain is
 * behind it, be its middle nearer or not, and what is beyond a window is behind it however far aside the
 * window's middle is.
 */
import type { DrawList } from '../draw-list.js'

const eye = new Float32Array(3)
/** Least, middle and most along each axis of the emitter's box. */
const least = new Float32Array(3)
const middle = new Float32Array(3)
const most = new Float32Array(3)
/** Metres from the eye to the middle, and its bits: they grow with it. */
const distance = new Float32Array(1)
const distanceBits = new Uint32Array(distance.buffer)

/** Takes the eye for the calls that follow. */
export function placeFrom(origin: Float32Array): void {
  eye.set(origin)
}

/**
 * How many of the transparent instances of a list are drawn before emitter `eid`. `boxes` has the world boxes
 * of both, 8 floats each.
 */
export function placeEmitter({ count, eids, blended }: DrawList, boxes: Float32Array, eid: number): number {
  const first = count - blended.count
  let square = 0
  for (let k = 0; k < 3; k++) {
    least[k] = boxes[eid * 8 + k]!
    most[k] = boxes[eid * 8 + 4 + k]!
    middle[k] = (least[k]! + most[k]!) / 2
    square += (middle[k]! - eye[k]!) ** 2
  }
  distance[0] = Math.sqrt(square)
  for (let i = 0; i < blended.count; i++) {
    // Keys are the bits of distances, turned around.
    const isNearer = ~blended.keys[i]! >>> 0 < distanceBits[0]!
    if (isBehind(boxes, eids[first + i]! * 8, isNearer)) return i
  }
  return blended.count
}

/**
 * Whether the emitter is behind the box at `at`. Along an axis on which the eye is outside of the box, who is
 * on the eye's side of it cannot be hidden by it, and who is beyond it cannot hide it. If both hold, they do
 * not meet in the picture, and distance decides as for all else.
 */
function isBehind(boxes: Float32Array, at: number, isNearer: boolean): boolean {
  let isClear = false
  let isBeyond = false
  let isBefore = false
  for (let k = 0; k < 3; k++) {
    const low = boxes[at + k]!
    const high = boxes[at + 4 + k]!
    if (eye[k]! > high) {
      isClear ||= least[k]! >= high
      isBefore ||= middle[k]! >= high
      isBeyond ||= middle[k]! <= low
    } else if (eye[k]! < low) {
      isClear ||= most[k]! <= low
      isBefore ||= middle[k]! <= low
      isBeyond ||= middle[k]! >= high
    }
  }
  if (isClear) return isBeyond && isNearer
  return isBeyond || !isBefore
}
