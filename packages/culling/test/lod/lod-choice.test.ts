import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { chooseLevel, fadeWeight, NO_LEVEL } from '../../src/lod-choice.js'

const limitsOf = (...limits: number[]) => new Float32Array(limits)

/** Walks through measures and gives the level after each. */
function walk(limits: Float32Array, hysteresis: number, measures: number[], first = NO_LEVEL): number[] {
  let level = first
  return measures.map((measure) => {
    level = chooseLevel(limits, 0, limits.length, measure, hysteresis, level)
    return level
  })
}

describe('cases from the field', () => {
  it('41: from nothing to level 2 at once', () => {
    expect(walk(limitsOf(10, 20), 0.1, [30])).toEqual([2])
    // Also with a level in force: as many steps as it takes, both ways.
    expect(walk(limitsOf(10, 20), 0.1, [30, 5, 30], 0)).toEqual([2, 0, 2])
  })
  it('41: 94, 96, 94, 96 about a limit of 100 with 0.1 changes nothing, whichever level is in force', () => {
    expect(walk(limitsOf(100), 0.1, [94, 96, 94, 96])).toEqual([0, 0, 0, 0])
    expect(walk(limitsOf(100), 0.1, [94, 96, 94, 96], 1)).toEqual([1, 1, 1, 1])
  })
  it('45: below 10 on, above 13 off, in between as before', () => {
    const limit = limitsOf(11.5)
    const distances = [9.9, 10.1, 9.9, 12.9, 13.1, 12.9, 10.1, 9.9]
    expect(walk(limit, 1.5 / 11.5, distances)).toEqual([0, 0, 0, 0, 1, 1, 1, 0])
  })
})

describe('a table', () => {
  const limits = limitsOf(10, 20, 40)
  it.each([
    // previous, measure, level
    [NO_LEVEL, 0, 0],
    [NO_LEVEL, 10, 0],
    [NO_LEVEL, 10.1, 1],
    [NO_LEVEL, 20.1, 2],
    [NO_LEVEL, 40.1, 3],
    [NO_LEVEL, Number.POSITIVE_INFINITY, 3],
    [NO_LEVEL, Number.NaN, 0],
    [2, Number.NaN, 0],
    [0, 10.9, 0],
    [0, 11.1, 1],
    [1, 9.1, 1],
    [1, 8.9, 0],
    [1, 21.9, 1],
    [1, 22.1, 2],
    [0, 21, 1],
    [3, 37, 3],
    [3, 35, 2],
    [3, 19, 2],
    [3, 17, 1],
    [3, 0, 0],
    [0, Number.POSITIVE_INFINITY, 3],
    // Settings with fewer levels came since.
    [7, 39, 3],
  ])('from %d at %d: %d', (previous, measure, level) => {
    expect(chooseLevel(limits, 0, 3, measure, 0.1, previous)).toBe(level)
  })
  it('limits may lie anywhere in the array', () => {
    expect(chooseLevel(limitsOf(1, 1, 1, 10, 20, 40), 3, 3, 25, 0, NO_LEVEL)).toBe(2)
  })
  it('no limits: one level', () => {
    expect(chooseLevel(limits, 0, 0, 1e9, 0.1, NO_LEVEL)).toBe(0)
    expect(fadeWeight(limits, 0, 0, 1e9, 0.1, 0.5, 0)).toBe(1)
  })
})

/** Slow and plain: every limit is a switch of its own that remembers whether it is passed. */
function oracle(limits: Float32Array, hysteresis: number): (measure: number) => number {
  let switches: boolean[] | null = null
  return (measure) => {
    switches = Array.from(limits, (limit, i) => {
      if (switches === null) return measure > limit
      if (switches[i]) return !(measure < limit * (1 - hysteresis))
      return measure > limit * (1 + hysteresis)
    })
    return switches.filter(Boolean).length
  }
}

describe.each([1, 2, 3, 4, 5, 6])('random walks, seed %i', (seed) => {
  it('agree with a switch for each limit', () => {
    const random = createRandom(seed)
    for (let n = 0; n < 40; n++) {
      const count = 1 + Math.floor(random() * 7)
      const limits = new Float32Array(count)
      for (let i = 0; i < count; i++) limits[i] = (i === 0 ? 1 : limits[i - 1]!) * (1.01 + random())
      const hysteresis = random() < 0.2 ? 0 : random() * 0.5
      const expected = oracle(limits, hysteresis)
      let level = NO_LEVEL
      let measure = random() * limits[count - 1]! * 1.2
      for (let step = 0; step < 200; step++) {
        measure = random() < 0.05 ? random() * limits[count - 1]! * 1.5 : measure * (0.9 + random() * 0.2)
        level = chooseLevel(limits, 0, count, measure, hysteresis, level)
        expect(level, `seed ${seed}, walk ${n}, step ${step}, ${measure} in ${limits}`).toBe(
          expected(measure),
        )
      }
    }
  })
})

