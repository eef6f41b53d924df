import {
  type Component,
  columns,
  defineComponent,
  type Field,
  type Hierarchy,
  hierarchy,
  type IdList,
  onLeave,
  u8,
  type World,
} from '@sightline/core'
import { observe, onAdd, onRemove, query } from 'bitecs'
import { type CullingState, culling, EntityFlag } from './state.js'

/**
 * Set by the game: whether an entity is shown at all. 0 inherits from the parent (a root is shown), 1 shows it whatever its
 * parent says, 2 hides it and all below it that inherit. Write it with `setVisibility`; inherits at first.
 */
export const Visibility: Component<{ readonly state: Field<'u8'> }> = defineComponent('Visibility', {
  state: u8,
})

export type VisibilityState = 'inherit' | 'show' | 'hide'

/** In the order of the column's values. */
const STATES: readonly VisibilityState[] = ['inherit', 'show', 'hide']
const INHERIT = 0
const HIDE = 2

/**
 * Shows or hides an entity and what hangs below it, at once for `isHidden`, in the lists from the next `cullViews` on.
 * Takes time by how many entities change. Throws a `TypeError` for another word, an `Error` if it has no `Visibility`.
 */
export function setVisibility(world: World, eid: number, visibility: VisibilityState): void {
  const state = culling(world)
  const value = STATES.indexOf(visibility)
  if (value === -1) {
    throw new TypeError(
      `setVisibility: visibility is ${JSON.stringify(visibility)}, expected 'inherit', 'show' or 'hide'`,
    )
  }
  if (((state.flags[eid] ?? 0) & EntityFlag.visibility) === 0) {
    throw new Error(`setVisibility: entity ${eid} has no Visibility: add the component first`)
  }
  writeOwn(state, columns(world, Visibility).state, hierarchy(world), eid, value)
}

/** Whether an entity is hidden, by itself or by an ancestor. A new parent counts from the next `cullViews` on. */
export function isHidden(world: World, eid: number): boolean {
  return ((culling(world).flags[eid] ?? 0) & EntityFlag.hidden) !== 0
}

function writeOwn(state: CullingState, own: Uint8Array, links: Hierarchy, eid: number, value: number): void {
  const before = own[eid]!
  if (before === value) return
  if (before === INHERIT) state.ownVisibilityCount++
  if (value === INHERIT) state.ownVisibilityCount--
  own[eid] = value
  if (renew(state, own, links.parent, eid)) renewBelow(state, own, links, eid)
}

/** Works out one entity from itself and its parent; true if that changed it. */
function renew(state: CullingState, own: Uint8Array, parents: Uint32Array, eid: number): boolean {
  const { flags } = state
  const value = own[eid]!
  const parent = parents[eid]!
  const inherited = parent !== 0 && (flags[parent]! & EntityFlag.hidden) !== 0
  const hidden = value === HIDE || (value === INHERIT && inherited)
  const before = flags[eid]!
  if (hidden === ((before & EntityFlag.hidden) !== 0)) return false
  flags[eid] = before ^ EntityFlag.hidden
  state.hiddenCount += hidden ? 1 : -1
  state.filtersChanged = true
  return true
}

/** Walks what hangs below, parents first, and passes by whatever did not change. */
function renewBelow(state: CullingState, own: Uint8Array, links: Hierarchy, top: number): void {
  const { parent, firstChild, nextSibling } = links
  let eid = firstChild[top]!
  while (eid !== 0) {
    const next = renew(state, own, parent, eid) ? firstChild[eid]! : 0
    if (next !== 0) {
      eid = next
      continue
    }
    while (eid !== top && nextSibling[eid] === 0) eid = parent[eid]!
    eid = eid === top ? 0 : nextSibling[eid]!
  }
}

/**
 * Renews what has moved, since a new parent is a move too. The list may have children before their parents: whatever changes is
 * followed down at once.
 */
export function inheritVisibility(world: World, state: CullingState, moved: IdList): void {
  if (state.ownVisibilityCount === 0 && state.hiddenCount === 0) return
  const own = columns(world, Visibility).state
  const links = hierarchy(world)
  for (let i = 0; i < moved.count; i++) {
    const eid = moved.ids[i]!
    if (renew(state, own, links.parent, eid)) renewBelow(state, own, links, eid)
  }
}

/**
 * The entity whose `Visibility` hides this one: itself or an ancestor; 0 if it is not hidden.
 */
export function hiddenBy(world: World, eid: number): number {
  if (!isHidden(world, eid)) return 0
  const own = columns(world, Visibility).state
  const { parent } = hierarchy(world)
  let at = eid
  while (own[at] === INHERIT && parent[at] !== 0) at = parent[at]!
  return own[at] === HIDE ? at : 0
}

/** Follows who has `Visibility`. Part of `setupCulling`. */
export function setupVisibility(world: World, state: CullingState): void {
  const own = columns(world, Visibility).state
  const links = hierarchy(world)
  const { flags } = state
  const added = (eid: number): void => {
    flags[eid] = flags[eid]! | EntityFlag.visibility
  }
  observe(world, onAdd(Visibility), added)
  observe(world, onRemove(Visibility), (eid) => {
    flags[eid] = flags[eid]! & ~EntityFlag.visibility
    writeOwn(state, own, links, eid, INHERIT)
  })
  onLeave(world, (eid) => {
    if ((flags[eid]! & EntityFlag.hidden) === 0) return
    flags[eid] = flags[eid]! & ~EntityFlag.hidden
    state.hiddenCount--
  })
  for (const eid of query(world, [Visibility])) added(eid)
}
