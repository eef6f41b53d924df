/** What the views together say of each entity that has a kind: whether it is seen, how large, and if not, why. */
import { addId, type IdSet, removeId } from '@sightline/core'
import { boxRatio } from '../measure.js'
import { CullReasons } from '../reasons.js'
import { type CullingState, EntityFlag, type ViewState } from '../state.js'
import { type EntityRows, type KindState, Look, type ScheduleState } from './schedule-state.js'

/** What was near stays so down to this part of `nearSize`. */
export const NEAR_KEEPS = 0.8

/** The size of what fills the picture: the eye is in it, or nobody knows. */
const LARGEST = 1e30

/** Views that have published, in the running call. */
const VIEWS: ViewState[] = []

/**
 * Looks at whoever any view has found, or did before, and fills `shifted` with those for which a band may have changed. What no view
 * finds costs nothing: it is outside. The lists of a view tell who was found since; after a publication that
 * was missed nobody knows, and all are looked at.
 */
export function lookAround(culling: CullingState, state: ScheduleState, rows: EntityRows): void {
  VIEWS.length = 0
  let missed = false
  for (let slot = 0; slot < culling.views.length; slot++) {
    const view = culling.views[slot]!
    const marks = view.eid === 0 || view.stamp === 0 ? null : view.marks
    const news = marks === null ? 0 : (view.stamp - state.seenStamps[slot]!) | 0
    const sameView = marks === state.seenMarks[slot]
    if (sameView ? news < 0 || news > 1 : marks !== null) missed = true
    else if (news === 1) trackFound(rows, view)
    state.seenMarks[slot] = marks
    state.seenStamps[slot] = marks === null ? 0 : view.stamp
    if (marks !== null) VIEWS.push(view)
  }
  if (missed) for (let i = 0; i < rows.members.count; i++) addId(rows.tracked, rows.members.ids[i]!)
  else trackUnbounded(rows, culling.left)
  lookAtTracked(culling, rows)
  VIEWS.length = 0
}

function trackFound({ kinds, tracked }: EntityRows, { candidates }: ViewState): void {
  const { ids, count, turnedAway, end } = candidates
  const { position } = tracked
  for (let i = 0; i < count; i++) {
    const id = ids[i]!
    if (kinds[id] !== 0 && position[id] === 0) addId(tracked, id)
  }
  for (let i = turnedAway; i < end; i++) {
    const id = ids[i]!
    if (kinds[id] !== 0 && position[id] === 0) addId(tracked, id)
  }
}

/** Who has lost its box is seen by nobody that we know of. */
function trackUnbounded({ kinds, tracked }: EntityRows, left: IdSet): void {
  for (let i = 0; i < left.count; i++) {
    const id = left.ids[i]!
    if (kinds[id] !== 0) addId(tracked, id)
  }
}

function lookAtTracked(culling: CullingState, rows: EntityRows): void {
  const { tracked, look, size, low, high, shifted } = rows
  const { ids } = tracked
  // Backwards: who is taken out is replaced by one that was looked at.
  for (let i = tracked.count - 1; i >= 0; i--) {
    const id = ids[i]!
    const now = lookAt(culling, id)
    if (now === Look.seen) {
      measureSeen(culling, size, id)
      const height = size[id]!
      if (look[id] === now && height >= low[id]! && height < high[id]!) continue
    } else if (now === look[id]) {
      if (now === Look.outside) removeId(tracked, id)
      continue
    }
    look[id] = now
    addId(shifted, id)
    if (now === Look.outside) removeId(tracked, id)
  }
}

/** As `Look`. Who has no box and no `NeverCull` is in no list of any view: what does not know where it is, runs. */
function lookAt({ flags }: CullingState, id: number): number {
  let best: number = Look.outside
  for (let v = 0; v < VIEWS.length; v++) {
    const { marks, stamp } = VIEWS[v]!
    const mark = marks[id]!
    if (mark >>> 8 !== stamp) continue
    const reason = mark & 0xff
    if (reason === 0) return Look.seen
    best = Math.max(best, reason === CullReasons.far ? Look.beyond : Look.hidden)
  }
  return (flags[id]! & (EntityFlag.member | EntityFlag.neverCull)) === 0 ? Look.seen : best
}

/** The largest of its pictures; LARGEST without a sound box. */
function measureSeen({ flags, boxes }: CullingState, size: Float32Array, id: number): void {
  if ((flags[id]! & EntityFlag.member) === 0) {
    size[id] = LARGEST
    return
  }
  size[id] = 0
  for (let v = 0; v < VIEWS.length; v++) {
    const { marks, stamp, lens } = VIEWS[v]!
    if (marks[id] === stamp * 256) growSize(size, id, lens, boxes)
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

/** Measures one that is not seen, as if the cameras looked at it. */
export function measureUnseen(culling: CullingState, rows: EntityRows, id: number): void {
  const { size } = rows
  size[id] = 0
  for (let slot = 0; slot < culling.views.length; slot++) {
    const view = culling.views[slot]!
    if (view.eid !== 0 && view.kind === 'camera' && view.ready) growSize(size, id, view.lens, culling.boxes)
  }
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
    // As a float32, as sizes are.
    const nearSize = Math.fround(kinds[31 - Math.clz32(bit)]!.kind.options.nearSize)
    const keeps = Math.fround(nearSize * NEAR_KEEPS)
    if (height >= ((before & bit) !== 0 ? keeps : nearSize)) {
      bits |= bit
      low[id] = Math.max(low[id]!, keeps)
    } else high[id] = Math.min(high[id]!, nearSize)
  }
  near[id] = bits
}
