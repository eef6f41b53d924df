import type { World } from '@sightline/core'
import { type Color, readLinearColor } from './color.js'
import { aimShadows } from './shadows.js'
import { renderState } from './state.js'
import { invertTone } from './tone-curve.js'

/** Light and air of a world, in the form that shaders take: linear colours, world directions. */
export type Environment = {
  /** Unit vector towards the sun. */
  readonly sunDirection: Float32Array
  /** Linear, times the intensity. */
  readonly sunColor: Float32Array
  /** Share of the sun's light that comes back from lit surfaces onto those that face away. */
  bounce: number
  readonly ambientSky: Float32Array
  readonly ambientGround: Float32Array
  /** Distance at which the optical depth is 1, exponent, base height, height falloff. */
  readonly fog: Float32Array
  /** Of the haze, away from the sun. */
  readonly fogColor: Float32Array
  /** Of the haze, towards the sun. */
  readonly fogSunColor: Float32Array
  readonly skyZenith: Float32Array
  readonly skyHorizon: Float32Array
  readonly skySun: Float32Array
  /** Cloud cover 0 to 1; cosine of the sun's angular radius. */
  readonly sky: Float32Array
  exposure: number
  /** Whether the built-in sky is drawn; otherwise the picture is cleared to the fog's colour. */
  drawSky: boolean
}

/** The sun: one light from far away. */
export type SunSettings = {
  /** Degrees above the horizon, -90 to 90. */
  readonly elevation: number
  /** Degrees clockwise from north as on a compass; north is -z, east is +x. */
  readonly azimuth: number
  readonly color?: Color
  /** A white surface that faces the sun shines this bright. Default 3. */
  readonly intensity?: number
  /** Share of the light that sunlit surroundings throw back into the shade, 0 to 1. Default 0.1. */
  readonly bounce?: number
}

/** Light from all around: one colour from above, one from below. */
export type AmbientSettings = { readonly above?: Color; readonly below?: Color; readonly intensity?: number }

/** Haze that grows with distance and thins out with height. */
export type FogSettings = {
  /** Metres, and the share of haze there at ground level, 0 to 1. The curve goes through both points. */
  readonly near?: { readonly distance: number; readonly amount: number }
  readonly far?: { readonly distance: number; readonly amount: number }
  /** Height in metres at which those amounts hold. Default 0. */
  readonly height?: number
  /** Metres over which the haze thins out to 37 %. Default 220. */
  readonly falloff?: number
  /** Default: the sky's horizon. */
  readonly color?: Color
  /** Towards the sun. Default: between the horizon and the sun's colour. */
  readonly sunColor?: Color
}

/** The sky behind everything. Its colours, and those of the haze, are as they look at the default exposure. */
export type SkySettings = {
  readonly zenith?: Color
  readonly horizon?: Color
  readonly sun?: Color
  /** Cover, 0 (none, and cheapest) to 1. Default 0.45. */
  readonly clouds?: number
  /** The sun's angular diameter in degrees. Default 2.2. */
  readonly sunSize?: number
  /** False: nothing is drawn, as for a game with a sky mesh of its own. Default true. */
  readonly visible?: boolean
}

const HORIZON: Color = '#F2D9B3'

/** A clear late afternoon. */
export function createEnvironment(): Environment {
  const environment: Environment = {
    sunDirection: new Float32Array(3),
    sunColor: new Float32Array(3),
    bounce: 0,
    ambientSky: new Float32Array(3),
    ambientGround: new Float32Array(3),
    fog: new Float32Array(4),
    fogColor: new Float32Array(3),
    fogSunColor: new Float32Array(3),
    skyZenith: new Float32Array(3),
    skyHorizon: new Float32Array(3),
    skySun: new Float32Array(3),
    sky: new Float32Array(2),
    exposure: DEFAULT_EXPOSURE,
    drawSky: true,
  }
  writeSun(environment, { elevation: 28, azimuth: 235 })
  writeAmbient(environment, {})
  writeSky(environment, {})
  writeFog(environment, {})
  return environment
}

const DEFAULT_EXPOSURE = 0.56

/** Sets the sun. Throws a `RangeError` or `TypeError` that names the field. */
export function setSun(world: World, settings: SunSettings): void {
  const state = renderState(world)
  writeSun(state.environment, settings)
  aimShadows(world, state)
}

/** Sets the light from all around. */
export function setAmbient(world: World, settings: AmbientSettings): void {
  writeAmbient(renderState(world).environment, settings)
}

/** Sets the haze; `false` takes it away. Call it after `setSky`, whose horizon it follows unless it has a colour. */
export function setFog(world: World, settings: FogSettings | false): void {
  const { environment } = renderState(world)
  if (settings === false) environment.fog[0] = 0
  else writeFog(environment, settings)
}

/** Sets the sky. The fog's colours follow until `setFog` sets others. */
export function setSky(world: World, settings: SkySettings): void {
  writeSky(renderState(world).environment, settings)
}

