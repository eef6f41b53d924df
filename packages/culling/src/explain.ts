import type { World } from '@sightline/core'
import { entityExists } from 'bitecs'
import { isLarge, isNear, RangeBit } from './cull-range.js'
import { boxDistance, boxPixels } from './measure.js'
import { hidersOf } from './occlusion-frame/look-again.js'
import { PLANE_NAMES } from './projection/view-volume.js'
import { type CullReason, CullReasons, cullReasonName } from './reasons.js'
import { explainUpdates, type UpdateExplanation } from './schedule/report.js'
import { type CullingState, culling, EntityFlag, type ViewState, viewState } from './state.js'
import { insideBy, outsidePlane } from './view-planes.js'
import { hiddenBy } from './visibility.js'

/**
 * Which test decided. 'stage' is a cull stage of the game's own; 'stale' means that the published list is
 * older than what was judged: the view has not asked since, or something changed after it.
 */
export type Test =
  | 'none'
  | 'bounds'
  | 'viewport'
  | 'plane'
  | 'visibility'
  | 'layers'
  | 'distance'
  | 'size'
  | 'occlusion'
  | 'stage'
  | 'stale'

/** Why an entity is, or is not, in a view's list. */
export type Explanation = {
  /** It is in the published list. */
  visible: boolean
  /** The name of the reason; 'visible' if it is visible. */
  reason: string
  /** The test that took it out. */
  by: Test
  /** 'plane': which one, as left, right, bottom, top, near, far or hull. */
  plane?: string
  /** 'plane': metres between the box and the plane. */
  outsideBy?: number
  /** 'visibility': the entity that is set to hide, itself or an ancestor. */
  hiddenBy?: number
  /** Metres from the eye to the box. */
  distance?: number
  /** 'distance': the limit that holds now, hysteresis included. */
  maxDistance?: number
  /** Diameter of the bounding sphere on the screen. */
  pixels?: number
  /** 'size': the limit that holds now, hysteresis included. */
  minPixels?: number
  /** 'occlusion': the entity whose occluder hides it alone, or those that do it together, nearest first. */
  occluders?: readonly number[]
  /** How often it has a turn, and why, for each of its kinds of update; left out if it has none. */
  updates?: readonly UpdateExplanation[]
  /** All of this but `updates` as a sentence. */
  text: string
}

type Finding = Partial<Omit<Explanation, 'reason'>> & { by: Test; reason: CullReason; text: string }

/**
 * Says which test took an entity out of a view's list, by how much, and which plane it was. The published
 * list decides what is visible; distances and planes are those of the newest frame. Makes a new object.
 * Throws an `Error` if `view` is not a view.
 */
export function explain(world: World, view: number, eid: number): Explanation {
  const explanation = explainVisibility(world, view, eid)
  const updates = explainUpdates(world, eid)
  return updates.length === 0 ? explanation : { ...explanation, updates }
}

function explainVisibility(world: World, view: number, eid: number): Explanation {
  const seen = viewState(world, view, 'explain')
  const { reason, ...rest } = judge(world, culling(world), seen, eid)
  const mark = seen.marks[eid] ?? 0
  if (seen.stamp === 0 || mark >>> 8 !== seen.stamp) {
    if (reason !== CullReasons.visible) return { ...rest, visible: false, reason: cullReasonName(reason) }
    const when =
      seen.stamp === 0 ? 'the view has not asked yet' : 'it was not in the view when that last asked'
    const text = `${rest.text}; but ${when}`
    return { ...rest, by: 'stale', visible: false, reason: cullReasonName(CullReasons.outside), text }
  }
  const published = (mark & 0xff) as CullReason
  const name = cullReasonName(published)
  const visible = published === CullReasons.visible
  if (published === reason) return { ...rest, visible, reason: name }
  if (visible) {
    const text = `it is in the published list; by now: ${rest.text}`
    return { ...rest, by: 'stale', visible, reason: name, text }
  }
  if (isOurs(published)) {
    const text = `when the view last asked, it was taken out: ${name}; by now: ${rest.text}`
    return { ...rest, by: 'stale', visible, reason: name, text }
  }
  if (published === CullReasons.hidden)
    return { ...rest, ...judgeHidden(world, view, eid), visible, reason: name }
  return { ...rest, by: 'stage', visible, reason: name, text: `a cull stage took it out: ${name}` }
}

function judgeHidden(
  world: World,
  view: number,
  eid: number,
): Pick<Explanation, 'by' | 'occluders' | 'text'> {
  const hiders = hidersOf(world, view, eid)
  if (hiders === null) {
    return { by: 'stale', text: 'it was hidden when the list was published; by now no answer says so' }
  }
  if (hiders.alone !== null) {
    return { by: 'occlusion', occluders: [hiders.alone], text: `entity ${hiders.alone} hides it` }
  }
  const { together } = hiders
  return { by: 'occlusion', occluders: together, text: `entities ${together.join(', ')} hide it together` }
}

