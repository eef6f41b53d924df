import { resource, type World } from '@sightline/core'
import { crossFade } from '@sightline/render'
import { actsOfPerson } from '../people/people.js'
import { walkingSpeed } from '../town/people/clips.js'
import { CrowdOfWorld } from './crowd.js'

/** Metres a second at which standing becomes walking, and walking standing. */
const WALKS_FROM = 0.3
const STANDS_BELOW = 0.12
/** Seconds. */
const FADE = 0.3

/**
 * Walkers who stop fade over to standing, and those who go on to walking.
 * Reads: Walkers. Writes: their Animators.
 */
export function walkOrStand(world: World): void {
  const { walkers: w } = resource(world, CrowdOfWorld)
  for (let i = 0; i < w.count; i++) {
    const walks = w.pace[i]! > (w.gait[i] === 1 ? STANDS_BELOW : WALKS_FROM) ? 1 : 0
    if (walks === w.gait[i]) continue
    w.gait[i] = walks
    play(world, w.eids[i]!, walks === 1 ? w.speed[i]! : 0)
  }
}

function play(world: World, eid: number, speed: number): void {
  const acts = actsOfPerson(world, eid)
  if (acts === undefined) return
  const { clips } = acts
  if (speed > 0) crossFade(world, eid, clips.walk, FADE, { speed: walkingSpeed(speed) })
  else crossFade(world, eid, clips.idle, FADE)
}
