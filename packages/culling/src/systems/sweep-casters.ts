import { columns, generation, setCounter, type World, WorldMatrix, warnOnce } from '@sightline/core'
import {
  addPyramidPlanes,
  addRangePlanes,
  type LightPlace,
  litDepths,
  rangePoints,
  seenPoints,
  sweepToPoint,
  sweepTowards,
} from '../lights/caster-volume.js'
import { Light } from '../lights/light-component.js'
import { type CasterSettings, type LightsState, lightsState } from '../lights/lights-state.js'
import { placeVolumeAt } from '../projection/place-planes.js'
import { addPlane, createViewVolume, PLANE_RANGE } from '../projection/view-volume.js'
import { type CullingState, culling, type ViewState } from '../state.js'
import { setPlaneCount } from '../view-planes.js'

/** Nothing that the camera sees is lit: nothing can throw a shadow on it. */
const NOTHING = 0
/** Something is broken or gone: no planes, so everything is a caster. */
const EVERYTHING = 1
const SWEPT = 2

const VOLUME = createViewVolume()
const EYE = new Float64Array(3)
const PLACE: LightPlace = { x: 0, y: 0, z: 0, range: 0 }
const AXIS = new Float64Array(3)
const U = new Float64Array(3)
const V = new Float64Array(3)
const DEPTHS = new Float64Array(2)

const COS_45 = Math.SQRT1_2

/**
 * Gives each light view with `setCascade`, `setCubeFace` or `setSpotShadow` the planes round its casters.
 * `cullViews` then treats it like any other view; distances and sizes are measured as its camera's. Reads:
 * caster settings, Light, WorldMatrix, volumes and cameras of the views. Writes: planes of light views, and
 * the counter `culling.casterViews`.
 */
export function sweepCasters(world: World): void {
  const lights = lightsState(world)
  if (lights.casters.size === 0) return
  const state = culling(world)
  let swept = 0
  for (let i = 0; i < state.views.length; i++) {
    const view = state.views[i]!
    const settings = view.eid === 0 ? undefined : lights.casters.get(view.eid)
    if (settings === undefined) continue
    sweepView(world, state, lights, view, settings)
    swept++
  }
  setCounter(world, 'culling.casterViews', swept)
}

function sweepView(
  world: World,
  state: CullingState,
  lights: LightsState,
  view: ViewState,
  settings: CasterSettings,
): void {
  const camera = cameraState(world, state, settings)
  if (camera !== null) view.lens = camera
  const answer = castersOf(world, lights, settings, camera)
  if (answer === NOTHING) view.empty = true
  noteLens(view, settings, camera)
  if (answer === NOTHING) return
  const count =
    answer === EVERYTHING ? 0 : placeVolumeAt(VOLUME, EYE[0]!, EYE[1]!, EYE[2]!, view.planes, view.planeKinds)
  setPlaneCount(view, count)
  if (!planesDiffer(view, settings)) return
  view.changed = true
  view.cameraDue = true
}

/** What the view sees depends on its camera's settings and place as well, and on whether anything is lit. */
function noteLens(view: ViewState, settings: CasterSettings, camera: ViewState | null): void {
  const settingsRevision = camera === null ? -1 : camera.settingsRevision
  const cameraRevision = camera === null ? -1 : camera.cameraRevision
  if (settings.settingsRevision !== settingsRevision || settings.lastEmpty !== view.empty) {
    view.changed = true
    view.settingsDue = true
  }
  if (settings.cameraRevision !== cameraRevision && !view.empty) {
    view.changed = true
    view.cameraDue = true
  }
  settings.settingsRevision = settingsRevision
  settings.cameraRevision = cameraRevision
  settings.lastEmpty = view.empty
}

/** The camera of a light view; null if it has none or it is gone. */
function cameraState(world: World, state: CullingState, settings: CasterSettings): ViewState | null {
  const { camera, cameraGeneration } = settings
  if (camera === 0) return null
  const slot = state.viewSlots[camera]!
  if (slot === 0 || generation(world, camera) !== cameraGeneration) {
    warnOnce(
      world,
      'culling.casterCamera',
      `the camera of a light view, entity ${camera}, is gone: its shadows are culled without it`,
    )
    return null
  }
  return state.views[slot - 1]!
}

/** Fills VOLUME and EYE. */
function castersOf(
  world: World,
  lights: LightsState,
  settings: CasterSettings,
  camera: ViewState | null,
): number {
  const { light, lightGeneration } = settings
  if (light !== 0 && (lights.lights.position[light] === 0 || generation(world, light) !== lightGeneration)) {
    return NOTHING
  }
  if (camera?.empty) return NOTHING
  if (camera !== null && !camera.ready) return EVERYTHING
  if (settings.kind === 'cascade') return cascadeCasters(world, settings, camera)
  return localCasters(world, settings, camera)
}

