/** The twin of `assembly/list-leaf.ts`. */
import {
  BOX_BYTES,
  IDS_BYTES,
  KEYS_BYTES,
  KEYS_HIGH,
  KEYS_LENGTH,
  KEYS_LOW,
  LEAF_BYTES,
  LEAF_COUNT,
  LEAF_PARENT,
  LIST_BYTES,
  STATE_BOXES,
  STATE_GRID_MAX,
  STATE_IDS,
  STATE_KEYS,
  STATE_LEAVES,
  STATE_MORTON_BITS,
  STATE_ORDER,
} from '../spatial/octree.js'
import { bitsFrom, gridStepOf, KEY, type KernelMemory, keyOfSteps } from './keys.js'

/** The cell last decoded: for each axis its first grid step and its edge in steps. */
export const CELL_FIRST: Uint32Array = new Uint32Array(3)
export const CELL_SIZE: Uint32Array = new Uint32Array(3)

/** Decodes the cell of a key prefix into `CELL_FIRST` and `CELL_SIZE`. */
export function decodeCell(m: KernelMemory, tree: number, high: number, low: number, length: number): void {
  const state = tree >>> 2
  const order = m.u32[state + (STATE_ORDER >>> 2)]!
  for (let axis = 0; axis < 3; axis++) {
    CELL_FIRST[axis] = 0
    CELL_SIZE[axis] = m.f32[state + (STATE_GRID_MAX >>> 2) + axis]! + 1
  }
  const decided = Math.min(length, m.u32[state + (STATE_MORTON_BITS >>> 2)]!)
  for (let k = 0; k < decided; k++) {
    const axis = m.u8[order + k * 2]!
    const size = 1 << m.u8[order + k * 2 + 1]!
    const bit = k < 32 ? high >>> (31 - k) : low >>> (63 - k)
    if (bit & 1) CELL_FIRST[axis]! |= size
    CELL_SIZE[axis] = size
  }
}

function clampToCell(step: number, axis: number): number {
  const first = CELL_FIRST[axis]!
  return Math.min(Math.max(step, first), first + CELL_SIZE[axis]! - 1)
}

/** Decodes the cell of the entry that stands for a leaf. */
function decodeLeafCell(m: KernelMemory, tree: number, head: number): void {
  const parent = m.u32[(head + LEAF_PARENT) >>> 2]!
  const keys = m.u32[(tree + STATE_KEYS) >>> 2]! + (parent >>> 3) * KEYS_BYTES
  const lane = parent & 7
  const high = m.u32[((keys + KEYS_HIGH) >>> 2) + lane]!
  const low = m.u32[((keys + KEYS_LOW) >>> 2) + lane]!
  decodeCell(m, tree, high, low, m.u8[keys + KEYS_LENGTH + lane]!)
}

/**
 * Lists the ids of a leaf with 32 bits of their keys, in ascending order. Boxes that hang out of the leaf's cell get the
 * keys of the nearest place in it, so that all keys carry its prefix.
 */
export function listLeaf(m: KernelMemory, tree: number, leaf: number, offset: number, list: number): number {
  const { u32 } = m
  const state = tree >>> 2
  const head = u32[state + (STATE_LEAVES >>> 2)]! + leaf * LEAF_BYTES
  const boxes = u32[state + (STATE_BOXES >>> 2)]!
  const ids = u32[state + (STATE_IDS >>> 2)]! + leaf * IDS_BYTES
  const count = m.u8[head + LEAF_COUNT]!
  decodeLeafCell(m, tree, head)
  for (let i = 0; i < count; i++) {
    const id = u32[(ids >>> 2) + i]!
    const box = boxes + id * BOX_BYTES
    const x = clampToCell(gridStepOf(m, tree, box, 0), 0)
    const y = clampToCell(gridStepOf(m, tree, box, 1), 1)
    const z = clampToCell(gridStepOf(m, tree, box, 2), 2)
    keyOfSteps(m, tree, x, y, z, id)
    insertSorted(u32, list, i, id, bitsFrom(KEY[0]!, KEY[1]!, offset))
  }
  return count
}

/** Inserts an entry into a list of `count`, sorted by key bits, then id. */
export function insertSorted(u32: Uint32Array, list: number, count: number, id: number, bits: number): void {
  let at = (list + count * LIST_BYTES) >>> 2
  const start = list >>> 2
  while (at !== start && (u32[at - 1]! > bits || (u32[at - 1] === bits && u32[at - 2]! > id))) {
    u32[at] = u32[at - 2]!
    u32[at + 1] = u32[at - 1]!
    at -= 2
  }
  u32[at] = id
  u32[at + 1] = bits
}
