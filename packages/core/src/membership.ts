import { observe, onAdd, onRemove, query } from 'bitecs'
import type { IdList } from './collections/id-list.js'
import { createIdList } from './collections/id-list.js'
import type { IdSet } from './collections/id-set.js'
import { addId, clearIdSet, createIdSet } from './collections/id-set.js'
import { uint8Array } from './memory.js'
import type { World } from './state.js'
import { coreState } from './state.js'

/**
 * Who joined and who left a set of components between the last two calls of `drainMembership`. Handle `left`
 * first: an id in both lists left and came back, perhaps as another entity. Each id stands at most once in
 * each list.
 */
export type Membership = {
  readonly joined: IdList
  readonly left: IdList
  /** Ids that changed since the last drain. */
  readonly changed: IdSet
  /** What is known of each id: bits of `Member`. */
  readonly state: Uint8Array
}

const Member = {
  /** It was a member at the last drain. */
  was: 1,
  /** It is a member now. */
  is: 2,
  /** It was a member at the last drain and has left since, whatever came after. */
  left: 4,
} as const

/** bitECS marks its operators (Not, Or, And) with this. */
const $operator = Symbol.for('bitecs-opType')

/**
 * Begins to follow the entities that have all of these components. Those that have them already are in the
 * first `joined`. Call it once, at set-up, and keep the result. The lists are empty until `drainMembership`.
 *
 * Observers only write ids down: bitECS calls them before the data of `set(...)` is stored, and more often
 * than it should. Throws a `TypeError` for no component, or for an operator: bitECS 0.4.0 loses notices of
 * queries with `Not`.
 */
export function membership(world: World, ...components: readonly object[]): Membership {
  const { arena, capacity } = coreState(world)
  if (components.length === 0) throw new TypeError('membership: expected at least one component')
  for (const component of components) {
    if ($operator in component) {
      throw new TypeError('membership: expected components only, got an operator such as Not or Or')
    }
  }
  const members: Membership = {
    joined: createIdList(capacity + 1, arena),
    left: createIdList(capacity + 1, arena),
    changed: createIdSet(capacity, arena),
    state: uint8Array(arena, capacity + 1),
  }
  observe(world, onAdd(...components), (eid) => join(members, eid))
  observe(world, onRemove(...components), (eid) => leave(members, eid))
  for (const eid of query(world, [...components])) join(members, eid)
  return members
}

function join(members: Membership, eid: number): void {
  members.state[eid] = members.state[eid]! | Member.is
  addId(members.changed, eid)
}

function leave(members: Membership, eid: number): void {
  const state = members.state[eid]!
  if ((state & Member.is) === 0) return
  members.state[eid] = (state & ~Member.is) | ((state & Member.was) !== 0 ? Member.left : 0)
  addId(members.changed, eid)
}

/**
 * Fills `joined` and `left` with what happened since the last drain, in place; they stay until the next one.
 * Who joined and left again in between is in neither.
 */
export function drainMembership(members: Membership): void {
  const { joined, left, changed, state } = members
  joined.count = 0
  left.count = 0
  for (let i = 0; i < changed.count; i++) {
    const eid = changed.ids[i]!
    const bits = state[eid]!
    const is = (bits & Member.is) !== 0
    const hasLeft = (bits & Member.left) !== 0
    if (hasLeft) left.ids[left.count++] = eid
    if (is && (hasLeft || (bits & Member.was) === 0)) joined.ids[joined.count++] = eid
    state[eid] = is ? Member.is | Member.was : 0
  }
  clearIdSet(changed)
}
