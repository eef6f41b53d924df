import type { World } from '@sightline/core'
import { collectDebugLines } from './debug-lines.js'
import type { Tally } from './draw-runs.js'
import type { Gpu } from './gpu.js'
import { createLineBuffer, type LineBuffer } from './line-buffer.js'
import type { RenderView } from './state.js'

const lines: LineBuffer = createLineBuffer()

/** Draws the chosen debug lines of a view over it. Returns the bytes that were sent. */
export function drawDebug(world: World, gpu: Gpu, view: RenderView, tally: Tally): number {
  const { octree, bounds, frustum, casters } = view.debug
  if (!octree && !bounds && !frustum && !casters) return 0
  collectDebugLines(world, view, lines)
  if (lines.count === 0) return 0
  tally.drawCalls += 2
  return gpu.lines.draw(lines)
}
