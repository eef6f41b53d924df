import type { IdSet, World } from '@sightline/core'
import { lapCount } from './laps.js'
import { CLOCK, hasTurns } from './policies.js'
import { type KindState, schedule } from './schedule-state.js'
import { MAX_INTERVAL } from './update-kind.js'

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
  const { policy, every, laps, everyFrame, fresh, listed, due } = kind
  let members = 0
  let resting = 0
  let slowed = 0
  const counts = new Map<number, number>()
  for (let id = 0; id < policy.length; id++) {
    const rate = every[id]!
    const isMember = policy[id] !== 0
    if (!isMember) expectSame('rate of a stranger', id, rate, CLOCK)
    else members++
    if (isMember && !hasTurns(rate)) resting++
    if (rate !== kind.unslowed[id]) slowed++
    expectSame('everyFrame', id, has(everyFrame, id), rate === 1 ? 1 : 0)
    if (rate !== 1) expectSame('fresh', id, has(fresh, id), 0)
    const inLap = hasTurns(rate) && rate > 1
    expectSame('lap', id, laps.listOf[id]! >> 1, inLap ? rate : 0)
    if (!inLap) expectSame('listed', id, has(listed, id), 0)
    if (inLap) counts.set(rate, (counts.get(rate) ?? 0) + 1)
  }
  for (let rate = 2; rate <= MAX_INTERVAL; rate++) {
    expectSame('lap count', rate, lapCount(laps, rate), counts.get(rate) ?? 0)
  }
  expectSame('members', 0, kind.members, members)
  expectSame('resting', 0, kind.resting, resting)
  expectSame('slowed', 0, kind.slowed, slowed)
  expectSame('due', 0, due.count, everyFrame.count + listed.count)
}

function has({ position }: IdSet, id: number): number {
  return position[id] === 0 ? 0 : 1
}

function expectSame(what: string, id: number, got: number, expected: number): void {
  if (got !== expected) throw new Error(`validateSchedule: ${what} of ${id} is ${got}, expected ${expected}`)
}
