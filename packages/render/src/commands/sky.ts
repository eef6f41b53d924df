import type { DrawCommand, DrawConfig, Regl } from 'regl'
import type { Environment } from '../environment.js'
import type { Pass } from '../pass.js'
import { skyFragment, skyVertex } from '../shaders/sky.js'
import { airUniforms } from './mesh.js'

/** The sky's commands, with and without clouds, and what they hold on the GPU. */
export type SkyCommands = {
  readonly clear: DrawCommand
  readonly cloudy: DrawCommand
}

/** Compiles both. They fill what nothing has been drawn over: depth test at the far plane, no depth written. */
export function createSkyCommands(regl: Regl, pass: Pass, environment: Environment): SkyCommands {
  const corners = regl.buffer(new Float32Array([-1, -1, 3, -1, -1, 3]))
  const compile = (defines: string): DrawCommand => {
    const config = {
      vert: defines + skyVertex,
      frag: defines + skyFragment,
      attributes: { corner: corners },
      uniforms: {
        ...airUniforms(pass, environment),
        rays: () => pass.rays,
        sky: () => environment.sky,
        time: () => pass.time,
      },
      count: 3,
      framebuffer: () => pass.target,
      viewport: () => pass.viewport,
      depth: { enable: true, mask: false, func: 'lequal' },
      dither: false,
    }
    return regl(config as unknown as DrawConfig)
  }
  return { clear: compile(''), cloudy: compile('#define CLOUDS\n') }
}
