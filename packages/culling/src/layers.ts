import {
  type Component,
  columns,
  defineComponent,
  type Field,
  hierarchy,
  onLeave,
  u32,
  type World,
} from '@sightline/core'
import { observe, onAdd, onRemove, query } from 'bitecs'
import { type CullingState, culling, EntityFlag } from './state.js'

/** The layer of everything that has no `Layers`, and what a view sees unless told otherwise. */
export const DEFAULT_LAYERS = 1

/** Every one of the 32 layers. */
export const ALL_LAYERS = 0xffff_ffff

/**
 * Set by the game: which of 32 layers an entity is on, as bits. A view sees it if they share a layer. Write it with
 * `setLayers`; layer 0 alone (mask 1) at first, as for entities without this component.
 */
export const Layers: Component<{ readonly mask: Field<'u32'> }> = defineComponent('Layers', { mask: u32 })

/**
 * Sets the layers of an entity; 0 is "in no view". It counts from the next `cullViews` on. With `andBelow` everything that
 * hangs below the entity now gets the same layers, with or without a `Layers` of its own.
 * Throws a `RangeError` if the mask is not a whole number from 0 to 2^32 - 1, an `Error` if it has no `Layers`.
 */
export function setLayers(world: World, eid: number, mask: number, andBelow: boolean = false): void {
  const state = culling(world)
  if (((state.flags[eid] ?? 0) & EntityFlag.layers) === 0) {
    throw new Error(`setLayers: entity ${eid} has no Layers: add the component first`)
  }
  const column = columns(world, Layers).mask
  column[eid] = checkedMask('setLayers', 'mask', mask)
  state.filtersChanged = true
  if (!andBelow) return
  const { parent, firstChild, nextSibling } = hierarchy(world)
  let at = firstChild[eid]!
  while (at !== 0 && at !== eid) {
    column[at] = column[eid]!
    if (firstChild[at] !== 0) {
      at = firstChild[at]!
      continue
    }
    while (at !== eid && nextSibling[at] === 0) at = parent[at]!
    if (at !== eid) at = nextSibling[at]!
  }
}

/** A mask as 32 unsigned bits. `~1` and the like are negative in JavaScript and are taken for what they mean. */
export function checkedMask(caller: string, field: string, mask: number): number {
  if (!(Number.isInteger(mask) && mask >= -0x8000_0000 && mask <= ALL_LAYERS)) {
    throw new RangeError(
      `${caller}: ${field} is ${mask}, expected 32 bits: a whole number from 0 to ${ALL_LAYERS}`,
    )
  }
  return mask >>> 0
}

/** Keeps the mask of whatever has no `Layers` at the default. Part of `setupCulling`. */
export function setupLayers(world: World, state: CullingState): void {
  const { mask } = columns(world, Layers)
  mask.fill(DEFAULT_LAYERS)
  const { flags } = state
  const added = (eid: number): void => {
    flags[eid] = flags[eid]! | EntityFlag.layers
  }
  observe(world, onAdd(Layers), added)
  observe(world, onRemove(Layers), (eid) => {
    flags[eid] = flags[eid]! & ~EntityFlag.layers
    mask[eid] = DEFAULT_LAYERS
    state.filtersChanged = true
  })
  // `setLayers` may have written below itself, to entities without the component.
  onLeave(world, (eid) => {
    mask[eid] = DEFAULT_LAYERS
  })
  for (const eid of query(world, [Layers])) added(eid)
}
