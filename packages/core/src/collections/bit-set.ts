import type { Arena } from '../memory.js'
import { uint32Array } from '../memory.js'

/** One bit for each number from 0 to `size - 1`, 32 to a word. */
export type BitSet = { readonly words: Uint32Array; readonly size: number }

/** A set with room for `size` bits, all clear, in an arena if one is given. */
export function createBitSet(size: number, arena?: Arena): BitSet {
  const words = Math.ceil(size / 32)
  return { words: arena === undefined ? new Uint32Array(words) : uint32Array(arena, words), size }
}

/** Whether bit `index` is set. */
export function hasBit(set: BitSet, index: number): boolean {
  return ((set.words[index >>> 5] ?? 0) & (1 << (index & 31))) !== 0
}

/** Sets bit `index`; false if it was set. */
export function setBit(set: BitSet, index: number): boolean {
  const word = index >>> 5
  const bit = 1 << (index & 31)
  const before = set.words[word]!
  set.words[word] = before | bit
  return (before & bit) === 0
}

/** Clears bit `index`; false if it was clear. */
export function clearBit(set: BitSet, index: number): boolean {
  const word = index >>> 5
  const bit = 1 << (index & 31)
  const before = set.words[word]!
  set.words[word] = before & ~bit
  return (before & bit) !== 0
}

/** Clears every bit. */
export function clearBits(set: BitSet): void {
  set.words.fill(0)
}

/** How many bits are set. */
export function countBits(set: BitSet): number {
  let total = 0
  for (let i = 0; i < set.words.length; i++) {
    let bits = set.words[i]!
    for (; bits !== 0; bits &= bits - 1) total++
  }
  return total
}
