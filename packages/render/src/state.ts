import { defineResource, type Handle, type Resource, resource, type World } from '@sightline/core'
import type { AnimationState } from './animation/animation-state.js'
import type { PoseRefs } from './animation/pose-refs.js'
import type { Batches } from './batches.js'
import type { DebugSettings } from './debug-settings.js'
import type { Device } from './device.js'
import type { DrawList, DrawSource } from './draw-list.js'
import type { Drawable } from './drawable.js'
import type { Environment } from './environment.js'
import type { InstanceBuffer } from './instance-buffer.js'
import type { MaterialStore } from './material.js'
import type { MeshStore } from './mesh.js'
import type { NameplateState } from './nameplates/nameplate-state.js'
import type { ParticleState } from './particles/particle-state.js'
import type { ShadowSettings } from './shadow-settings.js'

/** What render keeps for one world. Everything that the GPU holds can be made again from it. */
export type RenderState = {
  readonly meshes: MeshStore
  readonly materials: MaterialStore
  readonly batches: Batches
  readonly environment: Environment
  readonly animation: AnimationState
  /** Made with the first effect. */
  particles: ParticleState | undefined
  /** In drawing order. */
  readonly views: RenderView[]
  /** Shadows whose view or light views were destroyed, to be cleared away by `buildDrawLists`. */
  readonly leaving: Shadows[]
  /** What draws itself in every view, in drawing order. */
  readonly drawables: Drawable[]
  /** Reused for every list that is sorted. */
  readonly source: DrawSource
  /** Columns that instances are packed from, by id. */
  readonly matrices: Float32Array
  readonly tints: Uint32Array
  readonly stats: RenderStats
  /** Labels; undefined until `setupNameplates`. */
  nameplates: NameplateState | undefined
  /** The canvas and the GPU; undefined without a canvas: lists are built and packed, nothing is drawn. */
  device: Device | undefined
  /** `destroyRender` was called: `setupRender` may open another canvas. */
  isClosed: boolean
}

/** One view that is drawn. */
export type RenderView = {
  /** The entity with `View` whose visible list is drawn. */
  readonly view: number
  /** The entity with `View` through which it is seen: the same, unless the view is frozen. */
  camera: number
  /** Share of the canvas from the top left: x, y, width, height, 0 to 1. */
  readonly rect: Float32Array
  /** What `fitCanvas` told the views last: width, height, and which camera. */
  readonly viewport: Float64Array
  readonly list: DrawList
  readonly instances: InstanceBuffer
  readonly poseRefs: PoseRefs
  /** What the camera was when the instances were packed. */
  readonly frame: ViewFrame
  shadows: Shadows | undefined
  debug: DebugSettings
}

/** A camera in the form that shaders take. Positions are relative to `origin`. */
export type ViewFrame = {
  /** The eye, in single precision: what instances are relative to. */
  readonly origin: Float32Array
  /** Relative world to clip space, column by column. */
  readonly viewProjection: Float32Array
  /** Three vectors: where the middle of the picture looks, and what one unit of clip space x and y adds to it. */
  readonly rays: Float32Array
}

/** The sun's shadows in one view. */
export type Shadows = {
  readonly settings: ShadowSettings
  readonly cascades: readonly Cascade[]
  /** The casters of all cascades, and which of them each instance is for. */
  readonly casters: DrawList
  readonly instances: InstanceBuffer
  readonly poseRefs: PoseRefs
  /** The light's space in rows: right, up, towards the sun, unit vectors. */
  readonly basis: Float32Array
  /** Its first two rows. */
  readonly right: Float32Array
  readonly up: Float32Array
}

/** One slice of the view with a shadow map of its own. */
export type Cascade = {
  /** The entity with `View` of kind light whose visible list holds the casters. */
  readonly view: number
  /** The same, with its generation. */
  readonly handle: Handle
  /** The slice, metres along the view. */
  readonly near: number
  readonly far: number
  /** Metres beside the slice for which casters were asked. */
  margin: number
  /** Light space to the texture: scale, x offset, y offset, metres a texel. */
  readonly place: Float32Array
  /** Light space depth to 0..1: scale, offset; end of the slice; number of the cascade. */
  readonly depth: Float32Array
}

/** What the last frame drew, over all views. The object stays the same. */
export type RenderStats = {
  drawCalls: number
  instances: number
  triangles: number
  /** Of these, in shadow maps. */
  shadowDrawCalls: number
  shadowInstances: number
  shadowTriangles: number
  /** Bytes of instance data, lines and new meshes sent to the GPU in the frame. */
  bytesUploaded: number
  /** Bytes of buffers and textures that are held on the GPU now. */
  bytesHeld: number
  /** Pixels of the canvas. */
  width: number
  height: number
  /** The context is lost: nothing is drawn until the browser gives it back. */
  contextLost: boolean
  /** How often it was given back. */
  contextRestored: number
}

const RenderOfWorld: Resource<RenderState> = defineResource('Render', 'setupRender(world, { canvas })')

/** The token that `setupRender` fills. */
export function renderResource(): Resource<RenderState> {
  return RenderOfWorld
}

/** The render state of this world. Throws a clear error when `setupRender` was not called. */
export function renderState(world: World): RenderState {
  return resource(world, RenderOfWorld)
}
