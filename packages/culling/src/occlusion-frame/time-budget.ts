/**
 * How much a view draws, by what its jobs take: fewer occluders first, then a smaller buffer; and back again.
 */
import type { OcclusionState, ViewOcclusion } from './occlusion-state.js'

const FEWEST = 16
const LESS = 0.85
const MORE = 2
/** Frames of strain before the buffer is made smaller, and of ease before it is made larger. */
const PATIENCE = 60
const LONG_PATIENCE = 600
/** A buffer with twice the sides takes up to four times as long. */
const EASE = 1 / 8
const COARSEST = 2

/** Follows the time of the newest job; `budget` in milliseconds. */
export function followTime(state: OcclusionState, view: ViewOcclusion, budget: number): void {
  const { maxOccluders } = state.options
  const { jobTime } = view.counts
  const most = Math.min(view.budget, maxOccluders)
  const coarseness = state.coarseness[view.slot]!
  if (jobTime > budget) {
    view.budget = Math.max(Math.min(FEWEST, maxOccluders), Math.floor(most * LESS))
    view.strain = most <= FEWEST ? Math.max(0, view.strain) + 1 : 0
  } else {
    view.budget = Math.min(maxOccluders, most + MORE)
    view.strain = jobTime < budget * EASE && coarseness > 0 ? Math.min(0, view.strain) - 1 : 0
  }
  if (view.strain > PATIENCE && coarseness < COARSEST) change(state, view, coarseness + 1)
  else if (view.strain < -LONG_PATIENCE) change(state, view, coarseness - 1)
}

/** The view is opened again in the next frame, with another size. */
function change(state: OcclusionState, view: ViewOcclusion, coarseness: number): void {
  state.coarseness[view.slot] = coarseness
  view.outdated = true
}