function isOurs(reason: CullReason): boolean {
  return reason === CullReasons.filtered || reason === CullReasons.outside || reason === CullReasons.far
}

/** The tests of `cullViews` in their order. */
function judge(world: World, state: CullingState, view: ViewState, eid: number): Finding {
  const bits = state.flags[eid] ?? 0
  const hasBox = (bits & (EntityFlag.indexed | EntityFlag.departed)) === EntityFlag.indexed
  const always = (bits & EntityFlag.neverCull) !== 0
  if (!entityExists(world, eid)) {
    return { by: 'bounds', reason: CullReasons.outside, text: `entity ${eid} does not exist` }
  }
  if (!hasBox && !always) {
    const text = `entity ${eid} has no Bounds, or joins in the next frame`
    return { by: 'bounds', reason: CullReasons.outside, text }
  }
  if (view.empty) {
    return { by: 'viewport', reason: CullReasons.outside, text: 'the picture of the view has no area' }
  }
  const measures = hasBox ? measure(state, view, eid) : {}
  const outside = hasBox && !always ? judgePlanes(state, view, eid) : null
  if (outside !== null) return { ...measures, ...outside }
  const filtered = judgeFilters(world, state, view, eid)
  if (filtered !== null) return { ...measures, ...filtered }
  const far = (bits & EntityFlag.ranged) !== 0 || view.minPixels > 0 ? judgeRange(state, view, eid) : null
  if (far !== null && !always) return { ...measures, ...far }
  return { ...measures, by: 'none', reason: CullReasons.visible, text: 'it passes every test' }
}

function measure(state: CullingState, view: ViewState, eid: number): { distance: number; pixels: number } {
  const eye = view.lens.eye
  return {
    distance: boxDistance(state.boxes, eid * 8, eye[0]!, eye[1]!, eye[2]!),
    pixels: boxPixels(view.lens, state.boxes, eid * 8),
  }
}

function judgePlanes(state: CullingState, view: ViewState, eid: number): Finding | null {
  const worst = outsidePlane(view, state.boxes, eid * 8)
  if (worst === -1) return null
  const plane = PLANE_NAMES[view.planeKinds[worst]!] ?? 'hull'
  const outsideBy = -insideBy(view.planes, worst, state.boxes, eid * 8)
  const text = `the box is ${outsideBy.toPrecision(3)} m outside the ${plane} plane`
  return { by: 'plane', reason: CullReasons.outside, plane, outsideBy, text }
}

function judgeFilters(world: World, state: CullingState, view: ViewState, eid: number): Finding | null {
  const reason = CullReasons.filtered
  if ((state.flags[eid]! & EntityFlag.hidden) !== 0) {
    const by = hiddenBy(world, eid)
    const text = by === eid ? 'its Visibility is hide' : `the Visibility of entity ${by} above it is hide`
    return { by: 'visibility', reason, hiddenBy: by, text }
  }
  const layers = state.columns.layers[eid]!
  if ((layers & view.layers) !== 0) return null
  return {
    by: 'layers',
    reason,
    text: `its layers (${layers}) and those of the view (${view.layers}) share none`,
  }
}

function judgeRange(state: CullingState, view: ViewState, eid: number): Finding | null {
  const { maxDistance, minPixels, hysteresis } = state.columns
  const reason = CullReasons.far
  const { distance, pixels } = measure(state, view, eid)
  const memory = view.rangeMemory[eid]!
  const own = hysteresis[eid]!
  const wasNear = (memory & RangeBit.near) !== 0
  const scaled = distance * view.lens.distanceScale
  if (!isNear(scaled, maxDistance[eid]!, own, wasNear)) {
    const limit = maxDistance[eid]! * (wasNear ? 1 + own : 1)
    const text = `it is ${scaled.toPrecision(4)} m away, beyond its maxDistance of ${limit.toPrecision(4)} m`
    return { by: 'distance', reason, maxDistance: limit, text }
  }
  const wasLarge = (memory & RangeBit.large) !== 0
  const large = isLarge(pixels, minPixels[eid]!, own, wasLarge)
  if (large && isLarge(pixels, view.minPixels, state.options.hysteresis, wasLarge)) return null
  const share = wasLarge ? 1 + (large ? state.options.hysteresis : own) : 1
  const limit = (large ? view.minPixels : minPixels[eid]!) / share
  const text = `its picture is ${pixels.toPrecision(3)} pixels, below a minPixels of ${limit.toPrecision(3)}`
  return { by: 'size', reason, minPixels: limit, text }
}
