import { columns, generation, type World } from '@sightline/core'
import { expectNumber, expectOptions } from '@sightline/core/checks'
import { MAX_PLANES } from '../projection/view-volume.js'
import { viewState } from '../state.js'
import { requireLight } from './light.js'
import { LIGHT_DIRECTIONAL, LIGHT_POINT, LIGHT_SPOT, Light } from './light-component.js'
import { type CasterSettings, lightsState } from './lights-state.js'

/** What a light view of a directional light collects: see `setCascade`. */
export type CascadeOptions = {
  /** Entity of a directional light; or give `direction`. */
  light?: number
  /** The direction in which the light shines, any length above 0; or give `light`. */
  direction?: readonly [number, number, number]
  /** The view whose picture the shadows are in. */
  camera: number
  /** Depths along the camera's view direction between which this cascade is used, in metres. */
  near: number
  far: number
  /** Metres beside what the camera sees that a soft filter may read, 0 or more. Default 0. */
  margin?: number
}

export type CubeFaceOptions = {
  /** Entity of a point light. */
  light: number
  /** Side of the shadow cube along the world's axes, 0 to 5: +X, −X, +Y, −Y, +Z, −Z. */
  face: number
  /** The view whose picture the shadows are in. Without one, everything in range on that side is collected. */
  camera?: number
  /** Metres beside what the camera sees that a soft filter may read, 0 or more. Default 0. */
  margin?: number
}

export type SpotShadowOptions = {
  /** Entity of a spot light. */
  light: number
  /** The view whose picture the shadows are in. Without one, everything in range and cone is collected. */
  camera?: number
  /** Metres beside what the camera sees that a soft filter may read, 0 or more. Default 0. */
  margin?: number
}

const CASCADE: Readonly<Record<keyof CascadeOptions, true>> = {
  light: true,
  direction: true,
  camera: true,
  near: true,
  far: true,
  margin: true,
}
const SPOT_SHADOW: Readonly<Record<keyof SpotShadowOptions, true>> = {
  light: true,
  camera: true,
  margin: true,
}
const CUBE_FACE: Readonly<Record<keyof CubeFaceOptions, true>> = { ...SPOT_SHADOW, face: true }

/**
 * Makes a view (of kind 'light') collect the casters of a directional light for one cascade: everything whose shadow can
 * touch what the camera sees between two depths, inside or outside of the picture, occluded or not. Its own place and
 * projection then have no part in culling; distances, sizes and levels are the camera's.
 * Throws, with nothing changed, a `RangeError` or `TypeError` that names the field, an `Error` if an entity is not what it
 * should be.
 */
export function setCascade(world: World, lightView: number, options: CascadeOptions): void {
  const caller = 'setCascade'
  expectOptions(caller, options, CASCADE)
  const { light, direction, camera, near, far, margin = 0 } = options
  viewState(world, lightView, caller)
  viewState(world, camera, `${caller}: camera`)
  if ((light === undefined) === (direction === undefined)) {
    const got = light === undefined ? 'neither light nor direction' : 'both light and direction'
    throw new TypeError(`${caller}: got ${got}, expected one of them`)
  }
  if (light !== undefined) requireLight(world, light, caller)
  if (!Number.isFinite(near)) throw new RangeError(`${caller}: near is ${near}, expected a finite depth`)
  expectNumber(caller, 'far', far)
  if (!(far > near && far < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`${caller}: far is ${far}, expected a finite depth above near (${near})`)
  }
  if (direction !== undefined) checkDirection(caller, direction)
  const settings = store(world, lightView, 'cascade', light ?? 0, camera, margin, caller)
  settings.near = near
  settings.far = far
  if (direction === undefined) return
  const length = Math.hypot(direction[0], direction[1], direction[2])
  for (let k = 0; k < 3; k++) settings.towards[k] = -direction[k]! / length
}

/**
 * Makes a view (of kind 'light') collect the casters of a point light for one side of a shadow cube: everything in range
 * on that side that can throw its shadow on what the camera sees. Otherwise as `setCascade`.
 */
