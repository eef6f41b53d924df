import type { IdSet, World } from '@sightline/core'
import type { Lap } from './laps.js'
import { CLOCK, hasTurns } from './policies.js'
import { type KindState, schedule } from './schedule-state.js'

/** Walks everything that the scheduler keeps and throws an `Error` at the first contradiction. For tests. */
export function validateSchedule(world: World): void {
  const { kinds, entities } = schedule(world)
  if (entities === null) return
  for (const kind of kinds) validateKind(kind)
  for (let id = 0; id < entities.kinds.length; id++) {
    let bits = 0
    for (const kind of kinds) if (kind.policy[id] !== 0) bits |= kind.bit
    expectSame('kinds', id, entities.kinds[id]! | 0, bits)
    expectSame('members', id, has(entities.members, id), bits === 0 ? 0 : 1)
  }
}

function validateKind(kind: KindState): void {
  const { policy, every, listed, due, laps } = kind
  let members = 0
  let resting = 0
  let slowed = 0
  let turns = listed.count
  for (let id = 0; id < policy.length; id++) {
    const rate = every[id]!
    if (policy[id] === 0) expectSame('rate of a stranger', id, rate, CLOCK)
    else members++
    if (policy[id] !== 0 && !hasTurns(rate)) resting++
    if (rate !== kind.unslowed[id]) slowed++
    if (hasTurns(rate)) {
      const ids = laps[rate]!.ids[kind.cohort[id]!]!
      // The tail of the due list stands behind those of every frame.
      expectSame('place in its cohort', id, ids[kind.position[id]!]!, id)
    } else expectSame('fresh', id, kind.fresh[id]!, 0)
    if (!hasTurns(rate) || rate === 1) expectSame('listed', id, has(listed, id), 0)
  }
  for (let rate = 1; rate < laps.length; rate++) {
    const lap = laps[rate]
    if (!lap) continue
    validateLap(kind, lap, every.filter((own) => own === rate).length)
    turns += lap.counts[kind.dueRun % rate]!
  }
  expectSame('members', 0, kind.members, members)
  expectSame('resting', 0, kind.resting, resting)
  expectSame('slowed', 0, kind.slowed, slowed)
  expectSame('due', 0, due.count, turns)
}

function validateLap(kind: KindState, lap: Lap, expected: number): void {
  const { interval, counts, fresh, ids } = lap
  let members = 0
  for (let cohort = 0; cohort < interval; cohort++) {
    const own = ids[cohort]!.subarray(0, counts[cohort]!)
    members += own.length
    expectSame('fresh of lap', interval, own.filter((id) => kind.fresh[id] === 1).length, fresh[cohort]!)
  }
  expectSame('members of lap', interval, lap.members, members)
  expectSame('members of lap', interval, members, expected)
  if (Math.max(...counts) - Math.min(...counts) > 1)
    throw new Error(`validateSchedule: lap ${interval} is uneven`)
}

function has({ position }: IdSet, id: number): number {
  return position[id] === 0 ? 0 : 1
}

function expectSame(what: string, id: number, got: number, expected: number): void {
  if (got !== expected) throw new Error(`validateSchedule: ${what} of ${id} is ${got}, expected ${expected}`)
}
