import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import type { Ray } from '../support/oracle.js'
import { aimedRay, edgeOf, randomRay } from '../support/questions.js'
import { createTrial, expectRay, type Trial, trialFill } from '../support/trial.js'
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

/** Unit cubes at x = 0, 2, 4 … 18, ids from near to far. */
function row(): Trial {
  const trial = createTrial('row of unit cubes', { capacity: 10 })
  trialFill(trial, new Float32Array([...Array(10).keys()].flatMap((i) => [i * 2, 0, 0, i * 2 + 1, 1, 1])))
  return trial
}

describe.each(['cube', 'town', 'clusters'])('queryRay against the oracle in the world "%s"', (world) => {
  it.each([1, 2])('random rays, seed %i', (seed) => {
    const { trial, random, around } = filled(world, seed)
    let answered = 0
    for (let i = 0; i < 200; i++) {
      const limit = random() < 0.5 ? ENDLESS : Math.fround(edgeOf(around) * random())
      answered += expectRay(trial, randomRay(random, around), limit)
      answered += expectRay(trial, aimedRay(random, around, trial.oracle), limit)
    }
    expect(answered).toBeGreaterThan(100)
  })

  it('rays aimed at boxes from afar and from within, seed 3', () => {
    const { trial, random } = filled(world, 3)
    const { boxes } = trial.oracle
    for (let i = 0; i < 200; i++) {
      const [from, to] = [Math.floor(random() * COUNT), Math.floor(random() * COUNT)]
      const middle = (id: number, axis: number) => (boxes[id * 6 + axis]! + boxes[id * 6 + axis + 3]!) / 2
      const origin = [0, 1, 2].map((axis) => Math.fround(middle(from, axis)))
      const direction = [0, 1, 2].map((axis) => Math.fround(middle(to, axis) - origin[axis]!))
      if (direction.every((value) => value === 0)) continue
      expectRay(trial, [...origin, ...direction] as unknown as Ray, ENDLESS)
      expect(Array.from(trial.out)).toContain(from)
    }
  })
})

describe('queryRay', () => {
  it('answers from near to far, with distances in units of the world whatever the direction is long', () => {
    const trial = row()
    for (const length of [1, 0.001, 250]) {
      expect(expectRay(trial, [-3, 0.5, 0.5, length, 0, 0], ENDLESS)).toBe(10)
      expect(Array.from(trial.out.subarray(0, 10))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
      expect(Array.from(trial.distances.subarray(0, 10))).toEqual([3, 5, 7, 9, 11, 13, 15, 17, 19, 21])
    }
    expect(expectRay(trial, [30, 0.5, 0.5, -2, 0, 0], ENDLESS)).toBe(10)
    expect(Array.from(trial.out.subarray(0, 10))).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  })

  it('maxDistance counts the boxes that begin there', () => {
    const trial = row()
    expect(expectRay(trial, [-3, 0.5, 0.5, 1, 0, 0], 5)).toBe(2)
    expect(expectRay(trial, [-3, 0.5, 0.5, 1, 0, 0], 4.999)).toBe(1)
    expect(expectRay(trial, [-3, 0.5, 0.5, 1, 0, 0], 2)).toBe(0)
    expect(expectRay(trial, [-3, 0.5, 0.5, 4, 0, 0], 5)).toBe(2)
  })

  it('maxDistance 0 asks what holds the origin', () => {
    const trial = row()
    expect(expectRay(trial, [4.5, 0.5, 0.5, 1, 0, 0], 0)).toBe(1)
    expect(expectRay(trial, [4, 0, 1, -1, 2, 0.5], 0)).toBe(1)
    expect(expectRay(trial, [3.5, 0.5, 0.5, 1, 0, 0], 0)).toBe(0)
  })

  it('from inside a box the distance is 0', () => {
    const trial = row()
    expect(expectRay(trial, [8.5, 0.5, 0.5, 0, 0, 1], ENDLESS)).toBe(1)
    expect(trial.distances[0]).toBe(0)
    expect(expectRay(trial, [8.5, 0.5, 0.5, 1, 0, 0], ENDLESS)).toBe(6)
    expect(Array.from(trial.distances.subarray(0, 3))).toEqual([0, 1.5, 3.5])
  })

  it('a ray along a face, an edge, through a corner: touched is hit', () => {
    const trial = row()
    expect(expectRay(trial, [-3, 1, 0.5, 1, 0, 0], ENDLESS)).toBe(10)
    expect(expectRay(trial, [-3, 0, 0, 1, 0, 0], ENDLESS)).toBe(10)
    expect(expectRay(trial, [-3, 0, 1, 1, -0, -0], ENDLESS)).toBe(10)
    expect(expectRay(trial, [-3, 1 + 2 ** -22, 0.5, 1, 0, 0], ENDLESS)).toBe(0)
    expect(expectRay(trial, [-1, 2, 0.5, 1, -1, 0], ENDLESS)).toBe(1)
    expect(expectRay(trial, [2, 5, 1, 0, -1, 0], ENDLESS)).toBe(1)
    expect(expectRay(trial, [1, 9, 0.5, 0, 1, 0], ENDLESS)).toBe(0)
  })

  it('starts on a face: hit at distance 0, looking in, away or along', () => {
    const trial = row()
    for (const direction of [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 1, 0],
      [0, 0, -1],
      [-1, 1, 1],
    ]) {
      expect(expectRay(trial, [4, 0.5, 0.5, ...direction] as unknown as Ray, 0.5)).toBe(1)
      expect(trial.distances[0]).toBe(0)
    }
  })

  it('boxes behind the origin are not hit', () => {
    const trial = row()
    expect(expectRay(trial, [9.5, 0.5, 0.5, 1, 0, 0], ENDLESS)).toBe(5)
    expect(expectRay(trial, [-0.5, 0.5, 0.5, -1, 0, 0], ENDLESS)).toBe(0)
  })

  it('flat boxes and points are hit', () => {
    const trial = createTrial('flat', { capacity: 3 })
    trialFill(trial, new Float32Array([2, -1, -1, 2, 1, 1, 3, 0, 0, 3, 0, 0, 4, -1, 0, 6, 1, 0]))
    expect(expectRay(trial, [0, 0, 0, 1, 0, 0], ENDLESS)).toBe(3)
    expect(expectRay(trial, [0, 0.5, 0, 1, 0, 0], ENDLESS)).toBe(2)
    expect(expectRay(trial, [5, 0.25, 3, 0, 0, -1], ENDLESS)).toBe(1)
  })

  it('very long and very short directions lose nothing', () => {
    const { trial } = filled('town', 4)
    const count = expectRay(trial, [-400, 1, 3, 1, 0.0009765625, 0.125], ENDLESS)
    expect(count).toBeGreaterThan(0)
    for (const scale of [2 ** -60, 2 ** -20, 2 ** 20, 2 ** 60]) {
      const ray: Ray = [-400, 1, 3, scale, 0.0009765625 * scale, 0.125 * scale]
      expect(expectRay(trial, ray, ENDLESS), `direction of length ${scale}`).toBe(count)
    }
  })

  it('a direction almost along an axis', () => {
    const { trial } = filled('cube', 5)
    const { boxes } = trial.oracle
    for (let id = 0; id < 100; id++) {
      const [y, z] = [boxes[id * 6 + 1]!, boxes[id * 6 + 5]!]
      for (const tiny of [1e-30, 1e-12, 1e-7]) {
        expectRay(trial, [-200, y, z, 1, 0, 0], ENDLESS)
        expectRay(trial, [-200, y, z, 1, Math.fround(tiny), Math.fround(-tiny)], ENDLESS)
      }
    }
  })
})
