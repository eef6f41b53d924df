import { addId, clearIdSet, drainMembership, type IdList } from '@sightline/core'
import { type CullingState, EntityFlag, NEVER } from './state.js'

const HAS_BOX = EntityFlag.bounds | EntityFlag.worldBounds
const OF_MEMBERS = EntityFlag.member | EntityFlag.computed | EntityFlag.indexed | EntityFlag.broken

/**
 * Takes over what observers wrote down: fills `left`, then `joined`. An id can be in both, perhaps as another
 * entity. Who has both `Bounds` and `WorldBounds` is a member once, and its box is computed. Lists that
 * `updateOctree` has not taken are kept and added to.
 */
export function takeMembers(state: CullingState): void {
  const { boundsMembership, worldBoundsMembership, neverCullMembership } = state
  drainMembership(boundsMembership)
  drainMembership(worldBoundsMembership)
  drainMembership(neverCullMembership)
  forgetDeparted(state)
  if (!state.boundsPending) {
    clearIdSet(state.left)
    state.joined.count = 0
  }
  takeOut(state, boundsMembership.left)
  takeOut(state, worldBoundsMembership.left)
  takeOutUnbounded(state, neverCullMembership.left)
  if (state.boundsPending) dropLeft(state)
  takeIn(state, boundsMembership.joined)
  takeIn(state, worldBoundsMembership.joined)
  // Who lost one of the two components may still have the other.
  takeIn(state, boundsMembership.left)
  takeIn(state, worldBoundsMembership.left)
}

/** From here on the lists of memberships have them. */
function forgetDeparted({ flags, departed }: CullingState): void {
  for (let i = 0; i < departed.count; i++) {
    const eid = departed.ids[i]!
    flags[eid] = flags[eid]! & ~EntityFlag.departed
  }
  departed.count = 0
}

/** Takes out of a `joined` that was kept whoever left before it came into the octree. */
function dropLeft({ flags, joined }: CullingState): void {
  let kept = 0
  for (let i = 0; i < joined.count; i++) {
    const eid = joined.ids[i]!
    if ((flags[eid]! & EntityFlag.member) !== 0) joined.ids[kept++] = eid
  }
  joined.count = kept
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

/**
 * Follows at once who lost its last claim to be in a list. Observers call it after they took away their own
 * bit. The next entity with this id must not inherit a box, and until `updateWorldBounds` nobody may take it
 * for the old one.
 */
export function depart(state: CullingState, eid: number): void {
  const { flags, departed, boxes } = state
  const bits = flags[eid]!
  if ((bits & HAS_BOX) === 0) boxes.fill(0, eid * 8, eid * 8 + 8)
  if ((bits & (HAS_BOX | EntityFlag.neverCull | EntityFlag.departed)) !== 0) return
  flags[eid] = bits | EntityFlag.departed
  departed.ids[departed.count++] = eid
}

/** As `markBounds`, for an entity that is known to have `Bounds`. */
export function touchBounds(state: CullingState, eid: number): void {
  const flags = state.flags[eid]!
  if ((flags & EntityFlag.boundsTouched) !== 0) return
  state.flags[eid] = flags | EntityFlag.boundsTouched
  const { touchedBounds } = state
  touchedBounds.ids[touchedBounds.count++] = eid
}

/**
 * Forgets an id that left, in every view: what stands there would be taken for the next entity with this id.
 */
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
