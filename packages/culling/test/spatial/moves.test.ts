import { clear, createOctree, insertMany, octreeStats, queryFrustum } from '@sightline/culling/spatial'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { frustumPlanes, perspective, randomCamera } from '../support/cameras.js'
import { expectEveryQuery } from '../support/questions.js'
import {
  createTrial,
  expectBox,
  expectFrustum,
  expectSphere,
  type Trial,
  trialFill,
  trialFlush,
  trialInsert,
  trialInsertMany,
  trialMove,
  trialRemove,
  trialValidate,
} from '../support/trial.js'
import { boxAt, namedWorld } from '../support/worlds.js'

const UNIT = [0, 0, 0, 1, 1, 1]

describe('move', () => {
  it('counts at once for the next query, flushed or not', () => {
    const trial = createTrial('two boxes', { capacity: 2 })
    trialInsert(trial, 1, UNIT)
    trialInsert(trial, 2, [50, 0, 0, 51, 1, 1])
    for (let i = 0; i < 20; i++) {
      const x = i * 13
      trialMove(trial, 1, [x, 0, 0, x + 1, 1, 1])
      if (i % 2 === 0) trialFlush(trial)
      expect(expectBox(trial, [x, 0, 0, x + 1, 1, 1])).toBeGreaterThan(0)
      expect(expectBox(trial, [x - 13, 0, 0, x - 12, 1, 1])).toBeLessThan(2)
      expectSphere(trial, x, 0, 0, 0.5)
    }
    trialValidate(trial)
  })

  it('the last of several moves before a flush counts', () => {
    const trial = createTrial('several moves', { capacity: 300 })
    trialFill(trial, namedWorld('cube', createRandom(1), 300).boxes)
    for (let id = 0; id < 300; id += 3) {
      trialMove(trial, id, [1000, 0, 0, 1001, 1, 1])
      trialMove(trial, id, [-2000, 0, 0, -1999, 1, 1])
      trialMove(trial, id, [id, 7, 7, id + 1, 8, 8])
    }
    trialFlush(trial)
    expect(expectBox(trial, [999, -1, -1, 1002, 2, 2])).toBe(0)
    expect(expectBox(trial, [-2001, -1, -1, -1998, 2, 2])).toBe(0)
    expectEveryQuery(trial, createRandom(2), [0, 0, 0, 300, 10, 10])
    trialValidate(trial)
  })

  it('a removed box stays removed when its move was still waiting, and its id is free for another', () => {
    const trial = createTrial('move, remove, insert', { capacity: 200 })
    trialFill(trial, namedWorld('cube', createRandom(3), 200).boxes)
    for (let id = 0; id < 200; id += 2) {
      trialMove(trial, id, [500, 0, 0, 501, 1, 1])
      trialRemove(trial, id)
      if (id % 4 === 0) trialInsert(trial, id, [900, 0, 0, 901, 1, 1])
      if (id % 8 === 0) trialMove(trial, id, [950, 0, 0, 951, 1, 1])
    }
    expect(expectBox(trial, [499, -1, -1, 502, 2, 2])).toBe(0)
    expect(expectBox(trial, [899, -1, -1, 902, 2, 2])).toBe(25)
    expect(expectBox(trial, [949, -1, -1, 952, 2, 2])).toBe(25)
    trialFlush(trial)
    trialValidate(trial)
    expect(expectBox(trial, [899, -1, -1, 952, 2, 2])).toBe(50)
  })

  it('a move to where it is, and a size change in place', () => {
    const trial = createTrial('in place', { capacity: 100 })
    trialFill(trial, namedWorld('town', createRandom(4), 100).boxes)
    for (let id = 0; id < 100; id++) trialMove(trial, id, trial.oracle.boxes.slice(id * 6, id * 6 + 6))
    expectEveryQuery(trial, createRandom(5), [-300, 0, -300, 300, 60, 300])
    for (const grow of [50, 0.01, 400, 0]) {
      for (let id = 0; id < 100; id += 3) {
        const b = trial.oracle.boxes.subarray(id * 6, id * 6 + 6)
        const middle = [0, 1, 2].map((axis) => Math.fround((b[axis]! + b[axis + 3]!) / 2))
        trialMove(trial, id, [...middle.map((m) => m - grow), ...middle.map((m) => m + grow)])
      }
      for (let i = 0; i < 5; i++) expectEveryQuery(trial, createRandom(6 + i), [-300, 0, -300, 300, 60, 300])
      trialValidate(trial)
    }
  })

  it('insertMany into a filled tree with moves waiting, and after everything is gone', () => {
    const random = createRandom(7)
    const { boxes, around } = namedWorld('town', random, 1000)
    const trial = createTrial('bulk upon bulk', { capacity: 999 })
    const ids = Uint32Array.from({ length: 1000 }, (_, i) => 999 - i)
    for (let round = 0; round < 2; round++) {
      for (let at = 0; at < 1000; at += 250) {
        trialInsertMany(trial, ids.subarray(at, at + 250), boxes.subarray(at * 6), 250)
        for (let i = 0; i < 100; i++) trialMove(trial, ids[Math.floor(random() * (at + 250))]!, boxes, i * 6)
      }
      for (let i = 0; i < 10; i++) expectEveryQuery(trial, random, around)
      trialValidate(trial)
      trialInsertMany(trial, ids, boxes, 0)
      for (const id of ids) trialRemove(trial, id)
    }
  })

  it('clear forgets boxes and waiting moves', () => {
    const trial = createTrial('clear', { capacity: 300 })
    const { boxes, around } = namedWorld('cube', createRandom(8), 300)
    for (let round = 0; round < 3; round++) {
      trialFill(trial, boxes)
      trialMove(trial, 5, [1, 1, 1, 2, 2, 2])
      trialMove(trial, 6, [Number.NaN, 1, 1, 2, 2, 2])
      for (const tree of trial.trees) clear(tree)
      trial.oracle.present.fill(0)
      trial.oracle.count = 0
      expect(expectFrustum(trial, new Float32Array(0))).toBe(0)
      for (const tree of trial.trees) expect(octreeStats(tree)).toMatchObject({ objects: 0, unbounded: 0 })
      trialValidate(trial)
    }
    trialFill(trial, boxes)
    for (let i = 0; i < 5; i++) expectEveryQuery(trial, createRandom(9), around)
  })
})

