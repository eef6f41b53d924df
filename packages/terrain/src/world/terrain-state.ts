import { defineResource, hasResource, type IdSet, type Resource, resource, type World } from '@sightline/core'
import type { GridRect } from '../heightfield/edit.js'
import type { TerrainTree } from '../quadtree/terrain.js'
import type { GroundOccluder } from './ground-occluder.js'
import type { TerrainTiles } from './tiles.js'
import type { ViewPatches } from './view-patches.js'

/** Is told of each rectangle of samples (or of cells, as the samples at their corners) that was edited. */
export type TerrainEditListener = (rect: GridRect) => void

/** The terrain of one world. */
export type TerrainState = {
  readonly tree: TerrainTree
  /** Owns the occluder, and hides all tiles when it is hidden. */
  readonly entity: number
  readonly tiles: TerrainTiles
  /** Null where the ground hides nothing. */
  readonly occluder: GroundOccluder | null
  /** Metres from the eye beyond which no patch is drawn. */
  readonly maxDistance: number
  /** Entities with `View`, whether culling has room for them or not. */
  readonly views: IdSet
  /** Ends the following of `views`. */
  readonly stop: () => void
  /** Eyes of this frame, four numbers each: see `selectNodes`. */
  eyes: Float64Array
  /** Eyes in use; nodes follow them. */
  eyeCount: number
  readonly patches: Map<number, ViewPatches>
  readonly listeners: Set<TerrainEditListener>
  /** The field's that all of this is up to: see `followField`. */
  revision: number
}

const TerrainOfWorld: Resource<TerrainState> = defineResource('Terrain', 'setupTerrain(world, options)')

/** The token that `setupTerrain` fills. */
export function terrainResource(): Resource<TerrainState> {
  return TerrainOfWorld
}

/** The terrain of this world. Throws a clear error when `setupTerrain` was not called. */
export function terrainState(world: World): TerrainState {
  return resource(world, TerrainOfWorld)
}

/** The same for the frame, which does not throw: null before `setupTerrain` and after `destroyTerrain`. */
export function terrainIfAny(world: World): TerrainState | null {
  return hasResource(world, TerrainOfWorld) ? resource(world, TerrainOfWorld) : null
}
