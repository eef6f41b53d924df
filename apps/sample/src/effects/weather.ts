/** Rain that goes with the camera, and the light that goes with rain. */
import {
  defineResource,
  type Resource,
  resource,
  setPosition,
  setResource,
  time,
  type World,
} from '@sightline/core'
import { startEmitter, stopEmitter } from '@sightline/render'
import { game, rig } from '../game.js'
import { createFeeler, FEEL } from '../town/index.js'
import { setLight } from './light.js'

export type Weather = {
  /** The emitter. */
  readonly rain: number
  /** Whether it is wanted, and whether drops fall: under a roof none do. */
  rains: boolean
  falls: boolean
  /** Of the light: 0 is clear, 1 is rain. */
  grey: number
}

export const WeatherOfWorld: Resource<Weather> = defineResource('Weather', 'createGame')

/** Metres over the camera from which rain falls. */
const HEIGHT = 11
/** Seconds in which clouds draw over, or go. */
const TURN = 1.8
/** Metres from the camera to its feet, as it were: floors and roofs are looked for from there. */
const EYE_HEIGHT = 1.6

const feeler = createFeeler()

/** A dry world. */
export function setupWeather(world: World, rain: number): void {
  stopEmitter(world, rain)
  const weather: Weather = { rain, rains: false, falls: false, grey: 0.5 }
  weather.grey = 0
  setResource(world, WeatherOfWorld, weather)
  setLight(world, 0, game(world).preset.clouds)
}

/**
 * Lets it rain, or clear up; the light follows within two seconds, at once for those who want less motion.
 */
export function setRain(world: World, on: boolean): void {
  const weather = resource(world, WeatherOfWorld)
  weather.rains = on
  if (globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches) weather.grey = on ? 1 : 0
  else return
  setLight(world, weather.grey, game(world).preset.clouds)
}

/**
 * Keeps the rain over the camera, and turns the light. In steady weather that is all: the light stays as it
 * was set.
 * Reads: CameraRig, Weather, time. Writes: the Transform and Emitter of the rain; while the light turns, the
 * environment.
 */
export function changeWeather(world: World): void {
  const weather = resource(world, WeatherOfWorld)
  const { rains, rain } = weather
  const wanted = rains ? 1 : 0
  if (weather.grey !== wanted) {
    const way = time(world).delta / TURN
    weather.grey = rains ? Math.min(1, weather.grey + way) : Math.max(0, weather.grey - way)
    setLight(world, weather.grey, game(world).preset.clouds)
  }
  const falls = rains && !isUnderRoof(world)
  if (falls !== weather.falls) {
    weather.falls = falls
    if (falls) startEmitter(world, rain)
    else stopEmitter(world, rain)
  }
  if (!falls) return
  const { x, y, z } = rig(world)
  setPosition(world, rain, x, y + HEIGHT, z)
}

function isUnderRoof(world: World): boolean {
  const { x, y, z } = rig(world)
  feeler[FEEL.x] = x
  feeler[FEEL.z] = z
  feeler[FEEL.feet] = y - EYE_HEIGHT
  game(world).town.feelFloor(feeler)
  return feeler[FEEL.ceiling]! < Infinity
}
