import {
  defineResource,
  type IdList,
  type IdSet,
  type Membership,
  type MovedReader,
  type Resource,
  resource,
  type World,
} from '@sightline/core'
import type { OcclusionOptions } from './occlusion-frame/occlusion-options.js'
import type { PerspectiveOptions } from './projection/matrices.js'
import type { Projection } from './projection/projection.js'
import type { ViewVolume } from './projection/view-volume.js'
import type { Octree } from './spatial/index.js'

export { EntityFlag } from './entity-flag.js'

/**
 * What culling keeps for one world. Plain data: systems change it, tests, validators and HUDs look at it.
 *
 * Arrays "by id" have `capacity + 1` rows. Whatever stands in them is cleared when the id leaves.
 */
export type CullingState = {
  readonly options: Required<CullingOptions>
  readonly capacity: number
  readonly octree: Octree
  /**
   * The column `WorldBounds.box`: 8 floats an id, min x y z, pad, max x y z, pad. The octree reads the same
   * bytes.
   */
  readonly boxes: Float32Array
  /** The columns that systems read in their loops, gathered once. */
  readonly columns: CullingColumns
  /** Bits of `EntityFlag` by id. */
  readonly flags: Uint16Array
  /** Entities with `NeverCull`, whether they have a box or not. */
  readonly neverCull: IdSet
  /** Entities with a box, all of which are in the octree after `updateOctree`. */
  memberCount: number
  /** Members whose box holds NaN. */
  brokenCount: number
  /** The last id that was found broken. */
  lastBroken: number
  /**
   * Entities whose own `Visibility` is not inherit, and entities that are hidden: 0 and 0 let hierarchy walks
   * be skipped.
   */
  ownVisibilityCount: number
  hiddenCount: number

  /** Who came and went, written down by observers until `updateWorldBounds` takes it over. */
  readonly boundsMembership: Membership
  readonly worldBoundsMembership: Membership
  readonly neverCullMembership: Membership
  /**
   * Ids whose local box was set since the last `updateWorldBounds`; `EntityFlag.boundsTouched` says it too.
   */
  readonly touchedBounds: IdList
  /** Who moved, for `updateWorldBounds` and for `cullViews`. */
  readonly boundsMoves: MovedReader
  readonly visibilityMoves: MovedReader
  /**
   * Ids without box and `NeverCull` any more since the last `updateWorldBounds`; `EntityFlag.departed` says
   * it too.
   */
  readonly departed: IdList
  /** Who left in this frame: written by `updateWorldBounds`, for whoever stores something per id. */
  readonly left: IdSet
  /** Members that came in this frame, their boxes computed. */
  readonly joined: IdList
  /** Members, older than this frame, whose box was written in this frame. */
  readonly changed: IdList
  /** The three lists wait for `updateOctree`: until then more is added to them, and nothing is dropped. */
  boundsPending: boolean
  /** The three lists say something that `cullViews` has not looked at. */
  listsUnseen: boolean

  /** Counts the runs of `updateWorldBounds`. */
  boxRun: number
  /** By id: the run that last wrote its box, or found it gone; null until somebody wants to know. */
  changedAt: Uint32Array | null

  /** Views by slot; a slot without a view has `eid` 0. */
  readonly views: ViewState[]
  /** Slot + 1 of each view by id; 0 is "no view". */
  readonly viewSlots: Uint8Array
  /** Entities with `View` for which no slot was free. */
  readonly waitingViews: number[]
  /**
   * Where queries write ids, in the arena: `capacity + 1` of them and some slack for the kernel's wide
   * stores.
   */
  readonly found: Uint32Array
  /**
   * Set when a layer mask, a visibility or a range changed, so that views that refresh on change ask again.
   */
  filtersChanged: boolean
}

/** Columns of `WorldMatrix`, `Bounds`, `Layers` and `CullRange`. */
export type CullingColumns = {
  readonly matrix: Float32Array
  readonly center: Float32Array
  readonly halfExtents: Float32Array
  readonly layers: Uint32Array
  readonly maxDistance: Float32Array
  readonly minPixels: Float32Array
  readonly hysteresis: Float32Array
}

