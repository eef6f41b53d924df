import { columns, type World, WorldMatrix } from '@sightline/core'
import { clipPoint } from './clip-point.js'
import { drawRuns, firstRunFrom, type Tally } from './draw-runs.js'
import { type Gpu, gpuInstances, itemTarget } from './gpu.js'
import { uploadInstanceBuffer } from './gpu-instances.js'
import { createInstanceBuffer, type InstanceBuffer, packInstances, writeItemIds } from './instance-buffer.js'
import { findRenderView } from './render-view.js'
import { Renderable } from './renderable.js'
import { type RenderState, type RenderView, renderState } from './state.js'
import { zoomInto } from './view-frame.js'

/**
 * Draws a view once more, each entity in a colour of its own, with depth test, and reads it back: which entity each
 * pixel shows, 0 for none, row by row from the top. By default in the size that the view has on the canvas.
 * It draws the lists of the last frame, blended things as if they were solid, without sky. Slow, as it waits for the
 * GPU: for tests and tools. All 0 while there is no GPU. Throws an `Error` if the view is not drawn.
 */
export function drawItemBuffer(
  world: World,
  view: number,
  size?: { readonly width: number; readonly height: number },
): Uint32Array {
  const renderView = findRenderView(world, view, 'drawItemBuffer')
  const state = renderState(world)
  const width = size?.width ?? Math.round(renderView.rect[2]! * state.stats.width)
  const height = size?.height ?? Math.round(renderView.rect[3]! * state.stats.height)
  const gpu = state.device?.gpu
  if (gpu === undefined || width === 0 || height === 0) return new Uint32Array(width * height)
  const fromBottom = drawItems(world, state, gpu, renderView, renderView.frame.viewProjection, width, height)
  const items = new Uint32Array(width * height)
  for (let y = 0; y < height; y++) {
    items.set(fromBottom.subarray((height - 1 - y) * width, (height - y) * width), y * width)
  }
  return items
}

/**
 * The entity that a view shows at a point of the canvas, 0 for none: x and y in CSS pixels from its upper left corner, as
 * in `PointerEvent.offsetX`. Draws the last frame's lists into one pixel, so what is hidden or culled is not found; for
 * that, see `pickBounds`. Throws an `Error` if the view is not drawn.
 */
export function pickEntity(world: World, view: number, x: number, y: number): number {
  const renderView = findRenderView(world, view, 'pickEntity')
  const state = renderState(world)
  const { device } = state
  if (device?.gpu === undefined || !clipPoint(clip, device.canvas, renderView.rect, x, y)) return 0
  const width = renderView.rect[2]! * state.stats.width
  const height = renderView.rect[3]! * state.stats.height
  zoomInto(zoomed, renderView.frame.viewProjection, clip[0]!, clip[1]!, width, height)
  return drawItems(world, state, device.gpu, renderView, zoomed, 1, 1)[0]!
}

const clip = new Float64Array(2)
const zoomed = new Float32Array(16)
const tally: Tally = { drawCalls: 0, instances: 0, triangles: 0 }
const scratch: InstanceBuffer = createInstanceBuffer()

/** Ids from the lowest row upwards, as WebGL reads them. */
function drawItems(
  world: World,
  state: RenderState,
  gpu: Gpu,
  renderView: RenderView,
  viewProjection: Float32Array,
  width: number,
  height: number,
): Uint32Array {
  const { list, poseRefs, frame } = renderView
  const { origin } = frame
  const { matrix } = columns(world, WorldMatrix)
  const { tint } = columns(world, Renderable)
  packInstances(scratch, list.eids, list.fades, list.count, matrix, tint, origin)
  writeItemIds(scratch, list.eids)
  uploadInstanceBuffer(gpuInstances(gpu, scratch), scratch)

  const { pass, regl } = gpu
  regl._refresh()
  const target = itemTarget(gpu, width, height)
  pass.target = target
  pass.viewport.x = 0
  pass.viewport.y = 0
  pass.viewport.width = width
  pass.viewport.height = height
  pass.viewProjection = viewProjection
  pass.origin = origin
  gpu.clear(0, 0, 0, 0)
  const { firstSkyRank, firstTransparentRank } = state.batches
  const skyAt = firstRunFrom(list, firstSkyRank)
  const blendedAt = firstRunFrom(list, firstTransparentRank)
  drawRuns(gpu, state.batches, list, scratch, poseRefs, 0, skyAt, 'item', undefined, tally)
  for (const drawable of state.drawables) drawable.drawItems(gpu, renderView)
  drawRuns(gpu, state.batches, list, scratch, poseRefs, blendedAt, list.runCount, 'item', undefined, tally)
  const bytes = new Uint8Array(width * height * 4)
  regl.read({ framebuffer: target, x: 0, y: 0, width, height, data: bytes })
  state.device?.gameRegl?._refresh()
  return new Uint32Array(bytes.buffer)
}
