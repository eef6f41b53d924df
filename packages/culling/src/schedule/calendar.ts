/**
 * When to look again, by the way that an eye has come: a ring of stretches of 25 cm, each with a list of
 * those that wait for it. What lies beyond the ring waits in its last stretch and is filed anew from there.
 * Linked through arrays by id.
 */
import type { IdList } from '@sightline/core'

export type Calendar = {
  /** Neighbours of an id in its list; 0 is none. */
  readonly next: Uint32Array
  readonly previous: Uint32Array
  /** The place in the ring of an id's list, plus 1; 0 is none. */
  readonly placeOf: Uint8Array
  /** By place in the ring: the first of its list. */
  readonly first: Uint32Array
  /** The number of the stretch that was reached: nobody waits for one before it. */
  reached: number
}

const METRES = 0.25
/** A power of two below 256. */
const STRETCHES = 64

export function createCalendar(capacity: number): Calendar {
  return {
    next: new Uint32Array(capacity + 1),
    previous: new Uint32Array(capacity + 1),
    placeOf: new Uint8Array(capacity + 1),
    first: new Uint32Array(STRETCHES),
    reached: 0,
  }
}

/**
 * Files an id for its row of `ways`; what was passed already, or is NaN, comes up at the next `takeVisits`.
 * Who waits for an earlier stretch, as those that move mostly do, is left there: who takes it out looks
 * whether it is time.
 */
export function visitAt(calendar: Calendar, id: number, ways: Float64Array): void {
  const { next, previous, placeOf, first, reached } = calendar
  const way = Math.floor(ways[id]! / METRES) - reached
  const ahead = way > 0 ? Math.min(way, STRETCHES - 1) : 0
  const before = placeOf[id]!
  if (before !== 0) {
    if (((before - 1 - reached) & (STRETCHES - 1)) <= ahead) return
    forgetVisit(calendar, id)
  }
  const place = (reached + ahead) & (STRETCHES - 1)
  const after = first[place]!
  previous[id] = 0
  next[id] = after
  if (after !== 0) previous[after] = id
  first[place] = id
  placeOf[id] = place + 1
}

/** Takes an id out, wherever it waits. */
export function forgetVisit({ next, previous, placeOf, first }: Calendar, id: number): void {
  const place = placeOf[id]!
  if (place === 0) return
  const [before, after] = [previous[id]!, next[id]!]
  if (before === 0) first[place - 1] = after
  else next[before] = after
  if (after !== 0) previous[after] = before
  placeOf[id] = 0
}

/**
 * Moves to `out` whoever waits for a stretch up to that of `way`. Some may have to wait on, within that
 * stretch or beyond the ring.
 */
export function takeVisits(calendar: Calendar, way: number, out: IdList): void {
  const { next, placeOf, first, reached } = calendar
  const last = Math.floor(way / METRES)
  out.count = 0
  for (let stretch = reached; stretch <= last && stretch < reached + STRETCHES; stretch++) {
    const place = stretch & (STRETCHES - 1)
    for (let id = first[place]!; id !== 0; id = next[id]!) {
      placeOf[id] = 0
      out.ids[out.count++] = id
    }
    first[place] = 0
  }
  calendar.reached = Math.max(reached, last)
}

/** Empties it, and begins at a way of 0. */
export function clearVisits(calendar: Calendar): void {
  calendar.placeOf.fill(0)
  calendar.first.fill(0)
  calendar.reached = 0
}
