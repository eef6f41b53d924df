/** What particles hold on the GPU of one context, and their one command. */
import type { Buffer, DrawCommand, DrawConfig, Texture2D } from 'regl'
import { airUniforms, lightUniforms } from '../commands/mesh.js'
import type { Tally } from '../draw-runs.js'
import type { Gpu } from '../gpu.js'
import { particleFragment, particleVertex } from '../shaders/particles.js'
import type { RenderView } from '../state.js'
import type { Atlas } from './atlas.js'
import { type ParticleBuffer, particleRange } from './particle-buffer.js'
import { ParticleLayout } from './particle-pool.js'

export type ParticleGpu = {
  readonly gpu: Gpu
  readonly instances: Buffer
  bytes: number
  readonly texture: Texture2D
  /** What of the atlas is in the texture. */
  revision: number
  size: number
  readonly draw: DrawCommand
  readonly now: Now
}

/**
 * What the command reads: how many, one over the atlas's side, and unit vectors to the right and up in the
 * picture.
 */
type Now = { count: number; texel: number; readonly right: Float32Array; readonly up: Float32Array }

export function createParticleGpu(gpu: Gpu): ParticleGpu {
  const { regl } = gpu
  const instances = regl.buffer({ length: 4, type: 'float', usage: 'dynamic' })
  const texture = regl.texture({ width: 1, height: 1, min: 'linear', mag: 'linear' })
  const now: Now = { count: 0, texel: 1, right: new Float32Array(3), up: new Float32Array(3) }
  const draw = compile(gpu, instances, texture, now)
  return { gpu, instances, bytes: 4, texture, revision: -1, size: 1, draw, now }
}

export function particleGpuBytes({ bytes, size }: ParticleGpu): number {
  return bytes + size * size * 4
}

/** Sends a view's particles and draws them, all at once. Returns the bytes that were sent. */
export function drawParticles(
  particles: ParticleGpu,
  atlas: Atlas,
  buffer: ParticleBuffer,
  view: RenderView,
  tally: Tally,
): number {
  let sent = syncAtlas(particles, atlas)
  const { instances, now } = particles
  const range = particleRange(buffer)
  if (buffer.floats.byteLength > particles.bytes) {
    particles.bytes = buffer.floats.byteLength
    instances({ length: particles.bytes, type: 'float', usage: 'dynamic' })
  }
  instances.subdata(range, 0)
  sent += range.byteLength
  now.count = buffer.count
  writeAxes(now, view)
  particles.draw()
  tally.drawCalls++
  tally.instances += buffer.count
  tally.triangles += buffer.count * 2
  return sent
}

function syncAtlas(particles: ParticleGpu, atlas: Atlas): number {
  if (particles.revision === atlas.revision) return 0
  const { size, pixels } = atlas
  particles.texture({ width: size, height: size, data: pixels, min: 'linear', mag: 'linear' })
  particles.revision = atlas.revision
  particles.size = size
  particles.now.texel = 1 / size
  return pixels.byteLength
}

/**
 * Unit vectors to the right and up in the picture. Rays tell them for perspectives; parallel projections have
 * them in their matrix.
 */
function writeAxes(now: Now, { frame: { rays, viewProjection } }: RenderView): void {
  writeAxis(now.right, rays, 3, viewProjection, 0)
  writeAxis(now.up, rays, 6, viewProjection, 1)
}

function writeAxis(
  out: Float32Array,
  rays: Float32Array,
  ray: number,
  matrix: Float32Array,
  row: number,
): void {
  for (let k = 0; k < 3; k++) out[k] = rays[ray + k]!
  if (out[0] === 0 && out[1] === 0 && out[2] === 0) for (let k = 0; k < 3; k++) out[k] = matrix[k * 4 + row]!
  const length = Math.sqrt(out[0]! * out[0]! + out[1]! * out[1]! + out[2]! * out[2]!) || 1
  for (let k = 0; k < 3; k++) out[k] = out[k]! / length
}

function compile(
  { regl, pass, environment }: Gpu,
  instances: Buffer,
  texture: Texture2D,
  now: Now,
): DrawCommand {
  const stride = ParticleLayout.bytes
  const floats = (size: number, word: number): object => ({
    buffer: instances,
    stride,
    offset: word * 4,
    divisor: 1,
    type: 'float',
    size,
  })
  const bytes = (word: number): object => ({ ...floats(4, word), type: 'uint8', normalized: true })
  const config = {
    vert: particleVertex,
    frag: particleFragment,
    attributes: {
      corner: regl.buffer(new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1])),
      center: floats(4, ParticleLayout.position),
      axis: floats(4, ParticleLayout.axis),
      color: bytes(ParticleLayout.color),
      cell: { ...floats(4, ParticleLayout.cell), type: 'uint16' },
      traits: bytes(ParticleLayout.traits),
      ground: floats(1, ParticleLayout.floor),
    },
    uniforms: {
      ...airUniforms(pass, environment),
      ...lightUniforms(environment),
      viewProjection: () => pass.viewProjection,
      right: () => now.right,
      up: () => now.up,
      image: texture,
      texel: () => now.texel,
    },
    count: 4,
    primitive: 'triangle strip',
    instances: () => now.count,
    framebuffer: () => pass.target,
    viewport: () => pass.viewport,
    depth: { enable: true, mask: false, func: 'lequal' },
    // Colours come multiplied by their alpha, and what is added says so with an alpha of 0: both in one draw,
    // in order.
    blend: { enable: true, func: { src: 'one', dst: 'one minus src alpha' } },
    dither: false,
  }
  return regl(config as unknown as DrawConfig)
}
