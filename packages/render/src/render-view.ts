import type { World } from '@sightline/core'
import { cameraOf } from '@sightline/culling'
import { createPoseRefs } from './animation/pose-refs.js'
import { DEBUG_DEFAULTS } from './debug-settings.js'
import { createDrawList } from './draw-list.js'
import { createInstanceBuffer } from './instance-buffer.js'
import { type RenderView, renderState } from './state.js'

/** How a view is drawn. Fields that are not given keep what they were. */
export type RenderViewSettings = {
  /**
   * Another entity with `View` through whose eyes this view's list is seen, or 0 for the view's own. This is how
   * culling is frozen: the view stays, the camera flies on.
   */
  readonly camera?: number
  /** Share of the canvas: x and y of the upper left corner, width, height, all 0 to 1. Default all of it. */
  readonly rect?: readonly [number, number, number, number]
}

/**
 * Draws a view, or changes how it is drawn. Views are drawn in the order in which they were first given. The camera's
 * projection must be made for WebGL: clip depth -1 to 1, not reversed.
 * Throws an `Error` if the entity or the camera is no view, a `RangeError` for a rectangle that leaves the canvas.
 */
export function setRenderView(world: World, view: number, settings: RenderViewSettings = {}): void {
  const { views } = renderState(world)
  cameraOf(world, view)
  if (settings.camera) cameraOf(world, settings.camera)
  if (settings.rect) checkRect(settings.rect)
  let renderView = views.find((one) => one.view === view)
  if (renderView === undefined) {
    renderView = createRenderView(view)
    views.push(renderView)
  }
  if (settings.camera !== undefined) renderView.camera = settings.camera || view
  if (settings.rect !== undefined) renderView.rect.set(settings.rect)
}

/** The drawn view of an entity. Throws an `Error` that begins with `caller` if there is none. */
export function findRenderView(world: World, view: number, caller: string): RenderView {
  const { views } = renderState(world)
  for (let i = 0; i < views.length; i++) if (views[i]!.view === view) return views[i]!
  throw new Error(`${caller}: view ${view} is not drawn: call setRenderView first`)
}

function createRenderView(view: number): RenderView {
  return {
    view,
    camera: view,
    rect: new Float32Array([0, 0, 1, 1]),
    viewport: new Float64Array([-1, -1, 0]),
    list: createDrawList(),
    instances: createInstanceBuffer(),
    poseRefs: createPoseRefs(),
    frame: {
      origin: new Float32Array(3),
      viewProjection: new Float32Array(16),
      rays: new Float32Array(9),
    },
    shadows: undefined,
    debug: DEBUG_DEFAULTS,
  }
}

function checkRect(rect: readonly [number, number, number, number]): void {
  const [x, y, width, height] = rect
  if (!(x >= 0 && y >= 0 && width >= 0 && height >= 0 && x + width <= 1 && y + height <= 1)) {
    throw new RangeError(`setRenderView: rect is ${rect.join(', ')}, expected to lie within 0, 0, 1, 1`)
  }
}
