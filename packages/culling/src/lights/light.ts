import { addId, columns, type World } from '@sightline/core'
import { expectNumber, expectOptions } from '@sightline/core/checks'
import { hasComponent } from 'bitecs'
import { LIGHT_DIRECTIONAL, LIGHT_POINT, LIGHT_SPOT, Light } from './light-component.js'
import { lightsState } from './lights-state.js'

export { Light } from './light-component.js'

export type PointLightOptions = {
  /** Metres from its place to where it lights nothing any more, above 0. */
  range: number
}

export type SpotLightOptions = {
  /** Metres from its place to where it lights nothing any more, above 0. */
  range: number
  /** Radians from the axis to the edge of the cone, above 0 and at most π/2. */
  outerAngle: number
}

const POINT: Readonly<Record<keyof PointLightOptions, true>> = { range: true }
const SPOT: Readonly<Record<keyof SpotLightOptions, true>> = { range: true, outerAngle: true }

/** Makes a light a ball. Throws a `RangeError` or `TypeError` that names the field, an `Error` if the entity has no `Light`. */
export function setPointLight(world: World, eid: number, options: PointLightOptions): void {
  requireLight(world, eid, 'setPointLight')
  expectOptions('setPointLight', options, POINT)
  const range = checkedRange('setPointLight', options.range)
  write(world, eid, LIGHT_POINT, range, -1, 0)
}

/** Makes a light a cone. Throws a `RangeError` or `TypeError` that names the field, an `Error` if the entity has no `Light`. */
export function setSpotLight(world: World, eid: number, options: SpotLightOptions): void {
  requireLight(world, eid, 'setSpotLight')
  expectOptions('setSpotLight', options, SPOT)
  const range = checkedRange('setSpotLight', options.range)
  const { outerAngle } = options
  expectNumber('setSpotLight', 'outerAngle', outerAngle)
  if (!(outerAngle > 0 && outerAngle <= Math.PI / 2)) {
    throw new RangeError(`setSpotLight: outerAngle is ${outerAngle}, expected radians above 0 and up to π/2`)
  }
  // Stored a little wider than given, so that float32 never cuts the edge off.
  const wider = Math.min(outerAngle * (1 + 2 ** -20) + 2 ** -20, Math.PI / 2)
  write(world, eid, LIGHT_SPOT, range, Math.cos(wider), Math.sin(wider))
}

/** Makes a light one that comes from everywhere along one direction. Throws an `Error` if the entity has no `Light`. */
export function setDirectionalLight(world: World, eid: number): void {
  requireLight(world, eid, 'setDirectionalLight')
  write(world, eid, LIGHT_DIRECTIONAL, 0, -1, 0)
}

export function requireLight(world: World, eid: number, caller: string): void {
  if (!hasComponent(world, eid, Light)) {
    throw new Error(`${caller}: entity ${eid} has no Light: add the component first`)
  }
}

/** The least float32 that holds `range`, which must be finite and above 0. */
function checkedRange(caller: string, range: number): number {
  expectNumber(caller, 'range', range)
  const stored = Math.fround(range * (1 + 2 ** -23))
  if (!(range > 0 && stored < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`${caller}: range is ${range}, expected finite metres above 0`)
  }
  return stored
}

function write(
  world: World,
  eid: number,
  kind: number,
  range: number,
  cosOuter: number,
  sinOuter: number,
): void {
  const light = columns(world, Light)
  light.kind[eid] = kind
  light.range[eid] = range
  light.cosOuter[eid] = cosOuter
  light.sinOuter[eid] = sinOuter
  addId(lightsState(world).touched, eid)
}
