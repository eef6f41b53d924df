/** The kernels in TypeScript: the readable twins of `assembly/occlusion/`, bound to one memory. */
import type { Arena } from '@sightline/core/memory'
import { largestId, testBoxes } from './boxes.js'
import { drawOccluders } from './occluders.js'
import { bind, createPicture } from './picture.js'
import { queryVisible, testTreeIds } from './tree.js'
import type { OcclusionKernels } from './types.js'
import { buildWindows, clear } from './windows.js'

/** Binds the twins to an arena. */
export function bindTwins(arena: Arena): OcclusionKernels {
  const p = createPicture(arena)
  return {
    kind: 'typescript',
    clear: (state) => clear(bind(p, state)),
    drawOccluders: (state, heads, ids, count) => drawOccluders(bind(p, state), heads, ids, count),
    buildWindows: (state) => buildWindows(bind(p, state)),
    largestId: (ids, count) => largestId(p, ids, count),
    testBoxes: (state, boxes, bytes, maxAt, ids, count, out) =>
      testBoxes(bind(p, state), boxes, bytes, maxAt, ids, count, out),
    queryVisible: (state, tree, planes, planeCount, out) =>
      queryVisible(bind(p, state), tree, planes, planeCount, out),
    testTreeIds: (state, tree, ids, count, out) => testTreeIds(bind(p, state), tree, ids, count, out),
  }
}
