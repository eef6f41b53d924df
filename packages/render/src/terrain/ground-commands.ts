/** Commands that draw patches, compiled when they are first needed. */
import type { AttributeConfig, DefaultContext, DrawCommand, DrawConfig, Elements } from 'regl'
import { lightMapUniforms } from '../commands/depth.js'
import { airUniforms, lightUniforms, shadowDefines, shadowUniforms } from '../commands/mesh.js'
import type { RunUniform } from '../commands/run-command.js'
import type { Shadows } from '../state.js'
import type { GroundFrame } from './ground-frame.js'
import type { GroundGpu } from './ground-gpu.js'
import {
  groundDepthFragment,
  groundDepthVertex,
  groundFragment,
  groundPlainFragment,
  groundPlainVertex,
  groundVertex,
} from './ground-shaders.js'
import type { TerrainDrawing } from './terrain-drawing.js'

/** What a command gets for one draw: which patches. */
export type PatchProps = {
  instances: number
  readonly placement: AttributeConfig
  readonly snaps: AttributeConfig
  readonly shares: AttributeConfig
  readonly map: AttributeConfig
  /** Of a patch whose vertices come ready. */
  readonly ground: AttributeConfig
  readonly rise: AttributeConfig
}

export type PatchCommand = DrawCommand<DefaultContext, PatchProps>

/** What patches are drawn into. */
export type GroundKind = 'picture' | 'shadow' | 'plain' | 'lines'

const KINDS: readonly GroundKind[] = ['picture', 'shadow', 'plain', 'lines']

/** The command for what is drawn now. */
export function groundCommand(
  drawing: TerrainDrawing,
  ground: GroundGpu,
  kind: GroundKind,
  shadows: Shadows | undefined,
): PatchCommand {
  const { cascades, softness } = shadows?.settings ?? NO_SHADOWS
  const levels = kind === 'picture' && drawing.debug.levels
  const holes = ground.heights.cells !== undefined
  const key = KINDS.indexOf(kind) | (levels ? 4 : 0) | (holes ? 8 : 0) | (cascades << 4) | (softness << 8)
  const known = ground.commands.get(key)
  if (known !== undefined) return known
  const made = compile(drawing, ground, kind, levels, holes, { cascades, softness })
  ground.commands.set(key, made)
  return made
}

const NO_SHADOWS = { cascades: 0, softness: 1 }

type Form = Pick<DrawConfig, 'vert' | 'frag' | 'blend' | 'colorMask' | 'depth' | 'polygonOffset'> & {
  readonly uniforms: Readonly<Record<string, RunUniform>>
  readonly elements: Elements
}

function compile(
  drawing: TerrainDrawing,
  ground: GroundGpu,
  kind: GroundKind,
  levels: boolean,
  holes: boolean,
  shadows: { cascades: number; softness: number },
): PatchCommand {
  const { gpu } = ground
  const { pass, packedDepth } = gpu
  const { vert, frag, uniforms, ...state } = forms[kind](drawing, ground, shadows)
  const head =
    chunkDefines(drawing, ground) +
    (levels ? '#define LEVELS\n' : '') +
    (holes ? '#define HOLES\n' : '') +
    (kind === 'lines' ? '#define LINES\n' : '') +
    (kind === 'shadow' && packedDepth ? '#define PACKED\n' : '') +
    (shadows.cascades > 0 ? `#define SHADOWS\n${shadowDefines({ ...shadows, packed: packedDepth })}` : '')
  const config = {
    vert: head + vert,
    frag: head + frag,
    attributes: patchAttributes(ground),
    uniforms: { ...placeUniforms(drawing.frame, ground), ...uniforms },
    instances: (_context: DefaultContext, props: PatchProps) => props.instances,
    framebuffer: () => pass.target,
    viewport: () => pass.viewport,
    depth: { enable: true, mask: true, func: 'less' },
    cull: { enable: true, face: 'back' },
    dither: false,
    ...state,
  }
  return gpu.regl(config as unknown as DrawConfig) as unknown as PatchCommand
}

const forms: Record<
  GroundKind,
  (drawing: TerrainDrawing, ground: GroundGpu, shadows: { cascades: number }) => Form
