import { octreeStats } from '@sightline/culling/spatial'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { AT_ORIGIN, frustumPlanes, perspective } from '../support/cameras.js'
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
import { boxAt } from '../support/worlds.js'

/** Faults that real culling code had, by their row in the design's list of cases from the field. */

const ids = (t: Trial, count: number) => Array.from(t.out.subarray(0, count)).sort((a, b) => a - b)

function trialOf(label: string, boxes: readonly Box[], options: object = {}): Trial {
  const trial = createTrial(label, { capacity: Math.max(boxes.length, 20), ...options })
  for (const [id, box] of boxes.entries()) trialInsert(trial, id, box)
  return trial
}

describe('index', () => {
  it('row 29: far objects are returned whatever the first ones were like', () => {
    for (const hint of [undefined, [-16384, -16384, -16384, 16384, 16384, 16384], [-1, -1, -1, 1, 1, 1]]) {
      const options = hint ? { worldBox: hint } : {}
      const trial = trialOf('row 29', [boxAt(0, 0, 0, 1), boxAt(50_000, 0, 0, 2)], options)
      const camera = frustumPlanes(perspective(1, 1, 0.1, 100), { ...AT_ORIGIN, x: 50_000, z: 20 })
      expect(ids(trial, expectFrustum(trial, camera))).toEqual([1])
      expect(ids(trial, expectBox(trial, boxAt(50_000, 0, 0, 1)))).toEqual([1])
      for (let id = 2; id < 20; id++) trialInsert(trial, id, boxAt((id - 10) * 1e6, id * 1e5, -id * 1e6, 5))
      trialValidate(trial)
      for (let id = 2; id < 20; id++) {
        const b = trial.oracle.boxes.slice(id * 6, id * 6 + 6)
        expect(ids(trial, expectBox(trial, b))).toEqual([id])
      }
      trialRemove(trial, 1)
      trialInsert(trial, 1, boxAt(0.5, 0, 0, 1))
      expect(ids(trial, expectBox(trial, [0, 0, 0, 1, 0, 0]))).toEqual([0, 1])
    }
  })

  it('row 30: growing and shrinking lose nothing', () => {
    const trial = createTrial('row 30', {
      capacity: 20,
      maxObjectsPerNode: 8,
      worldBox: [-8, -8, -8, 8, 8, 8],
    })
    trialInsert(trial, 0, [3, 3, 3, 3, 3, 3])
    for (let i = 0; i < 8; i++) {
      const [x, y, z] = [i & 1 ? 5 : -5, i & 2 ? 5 : -5, i & 4 ? 5 : -5]
      trialInsert(trial, i + 1, [x, y, z, x, y, z])
      expect(ids(trial, expectBox(trial, [3, 3, 3, 3, 3, 3]))).toEqual([0])
    }
    for (let i = 0; i < 8; i++) {
      trialRemove(trial, i + 1)
      expect(ids(trial, expectBox(trial, [2, 2, 2, 4, 4, 4]))).toEqual([0])
      trialValidate(trial)
    }
  })

  it('row 30: one far object, and another that comes and goes a hundred times', () => {
    const trial = createTrial('row 30, far', { capacity: 20, worldBox: [-1, -1, -1, 1, 1, 1] })
    trialInsert(trial, 0, boxAt(1000, 0, 0, 1))
    for (let i = 0; i < 100; i++) {
      trialInsert(trial, 1, boxAt((i * 37) % 3000, i, -i * 11, 1 + (i % 5)))
      expectBox(trial, [1000, 0, 0, 1000, 0, 0])
      expect(Array.from(trial.out)).toContain(0)
      trialRemove(trial, 1)
      expect(ids(trial, expectBox(trial, [1000, 0, 0, 1000, 0, 0]))).toEqual([0])
    }
    trialValidate(trial)
  })

  it('row 30’s kind: a world that wanders off, a piece at a time, seed 1', () => {
    const random = createRandom(1)
    const trial = createTrial('wandering world, seed 1', { capacity: 300 })
    for (let id = 0; id <= 300; id++) trialInsert(trial, id, boxAt(random() * 50, 0, random() * 50, 1))
    for (let step = 1; step <= 40; step++) {
      for (let id = step % 3; id <= 300; id += 3) {
        const offset = step * 250
        trialMove(trial, id, boxAt(offset + random() * 50, random() * step, -offset + random() * 50, 1))
      }
      expectEveryQuery(trial, random, [0, 0, -step * 250, step * 250 + 50, step, 50])
      trialValidate(trial)
    }
  })

  it('row 31: moved exactly onto a border it is found once, and can be removed', () => {
    const options = { maxObjectsPerNode: 1, worldBox: [0, 0, 0, 20, 20, 20] }
    const trial = createTrial('row 31', { capacity: 20, ...options })
    trialInsert(trial, 3, [9, 9, 9, 9, 9, 9])
    for (let id = 4; id < 12; id++) trialInsert(trial, id, [id * 2 - 7, 3, 3, id * 2 - 7, 3, 3])
    trialMove(trial, 3, [10, 9, 9, 10, 9, 9])
    expect(ids(trial, expectBox(trial, [10, 9, 9, 20, 20, 20]))).toEqual([3])
    trialFlush(trial)
    expect(ids(trial, expectBox(trial, [10, 9, 9, 20, 20, 20]))).toEqual([3])
    expect(ids(trial, expectBox(trial, [0, 9, 9, 10, 10, 10]))).toEqual([3])
    trialRemove(trial, 3)
    expect(expectBox(trial, [0, 8, 8, 20, 20, 20])).toBe(0)
    for (let id = 4; id < 12; id++) trialRemove(trial, id)
    for (const tree of trial.trees) expect(octreeStats(tree).objects).toBe(0)
    trialValidate(trial)
  })

  it('row 31’s kind: boxes hop along borders of every power of two', () => {
    const trial = createTrial('hopping', { capacity: 200, maxObjectsPerNode: 8 })
    for (let id = 0; id < 200; id++) trialInsert(trial, id, boxAt(id, 0, 0, 0))
    for (let power = -6; power <= 12; power++) {
      const cell = 2 ** power
      for (let id = 0; id < 200; id++) {
        const x = ((id * 7 + power + 6) % 64) * cell
        trialMove(trial, id, [x, cell, -cell, x, cell, -cell])
      }
      let found = 0
      for (let i = 0; i < 64; i++) found += expectBox(trial, [i * cell, cell, -cell, i * cell, cell, -cell])
      expect(found, `cells of ${cell}`).toBe(200)
      trialValidate(trial)
    }
  })

  it('row 76’s kind: a question exactly on a border or corner gets every neighbour', () => {
    for (const cell of [0.25, 1, 37, 45]) {
      const boxes: Box[] = []
      for (let i = 0; i < 216; i++) {
        const [x, y, z] = [i % 6, Math.floor(i / 6) % 6, Math.floor(i / 36)].map((n) => (n - 3) * cell)
        boxes.push([x!, y!, z!, x! + cell, y! + cell, z! + cell])
      }
      const trial = createTrial(`cells of ${cell}`, { capacity: 216 })
      trialFill(trial, new Float32Array(boxes.flat()))
      for (let i = 0; i < 343; i++) {
        const p = [i % 7, Math.floor(i / 7) % 7, Math.floor(i / 49)].map((n) => (n - 3) * cell)
        const neighbours = p.reduce((product, v) => product * (Math.abs(v) === 3 * cell ? 1 : 2), 1)
        const [x, y, z] = p as [number, number, number]
        expect(expectBox(trial, [x, y, z, x, y, z])).toBe(neighbours)
        expect(expectSphere(trial, x, y, z, 0)).toBe(neighbours)
        expect(expectNearest(trial, x, y, z, 10, 0)).toBe(neighbours)
        expect(expectRay(trial, [x, y, z, 0, 1, 0], 0)).toBe(neighbours)
      }
    }
  })

  it('row 78: far away the same list as at the origin', () => {
    const near = createRandom(78)
    const local = Array.from({ length: 400 }, (): Box => {
      const [x, y, z] = [near(), near(), near()].map((v) => Math.round(v * 16) * 4) as [
        number,
        number,
        number,
      ]
      return [x, y, z, x + 0.5, y + 1, z + 0.5]
    })
    const lists = [0, 45_000, 1_000_000].map((offset) => {
      const boxes = local.map((b): Box => [b[0] + offset, b[1], b[2], b[3] + offset, b[4], b[5]])
      const trial = createTrial(`tile at ${offset}`, { capacity: 400 })
      trialFill(trial, new Float32Array(boxes.flat()))
      trialValidate(trial)
      const answers: number[][] = []
      for (let yaw = 0; yaw < 6; yaw++) {
        // Nothing lies within a metre of a plane, far more than rounding at 1,000,000: the lists must be equal.
        const planes = new Float32Array([
          1,
          0,
          0,
          -(offset + 10 + yaw * 4),
          0,
          0,
          -1,
          41.5,
          0,
          1,
          0,
          -yaw * 4 - 2.5,
        ])
        answers.push(ids(trial, expectFrustum(trial, planes)))
        answers.push(ids(trial, expectBox(trial, [offset + yaw * 8, 0, 0, offset + yaw * 8 + 10, 30, 30])))
        answers.push(ids(trial, expectSphere(trial, offset - 10, 32, 32, 20 + yaw)))
        answers.push(ids(trial, expectRay(trial, [offset - 10, 5 * yaw, 5 * yaw, 1, 0.25, 0.5], 500)))
      }
      // 10 m beside the tile, looking at it.
      const eye = { ...AT_ORIGIN, x: offset - 10, y: 32, z: 32, yaw: -Math.PI / 2 }
      expect(expectFrustum(trial, frustumPlanes(perspective(2.6, 1, 0.1, 200), eye))).toBe(400)
      return answers
    })
    expect(lists[1]).toEqual(lists[0])
    expect(lists[2]).toEqual(lists[0])
  })
})
