import { observe, onAdd, onRemove, onSet, query } from 'bitecs'
import type { IdSet } from './collections/id-set.js'
import { addId } from './collections/id-set.js'
import type { Component, Field } from './component.js'
import { columns, defineComponent, mat4, quat, vec3 } from './component.js'
import { MovesOfWorld, touchWhole } from './moved.js'
import type { Resource } from './resource.js'
import { defineResource, resource, setResource } from './resource.js'
import type { World } from './state.js'
import { coreState, IdFlag } from './state.js'

/**
 * Set by the game: where an entity is, in its parent's space, or in the world if it has none. Write it with
 * `setPosition` and the like, or write the columns and call `markTouched`. Adding it resets it to the
 * identity.
 *
 * `rotation` is a quaternion x, y, z, w of any length: it counts as normalised, and all zeros as "no
 * rotation". `scale` may be negative, zero and different by axis.
 */
export const Transform: Component<{
  readonly position: Field<'f32'>
  readonly rotation: Field<'f32'>
  readonly scale: Field<'f32'>
}> = defineComponent('Transform', { position: vec3, rotation: quat, scale: vec3 })

/**
 * Computed by propagateTransforms for every entity with `Transform`, whether or not it has this component: do
 * not write it there. An entity without `Transform` owns its matrix: the game writes it and calls
 * `markMoved`. Column-major as in gl-matrix, affine (last row 0 0 0 1), the identity at first.
 */
export const WorldMatrix: Component<{ readonly matrix: Field<'f32'> }> = defineComponent('WorldMatrix', {
  matrix: mat4,
})

/** The arrays that setting a transform writes, found with one look-up. */
type Transforms = {
  readonly flags: Uint8Array
  readonly touched: IdSet
  readonly position: Float32Array
  readonly rotation: Float32Array
  readonly scale: Float32Array
}

const TransformsOfWorld: Resource<Transforms> = defineResource('Transforms', 'setupCore(world, { capacity })')

/** Begins to follow who has `Transform`; part of `setupCore`. */
export function followTransforms(world: World): void {
  const { flags } = coreState(world)
  const { touched } = resource(world, MovesOfWorld)
  const { position, rotation, scale } = columns(world, Transform)
  setResource(world, TransformsOfWorld, { flags, touched, position, rotation, scale })
  const added = (eid: number): void => {
    flags[eid] = flags[eid]! | IdFlag.transform
    position.fill(0, eid * 3, eid * 3 + 3)
    rotation.fill(0, eid * 4, eid * 4 + 3)
    rotation[eid * 4 + 3] = 1
    scale.fill(1, eid * 3, eid * 3 + 3)
    touchWhole(flags, touched, eid)
  }
  const written = (eid: number): void => {
    if (((flags[eid] ?? 0) & IdFlag.alive) !== 0) touchWhole(flags, touched, eid)
  }
  observe(world, onAdd(Transform), added)
  observe(world, onSet(Transform), written)
  observe(world, onSet(WorldMatrix), written)
  observe(world, onRemove(Transform), (eid) => {
    flags[eid] = flags[eid]! & ~IdFlag.transform
  })
  for (const eid of query(world, [Transform])) added(eid)
}

/**
 * Sets the position in the parent's space. If nothing else touched the entity since the last
 * `propagateTransforms`, only the place in its matrix is computed anew: whoever wrote `rotation` or `scale`
 * in the columns calls `markTouched` as well. Throws an `Error` if the entity has no `Transform`.
 */
export function setPosition(world: World, eid: number, x: number, y: number, z: number): void {
  const { flags, touched, position } = resource(world, TransformsOfWorld)
  if ((flags[eid]! & IdFlag.transform) === 0) refuse(flags, eid, 'setPosition')
  position[eid * 3] = x
  position[eid * 3 + 1] = y
  position[eid * 3 + 2] = z
  // Of what was not touched before, the rest of the matrix is as it should be.
  if (addId(touched, eid)) flags[eid] = flags[eid]! | IdFlag.shifted
}

/** Sets the rotation, a quaternion. Throws an `Error` if the entity has no `Transform`. */
export function setRotation(world: World, eid: number, x: number, y: number, z: number, w: number): void {
  const { flags, touched, rotation } = resource(world, TransformsOfWorld)
  if ((flags[eid]! & IdFlag.transform) === 0) refuse(flags, eid, 'setRotation')
  rotation[eid * 4] = x
  rotation[eid * 4 + 1] = y
  rotation[eid * 4 + 2] = z
  rotation[eid * 4 + 3] = w
  touchWhole(flags, touched, eid)
}

/**
 * Sets the scale; with one number the same on all axes. Throws an `Error` if the entity has no `Transform`.
 */
export function setScale(world: World, eid: number, x: number, y: number = x, z: number = x): void {
  const { flags, touched, scale } = resource(world, TransformsOfWorld)
  if ((flags[eid]! & IdFlag.transform) === 0) refuse(flags, eid, 'setScale')
  scale[eid * 3] = x
  scale[eid * 3 + 1] = y
  scale[eid * 3 + 2] = z
  touchWhole(flags, touched, eid)
}

/**
 * Sets position, rotation and, if given, scale (else 1) at once. Throws an `Error` if the entity has no
 * `Transform`.
 */
export function setTransform(
  world: World,
  eid: number,
  px: number,
  py: number,
  pz: number,
  qx: number,
  qy: number,
  qz: number,
  qw: number,
  sx: number = 1,
  sy: number = sx,
  sz: number = sx,
): void {
  const { flags, touched, position, rotation, scale } = resource(world, TransformsOfWorld)
  if ((flags[eid]! & IdFlag.transform) === 0) refuse(flags, eid, 'setTransform')
  position[eid * 3] = px
  position[eid * 3 + 1] = py
  position[eid * 3 + 2] = pz
  rotation[eid * 4] = qx
  rotation[eid * 4 + 1] = qy
  rotation[eid * 4 + 2] = qz
  rotation[eid * 4 + 3] = qw
  scale[eid * 3] = sx
  scale[eid * 3 + 1] = sy
  scale[eid * 3 + 2] = sz
  touchWhole(flags, touched, eid)
}

/**
 * Says that the game has written the `Transform` columns of this entity. Throws an `Error` if it has no
 * `Transform`.
 */
export function markTouched(world: World, eid: number): void {
  const { flags, touched } = resource(world, TransformsOfWorld)
  if ((flags[eid]! & IdFlag.transform) === 0) refuse(flags, eid, 'markTouched')
  touchWhole(flags, touched, eid)
}

function refuse(flags: Uint8Array, eid: number, caller: string): never {
  const exists = ((flags[eid] ?? 0) & IdFlag.alive) !== 0
  throw new Error(`${caller}: entity ${eid} ${exists ? 'has no Transform' : 'does not exist in this world'}`)
}
