/**
 * What the views together say of each entity that has a kind: whether it is seen, how large, and if not, why.
 */
import { addId, clearIdSet, type IdSet, removeId } from '@sightline/core'
import { boxRatio } from '../measure.js'
import { CullReasons } from '../reasons.js'
import { type CullingState, EntityFlag, type ViewState } from '../state.js'
import { forgetVisit, takeVisits, visitAt } from './calendar.js'
import { type EntityRows, Look, type ViewList } from './entity-rows.js'
import { readEntities } from './read-ahead.js'
import type { KindState, ScheduleState } from './schedule-state.js'
import { followEye, noteSafe } from './travel.js'

/** The size of what fills the picture: the eye is in it, or nobody knows. */
const LARGEST = 1e30

/**
 * Looks again at those for whom something may have changed, and fills `shifted` with those for whom it did:
 *
 * - who came into a view's list or left it, and who is found but not visible, in each frame anew;
 * - who is seen and moved, or to whom the eye has come near enough (see `travel.ts`);
 * - who gained or lost its box, or has only just joined.
 *
 * Who is outside, and who is seen and rests before an eye that rests, costs nothing. After a publication, or
 * a run of `updateWorldBounds`, that was missed nobody knows, and all are looked at.
 */
export function lookAround(culling: CullingState, state: ScheduleState, rows: EntityRows): void {
  const runs = culling.boxRun - rows.travel.boxRun
  rows.travel.boxRun = culling.boxRun
  const missed = gatherViews(culling, state, rows.published) || runs > 1
  const sameLens = followEye(rows)
  if (missed) lookAtAll(culling, rows, rows.members)
  else {
    if (!sameLens) lookAtAll(culling, rows, rows.seen)
    for (let slot = 0; slot < culling.views.length; slot++) {
      const view = culling.views[slot]!
      if (view.version !== state.seenVersions[slot]) lookAtNews(culling, rows, view)
    }
    if (runs === 1) lookAtBoxes(culling, rows)
    if (sameLens) visitDue(culling, rows)
    lookAtAll(culling, rows, rows.found)
  }
  lookAtAll(culling, rows, rows.asked)
  clearIdSet(rows.asked)
  for (let slot = 0; slot < culling.views.length; slot++) {
    state.seenVersions[slot] = culling.views[slot]!.version
  }
}

/** Notes who has published; true if some list was missed. */
function gatherViews(culling: CullingState, state: ScheduleState, published: ViewList): boolean {
  let missed = false
  published.count = 0
  for (let slot = 0; slot < culling.views.length; slot++) {
    const view = culling.views[slot]!
    const marks = view.eid === 0 || view.stamp === 0 ? null : view.marks
    if (marks !== state.seenMarks[slot]) missed = true
    else if (view.version - state.seenVersions[slot]! > 1) missed = true
    state.seenMarks[slot] = marks
    if (marks !== null) published.views[published.count++] = view
  }
  return missed
}

/** What a view has published since the last run. */
function lookAtNews(culling: CullingState, rows: EntityRows, view: ViewState): void {
  const { kinds, look } = rows
  const { entered, left, candidates, visible } = view
  readEntities(rows, left)
  readEntities(rows, entered)
  for (let i = 0; i < left.count; i++) if (kinds[left.ids[i]!] !== 0) lookAgain(culling, rows, left.ids[i]!)
  for (let i = 0; i < entered.count; i++) {
    if (kinds[entered.ids[i]!] !== 0) lookAgain(culling, rows, entered.ids[i]!)
  }
  const { ids, count, turnedAway, end } = candidates
  // Candidates that are no longer visible are hidden: most views have none.
  for (let i = count === visible.count ? turnedAway : 0; i < end; i++) {
    if (i === count) i = turnedAway
    if (i >= end) return
    const id = ids[i]!
    if (kinds[id] !== 0 && look[id] === Look.outside) lookAgain(culling, rows, id)
  }
}

/** Whose box was written, gained or lost. */
function lookAtBoxes(culling: CullingState, rows: EntityRows): void {
  const { kinds, look } = rows
  const { left, joined, changed } = culling
  for (let i = 0; i < left.count; i++) if (kinds[left.ids[i]!] !== 0) lookAgain(culling, rows, left.ids[i]!)
  for (let i = 0; i < joined.count; i++) {
    if (kinds[joined.ids[i]!] !== 0) lookAgain(culling, rows, joined.ids[i]!)
  }
  for (let i = 0; i < changed.count; i++) {
    // Who is seen has a kind.
    if (look[changed.ids[i]!] === Look.seen) lookAgain(culling, rows, changed.ids[i]!)
  }
}

