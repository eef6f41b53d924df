import type { Regl } from 'regl'
import type { Environment } from '../environment.js'
import { MAX_CASCADES, type Pass } from '../pass.js'
import { depthFragment, depthVertex } from '../shaders/depth.js'
import { createRunCommand, type RunCommand, type RunUniform } from './run-command.js'

/** Compiles the command that draws casters into a shadow map; `packed` writes depth as the bytes of a colour. */
export function createDepthCommand(
  regl: Regl,
  pass: Pass,
  environment: Environment,
  variant: number,
  packed: boolean,
): RunCommand {
  return createRunCommand(regl, pass, {
    vertex: depthVertex,
    fragment: depthFragment,
    variant,
    defines: packed ? '#define PACKED\n' : '',
    uniforms: {
      ...lightMapUniforms(pass, environment),
    },
    state: {
      colorMask: [packed, packed, packed, packed],
      polygonOffset: { enable: true, offset: { factor: 1.5, units: 2 } },
    },
  })
}

/** Uniforms of `mapVertexChunk`. */
export function lightMapUniforms(pass: Pass, environment: Environment): Record<string, RunUniform> {
  return {
    ...mapUniforms(pass, MAX_CASCADES),
    lightRight: () => pass.lightRight,
    lightUp: () => pass.lightUp,
    sunDirection: () => environment.sunDirection,
    maps: () => pass.maps,
  }
}

/** Where the maps of the first `count` cascades lie. */
export function mapUniforms(pass: Pass, count: number): Record<string, RunUniform> {
  const uniforms: Record<string, RunUniform> = {}
  for (let i = 0; i < count; i++) {
    uniforms[`cascadePlace[${i}]`] = () => pass.cascadePlace[i]
    uniforms[`cascadeDepth[${i}]`] = () => pass.cascadeDepth[i]
  }
  return uniforms
}
