/** A minute's walk through what culling does, with captions: `?tour`, or the key T. */
import { resource, time, type World } from '@sightline/core'
import { updateStats } from '@sightline/culling'
import { AnimationUpdates, ParticleUpdates } from '@sightline/render'
import { terrainPatches } from '@sightline/terrain'
import { type CameraRig, game, type Mode, rig } from '../game.js'
import { countParts } from '../hud/counts.js'
import { element, setText, withCommas } from '../hud/element.js'
import type { Loop } from '../loop.js'
import { setMode } from '../modes.js'
import { peopleCount } from '../people/crew.js'
import { isCulling, setCulling, setSwitch } from '../switches.js'
import { ClockOfWorld } from '../systems/advance-time.js'
import { type Moment, STOPS } from './stops.js'

export type Tour = {
  /** Number of the stop, -1 when there is no tour. */
  readonly at: number
  start(): void
  /** Ends the tour where it began. */
  stop(): void
  /** Ends the tour in free flight, where the camera is now. */
  leave(): void
  /** After each frame. Whether the caption has the numbers of this one. */
  follow(loop: Loop): boolean
}

/** Seconds between updates of a caption's numbers. */
const SAYS_EVERY = 0.5
const UNKNOWN = '…'

/** What to go back to. */
type Before = { readonly mode: Mode; readonly rig: CameraRig }

export function createTour(world: World, root: HTMLElement, dock: HTMLElement): Tour {
  const caption = element('p', 'caption', dock)
  caption.hidden = true
  // Numbers change as one looks on: who listens hears each caption once.
  const spoken = element('p', 'spoken', root)
  spoken.setAttribute('role', 'status')
  caption.setAttribute('aria-hidden', 'true')
  let at = -1
  let began = 0
  let said = -Infinity
  let measured = -1
  let spokenAt = -1
  let before: Before = { mode: 'walk', rig: { ...rig(world) } }
  const all = { drawn: UNKNOWN, frame: UNKNOWN }

  /** Real seconds, since a slow machine's game is slower; the game's where a test drives it. */
  const now = (): number =>
    resource(world, ClockOfWorld).locked ? time(world).now : performance.now() / 1000

  function go(stop: number): void {
    STOPS[at]?.end?.(world)
    at = stop
    began = now()
    said = -Infinity
    spokenAt = -1
    caption.hidden = at < 0
    if (at < 0) setText(spoken, '')
    root.classList.toggle('touring', at >= 0)
    STOPS[at]?.begin(world)
  }

  function say(loop: Loop): void {
    const moment = momentOf(world, loop, all)
    if (!isCulling(world)) {
      all.drawn = moment.drawn
      all.frame = moment.frame
    }
    const text = STOPS[at]!.caption(moment)
    setText(caption, text)
    if (spokenAt !== at) setText(spoken, text)
    spokenAt = at
  }

  return {
    get at() {
      return at
    },
    start() {
      setSwitch(world, 'frozen', false)
      setCulling(world, true)
      before = { mode: game(world).mode, rig: { ...rig(world) } }
      go(0)
    },
    stop() {
      if (at < 0) return
      go(-1)
      game(world).mode = before.mode
      Object.assign(rig(world), before.rig)
    },
    leave() {
      if (at < 0) return
      go(-1)
      setMode(world, 'fly')
    },
    follow(loop) {
      const stop = STOPS[at]
      if (stop === undefined) return false
      const moment = now()
      if (moment - began >= stop.seconds) {
        if (at + 1 < STOPS.length) go(at + 1)
        else this.stop()
        return false
      }
      // What a frame takes here is not what it took at the last stop.
      if (measured !== at) loop.measureAnew()
      measured = at
      if (moment - said < SAYS_EVERY) return false
      said = moment
      say(loop)
      return true
    },
  }
}

function momentOf(world: World, loop: Loop, all: { drawn: string; frame: string }): Moment {
  const { view } = game(world)
  const { total, drawn, hidden, far } = countParts(world)
  const emitters = updateStats(world, ParticleUpdates)
  return {
    total: withCommas(total),
    drawn: withCommas(drawn),
    hidden: withCommas(hidden),
    far: withCommas(far),
    people: withCommas(peopleCount(world)),
    resting: withCommas(updateStats(world, AnimationUpdates).resting),
    still: withCommas(emitters.resting),
    emitters: withCommas(emitters.members),
    patches: withCommas(terrainPatches(world, view).count),
    frame: loop.interval > 0 ? loop.interval.toFixed(0) : UNKNOWN,
    allDrawn: all.drawn,
    allFrame: all.frame,
  }
}
