/** What the scheduler decided, for HUDs, tests and people who wonder why something stands still. */
import type { World } from '@sightline/core'
import { turnsAFrame } from './budget.js'
import { hasGrace } from './grace.js'
import { lastTurnOf } from './laps.js'
import { BAND, COHORT, EVERY, F64_ROW, LAST_TURN, policyOf, U8_ROW, UNSLOWED } from './member-rows.js'
import { BAND_NAMES, type BandName, CLOCK, hasTurns, STOP } from './policies.js'
import { type KindState, type ScheduleState, schedule } from './schedule-state.js'
import type { UpdateKind } from './update-kind.js'
import { expectKind } from './update-rate.js'

/** The numbers of one kind, as of the last `scheduleUpdates`. */
export type UpdateStats = {
  members: number
  /** Due in this frame. */
  due: number
  /** On 'clock' or 'stop'. */
  resting: number
  /** Less often than their band says, for the budget. */
  slowed: number
  /** Members in each band. */
  bands: Record<BandName, number>
  /** Turns in an average frame. */
  turnsAFrame: number
  /** Milliseconds a frame. */
  budget: number
  /** Milliseconds: of one turn as learnt, 0 if nothing was measured; of those that were measured last. */
  costOfTurn: number
  spent: number
}

/** Why an entity has a turn as often as it has. */
export type UpdateExplanation = {
  kind: string
  band: BandName
  /** It is out of view, and keeps for now the rate that it had there. */
  grace: boolean
  /** Frames from turn to turn; 0 for 'clock' and 'stop'. */
  every: number
  /** The same without a budget. */
  unslowed: number
  /** It is due in this frame. */
  due: boolean
  /** Since its last turn, or its joining. */
  seconds: number
  /** All of this as a sentence. */
  text: string
}

/**
 * The numbers of one kind. Makes a new object and looks at each member: for a HUD, not for each frame.
 * `stats(world).counters` has `updates.NAME.members`, `.due`, `.resting` and `.slowed` in every frame.
 */
export function updateStats(world: World, kind: UpdateKind): UpdateStats {
  expectKind('updateStats', kind)
  const state = schedule(world)
  const own = state.slots.get(kind)
  const bands = { outside: 0, beyond: 0, hidden: 0, far: 0, near: 0 }
  if (own === undefined || state.entities === null) {
    const { budget } = own?.load ?? kind.options
    return {
      members: 0,
      due: 0,
      resting: 0,
      slowed: 0,
      bands,
      turnsAFrame: 0,
      budget,
      costOfTurn: 0,
      spent: 0,
    }
  }
  const { ids, count } = state.entities.members
  for (let i = 0; i < count; i++) {
    if (policyOf(own.rows, ids[i]!) === 0) continue
    const name = BAND_NAMES[own.rows.u8[ids[i]! * U8_ROW + BAND]!]
    if (name !== undefined) bands[name]++
  }
  const { members, resting, slowed, load } = own
  return {
    members,
    due: own.due.count,
    resting,
    slowed,
    bands,
    turnsAFrame: turnsAFrame(own),
    budget: load.budget,
    costOfTurn: Math.max(0, load.cost),
    spent: load.spent,
  }
}

/**
 * Why an entity has a turn as often as it has, for one kind; null if it is not of the kind, or joins with the
 * next `scheduleUpdates`. Makes a new object.
 */
export function explainUpdate(world: World, kind: UpdateKind, eid: number): UpdateExplanation | null {
  expectKind('explainUpdate', kind)
  const state = schedule(world)
  const own = state.slots.get(kind)
  return own === undefined || policyOf(own.rows, eid) === 0 ? null : explainMember(state, own, eid)
}

/** The same for each of its kinds. */
export function explainUpdates(world: World, eid: number): UpdateExplanation[] {
  const state = schedule(world)
  const kinds = state.kinds.filter((kind) => policyOf(kind.rows, eid) !== 0)
  return kinds.map((kind) => explainMember(state, kind, eid))
}

function explainMember({ clock }: ScheduleState, own: KindState, eid: number): UpdateExplanation {
  const { u8, f64 } = own.rows
  const at = eid * U8_ROW
  const rate = u8[at + EVERY]!
  const unslowed = u8[at + UNSLOWED]!
  const last = hasTurns(rate) ? lastTurnOf(own, eid) : f64[eid * F64_ROW + LAST_TURN]!
  const hasCohortsTurn = hasTurns(rate) && own.run % rate === u8[at + COHORT]
  const facts = {
    kind: own.kind.name,
    band: BAND_NAMES[u8[at + BAND]!]!,
    grace: hasGrace(own.rows, eid),
    every: hasTurns(rate) ? rate : 0,
    unslowed: hasTurns(unslowed) ? unslowed : 0,
    due: hasCohortsTurn || own.listed.position[eid] !== 0,
    seconds: rate === STOP ? last : clock[0]! - last,
  }
  return { ...facts, text: sentence(facts, rate) }
}

function sentence(facts: Omit<UpdateExplanation, 'text'>, rate: number): string {
  const { kind, band, grace, every, unslowed, due, seconds } = facts
  const how =
    rate === CLOCK
      ? 'rests while its clock runs'
      : rate === STOP
        ? 'is stopped'
        : `runs every ${nth(every)} frame`
  const why = grace ? `it was ${band} until a moment ago` : WHY[band]
  const budget = every === unslowed ? '' : `, slowed by the budget from every ${nth(unslowed)}`
  const since = due ? 'its turn is now' : `its last turn was ${seconds.toPrecision(3)} s ago`
  return `${kind} ${how}, as ${why}${budget}; ${since}`
}

const WHY: Readonly<Record<BandName, string>> = {
  near: 'it is seen and near',
  far: 'it is seen and far',
  hidden: 'it is hidden',
  outside: 'it is in no view',
  beyond: 'it is beyond its range',
}

function nth(frames: number): string {
  if (frames === 1) return 'single'
  const last = frames % 10
  const teen = frames % 100 > 10 && frames % 100 < 14
  return `${frames}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][last] ?? 'th')}`
}
