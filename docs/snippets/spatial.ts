// #region readme
import {
  createOctree,
  flush,
  insert,
  loadKernels,
  move,
  queryFrustum,
  queryRay,
} from '@sightline/culling/spatial'

await loadKernels()
const octree = createOctree({ capacity: 1_000 })
insert(octree, 7, -1, 0, -11, 1, 2, -9) // id, min xyz, max xyz

const planes = new Float32Array([1, 0, 1, 0, -1, 0, 1, 0, 0, 0, -1, 0]) // n·p + d >= 0 is inside
const found = new Uint32Array(1_000)
const count = queryFrustum(octree, planes, found)

move(octree, 7, 4, 0, -11, 6, 2, -9)
flush(octree) // queries would do it too

const ids = new Uint32Array(8)
const distances = new Float32Array(8)
const hits = queryRay(octree, 5, 1, 0, 0, 0, -1, 100, ids, distances)

// #endregion

export { count, distances, found, hits, ids }
