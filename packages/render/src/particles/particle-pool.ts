/**
 * Room for the particles of all emitters that are worked out. An emitter takes a range of rows, of a power of
 * two, when somebody comes to see it, and gives it back: so memory follows what is seen, and nothing is
 * allocated once it has been as much before.
 */

/** What is known of a particle from its birth on; words of a row. */
export const Row: {
  /** Where its present way began: in the world, or in the emitter's space. */
  readonly place: 0
  /** Its velocity there. */
  readonly velocity: 3
  /** Its age there, and that at which the way ends: at the ground. */
  readonly since: 6
  readonly until: 7
  readonly life: 8
  readonly halfSize: 9
  readonly roll: 10
  readonly spin: 11
  /** How often it may jump yet; -1: it slides. */
  readonly bounces: 12
  /** Of an image with several: 0 to below 1. */
  readonly cell: 13
  readonly words: 14
} = {
  place: 0,
  velocity: 3,
  since: 6,
  until: 7,
  life: 8,
  halfSize: 9,
  roll: 10,
  spin: 11,
  bounces: 12,
  cell: 13,
  words: 14,
}

/** What is drawn of a particle; words of an instance. */
export const ParticleLayout: {
  /** In the world; relative to the eye once it is packed. */
  readonly position: 0
  readonly halfSize: 3
  /** Half of what it is drawn out along its flight. */
  readonly axis: 4
  readonly roll: 7
  /** Bytes r, g, b, a. */
  readonly color: 8
  /** Pixels in the atlas: left, top, right, bottom, 16 bits each. */
  readonly cell: 9
  /** Bytes, see `Effect.traits`. */
  readonly traits: 11
  /** Height of the ground below it, as the position. */
  readonly floor: 12
  readonly words: 13
  readonly bytes: 52
} = {
  position: 0,
  halfSize: 3,
  axis: 4,
  roll: 7,
  color: 8,
  cell: 9,
  traits: 11,
  floor: 12,
  words: 13,
  bytes: 52,
}

export type ParticlePool = {
  /** `Row.words` for each particle. */
  rows: Float32Array
  /** `ParticleLayout.words` for each, those that are alive first in an emitter's range. */
  floats: Float32Array
  /** The same bytes. */
  words: Uint32Array
  /** Rows that there are, and those that were given out at some time. */
  room: number
  used: number
  /** First rows of ranges that were given back, by size. */
  readonly free: number[][]
}

/** Ranges hold 16, 32, ... particles. */
const LEAST_RANGE = 16

export function createParticlePool(): ParticlePool {
  return {
    rows: new Float32Array(0),
    floats: new Float32Array(0),
    words: new Uint32Array(0),
    room: 0,
    used: 0,
    free: [],
  }
}

/** The first row of a range for `count` particles. */
export function takeRows(pool: ParticlePool, count: number): number {
  const size = sizeOf(count)
  const back = pool.free[size]?.pop()
  if (back !== undefined) return back
  const first = pool.used
  pool.used += LEAST_RANGE << size
  if (pool.used > pool.room) growPool(pool)
  return first
}

/** Gives a range of `count` particles back. */
export function giveRows({ free }: ParticlePool, first: number, count: number): void {
  const size = sizeOf(count)
  while (free.length <= size) free.push([])
  free[size]!.push(first)
}

/** Bytes that the pool takes. */
export function poolBytes({ rows, floats }: ParticlePool): number {
  return rows.byteLength + floats.byteLength
}

function sizeOf(count: number): number {
  return Math.max(0, 32 - Math.clz32(Math.ceil(count / LEAST_RANGE) - 1))
}

function growPool(pool: ParticlePool): void {
  pool.room = Math.max(1024, pool.used, pool.room * 2)
  const { rows, floats } = pool
  pool.rows = new Float32Array(pool.room * Row.words)
  pool.rows.set(rows)
  pool.floats = new Float32Array(pool.room * ParticleLayout.words)
  pool.floats.set(floats)
  pool.words = new Uint32Array(pool.floats.buffer)
}
