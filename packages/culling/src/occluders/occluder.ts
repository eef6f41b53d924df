import {
  addId,
  type Component,
  columns,
  defineComponent,
  type Field,
  removeId,
  setResource,
  u8,
  type World,
} from '@sightline/core'
import { observe, onAdd, onRemove, query } from 'bitecs'
import { type CullingState, culling, EntityFlag } from '../state.js'
import {
  checkShape,
  type HeightSource,
  type OccluderShape,
  replaceHeights,
  revisionOf,
} from './occluder-shape.js'
import {
  addPart,
  createOccludersState,
  type OccludersState,
  occludersResource,
  occludersState,
  outdateParts,
  removeParts,
} from './occluders-state.js'
import { createPlacedShape, updateFields } from './place-shape.js'

/**
 * Set by the game: this entity hides what is behind it, in views with occlusion. Its shapes are solids that
 * lie wholly inside what the entity draws, at every level of detail; give them with `setBoxOccluder` and its
 * like. They follow the entity's world matrix. An entity hides only while it is drawn: not while
 * `Visibility`, layers or `CullRange` leave it out of the view. One that fades or turns transparent is
 * switched off by the game: `setOccluding`.
 *
 * `off` is 1 while it is switched off: to be read; `setOccluding` writes it.
 */
export const Occluder: Component<{ readonly off: Field<'u8'> }> = defineComponent('Occluder', { off: u8 })

/**
 * Gives an entity one box as its occluder, by its corners in the entity's own space, in place of what it had.
 * Throws a `RangeError` for numbers that are not finite or a minimum that is not below its maximum, an
 * `Error` if the entity has no `Occluder`; nothing is changed then.
 */
export function setBoxOccluder(
  world: World,
  eid: number,
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
): void {
  setShapes(world, eid, [{ min: [minX, minY, minZ], max: [maxX, maxY, maxZ] }], 'setBoxOccluder')
}

/**
 * Gives an entity an upright prism in its own space as its occluder, in place of what it had: `footprint`
 * holds x z pairs, convex or not, in either turn; `holes` holds the corner numbers at which rings of holes
 * begin. Throws a `RangeError` that says why a footprint can't be used, an `Error` if the entity has no
 * `Occluder`; nothing is changed then.
 */
export function setPrismOccluder(
  world: World,
  eid: number,
  footprint: Float32Array,
  baseY: number,
  topY: number,
  holes?: readonly number[],
): void {
  const shape = holes === undefined ? { footprint, baseY, topY } : { footprint, baseY, topY, holes }
  setShapes(world, eid, [shape], 'setPrismOccluder')
}

/**
 * Gives an entity a convex solid in its own space as its occluder, in place of what it had: a closed triangle
 * mesh, counter-clockwise from outside, of at most 64 vertices. Throws a `RangeError` that says why a mesh
 * can't be used, an `Error` if the entity has no `Occluder`; nothing is changed then.
 */
export function setHullOccluder(
  world: World,
  eid: number,
  positions: Float32Array,
  indices: Uint32Array,
): void {
  setShapes(world, eid, [{ positions, indices }], 'setHullOccluder')
}

/**
 * Makes an entity solid ground, in place of what it hid before: `heights` holds `rows` rows of `columns`
 * heights, in the entity's space, which may be moved but not turned or scaled. While it is, the ground hides
 * nothing; and while the revision of `source` is another than at this call, or at the last of
 * `updateHeightfieldOccluder`. Throws a `RangeError` that names the field, an `Error` if the entity has no `Occluder`; nothing is
 * changed then.
 */
export function setHeightfieldOccluder(
  world: World,
  eid: number,
  heights: Float32Array,
  columns: number,
  rows: number,
  originX: number,
  originZ: number,
  spacingX: number,
  spacingZ: number,
  source?: HeightSource,
): void {
  const grid = { columns, rows, originX, originZ, spacingX, spacingZ }
  const shape = source === undefined ? { ...grid, heights } : { ...grid, heights, source }
  setShapes(world, eid, [shape], 'setHeightfieldOccluder')
}

/**
 * Replaces heights of an entity's ground in a rectangle of its grid, row by row, in the entity's space: for ground that is dug into. Only what
 * hangs on them is worked out anew. Throws a `RangeError` that names the field, an `Error` if the entity has no `Occluder` or its occluder is
 * not one heightfield; nothing is changed then.
 */
