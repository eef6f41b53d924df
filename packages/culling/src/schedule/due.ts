import type { World } from '@sightline/core'
import { expectNumber } from '@sightline/core/checks'
import { learnCost } from './budget.js'
import { type KindState, kindState } from './schedule-state.js'
import type { UpdateKind } from './update-kind.js'
import { expectKind } from './update-rate.js'

/**
 * Ids in a row and, beside them, seconds: the first `count` entries of each, until the next
 * `scheduleUpdates`. Do not write.
 */
export type Due = {
  readonly ids: Readonly<Uint32Array>
  /**
   * Seconds since each one's last turn, of which those that it was stopped are left out. Multiples of 2^-20,
   * so that sums of them are exact: it does not matter by one bit into how many turns a time was cut.
   */
  readonly seconds: Readonly<Float64Array>
  readonly count: number
}

/**
 * Who has a turn in this frame, each id once, in no promised order. To ask is to promise the turns: those in
 * a list that nobody asked for are due in the next one, with the seconds of both. The destroyed stay in it
 * until the next `scheduleUpdates`. Throws a `TypeError` for a kind that is none.
 */
export function due(world: World, kind: UpdateKind): Due {
  const own = stateOf(world, kind, 'due')
  own.reached = own.due.count
  return own.due
}

/**
 * Calls `turn` for each whose turn it is, and notes what all of them took by `performance.now()`. For
 * decisions that are the same in each run, use `due` and `noteCost` with costs of your own. What `turn`
 * throws is passed on: those who were not reached are due in the next frame, with the seconds of both; the
 * one whose turn threw has had it.
 */
export function runDue(world: World, kind: UpdateKind, turn: (eid: number, seconds: number) => void): void {
  const own = stateOf(world, kind, 'runDue')
  const { ids, seconds, count } = own.due
  const start = performance.now()
  let reached = 0
  try {
    while (reached < count) {
      const i = reached++
      turn(ids[i]!, seconds[i]!)
    }
  } finally {
    own.reached = Math.max(own.reached, reached)
    learnCost(own, performance.now() - start, reached)
  }
}

/**
 * Says how many milliseconds the turns of this frame took, once a frame: the budget goes by what a turn
 * costs. Throws a `RangeError` unless it is a finite number of 0 or more.
 */
export function noteCost(world: World, kind: UpdateKind, milliseconds: number): void {
  expectKind('noteCost', kind)
  expectNumber('noteCost', 'milliseconds', milliseconds)
  if (!(milliseconds >= 0 && milliseconds < Infinity)) {
    throw new RangeError(`noteCost: milliseconds is ${milliseconds}, expected a finite number of 0 or more`)
  }
  const own = kindState(world, kind, 'noteCost')
  learnCost(own, milliseconds, own.due.count)
}

function stateOf(world: World, kind: UpdateKind, caller: string): KindState {
  expectKind(caller, kind)
  return kindState(world, kind, caller)
}
