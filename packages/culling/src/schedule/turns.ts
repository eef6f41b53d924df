/** Whose turn it is in this frame: from lists to the due list of a kind. */
import { addId, clearIdSet } from '@sightline/core'
import type { CullingState } from '../state.js'
import { needsPlan, planPressure } from './budget.js'
import { beginFrame, takeTurn } from './laps.js'
import { measureUnseen } from './look-around.js'
import { settleRate } from './members.js'
import { type EntityRows, type KindState, Look } from './schedule-state.js'

/** If the game asked for the last due list, those in it have had their turn; else it is still theirs. */
export function settleTurns(kind: KindState): void {
  if (!kind.taken) return
  const { fresh, listed, lastTurn, dueAt } = kind
  kind.taken = false
  kind.ranAt = dueAt
  clearIdSet(fresh)
  for (let i = 0; i < listed.count; i++) lastTurn[listed.ids[i]!] = dueAt
  clearIdSet(listed)
}

/** Slows members, or lets them run again, where costs or significance have changed. */
export function keepBudget(kind: KindState, rows: EntityRows, now: number, run: number): void {
  if (!needsPlan(kind, run)) return
  const { scratch } = rows
  gatherActive(kind, rows)
  planPressure(kind, rows, run)
  for (let i = 0; i < scratch.count; i++) settleRate(kind, rows, scratch.ids[i]!, now)
  scratch.count = 0
}

function gatherActive({ everyFrame, laps }: KindState, { scratch }: EntityRows): void {
  scratch.ids.set(everyFrame.ids.subarray(0, everyFrame.count))
  scratch.count = everyFrame.count
  for (let list = 4; list < 2 * laps.longest + 2; list++) {
    for (let id = laps.first[list]!; id !== 0; id = laps.next[id]!) scratch.ids[scratch.count++] = id
  }
}

/** Gives the turns of this frame to those who run in laps. */
export function serveLaps(kind: KindState, culling: CullingState, rows: EntityRows, now: number): void {
  const { laps, listed, load } = kind
  const watched = load.budget < Infinity
  for (let every = 2; every <= laps.longest; every++) {
    for (let left = beginFrame(laps, every); left > 0; left--) {
      const id = takeTurn(laps, every)
      addId(listed, id)
      if (!watched) continue
      if (rows.look[id] !== Look.seen) measureUnseen(culling, rows, id)
      if (load.pressure > 0) settleRate(kind, rows, id, now)
    }
  }
}

/** Writes the due list: those of every frame stand there already. */
export function writeDue(kind: KindState, now: number): void {
  const { due, everyFrame, fresh, listed, lastTurn, ranAt } = kind
  const { ids, seconds } = due
  const { count, position } = everyFrame
  seconds.fill(now - ranAt, 0, count)
  for (let i = 0; i < fresh.count; i++) {
    const id = fresh.ids[i]!
    seconds[position[id]! - 1] = now - lastTurn[id]!
  }
  for (let i = 0; i < listed.count; i++) {
    const id = listed.ids[i]!
    ids[count + i] = id
    seconds[count + i] = now - lastTurn[id]!
  }
  due.count = count + listed.count
  kind.dueAt = now
}
