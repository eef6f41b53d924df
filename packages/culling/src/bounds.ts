import {
  type Component,
  columns,
  defineComponent,
  type Field,
  f32,
  markMoved,
  vec,
  vec3,
  type World,
} from '@sightline/core'
import { expectNumber } from '@sightline/core/checks'
import { observe, onAdd, onRemove, onSet, query } from 'bitecs'
import { depart, touchBounds } from './members.js'
import { type CullingState, culling, EntityFlag } from './state.js'
import { ceilToFloat } from './world-box.js'

/**
 * Set by the game: the box round an entity, in its own space, as middle and half extents. Whatever the entity
 * draws, in any pose, must stay within it. Write it with `setBox` or `setSphere`, or write the columns and
 * call `markBounds`. Until then it is a point at the entity's place, and something larger than a point
 * vanishes as soon as that leaves the picture: set it when you add it, or set a sphere that is surely large
 * enough while the true size is still loading. Its world matrix is the identity where there is no
 * `Transform`.
 */
export const Bounds: Component<{ readonly center: Field<'f32'>; readonly halfExtents: Field<'f32'> }> =
  defineComponent('Bounds', { center: vec3, halfExtents: vec3 })

/**
 * Computed by updateWorldBounds for every entity with `Bounds`, whether or not it has this component: do not
 * write it there. An entity with this component and without `Bounds` owns its box: the game writes it and
 * calls `markMoved`. All zeros at first. Eight floats: min x y z, unused, max x y z, unused. Metres in the
 * world. A box that holds NaN, or with a minimum above its maximum, becomes all NaN: it is in every view, and
 * counted in `culling.broken`.
 */
export const WorldBounds: Component<{ readonly box: Field<'f32'> }> = defineComponent('WorldBounds', {
  box: vec(f32, 8),
})

/**
 * Sets the local box by its corners. -Infinity or Infinity on any axis makes it unbounded: within every view.
 * Throws a `TypeError` for what is no number (as one that was forgotten), a `RangeError` for NaN or a minimum
 * above its maximum, an `Error` if the entity has no `Bounds`.
 */
export function setBox(
  world: World,
  eid: number,
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
): void {
  const state = requireBounds(world, eid, 'setBox')
  expectOrdered('X', minX, maxX)
  expectOrdered('Y', minY, maxY)
  expectOrdered('Z', minZ, maxZ)
  const { center, halfExtents } = columns(world, Bounds)
  writeAxis(center, halfExtents, eid * 3, minX, maxX)
  writeAxis(center, halfExtents, eid * 3 + 1, minY, maxY)
  writeAxis(center, halfExtents, eid * 3 + 2, minZ, maxZ)
  touchBounds(state, eid)
}

/**
 * Sets the local box to the cube round a sphere; the middle is the entity's place unless given.
 * Throws a `TypeError` for a radius that is no number, a `RangeError` for one that is below 0 or NaN or a
 * middle that is not finite, an `Error` if the entity has no `Bounds`.
 */
export function setSphere(
  world: World,
  eid: number,
  radius: number,
  x: number = 0,
  y: number = 0,
  z: number = 0,
): void {
  const state = requireBounds(world, eid, 'setSphere')
  expectNumber('setSphere', 'radius', radius)
  if (!(radius >= 0)) throw new RangeError(`setSphere: radius is ${radius}, expected a number of 0 or more`)
  if (!Number.isFinite(x)) throw new RangeError(`setSphere: x is ${x}, expected a finite number`)
  if (!Number.isFinite(y)) throw new RangeError(`setSphere: y is ${y}, expected a finite number`)
  if (!Number.isFinite(z)) throw new RangeError(`setSphere: z is ${z}, expected a finite number`)
  const { center, halfExtents } = columns(world, Bounds)
  writeAxis(center, halfExtents, eid * 3, x - radius, x + radius)
  writeAxis(center, halfExtents, eid * 3 + 1, y - radius, y + radius)
  writeAxis(center, halfExtents, eid * 3 + 2, z - radius, z + radius)
  touchBounds(state, eid)
}

/**
 * Says that the game has written the `Bounds` columns of this entity. Throws an `Error` if it has no
 * `Bounds`.
 */
export function markBounds(world: World, eid: number): void {
  touchBounds(requireBounds(world, eid, 'markBounds'), eid)
}

function requireBounds(world: World, eid: number, caller: string): CullingState {
  const state = culling(world)
  if (((state.flags[eid] ?? 0) & EntityFlag.bounds) === 0) {
    throw new Error(`${caller}: entity ${eid} has no Bounds: add the component first`)
  }
  return state
}

function expectOrdered(axis: string, min: number, max: number): void {
  expectNumber('setBox', `min${axis}`, min)
  expectNumber('setBox', `max${axis}`, max)
  if (Number.isNaN(min)) throw new RangeError(`setBox: min${axis} is NaN, expected a number`)
  if (Number.isNaN(max)) throw new RangeError(`setBox: max${axis} is NaN, expected a number`)
  if (min === Infinity) throw new RangeError(`setBox: min${axis} is Infinity, expected a number or -Infinity`)
  if (max === -Infinity)
    throw new RangeError(`setBox: max${axis} is -Infinity, expected a number or Infinity`)
  if (min > max)
    throw new RangeError(`setBox: min${axis} is ${min}, expected at most max${axis}, which is ${max}`)
}

/**
 * Middle and half extent of min to max, the half extent large enough that their float32 values still contain
 * both.
 */
function writeAxis(
  center: Float32Array,
  halfExtents: Float32Array,
  at: number,
  min: number,
  max: number,
): void {
  // Beyond float32, or infinite.
  if (!(Math.abs(min) < 3e38 && Math.abs(max) < 3e38)) {
    center[at] = 0
    halfExtents[at] = Infinity
    return
  }
  center[at] = (min + max) / 2
  const middle = center[at]!
  halfExtents[at] = ceilToFloat(Math.max(max - middle, middle - min))
}

/** Follows who has `Bounds`, and clears the columns when an id leaves. Part of `setupCulling`. */
export function setupBounds(world: World, state: CullingState): void {
  const { center, halfExtents } = columns(world, Bounds)
  const { flags } = state
  const added = (eid: number): void => {
    flags[eid] = flags[eid]! | EntityFlag.bounds
  }
  const removed = (eid: number): void => {
    flags[eid] = flags[eid]! & ~EntityFlag.bounds
    center.fill(0, eid * 3, eid * 3 + 3)
    halfExtents.fill(0, eid * 3, eid * 3 + 3)
    depart(state, eid)
  }
  const owned = (eid: number): void => {
    flags[eid] = flags[eid]! | EntityFlag.worldBounds
  }
  observe(world, onAdd(Bounds), added)
  observe(world, onRemove(Bounds), removed)
  observe(world, onAdd(WorldBounds), owned)
  // Data of a `set` pair stands in the columns by now; prefabs have no flags and are in no view.
  observe(world, onSet(Bounds), (eid) => {
    if (((flags[eid] ?? 0) & EntityFlag.bounds) !== 0) touchBounds(state, eid)
  })
  observe(world, onSet(WorldBounds), (eid) => {
    if (((flags[eid] ?? 0) & EntityFlag.worldBounds) !== 0) markMoved(world, eid)
  })
  observe(world, onRemove(WorldBounds), (eid) => {
    flags[eid] = flags[eid]! & ~EntityFlag.worldBounds
    depart(state, eid)
  })
  for (const eid of query(world, [Bounds])) added(eid)
  for (const eid of query(world, [WorldBounds])) owned(eid)
}
