import { RangeBit } from './cull-range.js'
import { boxRatio } from './measure.js'
import { CullReasons } from './reasons.js'
import { type CullingState, EntityFlag, type ViewState } from './state.js'
import { turnAway } from './view-slots.js'

/**
 * Takes out of a view's candidates what is beyond its own limits of distance and size or below the view's `minPixels`, and
 * remembers the answers. From the last to the first, so that the last one can take the place of one that goes, which
 * also leaves room for that behind all others.
 *
 * The tests of `isNear` and `isLarge` are written out: a number that is handed to a call may be put on the heap.
 */
export function limitRange(state: CullingState, view: ViewState): void {
  const { boxes, flags, options } = state
  const { maxDistance, minPixels, hysteresis } = state.columns
  const { candidates, rangeMemory, lens } = view
  const { ids, distances } = candidates
  const { eye, distanceScale } = lens
  const { perspective, scaleY } = lens.projection
  const pixelsPerRatio = scaleY * lens.viewportHeight
  const viewPixels = view.minPixels
  const leastKept = viewPixels / (1 + options.hysteresis)
  for (let i = candidates.count - 1; i >= 0; i--) {
    const eid = ids[i]!
    if (viewPixels === 0 && (flags[eid]! & EntityFlag.ranged) === 0) continue
    const memory = rangeMemory[eid]!
    const share = 1 + hysteresis[eid]!
    const most = (memory & RangeBit.near) !== 0 ? maxDistance[eid]! * share : maxDistance[eid]!
    // NaN is within every limit, and 0 is "no limit".
    const near = most === 0 || !(distances[i]! * distanceScale > most)
    let large = true
    if (viewPixels > 0 || minPixels[eid]! > 0) {
      const pixels = boxRatio(boxes, eid * 8, eye, perspective) * pixelsPerRatio
      const wasLarge = (memory & RangeBit.large) !== 0
      const least = wasLarge ? minPixels[eid]! / share : minPixels[eid]!
      large = !(pixels < least || pixels < (wasLarge ? leastKept : viewPixels))
    }
    rangeMemory[eid] = (near ? RangeBit.near : 0) | (large ? RangeBit.large : 0)
    if (near && large) continue
    const last = --candidates.count
    ids[i] = ids[last]!
    distances[i] = distances[last]!
    turnAway(view, eid, CullReasons.far)
  }
}
