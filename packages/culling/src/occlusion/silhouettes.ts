/** Tables that never change: the silhouettes of a box and the masks of a tile. */
import { SILHOUETTES, SPANS } from './kernels/layout.js'

const FACES = 6

/**
 * Writes the silhouette of a box for every set of faces that may look at the eye: the edges between a face that does and one that
 * does not, walked so that the face is on the left as seen from outside (see `SILHOUETTES` in the layout).
 */
export function writeSilhouettes(bytes: Uint8Array, state: number): void {
  for (let code = 1; code < 1 << FACES; code++) {
    if (code & (code >> 3)) continue
    const at = state + SILHOUETTES + code * 32
    let count = 0
    for (let axis = 0; axis < 3; axis++) {
      for (let pair = 0; pair < 4; pair++) {
        const edge = silhouetteEdge(code, axis, pair)
        if (edge < 0) continue
        bytes[at + 8 + count] = (edge >> 4) * 4
        bytes[at + 16 + count] = (edge & 15) * 4
        count++
      }
    }
    bytes[at] = count
    for (let k = count; k & 3; k++) {
      bytes[at + 8 + k] = bytes[at + 8]!
      bytes[at + 16 + k] = bytes[at + 16]!
    }
  }
}

/** Start corner << 4 | direction of the edge along `axis` between two faces (`pair`: bit 0 and 1 their sides), or −1. */
function silhouetteEdge(code: number, axis: number, pair: number): number {
  const b = (axis + 1) % 3
  const c = (axis + 2) % 3
  const sideB = pair & 1
  const sideC = pair >> 1
  const frontB = (code >> (b + 3 * sideB)) & 1
  const frontC = (code >> (c + 3 * sideC)) & 1
  if (frontB === frontC) return -1
  // Along (normal of the front face) × (normal of the other).
  const positive = (sideB === sideC) === (frontB === 1)
  const start = (sideB << b) | (sideC << c) | (positive ? 0 : 1 << axis)
  return (start << 4) | (axis + (positive ? 0 : 4))
}

/** Masks of pixel columns a to b and of rows a to b of a tile, for all a <= b; the others stay empty. */
export function writeSpans(bytes: Uint8Array, state: number): void {
  for (let a = 0; a < 8; a++) {
    for (let b = a; b < 8; b++) {
      const columns = (0xff << a) & (0xff >> (7 - b))
      const at = state + SPANS + (a * 8 + b) * 8
      for (let row = 0; row < 8; row++) {
        bytes[at + row] = columns
        bytes[at + 512 + row] = row >= a && row <= b ? 0xff : 0
      }
    }
  }
}
