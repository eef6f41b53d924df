/**
 * The cell of a leaf: the part of the grid that its key prefix stands for. The twin of `assembly/cell.ts`.
 */
import {
  EMPTY,
  KEYS_BYTES,
  KEYS_HIGH,
  KEYS_LENGTH,
  KEYS_LOW,
  LEAF_BYTES,
  LEAF_PARENT,
  LEAF_REACH_MAX,
  LEAF_REACH_MIN,
  REACH_MARGIN,
  STATE_GRID_MAX,
  STATE_KEYS,
  STATE_LEAVES,
  STATE_MORTON_BITS,
  STATE_ORDER,
} from '../spatial/octree.js'
import type { KernelMemory } from './keys.js'

/** The cell last decoded: for each axis its first grid step and its edge in steps. */
export const CELL_FIRST: Uint32Array = new Uint32Array(3)
export const CELL_SIZE: Uint32Array = new Uint32Array(3)

/** Decodes the cell of the leaf at byte offset `head` into `CELL_FIRST` and `CELL_SIZE`. */
export function decodeCell(m: KernelMemory, tree: number, head: number): void {
  const { f32, u32, u8 } = m
  const state = tree >>> 2
  const parent = u32[(head + LEAF_PARENT) >>> 2]!
  const lane = parent & 7
  const keys = u32[state + (STATE_KEYS >>> 2)]! + (parent >>> 3) * KEYS_BYTES
  const high = u32[((keys + KEYS_HIGH) >>> 2) + lane]!
  const low = u32[((keys + KEYS_LOW) >>> 2) + lane]!
  // The first bit of a prefix says whether its boxes move.
  const decided = Math.min(u8[keys + KEYS_LENGTH + lane]! - 1, u32[state + (STATE_MORTON_BITS >>> 2)]!)
  const order = u32[state + (STATE_ORDER >>> 2)]!
  for (let axis = 0; axis < 3; axis++) {
    CELL_FIRST[axis] = 0
    CELL_SIZE[axis] = f32[state + (STATE_GRID_MAX >>> 2) + axis]! + 1
  }
  for (let k = 0; k < decided; k++) {
    const axis = u8[order + k * 2]!
    const size = 1 << u8[order + k * 2 + 1]!
    const bit = k < 31 ? high >>> (30 - k) : low >>> (62 - k)
    if (bit & 1) CELL_FIRST[axis]! |= size
    CELL_SIZE[axis] = size
  }
}

/** The first bit of the prefix of a leaf: 1 where its boxes move. Means nothing for an empty prefix. */
export function leafMoves(m: KernelMemory, tree: number, head: number): number {
  const parent = m.u32[(head + LEAF_PARENT) >>> 2]!
  const keys = m.u32[(tree + STATE_KEYS) >>> 2]! + (parent >>> 3) * KEYS_BYTES
  return m.u32[((keys + KEYS_HIGH) >>> 2) + (parent & 7)]! >>> 31
}

/**
 * Writes how far the centres of a leaf's boxes may go, in grid steps; the grid's own borders are no limits.
 */
export function setReach(m: KernelMemory, tree: number, leaf: number): void {
  const head = m.u32[(tree + STATE_LEAVES) >>> 2]! + leaf * LEAF_BYTES
  decodeCell(m, tree, head)
  for (let axis = 0; axis < 3; axis++) {
    const first = CELL_FIRST[axis]!
    const size = CELL_SIZE[axis]!
    const margin = size * REACH_MARGIN
    const isLast = first + size > m.f32[((tree + STATE_GRID_MAX) >>> 2) + axis]!
    m.f32[((head + LEAF_REACH_MIN) >>> 2) + axis] = first === 0 ? -EMPTY : first - margin
    m.f32[((head + LEAF_REACH_MAX) >>> 2) + axis] = isLast ? EMPTY : first + size + margin
  }
}
