import type { World } from '@sightline/core'
import { cameraOf } from '@sightline/culling'
import { drawRuns, type Tally } from './draw-runs.js'
import { type Gpu, shadowMap } from './gpu.js'
import type { Pass } from './pass.js'
import { fitCascade, lightBasis, mapsPerSide } from './shadow-cascades.js'
import { widenMargin } from './shadows.js'
import type { RenderState, RenderView, Shadows } from './state.js'

/** What was drawn into shadow maps. */
export type ShadowTally = Tally

/** Fits the cascades to the view's camera and draws their casters into the maps. Leaves the pass ready to show them. */
export function drawShadows(
  world: World,
  state: RenderState,
  gpu: Gpu,
  view: RenderView,
  shadows: Shadows,
  tally: Tally,
): void {
  const { pass } = gpu
  const map = shadowMap(gpu, shadows)
  const perSide = mapsPerSide(shadows.cascades.length)
  const resolution = map.size / perSide
  fitCascades(world, state, pass, view, shadows, resolution, perSide)

  pass.target = map.target
  pass.viewport.x = 0
  pass.viewport.y = 0
  pass.viewport.width = map.size
  pass.viewport.height = map.size
  pass.shadowMap = map.texture
  pass.shadowSize[0] = map.size
  pass.shadowSize[1] = 1 / map.size
  pass.lightRight = shadows.right
  pass.lightUp = shadows.up
  pass.maps = perSide
  gpu.clear(1, 1, 1, 1)
  const { casters, instances, poseRefs } = shadows
  drawRuns(gpu, state.batches, casters, instances, poseRefs, 0, casters.runCount, 'shadow', undefined, tally)
  for (let i = 0; i < state.drawables.length; i++)
    state.stats.bytesUploaded += state.drawables[i]!.drawShadow(gpu, view, shadows, tally)
}

function fitCascades(
  world: World,
  state: RenderState,
  pass: Pass,
  view: RenderView,
  shadows: Shadows,
  resolution: number,
  perSide: number,
): void {
  const { camera, projection, eye } = cameraOf(world, view.view)
  writeViewDepth(pass.viewDepth, camera, eye, view.frame.origin)
  const { basis, settings, cascades } = shadows
  lightBasis(basis, state.environment.sunDirection)
  for (let i = 0; i < cascades.length; i++) {
    const cascade = cascades[i]!
    const { near, far } = cascade
    fitCascade(
      cascade,
      camera,
      projection.matrix,
      near,
      far,
      basis,
      view.frame.origin,
      resolution,
      settings.reach,
      i,
      perSide,
    )
    cascade.depth[2] = far
    cascade.depth[3] = i
    pass.cascadePlace[i]!.set(cascade.place)
    pass.cascadeDepth[i]!.set(cascade.depth)
    widenMargin(world, state, view.view, cascade)
  }
}

/** The slices lie along the culled view, which is not the camera where culling is frozen. */
function writeViewDepth(
  out: Float32Array,
  pose: Float64Array,
  eye: Float64Array,
  origin: Float32Array,
): void {
  out[3] = 0
  for (let axis = 0; axis < 3; axis++) {
    const forward = -pose[8 + axis]!
    out[axis] = forward
    out[3] = out[3]! + forward * (origin[axis]! - eye[axis]!)
  }
}
