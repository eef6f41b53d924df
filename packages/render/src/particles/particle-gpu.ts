/** What particles hold on the GPU of one context, and their one command. */
import type { AttributeConfig, Buffer, DrawCommand, DrawConfig, Texture2D } from 'regl'
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
 * What the command reads: how many, one over the atlas's side, unit vectors to the right and up in the
 * picture, and where in the buffer the particles stand.
 */
type Now = {
  count: number
  texel: number
  readonly right: Float32Array
  readonly up: Float32Array
  readonly attributes: Readonly<
    Record<'center' | 'axis' | 'color' | 'cell' | 'traits' | 'ground', AttributeConfig>
  >
}

export function createParticleGpu(gpu: Gpu): ParticleGpu {
  const { regl } = gpu
  const instances = regl.buffer({ length: 4, type: 'float', usage: 'dynamic' })
  const texture = regl.texture({ width: 1, height: 1, min: 'linear', mag: 'linear' })
  const [right, up] = [new Float32Array(3), new Float32Array(3)]
  const now: Now = { count: 0, texel: 1, right, up, attributes: createAttributes(instances) }
  const draw = compile(gpu, texture, now)
  return { gpu, instances, bytes: 4, texture, revision: -1, size: 1, draw, now }
}

export function particleGpuBytes({ bytes, size }: ParticleGpu): number {
  return bytes + size * size * 4
}

/**
 * Draws those of a view's particles that go before a stop of its list, at once; before the first of them it
 * sends all. Returns the bytes that were sent.
 */
export function drawParticles(
  particles: ParticleGpu,
  atlas: Atlas,
  buffer: ParticleBuffer,
  view: RenderView,
  stop: number,
  tally: Tally,
): number {
  const { now } = particles
  const first = stop === 0 ? 0 : buffer.ends[stop - 1]!
  const sent = first === 0 ? syncAtlas(particles, atlas) + sendParticles(particles, buffer) : 0
  now.count = buffer.ends[stop]! - first
  pointAt(now.attributes, first)
  writeAxes(now, view)
  particles.draw()
  tally.drawCalls++
  tally.instances += now.count
  tally.triangles += now.count * 2
  return sent
}

function sendParticles(particles: ParticleGpu, buffer: ParticleBuffer): number {
  const { instances } = particles
  const range = particleRange(buffer)
  if (buffer.floats.byteLength > particles.bytes) {
    particles.bytes = buffer.floats.byteLength
    instances({ length: particles.bytes, type: 'float', usage: 'dynamic' })
  }
  instances.subdata(range, 0)
  return range.byteLength
}

/** Attributes begin at particle `first`. */
function pointAt(attributes: Now['attributes'], first: number): void {
  const at = first * ParticleLayout.bytes
  attributes.center.offset = at + ParticleLayout.position * 4
  attributes.axis.offset = at + ParticleLayout.axis * 4
  attributes.color.offset = at + ParticleLayout.color * 4
  attributes.cell.offset = at + ParticleLayout.cell * 4
  attributes.traits.offset = at + ParticleLayout.traits * 4
  attributes.ground.offset = at + ParticleLayout.floor * 4
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

function createAttributes(buffer: Buffer): Now['attributes'] {
  const stride = ParticleLayout.bytes
  const floats = (size: number): AttributeConfig => {
    return { buffer, stride, offset: 0, divisor: 1, type: 'float', size }
  }
  const bytes = (): AttributeConfig => ({ ...floats(4), type: 'uint8', normalized: true })
  return {
    center: floats(4),
    axis: floats(4),
    color: bytes(),
    cell: { ...floats(4), type: 'uint16' },
    traits: bytes(),
    ground: floats(1),
  }
}

function compile({ regl, pass, environment }: Gpu, texture: Texture2D, now: Now): DrawCommand {
  const { attributes } = now
  const config = {
    vert: particleVertex,
    frag: particleFragment,
    attributes: {
      corner: regl.buffer(new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1])),
      center: () => attributes.center,
      axis: () => attributes.axis,
      color: () => attributes.color,
      cell: () => attributes.cell,
      traits: () => attributes.traits,
      ground: () => attributes.ground,
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
