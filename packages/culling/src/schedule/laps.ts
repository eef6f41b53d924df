/**
 * Who has a turn in every n-th frame, evenly. A lap of n frames has n cohorts; the cohort of a frame is the
 * one whose number is the run of the scheduler modulo n, and all of its members have their turn together. So
 * each member has exactly one turn a lap while it stays, and its last turn is that of its cohort, written
 * down once.
 *
 * Who joins comes into the smallest cohort; who leaves may leave a hole, which `evenOut` fills from the
 * largest, so that the sizes of two cohorts differ by one at most. Who would wait too long in its new cohort,
 * counted from its last turn in whatever lap, has a turn at once: nobody waits for more than 2 n frames, or
 * those that its policy promises, however often it is moved.
 *
 * A cohort is an array of ids without gaps: first the settled, whose last turn is the cohort's, behind them
 * the fresh, each with a last turn of its own until the cohort has its next. The lap of 1 frame, that of all
 * who run in every frame, has one cohort.
 */
import { addId } from '@sightline/core'
import {
  COHORT,
  everyOf,
  F64_ROW,
  LAST_TURN,
  type MemberRows,
  POSITION,
  policyOf,
  U8_ROW,
  U32_ROW,
  WAITS_FROM,
} from './member-rows.js'
import { longestWait } from './policies.js'
import type { KindState } from './schedule-state.js'

export type Lap = {
  readonly interval: number
  members: number
  /** The sizes of its cohorts may differ by more than one. */
  uneven: boolean
  /** By cohort: its ids, how many, clock and run of its last turn, and how many are fresh. */
  readonly ids: Uint32Array[]
  readonly counts: Uint32Array
  readonly ranAt: Float64Array
  readonly ranIn: Uint32Array
  readonly fresh: Uint32Array
}

const FIRST_ROOM = 16

export function createLap(interval: number): Lap {
  return {
    interval,
    members: 0,
    uneven: false,
    ids: Array.from({ length: interval }, () => new Uint32Array(FIRST_ROOM)),
    counts: new Uint32Array(interval),
    ranAt: new Float64Array(interval),
    ranIn: new Uint32Array(interval),
    fresh: new Uint32Array(interval),
  }
}

/** The lap of an interval, made when it is first used. */
function lapOf(kind: KindState, interval: number): Lap {
  const known = kind.laps[interval]
  if (known !== undefined && known !== null) return known
  const made = createLap(interval)
  kind.laps[interval] = made
  kind.longest = Math.max(kind.longest, interval)
  return made
}

/** Lets an id whose `every` is the interval run in its lap, with the last turn that it has. */
export function joinLap(kind: KindState, id: number): void {
  const lap = lapOf(kind, everyOf(kind.rows, id))
  lap.members++
  enterCohort(kind, lap, smallest(lap), id)
}

/** Takes an id out of the lap of its `every`; its last turn is its own from then on. */
export function leaveLap(kind: KindState, id: number): void {
  const lap = kind.laps[everyOf(kind.rows, id)]!
  lap.members--
  lap.uneven = lap.interval > 1
  leaveCohort(kind, lap, id)
}

function enterCohort(kind: KindState, lap: Lap, cohort: number, id: number): void {
  const { rows } = kind
  const count = lap.counts[cohort]!
  if (count === lap.ids[cohort]!.length) {
    const larger = new Uint32Array(count * 2)
    larger.set(lap.ids[cohort]!)
    lap.ids[cohort] = larger
  }
  lap.counts[cohort] = count + 1
  lap.fresh[cohort] = lap.fresh[cohort]! + 1
  rows.u8[id * U8_ROW + COHORT] = cohort
  putAt(rows, lap.ids[cohort]!, count, id)
  keepPromise(kind, id)
}

/** Gives one that runs in a lap a turn now, if it would wait too long for that of its cohort. */
export function keepPromise({ rows, laps, policies, listed, run }: KindState, id: number): void {
  const lap = laps[everyOf(rows, id)]!
  const { interval } = lap
  const cohort = rows.u8[id * U8_ROW + COHORT]!
  const from = isFresh(rows, lap, id) ? rows.u32[id * U32_ROW + WAITS_FROM]! : lap.ranIn[cohort]!
  const untilTurn = (cohort - (run % interval) + interval) % interval
  if (run - from + untilTurn > longestWait(policies, policyOf(rows, id), interval)) addId(listed, id)
}

