import { type Arena, adoptArena } from '@sightline/core/memory'
import { createOcclusionBuffer, type OcclusionBuffer } from '../occlusion/occlusion-buffer.js'
import type { ViewOcclusion } from './occlusion-state.js'
import { runJob } from './run-job.js'
import type { Runner } from './runner.js'

/** Works each job off where it is sent. `worldBoxes` are the rows of `WorldBounds`, in the same arena. */
export function createInlineRunner(
  arena: Arena,
  worldBoxes: Float32Array,
  kernels: 'auto' | 'typescript' = 'auto',
): Runner {
  const buffers = new Map<ViewOcclusion, OcclusionBuffer>()
  const bufferOf = (view: ViewOcclusion): OcclusionBuffer => {
    let buffer = buffers.get(view)
    if (buffer === undefined) {
      const { width, height, bufferAt } = view
      buffer = createOcclusionBuffer({ width, height, kernels, arena: adoptArena(arena.memory, bufferAt) })
      buffers.set(view, buffer)
    }
    return buffer
  }
  return {
    kind: 'inline',
    isReady: () => true,
    send: (view, job) => runJob(bufferOf(view), job.block, worldBoxes),
    flush: () => {},
    poll: () => true,
    wait: () => true,
    tend: () => {},
    close: (view) => {
      buffers.delete(view)
    },
    slowDown: () => {},
    givenUpAt: () => Infinity,
    dispose: () => buffers.clear(),
  }
}
