import { flushMoved, octreeStats, queryFrustum } from '@sightline/culling/spatial'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { type Octree, placeOf, STATE_MOVING, stateIndex } from '../../src/spatial/octree.js'
import { expectEveryQuery } from '../support/questions.js'
import {
  createTrial,
  expectBox,
  type Trial,
  trialFill,
  trialFlush,
  trialInsert,
  trialMove,
  trialRemove,
  trialValidate,
} from '../support/trial.js'
import { namedWorld } from '../support/worlds.js'

const COUNT = 3000
const MOVERS = Array.from({ length: 150 }, (_, i) => i * 20 + 3)

const movingIn = (tree: Octree): number => tree.u32[stateIndex(tree, STATE_MOVING)]!

/** How many leaves these ids lie in. */
function leavesOf(tree: Octree, ids: readonly number[]): number {
  return new Set(ids.map((id) => placeOf(tree, id) >>> 6)).size
}

function step(trial: Trial, id: number, by: number): void {
  const b = trial.oracle.boxes.slice(id * 6, id * 6 + 6)
  trialMove(trial, id, [b[0]! + by, b[1]!, b[2]!, b[3]! + by, b[4]!, b[5]!])
}

function townOf(seed: number, options = {}) {
  const { boxes, around } = namedWorld('town', createRandom(seed), COUNT)
  const trial = createTrial(`town, seed ${seed}`, { capacity: COUNT + 10, ...options })
  trialFill(trial, boxes)
  return { trial, around }
}

describe('what moves in every flush', () => {
  it('goes home in a world where nothing moves any more, told by flushMoved alone', () => {
    const { trial } = townOf(10)
    for (let round = 0; round < 40; round++) {
      for (const id of MOVERS) step(trial, id, round % 2 ? 0.5 : -0.5)
      trialFlush(trial)
    }
    const nobody = new Uint32Array()
    for (const tree of trial.trees) {
      expect(movingIn(tree)).toBe(MOVERS.length)
      for (let frame = 0; frame < 200; frame++) flushMoved(tree, nobody, 0)
      expect(movingIn(tree)).toBe(0)
    }
    trialValidate(trial)
  })

  it('comes to stand in leaves of its own, and goes home when it rests; no answer shows it (seed 1)', () => {
    const { trial, around } = townOf(1)
    const random = createRandom(2)
    const [spread] = trial.trees.map((tree) => leavesOf(tree, MOVERS))
    for (let round = 0; round < 40; round++) {
      for (const id of MOVERS) step(trial, id, round % 20 < 10 ? 0.5 : -0.5)
      expectEveryQuery(trial, random, around)
      if (round % 5 === 0) trialValidate(trial)
    }
    for (const tree of trial.trees) {
      expect(movingIn(tree)).toBe(MOVERS.length)
      expect(leavesOf(tree, MOVERS)).toBeLessThan(spread! / 4)
    }
    for (let round = 0; round < 200; round++) {
      // Both ways to say that a frame had no moves.
      if (round % 2 === 0) trialFlush(trial)
      else for (const tree of trial.trees) flushMoved(tree, new Uint32Array(), 0)
      if (round % 20 === 0) expectEveryQuery(trial, random, around)
      if (round % 20 === 0) trialValidate(trial)
    }
    for (const tree of trial.trees) {
      expect(movingIn(tree)).toBe(0)
      expect(leavesOf(tree, MOVERS)).toBeGreaterThan(spread! / 2)
    }
    expectEveryQuery(trial, random, around)
  })

  it('changes place a few at a time, so that no frame pays for all', () => {
    const { trial } = townOf(3)
    let before = trial.trees.map((tree) => octreeStats(tree).refiled)
    for (let round = 0; round < 200; round++) {
      if (round < 60) for (const id of MOVERS) step(trial, id, round % 2 ? 0.01 : -0.01)
      else step(trial, 0, round % 2 ? 0.01 : -0.01)
      trialFlush(trial)
      const now = trial.trees.map((tree) => octreeStats(tree).refiled)
      for (const [i, refiled] of now.entries()) expect(refiled - before[i]!).toBeLessThanOrEqual(20)
      before = now
    }
  })

  it('must do so again and again: whoever steps once stays', () => {
    const { trial } = townOf(4)
    for (let id = 0; id < COUNT; id++) {
      step(trial, id, 0.01)
      if (id % 10 === 9) trialFlush(trial)
    }
    for (const tree of trial.trees) {
      expect(movingIn(tree)).toBe(0)
      expect(octreeStats(tree).refiled).toBeLessThan(COUNT / 10)
    }
  })

  it('is forgotten with the box: the next one with its id rests', () => {
    const { trial } = townOf(5)
    for (let round = 0; round < 40; round++) {
      for (const id of MOVERS) step(trial, id, round % 2 ? 0.5 : -0.5)
      trialFlush(trial)
    }
    for (const id of MOVERS) trialRemove(trial, id)
    for (const tree of trial.trees) expect(movingIn(tree)).toBe(0)
    for (const id of MOVERS) trialInsert(trial, id, [id, 0, 0, id + 1, 1, 1])
    trialValidate(trial)
    expect(expectBox(trial, [0, 0, 0, COUNT, 1, 1])).toBeGreaterThanOrEqual(MOVERS.length)
  })

  it('waits within a budget, and no answer shows it (seed 6)', () => {
    const { trial, around } = townOf(6, { refitBudget: 3 })
    const random = createRandom(7)
    for (let round = 0; round < 120; round++) {
      const moves = round % 50 < 30
      for (const id of MOVERS) {
        if (moves || id % 7 === 0) step(trial, id, (random() - 0.5) * (id % 3 === 0 ? 60 : 1))
      }
      trialFlush(trial)
      if (round % 4 === 0) expectEveryQuery(trial, random, around)
      if (round % 10 === 0) trialValidate(trial)
    }
  })

  it('makes up a whole world as well', () => {
    const { trial, around } = townOf(8)
    const random = createRandom(9)
    for (let round = 0; round < 150; round++) {
      for (let id = 0; id < COUNT; id++) step(trial, id, round % 2 ? 0.25 : -0.25)
      trialFlush(trial)
      if (round % 30 === 0) expectEveryQuery(trial, random, around)
      if (round % 30 === 0) trialValidate(trial)
    }
    const out = new Uint32Array(COUNT)
    for (const tree of trial.trees) {
      expect(movingIn(tree)).toBe(COUNT)
      expect(queryFrustum(tree, new Float32Array(), out)).toBe(COUNT)
    }
  })
})
