/**
 * Policies as bytes, a row for each that differs, so that ten thousand walkers share one.
 *
 *     byte 0 .. 4   the rate in each band, by `Band`
 *     byte 5        slowest
 *     byte 6        minimum; 0 is "no such promise"
 *
 * A rate is an interval in frames, 1 to 240, or CLOCK or STOP.
 */
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

/** The policies of one kind in one world. Number 0 is "is not of this kind". */
export type Policies = {
  rows: Uint8Array
  count: number
  /** Their numbers by their bytes. */
  readonly known: Map<string, number>
}

export function createPolicies(): Policies {
  return { rows: new Uint8Array(8 * ROW), count: 1, known: new Map() }
}

/**
 * The number of a policy, a new one if it is new. Throws a `RangeError` for one too many, with nothing
 * changed.
 */
export function policyNumber(policies: Policies, policy: Required<UpdatePolicy>): number {
  const bytes = [...BAND_NAMES.map((band) => codeOf(policy[band])), policy.slowest]
  bytes.push(policy.minimum === Infinity ? 0 : policy.minimum)
  const key = bytes.join(' ')
  const known = policies.known.get(key)
  if (known !== undefined) return known
  const number = policies.count
  if (number > MAX_POLICIES) {
    throw new RangeError(
      `setUpdateRate: more than ${MAX_POLICIES} different policies of one kind, expected fewer: share them among entities`,
    )
  }
  if ((number + 1) * ROW > policies.rows.length) {
    const larger = new Uint8Array(policies.rows.length * 2)
    larger.set(policies.rows)
    policies.rows = larger
  }
  policies.rows.set(bytes, number * ROW)
  policies.known.set(key, number)
  policies.count++
  return number
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
