import type { IdSet, World } from '@sightline/core'
import type { Lap } from './laps.js'
import {
  COHORT,
  EVERY,
  everyOf,
  type MemberRows,
  POSITION,
  policyOf,
  U8_ROW,
  U32_ROW,
  UNSLOWED,
} from './member-rows.js'
import { CLOCK, hasTurns } from './policies.js'
import { type KindState, schedule } from './schedule-state.js'

/** Walks everything that the scheduler keeps and throws an `Error` at the first contradiction. For tests. */
export function validateSchedule(world: World): void {
  const { kinds, entities } = schedule(world)
  if (entities === null) return
  for (const kind of kinds) validateKind(kind)
  for (let id = 0; id < entities.kinds.length; id++) {
    let bits = 0
    for (const kind of kinds) if (policyOf(kind.rows, id) !== 0) bits |= kind.bit
    expectSame('kinds', id, entities.kinds[id]! | 0, bits)
    expectSame('members', id, has(entities.members, id), bits === 0 ? 0 : 1)
  }
}

function validateKind(kind: KindState): void {
  const { rows, listed, due, laps, wanted } = kind
  const counts = { members: 0, resting: 0, slowed: 0 }
  const inLap = new Uint32Array(laps.length)
  let turns = listed.count
  for (let id = 0; id < wanted.length; id++) {
    const rate = everyOf(rows, id)
    const isMember = policyOf(rows, id) !== 0
    if (isMember) counts.members++
    else expectSame('rate of a stranger', id, rate, CLOCK)
    if (isMember && !hasTurns(rate)) counts.resting++
    if (rate !== rows.u8[id * U8_ROW + UNSLOWED]) counts.slowed++
    if (!hasTurns(rate) || rate === 1) expectSame('listed', id, has(listed, id), 0)
    if (hasTurns(rate)) inLap[rate] = inLap[rate]! + 1
  }
  for (let rate = 1; rate < laps.length; rate++) {
    const lap = laps[rate]
    if (!lap) continue
    validateLap(rows, lap, inLap[rate]!)
    turns += lap.counts[kind.run % rate]!
  }
  for (const name of ['members', 'resting', 'slowed'] as const) expectSame(name, 0, kind[name], counts[name])
  expectSame('due', 0, due.count, turns)
}

function validateLap({ u8, u32 }: MemberRows, lap: Lap, expected: number): void {
  const { interval, counts } = lap
  let members = 0
  for (let cohort = 0; cohort < interval; cohort++) {
    for (let i = 0; i < counts[cohort]!; i++) {
      const id = lap.ids[cohort]![i]!
      expectSame('rate', id, u8[id * U8_ROW + EVERY]!, interval)
      expectSame('cohort', id, u8[id * U8_ROW + COHORT]!, cohort)
      expectSame('place in its cohort', id, u32[id * U32_ROW + POSITION]!, i)
      members++
    }
    expectSame('surplus of fresh', interval, Math.max(0, lap.fresh[cohort]! - counts[cohort]!), 0)
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
