/** A convex solid as the words of a record and of a head, ready to be copied into an arena. */
import type { ConvexSolid } from './convex-solid.js'
import * as layout from './kernels/layout.js'

/** `words` is a record without its place; `box` the world box, min xyz and max xyz. */
export type HullRecord = { readonly words: Uint32Array; readonly box: Float64Array }

const roundUp4 = (n: number): number => (n + 3) & ~3
/** Above any rounding of a box to float32; the box only saves work. */
const WIDER = 1 + 2 ** -20

/** Packs a solid. Throws a `RangeError` if it has too many vertices or faces; `caller` names the function. */
export function packHull(solid: ConvexSolid, caller: string): HullRecord {
  const { origin, vertices, faces, edges } = solid
  const vertexCount = vertices.length / 3
  const faceCount = faces.length / 4
  if (vertexCount > layout.MAX_HULL_VERTICES || faceCount > layout.MAX_HULL_FACES) {
    throw new RangeError(
      `${caller}: the solid has ${vertexCount} vertices and ${faceCount} faces, expected at most ${layout.MAX_HULL_VERTICES} and ${layout.MAX_HULL_FACES}`,
    )
  }
  const nv = roundUp4(vertexCount)
  const nf = roundUp4(faceCount)
  const data = layout.RECORD_DATA >>> 2
  const words = new Uint32Array(data + 3 * nv + 4 * nf + edges.length)
  const f32 = new Float32Array(words.buffer)
  const box = new Float64Array([...origin, ...origin])
  let reach = 0
  for (let i = 0; i < nv; i++) {
    const from = 3 * (i < vertexCount ? i : 0)
    let square = 0
    for (let k = 0; k < 3; k++) {
      const value = vertices[from + k]!
      f32[data + k * nv + i] = value
      square += value * value
      box[k] = Math.min(box[k]!, origin[k]! + value)
      box[3 + k] = Math.max(box[3 + k]!, origin[k]! + value)
    }
    reach = Math.max(reach, square)
  }
  const facesAt = data + 3 * nv
  for (let i = 0; i < nf; i++) {
    // Faces that fill up the last group never look at the eye.
    for (let k = 0; k < 4; k++)
      f32[facesAt + k * nf + i] = i < faceCount ? faces[4 * i + k]! : k < 3 ? 0 : 1e30
  }
  packEdges(solid, words, f32, facesAt + 4 * nf)
  new Float64Array(words.buffer, 0, 3).set(origin)
  f32[layout.RECORD_REACH >>> 2] = Math.sqrt(reach) * WIDER
  words[layout.RECORD_KIND >>> 2] = layout.KIND_HULL
  words[layout.RECORD_VERTICES >>> 2] = nv
  words[layout.RECORD_EDGES >>> 2] = edges.length / 4
  words[layout.RECORD_FACES >>> 2] = nf
  return { words, box }
}

/** The direction of an edge comes from its two faces, so that it is exact however short the edge is. */
function packEdges(solid: ConvexSolid, words: Uint32Array, f32: Float32Array, at: number): void {
  const { faces, edges } = solid
  for (let e = 0; e < edges.length; e += 4) {
    const [start, end, left, right] = edges.slice(e, e + 4) as [number, number, number, number]
    const a = faces.slice(4 * left, 4 * left + 3) as [number, number, number]
    const b = faces.slice(4 * right, 4 * right + 3) as [number, number, number]
    const direction = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    const size = Math.hypot(direction[0]!, direction[1]!, direction[2]!)
    for (let k = 0; k < 3; k++) f32[at + e + k] = direction[k]! / size
    words[at + e + 3] = (start | (left << 8) | (right << 16) | (end << 24)) >>> 0
  }
}