/** One tenth of the boxes takes a step of about a metre, another tenth each time. */
function stepTenth(t: Trial, random: () => number, round: number, count: number): void {
  for (let id = round % 10; id < count; id += 10) {
    const b = t.oracle.boxes.subarray(id * 6, id * 6 + 6)
    const [dx, dz] = [(random() - 0.5) * 2, (random() - 0.5) * 2]
    trialMove(t, id, [b[0]! + dx, b[1]!, b[2]! + dz, b[3]! + dx, b[4]!, b[5]! + dz])
  }
}

describe('mass movement', () => {
  const COUNT = 3000

  it('a tenth moves a metre 100 times: exact, and the tree stays as good as a fresh one, seed 1', () => {
    const random = createRandom(1)
    const { boxes, around } = namedWorld('town', random, COUNT)
    const trial = createTrial('mass movement, seed 1', { capacity: COUNT })
    trialFill(trial, boxes)
    for (let round = 0; round < 100; round++) {
      stepTenth(trial, random, round, COUNT)
      trialFlush(trial)
      if (round % 20 === 19) {
        trialValidate(trial)
        expectEveryQuery(trial, random, around)
      }
    }
    const fresh = createOctree({ capacity: COUNT })
    insertMany(
      fresh,
      Uint32Array.from({ length: COUNT }, (_, i) => i),
      trial.oracle.boxes,
      COUNT,
    )
    compareWithFresh(trial, fresh, random, around)
  })

  it('everything is thrown about 12 times: exact, and the tree stays as good as a fresh one, seed 2', () => {
    const random = createRandom(2)
    const { boxes, around } = namedWorld('clusters', random, COUNT)
    const trial = createTrial('thrown about, seed 2', { capacity: COUNT })
    trialFill(trial, boxes)
    for (let round = 0; round < 12; round++) {
      const next = namedWorld(round % 2 ? 'clusters' : 'town', random, COUNT).boxes
      for (let id = 0; id < COUNT; id++) trialMove(trial, id, next, id * 6)
      if (round % 3 === 0) trialFlush(trial)
      expectEveryQuery(trial, random, around)
    }
    trialValidate(trial)
    const fresh = createOctree({ capacity: COUNT })
    insertMany(
      fresh,
      Uint32Array.from({ length: COUNT }, (_, i) => i),
      trial.oracle.boxes,
      COUNT,
    )
    compareWithFresh(trial, fresh, random, around)
  })
})

describe('memory taken once', () => {
  it('is enough when leaves are peeled to a box each and the world fills again elsewhere, seed 3', () => {
    const count = 3000
    const random = createRandom(3)
    const trial = createTrial('peeled leaves, seed 3', { capacity: count - 1 })
    trialFill(trial, namedWorld('cube', random, count).boxes)
    for (let round = 0; round < 4; round++) {
      for (let id = 0; id < count; id++) if (id % 13 !== round) trialRemove(trial, id)
      trialValidate(trial)
      for (let id = 0; id < count; id++) {
        if (id % 13 === round) continue
        const size = 1000 * 2 ** -(id % 37)
        trialInsert(trial, id, boxAt(round * 5000 + size * (1 + random()), size, -size, size * 0.01))
      }
      for (let i = 0; i < 3; i++) expectEveryQuery(trial, random, [0, -1000, -1000, 20_000, 1000, 1000])
      trialValidate(trial)
      for (const tree of trial.trees) expect(octreeStats(tree)).toMatchObject({ overflowed: 0, loose: 0 })
    }
  })
})

/** Counts of work, never times: leaves held, and nodes, leaves and boxes that cameras have to test. */
function compareWithFresh(
  t: Trial,
  fresh: ReturnType<typeof createOctree>,
  random: () => number,
  around: ArrayLike<number>,
): void {
  const work = { old: 0, fresh: 0 }
  for (let i = 0; i < 50; i++) {
    const planes =
      i % 2
        ? randomCamera(random, around)
        : frustumPlanes(perspective(1, 1.7, 0.1, 150), { x: i, y: 2, z: -i, yaw: i, pitch: 0, roll: 0 })
    for (const [name, tree] of [
      ['old', t.trees[1]],
      ['fresh', fresh],
    ] as const) {
      queryFrustum(tree, planes, t.out)
      const stats = octreeStats(tree)
      work[name] += stats.nodesTested + stats.leavesTested
    }
  }
  expect(work.old, 'nodes and leaves tested').toBeLessThan(work.fresh * 2.5)
  const [old, built] = [octreeStats(t.trees[1]), octreeStats(fresh)]
  expect(old.leaves, 'leaves').toBeLessThan(built.leaves * 2)
  expect(old.nodes, 'nodes').toBeLessThan(built.nodes * 2.5 + 8)
}
