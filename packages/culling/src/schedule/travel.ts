/**
 * Saves measuring: while the eye has not come as far as it would take at the least to make a thing that rests
 * near, or far, its size need not be looked at. Only where all views measure by the same eye, as a camera and
 * its shadow cascades do.
 */
import { type CullingState, EntityFlag, type ViewState } from '../state.js'
import { clearVisits, forgetVisit, visitAt } from './calendar.js'
import type { EntityRows, Travel, ViewList } from './entity-rows.js'

/** Metres, relative and at all, by which ways are kept clear of rounding. */
const RELATIVE = 1e-5
const ABSOLUTE = 1e-6

/**
 * Follows the eye; false, with nothing planned any more, if sizes are measured by another lens now, or by
 * several.
 */
export function followEye(rows: EntityRows): boolean {
  const { travel, published } = rows
  const lens = commonLens(published)
  const scale = lens === null ? 0 : scaleOf(lens)
  const isSame = lens !== null && lens === travel.lens && scale === travel.scale
  travel.lens = lens
  travel.scale = scale
  if (lens !== null) goOn(travel, lens.eye, isSame)
  if (!isSame) clearVisits(rows.calendar)
  return isSame
}

function goOn(travel: Travel, eye: Float64Array, isSame: boolean): void {
  const x = eye[0]! - travel.eye[0]!
  const y = eye[1]! - travel.eye[1]!
  const z = eye[2]! - travel.eye[2]!
  travel.way = isSame ? travel.way + Math.sqrt(x * x + y * y + z * z) : 0
  travel.eye.set(eye)
}

function commonLens({ views, count }: ViewList): ViewState | null {
  if (count === 0) return null
  const first = views[0]!.lens
  for (let i = 1; i < count; i++) if (views[i]!.lens !== first) return null
  return first
}

/** What a size is multiplied by; below 0 for parallel rays. */
function scaleOf({ projection, distanceScale }: ViewState): number {
  return (projection.perspective ? projection.scaleY : -projection.scaleY) / distanceScale
}

/**
 * Works out how far the eye may come until a size, that is at least `low` and below `high` now, can be out of
 * that, and plans to look again then: a ball of radius r has the size s at the distance √((r · scale / s)² +
 * r²).
 */
export function noteSafe({ boxes, flags }: CullingState, rows: EntityRows, id: number): void {
  const { travel, low, high, safe, calendar } = rows
  const { eye, scale, way } = travel
  if (scale < 0 || (flags[id]! & EntityFlag.member) === 0) {
    forgetVisit(calendar, id)
    return
  }
  let square = 0
  let apart = 0
  for (let at = id * 8, axis = 0; axis < 3; axis++) {
    const half = (boxes[at + 4 + axis]! - boxes[at + axis]!) / 2
    const between = boxes[at + axis]! + half - eye[axis]!
    square += half * half
    apart += between * between
  }
  const distance = Math.sqrt(apart)
  const farthest = low[id]! > 0 ? Math.sqrt(square * ((scale / low[id]!) ** 2 + 1)) : Infinity
  const nearest = high[id] === Infinity ? -Infinity : Math.sqrt(square * ((scale / high[id]!) ** 2 + 1))
  const room = Math.min(farthest - distance, distance - nearest)
  // NaN for a broken box: measured each time.
  safe[id] = way + room * (1 - RELATIVE) - distance * RELATIVE - ABSOLUTE
  if (safe[id] === Infinity) forgetVisit(calendar, id)
  else visitAt(calendar, id, safe)
}
