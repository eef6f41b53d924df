import { setCounter, time, type World } from '@sightline/core'
import { drawDebug } from '../draw-debug.js'
import { drawRuns, firstRunFrom, type Tally } from '../draw-runs.js'
import { drawShadows, type ShadowTally } from '../draw-shadows.js'
import type { Gpu } from '../gpu.js'
import { syncStore } from '../gpu-meshes.js'
import { posesHeld } from '../gpu-poses.js'
import { type RenderState, type RenderView, renderState } from '../state.js'
import { applyTone } from '../tone-curve.js'

const tally: Tally = { drawCalls: 0, instances: 0, triangles: 0 }
const shadowTally: ShadowTally = { drawCalls: 0, instances: 0, triangles: 0 }
const background = new Float64Array(3)
const GAMMA = 1 / 2.2

/**
 * Draws every view: shadow maps, opaque near to far, alpha-tested, ground, sky, transparent and particles far to near,
 * debug lines.
 * Does nothing while there is no GPU, the context is lost or the canvas has no size.
 * Reads: draw lists, instance buffers, environment. Writes: pixels, `renderStats`.
 */
export function drawViews(world: World): void {
  const state = renderState(world)
  const { device, stats } = state
  resetTally(tally)
  resetTally(shadowTally)
  stats.width = device?.canvas.width ?? 0
  stats.height = device?.canvas.height ?? 0
  if (device?.gpu !== undefined && stats.width > 0 && stats.height > 0) {
    const { gpu, gameRegl } = device
    // Whoever shares the context has left its own state behind.
    if (gameRegl === undefined) gpu.regl.poll()
    else gpu.regl._refresh()
    stats.bytesUploaded += syncStore(gpu.regl, gpu.store, state.meshes, state.materials)
    gpu.pass.time = time(world).now % 3600
    for (let i = 0; i < state.views.length; i++) drawView(world, state, gpu, state.views[i]!)
    gameRegl?._refresh()
    stats.bytesHeld = bytesHeld(state, gpu)
  }
  writeStats(world, state)
}

function drawView(world: World, state: RenderState, gpu: Gpu, view: RenderView): void {
  const { pass } = gpu
  const { batches, drawables, environment, stats } = state
  const { list, instances, poseRefs, frame, shadows } = view
  pass.viewProjection = frame.viewProjection
  pass.rays = frame.rays
  pass.origin = frame.origin
  if (shadows !== undefined) drawShadows(world, state, gpu, view, shadows, shadowTally)

  pass.target = null
  placeViewport(pass.viewport, view.rect, stats.width, stats.height)
  if (pass.viewport.width === 0 || pass.viewport.height === 0) return
  const { fogColor, exposure } = environment
  applyTone(background, fogColor[0]! * exposure, fogColor[1]! * exposure, fogColor[2]! * exposure)
  gpu.clear(background[0]! ** GAMMA, background[1]! ** GAMMA, background[2]! ** GAMMA, 1)
  const skyAt = firstRunFrom(list, batches.firstSkyRank)
  drawRuns(gpu, batches, list, instances, poseRefs, 0, skyAt, 'picture', shadows, tally)
  for (let i = 0; i < drawables.length; i++)
    stats.bytesUploaded += drawables[i]!.drawPicture(gpu, view, tally)
  if (environment.drawSky) {
    const sky = environment.sky[0]! > 0 ? gpu.sky.cloudy : gpu.sky.clear
    sky()
    tally.drawCalls++
    tally.triangles++
  }
  drawBlended(state, gpu, view, skyAt)
  for (let i = 0; i < drawables.length; i++) stats.bytesUploaded += drawables[i]!.drawOver(gpu, view, tally)
  stats.bytesUploaded += drawDebug(world, gpu, view, tally)
}

/** Draws the runs from `first` on, and between them what is drawn before its stop. */
function drawBlended(
  { batches, drawables, stats }: RenderState,
  gpu: Gpu,
  view: RenderView,
  first: number,
): void {
  const { list, instances, poseRefs, shadows } = view
  let from = first
  for (let stop = 0; stop <= list.stopCount; stop++) {
    const until = stop === list.stopCount ? list.runCount : list.stops[stop]!
    drawRuns(gpu, batches, list, instances, poseRefs, from, until, 'picture', shadows, tally)
    for (let i = 0; i < drawables.length; i++)
      stats.bytesUploaded += drawables[i]!.drawBlended(gpu, view, stop, tally)
    from = until
  }
}

/** Whole pixels, y from the bottom as WebGL counts; neighbours share their edge. */
function placeViewport(
  out: { x: number; y: number; width: number; height: number },
  rect: Float32Array,
  width: number,
  height: number,
): void {
  const left = Math.round(rect[0]! * width)
  const top = Math.round(rect[1]! * height)
  out.x = left
  out.width = Math.round((rect[0]! + rect[2]!) * width) - left
  const bottom = Math.round((rect[1]! + rect[3]!) * height)
  out.height = bottom - top
  out.y = height - bottom
}

function bytesHeld({ drawables }: RenderState, gpu: Gpu): number {
  let bytes = gpu.store.bytes
  for (let i = 0; i < drawables.length; i++) bytes += drawables[i]!.bytesHeld(gpu)
  for (const instances of gpu.instances.values()) bytes += instances.bytes
  for (const map of gpu.shadowMaps.values()) bytes += map.bytes
  if (gpu.pass.poses !== undefined) bytes += posesHeld(gpu.pass.poses)
  return bytes
}

function resetTally(one: Tally): void {
  one.drawCalls = 0
  one.instances = 0
  one.triangles = 0
}

function writeStats(world: World, { stats, device }: RenderState): void {
  stats.drawCalls = tally.drawCalls + shadowTally.drawCalls
  stats.instances = tally.instances + shadowTally.instances
  stats.triangles = tally.triangles + shadowTally.triangles
  stats.shadowDrawCalls = shadowTally.drawCalls
  stats.shadowInstances = shadowTally.instances
  stats.shadowTriangles = shadowTally.triangles
  stats.contextLost = device !== undefined && device.gpu === undefined
  setCounter(world, 'render.drawCalls', stats.drawCalls)
  setCounter(world, 'render.instances', stats.instances)
  setCounter(world, 'render.triangles', stats.triangles)
  setCounter(world, 'render.bytesUploaded', stats.bytesUploaded)
}
