import { move, queryBox, queryNearest, queryRay, querySphere } from '@sightline/culling/spatial'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import type { Box } from '../support/oracle.js'
import { edgeOf, randomBox, randomPoint } from '../support/questions.js'
import { createTrial, expectBox, expectSphere, type Trial, trialFill } from '../support/trial.js'
import { namedWorld } from '../support/worlds.js'

const COUNT = 3000

function filled(world: string, seed: number) {
  const random = createRandom(seed)
  const { boxes, around } = namedWorld(world, random, COUNT)
  const trial = createTrial(`${world}, seed ${seed}`, { capacity: COUNT })
  trialFill(trial, boxes)
  return { trial, random, around }
}

/** Asks both trees for a box in doubles: one id must be among the answers. */
function expectFound(t: Trial, [x, y, z, X, Y, Z]: number[], id: number): void {
  for (const tree of t.trees) {
    const count = queryBox(tree, x!, y!, z!, X!, Y!, Z!, t.out)
    expect(Array.from(t.out.subarray(0, count)), `${t.label}: id ${id}`).toContain(id)
  }
}

/** Unit cubes side by side, 12 × 12 × 12, each touching 26 others. */
function grid(): Trial {
  const trial = createTrial('grid of unit cubes', { capacity: 1728 })
  const boxes = new Float32Array(1728 * 6)
  for (let i = 0; i < 1728; i++) {
    const [x, y, z] = [i % 12, Math.floor(i / 12) % 12, Math.floor(i / 144)]
    boxes.set([x, y, z, x + 1, y + 1, z + 1], i * 6)
  }
  trialFill(trial, boxes)
  return trial
}

describe.each(['cube', 'town', 'clusters'])(
  'boxes and spheres against the oracle in the world "%s"',
  (world) => {
    it.each([1, 2])('random sizes and places, seed %i', (seed) => {
      const { trial, random, around } = filled(world, seed)
      let [boxes, spheres] = [0, 0]
      for (let i = 0; i < 150; i++) {
        boxes += expectBox(trial, randomBox(random, around))
        spheres += expectSphere(
          trial,
          ...randomPoint(random, around),
          Math.fround(edgeOf(around) * random() ** 3),
        )
      }
      expect(boxes).toBeGreaterThan(100)
      expect(spheres).toBeGreaterThan(100)
    })
  },
)

