import { describe, expect, it } from 'vitest'
import { type Chains, createChains, hang, hold, moveOn, POINTS } from '../src/cloth/chains.js'
import { createRandom } from '../src/town/random.js'

const STEP = Float64Array.of(1 / 60)

function flag(): Chains {
  const chains = createChains(1)
  chains.link[0] = 0.4
  chains.wind[0] = 1
  chains.weight[0] = 0.5
  hang(chains, 0, [10, 20, 30], [1, 0, 0])
  return chains
}

/** The largest share by which a link is longer or shorter than it should be. */
function stretch({ now, link }: Chains): number {
  let worst = 0
  for (let k = 1; k < POINTS; k++) {
    const [a, b] = [(k - 1) * 3, k * 3]
    const length = Math.hypot(now[b]! - now[a]!, now[b + 1]! - now[a + 1]!, now[b + 2]! - now[a + 2]!)
    worst = Math.max(worst, Math.abs(length / link[0]! - 1))
  }
  return worst
}

describe('cloth', () => {
  it('keeps its length in the wind, and what it hangs from', () => {
    const chains = flag()
    for (let i = 0; i < 600; i++) {
      moveOn(chains, 0, STEP)
      expect(stretch(chains), `step ${i}`).toBeLessThan(0.12)
    }
    expect(Array.from(chains.now.subarray(0, 3))).toEqual([10, 20, 30])
  })

  it('neither explodes nor tears when it is seen again, however long that was and wherever it has got to (seed 4)', () => {
    const random = createRandom(4)
    const chains = flag()
    const hook = new Float64Array(3)
    for (let rest = 0; rest < 200; rest++) {
      for (let k = 0; k < 3; k++) hook[k] = random.range(-400, 400)
      hold(chains, 0, hook)
      moveOn(chains, 0, Float64Array.of(random.range(0, 500)))
      expect(chains.now.every(Number.isFinite)).toBe(true)
      expect(stretch(chains), `rest ${rest}`).toBeLessThan(0.2)
      expect(Array.from(chains.now.subarray(0, 3))).toEqual(Array.from(hook))
    }
  })

  it('hangs a second after a rest as one that never rested', () => {
    const [rested, awake] = [flag(), flag()]
    for (let i = 0; i < 660; i++) moveOn(awake!, 0, STEP)
    moveOn(rested!, 0, Float64Array.of(10))
    for (let i = 0; i < 60; i++) moveOn(rested!, 0, STEP)
    expect(rested!.clock[0]).toBeCloseTo(awake!.clock[0]!, 9)
    for (let i = 0; i < POINTS * 3; i++) expect(Math.abs(rested!.now[i]! - awake!.now[i]!)).toBeLessThan(0.35)
  })
})
