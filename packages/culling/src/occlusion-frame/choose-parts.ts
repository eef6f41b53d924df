/**
 * Which parts of which occluders a view draws. Chosen anew every few frames: the choice may be old, what is
 * drawn is checked.
 */
import type { OccludersState } from '../occluders/occluders-state.js'
import {
  type ChooseOccludersOptions,
  chooseOccluders,
  createOccluderChoice,
} from '../occlusion/choose-occluders.js'
import { type CullingState, EntityFlag, type ViewState } from '../state.js'
import { isDrawn } from './check-answer.js'
import type { ViewOcclusion } from './occlusion-state.js'

/**
 * Frames for which a choice is kept. An eye that goes farther meanwhile than this share of its near
 * surroundings chooses anew.
 */
const KEEP = 4
const FAR = 2

/** Shared by all views: the numbers of parts to choose from. Grows with the parts. */
let listed = new Uint32Array(256)

const choosing: Required<ChooseOccludersOptions> = {
  maxOccluders: 0,
  range: Infinity,
  smallest: 0.0005,
  loyalty: 1.3,
}

/**
 * Chooses among the occluders of `ids`, of which those with a reason are left out (none has one where
 * `reasons` is null). Keeps the last choice where it is young enough; `run` is that of `requestOcclusion`.
 */
export function chooseParts(
  state: OccludersState,
  culling: CullingState,
  seen: ViewState,
  view: ViewOcclusion,
  run: number,
  ids: Uint32Array,
  count: number,
  reasons: Uint8Array | null,
  maxOccluders: number,
  range: number,
): void {
  if (!isDue(state, seen, view, run)) return
  view.chosenRun = run
  view.chosenOf = state.changes
  view.chosenFrom.set(seen.eye)
  const parts = listParts(state, culling, seen, ids, count, reasons)
  if (view.choice.chosen.length < state.versions.length)
    view.choice = createOccluderChoice(state.versions.length)
  choosing.maxOccluders = maxOccluders
  choosing.range = range
  view.chosenCount = chooseOccluders(view.choice, state.boxes, listed, parts, seen.eye, view.chosen, choosing)
}

function isDue({ changes }: OccludersState, { eye }: ViewState, view: ViewOcclusion, run: number): boolean {
  if (run - view.chosenRun >= KEEP || view.chosenOf !== changes || view.chosenCount === 0) return true
  const from = view.chosenFrom
  return Math.abs(eye[0]! - from[0]!) + Math.abs(eye[1]! - from[1]!) + Math.abs(eye[2]! - from[2]!) > FAR
}

function listParts(
  state: OccludersState,
  culling: CullingState,
  seen: ViewState,
  ids: Uint32Array,
  count: number,
  reasons: Uint8Array | null,
): number {
  const { next, first, usable, partCount } = state
  const { flags } = culling
  if (listed.length < partCount) listed = new Uint32Array(2 * partCount)
  let parts = 0
  for (let i = 0; i < count; i++) {
    const eid = ids[i]!
    if ((flags[eid]! & EntityFlag.occluder) === 0) continue
    if (reasons === null ? !isDrawn(culling, seen, eid) : reasons[i] !== 0) continue
    for (let at = first[eid]!; at !== 0; at = next[at - 1]!) {
      if (usable[at - 1] === 1) listed[parts++] = at - 1
    }
  }
  return parts
}
