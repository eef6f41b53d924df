import type { World } from '@sightline/core'
import type { Octree } from './spatial/index.js'
import { culling } from './state.js'

/**
 * The octree of a world, for queries of one's own and for displays: see `@sightline/culling/spatial`. It holds every entity
 * with a box, as of the last `updateOctree`. Do not insert, move or remove.
 */
export function octreeOf(world: World): Octree {
  return culling(world).octree
}
