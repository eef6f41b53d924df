import { octreeStats } from '@sightline/culling/spatial'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { frustumPlanes, perspective } from '../support/cameras.js'
import type { Box } from '../support/oracle.js'
import { expectEveryQuery } from '../support/questions.js'
import {
  createTrial,
  expectBox,
  expectFrustum,
  expectNearest,
  expectRay,
  expectSphere,
  type Trial,
  trialFill,
  trialFlush,
  trialInsert,
  trialMove,
  trialRemove,
  trialValidate,
} from '../support/trial.js'
import { namedWorld } from '../support/worlds.js'

const ALL = Number.POSITIVE_INFINITY
const HUGE = Number.MAX_VALUE
const UNIT: Box = [0, 0, 0, 1, 1, 1]

/** Boxes without a place: whatever is asked, they may be the answer. */
const UNBOUNDED: Record<string, Box> = {
  'NaN in one place': [0, Number.NaN, 0, 1, 1, 1],
  'all NaN': [Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN],
  'without end on all sides': [-ALL, -ALL, -ALL, ALL, ALL, ALL],
  'without end upwards': [0, 0, 0, 1, ALL, 1],
  'without end downwards': [0, -ALL, 0, 1, 0, 1],
  'beyond float32': [-HUGE, -HUGE, -1e300, HUGE, HUGE, 1e300],
  'beyond float32 on one side': [5, 5, 5, 6, 6, 3.5e38],
}

/** Each query asked where a unit box at the origin is not; returns the ids each one answered. */
function askElsewhere(t: Trial): number[][] {
  const answers: number[][] = []
  const keep = (count: number) => answers.push(Array.from(t.out.subarray(0, count)))
  keep(
    expectFrustum(
      t,
      frustumPlanes(perspective(1, 1, 0.1, 50), { x: 500, y: 3, z: 0, yaw: 1, pitch: 0.2, roll: 0 }),
    ),
  )
  keep(expectFrustum(t, new Float32Array([0, 1, 0, -300])))
  keep(expectFrustum(t, new Float32Array([0, -1, 0, -300])))
  keep(expectBox(t, [90, 90, 90, 91, 91, 91]))
  keep(expectSphere(t, 90, 90, 90, 0))
  keep(expectRay(t, [90, 90, 90, 0, 1, 0], 0))
  keep(expectNearest(t, 90, 90, 90, 10, 0))
  return answers
}

describe.each(Object.entries(UNBOUNDED))('a box %s', (name, box) => {
  it('is in every answer, counted, and gone when removed', () => {
    const trial = createTrial(name, { capacity: 10 })
    trialInsert(trial, 0, UNIT)
    trialInsert(trial, 7, box)
    for (const answer of askElsewhere(trial)) expect(answer).toEqual([7])
    for (const tree of trial.trees) expect(octreeStats(tree)).toMatchObject({ objects: 2, unbounded: 1 })
    trialValidate(trial)
    trialRemove(trial, 7)
    for (const answer of askElsewhere(trial)) expect(answer).toEqual([])
    for (const tree of trial.trees) expect(octreeStats(tree)).toMatchObject({ objects: 1, unbounded: 0 })
    trialValidate(trial)
  })

  it('comes by a move and goes by a move, with and without flush between', () => {
    const trial = createTrial(name, { capacity: 10 })
    for (let id = 0; id < 5; id++) trialInsert(trial, id, [id, id, id, id + 1, id + 1, id + 1])
    for (const flushing of [true, false]) {
      trialMove(trial, 3, box)
      if (flushing) trialFlush(trial)
      for (const answer of askElsewhere(trial)) expect(answer).toEqual([3])
      trialValidate(trial)
      trialMove(trial, 3, [3, 3, 3, 4, 4, 4])
      if (flushing) trialFlush(trial)
      for (const answer of askElsewhere(trial)) expect(answer).toEqual([])
      expect(expectBox(trial, [3.5, 3.5, 3.5, 3.5, 3.5, 3.5])).toBe(1)
      // There and back, and back and there, before anyone asks.
      trialMove(trial, 3, box)
      trialMove(trial, 3, [3, 3, 3, 4, 4, 4])
      expect(expectBox(trial, [3.5, 3.5, 3.5, 3.5, 3.5, 3.5])).toBe(1)
      trialMove(trial, 2, box)
      trialMove(trial, 2, UNIT)
      trialMove(trial, 2, box)
      expect(askElsewhere(trial)[0]).toEqual([2])
      trialMove(trial, 2, [2, 2, 2, 3, 3, 3])
      trialValidate(trial)
    }
  })

  it('comes by bulk build', () => {
    const random = createRandom(1)
    const { boxes, around } = namedWorld('town', random, 300)
    for (let id = 5; id < 300; id += 50) boxes.set(box, id * 6)
    const trial = createTrial(name, { capacity: 300 })
    trialFill(trial, boxes)
    trialValidate(trial)
    for (const tree of trial.trees) expect(octreeStats(tree)).toMatchObject({ objects: 300, unbounded: 6 })
    for (let i = 0; i < 10; i++) expectEveryQuery(trial, random, around)
  })
})

it('a world of nothing else', () => {
  const trial = createTrial('only unbounded boxes', { capacity: 200 })
  const kinds = Object.values(UNBOUNDED)
  for (let id = 0; id < 200; id++) trialInsert(trial, id, kinds[id % kinds.length]!)
  expect(askElsewhere(trial)[3]!.length).toBe(200)
  trialValidate(trial)
  for (let id = 0; id < 200; id++) trialMove(trial, id, [id, 0, 0, id + 1, 1, 1])
  expect(askElsewhere(trial).flat()).toEqual([])
  expect(expectBox(trial, [-ALL, -ALL, -ALL, ALL, ALL, ALL])).toBe(200)
  for (let id = 0; id < 200; id++) trialMove(trial, id, kinds[id % kinds.length]!)
  for (let id = 0; id < 200; id++) trialRemove(trial, id)
  for (const tree of trial.trees) expect(octreeStats(tree)).toMatchObject({ objects: 0, unbounded: 0 })
})

it('finite but huge boxes, up to the last float32, are in whatever they hold', () => {
  const trial = createTrial('huge boxes', { capacity: 40 })
  let id = 0
  for (let power = 8; power <= 38; power++) {
    const size = 3 * 10 ** power
    trialInsert(trial, id++, [-size, -size, -size, size, size, size])
  }
  const count = trial.oracle.count
  for (const tree of trial.trees) expect(octreeStats(tree).objects).toBe(count)
  const everywhere = new Set<number>()
  for (const tree of trial.trees) everywhere.add(octreeStats(tree).unbounded)
  expect(everywhere.size, 'both kernels sort out the same boxes').toBe(1)
  expect(expectBox(trial, [1, 2, 3, 4, 5, 6])).toBe(count)
  expect(expectSphere(trial, 1e7, 2, 3, 1)).toBe(count)
  expect(expectRay(trial, [1, 2, 3, 1, 1, 1], 0)).toBe(count)
  expect(expectNearest(trial, 1e7, 2, -1e7, 40, 0)).toBe(count)
  const camera = frustumPlanes(perspective(1, 1, 0.1, 50), {
    x: 5e6,
    y: 3,
    z: 0,
    yaw: 1,
    pitch: 0.2,
    roll: 0,
  })
  expect(expectFrustum(trial, camera)).toBe(count)
  trialValidate(trial)
})
