/**
 * The nearest hits so far, as a heap with the farthest on top: distances as doubles, ids beside them. Order
 * is by distance, then id. The arrays grow to the largest number of hits ever kept, and stay.
 */

/** A bounded set of hits. One exists, as queries do not nest. */
export type Hits = { distances: Float64Array; ids: Uint32Array; count: number; limit: number }

export const HITS: Hits = { distances: new Float64Array(64), ids: new Uint32Array(64), count: 0, limit: 0 }

/** Empties the set; at most `limit` hits, the nearest, are kept. */
export function beginHits(limit: number): void {
  HITS.count = 0
  HITS.limit = limit
}

/** The distance beyond which a hit would not be kept. */
export function farthestKept(): number {
  if (HITS.limit === 0) return Number.NEGATIVE_INFINITY
  return HITS.count < HITS.limit ? Number.POSITIVE_INFINITY : HITS.distances[0]!
}

/** Keeps a hit if it is among the nearest. */
export function addHit(distance: number, id: number): void {
  if (HITS.count < HITS.limit) {
    if (HITS.count === HITS.ids.length) growHits()
    siftUp(HITS.count++, distance, id)
  } else if (HITS.limit > 0 && isBefore(distance, id, HITS.distances[0]!, HITS.ids[0]!)) {
    siftDown(HITS.count, distance, id)
  }
}

/**
 * Sorts what was kept and writes the nearest that fit, with the root of squared distances; returns how many
 * were kept.
 */
export function writeHits(
  outIds: Uint32Array,
  outDistances: Float32Array | Float64Array,
  squared: boolean,
): number {
  const { count } = HITS
  for (let end = count - 1; end >= 0; end--) {
    if (end < outIds.length && end < outDistances.length) {
      outIds[end] = HITS.ids[0]!
      outDistances[end] = squared ? Math.sqrt(HITS.distances[0]!) : HITS.distances[0]!
    }
    if (end > 0) siftDown(end, HITS.distances[end]!, HITS.ids[end]!)
  }
  return count
}

function growHits(): void {
  const distances = new Float64Array(HITS.ids.length * 2)
  const ids = new Uint32Array(HITS.ids.length * 2)
  distances.set(HITS.distances)
  ids.set(HITS.ids)
  HITS.distances = distances
  HITS.ids = ids
}

function isBefore(distance: number, id: number, otherDistance: number, otherId: number): boolean {
  return distance < otherDistance || (distance === otherDistance && id < otherId)
}

function place(index: number, distance: number, id: number): void {
  HITS.distances[index] = distance
  HITS.ids[index] = id
}

function siftUp(from: number, distance: number, id: number): void {
  let at = from
  while (at > 0) {
    const parent = (at - 1) >>> 1
    if (!isBefore(HITS.distances[parent]!, HITS.ids[parent]!, distance, id)) break
    place(at, HITS.distances[parent]!, HITS.ids[parent]!)
    at = parent
  }
  place(at, distance, id)
}

/** Puts a hit in the place of the top one, among the first `count`. */
function siftDown(count: number, distance: number, id: number): void {
  const { distances, ids } = HITS
  let at = 0
  for (let child = 1; child < count; child = at * 2 + 1) {
    if (child + 1 < count && isBefore(distances[child]!, ids[child]!, distances[child + 1]!, ids[child + 1]!))
      child++
    if (!isBefore(distance, id, distances[child]!, ids[child]!)) break
    place(at, distances[child]!, ids[child]!)
    at = child
  }
  place(at, distance, id)
}
