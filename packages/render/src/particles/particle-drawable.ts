/** Particles in the stages of drawing. */
import type { World } from '@sightline/core'
import type { Drawable } from '../drawable.js'
import type { RenderView } from '../state.js'
import { createParticleBuffer, type ParticleBuffer, packParticles } from './particle-buffer.js'
import { createParticleGpu, drawParticles, type ParticleGpu, particleGpuBytes } from './particle-gpu.js'
import type { ParticleState } from './particle-state.js'

export function createDrawable(world: World, state: ParticleState): Drawable {
  const buffers = new WeakMap<RenderView, ParticleBuffer>()
  let particleGpu: ParticleGpu | undefined
  const bufferOf = (view: RenderView): ParticleBuffer => {
    let found = buffers.get(view)
    if (found === undefined) {
      found = createParticleBuffer()
      buffers.set(view, found)
    }
    return found
  }
  return {
    pack(view) {
      const buffer = bufferOf(view)
      packParticles(world, buffer, state, view)
      state.stats.drawn += buffer.count
    },
    drawPicture: () => 0,
    drawShadow: () => 0,
    drawItems() {},
    drawBlended(gpu, view, stop, tally) {
      const buffer = bufferOf(view)
      if (buffer.count === 0 || buffer.ends[stop] === (stop === 0 ? 0 : buffer.ends[stop - 1])) return 0
      if (particleGpu?.gpu !== gpu) particleGpu = createParticleGpu(gpu)
      return drawParticles(particleGpu, state.effects.atlas, buffer, view, stop, tally)
    },
    drawOver: () => 0,
    bytesHeld: (gpu) => (particleGpu?.gpu === gpu ? particleGpuBytes(particleGpu) : 0),
  }
}
