import {
  addId,
  capacity,
  createIdSet,
  destroy,
  hasResource,
  type Resource,
  removeId,
  type System,
  setResource,
  spawn,
  type World,
} from '@sightline/core'
import { expectNumber, expectOptions, quoted } from '@sightline/core/checks'
import { Bounds, DEFAULT_LAYERS, Layers, Occluder, setLayers, View, Visibility } from '@sightline/culling'
import { observe, onAdd, onRemove, query } from 'bitecs'
import { given } from '../given.js'
import type { Heightfield } from '../heightfield/heightfield.js'
import {
  makeTerrainTree,
  TERRAIN_TREE_DEFAULTS,
  type TerrainTree,
  type TerrainTreeOptions,
} from '../quadtree/terrain.js'
import { selectTerrain } from '../systems/select-terrain.js'
import { streamTerrain } from '../systems/stream-terrain.js'
import { setGroundBox } from './ground-box.js'
import { createGroundOccluder } from './ground-occluder.js'
import { type TerrainState, terrainResource, terrainState } from './terrain-state.js'
import { createTiles, destroyTiles, finestTileLevel, usualTileLevel } from './tiles.js'

/** How a terrain stands in a world. Each has a default in `TERRAIN_DEFAULTS`, but for the heights. */
export type TerrainOptions = TerrainTreeOptions & {
  /** The heights. Change them with `setTerrainHeights` and `setTerrainCells` only. */
  readonly heightfield: Heightfield
  /** Metres from the eye beyond which no patch is drawn. With a limit the ground hides nothing: what it hid might be drawn. Default Infinity. */
  readonly maxDistance?: number
  /** Layers of the ground, as bits. Default 1. */
  readonly layers?: number
  /**
   * How often a root is halved to a tile: down to a patch of the finest level, or a quad of the coarsest where that is larger.
   * 'auto' is as often as gives no more than 2,048 tiles. Each is an entity: smaller ones leave out more, and cost more.
   */
  readonly tileLevel?: number | 'auto'
  /** Whether the ground hides what is behind it, in views with occlusion. Default true. */
  readonly occluder?: boolean
}

export const TERRAIN_DEFAULTS: Required<Omit<TerrainOptions, 'heightfield'>> = {
  ...TERRAIN_TREE_DEFAULTS,
  maxDistance: Infinity,
  layers: DEFAULT_LAYERS,
  tileLevel: 'auto',
  occluder: true,
}

const KNOWN_OPTIONS: Readonly<Record<keyof TerrainOptions, unknown>> = {
  ...TERRAIN_DEFAULTS,
  heightfield: null,
}

/** The systems of terrain in their order: after whatever moves cameras or digs, before `propagateTransforms` and those of culling. */
export const terrainSystems: readonly System[] = [selectTerrain, streamTerrain]

/**
 * Gives a world that culling is set up for its terrain, and returns the terrain's entity: `setVisibility` on it hides the ground. Makes an
 * entity for each tile as well (at most 2,049 in all by default); `destroyTerrain` takes them away again.
 * Throws a `RangeError` or `TypeError` that names the option, or an `Error` if the world has a terrain; nothing is changed then.
 */
export function setupTerrain(world: World, options: TerrainOptions): number {
  const caller = 'setupTerrain'
  if (hasResource(world, terrainResource()))
    throw new Error(`${caller}: the world has a terrain already: destroyTerrain first`)
  expectOptions(caller, options, KNOWN_OPTIONS)
  const { heightfield, maxDistance, layers, tileLevel, occluder, ...treeOptions } = {
    ...TERRAIN_DEFAULTS,
    ...given(options),
  }
  if (!(heightfield?.samples instanceof Uint16Array))
    throw new TypeError(
      `${caller}: heightfield is ${quoted(heightfield)}, expected one that was made with createHeightfield or its like`,
    )
  expectNumber(caller, 'maxDistance', maxDistance)
  if (!(maxDistance > 0))
    throw new RangeError(`${caller}: maxDistance is ${maxDistance}, expected a number above 0`)
  if (typeof occluder !== 'boolean')
    throw new TypeError(`${caller}: occluder is ${quoted(occluder)}, expected true or false`)
  // As `setLayers` takes them: ~1 and the like are negative.
  if (!(Number.isInteger(layers) && layers >= -(2 ** 31) && layers < 2 ** 32)) {
    throw new RangeError(
      `${caller}: layers is ${quoted(layers)}, expected 32 bits: a whole number from 0 to ${2 ** 32 - 1}`,
    )
  }
  const tree = makeTerrainTree(heightfield, treeOptions, caller)
  const level = tileLevel === 'auto' ? usualTileLevel(tree.grid) : tileLevel
  if (!(Number.isInteger(level) && level >= 0 && level <= finestTileLevel(tree.grid)))
    throw new RangeError(
      `${caller}: tileLevel is ${quoted(tileLevel)}, expected 'auto' or a whole number from 0 to ${finestTileLevel(tree.grid)}`,
    )
  const entity = spawn(world, Bounds, Layers, Occluder, Visibility)
  try {
    setLayers(world, entity, layers)
    setGroundBox(world, entity, tree)
    setResource<TerrainState>(world, terrainResource(), {
      tree,
      entity,
      tiles: createTiles(world, tree, entity, level, layers),
      occluder: occluder && maxDistance === Infinity ? createGroundOccluder(world, entity, tree) : null,
      maxDistance,
      ...followViews(world),
      eyes: new Float64Array(4 * 8),
      eyeCount: 0,
      patches: new Map(),
      listeners: new Set(),
      revision: heightfield.revision,
    })
  } catch (error) {
    destroy(world, entity)
    throw error
  }
  return entity
}

/** A query in each frame would make objects. */
function followViews(world: World): Pick<TerrainState, 'views' | 'stop'> {
  const views = createIdSet(capacity(world))
  for (const eid of query(world, [View])) addId(views, eid)
  const ends = [
    observe(world, onAdd(View), (eid) => addId(views, eid)),
    observe(world, onRemove(View), (eid) => removeId(views, eid)),
  ]
  const stop = (): void => {
    for (const end of ends) end()
  }
  return { views, stop }
}

/** Takes the terrain out of a world, with its entities. Throws an `Error` if there is none. */
export function destroyTerrain(world: World): void {
  const { entity, tiles, stop } = terrainState(world)
  stop()
  destroyTiles(world, tiles)
  destroy(world, entity)
  setResource(world, terrainResource() as Resource<TerrainState | undefined>, undefined)
}

/** The entity that owns the ground: its occluder, and the `Visibility` of all of it. */
export function terrainEntity(world: World): number {
  return terrainState(world).entity
}

/** The tree of this world's terrain, for whoever draws it. */
export function terrainTree(world: World): TerrainTree {
  return terrainState(world).tree
}
