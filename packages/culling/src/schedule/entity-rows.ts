import { createIdSet, type IdList, type IdSet } from '@sightline/core'
import type { ViewState } from '../state.js'
import { type Calendar, createCalendar } from './calendar.js'

/** What is known of each entity, for all kinds. By id. */
export type EntityRows = {
  /** Bits of the slots of its kinds. */
  readonly kinds: Uint32Array
  /** What the views say: `Look`. */
  readonly look: Uint8Array
  /** Bits of the slots of the kinds for which it is near. */
  readonly near: Uint32Array
  /** Height of its picture as part of the picture's, in the view in which it is largest, as last measured. */
  readonly size: Float32Array
  /** The kinds for which it is near are the same while the size is not below `low` and below `high`. */
  readonly low: Float32Array
  readonly high: Float32Array
  /** Of those in the calendar: the size need not be measured until the eye has come so many metres. */
  readonly safe: Float64Array
  readonly calendar: Calendar
  readonly travel: Travel
  /** The clock when it was last seen to leave the view. */
  readonly leftAt: Float64Array
  /** That of the `ScheduleState`. */
  readonly clock: Float64Array
  /** The column `UpdateRate.importance`. */
  readonly importance: Float32Array
  /** All of any kind. */
  readonly members: IdSet
  /** Those that are seen, and those that some view found but does not show. */
  readonly seen: IdSet
  readonly found: IdSet
  /** Those that have only just joined. */
  readonly asked: IdSet
  /** Those for which a band may have changed. */
  readonly shifted: IdSet
  /** Lost `UpdateRate` since the last run, whatever has the id now. */
  readonly gone: IdSet
  readonly scratch: IdList
  /** Views that have published, as of the running call. */
  readonly published: ViewList
}

/**
 * The first `count` of `views`. An array that is emptied and filled again would be another one in each frame.
 */
export type ViewList = { readonly views: ViewState[]; count: number }

/** How far the eye has come, if all views have the same. */
export type Travel = {
  /** Metres. */
  way: number
  /** Null for none, or if views have several. */
  lens: ViewState | null
  /** What a size is multiplied by. */
  scale: number
  readonly eye: Float64Array
  /** The run of `updateWorldBounds` whose boxes were looked at. */
  boxRun: number
}

/** What the views together say of an entity: as `Band`, without telling near from far. */
export const Look: { readonly outside: 0; readonly beyond: 1; readonly hidden: 2; readonly seen: 3 } = {
  outside: 0,
  beyond: 1,
  hidden: 2,
  seen: 3,
}

export function createEntityRows(size: number, clock: Float64Array, importance: Float32Array): EntityRows {
  return {
    kinds: new Uint32Array(size + 1),
    look: new Uint8Array(size + 1),
    near: new Uint32Array(size + 1),
    size: new Float32Array(size + 1),
    low: new Float32Array(size + 1),
    high: new Float32Array(size + 1),
    safe: new Float64Array(size + 1),
    calendar: createCalendar(size),
    travel: { way: 0.5, lens: null, scale: 0.5, eye: new Float64Array(3), boxRun: -1 },
    leftAt: new Float64Array(size + 1),
    clock,
    importance,
    members: createIdSet(size),
    seen: createIdSet(size),
    found: createIdSet(size),
    asked: createIdSet(size),
    shifted: createIdSet(size),
    gone: createIdSet(size),
    scratch: { ids: new Uint32Array(size + 1), count: 0 },
    published: { views: [], count: 0 },
  }
}