function cascadeCasters(world: World, settings: CasterSettings, camera: ViewState | null): number {
  const { light, towards, near, far, margin } = settings
  if (camera === null) return EVERYTHING
  if (light === 0) U.set(towards)
  else if (!readAxis(columns(world, WorldMatrix).matrix, light * 16 + 8, U)) return EVERYTHING
  EYE.set(camera.eye)
  if (!seenPoints(camera.volume, camera.camera, near, far, VOLUME)) return NOTHING
  // Lights shine along −Z, so +Z points at them.
  sweepTowards(VOLUME, U[0]!, U[1]!, U[2]!, margin)
  return SWEPT
}

function localCasters(world: World, settings: CasterSettings, camera: ViewState | null): number {
  const { light, margin } = settings
  const { matrix } = columns(world, WorldMatrix)
  const x = matrix[light * 16 + 12]!
  const y = matrix[light * 16 + 13]!
  const z = matrix[light * 16 + 14]!
  const range = columns(world, Light).range[light]!
  if (!(range > 0)) return NOTHING
  if (!Number.isFinite(x + y + z)) return EVERYTHING
  EYE[0] = camera === null ? x : camera.eye[0]!
  EYE[1] = camera === null ? y : camera.eye[1]!
  EYE[2] = camera === null ? z : camera.eye[2]!
  PLACE.x = x - EYE[0]!
  PLACE.y = y - EYE[1]!
  PLACE.z = z - EYE[2]!
  PLACE.range = range
  if (camera === null) rangePoints(VOLUME, PLACE)
  else {
    litDepths(camera.camera, PLACE, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, DEPTHS)
    if (!seenPoints(camera.volume, camera.camera, DEPTHS[0]!, DEPTHS[1]!, VOLUME)) return NOTHING
  }
  addRangePlanes(VOLUME, PLACE)
  const hasSides = settings.kind === 'cube' ? addFaceSides(settings) : addConeSides(world, settings, matrix)
  if (!hasSides) return EVERYTHING
  if (camera !== null) sweepToPoint(VOLUME, PLACE, margin)
  return SWEPT
}

/** One side of a shadow cube: a pyramid of 45° along an axis of the world. */
function addFaceSides({ face, margin }: CasterSettings): boolean {
  const main = face >> 1
  AXIS.fill(0)
  U.fill(0)
  V.fill(0)
  AXIS[main] = face & 1 ? -1 : 1
  U[(main + 1) % 3] = 1
  V[(main + 2) % 3] = 1
  addPyramidPlanes(VOLUME, PLACE, AXIS, U, V, COS_45, COS_45, margin)
  return true
}

/** The pyramid round a spot's cone, turned as the light is, and its cap. */
function addConeSides(world: World, { light, margin }: CasterSettings, matrix: Float32Array): boolean {
  if (!readAxis(matrix, light * 16 + 8, AXIS)) return false
  for (let k = 0; k < 3; k++) AXIS[k] = -AXIS[k]!
  if (!readAxis(matrix, light * 16, U)) return false
  const along = U[0]! * AXIS[0]! + U[1]! * AXIS[1]! + U[2]! * AXIS[2]!
  for (let k = 0; k < 3; k++) U[k] = U[k]! - along * AXIS[k]!
  if (!readAxis(U, 0, U)) return false
  V[0] = AXIS[1]! * U[2]! - AXIS[2]! * U[1]!
  V[1] = AXIS[2]! * U[0]! - AXIS[0]! * U[2]!
  V[2] = AXIS[0]! * U[1]! - AXIS[1]! * U[0]!
  const { cosOuter, sinOuter } = columns(world, Light)
  const { x, y, z, range } = PLACE
  const cap = range + AXIS[0]! * x + AXIS[1]! * y + AXIS[2]! * z
  addPlane(VOLUME, -AXIS[0]!, -AXIS[1]!, -AXIS[2]!, cap, PLANE_RANGE)
  addPyramidPlanes(VOLUME, PLACE, AXIS, U, V, cosOuter[light]!, sinOuter[light]!, margin)
  return true
}

/** Reads three numbers as a unit vector; false if they have no direction. */
function readAxis(from: ArrayLike<number>, at: number, out: Float64Array): boolean {
  const x = from[at]!
  const y = from[at + 1]!
  const z = from[at + 2]!
  const length = Math.hypot(x, y, z)
  if (!(length > 1e-30 && length < Number.POSITIVE_INFINITY)) return false
  out[0] = x / length
  out[1] = y / length
  out[2] = z / length
  return true
}

/** Compares with the planes written last, and keeps the new ones. */
function planesDiffer(view: ViewState, settings: CasterSettings): boolean {
  const { planes, planeCount } = view
  const { lastPlanes } = settings
  let differ = settings.lastCount !== planeCount
  settings.lastCount = planeCount
  for (let i = 0; i < planeCount * 4; i++) {
    if (lastPlanes[i] !== planes[i]) differ = true
    lastPlanes[i] = planes[i]!
  }
  return differ
}
