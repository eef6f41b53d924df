import { columns, hasId, hierarchy, type World } from '@sightline/core'
import { has, validateOctree } from './spatial/index.js'
import { type CullingState, culling, EntityFlag } from './state.js'
import { validateView } from './validate-view.js'
import { Visibility } from './visibility.js'
import { BOX_BROKEN, classifyBox, writeWorldBox } from './world-box.js'

/**
 * Walks everything that culling keeps and compares it with what follows from the components: the octree, every box, every flag
 * and count, and each view's list against a test of all entities one by one. For tests and for hunting faults; call it
 * after `publishVisibility`, before anything is changed. Takes time by entities times views.
 * Throws an `Error` that says what differs from what.
 */
export function validateCulling(world: World): void {
  const state = culling(world)
  validateOctree(state.octree)
  validateEntities(state)
  validateHiding(world, state)
  for (const view of state.views) if (view.eid !== 0) validateView(state, view)
  for (const view of state.views) {
    const slot = view.eid === 0 ? 0 : state.viewSlots[view.eid]
    if (view.eid !== 0 && slot !== view.slot + 1)
      fail(`view ${view.eid} stands in slot ${view.slot}, but its id says ${slot}`)
  }
}

function fail(message: string): never {
  throw new Error(`validateCulling: ${message}`)
}

function expectEqual(what: string, got: number, expected: number): void {
  if (!Object.is(got, expected)) fail(`${what} is ${got}, expected ${expected}`)
}

function validateEntities(state: CullingState): void {
  const { flags, neverCull, octree } = state
  let members = 0
  let broken = 0
  for (let eid = 0; eid <= state.capacity; eid++) {
    const bits = flags[eid]!
    const indexed = (bits & EntityFlag.indexed) !== 0
    if (indexed !== has(octree, eid))
      fail(`entity ${eid} is ${indexed ? 'not ' : ''}in the octree, but its flags say otherwise`)
    if (((bits & EntityFlag.neverCull) !== 0) !== hasId(neverCull, eid))
      fail(`entity ${eid}: NeverCull flag and set differ`)
    if ((bits & EntityFlag.member) === 0) continue
    members++
    if ((bits & EntityFlag.broken) !== 0) broken++
    if (indexed && (bits & EntityFlag.boundsTouched) === 0) validateBox(state, eid, bits)
  }
  expectEqual('memberCount', state.memberCount, members)
  expectEqual('brokenCount', state.brokenCount, broken)
}

const BOX = new Float32Array(8)

function validateBox(state: CullingState, eid: number, bits: number): void {
  const { boxes } = state
  const { matrix, center, halfExtents } = state.columns
  const computed = (bits & EntityFlag.computed) !== 0
  const kind = computed
    ? writeWorldBox(BOX, 0, matrix, eid * 16, center, halfExtents, eid * 3)
    : classifyBox(boxes, eid * 8)
  if ((kind === BOX_BROKEN) !== ((bits & EntityFlag.broken) !== 0))
    fail(`entity ${eid}: box and broken flag differ`)
  if (!computed || kind === BOX_BROKEN) return
  for (let i = 0; i < 7; i++) {
    if (i !== 3) expectEqual(`WorldBounds.box[${i}] of entity ${eid}`, boxes[eid * 8 + i]!, BOX[i]!)
  }
}

function validateHiding(world: World, state: CullingState): void {
  const own = columns(world, Visibility).state
  const { parent } = hierarchy(world)
  let hidden = 0
  let set = 0
  for (let eid = 1; eid <= state.capacity; eid++) {
    if (own[eid] !== 0) set++
    let at = eid
    while (own[at] === 0 && parent[at] !== 0) at = parent[at]!
    const expected = own[at] === 2
    const got = (state.flags[eid]! & EntityFlag.hidden) !== 0
    if (got !== expected)
      fail(`entity ${eid} is ${got ? 'hidden' : 'shown'}, but entity ${at} says otherwise`)
    if (got) hidden++
  }
  expectEqual('hiddenCount', state.hiddenCount, hidden)
  expectEqual('ownVisibilityCount', state.ownVisibilityCount, set)
}
