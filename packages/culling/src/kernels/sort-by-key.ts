/** The twin of `assembly/sort-by-key.ts`. */
import { BOX_BYTES, LIST_BYTES, STATE_BOXES, STATE_WORK, WORK_HISTOGRAM } from '../spatial/octree.js'
import { bitsFrom, KEY, type KernelMemory, keyOf } from './keys.js'

const BUCKETS = 2048
const PASSES = 3

/**
 * Sorts a list of ids by their keys: a radix sort of three passes of 11 bits over 32 bits of each key, from
 * the first bit on in which the keys differ. Entries equal in them keep their order. Returns how many leading
 * bits all keys share.
 */
export function sortByKey(m: KernelMemory, tree: number, list: number, spare: number, count: number): number {
  const { u32 } = m
  const shared = writeKeys(m, tree, list, spare, count)
  const histogram = (u32[(tree + STATE_WORK) >>> 2]! + WORK_HISTOGRAM) >>> 2
  countDigits(u32, list >>> 2, spare >>> 2, count, shared, histogram)
  let from = list >>> 2
  let to = spare >>> 2
  for (let pass = 0; pass < PASSES; pass++) {
    scatter(u32, from, to, count, histogram + pass * BUCKETS, pass * 11)
    const other = from
    from = to
    to = other
  }
  u32.copyWithin(list >>> 2, spare >>> 2, (spare + count * LIST_BYTES) >>> 2)
  return shared
}

/** Writes the keys to the spare list and returns how many leading bits they share. */
function writeKeys(m: KernelMemory, tree: number, list: number, spare: number, count: number): number {
  const { u32 } = m
  const boxes = u32[(tree + STATE_BOXES) >>> 2]!
  let differHigh = 0
  let differLow = 0
  for (let i = 0; i < count; i++) {
    const id = u32[(list + i * LIST_BYTES) >>> 2]!
    keyOf(m, tree, boxes + id * BOX_BYTES, id)
    const at = (spare + i * LIST_BYTES) >>> 2
    u32[at] = KEY[1]!
    u32[at + 1] = KEY[0]!
    differLow |= KEY[1]! ^ u32[spare >>> 2]!
    differHigh |= KEY[0]! ^ u32[(spare >>> 2) + 1]!
  }
  if (differHigh !== 0) return Math.clz32(differHigh)
  return 32 + (differLow === 0 ? 0 : Math.clz32(differLow))
}

function countDigits(
  u32: Uint32Array,
  list: number,
  spare: number,
  count: number,
  shared: number,
  histogram: number,
): void {
  u32.fill(0, histogram, histogram + PASSES * BUCKETS)
  for (let i = 0; i < count; i++) {
    const bits = bitsFrom(u32[spare + i * 2 + 1]!, u32[spare + i * 2]!, shared)
    u32[list + i * 2 + 1] = bits
    u32[histogram + (bits & 2047)]!++
    u32[histogram + BUCKETS + ((bits >>> 11) & 2047)]!++
    u32[histogram + 2 * BUCKETS + (bits >>> 22)]!++
  }
}

/** One pass: entries go to where their digit's run begins. */
function scatter(
  u32: Uint32Array,
  from: number,
  to: number,
  count: number,
  digits: number,
  shift: number,
): void {
  let sum = 0
  for (let d = digits; d < digits + BUCKETS; d++) {
    const here = u32[d]!
    u32[d] = sum
    sum += here
  }
  for (let i = 0; i < count; i++) {
    const bits = u32[from + i * 2 + 1]!
    const at = u32[digits + ((bits >>> shift) & 2047)]!++
    u32[to + at * 2] = u32[from + i * 2]!
    u32[to + at * 2 + 1] = bits
  }
}
