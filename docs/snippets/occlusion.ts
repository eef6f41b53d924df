// #region readme
import { createArena } from '@sightline/core/memory'
import {
  addBoxOccluder,
  beginOcclusion,
  createOcclusionBuffer,
  loadKernels,
  queryVisible,
  testBoxes,
} from '@sightline/culling/occlusion'
import { createOctree, insert } from '@sightline/culling/spatial'

await loadKernels()
const arena = createArena(16_000_000) // one memory for both, so that nothing is copied
const octree = createOctree({ arena, capacity: 10_000 })
const buffer = createOcclusionBuffer({ arena, width: 256, height: 128 })
insert(octree, 1, -1, 0, -30, 1, 2, -28) // id, min xyz, max xyz: behind the house
insert(octree, 2, 14, 0, -30, 16, 2, -28) // beside it

const viewProjection = new Float32Array([1, 0, 0, 0, 0, 1.8, 0, 0, 0, 0, -1, -1, 0, 0, -0.2, 0]) // the eye at 0
const planes = new Float32Array([1, 0, -1, 0, -1, 0, -1, 0, 0, 1.8, -1, 0, 0, -1.8, -1, 0, 0, 0, -1, -0.1])

beginOcclusion(buffer, viewProjection)
const house = new Float32Array([10, 0, 0, 0, 0, 10, 0, 0, 0, 0, 10, 0, 0, 4, -15, 1]) // a unit cube, placed
addBoxOccluder(buffer, house) // nearest first

const found = new Uint32Array(10_000)
const count = queryVisible(buffer, octree, planes, found) // inside the planes and not hidden: id 2

const boxes = new Float32Array([-1, 0, -30, 1, 2, -28]) // or any boxes, without an octree
const hidden = new Uint8Array(1)
testBoxes(buffer, boxes, 1, hidden) // 1: hidden
// #endregion

if (count !== 1 || found[0] !== 2 || hidden[0] !== 1) throw new Error('the house hides the wrong one')
