import { columns, hasResource, type System, setResource, type World, WorldMatrix } from '@sightline/core'
import { createAnimationState } from './animation/animation.js'
import { createBatches } from './batches.js'
import { closeDevice, type DeviceOptions, openDevice } from './device.js'
import { createEnvironment, type Environment } from './environment.js'
import { createMaterialStore } from './material.js'
import { createMeshStore } from './mesh.js'
import { followViews } from './remove-view.js'
import { Renderable, setupRenderables } from './renderable.js'
import { type RenderState, type RenderStats, renderResource, renderState } from './state.js'
import { animate } from './systems/animate.js'
import { buildDrawLists } from './systems/build-draw-lists.js'
import { drawViews } from './systems/draw-views.js'
import { layOutNameplates } from './systems/lay-out-nameplates.js'
import { simulateParticles } from './systems/simulate-particles.js'
import { uploadInstances } from './systems/upload-instances.js'
import { withDefaults } from './with-defaults.js'

/** What is chosen once for a world. Without `canvas` and `regl` nothing is drawn, but all lists are made. */
export type RenderOptions = DeviceOptions & {
  /** Drawing pixels for each CSS pixel; 0 follows the screen's, up to `maxPixelRatio`. Default 0. */
  readonly pixelRatio?: number
  /** Default 2. */
  readonly maxPixelRatio?: number
  /** Keeps shadow depths in colours even where there are depth textures: for tests. Default false. */
  readonly packedDepth?: boolean
}

/** What `setupRender` takes for options that are not given. */
export const RENDER_DEFAULTS: Required<Omit<RenderOptions, 'canvas' | 'regl'>> = {
  antialias: true,
  preserveDrawingBuffer: false,
  pixelRatio: 0,
  maxPixelRatio: 2,
  packedDepth: false,
}

/** The stages of drawing in their order. They run after culling has published its lists. */
export const renderSystems: readonly System[] = [
  animate,
  simulateParticles,
  layOutNameplates,
  buildDrawLists,
  uploadInstances,
  drawViews,
]

/**
 * Adds drawing to a world that culling is set up for. Say which views are drawn with `setRenderView`.
 * Throws an `Error` with a message fit for players where the browser gives no WebGL, or cannot draw instances; and when
 * called twice. The world is then as it was. After `destroyRender` it may be called again, with the same canvas or another:
 * meshes, materials, views and all else are still there and are drawn on it.
 */
export function setupRender(world: World, options: RenderOptions = {}): void {
  const closed = hasResource(world, renderResource()) ? renderState(world) : undefined
  if (closed !== undefined && !closed.isClosed)
    throw new Error('setupRender: render is already set up for this world: call destroyRender first')
  const { environment, stats } = closed ?? { environment: createEnvironment(), stats: createStats() }
  const device = deviceOf(options, environment, stats)
  if (closed !== undefined) {
    closed.device = device
    closed.isClosed = false
    return
  }
  const { model, flags, tint } = columns(world, Renderable)
  const state: RenderState = {
    meshes: createMeshStore(),
    materials: createMaterialStore(),
    batches: createBatches(),
    environment,
    animation: createAnimationState(),
    particles: undefined,
    views: [],
    leaving: [],
    drawables: [],
    source: {
      ids: new Uint32Array(0),
      count: 0,
      distances: new Float32Array(0),
      levels: new Uint8Array(0),
      fades: new Float32Array(0),
      models: model,
      flags,
    },
    matrices: columns(world, WorldMatrix).matrix,
    tints: tint,
    stats,
    nameplates: undefined,
    device,
    isClosed: false,
  }
  setResource(world, renderResource(), state)
  setupRenderables(world)
  followViews(world, state)
}

function deviceOf(
  options: RenderOptions,
  environment: Environment,
  stats: RenderStats,
): RenderState['device'] {
  if (options.canvas === undefined && options.regl === undefined) return undefined
  const { canvas: _, regl: __, ...given } = options
  const { pixelRatio, maxPixelRatio, packedDepth } = withDefaults(given, RENDER_DEFAULTS)
  return openDevice(options, pixelRatio, maxPixelRatio, packedDepth, environment, stats)
}

/** What the last frame drew, over all views. Always the same object. */
export function renderStats(world: World): RenderStats {
  return renderState(world).stats
}

/**
 * Frees everything on the GPU and lets go of the canvas. Lists are still made, but nothing is drawn any more, until
 * `setupRender` is given another canvas.
 */
export function destroyRender(world: World): void {
  const state = renderState(world)
  if (state.device !== undefined) closeDevice(state.device)
  state.device = undefined
  state.isClosed = true
}

function createStats(): RenderStats {
  return {
    drawCalls: 0,
    instances: 0,
    triangles: 0,
    shadowDrawCalls: 0,
    shadowInstances: 0,
    shadowTriangles: 0,
    bytesUploaded: 0,
    bytesHeld: 0,
    width: 0,
    height: 0,
    contextLost: false,
    contextRestored: 0,
  }
}
