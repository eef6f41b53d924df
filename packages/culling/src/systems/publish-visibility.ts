import { setCounter, type World } from '@sightline/core'
import { occludersState, outdateGround } from '../occluders/occluders-state.js'
import { areShapesCurrent } from '../occlusion-frame/check-answer.js'
import { showHidden } from '../occlusion-frame/hide.js'
import { occlusionState } from '../occlusion-frame/occlusion-state.js'
import { CullReasons } from '../reasons.js'
import { type CullingState, culling, EntityFlag, NEVER, type ViewState } from '../state.js'
import { growResults } from '../view-slots.js'

/** Marks hold the stamp in 24 bits; the last value is kept for NEVER. */
const LAST_STAMP = 0xff_fffe

/**
 * Publishes the list of each view: what its candidates still are, who entered, who left and why. From here to
 * the next publication the lists do not change. Reads: candidates, marks. Writes: `visible`, `distances`,
 * `entered`, `left`, `leftReasons` and `version` of each view, and the counters `culling.visible`,
 * `culling.filtered`, `culling.outside`, `culling.far`, `culling.hidden`, `culling.entered` and
 * `culling.left`, summed over all views.
 */
export function publishVisibility(world: World): void {
  const state = culling(world)
  const occlusion = occlusionState(world)
  const occluders = occludersState(world)
  const { views } = state
  outdateGround(occluders)
  for (let i = 0; i < views.length; i++) {
    const view = views[i]!
    if (view.eid === 0) continue
    if (view.unpublished) {
      const own = occlusion.views[i]
      // What hid something may have gone since `applyOcclusion`.
      if (own?.applied && !areShapesCurrent(occluders, state, own.applied)) showHidden(view)
      publishList(state, view)
    } else publishUnchanged(state, view)
    view.unpublished = false
    view.removedCount = 0
  }
  countReasons(world, state)
}

/**
 * Stage 1 finds those of the old list that were destroyed: their marks were taken away. It must come first,
 * since a new entity may have the same id by now. Stage 2 marks what was turned away, stage 3 writes the new
 * list and who entered, stage 4 finds who of the old list is not in the new one. An id that was found has its
 * reason in its mark; what was not found is outside. Candidates that were destroyed since `cullViews` are
 * passed by.
 */
function publishList(state: CullingState, view: ViewState): void {
  if (view.stamp >= LAST_STAMP) restartStamps(view)
  const { flags } = state
  const { candidates, marks, visible, entered, left } = view
  growResults(view, Math.max(candidates.count, visible.count))
  const oldIds = visible.ids
  const oldCount = visible.count
  const oldMark = view.stamp * 256
  view.stamp++
  const base = view.stamp * 256
  entered.count = 0
  left.count = 0
  if (view.removedCount > 0) takeRemoved(view, oldMark)
  for (let i = candidates.turnedAway; i < candidates.end; i++)
    marks[candidates.ids[i]!] = base + candidates.reasons[i]!

  const anyDeparted = state.departed.count > 0
  const newIds = view.spare
  const { ids, distances, reasons } = candidates
  const enteredIds = entered.ids
  let count = 0
  for (let i = 0; i < candidates.count; i++) {
    const eid = ids[i]!
    const reason = reasons[i]!
    if (anyDeparted && (flags[eid]! & EntityFlag.departed) !== 0) continue
    if (reason === 0) {
      newIds[count] = eid
      view.distances[count++] = distances[i]!
      if (marks[eid] !== oldMark) enteredIds[entered.count++] = eid
    }
    marks[eid] = base + reason
  }
  writeLeft(state, view, oldIds, oldCount)
  visible.ids = newIds
  visible.count = count
  view.spare = oldIds
  view.version++
}

