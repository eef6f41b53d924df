/** The twin of `assembly/list-leaf.ts`. */
import {
  BOX_BYTES,
  IDS_BYTES,
  LEAF_BYTES,
  LEAF_COUNT,
  LEAF_LENGTH,
  LIST_BYTES,
  STATE_BOXES,
  STATE_IDS,
  STATE_LEAVES,
} from '../spatial/octree.js'
import { CELL_FIRST, CELL_SIZE, decodeCell, leafMoves } from './cell.js'
import { bitsFrom, gridStepOf, KEY, type KernelMemory, keyOfSteps, movingOf } from './keys.js'

function clampToCell(step: number, axis: number): number {
  const first = CELL_FIRST[axis]!
  return Math.min(Math.max(step, first), first + CELL_SIZE[axis]! - 1)
}

/**
 * Lists the ids of a leaf with 32 bits of their keys, in ascending order. Boxes that hang out of the leaf's
 * cell get the keys of the nearest place in it, so that all keys carry its prefix.
 */
export function listLeaf(m: KernelMemory, tree: number, leaf: number, offset: number, list: number): number {
  const { u32 } = m
  const state = tree >>> 2
  const head = u32[state + (STATE_LEAVES >>> 2)]! + leaf * LEAF_BYTES
  const boxes = u32[state + (STATE_BOXES >>> 2)]!
  const ids = u32[state + (STATE_IDS >>> 2)]! + leaf * IDS_BYTES
  const count = m.u8[head + LEAF_COUNT]!
  decodeCell(m, tree, head)
  // A box whose turn to be filed anew has not come goes with its leaf.
  const decided = m.u8[head + LEAF_LENGTH]! > 0
  const moving = leafMoves(m, tree, head)
  for (let i = 0; i < count; i++) {
    const id = u32[(ids >>> 2) + i]!
    const box = boxes + id * BOX_BYTES
    const x = clampToCell(gridStepOf(m, tree, box, 0), 0)
    const y = clampToCell(gridStepOf(m, tree, box, 1), 1)
    const z = clampToCell(gridStepOf(m, tree, box, 2), 2)
    keyOfSteps(m, tree, x, y, z, id, decided ? moving : movingOf(m, tree, id))
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
