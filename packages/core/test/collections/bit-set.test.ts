import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { clearBit, clearBits, countBits, createBitSet, hasBit, setBit } from '../../src/index.js'
import { createArena } from '../../src/memory.js'

describe('BitSet', () => {
  it('behaves as a Set (3,000 random steps, seed 9)', () => {
    const random = createRandom(9)
    const set = createBitSet(100)
    const truth = new Set<number>()
    for (let step = 0; step < 3000; step++) {
      const bit = Math.floor(random() * 100)
      if (random() < 0.5) {
        expect(setBit(set, bit)).toBe(!truth.has(bit))
        truth.add(bit)
      } else expect(clearBit(set, bit)).toBe(truth.delete(bit))
      const probe = Math.floor(random() * 100)
      expect(hasBit(set, probe), `seed 9, step ${step}`).toBe(truth.has(probe))
      expect(countBits(set), `seed 9, step ${step}`).toBe(truth.size)
    }
    clearBits(set)
    expect(countBits(set)).toBe(0)
  })

  it('has no bit beyond its end', () => {
    expect(hasBit(createBitSet(10), 500)).toBe(false)
  })

  it('lies in an arena when one is given', () => {
    const arena = createArena(1)
    expect(createBitSet(33, arena).words.buffer).toBe(arena.buffer)
  })
})
