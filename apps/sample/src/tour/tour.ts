/** A minute's walk through what culling does, with captions: `?tour`, or the key T. */
import { resource, time, type World } from '@sightline/core'
import { updateStats } from '@sightline/culling'
import { AnimationUpdates } from '@sightline/render'
import { terrainPatches } from '@sightline/terrain'
import { game } from '../game.js'
import { countParts } from '../hud/counts.js'
import { element, setText, withCommas } from '../hud/element.js'
import type { Loop } from '../loop.js'
import { setMode } from '../modes.js'
import { peopleCount } from '../people/crew.js'
import { ClockOfWorld } from '../systems/advance-time.js'
import { type Moment, STOPS } from './stops.js'

export type Tour = {
  /** Number of the stop, -1 when there is no tour. */
  readonly at: number
  start(): void
  /** Undoes what the stop turned on. */
  stop(): void
  /** After each frame. */
  follow(loop: Loop): void
}

/** Seconds between updates of a caption's numbers. */
const SAYS_EVERY = 0.5

export function createTour(world: World, root: HTMLElement, dock: HTMLElement): Tour {
  const caption = element('p', 'caption', dock)
  caption.setAttribute('role', 'status')
  caption.hidden = true
  let at = -1
  let began = 0
  let said = -Infinity

  /** Real seconds, since a slow machine's game is slower; the game's where a test drives it. */
  const now = (): number =>
    resource(world, ClockOfWorld).locked ? time(world).now : performance.now() / 1000

  function go(stop: number): void {
    STOPS[at]?.end?.(world)
    at = stop
    began = now()
    said = -Infinity
    caption.hidden = at < 0
    root.classList.toggle('touring', at >= 0)
    STOPS[at]?.begin(world)
  }

  return {
    get at() {
      return at
    },
    start: () => go(0),
    stop() {
      if (at < 0) return
      go(-1)
      setMode(world, 'fly')
    },
    follow(loop) {
      const stop = STOPS[at]
      if (stop === undefined) return
      const moment = now()
      if (moment - began >= stop.seconds) {
        if (at + 1 < STOPS.length) go(at + 1)
        else this.stop()
        return
      }
      if (moment - said < SAYS_EVERY) return
      said = moment
      setText(caption, stop.caption(momentOf(world, loop)))
    },
  }
}

function momentOf(world: World, loop: Loop): Moment {
  const { view } = game(world)
  const { total, drawn, hidden, far } = countParts(world)
  return {
    total: withCommas(total),
    drawn: withCommas(drawn),
    hidden: withCommas(hidden),
    far: withCommas(far),
    people: withCommas(peopleCount(world)),
    resting: withCommas(updateStats(world, AnimationUpdates).resting),
    patches: withCommas(terrainPatches(world, view).count),
    frame: loop.interval.toFixed(0),
  }
}
