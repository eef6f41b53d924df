// The octree's kernels. Signatures and meaning: ../src/kernels/types.ts; layout: ../src/spatial/octree.ts.
export { queryFrustum } from './query-frustum'
export { moveBoxes } from './move-boxes'
export { refit, fitLane } from './refit'
export { setReach } from './cell'
export { dropBroken } from './drop-broken'
export { listLeaf } from './list-leaf'
export { packLeaf } from './pack-leaf'
export { sortByKey } from './sort-by-key'
