/** Asks the buffer about boxes and holds every "hidden" against the oracle. */
import {
  type BeginOcclusionOptions,
  beginOcclusion,
  type OcclusionBuffer,
  testBoxes,
} from '../../../src/occlusion/index.js'
import type { Camera, Random } from './cameras.js'
import { type Solid, seenPoint, sightOf } from './oracle.js'

export type Verdict = { pairs: number; hidden: number; falseHides: string[] }

export const createVerdict = (): Verdict => ({ pairs: 0, hidden: 0, falseHides: [] })

const out = new Uint8Array(16_384)

export type Question = {
  readonly b: OcclusionBuffer
  readonly camera: Camera
  /** The matrix as the buffer is given it. */
  readonly matrix: Float32Array | Float64Array
  readonly solids: readonly Solid[]
  readonly boxes: Float32Array
  readonly options?: BeginOcclusionOptions
  /** Hands the occluders in. */
  draw(b: OcclusionBuffer): void
  /** Random points of each hidden box beside its corners and the middles of its faces. */
  readonly points: number
  readonly random: Random
  /** What a failure says: seed and case. */
  readonly name: string
}

/** One picture. The truth is that of the matrix as given, exactly. */
export function judge(question: Question, verdict: Verdict): Uint8Array {
  const { b, camera, matrix, solids, boxes, points, random, name } = question
  const count = boxes.length / 6
  begin(question)
  question.draw(b)
  verdict.hidden += testBoxes(b, boxes, count, out)
  verdict.pairs += count
  const sight = sightOf(matrix, camera.nearValue, camera.farValue)
  for (let i = 0; i < count; i++) {
    if (out[i] === 0) continue
    const point = seenPoint(sight, solids, boxes, 6 * i, points, random)
    if (point)
      verdict.falseHides.push(`${name}: box ${i} is called hidden, but (${point.join(', ')}) is seen`)
  }
  return out
}

export function begin({ b, camera, matrix, options }: Question): void {
  const { clipDepth } = camera
  const depth = camera.orthographic ? { clipDepth, reversed: camera.reversed } : { clipDepth }
  beginOcclusion(b, matrix, { ...depth, ...options })
}
