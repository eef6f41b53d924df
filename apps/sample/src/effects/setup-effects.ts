/** The town's emitters as entities, the rain's among them. */
import { setPosition, spawn, Transform, type World } from '@sightline/core'
import { setEmitter } from '@sightline/render'
import { ENTITY_KINDS, type Game } from '../game.js'
import { createEffects } from './effects.js'
import { EMITTER_COUNT, emitterPlaces } from './emitters.js'
import { setupWeather } from './weather.js'

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
  setupWeather(world, add([0, -1000, 0], effects.rain, EMITTER_COUNT))
}
