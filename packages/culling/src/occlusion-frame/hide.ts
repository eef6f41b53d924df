/** Taking out of a view's candidates what an answer hides, and putting it back. */
import { CullReasons } from '../reasons.js'
import type { CullingState, ViewState } from '../state.js'
import type { Job, ViewOcclusion } from './occlusion-state.js'
import { askedOf, fileAnswer } from './take-answer.js'

/**
 * Uses the answer to a job of this very frame, which knows where each candidate stands. Answers how many are
 * hidden.
 */
export function hideListed(view: ViewState, own: ViewOcclusion, job: Job): number {
  const hidden = job.asListed ? hideAsListed(view, job) : hideAt(view, own, job)
  view.reasonCounts[CullReasons.hidden] = view.reasonCounts[CullReasons.hidden]! + hidden
  return hidden
}

/** Four results in a word that are all 1, and the reasons that they stand for. */
const ALL_HIDDEN = 0x0101_0101
const FOUR_REASONS = ALL_HIDDEN * CullReasons.hidden

/**
 * Result i is that of candidate i. In a town most of four in a row are hidden alike, so they are looked at
 * together.
 */
function hideAsListed({ candidates }: ViewState, { liveCount, block }: Job): number {
  const { results, resultWords } = block
  const { reasons, reasonWords } = candidates
  let hidden = 0
  for (let from = 0; from < liveCount; from += 4) {
    const word = resultWords[from >>> 2]!
    if (word === ALL_HIDDEN && reasonWords[from >>> 2] === 0 && from + 4 <= liveCount) {
      reasonWords[from >>> 2] = FOUR_REASONS
      hidden += 4
      continue
    }
    for (let i = from; i < from + 4 && i < liveCount; i++) {
      if (results[i] === 0 || reasons[i] !== 0) continue
      reasons[i] = CullReasons.hidden
      hidden++
    }
  }
  return hidden
}

function hideAt({ candidates }: ViewState, { seenAt }: ViewOcclusion, job: Job): number {
  const { at, who, run, liveCount, rowCount } = job
  const { results } = job.block
  const { reasons } = candidates
  const count = liveCount + rowCount
  let hidden = 0
  for (let i = 0; i < count; i++) {
    if (results[i] === 0) {
      seenAt[who[i]!] = run
      continue
    }
    const index = at[i]!
    if (reasons[index] !== 0) continue
    reasons[index] = CullReasons.hidden
    hidden++
  }
  return hidden
}

/**
 * Uses an answer that came for another frame: by id, and only where the box is where the answer allows it to
 * be.
 */
export function hideById(culling: CullingState, view: ViewState, own: ViewOcclusion, job: Job): number {
  fileAnswer(own, job)
  const { candidates, reasonCounts } = view
  const { ids, reasons, count } = candidates
  const { slotOf } = own
  const { liveCount, rowCount, boxRun } = job
  const who = askedOf(job)
  const { results } = job.block
  const changedAt = culling.changedAt!
  const tested = liveCount + rowCount
  let hidden = 0
  for (let i = 0; i < count; i++) {
    const eid = ids[i]!
    const slot = slotOf[eid]! - 1
    if (slot < 0 || slot >= tested || results[slot] === 0 || who[slot] !== eid || reasons[i] !== 0) continue
    // Numbers of runs are only compared, so that they may wrap around.
    const changed = ((changedAt[eid]! - boxRun) | 0) > 0
    if (changed && (slot < liveCount || !isWithin(culling.boxes, 8 * eid, job, slot - liveCount))) continue
    reasons[i] = CullReasons.hidden
    hidden++
  }
  reasonCounts[CullReasons.hidden] = reasonCounts[CullReasons.hidden]! + hidden
  return hidden
}

/** Whether every point of a box lies within the job's erosion of the box that was tested. False for NaN. */
function isWithin(boxes: Float32Array, at: number, job: Job, row: number): boolean {
  const { rows } = job.block
  let square = 0
  for (let k = 0; k < 3; k++) {
    const below = rows[8 * row + k]! - boxes[at + k]!
    const above = boxes[at + 4 + k]! - rows[8 * row + 4 + k]!
    const most = Math.max(below, above)
    if (most > 0) square += most * most
    else if (!(most <= 0)) return false
  }
  return square <= job.erosion * job.erosion * (1 - 1e-9)
}

/** Whatever is hidden is visible again: what hid it has gone since. */
export function showHidden({ candidates, reasonCounts }: ViewState): void {
  const { reasons, count } = candidates
  for (let i = 0; i < count; i++) if (reasons[i] === CullReasons.hidden) reasons[i] = 0
  reasonCounts[CullReasons.hidden] = 0
}
