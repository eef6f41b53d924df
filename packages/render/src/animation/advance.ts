import type { Clip } from './clip.js'
import { type EventList, pushEvent } from './event-list.js'
import {
  clockOf,
  dropCovered,
  eventSeconds,
  fadeEnd,
  newestRow,
  type Playback,
  secondsOf,
  shareOf,
} from './playback.js'
import { anchorRoot, followRoot, placeAt, type RootPlaces, type Transforms } from './root-motion.js'

/** What playing the clips of a rig needs to know of it. */
export type Playable = {
  readonly clips: readonly Clip[]
  /** For each clip the numbers of its events' names, in their order. */
  readonly eventNames: readonly Uint16Array[]
}

/** What came of it, as bits. */
export const Advanced: { readonly moved: 1; readonly covered: 2 } = { moved: 1, covered: 2 }

/**
 * Plays an entity's clips on by `elapsed` seconds of 0 or more, whatever passed in between: events that lie in that time are
 * listed, each once and in order; the place follows the clips' ways; clips that are covered by newer ones are forgotten.
 * Returns bits of `Advanced`.
 */
export function advance(
  playback: Playback,
  places: RootPlaces,
  { clips, eventNames }: Playable,
  id: number,
  elapsed: number,
  transforms: Transforms | undefined,
  events: EventList,
): number {
  playback.clock[id] = playback.clock[id]! + elapsed
  const clock = clockOf(playback, id)
  const row = newestRow(playback, id)
  listEvents(playback, clips, eventNames, id, row, clock, events)
  let result = 0
  if (transforms !== undefined && followRoot(places, playback, clips, id, transforms))
    result |= Advanced.moved
  if (playback.count[id]! > 1) {
    const end = fadeEnd(playback, row)
    const over = shareOf(playback, row, clock) >= 1
    // From the fade's end on, not from now: so it does not matter when this is found out.
    if (over && transforms !== undefined) placeAt(places, playback, clips, id, end)
    if (dropCovered(playback, id)) result |= Advanced.covered
    if (over && transforms !== undefined) {
      anchorRoot(places, playback, clips, id, end)
      placeAt(places, playback, clips, id, clock)
    }
  }
  return result
}

function listEvents(
  playback: Playback,
  clips: readonly Clip[],
  eventNames: readonly Uint16Array[],
  id: number,
  row: number,
  clock: number,
  events: EventList,
): void {
  const number = playback.clip[row]!
  const clip = clips[number]!
  if (clip.events.length === 0) return
  const now = secondsOf(playback, row, clock)
  let n = playback.nextEvent[id]!
  for (let at = eventSeconds(clip, n); at <= now; at = eventSeconds(clip, ++n)) {
    const happened = playback.start[row]! + (at - playback.offset[row]!) / (playback.speed[row]! || 1)
    pushEvent(events, id, eventNames[number]![n % clip.events.length]!, happened)
  }
  playback.nextEvent[id] = n
}