describe('cross-fade', () => {
  const limits = limitsOf(10, 20)
  const weight = (measure: number, level: number, fade = 0.2, hysteresis = 0.1) =>
    fadeWeight(limits, 0, 2, measure, hysteresis, fade, level)
  it('in numbers: band 7 to 9 before the limit of 10, whose margin ends at 9', () => {
    expect([5, 7, 8, 9, 10, 11].map((m) => weight(m, 0))).toEqual(
      [1, 1, 0.5, 0, 0, 0].map((v) => expect.closeTo(v, 6)),
    )
    // Level 1: band 14 to 18. Its weight is 1 where level 0 may be in force still.
    expect([9, 11, 14, 16, 18, 22].map((m) => weight(m, 1))).toEqual(
      [1, 1, 1, 0.5, 0, 0].map((v) => expect.closeTo(v, 6)),
    )
    expect([14, 1e9].map((m) => weight(m, 2))).toEqual([1, 1])
  })
  it('none without fade', () => {
    expect([5, 9.5, 10.9].map((m) => weight(m, 0, 0))).toEqual([1, 1, 1])
  })
  it('NaN shows the finest', () => {
    expect(weight(Number.NaN, 0)).toBe(1)
  })

  /** What is seen: the share of each level in the picture. */
  function picture(
    limits: Float32Array,
    measure: number,
    hysteresis: number,
    fade: number,
    level: number,
  ): number[] {
    const shares = new Array<number>(9).fill(0)
    const own = fadeWeight(limits, 0, limits.length, measure, hysteresis, fade, level)
    if (!(own >= 0 && own <= 1)) expect.fail(`weight ${own} at ${measure} in ${limits}`)
    shares[level] = own
    shares[level + 1] = 1 - own
    return shares
  }

  it.each([1, 2, 3, 4])('nothing pops on a walk in small steps, seed %i', (seed) => {
    const random = createRandom(seed)
    for (let n = 0; n < 30; n++) {
      const count = 1 + Math.floor(random() * 6)
      const hysteresis = random() * 0.2
      const fade = 0.05 + random() * 0.5
      const limits = new Float32Array(count)
      for (let i = 0; i < count; i++) {
        // Margins of neighbours do not overlap, and leave room for a band.
        limits[i] = (i === 0 ? 1 : limits[i - 1]!) * (1.2 + (2 * hysteresis) / (1 - hysteresis) + random())
      }
      let measure = limits[0]! * 0.5
      let level = NO_LEVEL
      let before: number[] | null = null
      for (let step = 0; step < 3000; step++) {
        // A drift out and in again, with jitter.
        const direction = Math.sin(step / 300) >= 0 ? 1 : -1
        measure = Math.max(measure * (1 + direction * 0.004 + (random() - 0.5) * 0.002), 0.01)
        level = chooseLevel(limits, 0, count, measure, hysteresis, level)
        const now = picture(limits, measure, hysteresis, fade, level)
        const jump = before === null ? 0 : Math.max(...now.map((share, i) => Math.abs(share - before![i]!)))
        // A step is 0.5 % of the measure; the narrowest band is 5 % of the limit, or the room that neighbours leave.
        if (!(jump < 0.25)) expect.fail(`seed ${seed}, walk ${n}, step ${step}, ${measure} in ${limits}`)
        before = now
      }
    }
  })

  it('the picture depends on the measure alone, not on the way there, seed 7', () => {
    const random = createRandom(7)
    for (let n = 0; n < 200; n++) {
      const limits = limitsOf(10, 10 * (1.5 + random()))
      const measure = random() * 40
      const [out, back] = [walk(limits, 0.1, [0, measure]), walk(limits, 0.1, [1e9, measure])].map(
        (w) => w[1]!,
      )
      const a = picture(limits, measure, 0.1, 0.2, out!)
      const b = picture(limits, measure, 0.1, 0.2, back!)
      a.forEach((share, i) => {
        expect(share, `${measure} in ${limits}`).toBeCloseTo(b[i]!, 6)
      })
    }
  })
})
