/**
 * Who has a turn in every n-th frame, evenly: for each interval n a lap of n frames, in which each has one turn.
 *
 * A lap keeps two lists, those whose turn is still to come and those who had it. Each frame the next
 * ⌈still to come / frames left⌉ have their turn and go to the end of the other list; after n frames the lists change
 * places. So the numbers of any two frames of a lap differ by at most one, whoever stays has its turn in the same frame of each lap,
 * and nobody ever waits for more than 2 n frames, whoever comes and goes. Who comes waits among those who had their turn.
 *
 * All lists are linked through two arrays by id: to come, to go and to have a turn take constant time and no memory.
 */
import { MAX_INTERVAL } from './update-kind.js'

export type Laps = {
  /** Neighbours of an id in its list; 0 is none. */
  readonly next: Uint32Array
  readonly previous: Uint32Array
  /** The list of an id: 2 · interval + side; 0 is none. */
  readonly listOf: Uint16Array
  /** By list. */
  readonly first: Uint32Array
  readonly last: Uint32Array
  readonly counts: Uint32Array
  /** By interval: the side whose turn is still to come, and the frames that are left of the lap. */
  readonly side: Uint8Array
  readonly framesLeft: Uint8Array
  /** The longest interval that was ever in use. */
  longest: number
}

export function createLaps(capacity: number): Laps {
  const lists = 2 * (MAX_INTERVAL + 1)
  return {
    next: new Uint32Array(capacity + 1),
    previous: new Uint32Array(capacity + 1),
    listOf: new Uint16Array(capacity + 1),
    first: new Uint32Array(lists),
    last: new Uint32Array(lists),
    counts: new Uint32Array(lists),
    side: new Uint8Array(MAX_INTERVAL + 1),
    framesLeft: new Uint8Array(MAX_INTERVAL + 1),
    longest: 0,
  }
}

/** Lets an id that is in no lap run in that of `interval`, 2 to 240, as if it had just had its turn. */
export function joinLap(laps: Laps, interval: number, id: number): void {
  if (interval > laps.longest) laps.longest = interval
  // In an empty lap nobody has had a turn: a new one begins with the next frame.
  if (lapCount(laps, interval) === 0) laps.framesLeft[interval] = 0
  append(laps, 2 * interval + (1 - laps.side[interval]!), id)
}

/** Takes an id out of its lap; one that is in none stays so. */
export function leaveLap(laps: Laps, id: number): void {
  const list = laps.listOf[id]!
  if (list === 0) return
  const { next, previous } = laps
  const [before, after] = [previous[id]!, next[id]!]
  if (before === 0) laps.first[list] = after
  else next[before] = after
  if (after === 0) laps.last[list] = before
  else previous[after] = before
  laps.listOf[id] = 0
  laps.counts[list] = laps.counts[list]! - 1
}

/** How many run in a lap. */
export function lapCount({ counts }: Laps, interval: number): number {
  return counts[2 * interval]! + counts[2 * interval + 1]!
}

/** Begins a frame of a lap; answers how many turns it has. */
export function beginFrame(laps: Laps, interval: number): number {
  const { side, framesLeft, counts } = laps
  if (lapCount(laps, interval) === 0) return 0
  if (framesLeft[interval] === 0) {
    side[interval] = 1 - side[interval]!
    framesLeft[interval] = interval
  }
  const left = framesLeft[interval]!
  framesLeft[interval] = left - 1
  return Math.ceil(counts[2 * interval + side[interval]!]! / left)
}

/** The next whose turn it is, in a lap in which turns are still to come. */
export function takeTurn(laps: Laps, interval: number): number {
  const side = laps.side[interval]!
  const id = laps.first[2 * interval + side]!
  leaveLap(laps, id)
  append(laps, 2 * interval + 1 - side, id)
  return id
}

function append(laps: Laps, list: number, id: number): void {
  const { next, previous, first, last, counts, listOf } = laps
  const end = last[list]!
  previous[id] = end
  next[id] = 0
  if (end === 0) first[list] = id
  else next[end] = id
  last[list] = id
  listOf[id] = list
  counts[list] = counts[list]! + 1
}
