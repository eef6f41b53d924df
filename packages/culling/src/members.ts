import { addId, clearIdSet, drainMembership, type IdList } from '@sightline/core'
import { touchBounds } from './bounds.js'
import { type CullingState, EntityFlag, NEVER } from './state.js'

const HAS_BOX = EntityFlag.bounds | EntityFlag.worldBounds
const OF_MEMBERS = EntityFlag.member | EntityFlag.computed | EntityFlag.indexed | EntityFlag.broken

/**
 * Takes over what observers wrote down: fills `left`, then `joined`. An id can be in both, perhaps as another entity. Who has
 * both `Bounds` and `WorldBounds` is a member once, and its box is computed.
 */
export function takeMembers(state: CullingState): void {
  const { boundsMembership, worldBoundsMembership, neverCullMembership } = state
  drainMembership(boundsMembership)
  drainMembership(worldBoundsMembership)
  drainMembership(neverCullMembership)
  clearIdSet(state.left)
  state.joined.count = 0
  takeOut(state, boundsMembership.left)
  takeOut(state, worldBoundsMembership.left)
  takeOutUnbounded(state, neverCullMembership.left)
  takeIn(state, boundsMembership.joined)
  takeIn(state, worldBoundsMembership.joined)
  // Who lost one of the two components may still have the other.
  takeIn(state, boundsMembership.left)
  takeIn(state, worldBoundsMembership.left)
}

function takeOut(state: CullingState, list: IdList): void {
  const { flags } = state
  for (let i = 0; i < list.count; i++) {
    const eid = list.ids[i]!
    const bits = flags[eid]!
    if ((bits & EntityFlag.member) === 0) continue
    if ((bits & EntityFlag.broken) !== 0) state.brokenCount--
    flags[eid] = bits & ~OF_MEMBERS
    state.memberCount--
    addId(state.left, eid)
  }
}

/** Entities with `NeverCull` and without a box are in no index, but views remember them. */
function takeOutUnbounded(state: CullingState, list: IdList): void {
  for (let i = 0; i < list.count; i++) {
    const eid = list.ids[i]!
    if ((state.flags[eid]! & EntityFlag.member) === 0) addId(state.left, eid)
  }
}

function takeIn(state: CullingState, list: IdList): void {
  const { flags, joined } = state
  for (let i = 0; i < list.count; i++) {
    const eid = list.ids[i]!
    const bits = flags[eid]!
    if ((bits & HAS_BOX) === 0) continue
    const computed = (bits & EntityFlag.bounds) !== 0 ? EntityFlag.computed : 0
    if ((bits & EntityFlag.member) === 0) {
      flags[eid] = bits | EntityFlag.member | computed
      joined.ids[joined.count++] = eid
      state.memberCount++
    } else if ((bits & EntityFlag.computed) !== computed) {
      flags[eid] = bits | computed
      if ((bits & EntityFlag.indexed) !== 0) touchBounds(state, eid)
    }
  }
}

/** Forgets an id that left, in every view: what stands there would be taken for the next entity with this id. */
export function forgetEntity(state: CullingState, eid: number): void {
  const { views } = state
  for (let i = 0; i < views.length; i++) {
    const view = views[i]!
    if (view.eid === 0) continue
    const mark = view.marks[eid]!
    if (mark >>> 8 === view.stamp) {
      view.foundLeft = true
      if ((mark & 0xff) === 0) view.removedCount++
    }
    view.marks[eid] = NEVER
    view.rangeMemory[eid] = 0
    if (view.lodMemory.length !== 0) view.lodMemory[eid] = 0
  }
}