/** A mark in `ViewState.marks` that no publication makes: "never found". */
export const NEVER = 0xffff_ffff

/** When a view asks the octree again. Between two queries it keeps its list, minus what was destroyed. */
export type Refresh =
  | 'every-frame'
  /** Only in frames in which the view or something near it changed. */
  | 'on-change'
  /** At most once in so many seconds of `time(world).now`. */
  | { readonly seconds: number }

/** What a view is for. Light views collect shadow casters; their planes may be replaced by `cullLights`. */
export type ViewKind = 'camera' | 'light'

/**
 * Ids in a row: the first `count` entries of `ids`. `ids` may be another array after the next publication.
 */
export type ViewList = { ids: Uint32Array; count: number }

/** One view: what the game set, what `updateViews` computed, and what the later systems found. */
export type ViewState = {
  readonly slot: number
  /** The entity; 0 while the slot is free. */
  eid: number

  // What the game set: setPerspective and its siblings, setView.
  /** The camera's matrix with all that follows from it; of several eyes the first one's. */
  readonly projection: Projection
  /** What the view sees, in its own space: the projection's volume, or the hull of several eyes. */
  volume: ViewVolume
  /**
   * What `setPerspective` was given, so that `setViewport` can renew the aspect; null for other projections.
   */
  perspective: PerspectiveOptions | null
  /** The last aspect was 0, infinite or NaN, as it is for a canvas without size. */
  aspectBroken: boolean
  kind: ViewKind
  /** Metres from the view's place to the farthest of its eyes; 0 for one eye. */
  eyeReach: number
  layers: number
  /** Distances are multiplied by this before they are held against limits. */
  distanceScale: number
  /** Smaller things are left out; 0 is "no limit". In pixels of `viewportHeight`. */
  minPixels: number
  /** Pixels. */
  viewportWidth: number
  viewportHeight: number
  refresh: Refresh
  occlusion: boolean
  /** False lets everything through the test against planes. */
  frustum: boolean
  /** A setter was called since the last `updateViews`. */
  settingsChanged: boolean
  /** Counts changes of settings, and moves of the camera, for the views that measure by this one. */
  settingsRevision: number
  cameraRevision: number

  // What updateViews computed.
  /** The view's own picture has no area. */
  noArea: boolean
  /** Whether a good camera was ever seen; until then the view sees everything. */
  ready: boolean
  /** Nothing is visible in this frame: the picture has no area, or nothing is lit. */
  empty: boolean
  /** Camera to world, without scale. Column by column. */
  readonly camera: Float64Array
  /** World to camera: the inverse of `camera`. */
  readonly viewMatrix: Float64Array
  /** World to clip space. */
  readonly viewProjection: Float64Array
  /** The view's place in the world. */
  readonly eye: Float64Array
  /**
   * From which view's eye, and in which view's picture, distances and sizes are measured: the view itself,
   * unless a system between `updateViews` and `cullViews` names another (shadow casters have the ranges of
   * the camera).
   */
  lens: ViewState
  /** The volume in the world: 4 floats a plane, n·p + d >= 0 inside, rounded outwards. Room for 32. */
  readonly planes: Float32Array
  /** What each plane is: indices into `PLANE_NAMES`. */
  readonly planeKinds: Uint8Array
  /** Planes in use. Whoever replaces planes sets it with `setPlaneCount`. */
  planeCount: number
  /** The part of `planes` that is in use. */
  activePlanes: Float32Array
  /** The camera, the projection or a setting changed in this frame. */
  changed: boolean
  /** A setting, or the camera, changed since the last query. */
  settingsDue: boolean
  cameraDue: boolean

  // What cullViews found.
  /** The octree was asked in this frame, so the lists below are new. */
  queried: boolean
  /** How often it was asked. */
  queries: number
  /** When it was asked last, in seconds of `time(world).now`. */
  queriedAt: number
  /** `time(world).frame` at that time. */
  queriedFrame: number
  /** What was found waits for `publishVisibility`. */
  unpublished: boolean
  /** Something that the last query found has left since. */
  foundLeft: boolean
  readonly candidates: CandidateList
  /** How many entities each reason took out at the last query, by reason number. */
  readonly reasonCounts: Uint32Array

  // What publishVisibility published.
  version: number
  readonly visible: ViewList
  /** The other buffer of `visible`. */
  spare: Uint32Array
  /** Metres from the eye to the box, beside `visible`. */
  distances: Float32Array
  readonly entered: ViewList
  readonly left: ViewList
  /** Why each id of `left` left. */
  leftReasons: Uint8Array
  /** Level of detail and cross-fade weight beside `visible`: `selectLods` writes them. */
  levels: Uint8Array
  fades: Float32Array
  /**
   * By id: the number of the publication whose query last found the entity, times 256, plus the reason why it
   * was not visible, 0 if it was. NEVER at first.
   */
  marks: Uint32Array
  /** The number of the newest publication that followed a query, below 2^24 - 1. */
  stamp: number
  /** By id: which limits the entity was within when it was last looked at. Bits of `RangeBit`. */
  rangeMemory: Uint8Array
  /** By id: what `selectLods` remembers; empty until it first needs it. */
  lodMemory: Uint8Array
  /** Visible entities that were destroyed (or lost their box) since the last publication. */
  removedCount: number
}

