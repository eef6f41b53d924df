import type { Buffer, DrawCommand, DrawConfig, Regl } from 'regl'
import { type LineBuffer, LineLayout } from '../line-buffer.js'
import type { Pass } from '../pass.js'
import { linesFragment, linesVertex } from '../shaders/lines.js'

/** Debug lines on the GPU: drawn where they are in front, and faintly where they are behind. */
export type LinesCommands = {
  /** Sends the lines and draws them; returns the bytes that were sent. */
  readonly draw: (lines: LineBuffer) => number
}

/** Share of a line's strength behind other things. */
const BEHIND = 0.25

/** Compiles both commands and makes their buffer. */
export function createLinesCommands(regl: Regl, pass: Pass): LinesCommands {
  const buffer = regl.buffer({ length: 4, usage: 'dynamic' })
  let room = 4
  let count = 0
  const inFront = compileLines(regl, pass, buffer, 'lequal', () => count)
  const behind = compileLines(regl, pass, buffer, 'greater', () => count)
  return {
    draw(lines) {
      count = lines.count * 2
      if (count === 0) return 0
      if (lines.floats.byteLength > room) {
        room = lines.floats.byteLength
        buffer({ length: room, usage: 'dynamic' })
      }
      buffer.subdata(lines.floats.subarray(0, count * LineLayout.words))
      pass.strength = 1
      inFront()
      pass.strength = BEHIND
      behind()
      return count * LineLayout.bytes
    },
  }
}

function compileLines(
  regl: Regl,
  pass: Pass,
  buffer: Buffer,
  depthTest: 'lequal' | 'greater',
  count: () => number,
): DrawCommand {
  const stride = LineLayout.bytes
  const config = {
    vert: linesVertex,
    frag: linesFragment,
    attributes: {
      position: { buffer, stride, offset: 0, type: 'float', size: 3 },
      color: { buffer, stride, offset: LineLayout.color * 4, type: 'uint8', size: 4, normalized: true },
    },
    uniforms: {
      viewProjection: () => pass.viewProjection,
      origin: () => pass.origin,
      strength: () => pass.strength,
    },
    count: () => count(),
    primitive: 'lines',
    framebuffer: () => pass.target,
    viewport: () => pass.viewport,
    depth: { enable: true, mask: false, func: depthTest },
    blend: { enable: true, func: { src: 'src alpha', dst: 'one minus src alpha' } },
    dither: false,
  }
  return regl(config as unknown as DrawConfig)
}
