import { octreeStats, queryBox, queryNearest, queryRay } from '@sightline/culling/spatial'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { frustumPlanes, perspective } from '../support/cameras.js'
import { expectEveryQuery } from '../support/questions.js'
import {
  createTrial,
  expectBox,
  expectFrustum,
  expectNearest,
  expectRay,
  expectSphere,
  trialFill,
  trialInsert,
  trialValidate,
} from '../support/trial.js'
import { boxAt, namedWorld } from '../support/worlds.js'

const COUNT = 600
const ENDLESS = Number.POSITIVE_INFINITY

function town() {
  const trial = createTrial('town, seed 1', { capacity: COUNT + 5 })
  trialFill(trial, namedWorld('town', createRandom(1), COUNT).boxes)
  return trial
}

describe('numbers at the ends of float32 and beyond', () => {
  it.each([1e6, 1e10, 1e15, 1e18, 1e20, 1e30, 1e38])('questions from %f away', (distance) => {
    const trial = town()
    const far = Math.fround(distance)
    expect(expectSphere(trial, far, 0, 0, 1)).toBe(0)
    expect(expectSphere(trial, far, 0, 0, far * 2)).toBe(COUNT)
    expect(expectNearest(trial, far, 0, 0, 5, ENDLESS)).toBe(5)
    expect(expectNearest(trial, far, far, far, COUNT + 5, ENDLESS)).toBe(COUNT)
    expectRay(trial, [far, 1, 0, -1, 0, 0], ENDLESS)
    expect(expectBox(trial, [-far, -far, -far, far, far, far])).toBe(COUNT)
    expect(expectFrustum(trial, new Float32Array([1, 0, 0, far]))).toBe(COUNT)
    expect(expectFrustum(trial, new Float32Array([1, 0, 0, -far]))).toBe(0)
  })

  it('questions in doubles beyond float32', () => {
    const trial = town()
    for (const far of [1e100, 1e300]) {
      expect(expectSphere(trial, far, 0, 0, 1)).toBe(0)
      expect(expectSphere(trial, 0, 0, 0, far)).toBe(COUNT)
      for (const tree of trial.trees) {
        const { out, distances } = trial
        expect(queryNearest(tree, far, 0, 0, 5, ENDLESS, out, distances)).toBe(5)
        const [x, y, z] = [0, 1, 2].map((a) => (trial.oracle.boxes[6 + a]! + trial.oracle.boxes[9 + a]!) / 2)
        const count = queryRay(tree, 0, 1, 0, x!, y! - 1, z!, ENDLESS, out, distances)
        expect(count).toBeGreaterThan(0)
        for (const s of [far / 1000, 1 / far]) {
          expect(queryRay(tree, 0, 1, 0, x! * s, (y! - 1) * s, z! * s, ENDLESS, out, distances)).toBe(count)
        }
      }
    }
  })

  it('planes of any length, from the smallest numbers of float32 to the largest', () => {
    const trial = town()
    const pose = { x: 5, y: 2, z: 9, yaw: 0.4, pitch: -0.1, roll: 0 }
    const camera = frustumPlanes(perspective(1.2, 1, 0.1, 150), pose)
    for (let power = -148; power <= 115; power += 5) {
      expectFrustum(trial, new Float32Array(camera.map((value) => value * 2 ** power)))
    }
  })
})

describe('one box far from all others', () => {
  it.each([1e5, 1e7, 1e9, 1e12, 5e14])('at %f changes nothing for the others', (far) => {
    const trial = town()
    const cameras = Array.from({ length: 12 }, (_, i) =>
      frustumPlanes(perspective(1, 1.7, 0.1, 100), {
        x: i * 20 - 120,
        y: 2,
        z: 0,
        yaw: i,
        pitch: 0,
        roll: 0,
      }),
    )
    const before = cameras.map((planes) => expectFrustum(trial, planes))
    trialInsert(trial, COUNT, boxAt(far, 0, 0, 1))
    trialInsert(trial, COUNT + 1, boxAt(0, -far, far, 1))
    // A camera may look at the far box, so what is compared is held to the oracle, and the counts to one or two.
    for (const [i, planes] of cameras.entries()) {
      const count = expectFrustum(trial, planes)
      expect(count - before[i]!).toBeGreaterThanOrEqual(0)
      expect(count - before[i]!).toBeLessThanOrEqual(2)
    }
    trialValidate(trial)
  })
})

describe('a hint of a world that is not so', () => {
  it.each([
    ['a point', [0, 0, 0, 0, 0, 0]],
    ['elsewhere', [1e6, 1e6, 1e6, 1e6 + 1, 1e6 + 1, 1e6 + 1]],
    ['far too large', [-1e14, -1e14, -1e14, 1e14, 1e14, 1e14]],
    ['flat and long', [0, 0, 0, 1e9, 1e-9, 1]],
    ['right', [-300, 0, -300, 300, 60, 300]],
  ])('%s: the same answers, seed 4', (_, worldBox) => {
    const random = createRandom(4)
    const { boxes, around } = namedWorld('town', random, 1000)
    const trial = createTrial(`hint ${worldBox}, seed 4`, { capacity: 1000, worldBox })
    for (let id = 0; id < 1000; id++) trialInsert(trial, id, boxes, id * 6)
    for (let i = 0; i < 5; i++) expectEveryQuery(trial, random, around)
    trialValidate(trial)
  })
})

it('more boxes than 16 bits count, half of them in one place', () => {
  const count = 70_000
  const trial = createTrial('70,000 boxes', { capacity: count })
  const boxes = new Float32Array(count * 6)
  for (let i = 0; i < count; i++) {
    const [x, z] = [i % 500, Math.floor(i / 500)]
    boxes.set(i % 2 ? [1, 1, 1, 2, 2, 2] : [x, 3, z, x + 1, 4, z + 1], i * 6)
  }
  trialFill(trial, boxes)
  trialValidate(trial)
  for (const tree of trial.trees) {
    expect(octreeStats(tree)).toMatchObject({ objects: count, loose: 0 })
    expect(queryBox(tree, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, trial.out)).toBe(count / 2)
    expect(queryBox(tree, 4.5, 3, 7.5, 4.5, 3, 7.5, trial.out)).toBe(1)
  }
})
