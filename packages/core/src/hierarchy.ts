import { onLeave, requireAlive } from './lives.js'
import { uint32Array } from './memory.js'
import { touch } from './moved.js'
import type { Resource } from './resource.js'
import { defineResource, resource, setResource } from './resource.js'
import type { World } from './state.js'
import { coreState, IdFlag } from './state.js'

/**
 * Who is whose child, by entity id; 0 is "none". Read it, and change it only with `setParent`. (bitECS
 * relations register a component for each target and never free it, which a scene of thousands cannot
 * afford.)
 */
export type Hierarchy = {
  readonly parent: Uint32Array
  readonly firstChild: Uint32Array
  readonly nextSibling: Uint32Array
  /** A ring: the first child's previous sibling is the last child, so that appending takes constant time. */
  readonly previousSibling: Uint32Array
}
const HierarchyOfWorld: Resource<Hierarchy> = defineResource('Hierarchy', 'setupCore(world, { capacity })')

/** Makes the links of a world, all "none". An entity that leaves is taken out; its children become roots. */
export function setupHierarchy(world: World): void {
  const { arena, capacity, flags } = coreState(world)
  const rows = capacity + 1
  const links: Hierarchy = {
    parent: uint32Array(arena, rows),
    firstChild: uint32Array(arena, rows),
    nextSibling: uint32Array(arena, rows),
    previousSibling: uint32Array(arena, rows),
  }
  setResource(world, HierarchyOfWorld, links)
  onLeave(world, (eid) => {
    unlink(links, flags, eid)
    for (let child = links.firstChild[eid]!; child !== 0; child = links.firstChild[eid]!) {
      unlink(links, flags, child)
      touch(world, child)
    }
  })
}

/** The links of this world, to walk over. */
export function hierarchy(world: World): Hierarchy {
  return resource(world, HierarchyOfWorld)
}

/** The parent of an entity, or 0. */
export function parentOf(world: World, eid: number): number {
  return hierarchy(world).parent[eid] ?? 0
}

/**
 * Makes `child` a child of `parent`, or a root if `parent` is 0. Its local transform stays as it is, so it
 * moves with its new parent from the next `propagateTransforms` on. Children stand in the order in which they
 * came. When the parent is destroyed the child becomes a root and keeps its local transform. Throws an
 * `Error` if one of the two does not exist, or if the child is the parent or above it.
 */
export function setParent(world: World, child: number, parent: number): void {
  const state = coreState(world)
  requireAlive(state, child, 'setParent')
  if (parent !== 0) requireAlive(state, parent, 'setParent')
  const links = hierarchy(world)
  if (links.parent[child] === parent) return
  if (isAtOrAbove(links, child, parent)) {
    throw new Error(
      `setParent: entity ${child} cannot become a child of entity ${parent}, which is ` +
        `${child === parent ? 'itself' : 'below it'}: that would be a cycle`,
    )
  }
  unlink(links, state.flags, child)
  if (parent !== 0) append(links, state.flags, child, parent)
  touch(world, child)
}

function isAtOrAbove(links: Hierarchy, eid: number, start: number): boolean {
  if (eid === start) return true
  // Without children it is above nobody: so a chain that is built downwards costs nothing to check.
  if (links.firstChild[eid] === 0) return false
  for (let at = links.parent[start]!; at !== 0; at = links.parent[at]!) {
    if (at === eid) return true
  }
  return false
}

function append(links: Hierarchy, flags: Uint8Array, child: number, parent: number): void {
  const { firstChild, nextSibling, previousSibling } = links
  const first = firstChild[parent]!
  links.parent[child] = parent
  nextSibling[child] = 0
  flags[child] = flags[child]! | IdFlag.linked
  flags[parent] = flags[parent]! | IdFlag.linked
  if (first === 0) {
    firstChild[parent] = child
    previousSibling[child] = child
    return
  }
  const last = previousSibling[first]!
  nextSibling[last] = child
  previousSibling[child] = last
  previousSibling[first] = child
}

function unlink(links: Hierarchy, flags: Uint8Array, child: number): void {
  const { firstChild, nextSibling, previousSibling } = links
  const parent = links.parent[child]!
  if (parent === 0) return
  const next = nextSibling[child]!
  const previous = previousSibling[child]!
  const first = firstChild[parent]!
  if (first === child) firstChild[parent] = next
  else nextSibling[previous] = next
  // Whoever stands after it, or the first one if it was the last, now looks back to the one before it.
  const after = next !== 0 ? next : first
  if (after !== child) previousSibling[after] = previous
  links.parent[child] = 0
  nextSibling[child] = 0
  previousSibling[child] = 0
  if (firstChild[child] === 0) flags[child] = flags[child]! & ~IdFlag.linked
  if (firstChild[parent] === 0 && links.parent[parent] === 0) {
    flags[parent] = flags[parent]! & ~IdFlag.linked
  }
}