/** How bright the picture is taken: a factor on all light before the tone curve. */
export function setExposure(world: World, exposure: number): void {
  requireRange('setExposure', 'exposure', exposure, 0, 1000)
  renderState(world).environment.exposure = exposure
}

function writeSun(environment: Environment, settings: SunSettings): void {
  const { elevation, azimuth, color = '#FFE2B0', intensity = 3, bounce = 0.1 } = settings
  requireRange('setSun', 'elevation', elevation, -90, 90)
  requireRange('setSun', 'azimuth', azimuth, -360, 360)
  requireRange('setSun', 'intensity', intensity, 0, 1000)
  requireRange('setSun', 'bounce', bounce, 0, 1)
  readLinearColor(environment.sunColor, color, intensity, 'setSun')
  const up = (elevation * Math.PI) / 180
  const around = (azimuth * Math.PI) / 180
  environment.sunDirection[0] = Math.sin(around) * Math.cos(up)
  environment.sunDirection[1] = Math.sin(up)
  environment.sunDirection[2] = -Math.cos(around) * Math.cos(up)
  environment.bounce = bounce
}

function writeAmbient(environment: Environment, settings: AmbientSettings): void {
  const { above = '#9EC3E8', below = '#8A7660', intensity = 0.9 } = settings
  requireRange('setAmbient', 'intensity', intensity, 0, 1000)
  readLinearColor(environment.ambientSky, above, intensity, 'setAmbient')
  readLinearColor(environment.ambientGround, below, intensity, 'setAmbient')
}

function writeSky(environment: Environment, settings: SkySettings): void {
  const { zenith = '#4C86C6', horizon = HORIZON, sun = '#FFE7B8' } = settings
  const { clouds = 0.45, sunSize = 2.2, visible = true } = settings
  requireRange('setSky', 'clouds', clouds, 0, 1)
  requireRange('setSky', 'sunSize', sunSize, 0, 90)
  readShownColor(environment.skyZenith, zenith, 'setSky')
  readShownColor(environment.skyHorizon, horizon, 'setSky')
  readShownColor(environment.skySun, sun, 'setSky')
  environment.sky[0] = clouds
  environment.sky[1] = Math.cos((sunSize * Math.PI) / 360)
  environment.drawSky = visible
  environment.fogColor.set(environment.skyHorizon)
  mixColors(environment.fogSunColor, environment.skyHorizon, environment.skySun, 0.5)
}

/**
 * Optical depth (d / d0)^p: with two points given, p and d0 follow from their logarithms. A plain exponential (p = 1)
 * cannot pass through "10 % at 150 m, 70 % at 900 m".
 */
function writeFog(environment: Environment, settings: FogSettings): void {
  const { near = { distance: 150, amount: 0.1 }, far = { distance: 900, amount: 0.7 } } = settings
  const { height = 0, falloff = 220 } = settings
  if (!(near.distance > 0 && far.distance > near.distance)) {
    throw new RangeError(
      `setFog: distances are ${near.distance} and ${far.distance}, expected 0 < near.distance < far.distance`,
    )
  }
  if (!(near.amount > 0 && far.amount > near.amount && far.amount < 1)) {
    throw new RangeError(`setFog: amounts are ${near.amount} and ${far.amount}, expected 0 < near < far < 1`)
  }
  requireRange('setFog', 'falloff', falloff, 0.001, 1e9)
  requireRange('setFog', 'height', height, -1e9, 1e9)
  const depthNear = -Math.log(1 - near.amount)
  const depthFar = -Math.log(1 - far.amount)
  const power = Math.log(depthFar / depthNear) / Math.log(far.distance / near.distance)
  environment.fog[0] = far.distance / depthFar ** (1 / power)
  environment.fog[1] = power
  environment.fog[2] = height
  environment.fog[3] = falloff
  if (settings.color === undefined) environment.fogColor.set(environment.skyHorizon)
  else readShownColor(environment.fogColor, settings.color, 'setFog')
  if (settings.sunColor === undefined) {
    mixColors(environment.fogSunColor, environment.fogColor, environment.skySun, 0.5)
  } else readShownColor(environment.fogSunColor, settings.sunColor, 'setFog')
}

/** Reads a colour of sky or haze: writes the light that is shown as this colour at the default exposure. */
function readShownColor(out: Float32Array, color: Color, caller: string): void {
  readLinearColor(out, color, 1, caller)
  invertTone(out)
  for (let i = 0; i < 3; i++) out[i] = out[i]! / DEFAULT_EXPOSURE
}

function mixColors(out: Float32Array, a: Float32Array, b: Float32Array, share: number): void {
  for (let i = 0; i < 3; i++) out[i] = a[i]! + (b[i]! - a[i]!) * share
}

function requireRange(caller: string, field: string, value: number, min: number, max: number): void {
  if (!(value >= min && value <= max)) {
    throw new RangeError(`${caller}: ${field} is ${value}, expected ${min} to ${max}`)
  }
}
