import { destroy, handle, isAlive, spawn, Transform, type World } from '@sightline/core'
import { cameraOf, setCascade, setView, View } from '@sightline/culling'
import { createPoseRefs } from './animation/pose-refs.js'
import { createDrawList } from './draw-list.js'
import { releaseInstances, releaseShadowMap } from './gpu.js'
import { createInstanceBuffer } from './instance-buffer.js'
import { findRenderView } from './render-view.js'
import { cascadeEnds, MAP_BORDER, sliceSphere } from './shadow-cascades.js'
import { checkShadows, SHADOW_DEFAULTS, type ShadowSettings } from './shadow-settings.js'
import { type Cascade, type RenderState, type RenderView, renderState, type Shadows } from './state.js'

/**
 * Gives a drawn view the sun's shadows, or takes them away. For each cascade a view of kind light is made, whose
 * visible list is the casters: whatever can throw a shadow on what the camera sees, in the picture or not.
 * Throws a `RangeError` that names the field, an `Error` if the view is not drawn or culling has no room for the views.
 */
export function setShadows(world: World, view: number, settings: Partial<ShadowSettings> | false): void {
  const renderView = findRenderView(world, view, 'setShadows')
  const chosen = settings === false ? undefined : { ...SHADOW_DEFAULTS, ...settings }
  if (chosen !== undefined) checkShadows(chosen)
  removeShadows(world, renderView)
  if (chosen !== undefined) renderView.shadows = createShadows(world, renderView, chosen)
}

/**
 * The light views of a drawn view's shadows, nearest slice first; none where it has no shadows. Their visible lists are the
 * casters. They are destroyed with the shadows: ask anew after `setShadows`. Makes a new array.
 */
export function shadowViews(world: World, view: number): number[] {
  const { shadows } = findRenderView(world, view, 'shadowViews')
  return shadows === undefined ? [] : shadows.cascades.map((cascade) => cascade.view)
}

/** Takes a view's shadows away. */
export function removeShadows(world: World, renderView: RenderView): void {
  const { shadows } = renderView
  renderView.shadows = undefined
  if (shadows !== undefined) destroyShadows(world, shadows)
}

/** Destroys the light views that are still there and frees what belongs to them. */
export function destroyShadows(world: World, shadows: Shadows): void {
  const gpu = renderState(world).device?.gpu
  if (gpu !== undefined) {
    releaseShadowMap(gpu, shadows)
    releaseInstances(gpu, shadows)
  }
  for (const cascade of shadows.cascades) {
    if (isAlive(world, cascade.handle)) destroy(world, cascade.view)
  }
}

/** Tells the light views where the sun stands now. */
export function aimShadows(world: World, state: RenderState): void {
  for (const renderView of state.views) {
    if (renderView.shadows === undefined) continue
    for (const cascade of renderView.shadows.cascades) aimCascade(world, state, renderView.view, cascade)
  }
}

/** Asks for casters in a wider margin where the map's texels have become larger than they were asked for. */
export function widenMargin(world: World, state: RenderState, camera: number, cascade: Cascade): void {
  const needed = marginFor(cascade.place[3]!)
  if (needed <= cascade.margin) return
  cascade.margin = needed * HEADROOM
  aimCascade(world, state, camera, cascade)
}

/** Share of a slice, before its end, over which it is mixed with the next. The shadow chunk knows it too. */
const BLEND = 0.1
/** Metres: the equal ratios of the splits begin here. */
const FIRST_SPLIT = 1
/** How far beside a point the softest edge looks and the point itself is moved, in texels. */
const FILTER_TEXELS = 5
/** The margin may be too wide by this, so that a change of the projection need not be followed at once. */
const HEADROOM = 1.25

function marginFor(texel: number): number {
  return texel * FILTER_TEXELS
}

function createShadows(world: World, renderView: RenderView, settings: ShadowSettings): Shadows {
  const { cascades: count, distance, split, resolution, layers } = settings
  const state = renderState(world)
  const { matrix: projection } = cameraOf(world, renderView.view).projection
  const ends = cascadeEnds(FIRST_SPLIT, distance, count, split)
  const sphere = new Float64Array(4)
  const cascades = ends.map((far, i) => {
    const near = i === 0 ? 0 : ends[i - 1]! / (1 + BLEND)
    sliceSphere(sphere, projection, near, far)
    const texel = (2 * sphere[3]!) / (resolution - 2 * MAP_BORDER)
    const lightView = spawn(world, Transform, View)
    const cascade: Cascade = {
      view: lightView,
      handle: handle(world, lightView),
      near,
      far,
      margin: marginFor(texel) * HEADROOM,
      place: new Float32Array(4),
      depth: new Float32Array(4),
    }
    setView(world, lightView, { kind: 'light', occlusion: false, layers })
    aimCascade(world, state, renderView.view, cascade)
    return cascade
  })
  const basis = new Float32Array(9)
  return {
    settings,
    cascades,
    casters: createDrawList(),
    instances: createInstanceBuffer(),
    poseRefs: createPoseRefs(),
    basis,
    right: basis.subarray(0, 3),
    up: basis.subarray(3, 6),
  }
}

function aimCascade(world: World, state: RenderState, camera: number, cascade: Cascade): void {
  const { sunDirection } = state.environment
  const { near, far, margin } = cascade
  setCascade(world, cascade.view, {
    direction: [-sunDirection[0]!, -sunDirection[1]!, -sunDirection[2]!],
    camera,
    near,
    far,
    margin,
  })
}
