/** Which band a member of a kind is in, at which rate it runs, and where that puts it. */
import { addId, clearIdSet, removeId } from '@sightline/core'
import { halvings } from './budget.js'
import { type EntityRows, Look } from './entity-rows.js'
import { beginGrace, endGrace, hasGrace, takeExpired } from './grace.js'
import { joinLap, keepPromise, leaveLap } from './laps.js'
import { setLook } from './look-around.js'
import {
  BAND,
  EVERY,
  everyOf,
  F64_ROW,
  LAST_TURN,
  POLICY,
  policyOf,
  U8_ROW,
  U16_ROW,
  U32_ROW,
  UNSLOWED,
  WAITS_FROM,
} from './member-rows.js'
import { Band, CLOCK, hasTurns, limitOf, rateIn, STOP, slowed } from './policies.js'
import type { KindState, ScheduleState } from './schedule-state.js'

/** Takes over what setters and observers wrote down. First those that went: their ids may have come back. */
export function takeChanges(state: ScheduleState, rows: EntityRows): void {
  const { gone } = rows
  for (let i = 0; i < gone.count; i++) {
    const id = gone.ids[i]!
    for (let left = rows.kinds[id]!; left !== 0; left &= left - 1) {
      drop(state.kinds[31 - Math.clz32(left & -left)]!, rows, id)
    }
    rows.near[id] = 0
  }
  clearIdSet(gone)
  for (let slot = 0; slot < state.kinds.length; slot++) {
    const kind = state.kinds[slot]!
    const { ids, count } = kind.changes
    for (let i = 0; i < count; i++) {
      const id = ids[i]!
      const wanted = kind.wanted[id]!
      if (wanted === 0) {
        if (policyOf(kind.rows, id) !== 0) drop(kind, rows, id)
        continue
      }
      const isNew = policyOf(kind.rows, id) === 0
      kind.rows.u16[id * U16_ROW + POLICY] = wanted
      if (isNew) join(kind, rows, id)
      else changePolicy(kind, rows, id)
    }
    clearIdSet(kind.changes)
  }
}

function join(kind: KindState, rows: EntityRows, id: number): void {
  rows.kinds[id] = rows.kinds[id]! | kind.bit
  rows.near[id] = rows.near[id]! & ~kind.bit
  addId(rows.members, id)
  addId(rows.asked, id)
  addId(rows.shifted, id)
  const { u8, f64 } = kind.rows
  u8[id * U8_ROW + BAND] = Band.none
  u8[id * U8_ROW + EVERY] = CLOCK
  u8[id * U8_ROW + UNSLOWED] = CLOCK
  f64[id * F64_ROW + LAST_TURN] = kind.clock[0]!
  kind.members++
  kind.resting++
}

function changePolicy(kind: KindState, rows: EntityRows, id: number): void {
  settleRate(kind, rows, id)
  const every = everyOf(kind.rows, id)
  if (hasTurns(every) && every > 1) keepPromise(kind, id)
}

/** Out of all lists. The entity's other kinds are left alone. */
function drop(kind: KindState, rows: EntityRows, id: number): void {
  setRate(kind, id, CLOCK, CLOCK)
  endGrace(kind.rows, id)
  kind.rows.u16[id * U16_ROW + POLICY] = 0
  kind.members--
  kind.resting--
  rows.kinds[id] = rows.kinds[id]! & ~kind.bit
  if (rows.kinds[id] !== 0) return
  removeId(rows.members, id)
  setLook(rows, id, Look.outside)
}

/**
 * Puts a member into the band that the views say, or leaves it in that from before while it has grace. What
 * comes into view has a turn at once, so that it is never seen as it was.
 */
export function settleBand(kind: KindState, rows: EntityRows, id: number): void {
  const { u8 } = kind.rows
  const at = id * U8_ROW
  const before = u8[at + BAND]!
  const wasSeen = before === Band.near || before === Band.far
  if (rows.look[id] === Look.seen) {
    endGrace(kind.rows, id)
    u8[at + BAND] = (rows.near[id]! & kind.bit) !== 0 ? Band.near : Band.far
    settleRate(kind, rows, id)
    const every = u8[at + EVERY]!
    if (!wasSeen && every !== 1 && hasTurns(every)) addId(kind.listed, id)
    return
  }
  if (wasSeen && kind.grace > 0) {
    if (!hasGrace(kind.rows, id)) beginGrace(kind.rows, id)
    return
  }
  if (before === rows.look[id]) return
  u8[at + BAND] = rows.look[id]!
  settleRate(kind, rows, id)
}

/** Ends the grace of those whose time is up. */
export function endGraces(kind: KindState, rows: EntityRows): void {
  for (let id = takeExpired(kind, rows); id !== 0; id = takeExpired(kind, rows)) {
    kind.rows.u8[id * U8_ROW + BAND] = rows.look[id]!
    settleRate(kind, rows, id)
  }
}

/** Gives a member the rate of its band, slowed as the budget asks. */
export function settleRate(kind: KindState, rows: EntityRows, id: number): void {
  const { policies, load } = kind
  const policy = policyOf(kind.rows, id)
  const rate = rateIn(policies, policy, kind.rows.u8[id * U8_ROW + BAND]!)
  let every = rate
  if (load.pressure > 0 && hasTurns(rate)) {
    every = slowed(rate, halvings(load.pressure, rows, id), limitOf(policies, policy))
  }
  setRate(kind, id, rate, every)
}

function setRate(kind: KindState, id: number, unslowed: number, every: number): void {
  const { u8 } = kind.rows
  const at = id * U8_ROW
  const before = u8[at + EVERY]!
  if (before !== u8[at + UNSLOWED]) kind.slowed--
  if (every !== unslowed) kind.slowed++
  u8[at + UNSLOWED] = unslowed
  if (every === before) return
  if (hasTurns(before)) leaveLap(kind, id)
  else {
    kind.resting--
    if (before === STOP) turnRound(kind, id)
    kind.rows.u32[id * U32_ROW + WAITS_FROM] = kind.run
  }
  u8[at + EVERY] = every
  if (hasTurns(every)) joinLap(kind, id)
  else {
    kind.resting++
    if (every === STOP) turnRound(kind, id)
  }
  if (every === 1 || !hasTurns(every)) removeId(kind.listed, id)
}

/** From the clock at the last turn to the seconds since, and back. */
function turnRound({ rows, clock }: KindState, id: number): void {
  rows.f64[id * F64_ROW + LAST_TURN] = clock[0]! - rows.f64[id * F64_ROW + LAST_TURN]!
}
