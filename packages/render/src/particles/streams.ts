/**
 * When particles are born. A stream numbers its particles from 0 on; number and time follow from each other,
 * so that nobody has to count along: number m of a steady stream is born at m / rate seconds, those of a
 * burst together.
 */

/** One steady flow, or one burst that may repeat. */
export type Stream = {
  /** Particles a second; 0: a burst. */
  readonly rate: number
  /** Of a burst: particles each time, seconds of the first time, seconds between, how often. */
  readonly count: number
  readonly at: number
  readonly every: number
  readonly times: number
  /** The most that are alive at once: rows that it needs. */
  readonly room: number
}

/** Particles that come at once. */
export type Burst = {
  readonly count: number
  /** Seconds after the start. Default 0. */
  readonly at?: number
  /** Seconds until it comes again. Default: it comes once. */
  readonly every?: number
  /** How often it comes. Default: for ever, if `every` is given. */
  readonly times?: number
}

/** Seconds at which number `index` of a stream is born, written to `out[0]`. */
export function writeBirthTime(out: Float64Array, stream: Stream, index: number): void {
  out[0] =
    stream.rate > 0
      ? index / stream.rate
      : stream.at + (stream.every > 0 ? Math.floor(index / stream.count) * stream.every : 0)
}

/** How many of a stream are born at a time not after `clock[0]`. */
export function bornUntil(stream: Stream, clock: Float64Array): number {
  const seconds = clock[0]!
  const { rate, at, every, count, times } = stream
  if (rate > 0) {
    if (!(seconds >= 0)) return 0
    let born = Math.floor(seconds * rate) + 1
    // Rounding may be off by one; a birth's time is as `writeBirthTime` has it.
    while (born > 0 && (born - 1) / rate > seconds) born--
    while (born / rate <= seconds) born++
    return born
  }
  if (!(seconds >= at)) return 0
  if (every === 0) return count
  let come = Math.floor((seconds - at) / every) + 1
  while (come > 0 && at + (come - 1) * every > seconds) come--
  while (at + come * every <= seconds) come++
  return Math.min(come, times) * count
}

/** A steady stream for particles that live for `lifetime` seconds at most. */
export function steadyStream(rate: number, lifetime: number): Stream {
  const room = Math.ceil(rate * lifetime) + 2
  return { rate, count: 0, at: 0, every: 0, times: 0, room }
}

/** A burst of particles that live for `lifetime` seconds at most. */
export function burstStream({ count, at = 0, every = 0, times = Infinity }: Burst, lifetime: number): Stream {
  const often = every > 0 ? times : 1
  const together = every > 0 ? Math.min(often, Math.ceil(lifetime / every) + 1) : 1
  return { rate: 0, count, at, every: often > 1 ? every : 0, times: often, room: count * together }
}
