/**
 * The boxes of a job: those of a view's candidates, or of whatever the wider picture of a late answer may
 * show.
 */

import { type CullingState, EntityFlag, type ViewState } from '../state.js'
import { isWithinRange } from './check-answer.js'
import { LIVE_COUNT, ROW_COUNT } from './job.js'
import { growthOf } from './motion.js'
import type { Job, OcclusionState, ViewOcclusion } from './occlusion-state.js'
import { askedOf, fileAnswer } from './take-answer.js'

/** Boxes that changed within so many runs are copied into a late job, as they will change again. */
const RESTED = 8

/** Those that are copied, until it is known how many are not: candidate numbers or ids. */
let copied = new Uint32Array(256)

/**
 * Lists the boxes to test. `ids` are the view's candidates (with their reasons), or for a late answer
 * whatever is in the wider picture (`reasons` is null then).
 */
export function writeCandidates(
  state: OcclusionState,
  culling: CullingState,
  seen: ViewState,
  view: ViewOcclusion,
  job: Job,
  ids: Uint32Array,
  count: number,
  reasons: Uint8Array | null,
): void {
  if (!job.exact && view.answer !== null) fileAnswer(view, view.answer)
  const { sound } = seen.candidates
  const { shared, candidates } = view.room
  if (
    reasons !== null &&
    job.exact &&
    shared &&
    state.options.retestVisible === 1 &&
    sound > 0 &&
    sound <= candidates
  ) {
    writeAll(job, ids, sound)
  } else writeChosen(state, culling, seen, view, job, ids, count, reasons)
  job.block.header[LIVE_COUNT] = job.liveCount
  job.block.header[ROW_COUNT] = job.rowCount
}

/**
 * The usual case: every candidate is tested where its box lies. What a stage of the game has taken out stays
 * out anyway.
 */
function writeAll(job: Job, from: Uint32Array, count: number): void {
  const { ids } = job.block
  // The list has room for more than it holds; a whole copy is one of the fastest things there are.
  if (from.length <= ids.length) ids.set(from)
  else for (let i = 0; i < count; i++) ids[i] = from[i]!
  job.asListed = true
  job.liveCount = count
  job.rowCount = 0
}

function writeChosen(
  state: OcclusionState,
  culling: CullingState,
  seen: ViewState,
  view: ViewOcclusion,
  job: Job,
  ids: Uint32Array,
  count: number,
  reasons: Uint8Array | null,
): void {
  const { flags, boxRun } = culling
  const changedAt = culling.changedAt!
  const { seenAt, room } = view
  const { who, at, block } = job
  const retest = state.options.retestVisible
  if (copied.length < room.rows) copied = new Uint32Array(room.rows)
  let live = 0
  let rows = 0
  for (let i = 0; i < count; i++) {
    const eid = ids[i]!
    const bits = flags[eid]!
    if (reasons === null ? !mayBeSeen(culling, seen, eid, bits) : reasons[i] !== 0) continue
    if ((bits & TESTABLE) !== EntityFlag.indexed) continue
    // What was visible is not tested in every frame; each at its own turn.
    if (retest > 1 && state.run - seenAt[eid]! < retest && (state.run + eid) % retest !== 0) continue
    if (live + rows === room.candidates) break
    // A game may write its own boxes at any time, so they are not read later.
    const moves = (bits & EntityFlag.computed) === 0 || (!job.exact && boxRun - changedAt[eid]! < RESTED)
    if (moves || !room.shared) {
      if (rows < room.rows) copied[rows++] = i
      continue
    }
    block.ids[live] = eid
    who[live] = eid
    at[live++] = i
  }
  for (let row = 0; row < rows; row++) {
    const i = copied[row]!
    const eid = ids[i]!
    block.ids[live + row] = row
    who[live + row] = eid
    at[live + row] = i
    copyRow(culling, view, job, row, eid)
  }
  job.asListed = false
  job.liveCount = live
  job.rowCount = rows
}

const TESTABLE = EntityFlag.indexed | EntityFlag.broken | EntityFlag.neverCull
const IS_HERE = EntityFlag.indexed | EntityFlag.departed

/** What `cullViews` would ask of it but for the frustum. */
function mayBeSeen({ columns }: CullingState, seen: ViewState, eid: number, bits: number): boolean {
  if ((bits & (EntityFlag.neverCull | IS_HERE | EntityFlag.hidden)) !== EntityFlag.indexed) return false
  if ((columns.layers[eid]! & seen.layers) === 0) return false
  return isWithinRange(seen, eid, bits)
}

/** Copies the box of an entity, in a late job grown by as much as it may move until then. */
function copyRow({ boxes }: CullingState, view: ViewOcclusion, job: Job, row: number, eid: number): void {
  const { rows } = job.block
  const to = 8 * row
  const from = 8 * eid
  const growth = job.exact ? 0 : expectedGrowth(view, job, boxes, from, eid)
  for (let k = 0; k < 3; k++) {
    rows[to + k] = boxes[from + k]! - growth
    rows[to + 4 + k] = boxes[from + 4 + k]! + growth
  }
}

/** By how far it has come since the last answer's job. */
function expectedGrowth(
  view: ViewOcclusion,
  job: Job,
  boxes: Float32Array,
  from: number,
  eid: number,
): number {
  const before = view.answer
  if (before === null) return 0
  const slot = view.slotOf[eid]! - 1
  if (
    !(slot >= before.liveCount && slot < before.liveCount + before.rowCount && askedOf(before)[slot] === eid)
  )
    return 0
  const old = 8 * (slot - before.liveCount)
  const { rows } = before.block
  let square = 0
  for (let k = 0; k < 3; k++) {
    const moved = (boxes[from + k]! + boxes[from + 4 + k]! - rows[old + k]! - rows[old + 4 + k]!) / 2
    square += moved * moved
  }
  return growthOf(view, Math.sqrt(square), job.run - before.run, job.erosion)
}
