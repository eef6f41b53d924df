import { octreeStats } from '@sightline/culling/spatial'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import type { Box } from '../support/oracle.js'
import { expectEveryQuery } from '../support/questions.js'
import {
  createTrial,
  expectBox,
  expectFrustum,
  expectNearest,
  expectRay,
  expectSphere,
  trialFill,
  trialFlush,
  trialInsert,
  trialMove,
  trialRemove,
  trialValidate,
} from '../support/trial.js'
import { namedWorld, WORLDS } from '../support/worlds.js'

const UNIT: Box = [0, 0, 0, 1, 1, 1]

describe.each(Object.keys(WORLDS))('the world "%s"', (world) => {
  it.each(['bulk', 'one by one'])('every query against the oracle, built %s, seed 1', (how) => {
    const random = createRandom(1)
    const count = how === 'bulk' ? 1500 : 800
    const { boxes, around } = namedWorld(world, random, count)
    const trial = createTrial(`${world}, ${how}, seed 1`, { capacity: count })
    if (how === 'bulk') trialFill(trial, boxes)
    else for (let id = 0; id < count; id++) trialInsert(trial, id, boxes, id * 6)
    trialValidate(trial)
    let answered = 0
    for (let i = 0; i < 15; i++) answered += expectEveryQuery(trial, random, around)
    expect(answered).toBeGreaterThan(0)
    for (const tree of trial.trees) expect(octreeStats(tree).objects).toBe(count)
  })

  it('everything moves, half is removed, all is removed, seed 2', () => {
    const random = createRandom(2)
    const { boxes, around } = namedWorld(world, random, 500)
    const trial = createTrial(`${world}, edited, seed 2`, { capacity: 500 })
    trialFill(trial, boxes)
    const shuffled = namedWorld(world, random, 500).boxes
    for (let id = 0; id < 500; id++) trialMove(trial, id, shuffled, id * 6)
    for (let i = 0; i < 5; i++) expectEveryQuery(trial, random, around)
    trialValidate(trial)
    for (let id = 0; id < 500; id += 2) trialRemove(trial, id)
    for (let i = 0; i < 5; i++) expectEveryQuery(trial, random, around)
    trialValidate(trial)
    for (let id = 1; id < 500; id += 2) trialRemove(trial, id)
    trialValidate(trial)
    expect(expectFrustum(trial, new Float32Array(0))).toBe(0)
  })
})

describe('few boxes', () => {
  it('none: every query answers nothing', () => {
    const trial = createTrial('empty', { capacity: 10 })
    for (let round = 0; round < 2; round++) {
      expect(expectFrustum(trial, new Float32Array(0))).toBe(0)
      expect(expectFrustum(trial, new Float32Array([0, 1, 0, 5]))).toBe(0)
      expect(expectBox(trial, [-1e9, -1e9, -1e9, 1e9, 1e9, 1e9])).toBe(0)
      expect(expectSphere(trial, 0, 0, 0, 1e9)).toBe(0)
      expect(expectRay(trial, [0, 0, 0, 1, 0, 0], Number.POSITIVE_INFINITY)).toBe(0)
      expect(expectNearest(trial, 0, 0, 0, 10, Number.POSITIVE_INFINITY)).toBe(0)
      trialValidate(trial)
      // And again when it had something and lost it.
      trialInsert(trial, 3, UNIT)
      trialRemove(trial, 3)
    }
  })

  it('one, moved to and fro over 14 orders of magnitude', () => {
    const random = createRandom(3)
    const trial = createTrial('one box', { capacity: 1 })
    trialInsert(trial, 0, UNIT)
    for (let i = 0; i < 200; i++) {
      const place = () => (random() - 0.5) * 10 ** (random() * 14 - 6)
      const [x, y, z, size] = [place(), place(), place(), 10 ** (random() * 8 - 4)]
      trialMove(trial, 0, [x, y, z, x + size, y + size, z + size])
      const b = trial.oracle.boxes.subarray(0, 6)
      expect(expectBox(trial, b)).toBe(1)
      expect(expectSphere(trial, b[0]!, b[1]!, b[2]!, 0)).toBe(1)
      expect(expectRay(trial, [b[3]!, b[4]!, b[5]!, 1, 2, 3], 0)).toBe(1)
      expect(expectNearest(trial, b[0]!, b[4]!, b[2]!, 1, 0)).toBe(1)
      if (i % 10 === 0) trialValidate(trial)
    }
  })

  it.each([2, 8, 9, 63, 64, 65, 66, 129, 1000])('%i boxes of one place and size', (count) => {
    const trial = createTrial(`${count} equal boxes`, { capacity: count })
    for (let id = 0; id < count; id++) trialInsert(trial, id, [7, 7, 7, 8, 8, 8])
    trialValidate(trial)
    expect(expectBox(trial, [8, 8, 8, 9, 9, 9])).toBe(count)
    expect(expectBox(trial, [8.5, 8, 8, 9, 9, 9])).toBe(0)
    // One leaves the heap, joins it again, and is always found.
    for (let id = 0; id < count; id += Math.ceil(count / 40)) {
      trialMove(trial, id, [70, 7, 7, 71, 8, 8])
      expect(expectBox(trial, [70.5, 7, 7, 71, 8, 8])).toBe(1)
      trialMove(trial, id, [7, 7, 7, 8, 8, 8])
      trialFlush(trial)
    }
    trialValidate(trial)
    expect(expectNearest(trial, 0, 7, 7, Math.min(count, 70), Number.POSITIVE_INFINITY)).toBe(
      Math.min(count, 70),
    )
    for (let id = 0; id < count; id++) trialRemove(trial, id)
    trialValidate(trial)
    expect(expectBox(trial, [0, 0, 0, 99, 99, 99])).toBe(0)
  })
})

describe('options at their limits', () => {
  it.each([
    { maxObjectsPerNode: 1 },
    { maxObjectsPerNode: 8 },
    { minNodeSize: 1000 },
    { minNodeSize: 1e-6 },
    { maxDepth: 1 },
    { maxDepth: 3, maxObjectsPerNode: 2 },
  ])('%o answers the same, seed 4', (options) => {
    const random = createRandom(4)
    for (const world of ['town', 'clusters', 'huge spread']) {
      const { boxes, around } = namedWorld(world, random, 1000)
      const trial = createTrial(`${world}, ${JSON.stringify(options)}, seed 4`, {
        capacity: 1000,
        ...options,
      })
      for (let id = 0; id < 1000; id++) trialInsert(trial, id, boxes, id * 6)
      for (let id = 0; id < 1000; id += 3) trialMove(trial, id, boxes, ((id * 7) % 1000) * 6)
      for (let i = 0; i < 8; i++) expectEveryQuery(trial, random, around)
      trialValidate(trial)
    }
  })
})
