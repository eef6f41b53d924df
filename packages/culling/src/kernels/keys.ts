/**
 * Keys: a bit that says whether the box moves, the bits of its centre on the grid, in the scheduled order
 * from the top (`octree-space.ts`), and its id in the low bits, so that no two keys are equal. 64 bits as two
 * words. The twin of `assembly/keys.ts`.
 */
import type { Arena } from '@sightline/core/memory'
import {
  BOX_MAX,
  SPREAD_AXIS_BYTES,
  SPREAD_GROUP_BYTES,
  STATE_ACTIVITY,
  STATE_GRID_MAX,
  STATE_ORIGIN,
  STATE_PER_UNIT,
  STATE_SPREAD,
} from '../spatial/octree.js'

/** The memory kernels work on. */
export type KernelMemory = Pick<Arena, 'f32' | 'u32' | 'u8'>

/** The last computed key: high word, low word. */
export const KEY: Uint32Array = new Uint32Array(2)

const { fround } = Math

/**
 * The grid step of one coordinate, in float32, clamped into the grid (a number that is none goes to step 0).
 */
export function gridStep(min: number, max: number, origin: number, perUnit: number, last: number): number {
  const step = fround(fround(fround(fround(min + max) * 0.5) - origin) * perUnit)
  if (!(step >= 0)) return 0
  return step >= last ? last : Math.trunc(step)
}

/** The grid step of a box along an axis (0, 1, 2). */
export function gridStepOf(m: KernelMemory, tree: number, box: number, axis: number): number {
  const { f32 } = m
  const at = (box >>> 2) + axis
  const state = tree >>> 2
  return gridStep(
    f32[at]!,
    f32[at + (BOX_MAX >>> 2)]!,
    f32[state + (STATE_ORIGIN >>> 2) + axis]!,
    f32[state + (STATE_PER_UNIT >>> 2)]!,
    f32[state + (STATE_GRID_MAX >>> 2) + axis]!,
  )
}

/** Writes the key of three grid steps and an id to `KEY`; `moving` is 0 or 1. */
export function keyOfSteps(
  m: KernelMemory,
  tree: number,
  x: number,
  y: number,
  z: number,
  id: number,
  moving: number,
): void {
  const { u32 } = m
  const table = u32[(tree + STATE_SPREAD) >>> 2]!
  KEY[0] = moving << 31
  KEY[1] = id
  addBits(u32, table, x)
  addBits(u32, table + SPREAD_AXIS_BYTES, y)
  addBits(u32, table + 2 * SPREAD_AXIS_BYTES, z)
}

function addBits(u32: Uint32Array, table: number, step: number): void {
  for (let group = 0; group < 3; group++) {
    const at = (table + group * SPREAD_GROUP_BYTES + ((step >>> (group * 6)) & 63) * 8) >>> 2
    KEY[1]! |= u32[at]!
    KEY[0]! |= u32[at + 1]!
  }
}

/** 1 if a box is to be filed as moving, else 0. */
export function movingOf(m: KernelMemory, tree: number, id: number): number {
  return m.u8[m.u32[(tree + STATE_ACTIVITY) >>> 2]! + id]! >>> 7
}

/** Writes the key of a box to `KEY`. */
export function keyOf(m: KernelMemory, tree: number, box: number, id: number): void {
  const x = gridStepOf(m, tree, box, 0)
  const y = gridStepOf(m, tree, box, 1)
  const z = gridStepOf(m, tree, box, 2)
  keyOfSteps(m, tree, x, y, z, id, movingOf(m, tree, id))
}

/** 32 bits of a key from bit `offset` (from the top) on; beyond the end are zeros. */
export function bitsFrom(high: number, low: number, offset: number): number {
  if (offset === 0) return high
  if (offset < 32) return ((high << offset) | (low >>> (32 - offset))) >>> 0
  return offset < 64 ? (low << (offset - 32)) >>> 0 : 0
}
