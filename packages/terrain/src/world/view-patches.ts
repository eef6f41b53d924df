/** The patches of each view, culled when somebody asks for them, once for each publication of the view's list. */
import { generation, type World } from '@sightline/core'
import { cameraOf, version } from '@sightline/culling'
import { cullPatches, type PatchView } from '../quadtree/cull-patches.js'
import { createPatchList, type PatchList, type PatchStats } from '../quadtree/patch-list.js'
import { followField } from './follow-field.js'
import { type TerrainState, terrainIfAny } from './terrain-state.js'
import { markVisibleTiles } from './tiles.js'

/** A view's list, and what it was made from: it holds while all of that stays the same. */
export type ViewPatches = {
  readonly list: PatchList
  readonly view: { -readonly [K in keyof PatchView]: PatchView[K] }
  generation: number
  /** Of the view's list of entities. */
  version: number
  /** Of the chosen nodes. */
  nodes: number
  /** Of the heights. */
  revision: number
}

/** Of a view that goes without its planes. */
const NO_PLANES = new Float32Array(0)

/** Of every view in worlds without terrain. */
const NO_PATCHES: PatchList = /* @__PURE__ */ createPatchList()

/**
 * The patches that a view sees, for whoever draws them: within its planes, near enough, and in a tile of its list. Call it after
 * `publishVisibility`. The same list each time, until the next publication; for light views those that may throw a shadow into the picture.
 * Empty in a world without terrain. Throws an `Error` if the entity is not a view.
 */
export function terrainPatches(world: World, view: number): PatchList {
  const state = terrainIfAny(world)
  if (state === null) return NO_PATCHES
  followField(world, state)
  const own = state.patches.get(view) ?? addView(state, view)
  const { selection, field } = state.tree
  const born = generation(world, view)
  const published = version(world, view)
  if (
    own.version !== published ||
    own.generation !== born ||
    own.nodes !== selection.version ||
    own.revision !== field.revision
  ) {
    own.version = published
    own.generation = born
    own.nodes = selection.version
    own.revision = field.revision
    const camera = cameraOf(world, view)
    own.view.planes = camera.frustum ? camera.activePlanes : NO_PLANES
    own.view.eye = camera.lens.eye
    own.view.maxDistance = state.maxDistance / camera.distanceScale
    markVisibleTiles(world, view, state.tiles)
    cullPatches(selection, own.view, own.list)
  }
  return own.list
}

function addView(state: TerrainState, view: number): ViewPatches {
  const own: ViewPatches = {
    list: createPatchList(),
    view: {
      planes: NO_PLANES,
      eye: NO_PLANES,
      maxDistance: Infinity,
      occlusion: null,
      tiles: state.tiles.mask,
    },
    generation: -1,
    version: -1,
    nodes: -1,
    revision: -1,
  }
  state.patches.set(view, own)
  return own
}

/** How the list that `terrainPatches` gave last came about; all 0 for a view that was never asked for, and without terrain. Always the same object for a view. */
export function terrainStats(world: World, view: number): Readonly<PatchStats> {
  const state = terrainIfAny(world)
  if (state === null) return NO_PATCHES.stats
  return (state.patches.get(view) ?? addView(state, view)).list.stats
}
