/** Whose turn it is in this frame: from laps to the due list of a kind. */
import { addId, clearIdSet, removeId } from '@sightline/core'
import { evenOut, type Lap, lastTurnOf, settleCohort, settleOne } from './laps.js'
import { COHORT, everyOf, F64_ROW, LAST_TURN, U8_ROW } from './member-rows.js'
import type { KindState } from './schedule-state.js'

/**
 * Begins a run. If the game asked for the last due list, those in it have had their turn; those whom it
 * did not reach, since it did not ask or a turn threw, still have it before them.
 */
export function beginRun(kind: KindState, run: number): void {
  settleTurns(kind)
  kind.reached = 0
  kind.run = run
}

function settleTurns(kind: KindState): void {
  const { laps, longest, listed, due, reached } = kind
  settleListed(kind, reached - (due.count - listed.count))
  // In the order in which `writeDue` wrote them.
  let at = 0
  for (let every = 1; every <= longest; every++) {
    const lap = laps[every]
    if (!lap || lap.members === 0) continue
    const cohort = kind.run % every
    const count = lap.counts[cohort]!
    if (at + count <= reached) settleCohort(kind, lap, cohort)
    else settleFirst(kind, lap, cohort, Math.max(reached - at, 0))
    at += count
  }
}

/** The first `reached` of the listed, who stand last in the due list, have had their turn. */
function settleListed(kind: KindState, reached: number): void {
  const { listed } = kind
  for (let i = 0; i < reached; i++) settleOne(kind, listed.ids[i]!)
  if (reached >= listed.count) clearIdSet(listed)
  else for (let i = reached - 1; i >= 0; i--) removeId(listed, listed.ids[i]!)
}

/** Only the first `reached` of a cohort have had their turn; the others have it in the next frame. */
function settleFirst(kind: KindState, lap: Lap, cohort: number, reached: number): void {
  const { listed } = kind
  const ids = lap.ids[cohort]!
  // Who runs in every frame has a turn in the next one anyway.
  if (lap.interval > 1) for (let i = reached; i < lap.counts[cohort]!; i++) addId(listed, ids[i]!)
  // Backwards: who takes the place of one that is settled alone was not reached.
  for (let i = reached - 1; i >= 0; i--) settleOne(kind, ids[i]!)
}

/** Writes the due list: those of every frame stand there already. */
export function writeDue(kind: KindState): void {
  const { clock, due, laps, longest, listed, run } = kind
  const { ids, seconds } = due
  kind.dueAt = clock[0]!
  for (let every = 2; every <= longest; every++) if (laps[every]?.uneven) evenOut(kind, laps[every]!)
  dropListed(kind)
  due.count = 0
  for (let every = 1; every <= longest; every++) {
    const lap = laps[every]
    if (!lap || lap.members === 0) continue
    writeCohort(kind, lap, run % every)
  }
  for (let i = 0; i < listed.count; i++) {
    const id = listed.ids[i]!
    ids[due.count] = id
    seconds[due.count++] = clock[0]! - lastTurnOf(kind, id)
  }
}

function writeCohort({ clock, due, rows }: KindState, lap: Lap, cohort: number): void {
  const { ids, seconds, count: at } = due
  const from = lap.ids[cohort]!
  const now = clock[0]!
  const count = lap.counts[cohort]!
  const since = now - lap.ranAt[cohort]!
  if (lap.interval > 1) for (let i = 0; i < count; i++) ids[at + i] = from[i]!
  // `fill` would make a heap number of it.
  for (let i = at, end = at + count - lap.fresh[cohort]!; i < end; i++) seconds[i] = since
  due.count = at + count
  for (let i = count - lap.fresh[cohort]!; i < count; i++) {
    seconds[at + i] = now - rows.f64[from[i]! * F64_ROW + LAST_TURN]!
  }
}

/** Takes out of `listed` those whose cohort has its turn. */
function dropListed({ listed, rows, run }: KindState): void {
  for (let i = listed.count - 1; i >= 0; i--) {
    const id = listed.ids[i]!
    if (run % everyOf(rows, id) === rows.u8[id * U8_ROW + COHORT]) removeId(listed, id)
  }
}
