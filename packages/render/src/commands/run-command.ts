import type { AttributeConfig, DefaultContext, DrawCommand, DrawConfig, Regl } from 'regl'
import type { RunProps } from '../gpu-instances.js'
import type { Pass } from '../pass.js'
import { definesOf, Variant } from './variant.js'

/** A command that draws runs of instances. */
export type RunCommand = DrawCommand<DefaultContext, RunProps>

/** A uniform that is the same for a whole batch, or one that follows the run. */
export type RunUniform = (() => unknown) | ((context: DefaultContext, props: RunProps) => unknown)

/** What differs between the commands that draw runs. */
export type RunCommandForm = {
  readonly vertex: string
  readonly fragment: string
  /** Preprocessor lines beside those of the variant. */
  readonly defines?: string
  readonly variant: number
  readonly uniforms: Readonly<Record<string, RunUniform>>
  readonly state?: Pick<DrawConfig, 'blend' | 'colorMask' | 'polygonOffset'>
}

/** Uniforms of the instance chunk. */
const instanceUniforms = (pass: Pass): Record<string, RunUniform> => {
  const wind = new Float32Array(2)
  return {
    origin: () => pass.origin,
    wind: (_context: DefaultContext, props: RunProps) => {
      wind[0] = props.material.wind
      wind[1] = pass.time
      return wind
    },
    surface: (_context: DefaultContext, props: RunProps) => props.material.surface,
    image: (_context: DefaultContext, props: RunProps) => props.material.texture,
    poses: () => pass.poses?.texture,
    poseSize: () => pass.poses?.size,
  }
}

/** Undefined only where no shader asks for it. */
type RunAttribute = (context: DefaultContext, props: RunProps) => AttributeConfig | undefined

const runAttributes: Record<string, RunAttribute> = {
  position: (_context, props) => props.mesh.position,
  normal: (_context, props) => props.mesh.normal,
  color: (_context, props) => props.mesh.color,
  uv: (_context, props) => props.mesh.uv,
  row0: (_context, props) => props.row0,
  row1: (_context, props) => props.row1,
  row2: (_context, props) => props.row2,
  tint: (_context, props) => props.tint,
  fade: (_context, props) => props.fade,
  pose: (_context, props) => props.pose,
  joints: (_context, props) => props.mesh.joints,
  weights: (_context, props) => props.mesh.weights,
  morph0: (_context, props) => props.mesh.morphs[0],
  morph1: (_context, props) => props.mesh.morphs[1],
  morph2: (_context, props) => props.mesh.morphs[2],
  morph3: (_context, props) => props.mesh.morphs[3],
}

/**
 * Compiles a command: a complete statement of the GPU's state for one kind of draw. It goes to the pass's target and
 * viewport; depth test on; depth written unless blended; back faces left out unless both sides count.
 */
export function createRunCommand(regl: Regl, pass: Pass, form: RunCommandForm): RunCommand {
  const { vertex, fragment, variant, uniforms, state, defines = '' } = form
  const head = definesOf(variant) + defines
  const config = {
    vert: head + vertex,
    frag: head + fragment,
    attributes: runAttributes,
    uniforms: { ...instanceUniforms(pass), ...uniforms },
    elements: (_context: DefaultContext, props: RunProps) => props.mesh.elements,
    instances: (_context: DefaultContext, props: RunProps) => props.instances,
    framebuffer: () => pass.target,
    viewport: () => pass.viewport,
    depth: {
      enable: true,
      mask: (variant & Variant.blended) === 0,
      func: (variant & Variant.infinite) === 0 ? 'less' : 'lequal',
    },
    cull: { enable: (variant & Variant.doubleSided) === 0, face: 'back' },
    dither: false,
    ...state,
  }
  // regl's types want each uniform and attribute listed as a type of its own.
  return regl(config as unknown as DrawConfig) as unknown as RunCommand
}
