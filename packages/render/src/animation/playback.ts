import type { Clip } from './clip.js'

/**
 * What each animated entity plays, in columns by id: a clock, and up to three clips, the oldest first, each
 * of which fades in over those below it. Times are functions of the clock alone, so it does not matter in how
 * many steps it went.
 */
export type Playback = {
  /** Seconds played so far, as they were summed, and in whole ticks. */
  readonly sum: Float64Array
  readonly clock: Float64Array
  /** Clips that play, 1 to `LAYERS`; 0: none. */
  readonly count: Uint8Array
  /** `LAYERS` a row: number of the clip in its rig. */
  readonly clip: Uint16Array
  /** Clock when it began, seconds of the clip at that time, and speed. */
  readonly start: Float64Array
  readonly offset: Float64Array
  readonly speed: Float64Array
  /** Seconds over which it fades in from its start; 0: at once. */
  readonly fade: Float64Array
  /** Number of the newest clip's next event, counted over all its laps. */
  readonly nextEvent: Float64Array
  /**
   * One number each, for functions that would make an object of it were it handed to them: seconds by which
   * `advance` plays on, and the time of the clock that places are asked for.
   */
  readonly step: Float64Array
  readonly moment: Float64Array
}

/** Clips that play at the same time. A further one takes the oldest's place. */
export const LAYERS = 3

/**
 * Parts of a second that clocks count, as the scheduler of updates does: sums and differences of such times
 * are exact, so it does not matter in which steps they came.
 */
const TICKS = 1 << 20

/** A time in whole ticks of 1/1,048,576 s. */
export function toTicks(seconds: number): number {
  return Math.round(seconds * TICKS) / TICKS
}

/** Columns for ids from 0 to `maxId`. */
export function createPlayback(maxId: number): Playback {
  const rows = maxId + 1
  return {
    sum: new Float64Array(rows),
    clock: new Float64Array(rows),
    count: new Uint8Array(rows),
    clip: new Uint16Array(rows * LAYERS),
    start: new Float64Array(rows * LAYERS),
    offset: new Float64Array(rows * LAYERS),
    speed: new Float64Array(rows * LAYERS),
    fade: new Float64Array(rows * LAYERS),
    nextEvent: new Float64Array(rows),
    step: new Float64Array(1),
    moment: new Float64Array(1),
  }
}

/** Plays the clock on by `step`. */
export function advanceClock({ sum, clock, step }: Playback, id: number): void {
  sum[id] = sum[id]! + step[0]!
  clock[id] = Math.round(sum[id]! * TICKS) / TICKS
}

/** Row of an entity's newest clip. */
export function newestRow({ count }: Playback, id: number): number {
  return id * LAYERS + count[id]! - 1
}

/** Seconds since a clip's beginning, over all its laps, at a time of the clock. */
export function secondsOf(playback: Playback, row: number, clock: number): number {
  const { start, offset, speed } = playback
  return offset[row]! + (clock - start[row]!) * speed[row]!
}

/** The same in place: `out` begins with the clock, and then with the seconds. */
export function toSeconds(out: Float64Array, { start, offset, speed }: Playback, row: number): void {
  out[0] = offset[row]! + (out[0]! - start[row]!) * speed[row]!
}

/** How much of a clip shows over those below it, 0 to 1. */
export function shareOf({ start, fade }: Playback, row: number, clock: number): number {
  const length = fade[row]!
  return length > 0 ? Math.min(Math.max((clock - start[row]!) / length, 0), 1) : 1
}

/** Begins a clip now. With a fade it comes in over what plays, else it plays alone. */
export function beginClip(
  playback: Playback,
  id: number,
  clips: readonly Clip[],
  clip: number,
  fade: number,
  offset: number,
  speed: number,
): void {
  const { count } = playback
  if (fade === 0) count[id] = 0
  else if (count[id] === LAYERS) dropOldest(playback, id, 1)
  const row = id * LAYERS + count[id]!
  playback.clip[row] = clip
  playback.start[row] = playback.clock[id]!
  playback.offset[row] = inClip(clips[clip]!, offset)
  playback.speed[row] = speed
  playback.fade[row] = count[id] === 0 ? 0 : fade
  count[id] = count[id]! + 1
  playback.nextEvent[id] = firstEventFrom(clips[clip]!, playback.offset[row]!)
}

/** The same place in a clip, in its first lap or just behind its end, so that laps can be counted from there. */
function inClip({ loop, duration }: Clip, offset: number): number {
  return loop ? offset % duration : Math.min(offset, duration + 1)
}

/** Clock at which the newest clip alone is left, if one is still fading. */
export function fadeEnd({ start, fade }: Playback, row: number): number {
  return start[row]! + fade[row]!
}

/** Forgets the clips that newer ones have covered. True if there were any. */
export function dropCovered(playback: Playback, id: number): boolean {
  const { count } = playback
  const clock = playback.clock[id]!
  for (let layer = count[id]! - 1; layer > 0; layer--) {
    if (shareOf(playback, id * LAYERS + layer, clock) < 1) continue
    dropOldest(playback, id, layer)
    return true
  }
  return false
}

function dropOldest(playback: Playback, id: number, dropped: number): void {
  const { count, clip, start, offset, speed, fade } = playback
  const base = id * LAYERS
  const left = count[id]! - dropped
  for (let layer = 0; layer < left; layer++) {
    const to = base + layer
    const from = to + dropped
    clip[to] = clip[from]!
    start[to] = start[from]!
    offset[to] = offset[from]!
    speed[to] = speed[from]!
    fade[to] = fade[from]!
  }
  fade[base] = 0
  count[id] = left
}

/**
 * Writes the seconds since its beginning at which a clip's event number `n` happens; Infinity if it never
 * does.
 */
export function findEvent(out: Float64Array, { events, loop, duration }: Clip, n: number): void {
  const lap = Math.floor(n / events.length)
  out[0] = !loop && lap > 0 ? Infinity : lap * duration + events[n - lap * events.length]!.time
}

/** Beyond these, numbers no longer count on by one. */
const MAX_EVENT = 2 ** 50

/**
 * The number of the first event after `seconds` since the beginning, found from its end: `known` or more. NaN
 * for times at which events can no longer be told apart.
 */
export function firstEventAfter(clip: Clip, seconds: number, known: number): number {
  const { events, loop, duration } = clip
  // The quotient may be rounded to a lap too few.
  let n = (loop ? Math.floor(seconds / duration) + 2 : 1) * events.length
  if (!(n < MAX_EVENT)) return Number.NaN
  for (; n > known; n--) {
    findEvent(happening, clip, n - 1)
    if (happening[0]! <= seconds) break
  }
  return Math.max(n, known)
}

const happening = new Float64Array(1)

function firstEventFrom(clip: Clip, offset: number): number {
  if (clip.events.length === 0) return 0
  let n = 0
  for (findEvent(happening, clip, n); happening[0]! < offset; findEvent(happening, clip, ++n));
  return n
}
