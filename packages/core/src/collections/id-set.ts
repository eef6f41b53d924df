import type { Arena } from '../memory.js'
import { uint32Array } from '../memory.js'

/**
 * A set of ids that can be walked in a row: the first `count` entries of `ids`, in no promised order. Adding,
 * removing and asking take constant time. (Briggs and Torczon, "An efficient representation for sparse sets",
 * 1993, with positions that are cleared.)
 */
export type IdSet = {
  readonly ids: Uint32Array
  /** Position of each id in `ids`, plus 1; 0 is "not in the set". */
  readonly position: Uint32Array
  count: number
}

/** An empty set for ids from 0 to `maxId`, in an arena if one is given. */
export function createIdSet(maxId: number, arena?: Arena): IdSet {
  const rows = maxId + 1
  return arena === undefined
    ? { ids: new Uint32Array(rows), position: new Uint32Array(rows), count: 0 }
    : { ids: uint32Array(arena, rows), position: uint32Array(arena, rows), count: 0 }
}

/** Whether the id is in the set. */
export function hasId(set: IdSet, id: number): boolean {
  return (set.position[id] ?? 0) !== 0
}

/** Adds an id; false if it was there. `id` must be within the set's range. */
export function addId(set: IdSet, id: number): boolean {
  if (set.position[id] !== 0) return false
  set.ids[set.count++] = id
  set.position[id] = set.count
  return true
}

/** Removes an id; false if it was not there. The last id takes its place. */
export function removeId(set: IdSet, id: number): boolean {
  const position = set.position[id] ?? 0
  if (position === 0) return false
  const last = set.ids[--set.count]!
  set.ids[position - 1] = last
  set.position[last] = position
  set.position[id] = 0
  return true
}

/** Empties the set, in time that follows how many ids were in it. */
export function clearIdSet(set: IdSet): void {
  for (let i = 0; i < set.count; i++) set.position[set.ids[i]!] = 0
  set.count = 0
}