/** Who is seen, and may be near or far from now on. */
function visitDue(culling: CullingState, rows: EntityRows): void {
  const { calendar, travel, safe, scratch } = rows
  takeVisits(calendar, travel.way, scratch)
  for (let i = 0; i < scratch.count; i++) {
    const id = scratch.ids[i]!
    if (safe[id]! > travel.way) visitAt(calendar, id, safe)
    else lookAgain(culling, rows, id)
  }
}

function lookAtAll(culling: CullingState, rows: EntityRows, { ids, count }: IdSet): void {
  // Backwards: who is taken out of the set is replaced by one that was looked at.
  for (let i = count - 1; i >= 0; i--) lookAgain(culling, rows, ids[i]!)
}

function lookAgain(culling: CullingState, rows: EntityRows, id: number): void {
  const { look, size, low, high, shifted, travel } = rows
  const now = lookAt(culling, rows, id)
  if (now === look[id]) {
    if (now !== Look.seen) return
    measure(culling, rows, id)
    if (size[id]! >= low[id]! && size[id]! < high[id]!) {
      if (travel.lens !== null) noteSafe(culling, rows, id)
      return
    }
  } else setLook(rows, id, now)
  if (now === Look.seen) measure(culling, rows, id)
  addId(shifted, id)
}

/** Files an entity under what the views say of it. */
export function setLook(rows: EntityRows, id: number, now: number): void {
  const { look, seen, found, calendar, leftAt, clock } = rows
  const before = look[id]!
  look[id] = now
  if (before === Look.seen) {
    leftAt[id] = clock[0]!
    removeId(seen, id)
    forgetVisit(calendar, id)
  } else if (before !== Look.outside) removeId(found, id)
  if (now === Look.seen) addId(seen, id)
  else if (now !== Look.outside) addId(found, id)
}

/** As `Look`. Who has no box is seen: what does not know where it is must not rest. */
function lookAt({ flags }: CullingState, { published }: EntityRows, id: number): number {
  if ((flags[id]! & EntityFlag.member) === 0) return Look.seen
  let best: number = Look.outside
  for (let v = 0; v < published.count; v++) {
    const { marks, stamp } = published.views[v]!
    const mark = marks[id]!
    if (mark >>> 8 !== stamp) continue
    const reason = mark & 0xff
    if (reason === 0) return Look.seen
    best = Math.max(best, reason === CullReasons.far ? Look.beyond : Look.hidden)
  }
  return best
}

/**
 * The largest of its pictures in views that see it; of one that is not seen, in all cameras, as if they
 * looked at it. LARGEST without a sound box.
 */
export function measure({ flags, boxes }: CullingState, rows: EntityRows, id: number): void {
  const { size, look, published } = rows
  if ((flags[id]! & EntityFlag.member) === 0) {
    size[id] = LARGEST
    return
  }
  size[id] = 0
  const seen = look[id] === Look.seen
  for (let v = 0; v < published.count; v++) {
    const view = published.views[v]!
    const counts = seen ? view.marks[id] === view.stamp * 256 : view.kind === 'camera'
    if (counts) growSize(size, id, view.lens, boxes)
  }
}

function growSize(size: Float32Array, id: number, lens: ViewState, boxes: Float32Array): void {
  const { scaleY, perspective } = lens.projection
  const height = (boxRatio(boxes, id * 8, lens.eye, perspective) * scaleY) / lens.distanceScale
  if (height <= size[id]!) return
  size[id] = height
  // Infinity from within, NaN for a broken box.
  if (!(size[id]! < LARGEST)) size[id] = LARGEST
}

/** Works out for which of its kinds a seen entity is near, and for which sizes that holds. */
export function settleNear(kinds: readonly KindState[], rows: EntityRows, id: number): void {
  const { near, low, high, size } = rows
  const height = size[id]!
  const before = near[id]!
  let bits = 0
  low[id] = -1
  high[id] = Infinity
  for (let left = rows.kinds[id]!; left !== 0; left &= left - 1) {
    const bit = left & -left
    const { nearSize, nearKeeps } = kinds[31 - Math.clz32(bit)]!
    if (height >= ((before & bit) !== 0 ? nearKeeps : nearSize)) {
      bits |= bit
      low[id] = Math.max(low[id]!, nearKeeps)
    } else high[id] = Math.min(high[id]!, nearSize)
  }
  near[id] = bits
}
