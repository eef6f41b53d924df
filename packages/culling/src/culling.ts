import {
  arena,
  capacity,
  columns,
  createIdList,
  createIdSet,
  createMovedReader,
  hasResource,
  membership,
  type System,
  setResource,
  type World,
  WorldMatrix,
} from '@sightline/core'
import { expectOptions } from '@sightline/core/checks'
import { allocate } from '@sightline/core/memory'
import { Bounds, setupBounds, WorldBounds } from './bounds.js'
import { CullRange, expectNotNegative, setupCullRange } from './cull-range.js'
import { Layers, setupLayers } from './layers.js'
import { setupLights } from './lights/lights-state.js'
import { setupLods } from './lod.js'
import { NeverCull, setupNeverCull } from './never-cull.js'
import { setupOccluders } from './occluders/occluder.js'
import { setupOcclusion } from './occlusion-frame/occlusion.js'
import { chooseOptions } from './occlusion-frame/occlusion-options.js'
import { setupUpdateRates } from './schedule/update-rate.js'
import { createOctree, OCTREE_DEFAULTS, type Octree } from './spatial/index.js'
import { type CullingColumns, type CullingOptions, type CullingState, cullingResource } from './state.js'
import { applyOcclusion } from './systems/apply-occlusion.js'
import { cullViews } from './systems/cull-views.js'
import { publishVisibility } from './systems/publish-visibility.js'
import { requestOcclusion } from './systems/request-occlusion.js'
import { scheduleUpdates } from './systems/schedule-updates.js'
import { selectLods } from './systems/select-lods.js'
import { sweepCasters } from './systems/sweep-casters.js'
import { updateLights } from './systems/update-lights.js'
import { updateOccluders } from './systems/update-occluders.js'
import { updateOctree } from './systems/update-octree.js'
import { updateViews } from './systems/update-views.js'
import { updateWorldBounds } from './systems/update-world-bounds.js'
import { createViewState, setupViewSlots } from './view-slots.js'
import { setupVisibility } from './visibility.js'

/** What `setupCulling` takes for options that are not given. */
export const CULLING_DEFAULTS: Required<CullingOptions> = {
  maxViews: 32,
  hysteresis: 0.1,
  maxObjectsPerNode: OCTREE_DEFAULTS.maxObjectsPerNode,
  minNodeSize: OCTREE_DEFAULTS.minNodeSize,
  maxDepth: OCTREE_DEFAULTS.maxDepth,
  refitBudget: Infinity,
  kernels: 'auto',
  occlusion: {},
}

/** Ids beyond the last that a kernel may write when it stores several at once. */
const SLACK = 16

/**
 * The stages of culling in their order. They run after `propagateTransforms`; a cull stage of one's own stands between
 * `cullViews` and `publishVisibility`.
 */
export const cullingSystems: readonly System[] = [
  updateWorldBounds,
  updateOctree,
  updateOccluders,
  updateLights,
  updateViews,
  sweepCasters,
  cullViews,
  requestOcclusion,
  applyOcclusion,
  publishVisibility,
  selectLods,
  scheduleUpdates,
]

/**
 * Adds culling to a world that core is set up for. Entities and views that exist already are taken over in the next frame.
 * `await loadKernels()` once, before or after, for the fast kernels.
 * Throws a `RangeError` or `TypeError` that names the option, or an `Error` when called twice or before `setupCore`.
 */
export function setupCulling(world: World, options: CullingOptions = {}): void {
  if (hasResource(world, cullingResource()))
    throw new Error('setupCulling: culling is already set up for this world')
  expectOptions('setupCulling', options, CULLING_DEFAULTS)
  const chosen = { ...CULLING_DEFAULTS, ...options }
  checkOptions(chosen)
  const occlusion = chooseOptions(null, chosen.occlusion, 'setupCulling: occlusion')
  const state = createState(world, chosen)
  setResource(world, cullingResource(), state)
  setupBounds(world, state)
  setupLayers(world, state)
  setupVisibility(world, state)
  setupNeverCull(world, state)
  setupCullRange(world, state)
  setupViewSlots(world, state)
  setupLods(world)
  setupUpdateRates(world, chosen.maxViews)
  setupLights(world)
  setupOccluders(world, state)
  setupOcclusion(world, state, occlusion)
}

function checkOptions(options: Required<CullingOptions>): void {
  const { maxViews, hysteresis, kernels } = options
  if (!(Number.isInteger(maxViews) && maxViews >= 1 && maxViews <= 254)) {
    throw new RangeError(`setupCulling: maxViews is ${maxViews}, expected a whole number from 1 to 254`)
  }
  expectNotNegative('setupCulling', 'hysteresis', hysteresis)
  if (kernels !== 'auto' && kernels !== 'typescript') {
    throw new TypeError(
      `setupCulling: kernels is ${JSON.stringify(kernels)}, expected 'auto' or 'typescript'`,
    )
  }
}

function createState(world: World, options: Required<CullingOptions>): CullingState {
  const memory = arena(world)
  const size = capacity(world)
  const foundAt = allocate(memory, (size + 1 + SLACK) * 4)
  return {
    options,
    capacity: size,
    octree: createWorldOctree(world, options),
    boxes: columns(world, WorldBounds).box,
    columns: gatherColumns(world),
    flags: new Uint16Array(size + 1),
    neverCull: createIdSet(size),
    memberCount: 0,
    brokenCount: 0,
    lastBroken: 0,
    ownVisibilityCount: 0,
    hiddenCount: 0,
    boundsMembership: membership(world, Bounds),
    worldBoundsMembership: membership(world, WorldBounds),
    neverCullMembership: membership(world, NeverCull),
    touchedBounds: createIdList(size + 1),
    boundsMoves: createMovedReader(world),
    visibilityMoves: createMovedReader(world),
    departed: createIdList(size + 1),
    left: createIdSet(size),
    joined: createIdList(size + 1),
    changed: createIdList(size + 1),
    boundsPending: false,
    listsUnseen: false,
    boxRun: 0,
    changedAt: null,
    views: Array.from({ length: options.maxViews }, (_, slot) => createViewState(slot)),
    viewSlots: new Uint8Array(size + 1),
    waitingViews: [],
    found: new Uint32Array(memory.buffer, foundAt, size + 1 + SLACK),
    filtersChanged: true,
  }
}

function createWorldOctree(world: World, options: Required<CullingOptions>): Octree {
  const { maxObjectsPerNode, minNodeSize, maxDepth, refitBudget, kernels } = options
  return createOctree({
    capacity: capacity(world),
    maxObjectsPerNode,
    minNodeSize,
    maxDepth,
    refitBudget,
    kernels,
    arena: arena(world),
    boxes: columns(world, WorldBounds).box,
  })
}

function gatherColumns(world: World): CullingColumns {
  const { center, halfExtents } = columns(world, Bounds)
  const { maxDistance, minPixels, hysteresis } = columns(world, CullRange)
  return {
    matrix: columns(world, WorldMatrix).matrix,
    center,
    halfExtents,
    layers: columns(world, Layers).mask,
    maxDistance,
    minPixels,
    hysteresis,
  }
}