describe('queryBox', () => {
  it('counts what only touches: a face, an edge, a corner, a point', () => {
    const trial = grid()
    expect(expectBox(trial, [2.25, 2.25, 2.25, 2.75, 2.75, 2.75])).toBe(1)
    expect(expectBox(trial, [3, 2.25, 2.25, 3, 2.75, 2.75])).toBe(2)
    expect(expectBox(trial, [3, 3, 2.25, 3, 3, 2.75])).toBe(4)
    expect(expectBox(trial, [3, 3, 3, 3, 3, 3])).toBe(8)
    expect(expectBox(trial, [3, 3, 3, 4, 4, 4])).toBe(27)
    expect(expectBox(trial, [12, 12, 12, 90, 90, 90])).toBe(1)
    expect(expectBox(trial, [-9, 0, 0, 0, 12, 12])).toBe(144)
    expect(expectBox(trial, [12.0625, 0, 0, 13, 12, 12])).toBe(0)
  })

  it('every box finds itself, by itself and by each of its corners, seed 3', () => {
    const { trial } = filled('town', 3)
    const { boxes } = trial.oracle
    for (let id = 0; id < COUNT; id += 7) {
      const b = Array.from(boxes.subarray(id * 6, id * 6 + 6)) as unknown as Box
      expectBox(trial, b)
      expectBox(trial, [b[0], b[1], b[2], b[0], b[1], b[2]])
      expectBox(trial, [b[3], b[1], b[5], b[3], b[1], b[5]])
    }
  })

  it('one float32 step away is away', () => {
    const trial = createTrial('one step', { capacity: 1 })
    trialFill(trial, new Float32Array([0, 0, 0, 1, 1, 1]))
    expect(expectBox(trial, [1, 0, 0, 2, 1, 1])).toBe(1)
    expect(expectBox(trial, [1 + 2 ** -23, 0, 0, 2, 1, 1])).toBe(0)
    expect(expectBox(trial, [-1, -1, -1, -(2 ** -140), 1, 1])).toBe(0)
    expect(expectBox(trial, [-1, -1, -1, 0, 0, 0])).toBe(1)
    expect(expectBox(trial, [-1, -1, -1, -0, -0, -0])).toBe(1)
  })

  it('reaches without end: half spaces and everything', () => {
    const { trial } = filled('cube', 4)
    const all = Number.POSITIVE_INFINITY
    expect(expectBox(trial, [-all, -all, -all, all, all, all])).toBe(COUNT)
    expect(expectBox(trial, [0, -all, -all, all, all, all])).toBeLessThan(COUNT)
    expect(expectBox(trial, [-1.7e308, -1.7e308, -1.7e308, 1.7e308, 1.7e308, 1.7e308])).toBe(COUNT)
  })

  it('a question in doubles loses nothing to its rounding, seed 5', () => {
    const { trial, random } = filled('at 45 km', 5)
    for (let i = 0; i < 200; i++) {
      const id = Math.floor(random() * COUNT)
      const b = trial.oracle.boxes.subarray(id * 6, id * 6 + 6)
      // Meets the box by less than a float32 step, on any of its sides.
      const axis = Math.floor(random() * 3)
      const question = Array.from(b)
      if (random() < 0.5) [question[axis], question[axis + 3]] = [b[axis + 3]! - 1e-9, b[axis + 3]! + 1]
      else [question[axis], question[axis + 3]] = [b[axis]! - 1, b[axis]! + 1e-9]
      expectFound(trial, question, id)
    }
  })

  it('a box that is no float32 is found by the very numbers it was given, seed 6', () => {
    const { trial, random } = filled('at 45 km', 6)
    for (let id = 0; id < 200; id++) {
      const at = () => 45_000 + random()
      const [x, y, z] = [at(), at(), at()]
      for (const tree of trial.trees) move(tree, id, x, y, z, x, y, z)
      expectFound(trial, [x, y, z, x, y, z], id)
      for (const tree of trial.trees) {
        expect(querySphere(tree, x, y, z, 0, trial.out)).toBeGreaterThan(0)
        expect(queryRay(tree, x, y, z, 1, 2, 3, 0, trial.out, trial.distances)).toBeGreaterThan(0)
        expect(queryNearest(tree, x, y, z, 1, 0, trial.out, trial.distances)).toBe(1)
      }
    }
  })
})

describe('querySphere', () => {
  it('counts what only touches', () => {
    const trial = grid()
    expect(expectSphere(trial, 2.5, 2.5, 2.5, 0.25)).toBe(1)
    expect(expectSphere(trial, 2.5, 2.5, 2.5, 0.5)).toBe(7)
    expect(expectSphere(trial, 3, 3, 3, 0)).toBe(8)
    expect(expectSphere(trial, 2.5, 2.5, 2.5, 0)).toBe(1)
    expect(expectSphere(trial, 14, 5.5, 5.5, 2)).toBe(1)
    // 3-4-5: touches one edge of the grid.
    expect(expectSphere(trial, 15, 16, 5.5, 5)).toBe(1)
    expect(expectSphere(trial, 15, 16, 5.5, 4.999)).toBe(0)
  })

  it('radius 0 is a point, and no end of radius is everything', () => {
    const { trial } = filled('cube', 6)
    const { boxes } = trial.oracle
    for (let id = 0; id < 200; id++)
      expectSphere(trial, boxes[id * 6]!, boxes[id * 6 + 4]!, boxes[id * 6 + 2]!, 0)
    expect(expectSphere(trial, 0, 0, 0, Number.POSITIVE_INFINITY)).toBe(COUNT)
    expect(expectSphere(trial, 0, 0, 0, 1e30)).toBe(COUNT)
  })

  it('the corners of the box round a sphere are not in the sphere', () => {
    const trial = createTrial('corners', { capacity: 8 })
    const points = [...Array(8).keys()].flatMap((i) => {
      const [x, y, z] = [i & 1 ? 9 : -9, i & 2 ? 9 : -9, i & 4 ? 9 : -9]
      return [x, y, z, x, y, z]
    })
    trialFill(trial, new Float32Array(points))
    expect(expectSphere(trial, 0, 0, 0, 10)).toBe(0)
    expect(expectSphere(trial, 0, 0, 0, 15.6)).toBe(8)
  })
})
