import type { DrawCommand, DrawConfig, Framebuffer2D, Regl, Texture2D } from 'regl'
import type { PoseRefs } from './animation/pose-refs.js'
import { createDepthCommand } from './commands/depth.js'
import { createItemCommand } from './commands/item.js'
import { createLinesCommands, type LinesCommands } from './commands/lines.js'
import { createMeshCommand, type ShadowForm } from './commands/mesh.js'
import type { RunCommand } from './commands/run-command.js'
import { createSkyCommands, type SkyCommands } from './commands/sky.js'
import { SHAPE_BITS, Variant } from './commands/variant.js'
import type { Environment } from './environment.js'
import { createGpuInstances, type GpuInstances } from './gpu-instances.js'
import { createGpuStore, type GpuStore } from './gpu-meshes.js'
import { canPose, createGpuPoses, type GpuPoses, releaseRefs } from './gpu-poses.js'
import type { InstanceBuffer } from './instance-buffer.js'
import { createPass, type Pass } from './pass.js'
import { mapsPerSide } from './shadow-cascades.js'
import type { Shadows } from './state.js'

/** All that we hold on the GPU of one context. When the context is lost it is made anew from what the world keeps. */
export type Gpu = {
  readonly regl: Regl
  readonly environment: Environment
  readonly pass: Pass
  readonly store: GpuStore
  readonly instances: Map<InstanceBuffer, GpuInstances>
  readonly shadowMaps: Map<Shadows, ShadowMap>
  /** Commands by variant and form, compiled when they are first needed. */
  readonly commands: Map<number, RunCommand>
  readonly sky: SkyCommands
  readonly lines: LinesCommands
  /** Clears the pass's part of its target. */
  readonly clear: (r: number, g: number, b: number, a: number) => void
  itemBuffer: ItemBuffer | undefined
  /** Depth comes in the bytes of a colour, since there are no depth textures. */
  readonly packedDepth: boolean
}

/** The texture with the maps of all cascades of a view. */
export type ShadowMap = {
  readonly target: Framebuffer2D
  /** What is read: depth, or depth packed into a colour. */
  readonly texture: Texture2D
  /** Texels along a side. */
  readonly size: number
  readonly bytes: number
  readonly destroy: () => void
}

/** Where entities are drawn in the colours of their ids. */
export type ItemBuffer = { readonly target: Framebuffer2D; readonly width: number; readonly height: number }

/** Makes what every picture needs; the rest comes when it is used. */
export function createGpu(regl: Regl, environment: Environment, packedDepth: boolean): Gpu {
  const pass = createPass()
  return {
    regl,
    environment,
    pass,
    store: createGpuStore(),
    instances: new Map(),
    shadowMaps: new Map(),
    commands: new Map(),
    sky: createSkyCommands(regl, pass, environment),
    lines: createLinesCommands(regl, pass),
    clear: createClear(regl, pass),
    itemBuffer: undefined,
    packedDepth: packedDepth || !regl.hasExtension('WEBGL_depth_texture'),
  }
}

/** Frees everything, and our regl with it. */
export function destroyGpu(gpu: Gpu): void {
  gpu.regl.destroy()
}

/** The buffer of a list, made on first use. */
export function gpuInstances(gpu: Gpu, instances: InstanceBuffer): GpuInstances {
  let found = gpu.instances.get(instances)
  if (found === undefined) {
    found = createGpuInstances(gpu.regl)
    gpu.instances.set(instances, found)
  }
  return found
}

/** Frees the buffers of a list that is drawn no longer. */
export function releaseInstances(
  gpu: Gpu,
  { instances, poseRefs }: { readonly instances: InstanceBuffer; readonly poseRefs: PoseRefs },
): void {
  gpu.instances.get(instances)?.buffer.destroy()
  gpu.instances.delete(instances)
  releaseRefs(gpu.pass.poses, poseRefs)
}

/** The poses of skinned meshes, made on first use; undefined where this GPU cannot draw them. */
export function gpuPoses({ regl, pass }: Gpu): GpuPoses | undefined {
  if (pass.poses === undefined && canPose(regl)) pass.poses = createGpuPoses(regl)
  return pass.poses
}

/** What a run is drawn for. */
export type Pipeline = 'picture' | 'shadow' | 'item'

/**
 * The command for a variant, compiled on first use. `shadows` are those that the picture shows; pass undefined where
 * there are none.
 */
