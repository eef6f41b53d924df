/** The kernels in TypeScript: the readable twins of `assembly/`, bound to one memory. */

import { setReach } from './cell.js'
import { computeBoxes } from './compute-boxes.js'
import { dropBroken } from './drop-broken.js'
import type { KernelMemory } from './keys.js'
import { listLeaf } from './list-leaf.js'
import { moveBoxes } from './move-boxes.js'
import { packLeaf } from './pack-leaf.js'
import { queryFrustum } from './query-frustum.js'
import { refit } from './refit.js'
import { fitLane } from './rows.js'
import { sortByKey } from './sort-by-key.js'
import type { OctreeKernels } from './types.js'

/** Binds the twins to the views of an arena. */
export function bindTwins(memory: KernelMemory): OctreeKernels {
  return {
    kind: 'typescript',
    queryFrustum: (tree, planes, planeCount, out) => queryFrustum(memory, tree, planes, planeCount, out),
    moveBoxes: (tree, ids, count, leavers) => moveBoxes(memory, tree, ids, count, leavers),
    refit: (tree) => refit(memory, tree),
    setReach: (tree, leaf) => setReach(memory, tree, leaf),
    dropBroken: (tree, list, spare, count) => dropBroken(memory, tree, list, spare, count),
    listLeaf: (tree, leaf, offset, list) => listLeaf(memory, tree, leaf, offset, list),
    packLeaf: (tree, leaf, list, count) => packLeaf(memory, tree, leaf, list, count),
    sortByKey: (tree, list, spare, count) => sortByKey(memory, tree, list, spare, count),
    fitLane: (rows, lane) => fitLane(memory.f32, rows, lane),
    computeBoxes: (ids, count, boxes, matrices, centers, halves) =>
      computeBoxes(memory, ids, count, boxes, matrices, centers, halves),
  }
}