> = {
  picture: (drawing, { gpu, triangles, layers, control }, { cascades }) => ({
    vert: groundVertex,
    frag: groundFragment(layers.length, control !== undefined),
    elements: triangles,
    uniforms: {
      ...airUniforms(gpu.pass, gpu.environment),
      ...lightUniforms(gpu.environment),
      ...(cascades > 0 ? shadowUniforms(gpu.pass, cascades) : {}),
      ...layerUniforms(drawing, layers),
      control: () => control,
      viewProjection: () => gpu.pass.viewProjection,
    },
  }),
  shadow: (_drawing, { gpu, triangles }) => ({
    vert: groundDepthVertex,
    frag: groundDepthFragment,
    elements: triangles,
    uniforms: lightMapUniforms(gpu.pass, gpu.environment),
    colorMask: [gpu.packedDepth, gpu.packedDepth, gpu.packedDepth, gpu.packedDepth],
    polygonOffset: { enable: true, offset: { factor: 1.5, units: 2 } },
  }),
  plain: (drawing, { gpu, triangles }) => ({
    vert: groundPlainVertex,
    frag: groundPlainFragment,
    elements: triangles,
    uniforms: { viewProjection: () => gpu.pass.viewProjection, plain: () => drawing.itemColor },
  }),
  lines: (_drawing, { gpu, lines }) => ({
    vert: groundPlainVertex,
    frag: groundPlainFragment,
    elements: lines,
    uniforms: { viewProjection: () => gpu.pass.viewProjection, plain: () => LINE_COLOR },
    depth: { enable: true, mask: false, func: 'lequal' },
    blend: { enable: true, func: { src: 'src alpha', dst: 'one minus src alpha' } },
  }),
}

const LINE_COLOR: readonly number[] = [0.05, 0.06, 0.08, 0.5]

/** Preprocessor lines of the ground chunk. */
export function chunkDefines({ tree, morph }: TerrainDrawing, { vertices }: GroundGpu): string {
  const { quadsPerPatch, quadsPerSample } = tree.grid
  const lines = [`SIDE ${quadsPerPatch}.0`, `QUADS_PER_SAMPLE ${quadsPerSample}.0`]
  if (quadsPerSample > 1) lines.push('INTERPOLATED')
  if (vertices !== undefined) lines.push('BUFFERS')
  else if (morph > 0) lines.push(`MORPH ${morph}`, `MOST_MORPH ${2 ** morph}.0`)
  return lines.map((line) => `#define ${line}\n`).join('')
}

type PatchAttribute = (context: DefaultContext, props: PatchProps) => AttributeConfig

function patchAttributes({ vertices, corners }: GroundGpu): Record<string, PatchAttribute | AttributeConfig> {
  const placed: Record<string, PatchAttribute> = {
    placement: (_context, props) => props.placement,
    map: (_context, props) => props.map,
  }
  if (vertices !== undefined) {
    return { ...placed, ground: (_context, props) => props.ground, rise: (_context, props) => props.rise }
  }
  return {
    ...placed,
    snaps: (_context, props) => props.snaps,
    shares: (_context, props) => props.shares,
    corner: { buffer: corners, type: 'float', size: 2 },
  }
}

/** Uniforms of the ground chunk and of holes. */
export function placeUniforms(frame: GroundFrame, { heights }: GroundGpu): Record<string, RunUniform> {
  return {
    lastQuad: () => frame.lastQuad,
    eyeQuad: () => frame.eyeQuad,
    eyeRest: () => frame.eyeRest,
    quadSize: () => frame.quadSize,
    heightSteps: () => frame.heightSteps,
    morphEye: () => frame.morphEye,
    fieldPlace: () => frame.fieldPlace,
    texel: () => frame.texel,
    heights: () => heights.samples,
    cells: () => heights.cells,
  }
}

function layerUniforms(
  { frame, layers }: TerrainDrawing,
  textures: GroundGpu['layers'],
): Record<string, RunUniform> {
  const uniforms: Record<string, RunUniform> = { eyeHeight: () => frame.eyeHeight }
  frame.layerPlace.forEach((place, k) => {
    uniforms[`layerPlace[${k}]`] = () => place
  })
  textures.forEach((texture, k) => {
    uniforms[`layer${k}`] = () => texture
    uniforms[`layerHeight[${k}]`] = () => layers.heights[k]
    uniforms[`layerSlope[${k}]`] = () => layers.slopes[k]
    uniforms[`layerControl[${k}]`] = () => layers.controls[k]
  })
  return uniforms
}