export function setCubeFace(world: World, lightView: number, options: CubeFaceOptions): void {
  const caller = 'setCubeFace'
  expectOptions(caller, options, CUBE_FACE)
  const { light, face, camera, margin = 0 } = options
  viewState(world, lightView, caller)
  requireLight(world, light, caller)
  if (camera !== undefined) viewState(world, camera, `${caller}: camera`)
  if (!(Number.isInteger(face) && face >= 0 && face <= 5)) {
    throw new RangeError(`${caller}: face is ${face}, expected 0 to 5`)
  }
  store(world, lightView, 'cube', light, camera ?? 0, margin, caller).face = face
}

/**
 * Makes a view (of kind 'light') collect the casters of a spot light: everything in range and in the pyramid round the
 * cone that can throw its shadow on what the camera sees. Otherwise as `setCascade`.
 */
export function setSpotShadow(world: World, lightView: number, options: SpotShadowOptions): void {
  const caller = 'setSpotShadow'
  expectOptions(caller, options, SPOT_SHADOW)
  const { light, camera, margin = 0 } = options
  viewState(world, lightView, caller)
  requireLight(world, light, caller)
  if (camera !== undefined) viewState(world, camera, `${caller}: camera`)
  store(world, lightView, 'spot', light, camera ?? 0, margin, caller)
}

/** Makes a light view an ordinary one again, culled by its own projection. */
export function clearCasters(world: World, lightView: number): void {
  const state = viewState(world, lightView, 'clearCasters')
  if (lightsState(world).casters.delete(lightView)) state.settingsChanged = true
}

/** In the order of `Light.kind`: what an entity is, and which setter makes it that. */
const KINDS = [
  ['a light that was not set', ''],
  ['a point light', 'setPointLight'],
  ['a spot light', 'setSpotLight'],
  ['a directional light', 'setDirectionalLight'],
] as const

const LIGHT_KINDS = { cascade: LIGHT_DIRECTIONAL, cube: LIGHT_POINT, spot: LIGHT_SPOT } as const

function requireKind(world: World, light: number, kind: number, caller: string): void {
  const got = columns(world, Light).kind[light]!
  if (got === kind) return
  const [expected, setter] = KINDS[kind]!
  throw new TypeError(
    `${caller}: light is entity ${light}, ${KINDS[got]?.[0]}, expected ${expected}: see ${setter}`,
  )
}

function checkDirection(caller: string, direction: readonly [number, number, number]): void {
  const [x, y, z] = direction
  for (let k = 0; k < 3; k++) expectNumber(caller, `direction[${k}]`, direction[k])
  const length = Math.hypot(x, y, z)
  if (!(length > 0 && length < Number.POSITIVE_INFINITY)) {
    throw new RangeError(
      `${caller}: direction is ${x}, ${y}, ${z}, expected finite numbers that are not all 0`,
    )
  }
}

/** A game may set a cascade anew every frame: the view's settings are made once and written again. */
function store(
  world: World,
  lightView: number,
  kind: CasterSettings['kind'],
  light: number,
  camera: number,
  margin: number,
  caller: string,
): CasterSettings {
  expectNumber(caller, 'margin', margin)
  if (!(margin >= 0 && margin < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`${caller}: margin is ${margin}, expected finite metres of 0 or more`)
  }
  if (light !== 0) requireKind(world, light, LIGHT_KINDS[kind], caller)
  const { casters } = lightsState(world)
  let settings = casters.get(lightView)
  if (settings === undefined) {
    settings = createSettings(kind)
    casters.set(lightView, settings)
  }
  // Another camera may have the same revisions by chance.
  if (settings.camera !== camera) settings.settingsRevision = -1
  settings.kind = kind
  settings.light = light
  settings.lightGeneration = light === 0 ? 0 : generation(world, light)
  settings.camera = camera
  settings.cameraGeneration = camera === 0 ? 0 : generation(world, camera)
  settings.margin = margin
  return settings
}

function createSettings(kind: CasterSettings['kind']): CasterSettings {
  return {
    kind,
    light: 0,
    lightGeneration: 0,
    camera: 0,
    cameraGeneration: 0,
    near: 0,
    far: 0,
    margin: 0,
    face: 0,
    towards: new Float64Array(3),
    lastPlanes: new Float32Array(MAX_PLANES * 4),
    lastCount: -1,
    lastEmpty: false,
    settingsRevision: -1,
    cameraRevision: -1,
  }
}
