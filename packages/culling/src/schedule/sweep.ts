/**
 * Keeps budgets without ever looking at everyone in one frame: a sweep goes through the members, a part of
 * them in each run, gives each the rate that the pressure of now asks for, and gathers what they ask for. At
 * its end the pressures are solved for, and the next sweep puts them into force. While every kind is within
 * its budget and nobody is slowed there is none.
 */
import type { CullingState } from '../state.js'
import { addDemand, isFarBelow, isOver, noteShare, rankOf, solvePressure } from './budget.js'
import type { EntityRows } from './entity-rows.js'
import { measure } from './look-around.js'
import { everyOf } from './member-rows.js'
import { settleRate } from './members.js'
import { hasTurns } from './policies.js'
import type { KindState, ScheduleState } from './schedule-state.js'

/**
 * Runs that a sweep takes: while a budget is clearly broken or hardly used or a pressure has jumped, and
 * else.
 */
const FAST = 8
const SLOW = 128
/** Above this share of its budget it is clearly broken. */
const URGENT = 1.1
/** Members in a run, at the least. */
const LEAST = 32

/** Slows members, or lets them run again, where costs or significance have changed. */
export function keepBudgets(state: ScheduleState, culling: CullingState, rows: EntityRows): void {
  const { kinds, sweep } = state
  const { ids, count } = rows.members
  for (let slot = 0; slot < kinds.length; slot++) noteShare(kinds[slot]!)
  if (sweep.at === 0 && !beginSweep(kinds)) return
  const runs = isUrgent(kinds, state.run) ? FAST : SLOW
  const end = Math.min(count, sweep.at + Math.max(Math.ceil(count / runs), LEAST))
  for (let i = sweep.at; i < end; i++) settleMember(kinds, culling, rows, ids[i]!)
  sweep.at = end < count ? end : 0
  if (sweep.at === 0) endSweep(kinds, state.run)
}

/** False if there is nothing to do. */
function beginSweep(kinds: readonly KindState[]): boolean {
  let any = false
  for (let slot = 0; slot < kinds.length; slot++) {
    const kind = kinds[slot]!
    const { load } = kind
    load.isSwept = load.pressure > 0 || load.isNew || isOver(kind, 1)
    if (load.isSwept) load.demand.fill(0)
    any ||= load.isSwept
  }
  return any
}

function isUrgent(kinds: readonly KindState[], run: number): boolean {
  for (let slot = 0; slot < kinds.length; slot++) {
    const kind = kinds[slot]!
    if (kind.load.isUrgent || isOver(kind, URGENT) || isFarBelow(kind, run)) return true
  }
  return false
}

function endSweep(kinds: readonly KindState[], run: number): void {
  for (let slot = 0; slot < kinds.length; slot++) {
    if (kinds[slot]!.load.isSwept) solvePressure(kinds[slot]!, run)
  }
}

function settleMember(
  kinds: readonly KindState[],
  culling: CullingState,
  rows: EntityRows,
  id: number,
): void {
  let rank = -1
  for (let slot = 0; slot < kinds.length; slot++) {
    const kind = kinds[slot]!
    if (!kind.load.isSwept || !hasTurns(everyOf(kind.rows, id))) continue
    if (rank < 0) {
      measure(culling, rows, id)
      rank = rankOf(rows, id)
    }
    addDemand(kind, id, rank)
    settleRate(kind, rows, id)
  }
}
