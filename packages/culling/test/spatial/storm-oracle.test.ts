import { octreeStats } from '@sightline/culling/spatial'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import type { Box } from '../support/oracle.js'
import { expectEveryQuery } from '../support/questions.js'
import {
  createTrial,
  expectBox,
  expectNearest,
  type Trial,
  trialFlush,
  trialInsert,
  trialInsertMany,
  trialMove,
  trialRemove,
  trialValidate,
} from '../support/trial.js'
import { boxAround, boxAt, namedWorld, WORLDS } from '../support/worlds.js'

const STEPS = 10_000
const CAPACITY = 700

/** Where a box goes next: a small step (often over a border), a far jump, a copy of another, or onto a grid. */
function nextBox(t: Trial, world: string, random: () => number, id: number): Box {
  const fresh = WORLDS[world]!(random, id)
  const choice = random()
  const { boxes } = t.oracle
  if (choice < 0.5) return fresh
  if (choice < 0.8) {
    const step = [0, 1, 2].map(() => (random() - 0.5) * 2)
    return Array.from(
      boxes.subarray(id * 6, id * 6 + 6),
      (value, i) => value + step[i % 3]!,
    ) as unknown as Box
  }
  const other = Math.floor(random() * CAPACITY)
  if (choice < 0.9) return Array.from(boxes.subarray(other * 6, other * 6 + 6)) as unknown as Box
  if (choice < 0.97)
    return boxAt(...([0, 1, 2].map((i) => Math.round(fresh[i]! / 4) * 4) as [number, number, number]), 2)
  if (choice < 0.98) return [0, 0, Number.NaN, 1, 1, 1]
  return boxAt(fresh[0] * 30, fresh[1] * 30, fresh[2] * 30, 1 + random() * 200)
}

function insertSome(t: Trial, world: string, random: () => number): void {
  const ids: number[] = []
  for (let i = 0; i < 60; i++) {
    const id = Math.floor(random() * (CAPACITY + 1))
    if (!t.oracle.present[id] && !ids.includes(id)) ids.push(id)
  }
  const boxes = new Float32Array(ids.flatMap((id) => Array.from(nextBox(t, world, random, id))))
  trialInsertMany(t, new Uint32Array(ids), boxes, ids.length)
}

function step(t: Trial, world: string, random: () => number): void {
  const id = Math.floor(random() * (CAPACITY + 1))
  const choice = random()
  if (!t.oracle.present[id]) trialInsert(t, id, nextBox(t, world, random, id))
  else if (choice < 0.75) trialMove(t, id, nextBox(t, world, random, id))
  else trialRemove(t, id)
  if (choice < 0.05) trialFlush(t)
  if (choice > 0.999) insertSome(t, world, random)
  if (choice > 0.9995) for (let other = 0; other < CAPACITY; other += 2) trialRemove(t, other)
  // Ask at once about what was touched, with moves still waiting.
  if (choice > 0.35 && choice < 0.4 && t.oracle.present[id]) {
    const b = t.oracle.boxes.subarray(id * 6, id * 6 + 6)
    if (!b.some(Number.isNaN)) {
      expectBox(t, [b[0]!, b[4]!, b[2]!, b[0]!, b[4]!, b[2]!])
      expect(Array.from(t.out), `${t.label}: id ${id} where it is`).toContain(id)
    }
    expectNearest(t, b[3]! || 0, b[1]! || 0, b[2]! || 0, 5, Number.POSITIVE_INFINITY)
  }
}

function storm(world: string, seed: number, options: object): void {
  const random = createRandom(seed)
  const trial = createTrial(`storm in ${world}, seed ${seed}`, { capacity: CAPACITY, ...options })
  const around = boxAround(namedWorld(world, createRandom(seed), CAPACITY).boxes)
  for (let i = 1; i <= STEPS; i++) {
    step(trial, world, random)
    if (i % 100 === 0) {
      expectEveryQuery(trial, random, around)
      trialValidate(trial)
    }
  }
  for (let id = 0; id <= CAPACITY; id++) if (trial.oracle.present[id]) trialRemove(trial, id)
  for (const tree of trial.trees) {
    expect(octreeStats(tree)).toMatchObject({ objects: 0, unbounded: 0, leaves: 0 })
  }
  trialValidate(trial)
}

describe('10,000 random steps, validated and asked after each hundred', () => {
  it.each([
    ['cube', 11, {}],
    ['town', 21, {}],
    ['clusters', 31, {}],
    ['huge spread', 41, {}],
    ['all at one point, one size', 51, {}],
    ['flat', 61, { maxObjectsPerNode: 8 }],
  ])('world "%s", seed %i, options %o', storm)
})
