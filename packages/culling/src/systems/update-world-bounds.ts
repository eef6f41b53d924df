import { type IdList, readMoved, setCounter, stats, type World, warnOnce } from '@sightline/core'
import { stampChanges } from '../box-changes.js'
import { takeMembers, touchBounds } from '../members.js'
import { chooseKernels } from '../spatial/octree-build.js'
import { type CullingState, culling, EntityFlag } from '../state.js'
import { BOX_BROKEN, classifyBox, writeWorldBox } from '../world-box.js'

/**
 * Takes over who came and who left, and computes the world boxes of those that came, that moved, or whose
 * local box was set. What did none of these costs nothing. Called again before `updateOctree` it adds to its
 * lists.
 * Reads: the moved list, WorldMatrix, Bounds, memberships. Writes: WorldBounds, the lists `left`, `joined`
 * and `changed` of the culling state, and the counters `culling.members`, `culling.boxes` (computed now) and
 * `culling.broken` (boxes that hold NaN now: such an entity is in every view).
 */
export function updateWorldBounds(world: World): void {
  const state = culling(world)
  const { flags, changed, joined, touchedBounds } = state
  const brokenBefore = state.brokenCount
  // Views that refresh on change tell by the lists whether to ask; those that they never saw are about to go.
  if (!state.boundsPending && state.listsUnseen) state.filtersChanged = true
  takeMembers(state)
  if (state.boundsPending) keepChanged(state)
  changed.count = 0
  const { ids, count } = readMoved(world, state.boundsMoves)
  for (let i = 0; i < count; i++) {
    const eid = ids[i]!
    const bits = flags[eid]!
    if ((bits & EntityFlag.indexed) === 0) continue
    if ((bits & EntityFlag.boundsTouched) !== 0) flags[eid] = bits & ~EntityFlag.boundsTouched
    changed.ids[changed.count++] = eid
  }
  for (let i = 0; i < touchedBounds.count; i++) {
    const eid = touchedBounds.ids[i]!
    const bits = flags[eid]!
    // It stands in the moved list as well, or is new, or has gone.
    if ((bits & EntityFlag.boundsTouched) === 0) continue
    flags[eid] = bits & ~EntityFlag.boundsTouched
    if ((bits & EntityFlag.indexed) !== 0) changed.ids[changed.count++] = eid
  }
  touchedBounds.count = 0
  state.boundsPending = true
  state.listsUnseen = false
  updateBoxes(state, changed)
  updateBoxes(state, joined)
  stampChanges(state)
  setCounter(world, 'culling.members', state.memberCount)
  setCounter(world, 'culling.boxes', changed.count + joined.count)
  setCounter(world, 'culling.broken', state.brokenCount)
  if (state.brokenCount > brokenBefore) warnBroken(world, state)
}

/** Hands whatever changed and was not taken by `updateOctree` on to this run, each id once. */
function keepChanged(state: CullingState): void {
  const { flags, changed } = state
  for (let i = 0; i < changed.count; i++) {
    const eid = changed.ids[i]!
    if ((flags[eid]! & EntityFlag.indexed) !== 0) touchBounds(state, eid)
  }
}

const UNUSUAL = EntityFlag.broken | EntityFlag.computed

/**
 * Boxes that are computed, and were sound, are the kernel's; of these it gives back the few that are not
 * finite.
 */
function updateBoxes(state: CullingState, { ids, count }: IdList): void {
  const { boxes, flags, octree } = state
  const { matrix, center, halfExtents } = state.columns
  const { u32, scratch } = octree
  const list = scratch >>> 2
  let usual = 0
  for (let i = 0; i < count; i++) {
    const eid = ids[i]!
    if ((flags[eid]! & UNUSUAL) === EntityFlag.computed) u32[list + usual++] = eid
    else updateUnusual(state, eid)
  }
  const { byteOffset } = boxes
  const unusual = chooseKernels(octree).computeBoxes(
    scratch,
    usual,
    byteOffset,
    matrix.byteOffset,
    center.byteOffset,
    halfExtents.byteOffset,
  )
  for (let i = 0; i < unusual; i++) updateUnusual(state, u32[list + i]!)
}

function updateUnusual(state: CullingState, eid: number): void {
  const { boxes, flags } = state
  const { matrix, center, halfExtents } = state.columns
  const kind =
    (flags[eid]! & EntityFlag.computed) !== 0
      ? writeWorldBox(boxes, eid * 8, matrix, eid * 16, center, halfExtents, eid * 3)
      : classifyBox(boxes, eid * 8)
  noteKind(state, eid, kind)
}

function noteKind(state: CullingState, eid: number, kind: number): void {
  const { boxes, flags } = state
  const isBroken = kind === BOX_BROKEN
  // A game's own box may be inside out; for the octree there is only one kind of broken.
  if (isBroken) boxes.fill(NaN, eid * 8, eid * 8 + 8)
  if (isBroken === ((flags[eid]! & EntityFlag.broken) !== 0)) return
  flags[eid] = flags[eid]! ^ EntityFlag.broken
  state.brokenCount += isBroken ? 1 : -1
  state.lastBroken = eid
}

function warnBroken(world: World, state: CullingState): void {
  if ('culling.broken' in stats(world).notes) return
  const message = `the world box of entity ${state.lastBroken} is broken (NaN, or a minimum above its maximum): it is in every view`
  warnOnce(world, 'culling.broken', message)
}