function leaveCohort({ rows }: KindState, lap: Lap, id: number): void {
  const cohort = rows.u8[id * U8_ROW + COHORT]!
  const ids = lap.ids[cohort]!
  let hole = rows.u32[id * U32_ROW + POSITION]!
  const last = --lap.counts[cohort]!
  const settled = last + 1 - lap.fresh[cohort]!
  if (hole < settled) {
    rows.f64[id * F64_ROW + LAST_TURN] = lap.ranAt[cohort]!
    rows.u32[id * U32_ROW + WAITS_FROM] = lap.ranIn[cohort]!
    // The last of the settled fills the hole, the last of the fresh its place.
    putAt(rows, ids, hole, ids[settled - 1]!)
    hole = settled - 1
  } else lap.fresh[cohort] = lap.fresh[cohort]! - 1
  if (hole !== last) putAt(rows, ids, hole, ids[last]!)
}

function putAt({ u32 }: MemberRows, ids: Uint32Array, position: number, id: number): void {
  ids[position] = id
  u32[id * U32_ROW + POSITION] = position
}

/** The clock at the last turn of one that runs in a lap. */
export function lastTurnOf({ rows, laps }: KindState, id: number): number {
  const lap = laps[everyOf(rows, id)]!
  return isFresh(rows, lap, id)
    ? rows.f64[id * F64_ROW + LAST_TURN]!
    : lap.ranAt[rows.u8[id * U8_ROW + COHORT]!]!
}

function isFresh({ u8, u32 }: MemberRows, { counts, fresh }: Lap, id: number): boolean {
  const cohort = u8[id * U8_ROW + COHORT]!
  return u32[id * U32_ROW + POSITION]! >= counts[cohort]! - fresh[cohort]!
}

/** One that runs in a lap has had the turn of the last due list by itself. */
export function settleOne({ rows, laps, dueAt, run }: KindState, id: number): void {
  const lap = laps[everyOf(rows, id)]!
  const cohort = rows.u8[id * U8_ROW + COHORT]!
  const position = rows.u32[id * U32_ROW + POSITION]!
  const settled = lap.counts[cohort]! - lap.fresh[cohort]!
  rows.f64[id * F64_ROW + LAST_TURN] = dueAt
  rows.u32[id * U32_ROW + WAITS_FROM] = run
  if (position >= settled) return
  const ids = lap.ids[cohort]!
  putAt(rows, ids, position, ids[settled - 1]!)
  putAt(rows, ids, settled - 1, id)
  lap.fresh[cohort] = lap.fresh[cohort]! + 1
}

/** All of a cohort have had the turn of the last due list. */
export function settleCohort({ dueAt, run }: KindState, lap: Lap, cohort: number): void {
  lap.ranAt[cohort] = dueAt
  lap.ranIn[cohort] = run
  lap.fresh[cohort] = 0
}

/** Makes the cohorts alike again. */
export function evenOut(kind: KindState, lap: Lap): void {
  lap.uneven = false
  for (;;) {
    const from = largest(lap)
    const to = smallest(lap)
    if (lap.counts[from]! - lap.counts[to]! < 2) return
    const settled = lap.counts[from]! - lap.fresh[from]!
    // One that was not moved since its turn, if there is one: it waits least.
    const id = lap.ids[from]![settled > 0 ? settled - 1 : lap.counts[from]! - 1]!
    leaveCohort(kind, lap, id)
    enterCohort(kind, lap, to, id)
  }
}

function smallest({ counts, interval }: Lap): number {
  let best = 0
  for (let cohort = 1; cohort < interval; cohort++) if (counts[cohort]! < counts[best]!) best = cohort
  return best
}

function largest({ counts, interval }: Lap): number {
  let best = 0
  for (let cohort = 1; cohort < interval; cohort++) if (counts[cohort]! > counts[best]!) best = cohort
  return best
}
