/** Whether an answer still holds: checked in every frame that uses it, not assumed. */

import type { World } from '@sightline/core'
import { RangeBit } from '../cull-range.js'
import { type OccludersState, occludersState } from '../occluders/occluders-state.js'
import { CullReasons, cullReasonCount } from '../reasons.js'
import { type CullingState, EntityFlag, type ViewState } from '../state.js'
import { isExpected } from './motion.js'
import type { DropReason, Job, OcclusionState } from './occlusion-state.js'

/** Why an answer can't be used for this frame's camera and occluders; 'none' if it can. */
export function whyDropped(
  world: World,
  state: OcclusionState,
  culling: CullingState,
  view: ViewState,
  job: Job,
): DropReason {
  if (state.run - job.run > state.options.maxAge) return 'age'
  if (job.settings !== view.settingsRevision) return 'camera'
  if (job.exact ? !isSameCamera(view, job) : !isExpected(view.eye, job)) {
    return job.exact ? 'camera' : 'eye'
  }
  if (!allDrawn(occludersState(world), culling, view, job) || isTakenOut(culling, view, job))
    return 'occluder'
  return 'none'
}

function isSameCamera({ viewProjection }: ViewState, { camera }: Job): boolean {
  for (let k = 0; k < 16; k++) if (viewProjection[k] !== camera[k]) return false
  return true
}

const DRAWN = EntityFlag.occluder | EntityFlag.indexed
/** Without a box an owner is in no list, whatever else it has. */
const OF_BEING = DRAWN | EntityFlag.departed
const OF_DRAWING = DRAWN | EntityFlag.departed | EntityFlag.hidden | EntityFlag.broken
const WITHIN = RangeBit.near | RangeBit.large

/** Whether all occluders of an answer are where they were, and their owners drawn in this view. */
function allDrawn(occluders: OccludersState, culling: CullingState, view: ViewState, job: Job): boolean {
  const { versions } = occluders
  const { parts, owners, partCount } = job
  for (let i = 0; i < partCount; i++) {
    if (versions[parts[i]!] !== job.versions[i] || !isDrawn(culling, view, owners[i]!)) return false
  }
  return true
}

/**
 * Whether an entity with an occluder is drawn in a view, if it is in the frustum. (One that is not hides
 * nothing that is.)
 */
export function isDrawn({ flags, columns }: CullingState, view: ViewState, eid: number): boolean {
  const bits = flags[eid]!
  if ((bits & OF_DRAWING) !== DRAWN || (columns.layers[eid]! & view.layers) === 0) return false
  return isWithinRange(view, eid, bits)
}

/** As `cullViews` found when it last looked; where nothing was ever asked about, it is. */
export function isWithinRange({ minPixels, rangeMemory }: ViewState, eid: number, bits: number): boolean {
  const limited = (bits & EntityFlag.ranged) !== 0 || minPixels > 0
  return !limited || (bits & EntityFlag.neverCull) !== 0 || (rangeMemory[eid]! & WITHIN) === WITHIN
}

/** Whether a cull stage of the game has taken out an owner. */
function isTakenOut(
  { flags }: CullingState,
  { candidates, reasonCounts }: ViewState,
  { owners, partCount }: Job,
): boolean {
  let taken = 0
  for (let reason = CullReasons.removed + 1; reason < cullReasonCount(); reason++)
    taken += reasonCounts[reason]!
  if (taken === 0) return false
  const { ids, reasons, count } = candidates
  for (let i = 0; i < count; i++) {
    if (reasons[i]! <= CullReasons.removed) continue
    const eid = ids[i]!
    if ((flags[eid]! & EntityFlag.occluder) === 0) continue
    for (let k = 0; k < partCount; k++) if (owners[k] === eid) return true
  }
  return false
}

/**
 * Whether the shapes of an answer are as they were, and their owners have boxes: what may change between
 * `applyOcclusion` and the publication.
 */
export function areShapesCurrent(
  { versions }: OccludersState,
  { flags }: CullingState,
  { parts, owners, partCount, versions: asked }: Job,
): boolean {
  for (let i = 0; i < partCount; i++) {
    if (versions[parts[i]!] !== asked[i] || (flags[owners[i]!]! & OF_BEING) !== DRAWN) return false
  }
  return true
}
