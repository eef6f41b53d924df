/**
 * Who has left the view and keeps its rate for a while. The time is the same for all of a kind, so a list in
 * the order in which they left is also in the order in which their time is up. It is linked through the
 * members' rows; row 0 is its beginning and end.
 */

import type { EntityRows } from './entity-rows.js'
import { GRACE, type MemberRows, NEXT, PREVIOUS, U8_ROW, U32_ROW } from './member-rows.js'
import type { KindState } from './schedule-state.js'

export function hasGrace({ u8 }: MemberRows, id: number): boolean {
  return u8[id * U8_ROW + GRACE] === 1
}

/** For an id that is not in the list and has left the view in this run. */
export function beginGrace({ u8, u32 }: MemberRows, id: number): void {
  const last = u32[PREVIOUS]!
  u32[last * U32_ROW + NEXT] = id
  u32[id * U32_ROW + PREVIOUS] = last
  u32[id * U32_ROW + NEXT] = 0
  u32[PREVIOUS] = id
  u8[id * U8_ROW + GRACE] = 1
}

export function endGrace({ u8, u32 }: MemberRows, id: number): void {
  if (u8[id * U8_ROW + GRACE] === 0) return
  const before = u32[id * U32_ROW + PREVIOUS]!
  const after = u32[id * U32_ROW + NEXT]!
  u32[before * U32_ROW + NEXT] = after
  u32[after * U32_ROW + PREVIOUS] = before
  u8[id * U8_ROW + GRACE] = 0
}

/** Takes out one whose time is up; 0 if there is none. */
export function takeExpired({ rows, clock, grace }: KindState, { leftAt }: EntityRows): number {
  const id = rows.u32[NEXT]!
  if (id === 0 || clock[0]! - leftAt[id]! < grace) return 0
  endGrace(rows, id)
  return id
}
