/**
 * `@sightline/culling/spatial`: a dynamic octree over boxes, without an ECS. Boxes go in by id; queries write
 * ids into the caller's arrays.
 */
export { kernelKind } from '../kernels/kernels.js'
export type { KernelKind } from '../kernels/types.js'
export type { Octree } from './octree.js'
export { clear, has, insert, insertFromColumn, insertMany, move, remove } from './octree-boxes.js'
export { createOctree, OCTREE_DEFAULTS, type OctreeOptions } from './octree-create.js'
export { flush, flushMoved } from './octree-flush.js'
export { loadKernels } from './octree-load.js'
export { queryFrustum } from './octree-query-frustum.js'
export { queryNearest } from './octree-query-nearest.js'
export { queryRay } from './octree-query-ray.js'
export { queryBox, querySphere } from './octree-query-volume.js'
export { forEachNode, type OctreeNodeInfo, type OctreeStats, octreeStats } from './octree-stats.js'
export { validateOctree } from './octree-validate.js'
