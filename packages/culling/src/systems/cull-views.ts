import { hasId, readMoved, setCounter, stats, time, type World, warnOnce } from '@sightline/core'
import { limitRange } from '../limit-range.js'
import { boxDistance } from '../measure.js'
import { CullReasons } from '../reasons.js'
import { queryFrustum } from '../spatial/index.js'
import { type CullingState, culling, EntityFlag, type ViewState } from '../state.js'
import { outsidePlane } from '../view-planes.js'
import { growCandidates, turnAway } from '../view-slots.js'
import { inheritVisibility } from '../visibility.js'

/**
 * Asks the octree for each view that is due, and takes out what is masked off, too far or too small. What is
 * left are the view's candidates; a game may narrow them (`cullCandidate`) until `publishVisibility`.
 * Reads: the octree, planes, Visibility, Layers, CullRange, NeverCull, WorldBounds, time. Writes: the
 * candidates of each view, and the counters `culling.queries` and `culling.candidates`.
 */
export function cullViews(world: World): void {
  const state = culling(world)
  const { views } = state
  inheritVisibility(world, state, readMoved(world, state.visibilityMoves))
  const { now, frame } = time(world)
  let queries = 0
  let candidates = 0
  for (let i = 0; i < views.length; i++) {
    const view = views[i]!
    if (view.eid === 0) continue
    view.candidates.count = 0
    view.candidates.sound = 0
    view.queried = isDue(world, state, view, now, frame)
    if (!view.queried) continue
    view.queriedAt = now
    view.queriedFrame = frame
    view.foundLeft = false
    view.settingsDue = false
    view.cameraDue = false
    view.unpublished = true
    view.queries = (view.queries + 1) >>> 0
    cullView(state, view)
    queries++
    candidates += view.candidates.count
  }
  // What has the id of a departed one was passed by.
  state.filtersChanged = state.departed.count > 0
  state.listsUnseen = false
  setCounter(world, 'culling.queries', queries)
  setCounter(world, 'culling.candidates', candidates)
}

/** A query that was not published counts for nothing: what it saw first, nobody was told. */
function isDue(world: World, state: CullingState, view: ViewState, now: number, frame: number): boolean {
  const { refresh } = view
  if (refresh === 'every-frame' || view.stamp === 0 || view.settingsDue || view.unpublished) return true
  if (refresh === 'on-change') {
    // Once published, nothing stays nothing; what it misses is made up for when that ends, which is a
    // setting.
    if (view.empty) return false
    return view.cameraDue || state.filtersChanged || view.foundLeft || isSomethingNew(state, view)
  }
  if (view.queriedFrame === frame) {
    if (!('culling.refreshClock' in stats(world).notes)) warnClock(world, view)
    return true
  }
  // A clock that was set back must not stop the view for good.
  return now - view.queriedAt >= refresh.seconds || now < view.queriedAt
}

function warnClock(world: World, view: ViewState): void {
  warnOnce(
    world,
    'culling.refreshClock',
    `view ${view.eid} refreshes by the clock, which stands still: call tick(world) once a frame; until then it asks every time`,
  )
}

/** Whether something that changed in this frame was found by the last query, or could be found now. */
function isSomethingNew(state: CullingState, view: ViewState): boolean {
  const { joined, changed, boxes } = state
  const { marks, stamp } = view
  for (let i = 0; i < changed.count; i++) {
    const eid = changed.ids[i]!
    if (marks[eid]! >>> 8 === stamp || outsidePlane(view, boxes, eid * 8) === -1) return true
  }
  for (let i = 0; i < joined.count; i++) {
    if (outsidePlane(view, boxes, joined.ids[i]! * 8) === -1) return true
  }
  return false
}

/**
 * Of these, what the octree finds has `indexed` alone, unless it left since: perhaps another has its id by
 * now.
 */
const IS_HERE = EntityFlag.indexed | EntityFlag.departed

/** Nothing is outside of none. */
const NO_PLANES = new Float32Array(0)

function cullView(state: CullingState, view: ViewState): void {
  const { candidates, reasonCounts } = view
  const planes = view.frustum ? view.activePlanes : NO_PLANES
  const count = view.empty ? 0 : queryFrustum(state.octree, planes, state.found)
  growCandidates(view, count + state.neverCull.count)
  candidates.count = 0
  candidates.end = count + state.neverCull.count
  candidates.turnedAway = candidates.end
  reasonCounts.fill(0)
  const found = sortOut(state, view, count)
  const neverCulled = addNeverCulled(state, view)
  // What was not found is outside: nobody has to walk over it.
  reasonCounts[CullReasons.outside] =
    reasonCounts[CullReasons.outside]! + state.memberCount - neverCulled - found
}

/**
 * Judges by visibility and layers what the octree found, and measures how far it is; `limitRange` does the
 * rest where there is any limit. What has `NeverCull` is passed by here; answers how many others there were.
 */
function sortOut(state: CullingState, view: ViewState, count: number): number {
  const { found, flags, boxes } = state
  const { layers, candidates } = view
  const { ids, distances, reasons } = candidates
  const masks = state.columns.layers
  const eyeX = view.lens.eye[0]!
  const eyeY = view.lens.eye[1]!
  const eyeZ = view.lens.eye[2]!
  let kept = 0
  let others = 0
  let anyFlags = 0
  let allFlags: number = EntityFlag.computed
  for (let i = 0; i < count; i++) {
    const eid = found[i]!
    const bits = flags[eid]!
    if ((bits & (EntityFlag.neverCull | IS_HERE)) !== EntityFlag.indexed) continue
    others++
    if ((bits & EntityFlag.hidden) !== 0 || (masks[eid]! & layers) === 0) {
      turnAway(view, eid, CullReasons.filtered)
      continue
    }
    anyFlags |= bits
    allFlags &= bits
    ids[kept] = eid
    distances[kept] = boxDistance(boxes, eid * 8, eyeX, eyeY, eyeZ)
    reasons[kept] = 0
    kept++
  }
  candidates.count = kept
  const isSound = (anyFlags & EntityFlag.broken) === 0 && allFlags !== 0
  if ((anyFlags & EntityFlag.ranged) !== 0 || view.minPixels > 0) limitRange(state, view)
  candidates.sound = isSound ? candidates.count : 0
  return others
}

/** Adds what has `NeverCull`, wherever it is; answers how many of those have a box. */
function addNeverCulled(state: CullingState, view: ViewState): number {
  const { neverCull, flags, boxes, columns } = state
  const { candidates } = view
  const { eye } = view.lens
  let boxed = 0
  for (let i = 0; i < neverCull.count; i++) {
    const eid = neverCull.ids[i]!
    const bits = flags[eid]!
    const hasBox = (bits & EntityFlag.indexed) !== 0
    if (hasBox) boxed++
    // Views still remember the entity that had this id.
    if ((bits & EntityFlag.departed) !== 0 || (state.boundsPending && hasId(state.left, eid))) continue
    if (view.empty) turnAway(view, eid, CullReasons.outside)
    else if ((bits & EntityFlag.hidden) !== 0 || (columns.layers[eid]! & view.layers) === 0) {
      turnAway(view, eid, CullReasons.filtered)
    } else {
      const at = candidates.count++
      candidates.ids[at] = eid
      candidates.distances[at] = hasBox ? boxDistance(boxes, eid * 8, eye[0]!, eye[1]!, eye[2]!) : 0
      candidates.reasons[at] = 0
    }
  }
  return boxed
}
