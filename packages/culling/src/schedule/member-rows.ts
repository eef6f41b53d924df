/**
 * What is known of each member of a kind, a row of 32 bytes by id, so that a change touches one cache line
 * and not ten.
 *
 *     byte     type   what
 *     0        u8     band in force, `Band`; during grace the one from before
 *     1        u8     rate in force: an interval, CLOCK or STOP
 *     2        u8     the rate without the budget
 *     3        u8     cohort, of those that run in laps
 *     4        u8     1: has grace
 *     6 .. 7   u16    number of its policy; 0 is "no member"
 *     8        u32    where it stands in its cohort
 *     12, 16   u32    next and previous of those that have grace
 *     20       u32    the run of its last turn, or from which on it had turns; not kept for the settled
 *     24       f64    the clock at its last turn, of the stopped the seconds since; not kept for the settled
 */
export type MemberRows = {
  readonly u8: Uint8Array
  readonly u16: Uint16Array
  readonly u32: Uint32Array
  readonly f64: Float64Array
}

const ROW_BYTES = 32

/** Row of an id: its index in `u8`, `u16`, `u32` and `f64` is the id times these, plus the field's. */
export const U8_ROW: number = ROW_BYTES
export const U16_ROW: number = ROW_BYTES / 2
export const U32_ROW: number = ROW_BYTES / 4
export const F64_ROW: number = ROW_BYTES / 8

/** Fields in `u8`. */
export const BAND = 0
export const EVERY = 1
export const UNSLOWED = 2
export const COHORT = 3
export const GRACE = 4
/** In `u16`. */
export const POLICY = 3
/** In `u32`. */
export const POSITION = 2
export const NEXT = 3
export const PREVIOUS = 4
export const WAITS_FROM = 5
/** In `f64`. */
export const LAST_TURN = 3

export function createMemberRows(capacity: number): MemberRows {
  const buffer = new ArrayBuffer((capacity + 1) * ROW_BYTES)
  return {
    u8: new Uint8Array(buffer),
    u16: new Uint16Array(buffer),
    u32: new Uint32Array(buffer),
    f64: new Float64Array(buffer),
  }
}

/** The rate in force of an id: an interval, CLOCK or STOP. */
export function everyOf({ u8 }: MemberRows, id: number): number {
  return u8[id * U8_ROW + EVERY]!
}

/** The number of its policy, 0 for none. */
export function policyOf({ u16 }: MemberRows, id: number): number {
  return u16[id * U16_ROW + POLICY] ?? 0
}
