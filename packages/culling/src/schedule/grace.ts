/**
 * Who has left the view and keeps its rate for a while. The time is the same for all of a kind, so a list in the order in which
 * they left is also in the order in which their time is up. Linked through arrays by id.
 */
export type Grace = {
  /** Neighbours of an id in the list; row 0 is its end and its beginning. */
  readonly next: Uint32Array
  readonly previous: Uint32Array
  /** When it left, in seconds of the schedule's clock; -1 for who is not in the list. */
  readonly since: Float64Array
}

export function createGrace(capacity: number): Grace {
  return {
    next: new Uint32Array(capacity + 1),
    previous: new Uint32Array(capacity + 1),
    since: new Float64Array(capacity + 1).fill(-1),
  }
}

export function hasGrace({ since }: Grace, id: number): boolean {
  return since[id] !== -1
}

/** From now on, for an id that is not in the list. */
export function beginGrace(grace: Grace, id: number, now: number): void {
  const { next, previous, since } = grace
  const last = previous[0]!
  next[last] = id
  previous[id] = last
  next[id] = 0
  previous[0] = id
  since[id] = now
}

export function endGrace({ next, previous, since }: Grace, id: number): void {
  if (since[id] === -1) return
  const [before, after] = [previous[id]!, next[id]!]
  next[before] = after
  previous[after] = before
  since[id] = -1
}

/** Takes out one who left at `until` or before; 0 if there is none. */
export function takeExpired(grace: Grace, until: number): number {
  const id = grace.next[0]!
  if (id === 0 || grace.since[id]! > until) return 0
  endGrace(grace, id)
  return id
}
