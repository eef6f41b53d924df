/**
 * Policies as bytes, a row for each that differs, so that ten thousand walkers share one. Rows that nobody
 * has any more are found and used again before the table grows beyond some thousands.
 *
 *     byte 0 .. 4   the rate in each band, by `Band`
 *     byte 5        slowest
 *     byte 6        minimum; 0 is "no such promise"
 *
 * A rate is an interval in frames, 1 to 240, or CLOCK or STOP.
 */
import { type MemberRows, policyOf } from './member-rows.js'
import { MAX_INTERVAL, type Rate, type UpdatePolicy } from './update-kind.js'

export const CLOCK = 0
export const STOP = 255

/** What the views say of an entity, for one kind. Those from `far` on are seen. */
export const Band: {
  readonly outside: 0
  readonly beyond: 1
  readonly hidden: 2
  readonly far: 3
  readonly near: 4
  /** It has only just joined. */
  readonly none: 5
} = { outside: 0, beyond: 1, hidden: 2, far: 3, near: 4, none: 5 }

export type BandName = 'outside' | 'beyond' | 'hidden' | 'far' | 'near'

/** In the order of `Band`. */
export const BAND_NAMES: readonly BandName[] = ['outside', 'beyond', 'hidden', 'far', 'near']

const ROW = 8
const SLOWEST = 5
const MINIMUM = 6
const MAX_POLICIES = 65_535
/** As many as are kept without looking for those that nobody has: 32 kB. */
const KEPT = 4096

/** The policies of one kind in one world. Number 0 is "is not of this kind". */
export type Policies = {
  rows: Uint8Array
  count: number
  /** Their numbers by their bytes. */
  readonly known: Map<string, number>
  /** Numbers below `count` that are in no use. */
  readonly free: number[]
}

/** Policies, and who has them: those that are asked for, and those in force. */
export type PolicyUsers = {
  readonly policies: Policies
  readonly wanted: Uint16Array
  readonly rows: MemberRows
}

export function createPolicies(): Policies {
  return { rows: new Uint8Array(8 * ROW), count: 1, known: new Map(), free: [] }
}

/**
 * The number of a policy, a new one if it is new. Throws a `RangeError` if 65,535 others are in use at the
 * same time, with nothing changed.
 */
export function policyNumber(users: PolicyUsers, policy: Required<UpdatePolicy>): number {
  const { policies } = users
  const bytes = [...BAND_NAMES.map((band) => codeOf(policy[band])), policy.slowest]
  bytes.push(policy.minimum === Infinity ? 0 : policy.minimum)
  const key = bytes.join(' ')
  const known = policies.known.get(key)
  if (known !== undefined) return known
  const number = policies.free.pop() ?? newNumber(users)
  policies.rows.set(bytes, number * ROW)
  policies.known.set(key, number)
  return number
}

/** A row of its own; where there is none left, those that nobody has are given up first. */
function newNumber(users: PolicyUsers): number {
  const { policies } = users
  const room = policies.rows.length / ROW
  const isFull = policies.count === room
  if (isFull && room >= KEPT) freeUnused(users)
  // With fewer it would be looked for again too soon.
  if (policies.free.length >= room / 4 || policies.count > MAX_POLICIES) {
    const freed = policies.free.pop()
    if (freed !== undefined) return freed
    throw new RangeError(
      `setUpdateRate: ${MAX_POLICIES} different policies of one kind are in use, expected fewer: ` +
        'let entities share them, as with rates that are rounded to a few steps',
    )
  }
  if (isFull) {
    const larger = new Uint8Array(policies.rows.length * 2)
    larger.set(policies.rows)
    policies.rows = larger
  }
  return policies.count++
}

function freeUnused({ policies, wanted, rows }: PolicyUsers): void {
  const used = new Uint8Array(policies.count)
  for (let id = 0; id < wanted.length; id++) {
    used[wanted[id]!] = 1
    used[policyOf(rows, id)] = 1
  }
  for (const [key, number] of policies.known) {
    if (used[number] === 1) continue
    policies.known.delete(key)
    policies.free.push(number)
  }
}

function codeOf(rate: Rate): number {
  if (rate === 'every-frame') return 1
  if (rate === 'clock') return CLOCK
  return rate === 'stop' ? STOP : rate
}

/** Whether a rate is an interval. */
export function hasTurns(rate: number): boolean {
  return rate !== CLOCK && rate !== STOP
}

/** The rate of a policy in a band, before any budget. */
export function rateIn({ rows }: Policies, policy: number, band: number): number {
  const rate = rows[policy * ROW + band]!
  const minimum = rows[policy * ROW + MINIMUM]!
  if (minimum === 0) return rate
  return rate === CLOCK ? minimum : Math.min(rate, minimum)
}

/** The longest interval that a budget may slow a policy to. */
export function limitOf({ rows }: Policies, policy: number): number {
  return Math.min(rows[policy * ROW + SLOWEST]!, rows[policy * ROW + MINIMUM]! || MAX_INTERVAL)
}

/** A rate that has turns, halved `halvings` times as far as the limit lets it be. */
export function slowed(rate: number, halvings: number, limit: number): number {
  return Math.max(rate, Math.min(rate << halvings, limit))
}

/** Frames from turn to turn, at the most, at an interval that has been its own for a while or is new. */
export function longestWait({ rows }: Policies, policy: number, interval: number): number {
  return Math.min(interval * 2, rows[policy * ROW + MINIMUM]! || interval * 2)
}
