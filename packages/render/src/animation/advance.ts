import type { Clip } from './clip.js'
import { type EventList, MAX_EVENTS, pushEvent } from './event-list.js'
import {
  advanceClock,
  dropCovered,
  fadeEnd,
  findEvent,
  firstEventAfter,
  newestRow,
  type Playback,
  secondsOf,
  shareOf,
} from './playback.js'
import { anchorRoot, followRoot, placeAt, type RootPlaces, type Transforms, walks } from './root-motion.js'

/** What playing the clips of a rig needs to know of it. */
export type Playable = {
  readonly clips: readonly Clip[]
  /** For each clip the numbers of its events' names, in their order. */
  readonly eventNames: readonly Uint16Array[]
}

/** What came of it, as bits. */
export const Advanced: { readonly moved: 1; readonly covered: 2 } = { moved: 1, covered: 2 }

/**
 * Plays an entity's clips on by `playback.step` seconds of 0 or more, whatever passed in between: events
 * that lie in that time are listed, each once and in order, the newest `MAX_EVENTS` of them; the place
 * follows the clips' ways; clips that are covered by newer ones are forgotten. Returns bits of `Advanced`.
 */
export function advance(
  playback: Playback,
  places: RootPlaces,
  { clips, eventNames }: Playable,
  id: number,
  transforms: Transforms | undefined,
  events: EventList,
): number {
  advanceClock(playback, id)
  const clock = playback.clock[id]!
  const row = newestRow(playback, id)
  listEvents(playback, clips, eventNames, id, row, events)
  let result = 0
  // Who stands is looked at again when a clip begins.
  const walking = transforms !== undefined && walks(playback, clips, id)
  if (walking && followRoot(places, playback, clips, id, transforms)) result |= Advanced.moved
  if (playback.count[id]! > 1) {
    const over = shareOf(playback, row, clock) >= 1
    playback.moment[0] = fadeEnd(playback, row)
    // From the fade's end on, not from now: so it does not matter when this is found out.
    if (over && walking) placeAt(places, playback, clips, id)
    if (dropCovered(playback, id)) result |= Advanced.covered
    if (over && walking) {
      anchorRoot(places, playback, clips, id)
      playback.moment[0] = clock
      placeAt(places, playback, clips, id)
    }
  }
  return result
}

/** Seconds of the clip at which the next event happens. */
const happening = new Float64Array(1)

function listEvents(
  playback: Playback,
  clips: readonly Clip[],
  eventNames: readonly Uint16Array[],
  id: number,
  row: number,
  events: EventList,
): void {
  const number = playback.clip[row]!
  const clip = clips[number]!
  if (clip.events.length === 0) return
  const now = secondsOf(playback, row, playback.clock[id]!)
  let n = playback.nextEvent[id]!
  // Most turns come past none, and need not look farther.
  findEvent(happening, clip, n)
  if (!(happening[0]! <= now)) return
  const end = firstEventAfter(clip, now, n)
  // The clock is so large that laps cannot be counted.
  if (Number.isNaN(end)) return
  if (end - n > MAX_EVENTS) {
    events.dropped += end - n - MAX_EVENTS
    n = end - MAX_EVENTS
  }
  for (; n < end; n++) {
    findEvent(happening, clip, n)
    const place = pushEvent(events, id, eventNames[number]![n % clip.events.length]!)
    events.clocks[place] =
      playback.start[row]! + (happening[0]! - playback.offset[row]!) / (playback.speed[row]! || 1)
  }
  playback.nextEvent[id] = n
}
