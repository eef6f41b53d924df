/** The town's emitters as entities, and rain that goes with the camera. */
import {
  defineResource,
  type Resource,
  resource,
  setPosition,
  setResource,
  spawn,
  Transform,
  type World,
} from '@sightline/core'
import { setEmitter, startEmitter, stopEmitter } from '@sightline/render'
import { ENTITY_KINDS, type Game, rig } from '../game.js'
import { createEffects } from './effects.js'
import { EMITTER_COUNT, emitterPlaces } from './emitters.js'

export type Weather = { readonly rain: number; rains: boolean }

export const WeatherOfWorld: Resource<Weather> = defineResource('Weather', 'createGame')

/** Metres over the camera from which rain falls. */
const CLOUDS = 11

export function setupEffects(world: World, state: Game): void {
  const { town, preset, kinds } = state
  const effects = createEffects(world, preset.particles)
  const add = (place: readonly [number, number, number], effect: number, seed: number): number => {
    const eid = spawn(world, Transform)
    setPosition(world, eid, ...place)
    setEmitter(world, eid, { effect, seed })
    kinds[eid] = ENTITY_KINDS.indexOf('effect')
    state.entityCount++
    return eid
  }
  emitterPlaces(town, Math.round(EMITTER_COUNT * preset.emitters)).forEach(({ effect, place }, i) => {
    add(place, effects[effect], i)
  })
  const rain = add([0, -1000, 0], effects.rain, EMITTER_COUNT)
  stopEmitter(world, rain)
  setResource(world, WeatherOfWorld, { rain, rains: false })
}

export function setRain(world: World, on: boolean): void {
  const weather = resource(world, WeatherOfWorld)
  weather.rains = on
  if (on) startEmitter(world, weather.rain)
  else stopEmitter(world, weather.rain)
}

/**
 * Keeps the rain over the camera.
 * Reads: CameraRig, Weather. Writes: the Transform of the rain.
 */
export function rainOverCamera(world: World): void {
  const { rain, rains } = resource(world, WeatherOfWorld)
  if (!rains) return
  const { x, y, z } = rig(world)
  setPosition(world, rain, x, y + CLOUDS, z)
}
