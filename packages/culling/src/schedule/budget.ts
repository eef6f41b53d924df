/**
 * Who is slowed so that the turns of a kind keep their budget.
 *
 * Significance is importance · height of the picture as part of the picture's, an eighth of that for who is not seen: it
 * holds size and distance. Its rank, 0 to 255, has four steps an octave, from 2^-12 on, and four parts a step, into which
 * entities fall by their ids, so that a thousand equals need not all be slowed alike.
 *
 * A kind's **pressure** says the rest: who ranks below it has half its turns, who ranks two octaves below it a quarter, and so
 * on. The pressure is not steered but solved for: the lowest under which the turns a frame, times what a
 * turn costs, stay within the budget. It rises when they do not and falls only when they take less than four fifths, so it
 * settles where costs settle. When it falls the most significant of the slowed come back first.
 *
 * Nothing here reads a clock: the same costs give the same decisions.
 */
import { BAND, policyOf, U8_ROW } from './member-rows.js'
import { rateIn, slowed } from './policies.js'
import { type EntityRows, type KindState, Look, MAX_HALVINGS, RANKS } from './schedule-state.js'

/** Ranks from one halving to the next: two octaves. */
const WIDTH = 32
const MAX_PRESSURE = RANKS + (MAX_HALVINGS - 1) * WIDTH

const UNSEEN = 1 / 8
/** Rank steps of a float's bits below the first: exponents below 2^-12, four a piece. */
const FIRST_STEP = (127 - 12) * 4
const LAST_STEP = RANKS / 4 - 1

/** Shares of the budget: what a plan aims at, and below which the pressure falls. */
const AIM = 0.95
const EASE = 0.8
/** Runs between two plans while over budget, while somebody is slowed, and after a rise until the pressure may fall. */
const SOON = 4
const LATER = 32
const HOLD = 30

/** How much of a new measurement goes into the cost of a turn. */
const LEARN = 0.2

const FLOAT = new Float32Array(1)
const BITS = new Uint32Array(FLOAT.buffer)

/** Learns from `turns` turns that took so many milliseconds. */
export function learnCost({ load }: KindState, milliseconds: number, turns: number): void {
  load.spent = milliseconds
  if (turns === 0) return
  const cost = milliseconds / turns
  load.cost = load.cost < 0 ? cost : load.cost + (cost - load.cost) * LEARN
}

/** The rank of an entity, see above. */
export function rankOf(rows: EntityRows, id: number): number {
  FLOAT[0] = rows.importance[id]! * rows.size[id]! * (rows.look[id] === Look.seen ? 1 : UNSEEN)
  // A float's bits rise with it; an importance below 0 or NaN that was written by hand is the least, or the most.
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

/** Whether ranks and pressure are to be worked out anew in this run. */
export function needsPlan(kind: KindState, run: number): boolean {
  const { load } = kind
  const since = run - load.plannedRun
  if (load.pressure > 0 && since >= LATER) return true
  if (load.cost <= 0 || since < SOON || load.pressure === MAX_PRESSURE) return false
  return turnsAFrame(kind) * load.cost > load.budget
}

/** Works out the pressure for the active members in `rows.scratch`. Their rates are still those of before. */
export function planPressure(kind: KindState, rows: EntityRows, run: number): void {
  const { load } = kind
  load.plannedRun = run
  gatherDemand(kind, rows)
  const allowed = load.cost > 0 ? load.budget / load.cost : Infinity
  const demand = demandUnder(load.demand, load.pressure)
  if (demand > allowed) {
    load.pressure = leastPressure(load.demand, allowed * AIM)
    load.raisedRun = run
  } else if (load.pressure > 0 && demand < allowed * EASE && run - load.raisedRun >= HOLD) {
    load.pressure = Math.min(load.pressure, leastPressure(load.demand, allowed * AIM))
  }
}

/** Turns a frame by rank and number of halvings. */
function gatherDemand({ rows: own, load, policies }: KindState, rows: EntityRows): void {
  const { demand } = load
  const { ids, count } = rows.scratch
  demand.fill(0)
  for (let i = 0; i < count; i++) {
    const id = ids[i]!
    const rank = rankOf(rows, id)
    const number = policyOf(own, id)
    const rate = rateIn(policies, number, own.u8[id * U8_ROW + BAND]!)
    for (let h = 0; h <= MAX_HALVINGS; h++) {
      const at = h * RANKS + rank
      demand[at] = demand[at]! + 1 / slowed(policies, number, rate, h)
    }
  }
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
