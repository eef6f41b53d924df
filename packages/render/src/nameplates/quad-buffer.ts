/** Rectangles of labels, packed for the GPU. Drawn in their order. */
import { roomFor } from '../growth.js'

export type QuadBuffer = {
  floats: Float32Array
  /** The same bytes. */
  words: Uint32Array
  count: number
  /** Views of the first n * STEP quads, made once each, so that an upload makes no garbage. */
  prefixes: Float32Array[]
}

/** 32-bit words in one quad. */
export const QuadLayout: {
  /** Left, top, width, height: drawing pixels from the upper left corner of the view. */
  readonly rect: 0
  /** The same in the sheet. */
  readonly source: 4
  /** r, g, b, a as bytes, over the picture in the sheet. */
  readonly color: 8
  /** Radius of its corners in pixels. */
  readonly round: 9
  readonly words: 10
  readonly bytes: 40
} = { rect: 0, source: 4, color: 8, round: 9, words: 10, bytes: 40 }

/** Uploads are rounded up to whole steps of so many quads. */
const STEP = 64

export function createQuadBuffer(): QuadBuffer {
  return { floats: new Float32Array(0), words: new Uint32Array(0), count: 0, prefixes: [] }
}

/** Where the next quad goes: the first of its words. */
export function nextQuad(quads: QuadBuffer): number {
  const at = quads.count * QuadLayout.words
  if (at + QuadLayout.words > quads.floats.length) {
    const room = Math.ceil(roomFor(quads.count + 1, quads.count) / STEP) * STEP
    const grown = new Float32Array(room * QuadLayout.words)
    grown.set(quads.floats)
    quads.floats = grown
    quads.words = new Uint32Array(grown.buffer)
    quads.prefixes = []
  }
  quads.count++
  return at
}

/** The packed quads, and a few more that lie behind them: what is uploaded. */
export function quadRange(quads: QuadBuffer): Float32Array {
  const steps = Math.ceil(quads.count / STEP)
  const known = quads.prefixes[steps]
  if (known !== undefined) return known
  const made = quads.floats.subarray(0, steps * STEP * QuadLayout.words)
  quads.prefixes[steps] = made
  return made
}
