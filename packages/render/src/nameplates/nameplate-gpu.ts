/** What labels hold on the GPU of one context: the sheet of texts, and the quads of a view at a time. */
import type { Buffer, DrawCommand, DrawConfig, Texture2D } from 'regl'
import type { Gpu } from '../gpu.js'
import { MOST_WAITING, WHITE_BOX } from './draw-text.js'
import { nameplateFragment, nameplateVertex } from './nameplate-shaders.js'
import type { NameplateState } from './nameplate-state.js'
import { type QuadBuffer, QuadLayout, quadRange } from './quad-buffer.js'
import type { TextBox, TextSheet } from './text-source.js'

export type NameplateGpu = {
  readonly gpu: Gpu
  readonly texture: Texture2D
  readonly corners: Buffer
  readonly quads: Buffer
  quadBytes: number
  /** Quads of the draw, and the size of its picture. */
  count: number
  readonly screen: Float32Array
  readonly draw: DrawCommand
}

/** Makes the GPU's part where there is none in this context. Returns it, and sends the texts that are new. */
export function syncNameplateGpu(state: NameplateState, gpu: Gpu, sheet: TextSheet): number {
  const { atlas, unsent } = state
  const { size } = atlas
  let sent = 0
  if (state.gpu?.gpu !== gpu) {
    state.gpu = createNameplateGpu(gpu, size)
    sent += send(state.gpu.texture, sheet, { x: 0, y: 0, width: size, height: size })
  } else if (unsent.length > MOST_WAITING) {
    sent += send(state.gpu.texture, sheet, { x: 0, y: 0, width: size, height: size })
  } else {
    for (const cell of unsent) sent += send(state.gpu.texture, sheet, cell)
  }
  unsent.length = 0
  return sent
}

function send(texture: Texture2D, sheet: TextSheet, box: Readonly<TextBox>): number {
  const { x, y, width, height } = box
  const data = sheet.read(box)
  const form = { format: 'rgba', type: 'uint8', premultiplyAlpha: true, width, height, data }
  texture.subimage(form as Parameters<Texture2D['subimage']>[0], x, y)
  return width * height * 4
}

function createNameplateGpu(gpu: Gpu, size: number): NameplateGpu {
  const { regl, pass } = gpu
  const texture = regl.texture({
    width: size,
    height: size,
    format: 'rgba',
    type: 'uint8',
    min: 'linear',
    mag: 'linear',
    wrap: 'clamp',
  })
  const corners = regl.buffer(new Float32Array([0, 0, 1, 0, 0, 1, 1, 1]))
  const quads = regl.buffer({ length: 4, type: 'float', usage: 'dynamic' })
  const screen = new Float32Array(2)
  const of = (offset: number, size: number, type = 'float') => {
    return { buffer: quads, stride: QuadLayout.bytes, offset: offset * 4, divisor: 1, type, size }
  }
  const config = {
    vert: nameplateVertex,
    frag: nameplateFragment,
    attributes: {
      corner: corners,
      rect: of(QuadLayout.rect, 4),
      source: of(QuadLayout.source, 4),
      color: { ...of(QuadLayout.color, 4, 'uint8'), normalized: true },
      round: of(QuadLayout.round, 1),
    },
    uniforms: { screen: () => screen, sheet: texture, sheetSize: size },
    count: 4,
    primitive: 'triangle strip',
    instances: () => made.count,
    framebuffer: () => pass.target,
    viewport: () => pass.viewport,
    depth: { enable: false, mask: false },
    // What a label draws is multiplied by its opacity.
    blend: { enable: true, func: { src: 'one', dst: 'one minus src alpha' } },
    dither: false,
  }
  const draw = regl(config as unknown as DrawConfig) as DrawCommand
  const made: NameplateGpu = { gpu, texture, corners, quads, quadBytes: 4, count: 0, screen, draw }
  return made
}

/** Draws the labels of the view that the pass is at. Returns the bytes that were sent. */
export function drawQuads(own: NameplateGpu, quads: QuadBuffer): number {
  const { viewport } = own.gpu.pass
  const room = quads.floats.byteLength
  if (room > own.quadBytes) {
    own.quads({ length: room, type: 'float', usage: 'dynamic' })
    own.quadBytes = room
  }
  const range = quadRange(quads)
  own.quads.subdata(range, 0)
  own.count = quads.count
  own.screen[0] = viewport.width
  own.screen[1] = viewport.height
  own.draw()
  return range.byteLength
}

export function nameplateBytes({ quadBytes }: NameplateGpu, size: number): number {
  return size * size * 4 + quadBytes + 32
}

/** Frees everything. */
export function destroyNameplateGpu({ texture, corners, quads }: NameplateGpu): void {
  texture.destroy()
  corners.destroy()
  quads.destroy()
}

/** Makes the corner white from which plain areas are drawn. */
export function fillWhite(sheet: TextSheet): void {
  sheet.fill(WHITE_BOX)
}
