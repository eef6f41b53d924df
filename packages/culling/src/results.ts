import type { World } from '@sightline/core'
import { showHidden } from './occlusion-frame/hide.js'
import { type CullReason, CullReasons, cullReasonCount, cullReasonName } from './reasons.js'
import { type CandidateList, culling, EntityFlag, type ViewKind, viewState } from './state.js'

/** Ids in a row: the first `count` entries of `ids`, until the next publication. Do not write it. */
export type ResultList = { readonly ids: Readonly<Uint32Array>; readonly count: number }

/**
 * What is visible in a view, each id once, in no promised order. The list stays as it is until the next
 * `publishVisibility`; read `ids` anew after it. Columns of facts stand beside it: `distances`, `levels`,
 * `fades`. These readers throw an `Error` if the entity is not a view.
 */
export function visible(world: World, view: number): ResultList {
  return viewState(world, view, 'visible').visible
}

/**
 * Who is in the list now and was not in the one before. Someone that is visible from the start enters too.
 */
export function entered(world: World, view: number): ResultList {
  return viewState(world, view, 'entered').entered
}

/**
 * Who was in the list before and is not in it now; of the destroyed, the id is free or belongs to another by
 * now.
 */
export function left(world: World, view: number): ResultList {
  return viewState(world, view, 'left').left
}

/** Why each id of `left` left, in the same order: numbers for `cullReasonName`. */
export function leftReasons(world: World, view: number): Readonly<Uint8Array> {
  return viewState(world, view, 'leftReasons').leftReasons
}

/** Metres from the eye to the box of each id of `visible`, in the same order, as of the view's last query. */
export function distances(world: World, view: number): Readonly<Float32Array> {
  return viewState(world, view, 'distances').distances
}

/** Level of detail of each id of `visible`, in the same order; 0 is the finest. */
export function levels(world: World, view: number): Readonly<Uint8Array> {
  return viewState(world, view, 'levels').levels
}

/** Cross-fade weight of each id of `visible`, in the same order; see `LodRange`. */
export function fades(world: World, view: number): Readonly<Float32Array> {
  return viewState(world, view, 'fades').fades
}

/** Whether an entity is in the list of a view. */
export function isVisible(world: World, view: number, eid: number): boolean {
  const { marks, stamp } = viewState(world, view, 'isVisible')
  return stamp !== 0 && marks[eid] === stamp * 256
}

/**
 * Whether an entity is in the list of any view, or of any view of a kind: what casts no shadow has nothing to
 * do for those of kind 'light'. Takes time by the number of views.
 */
export function isSeen(world: World, eid: number, kind?: ViewKind): boolean {
  const { views } = culling(world)
  for (let i = 0; i < views.length; i++) {
    const { stamp, marks, kind: own } = views[i]!
    if (stamp !== 0 && marks[eid] === stamp * 256 && (kind === undefined || own === kind)) return true
  }
  return false
}

/** Counts the publications that renewed the list of a view: while it stays the same, so does the list. */
export function version(world: World, view: number): number {
  return viewState(world, view, 'version').version
}

/**
 * What passed everything cheap in a view, between `cullViews` and `publishVisibility`: for a cull stage of
 * one's own. Entries whose reason is not 0 were taken out already. Empty when the view did not ask in this
 * frame.
 */
export function candidates(world: World, view: number): Readonly<CandidateList> {
  return viewState(world, view, 'candidates').candidates
}

/**
 * Takes candidate number `index` out of a view's list, for a reason made with `defineCullReason`. Who is
 * taken out twice keeps the first reason (occlusion's gives way to a game's). Call it between `cullViews` and
 * `publishVisibility`. Throws a `RangeError` if there is no such candidate, or for a reason that is none or
 * the framework's own, an `Error` after `publishVisibility`.
 */
export function cullCandidate(world: World, view: number, index: number, reason: CullReason): void {
  const state = viewState(world, view, 'cullCandidate')
  const { candidates, reasonCounts, unpublished } = state
  const { flags } = culling(world)
  if (!unpublished && candidates.count > 0) {
    throw new Error(
      `cullCandidate: the list of view ${view} is published already: call it between cullViews and publishVisibility`,
    )
  }
  if (!(Number.isInteger(index) && index >= 0 && index < candidates.count)) {
    throw new RangeError(
      `cullCandidate: index is ${index}, expected a candidate from 0 to ${candidates.count - 1}`,
    )
  }
  // The framework's own come first; `removed` is the last of them.
  if (!(reason > CullReasons.removed && reason < cullReasonCount())) {
    const known =
      reason >= 0 && reason <= CullReasons.removed ? `, the framework's '${cullReasonName(reason)}'` : ''
    throw new RangeError(
      `cullCandidate: reason is ${reason}${known}, expected one made with defineCullReason`,
    )
  }
  const before = candidates.reasons[index]!
  if (before !== 0 && before !== CullReasons.hidden) return
  // It stays out even if what hides it goes before the publication.
  if (before !== 0) reasonCounts[before] = reasonCounts[before]! - 1
  candidates.reasons[index] = reason
  reasonCounts[reason] = reasonCounts[reason]! + 1
  // What hides others must be drawn itself: after `applyOcclusion` it is too late to ask again.
  if ((flags[candidates.ids[index]!]! & EntityFlag.occluder) !== 0) showHidden(state)
}

/** How a view came to its list: numbers of entities. */
export type ViewStats = {
  /** The view asked the octree in the newest frame. */
  queried: boolean
  visible: number
  entered: number
  left: number
  /** By the name of the reason, as of the last query; reasons that took out nobody are left out. */
  culled: Record<string, number>
}

/** The numbers of one view, for a HUD or a test. Makes a new object. */
export function viewStats(world: World, view: number): ViewStats {
  const state = viewState(world, view, 'viewStats')
  const culled: Record<string, number> = {}
  for (let reason = 1; reason < cullReasonCount(); reason++) {
    const number = state.reasonCounts[reason]!
    if (number > 0) culled[cullReasonName(reason as CullReason)] = number
  }
  return {
    queried: state.queried,
    visible: state.visible.count,
    entered: state.entered.count,
    left: state.left.count,
    culled,
  }
}

export type { CandidateList }