export function commandFor(
  gpu: Gpu,
  pipeline: Pipeline,
  variant: number,
  shadows: Shadows | undefined,
): RunCommand {
  if (pipeline !== 'picture') return shapeCommand(gpu, pipeline, variant & SHAPE_BITS)
  const { cascades, softness } = shadows?.settings ?? NO_SHADOWS
  const shaded = cascades > 0 && (variant & Variant.lit) !== 0
  // Shadows fall on pixels, whatever the material asks for.
  const full = shaded ? (variant & ~Variant.coarse) | Variant.shadows : variant
  const key = full | (cascades << 11) | (softness << 15)
  const known = gpu.commands.get(key)
  if (known !== undefined) return known
  const form: ShadowForm = { cascades, softness, packed: gpu.packedDepth }
  const made = createMeshCommand(gpu.regl, gpu.pass, gpu.environment, full, form)
  gpu.commands.set(key, made)
  return made
}

const NO_SHADOWS = { cascades: 0, softness: 1 }
const SHADOW_KEY = 1 << 20
const ITEM_KEY = 1 << 21

function shapeCommand(gpu: Gpu, pipeline: 'shadow' | 'item', variant: number): RunCommand {
  const key = variant | (pipeline === 'shadow' ? SHADOW_KEY : ITEM_KEY)
  const known = gpu.commands.get(key)
  if (known !== undefined) return known
  const made =
    pipeline === 'shadow'
      ? createDepthCommand(gpu.regl, gpu.pass, gpu.environment, variant, gpu.packedDepth)
      : createItemCommand(gpu.regl, gpu.pass, variant)
  gpu.commands.set(key, made)
  return made
}

/** The maps of a view's cascades, made on first use. */
export function shadowMap(gpu: Gpu, shadows: Shadows): ShadowMap {
  let found = gpu.shadowMaps.get(shadows)
  if (found === undefined) {
    const { cascades, resolution } = shadows.settings
    found = createShadowMap(gpu, mapsPerSide(cascades) * resolution)
    gpu.shadowMaps.set(shadows, found)
  }
  return found
}

/** Frees the maps of shadows that are drawn no longer. */
export function releaseShadowMap(gpu: Gpu, shadows: Shadows): void {
  gpu.shadowMaps.get(shadows)?.destroy()
  gpu.shadowMaps.delete(shadows)
}

function createShadowMap(gpu: Gpu, wanted: number): ShadowMap {
  const { regl, packedDepth } = gpu
  const size = Math.min(wanted, regl.limits.maxTextureSize, regl.limits.maxRenderbufferSize)
  if (packedDepth) {
    const color = regl.texture({ width: size, height: size, format: 'rgba', min: 'nearest', mag: 'nearest' })
    const target = regl.framebuffer({ color, depth: true, stencil: false, width: size, height: size })
    return { target, texture: color, bytes: size * size * 8, size, destroy: () => destroyAll(target, color) }
  }
  // WebGL promises a complete framebuffer only with a colour, so there is one, the smallest, though nobody reads it.
  const color = regl.renderbuffer({ width: size, height: size, format: 'rgb565' })
  const depth = regl.texture({
    width: size,
    height: size,
    format: 'depth',
    type: 'uint32',
    min: 'nearest',
    mag: 'nearest',
  })
  const target = regl.framebuffer({ color, depth, stencil: false, width: size, height: size })
  return {
    target,
    texture: depth,
    bytes: size * size * 6,
    size,
    destroy: () => destroyAll(target, color, depth),
  }
}

function destroyAll(...things: { destroy: () => void }[]): void {
  for (const thing of things) thing.destroy()
}

/** The item buffer in this size, in pixels. */
export function itemTarget(gpu: Gpu, width: number, height: number): Framebuffer2D {
  const before = gpu.itemBuffer
  if (before?.width === width && before.height === height) return before.target
  before?.target.destroy()
  const target = gpu.regl.framebuffer({ width, height, colorFormat: 'rgba', depth: true, stencil: false })
  gpu.itemBuffer = { target, width, height }
  return target
}

/** Clearing through a scissor, so that views beside each other stay. */
function createClear(regl: Regl, pass: Pass): Gpu['clear'] {
  const color: [number, number, number, number] = [0, 0, 0, 0]
  const options = { color, depth: 1 }
  const config = {
    framebuffer: () => pass.target,
    viewport: () => pass.viewport,
    scissor: { enable: true, box: () => pass.viewport },
  }
  const within = regl(config as unknown as DrawConfig) as DrawCommand
  const body = (): void => regl.clear(options)
  return (r, g, b, a) => {
    color[0] = r
    color[1] = g
    color[2] = b
    color[3] = a
    within(body)
  }
}