/**
 * What a query found. The first `count` entries passed every cheap test and are what a game's own cull stage
 * sees; the entries from `turnedAway` to `end` did not, and have their reasons.
 */
export type CandidateList = {
  ids: Uint32Array
  /** Metres from the eye to the box. Set for the first `count`. */
  distances: Float32Array
  /** Reason numbers; 0 is visible. */
  reasons: Uint8Array
  /** The same bytes, four at a time. */
  reasonWords: Uint32Array
  count: number
  /**
   * If all of them that may be culled have sound boxes that are computed: how many these are, from the first
   * on. Else 0.
   */
  sound: number
  /** What was turned away stands from here to `end`. */
  turnedAway: number
  end: number
}

/** Choices that hold for the world's life. Each has a default in `CULLING_DEFAULTS`. */
export type CullingOptions = {
  /** Views at the same time, up to 254. Default 32. */
  maxViews?: number
  /** How far beyond a limit something that was within it may go, as a share of the limit. Default 0.1. */
  hysteresis?: number
  /** See `OctreeOptions`. */
  maxObjectsPerNode?: number
  /** Metres. See `OctreeOptions`. */
  minNodeSize?: number
  /** See `OctreeOptions`. */
  maxDepth?: number
  /** See `OctreeOptions`. */
  refitBudget?: number
  /** 'typescript' runs without the WASM kernels even where they are loaded. Default 'auto'. */
  kernels?: 'auto' | 'typescript'
  /** How occlusion works; see `OCCLUSION_DEFAULTS`. It costs nothing until something has `Occluder`. */
  occlusion?: OcclusionOptions
}

const CullingOfWorld: Resource<CullingState> = defineResource('Culling', 'setupCulling(world)')

/** The token that `setupCulling` fills. */
export function cullingResource(): Resource<CullingState> {
  return CullingOfWorld
}

/** The culling state of this world. Throws a clear error when `setupCulling` was not called. */
export function culling(world: World): CullingState {
  return resource(world, CullingOfWorld)
}

/** The state of a view. Throws an `Error` that names the caller when the entity is no view. */
export function viewState(world: World, view: number, caller: string): ViewState {
  const state = culling(world)
  const slot = state.viewSlots[view] ?? 0
  if (slot !== 0) return state.views[slot - 1]!
  if (state.waitingViews.includes(view)) {
    throw new RangeError(
      `${caller}: entity ${view} is one view too many: maxViews is ${state.options.maxViews}, raise it in setupCulling`,
    )
  }
  throw new Error(`${caller}: entity ${view} is not a view: add the View component first`)
}
