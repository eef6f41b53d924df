import { createArena, float32Array, uint32Array } from '@sightline/core/memory'
import {
  clear,
  createOctree,
  flushMoved,
  insertMany,
  kernelKind,
  loadKernels,
  octreeStats,
  queryFrustum,
} from '@sightline/culling/spatial'
import { BOX_STRIDE, type Scene } from '../scene.js'
import type { Peer } from './peer.js'

/** Our octree over a column of boxes that lies in its arena, as in a world. */
export async function sightline(scene: Scene): Promise<Peer> {
  await loadKernels()
  const capacity = scene.count
  const arena = createArena(capacity * 320 + (8 << 20))
  const boxes = float32Array(arena, (capacity + 1) * BOX_STRIDE)
  const ids = uint32Array(arena, capacity)
  const packed = new Float32Array(capacity * 6)
  for (let id = 0; id < capacity; id++) {
    ids[id] = id
    const at = id * BOX_STRIDE
    packed.set(scene.boxes.subarray(at, at + 3), id * 6)
    packed.set(scene.boxes.subarray(at + 4, at + 7), id * 6 + 3)
  }
  const octree = createOctree({ capacity, arena, boxes })
  return {
    name: `sightline (${kernelKind()})`,
    keepsTree: true,
    out: uint32Array(arena, capacity + 16),
    build() {
      clear(octree)
      insertMany(octree, ids, packed, capacity)
    },
    query: (pose, out) => queryFrustum(octree, pose.planes, out),
    sync() {
      for (const id of scene.movers) {
        const at = id * BOX_STRIDE
        for (let k = 0; k < BOX_STRIDE; k++) boxes[at + k] = scene.boxes[at + k]!
      }
    },
    update: () => flushMoved(octree, scene.movers, scene.movers.length),
    bytes: () => octreeStats(octree).bytes,
  }
}
