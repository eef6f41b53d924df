import { isLarge, isNear, RangeBit } from './cull-range.js'
import { boxDistance, boxPixels } from './measure.js'
import { type CullReason, CullReasons, cullReasonName } from './reasons.js'
import { type CullingState, EntityFlag, type ViewState } from './state.js'
import { insideBy, isAlwaysFound } from './view-planes.js'

/** A box may be taken for inside when it is outside by this share of the terms that were summed: float32 rounding. */
const ROUNDING = 1e-5

/**
 * Compares one view's published list with a test of every entity. Part of `validateCulling`. A view that did not ask in this
 * frame and refreshes by the clock may have an old list: only its form is checked.
 */
export function validateView(state: CullingState, view: ViewState): void {
  validateLists(view)
  if (view.stamp === 0) return
  if (!view.queried && typeof view.refresh === 'object') return
  const counts = new Uint32Array(256)
  let total = 0
  for (let eid = 1; eid <= state.capacity; eid++) {
    const bits = state.flags[eid]!
    if ((bits & (EntityFlag.indexed | EntityFlag.neverCull)) === 0) continue
    total++
    const mark = view.marks[eid]!
    const found = mark >>> 8 === view.stamp
    const reason = (found ? mark & 0xff : CullReasons.outside) as CullReason
    counts[reason] = counts[reason]! + 1
    const expected = judge(state, view, eid, bits)
    if (!agrees(expected, reason)) {
      fail(
        view,
        `entity ${eid} is ${cullReasonName(reason)}, expected ${expected.map(cullReasonName).join(' or ')}`,
      )
    }
  }
  if (!view.queried) return
  for (let reason = 1; reason < 256; reason++) {
    if (view.reasonCounts[reason] === counts[reason]) continue
    const name = cullReasonName(reason as CullReason)
    fail(
      view,
      `${view.reasonCounts[reason]} of ${total} entities counted as ${name}, but marks say ${counts[reason]}`,
    )
  }
}

function fail(view: ViewState, message: string): never {
  throw new Error(`validateCulling: view ${view.eid}: ${message}`)
}

function validateLists(view: ViewState): void {
  const { visible, marks, stamp } = view
  const seen = new Set<number>()
  for (let i = 0; i < visible.count; i++) {
    const eid = visible.ids[i]!
    if (seen.has(eid)) fail(view, `entity ${eid} stands in the list twice`)
    seen.add(eid)
    if (marks[eid] !== stamp * 256) fail(view, `entity ${eid} is in the list, but its mark says otherwise`)
    if (!(view.distances[i]! >= 0)) fail(view, `entity ${eid} has the distance ${view.distances[i]}`)
  }
  let marked = 0
  for (let eid = 0; eid < marks.length; eid++) if (stamp !== 0 && marks[eid] === stamp * 256) marked++
  if (marked !== seen.size) fail(view, `${seen.size} entities in the list, but ${marked} marked as visible`)
  const events = new Set<number>()
  for (let i = 0; i < view.entered.count; i++) {
    const eid = view.entered.ids[i]!
    if (!seen.has(eid)) fail(view, `entity ${eid} entered, but is not in the list`)
    if (events.has(eid)) fail(view, `entity ${eid} entered twice`)
    events.add(eid)
  }
  for (let i = 0; i < view.left.count; i++) {
    const eid = view.left.ids[i]!
    if (view.leftReasons[i] === CullReasons.removed) continue
    if (seen.has(eid) || events.has(eid))
      fail(view, `entity ${eid} left, but it entered as well or is in the list`)
    events.add(eid)
  }
}

/** A cull stage between may take out whatever passed. */
function agrees(expected: CullReason[], reason: CullReason): boolean {
  if (expected.includes(reason)) return true
  const ours = reason === CullReasons.filtered || reason === CullReasons.outside || reason === CullReasons.far
  return !ours && expected.includes(CullReasons.visible)
}

/** What the reason may be: two where the box lies within rounding of a plane. */
function judge(state: CullingState, view: ViewState, eid: number, bits: number): CullReason[] {
  if (view.empty) return [CullReasons.outside]
  const always = (bits & EntityFlag.neverCull) !== 0
  const side = always ? 1 : sideOf(state, view, eid)
  if (side < 0) return [CullReasons.outside]
  const inside = judgeInside(state, view, eid, bits, always)
  return side === 0 ? [inside, CullReasons.outside] : [inside]
}

/** 1 inside, -1 outside, 0 outside by no more than rounding. */
function sideOf(state: CullingState, view: ViewState, eid: number): number {
  const { boxes } = state
  const at = eid * 8
  let side = 1
  if (!view.frustum) return 1
  if (isAlwaysFound(boxes, at)) return 1
  for (let p = 0; p < view.planeCount; p++) {
    const inside = insideBy(view.planes, p, boxes, at)
    if (inside >= 0) continue
    let terms = Math.abs(view.planes[p * 4 + 3]!)
    for (let axis = 0; axis < 3; axis++) {
      const reach = Math.max(Math.abs(boxes[at + axis]!), Math.abs(boxes[at + 4 + axis]!))
      terms += Math.abs(view.planes[p * 4 + axis]!) * reach
    }
    if (inside < -ROUNDING * terms) return -1
    side = 0
  }
  return side
}

function judgeInside(
  state: CullingState,
  view: ViewState,
  eid: number,
  bits: number,
  always: boolean,
): CullReason {
  const { maxDistance, minPixels, hysteresis, layers } = state.columns
  if ((bits & EntityFlag.hidden) !== 0 || (layers[eid]! & view.layers) === 0) return CullReasons.filtered
  if (always || ((bits & EntityFlag.ranged) === 0 && view.minPixels === 0)) return CullReasons.visible
  const { lens } = view
  const distance = boxDistance(state.boxes, eid * 8, lens.eye[0]!, lens.eye[1]!, lens.eye[2]!)
  const pixels = boxPixels(lens, state.boxes, eid * 8)
  const memory = view.rangeMemory[eid]!
  const wasLarge = (memory & RangeBit.large) !== 0
  const near = isNear(
    distance * lens.distanceScale,
    maxDistance[eid]!,
    hysteresis[eid]!,
    (memory & RangeBit.near) !== 0,
  )
  const large =
    isLarge(pixels, minPixels[eid]!, hysteresis[eid]!, wasLarge) &&
    isLarge(pixels, view.minPixels, state.options.hysteresis, wasLarge)
  return near && large ? CullReasons.visible : CullReasons.far
}
