import type { Arena } from '../memory.js'
import { uint32Array } from '../memory.js'

/** Ids in a row: the first `count` entries of `ids`. Its room is fixed. */
export type IdList = { readonly ids: Uint32Array; count: number }

/** An empty list with room for `capacity` ids, in an arena if one is given. */
export function createIdList(capacity: number, arena?: Arena): IdList {
  const ids = arena === undefined ? new Uint32Array(capacity) : uint32Array(arena, capacity)
  return { ids, count: 0 }
}

/** Appends an id. Throws a `RangeError` when the list is full. */
export function pushId(list: IdList, id: number): void {
  if (list.count >= list.ids.length) {
    throw new RangeError(`pushId: the list is full: it has room for ${list.ids.length} ids`)
  }
  list.ids[list.count++] = id
}

/** Empties the list. */
export function clearIds(list: IdList): void {
  list.count = 0
}
