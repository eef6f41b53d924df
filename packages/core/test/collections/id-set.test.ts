import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { addId, clearIdSet, createIdSet, hasId, removeId } from '../../src/index.js'
import { createArena } from '../../src/memory.js'

describe('IdSet', () => {
  it('behaves as a Set (5,000 random steps, seed 4)', () => {
    const random = createRandom(4)
    const set = createIdSet(30)
    const truth = new Set<number>()
    for (let step = 0; step < 5000; step++) {
      const id = Math.floor(random() * 31)
      const action = random()
      if (action < 0.5) expect(addId(set, id)).toBe(!truth.has(id))
      else if (action < 0.99) expect(removeId(set, id)).toBe(truth.has(id))
      else clearIdSet(set)
      if (action < 0.5) truth.add(id)
      else if (action < 0.99) truth.delete(id)
      else truth.clear()
      const probe = Math.floor(random() * 31)
      expect(hasId(set, probe)).toBe(truth.has(probe))
      expect([...set.ids.subarray(0, set.count)].sort(), `seed 4, step ${step}`).toEqual([...truth].sort())
    }
  })

  it('takes no id out of its range', () => {
    const set = createIdSet(3)
    for (const id of [4, -1, 1.5, NaN]) {
      expect(addId(set, id)).toBe(false)
      expect(hasId(set, id)).toBe(false)
      expect(removeId(set, id)).toBe(false)
    }
    expect(set.count).toBe(0)
  })

  it('lies in an arena when one is given', () => {
    const arena = createArena(1)
    const set = createIdSet(5, arena)
    expect([set.ids.buffer, set.position.buffer]).toEqual([arena.buffer, arena.buffer])
  })
})