/** Stage 4 of `publishList`: who of the old list has not the mark of the new one. */
function writeLeft(state: CullingState, view: ViewState, oldIds: Uint32Array, oldCount: number): void {
  const { flags } = state
  const { marks, left, leftReasons, stamp } = view
  const anyDeparted = state.departed.count > 0
  for (let i = 0; i < oldCount; i++) {
    const eid = oldIds[i]!
    const mark = marks[eid]!
    if (eid === 0 || mark === stamp * 256) continue
    const isDeparted = anyDeparted && (flags[eid]! & EntityFlag.departed) !== 0
    if (isDeparted) marks[eid] = NEVER
    const reason = mark >>> 8 === stamp ? mark & 0xff : CullReasons.outside
    leftReasons[left.count] = isDeparted ? CullReasons.removed : reason
    left.ids[left.count++] = eid
  }
}

/** Moves the destroyed from the old list to `left`; 0, which is no entity, stays in their place. */
function takeRemoved(view: ViewState, oldMark: number): void {
  const { visible, left, leftReasons, marks } = view
  for (let i = 0; i < visible.count; i++) {
    const eid = visible.ids[i]!
    if (marks[eid] === oldMark) continue
    leftReasons[left.count] = CullReasons.removed
    left.ids[left.count++] = eid
    visible.ids[i] = 0
  }
}

/** The view did not ask: its list stays as it is, without what was destroyed. */
function publishUnchanged(state: CullingState, view: ViewState): void {
  const { visible, entered, left, leftReasons, marks } = view
  entered.count = 0
  left.count = 0
  if (state.departed.count > 0) forgetDeparted(state, view)
  if (view.removedCount === 0) return
  const mark = view.stamp * 256
  let count = 0
  for (let i = 0; i < visible.count; i++) {
    const eid = visible.ids[i]!
    if (marks[eid] !== mark) {
      leftReasons[left.count] = CullReasons.removed
      left.ids[left.count++] = eid
      continue
    }
    view.spare[count] = eid
    view.distances[count] = view.distances[i]!
    view.levels[count] = view.levels[i]!
    view.fades[count] = view.fades[i]!
    count++
  }
  const oldIds = visible.ids
  visible.ids = view.spare
  visible.count = count
  view.spare = oldIds
  view.version++
}

/** Whoever was destroyed since `updateWorldBounds` counts as removed now, not in the next frame. */
function forgetDeparted({ departed }: CullingState, view: ViewState): void {
  const { marks, stamp } = view
  for (let i = 0; i < departed.count; i++) {
    const eid = departed.ids[i]!
    const mark = marks[eid]!
    if (mark >>> 8 !== stamp) continue
    view.foundLeft = true
    if ((mark & 0xff) === 0) view.removedCount++
    marks[eid] = NEVER
  }
}

/** After 2^24 publications numbers begin anew: only those of the list in force are still of use. */
function restartStamps(view: ViewState): void {
  const { marks, visible } = view
  const old = view.stamp * 256
  const { ids, count } = visible
  for (let i = 0; i < count; i++) if (marks[ids[i]!] === old) marks[ids[i]!] = 0
  for (let i = 0; i < marks.length; i++) if (marks[i] !== 0) marks[i] = NEVER
  view.stamp = 0
}

function countReasons(world: World, state: CullingState): void {
  const { views } = state
  let visible = 0
  let entered = 0
  let left = 0
  let filtered = 0
  let outside = 0
  let far = 0
  let hidden = 0
  for (let i = 0; i < views.length; i++) {
    const view = views[i]!
    if (view.eid === 0) continue
    visible += view.visible.count
    entered += view.entered.count
    left += view.left.count
    filtered += view.reasonCounts[CullReasons.filtered]!
    outside += view.reasonCounts[CullReasons.outside]!
    far += view.reasonCounts[CullReasons.far]!
    hidden += view.reasonCounts[CullReasons.hidden]!
  }
  setCounter(world, 'culling.visible', visible)
  setCounter(world, 'culling.entered', entered)
  setCounter(world, 'culling.left', left)
  setCounter(world, 'culling.filtered', filtered)
  setCounter(world, 'culling.outside', outside)
  setCounter(world, 'culling.far', far)
  setCounter(world, 'culling.hidden', hidden)
}
