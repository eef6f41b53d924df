import {
  capacity,
  createIdSet,
  createMovedReader,
  defineResource,
  type IdSet,
  type MovedReader,
  type Resource,
  resource,
  type World,
} from '@sightline/core'
import { type LocalShape, revisionOf } from './occluder-shape.js'
import type { PlacedShape } from './place-shape.js'

/** One shape of one entity. */
export type OccluderPart = {
  readonly owner: number
  readonly local: LocalShape
  readonly placed: PlacedShape
  /**
   * The run of `updateOccluders` in which it was placed last, and the one before: a difference of 1 is "it
   * moves".
   */
  placedAt: number
  placedBefore: number
  /** Of its source, when its heights were taken over: see `revisionOf`. */
  revision: number
}

/**
 * Occluders of one world. A part has a number; what depends on it in arrays stands at that number. A number
 * that was freed is used again, with another version.
 */
export type OccludersState = {
  readonly parts: (OccluderPart | null)[]
  readonly freeNumbers: number[]
  /** By part: counts up whenever what the part hides may be seen: it moved, was switched off, went. */
  versions: Uint32Array
  /** By part: the box round it in the world, 8 floats (min xyz, free, max xyz, free). */
  boxes: Float32Array
  /** By part: 1 if it can be used where it is. */
  usable: Uint8Array
  /** Parts that have a source: ground that others may edit. */
  readonly sourced: number[]
  /** By part: the next part of the same entity plus 1, or 0. */
  next: Int32Array
  /** By id: 1 if it has `Occluder`. */
  readonly has: Uint8Array
  /** By id: the first part plus 1, or 0. */
  readonly first: Int32Array
  /** Entities whose shapes are to be placed. */
  readonly touched: IdSet
  readonly moves: MovedReader
  /** Counts the runs of `updateOccluders`. */
  run: number
  partCount: number
  /** Counts up when parts come, go or are switched, so that a choice among them is made anew. */
  changes: number
  /** Parts that can't be used where they are. */
  brokenCount: number
}

const OccludersOfWorld: Resource<OccludersState> = defineResource('Occluders', 'setupCulling(world)')

/** The token that `setupOccluders` fills. */
export function occludersResource(): Resource<OccludersState> {
  return OccludersOfWorld
}

/** The occluders of this world. Throws a clear error when `setupCulling` was not called. */
export function occludersState(world: World): OccludersState {
  return resource(world, OccludersOfWorld)
}

const FIRST_ROOM = 64

export function createOccludersState(world: World): OccludersState {
  const size = capacity(world)
  return {
    parts: [],
    freeNumbers: [],
    versions: new Uint32Array(FIRST_ROOM),
    boxes: new Float32Array(8 * FIRST_ROOM),
    usable: new Uint8Array(FIRST_ROOM),
    sourced: [],
    next: new Int32Array(FIRST_ROOM),
    has: new Uint8Array(size + 1),
    first: new Int32Array(size + 1),
    touched: createIdSet(size),
    moves: createMovedReader(world),
    run: 0,
    partCount: 0,
    changes: 0,
    brokenCount: 0,
  }
}

/** Files a part as the first of its entity. */
export function addPart(state: OccludersState, part: OccluderPart): void {
  const number = state.freeNumbers.pop() ?? state.parts.length
  if (number >= state.versions.length) growParts(state)
  state.parts[number] = part
  state.usable[number] = 1
  state.next[number] = state.first[part.owner]!
  state.first[part.owner] = number + 1
  state.versions[number] = state.versions[number]! + 1
  state.partCount++
  if (part.local.kind === 'field' && part.local.source !== undefined) state.sourced.push(number)
}

function growParts(state: OccludersState): void {
  const room = 2 * state.versions.length
  const { versions, boxes, next, usable } = state
  state.versions = new Uint32Array(room)
  state.boxes = new Float32Array(8 * room)
  state.next = new Int32Array(room)
  state.usable = new Uint8Array(room)
  state.versions.set(versions)
  state.boxes.set(boxes)
  state.next.set(next)
  state.usable.set(usable)
}

/** Takes all parts of an entity out. */
export function removeParts(state: OccludersState, eid: number): void {
  let at = state.first[eid]!
  while (at !== 0) {
    const number = at - 1
    at = state.next[number]!
    if (state.usable[number] === 0) state.brokenCount--
    state.usable[number] = 0
    state.parts[number] = null
    const listed = state.sourced.indexOf(number)
    if (listed >= 0) state.sourced.splice(listed, 1)
    state.versions[number] = state.versions[number]! + 1
    state.next[number] = 0
    state.freeNumbers.push(number)
    state.partCount--
  }
  state.first[eid] = 0
}

/** Whether the heights of a part are not those of its source any more. */
export function isOutdated({ local, revision }: OccluderPart): boolean {
  return revisionOf(local) !== revision
}

/**
 * What ground hides may be seen once its source was edited, whoever did it. Returns how many parts there are of
 * which that is so now.
 */
export function outdateGround({ sourced, parts, versions }: OccludersState): number {
  let count = 0
  for (let i = 0; i < sourced.length; i++) {
    const number = sourced[i]!
    if (!isOutdated(parts[number]!)) continue
    versions[number] = versions[number]! + 1
    count++
  }
  return count
}

/** What the parts of an entity hide may be seen from now on. */
export function outdateParts(state: OccludersState, eid: number): void {
  for (let at = state.first[eid]!; at !== 0; at = state.next[at - 1]!) {
    state.versions[at - 1] = state.versions[at - 1]! + 1
  }
}
