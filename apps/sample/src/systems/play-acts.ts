import { resource, type World } from '@sightline/core'
import { isVisible } from '@sightline/culling'
import { crossFade } from '@sightline/render'
import { say } from '@sightline/render/nameplates'
import { game } from '../game.js'
import { MindsOfWorld } from '../minds/minds.js'
import { PHRASES } from '../names/phrases.js'
import { actsOfPerson } from '../people/crew.js'
import { type ClipName, walkingSpeed } from '../town/people/clips.js'
import { CrowdOfWorld } from './crowd.js'

/** Metres a second at which standing becomes walking, and walking standing. */
const WALKS_FROM = 0.3
const STANDS_BELOW = 0.12
/** Seconds. */
const FADE = 0.3

/**
 * Walkers who stop fade over to standing, and those who go on to walking; talkers do what they have in mind.
 * Reads: Walkers, Minds. Writes: Animators, bubbles of speech.
 */
export function playActs(world: World): void {
  const { walkers: w, talkers } = resource(world, CrowdOfWorld)
  for (let i = 0; i < w.count; i++) {
    const walks = w.pace[i]! > (w.gait[i] === 1 ? STANDS_BELOW : WALKS_FROM) ? 1 : 0
    if (walks === w.gait[i]) continue
    w.gait[i] = walks
    if (walks === 1) play(world, w.eids[i]!, 'walk', walkingSpeed(w.speed[i]!))
    else play(world, w.eids[i]!, 'idle', 1)
  }
  const { wish } = resource(world, MindsOfWorld)
  const { view, labels } = game(world)
  for (let i = 0; i < talkers.eids.length; i++) {
    const eid = talkers.eids[i]!
    if (wish[eid] === talkers.talks[i]) continue
    talkers.talks[i] = wish[eid]!
    play(world, eid, wish[eid] === 1 ? 'talk' : 'idle', 1)
    if (wish[eid] === 1 && labels && isVisible(world, view, eid)) speak(world, eid)
  }
}

/** Seconds that a bubble stays. */
const SPEECH = 5

function speak(world: World, eid: number): void {
  const { decisions } = resource(world, MindsOfWorld)
  say(world, eid, PHRASES[(eid + decisions[eid]!) % PHRASES.length]!, SPEECH)
}

function play(world: World, eid: number, clip: ClipName, speed: number): void {
  const acts = actsOfPerson(world, eid)
  if (acts !== undefined) crossFade(world, eid, acts.clips[clip], FADE, { speed })
}
