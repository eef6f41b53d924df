import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { edgeOf, randomPoint } from '../support/questions.js'
import { createTrial, expectNearest, trialFill } from '../support/trial.js'
import { namedWorld } from '../support/worlds.js'

const COUNT = 3000
const ENDLESS = Number.POSITIVE_INFINITY

function filled(world: string, seed: number) {
  const random = createRandom(seed)
  const { boxes, around } = namedWorld(world, random, COUNT)
  const trial = createTrial(`${world}, seed ${seed}`, { capacity: COUNT })
  trialFill(trial, boxes)
  return { trial, random, around }
}

describe.each(['cube', 'town', 'clusters', 'zero size'])(
  'queryNearest against the oracle in "%s"',
  (world) => {
    it('k from 1 to 100, with and without a limit, seed 1', () => {
      const { trial, random, around } = filled(world, 1)
      for (let k = 1; k <= 100; k++) {
        const point = randomPoint(random, around)
        expect(expectNearest(trial, ...point, k, ENDLESS)).toBe(k)
        expectNearest(trial, ...point, k, Math.fround(edgeOf(around) * random() ** 2 * 0.2))
      }
    })

    it('from far outside, seed 2', () => {
      const { trial, random, around } = filled(world, 2)
      for (let i = 0; i < 20; i++) {
        const far = () => Math.fround((random() - 0.5) * 40 * edgeOf(around))
        expectNearest(trial, far(), far(), far(), 10, ENDLESS)
      }
    })
  },
)

describe('queryNearest', () => {
  it('equal distances: any of the tied, each once', () => {
    const trial = createTrial('ring', { capacity: 64 })
    const points = [...Array(64).keys()].flatMap((i) => {
      const [x, y, z] = [i & 1 ? 3 : -3, i & 2 ? 3 : -3, i & 4 ? 3 : -3]
      return [x, y, z, x, y, z]
    })
    trialFill(trial, new Float32Array(points))
    for (const k of [1, 2, 7, 8, 9, 33, 63, 64]) expect(expectNearest(trial, 0, 0, 0, k, ENDLESS)).toBe(k)
    for (const k of [1, 8, 9, 40]) expectNearest(trial, 1, 1, 1, k, ENDLESS)
  })

  it('boxes that hold the point are all at distance 0', () => {
    const trial = createTrial('nested', { capacity: 200 })
    const nested = [...Array(200).keys()].flatMap((i) => [-i, -i, -i, i, i, i])
    trialFill(trial, new Float32Array(nested))
    expect(expectNearest(trial, 0, 0, 0, 200, 0)).toBe(200)
    expect(expectNearest(trial, 10.5, 0, 0, 200, 0)).toBe(189)
    expect(expectNearest(trial, 10.5, 0, 0, 50, ENDLESS)).toBe(50)
    expect(Array.from(trial.distances.subarray(0, 50)).every((distance) => distance === 0)).toBe(true)
  })

  it('the limit itself is within', () => {
    const trial = createTrial('limit', { capacity: 2 })
    trialFill(trial, new Float32Array([3, 4, 0, 9, 9, 0, 0, 0, 12, 0, 0, 13]))
    expect(expectNearest(trial, 0, 0, 0, 9, 5)).toBe(1)
    expect(expectNearest(trial, 0, 0, 0, 9, 4.999)).toBe(0)
    expect(expectNearest(trial, 0, 0, 0, 9, 12)).toBe(2)
  })

  it('k beyond what there is answers everything, k of everything too', () => {
    const { trial } = filled('cube', 3)
    expect(expectNearest(trial, 1, 2, 3, COUNT, ENDLESS)).toBe(COUNT)
    expect(expectNearest(trial, 1, 2, 3, COUNT + 1, ENDLESS)).toBe(COUNT)
  })
})
