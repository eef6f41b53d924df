/** Whose turn it is in this frame: from laps to the due list of a kind. */
import { addId, clearIdSet, removeId } from '@sightline/core'
import type { CullingState } from '../state.js'
import { needsPlan, planPressure } from './budget.js'
import { evenOut, type Lap, lastTurnOf, setLastTurn, settleCohort } from './laps.js'
import { measure } from './look-around.js'
import { settleRate } from './members.js'
import type { EntityRows, KindState } from './schedule-state.js'

/** If the game asked for the last due list, those in it have had their turn; else it is still theirs. */
export function settleTurns(kind: KindState): void {
  const { laps, longest, listed, taken, dueAt, dueRun } = kind
  kind.taken = false
  for (let every = 1; every <= longest; every++) {
    const lap = laps[every]
    if (!lap || lap.members === 0) continue
    const cohort = dueRun % every
    if (taken) settleCohort(kind, lap, cohort, dueAt)
    else if (every > 1) listCohort(kind, lap, cohort)
  }
  if (!taken) return
  for (let i = 0; i < listed.count; i++) setLastTurn(kind, listed.ids[i]!, dueAt)
  clearIdSet(listed)
}

function listCohort({ listed }: KindState, { ids, counts }: Lap, cohort: number): void {
  for (let i = 0; i < counts[cohort]!; i++) addId(listed, ids[cohort]![i]!)
}

/** Slows members, or lets them run again, where costs or significance have changed. */
export function keepBudget(
  kind: KindState,
  culling: CullingState,
  rows: EntityRows,
  now: number,
  run: number,
): void {
  if (!needsPlan(kind, run)) return
  const { scratch } = rows
  gatherActive(kind, rows)
  for (let i = 0; i < scratch.count; i++) measure(culling, rows, scratch.ids[i]!)
  planPressure(kind, rows, run)
  for (let i = 0; i < scratch.count; i++) settleRate(kind, rows, scratch.ids[i]!, now)
}

function gatherActive({ laps, longest }: KindState, { scratch }: EntityRows): void {
  scratch.count = 0
  for (let every = 1; every <= longest; every++) {
    const lap = laps[every]
    if (!lap || lap.members === 0) continue
    for (let cohort = 0; cohort < every; cohort++) {
      const ids = lap.ids[cohort]!
      for (let i = 0; i < lap.counts[cohort]!; i++) scratch.ids[scratch.count++] = ids[i]!
    }
  }
}

/** Writes the due list: those of every frame stand there already. */
export function writeDue(kind: KindState, now: number, run: number): void {
  const { due, laps, longest, listed } = kind
  const { ids, seconds } = due
  kind.dueAt = now
  kind.dueRun = run
  for (let every = 2; every <= longest; every++) if (laps[every]?.uneven) evenOut(kind, laps[every]!)
  dropListed(kind, run)
  due.count = 0
  for (let every = 1; every <= longest; every++) {
    const lap = laps[every]
    if (!lap || lap.members === 0) continue
    writeCohort(kind, lap, run % every, now)
  }
  for (let i = 0; i < listed.count; i++) {
    const id = listed.ids[i]!
    ids[due.count] = id
    seconds[due.count++] = now - lastTurnOf(kind, id)
  }
}

function writeCohort({ due, fresh, lastTurn }: KindState, lap: Lap, cohort: number, now: number): void {
  const { ids, seconds, count: at } = due
  const from = lap.ids[cohort]!
  const count = lap.counts[cohort]!
  if (lap.interval > 1) for (let i = 0; i < count; i++) ids[at + i] = from[i]!
  seconds.fill(now - lap.ranAt[cohort]!, at, at + count)
  due.count = at + count
  // The fresh came last and stand at the end, most of them.
  for (let i = count, left = lap.fresh[cohort]!; left > 0; ) {
    const id = from[--i]!
    left -= fresh[id]!
    if (fresh[id] === 1) seconds[at + i] = now - lastTurn[id]!
  }
}

/** Takes out of `listed` those whose cohort has its turn. */
function dropListed({ listed, every, cohort }: KindState, run: number): void {
  for (let i = listed.count - 1; i >= 0; i--) {
    const id = listed.ids[i]!
    if (run % every[id]! === cohort[id]) removeId(listed, id)
  }
}
