/** Which band a member of a kind is in, at which rate it runs, and where that puts it. */
import { addId, clearIdSet, removeId } from '@sightline/core'
import { halvings } from './budget.js'
import { beginGrace, endGrace, hasGrace, takeExpired } from './grace.js'
import { joinLap, leaveLap } from './laps.js'
import { setLook } from './look-around.js'
import { Band, CLOCK, hasTurns, rateIn, STOP, slowed } from './policies.js'
import { type EntityRows, type KindState, Look, type ScheduleState } from './schedule-state.js'

/** Takes over what setters and observers wrote down. First those that went: their ids may have come back. */
export function takeChanges(state: ScheduleState, rows: EntityRows): void {
  const { gone } = rows
  for (let i = 0; i < gone.count; i++) {
    const id = gone.ids[i]!
    for (let left = rows.kinds[id]!; left !== 0; left &= left - 1) {
      drop(state.kinds[31 - Math.clz32(left & -left)]!, rows, id, state.clock)
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
        if (kind.policy[id] !== 0) drop(kind, rows, id, state.clock)
        continue
      }
      const isNew = kind.policy[id] === 0
      kind.policy[id] = wanted
      if (isNew) join(kind, rows, id, state.clock)
      else settleRate(kind, rows, id, state.clock)
    }
    clearIdSet(kind.changes)
  }
}

function join(kind: KindState, rows: EntityRows, id: number, now: number): void {
  rows.kinds[id] = rows.kinds[id]! | kind.bit
  rows.near[id] = rows.near[id]! & ~kind.bit
  addId(rows.members, id)
  addId(rows.asked, id)
  addId(rows.shifted, id)
  kind.band[id] = Band.none
  kind.every[id] = CLOCK
  kind.unslowed[id] = CLOCK
  kind.lastTurn[id] = now
  kind.members++
  kind.resting++
}

/** Out of all lists. The entity's other kinds are left alone. */
function drop(kind: KindState, rows: EntityRows, id: number, now: number): void {
  setRate(kind, id, CLOCK, CLOCK, now)
  endGrace(kind.grace, id)
  kind.policy[id] = 0
  kind.members--
  kind.resting--
  rows.kinds[id] = rows.kinds[id]! & ~kind.bit
  if (rows.kinds[id] !== 0) return
  removeId(rows.members, id)
  setLook(rows, id, Look.outside)
}

/**
 * Puts a member into the band that the views say, or leaves it in that from before while it has grace. What comes into view has a
 * turn at once, so that it is never seen as it was.
 */
export function settleBand(kind: KindState, rows: EntityRows, id: number, now: number): void {
  const { band, grace } = kind
  const before = band[id]!
  const wasSeen = before === Band.near || before === Band.far
  if (rows.look[id] === Look.seen) {
    endGrace(grace, id)
    band[id] = (rows.near[id]! & kind.bit) !== 0 ? Band.near : Band.far
    settleRate(kind, rows, id, now)
    const every = kind.every[id]!
    if (!wasSeen && every > 1 && every !== STOP) addId(kind.listed, id)
    return
  }
  if (wasSeen && kind.kind.options.grace > 0) {
    if (!hasGrace(grace, id)) beginGrace(grace, id, now)
    return
  }
  if (band[id] === rows.look[id]) return
  band[id] = rows.look[id]!
  settleRate(kind, rows, id, now)
}

/** Ends the grace of those whose time is up. */
export function endGraces(kind: KindState, rows: EntityRows, now: number): void {
  const until = now - kind.kind.options.grace
  for (let id = takeExpired(kind.grace, until); id !== 0; id = takeExpired(kind.grace, until)) {
    kind.band[id] = rows.look[id]!
    settleRate(kind, rows, id, now)
  }
}

/** Gives a member the rate of its band, slowed as the budget asks. */
export function settleRate(kind: KindState, rows: EntityRows, id: number, now: number): void {
  const { policies, load } = kind
  const policy = kind.policy[id]!
  const rate = rateIn(policies, policy, kind.band[id]!)
  let every = rate
  if (load.pressure > 0 && hasTurns(rate)) {
    every = slowed(policies, policy, rate, halvings(load.pressure, rows, id))
  }
  setRate(kind, id, rate, every, now)
}

function setRate(kind: KindState, id: number, unslowed: number, every: number, now: number): void {
  const before = kind.every[id]!
  if (before !== kind.unslowed[id]) kind.slowed--
  if (every !== unslowed) kind.slowed++
  kind.unslowed[id] = unslowed
  if (every === before) return
  leaveRate(kind, id, before, now)
  kind.every[id] = every
  enterRate(kind, id, every, now)
}

function leaveRate(kind: KindState, id: number, every: number, now: number): void {
  if (hasTurns(every)) {
    leaveLap(kind, id)
    return
  }
  kind.resting--
  if (every === STOP) kind.lastTurn[id] = now - kind.lastTurn[id]!
}

function enterRate(kind: KindState, id: number, every: number, now: number): void {
  if (hasTurns(every)) joinLap(kind, id)
  if (hasTurns(every) && every > 1) return
  removeId(kind.listed, id)
  if (every === 1) return
  kind.resting++
  if (every === STOP) kind.lastTurn[id] = now - kind.lastTurn[id]!
}