export function updateHeightfieldOccluder(
  world: World,
  eid: number,
  column: number,
  row: number,
  columnCount: number,
  rowCount: number,
  heights: ArrayLike<number>,
): void {
  const caller = 'updateHeightfieldOccluder'
  const state = requireOccluder(world, eid, caller)
  const first = state.first[eid]!
  const part = first === 0 ? null : state.parts[first - 1]!
  if (
    part === null ||
    part.local.kind !== 'field' ||
    part.placed.kind !== 'field' ||
    state.next[first - 1] !== 0
  )
    throw new Error(`${caller}: the occluder of entity ${eid} is not one heightfield: set it first`)
  const { local, placed } = part
  replaceHeights(local, column, row, columnCount, rowCount, heights, caller)
  updateFields(placed, column, row, columnCount, rowCount)
  part.revision = revisionOf(local)
  addId(state.touched, eid)
  refreshFlag(culling(world), state, eid, columns(world, Occluder).off)
}

/**
 * Gives an entity any number of shapes as its occluder, in place of what it had: the walls of a house with
 * rooms, say. None means that it hides nothing. Throws a `RangeError` or `TypeError` that names the shape and
 * its field, an `Error` if the entity has no `Occluder`; nothing is changed then.
 */
export function setOccluders(world: World, eid: number, shapes: readonly OccluderShape[]): void {
  if (!Array.isArray(shapes)) {
    throw new TypeError(`setOccluders: shapes is ${String(shapes)}, expected an array of shapes`)
  }
  setShapes(world, eid, shapes, 'setOccluders')
}

/**
 * Switches the occluder of an entity on or off, at once: for what fades, turns transparent or is not drawn
 * for a reason of the game's own. Throws an `Error` if the entity has no `Occluder`, a `TypeError` if `on` is
 * no boolean.
 */
export function setOccluding(world: World, eid: number, on: boolean): void {
  const state = requireOccluder(world, eid, 'setOccluding')
  if (typeof on !== 'boolean')
    throw new TypeError(`setOccluding: on is ${String(on)}, expected true or false`)
  const { off } = columns(world, Occluder)
  if ((off[eid] === 0) === on) return
  off[eid] = on ? 0 : 1
  refreshFlag(culling(world), state, eid, off)
}

/** Whether an entity hides things: it has `Occluder`, shapes in it, and is not switched off. */
export function isOccluding(world: World, eid: number): boolean {
  return ((culling(world).flags[eid] ?? 0) & EntityFlag.occluder) !== 0
}

function setShapes(world: World, eid: number, shapes: readonly OccluderShape[], caller: string): void {
  const state = requireOccluder(world, eid, caller)
  const locals = shapes.map((shape, i) =>
    checkShape(shape, shapes.length > 1 ? `${caller}: shape ${i}` : caller),
  )
  removeParts(state, eid)
  for (const local of locals) {
    const placed = createPlacedShape(local)
    addPart(state, { owner: eid, local, placed, placedAt: -1, placedBefore: -1, revision: revisionOf(local) })
  }
  addId(state.touched, eid)
  refreshFlag(culling(world), state, eid, columns(world, Occluder).off)
}

function requireOccluder(world: World, eid: number, caller: string): OccludersState {
  const state = occludersState(world)
  if (state.has[eid] !== 1)
    throw new Error(`${caller}: entity ${eid} has no Occluder: add the component first`)
  return state
}

/**
 * Whoever looks at lists only when something changed must look again; answers that counted on these shapes
 * are void.
 */
function refreshFlag(state: CullingState, occluders: OccludersState, eid: number, off: Uint8Array): void {
  const hides = occluders.has[eid] === 1 && off[eid] === 0 && occluders.first[eid] !== 0
  const bits = state.flags[eid]!
  state.flags[eid] = hides ? bits | EntityFlag.occluder : bits & ~EntityFlag.occluder
  state.filtersChanged = true
  outdateParts(occluders, eid)
  occluders.changes++
}

/** Follows who has `Occluder`. Part of `setupCulling`. */
export function setupOccluders(world: World, state: CullingState): void {
  const occluders = createOccludersState(world)
  setResource(world, occludersResource(), occluders)
  const { off } = columns(world, Occluder)
  const added = (eid: number): void => {
    occluders.has[eid] = 1
  }
  observe(world, onAdd(Occluder), added)
  observe(world, onRemove(Occluder), (eid) => {
    occluders.has[eid] = 0
    off[eid] = 0
    removeParts(occluders, eid)
    removeId(occluders.touched, eid)
    refreshFlag(state, occluders, eid, off)
  })
  for (const eid of query(world, [Occluder])) added(eid)
}
