export { assert, DEV } from './assert.js'
export type { BitSet } from './collections/bit-set.js'
export { clearBit, clearBits, countBits, createBitSet, hasBit, setBit } from './collections/bit-set.js'
export type { IdList } from './collections/id-list.js'
export { clearIds, createIdList, pushId } from './collections/id-list.js'
export type { IdSet } from './collections/id-set.js'
export { addId, clearIdSet, createIdSet, hasId, removeId } from './collections/id-set.js'
export type { Columns, Component, Field, ScalarKind, Schema } from './component.js'
export { columns, defineComponent, f32, i32, mat4, quat, u8, u16, u32, vec, vec3 } from './component.js'
export type { Hierarchy } from './hierarchy.js'
export { hierarchy, parentOf, setParent } from './hierarchy.js'
export type { Handle } from './lives.js'
export { entityOf, generation, handle, isAlive, onLeave } from './lives.js'
export type { Membership } from './membership.js'
export { drainMembership, membership } from './membership.js'
export type { MovedReader } from './moved.js'
export { createMovedReader, markMoved, moved, readMoved } from './moved.js'
export type { Resource } from './resource.js'
export { defineResource, hasResource, resource, setResource } from './resource.js'
export type { World } from './state.js'
export type { Stats } from './stats.js'
export { count, note, setCounter, stats, warnOnce } from './stats.js'
export type { System } from './system.js'
export { runSystems, timed } from './system.js'
export { propagateTransforms } from './systems/propagate-transforms.js'
export type { Time } from './time.js'
export { tick, tickTo, time } from './time.js'
export {
  markTouched,
  setPosition,
  setRotation,
  setScale,
  setTransform,
  Transform,
  WorldMatrix,
} from './transform.js'
export type { WorldOptions } from './world.js'
export { arena, capacity, createWorld, destroy, setupCore, spawn } from './world.js'
