/**
 * Who is slowed so that the turns of a kind keep their budget.
 *
 * Significance is importance · height of the picture as part of the picture's, an eighth of that for who is
 * not seen: it holds size and distance. Its rank, 0 to 255, has four steps an octave, from 2^-12 on, and four
 * parts a step, into which entities fall by their ids, so that a thousand equals need not all be slowed
 * alike.
 *
 * A kind's **pressure** says the rest: who ranks below it has half its turns, who ranks two octaves below it
 * a quarter, and so on. The pressure is not steered but solved for: the lowest under which the turns a frame,
 * times what a turn costs, stay within the budget. It rises when they do not and falls only when they take
 * less than four fifths, so it settles where costs settle. When it falls the most significant of the slowed
 * come back first. `sweep.ts` gathers what it is solved from.
 *
 * Nothing here reads a clock: the same costs give the same decisions.
 */

import { type EntityRows, Look } from './entity-rows.js'
import { BAND, policyOf, U8_ROW } from './member-rows.js'
import { limitOf, rateIn, slowed } from './policies.js'
import { type KindState, MAX_HALVINGS, RANKS } from './schedule-state.js'
import { MAX_INTERVAL } from './update-kind.js'

/** Ranks from one halving to the next: two octaves. */
const WIDTH = 32
const MAX_PRESSURE: number = RANKS + (MAX_HALVINGS - 1) * WIDTH

const UNSEEN = 1 / 8
/** Rank steps of a float's bits below the first: exponents below 2^-12, four a piece. */
const FIRST_STEP = (127 - 12) * 4
const LAST_STEP = RANKS / 4 - 1

/** Shares of the budget: what a pressure aims at, and below which it falls. */
const AIM = 0.95
const EASE = 0.8
/** Below half of AIM. */
const FAR_BELOW = 0.45
/** Runs after a rise until the pressure may fall. */
const HOLD = 30

/** How much of a new measurement goes into the cost of a turn. */
const LEARN = 0.2
/**
 * More than so many times what was to be expected, or than so much of the budget above it, is an outlier and
 * counts as that much.
 */
const OUTLIER = 2
const OUTLIER_OF_BUDGET = 0.25

/** Turns a frame, by interval. */
const TURNS = Float64Array.from({ length: MAX_INTERVAL + 1 }, (_, interval) => 1 / interval)

const FLOAT = new Float32Array(1)
const BITS = new Uint32Array(FLOAT.buffer)

/**
 * Learns from `turns` turns that took so many milliseconds. One that the machine was busy with other things
 * in does little harm.
 */
export function learnCost({ load }: KindState, milliseconds: number, turns: number): void {
  load.spent = milliseconds
  if (turns === 0) return
  if (load.cost < 0) {
    load.cost = milliseconds / turns
    return
  }
  const expected = load.cost * turns
  const most = Math.max(expected * OUTLIER, expected + load.budget * OUTLIER_OF_BUDGET)
  load.cost += (Math.min(milliseconds, most) / turns - load.cost) * LEARN
}

/** The rank of an entity, see above. */
export function rankOf(rows: EntityRows, id: number): number {
  FLOAT[0] = rows.importance[id]! * rows.size[id]! * (rows.look[id] === Look.seen ? 1 : UNSEEN)
  // A float's bits rise with it; an importance below 0 or NaN that was written by hand is the least, or the
  // most.
  const step = (BITS[0]! >> 21) - FIRST_STEP
  return Math.max(0, Math.min(step, LAST_STEP)) * 4 + ((Math.imul(id, 0x9e3779b1) >>> 30) & 3)
}

/** How often the turns of an entity are halved under a pressure. */
export function halvings(pressure: number, rows: EntityRows, id: number): number {
  return halvingsOfRank(pressure, rankOf(rows, id))
}

function halvingsOfRank(pressure: number, rank: number): number {
  if (rank >= pressure) return 0
  return Math.min(MAX_HALVINGS, 1 + Math.floor((pressure - 1 - rank) / WIDTH))
}

/** Turns a frame that the rates in force lead to. */
export function turnsAFrame({ laps, longest }: KindState): number {
  let turns = 0
  for (let every = 1; every <= longest; every++) turns += (laps[every]?.members ?? 0) / every
  return turns
}

/** Notes which part of its budget a kind takes, at the rates in force. */
export function noteShare(kind: KindState): void {
  const { load } = kind
  load.share = load.cost > 0 && load.budget < Infinity ? (turnsAFrame(kind) * load.cost) / load.budget : 0
}

/** Whether it takes more than a share of its budget, and could take less. */
export function isOver({ load }: KindState, share: number): boolean {
  return load.share > share && load.pressure < MAX_PRESSURE
}

/**
 * Whether it takes so little of its budget that the pressure is sure to fall: a step of it may double the
 * turns.
 */
export function isFarBelow({ load }: KindState, run: number): boolean {
  return load.pressure > 0 && load.share < FAR_BELOW && run - load.raisedRun >= HOLD
}

/** Adds what a member of a rank asks for, under any number of halvings, to `load.demand`. */
export function addDemand({ rows, load, policies }: KindState, id: number, rank: number): void {
  const { demand } = load
  const policy = policyOf(rows, id)
  const rate = rateIn(policies, policy, rows.u8[id * U8_ROW + BAND]!)
  const limit = limitOf(policies, policy)
  for (let h = 0, at = rank; h <= MAX_HALVINGS; h++, at += RANKS) {
    demand[at] = demand[at]! + TURNS[slowed(rate, h, limit)]!
  }
}

/** Works out the pressure for the demand that was gathered. */
export function solvePressure({ load }: KindState, run: number): void {
  const before = load.pressure
  const allowed = load.cost > 0 ? load.budget / load.cost : Infinity
  const demand = demandUnder(load.demand, before)
  if (demand > allowed) {
    load.pressure = leastPressure(load.demand, allowed * AIM)
    load.raisedRun = run
  } else if (before > 0 && demand < allowed * EASE && run - load.raisedRun >= HOLD) {
    load.pressure = Math.min(before, leastPressure(load.demand, allowed * AIM))
  }
  load.isNew = load.pressure !== before
  // Once it has jumped, until it has come to rest.
  load.isUrgent = load.isNew && (load.isUrgent || Math.abs(load.pressure - before) >= WIDTH / 2)
}

function demandUnder(demand: Float64Array, pressure: number): number {
  let turns = 0
  for (let rank = 0; rank < RANKS; rank++) turns += demand[halvingsOfRank(pressure, rank) * RANKS + rank]!
  return turns
}

/** By halving the range: demand falls as pressure rises. */
function leastPressure(demand: Float64Array, allowed: number): number {
  let low = 0
  let high = MAX_PRESSURE
  while (low < high) {
    const middle = (low + high) >> 1
    if (demandUnder(demand, middle) <= allowed) high = middle
    else low = middle + 1
  }
  return low
}
