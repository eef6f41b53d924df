import { clearIdSet, setCounter, time, type World } from '@sightline/core'
import { type EntityRows, Look } from '../schedule/entity-rows.js'
import { lookAround, settleNear } from '../schedule/look-around.js'
import { endGraces, settleBand, takeChanges } from '../schedule/members.js'
import { readMembers } from '../schedule/read-ahead.js'
import { type ScheduleState, schedule } from '../schedule/schedule-state.js'
import { keepBudgets } from '../schedule/sweep.js'
import { noteSafe } from '../schedule/travel.js'
import { beginRun, writeDue } from '../schedule/turns.js'
import { type CullingState, culling } from '../state.js'

/** Steps of the clock in a second, a power of two: differences and sums of its times are exact. */
const STEPS = 2 ** 20

/**
 * Decides for each kind whose turn it is in this frame. Reads: what views published, WorldBounds, UpdateRate,
 * Time, costs noted. Writes: the due lists, and the counters `updates.NAME.members`, `.due`, `.resting` and
 * `.slowed` of each kind.
 */
export function scheduleUpdates(world: World): void {
  const state = schedule(world)
  const { kinds, entities } = state
  if (entities === null) return
  const cullingState = culling(world)
  state.run++
  for (let slot = 0; slot < kinds.length; slot++) beginRun(kinds[slot]!, state.run)
  advanceClock(state, time(world).now)
  takeChanges(state, entities)
  lookAround(cullingState, state, entities)
  settleShifted(state, cullingState, entities)
  for (let slot = 0; slot < kinds.length; slot++) endGraces(kinds[slot]!, entities)
  keepBudgets(state, cullingState, entities)
  for (let slot = 0; slot < kinds.length; slot++) {
    const kind = kinds[slot]!
    writeDue(kind)
    setCounter(world, kind.counters.members, kind.members)
    setCounter(world, kind.counters.due, kind.due.count)
    setCounter(world, kind.counters.resting, kind.resting)
    setCounter(world, kind.counters.slowed, kind.slowed)
  }
}

/** A time that runs backwards counts for nothing. */
function advanceClock(state: ScheduleState, seconds: number): void {
  const now = Math.round(seconds * STEPS) / STEPS
  if (now > state.now) state.clock[0] = state.clock[0]! + now - state.now
  state.now = now
}

function settleShifted({ kinds }: ScheduleState, cullingState: CullingState, rows: EntityRows): void {
  const { shifted, look, travel } = rows
  for (let slot = 0; slot < kinds.length; slot++) readMembers(kinds[slot]!, shifted)
  for (let i = 0; i < shifted.count; i++) {
    const id = shifted.ids[i]!
    if (look[id] === Look.seen) {
      settleNear(kinds, rows, id)
      if (travel.lens !== null) noteSafe(cullingState, rows, id)
    }
    for (let left = rows.kinds[id]!; left !== 0; left &= left - 1) {
      settleBand(kinds[31 - Math.clz32(left & -left)]!, rows, id)
    }
  }
  clearIdSet(shifted)
}
