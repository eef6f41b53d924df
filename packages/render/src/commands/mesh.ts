import type { DefaultContext, Regl } from 'regl'
import type { Environment } from '../environment.js'
import type { RunProps } from '../gpu-instances.js'
import type { Pass } from '../pass.js'
import { meshFragment, meshVertex } from '../shaders/mesh.js'
import { mapsPerSide } from '../shadow-cascades.js'
import { mapUniforms } from './depth.js'
import { createRunCommand, type RunCommand, type RunUniform } from './run-command.js'
import { Variant } from './variant.js'

/** How shadows are read. */
export type ShadowForm = { readonly cascades: number; readonly softness: number; readonly packed: boolean }

/** Uniforms of the fog, sky and tone chunks. */
export function airUniforms(pass: Pass, environment: Environment): Record<string, () => unknown> {
  return {
    origin: () => pass.origin,
    exposure: () => environment.exposure,
    fog: () => environment.fog,
    fogAtEye: () => fogAt(environment, pass.origin[1]!),
    fogColor: () => environment.fogColor,
    fogSunColor: () => environment.fogSunColor,
    sunDirection: () => environment.sunDirection,
    skyZenith: () => environment.skyZenith,
    skyHorizon: () => environment.skyHorizon,
    skySun: () => environment.skySun,
  }
}

/** Uniforms of `aroundChunk`. */
export function lightUniforms(environment: Environment): Record<string, () => unknown> {
  return {
    sunColor: () => environment.sunColor,
    ambientSky: () => environment.ambientSky,
    ambientGround: () => environment.ambientGround,
    bounce: () => environment.bounce,
  }
}

/** Density of the haze at a height, 1 at its base. */
function fogAt({ fog }: Environment, height: number): number {
  return Math.exp(Math.min(-(height - fog[2]!) / fog[3]!, 4))
}

/** Compiles the command that draws lit instances in this variant; `shadows` matters where the variant has them. */
export function createMeshCommand(
  regl: Regl,
  pass: Pass,
  environment: Environment,
  variant: number,
  shadows: ShadowForm,
): RunCommand {
  const withShadows = (variant & Variant.shadows) !== 0
  return createRunCommand(regl, pass, {
    vertex: meshVertex,
    fragment: meshFragment,
    variant,
    defines: withShadows ? shadowDefines(shadows) : '',
    uniforms: {
      ...airUniforms(pass, environment),
      ...(withShadows ? shadowUniforms(pass, shadows.cascades) : {}),
      viewProjection: () => pass.viewProjection,
      ...lightUniforms(environment),
      materialColor: (_context: DefaultContext, props: RunProps) => props.material.color,
      glow: (_context: DefaultContext, props: RunProps) => props.material.glow,
    },
    state: {
      blend: {
        enable: (variant & Variant.blended) !== 0,
        func: {
          srcRGB: 'src alpha',
          dstRGB: 'one minus src alpha',
          srcAlpha: 'one',
          dstAlpha: 'one minus src alpha',
        },
      },
    },
  })
}

/** Preprocessor lines of the shadow chunk. */
export function shadowDefines({ cascades, softness, packed }: ShadowForm): string {
  const maps = mapsPerSide(cascades).toFixed(1)
  const form = `#define CASCADES ${cascades}\n#define MAPS ${maps}\n#define SOFTNESS ${softness}\n`
  return packed ? `${form}#define PACKED\n` : form
}

/** Uniforms of the shadow chunk. */
export function shadowUniforms(pass: Pass, cascades: number): Record<string, RunUniform> {
  return {
    ...mapUniforms(pass, cascades),
    shadowMap: () => pass.shadowMap,
    shadowSize: () => pass.shadowSize,
    lightRight: () => pass.lightRight,
    lightUp: () => pass.lightUp,
    viewDepth: () => pass.viewDepth,
  }
}
