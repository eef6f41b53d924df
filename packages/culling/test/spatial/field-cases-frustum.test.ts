import { octreeStats } from '@sightline/culling/spatial'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { AT_ORIGIN, frustumPlanes, orthographic, perspective, randomCamera } from '../support/cameras.js'
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
  trialFlush,
  trialInsert,
  trialMove,
  trialValidate,
} from '../support/trial.js'
import { boxAt } from '../support/worlds.js'

/** Faults that real culling code had, by their row in the design's list of cases from the field. */

const END = Number.POSITIVE_INFINITY
const DEGREE = Math.PI / 180
const ids = (t: Trial, count: number) => Array.from(t.out.subarray(0, count)).sort((a, b) => a - b)

function trialOf(label: string, boxes: readonly Box[], options: object = {}): Trial {
  const trial = createTrial(label, { capacity: Math.max(boxes.length, 20), ...options })
  for (const [id, box] of boxes.entries()) trialInsert(trial, id, box)
  return trial
}

describe('broken numbers', () => {
  it('row 11: a NaN box has one rule for every query, and is counted', () => {
    const trial = trialOf('row 11', [
      [0, 0, 0, 1, 1, 1],
      [Number.NaN, 0, 0, 1, 1, 1],
    ])
    const elsewhere = frustumPlanes(perspective(1, 1, 0.1, 50), { ...AT_ORIGIN, x: 100 })
    expect(ids(trial, expectFrustum(trial, elsewhere))).toEqual([1])
    expect(ids(trial, expectBox(trial, [5, 5, 5, 6, 6, 6]))).toEqual([1])
    expect(ids(trial, expectBox(trial, [0, 0, 0, 1, 1, 1]))).toEqual([0, 1])
    expect(ids(trial, expectSphere(trial, 9, 9, 9, 1))).toEqual([1])
    expect(ids(trial, expectRay(trial, [9, 9, 9, 1, 0, 0], 5))).toEqual([1])
    expect(ids(trial, expectNearest(trial, 9, 9, 9, 5, 1))).toEqual([1])
    for (const tree of trial.trees) expect(octreeStats(tree).unbounded).toBe(1)
  })

  it('row 13: endless bounds are visible at every angle, straight ones too', () => {
    // The row's 1.8e308 is the first number that a double cannot hold.
    const huge = Number.MAX_VALUE
    const trial = trialOf('row 13', [
      [-END, -END, -END, END, END, END],
      [-huge - 1, -huge - 1, -huge - 1, huge - 1, huge - 1, huge - 1],
      [-3e38, -3e38, -3e38, 3e38, 3e38, 3e38],
    ])
    for (const normal of [
      [0, 1, 0],
      [1, 0, 0],
      [0, 0, -1],
      [0, -1, -0],
      [0.6, 0, 0.8],
      [0, 0, 0],
    ]) {
      for (const d of [0, -1e6, 1e6, -1e30]) {
        expect(expectFrustum(trial, new Float32Array([...normal, d])), `plane ${normal} ${d}`).toBe(3)
      }
    }
    const random = createRandom(13)
    for (let i = 0; i < 100; i++) {
      expect(expectFrustum(trial, randomCamera(random, [-1e5, -1e5, -1e5, 1e5, 1e5, 1e5]))).toBe(3)
    }
  })

  it('row 14: a flat mesh exactly on a cell border is visible, and a hair beside it', () => {
    for (const hair of [0, 0.001, -0.001]) {
      const heights = [-1, 3, -5].map((y) => Math.fround(y + hair))
      const boxes = heights.map((y): Box => [-1, y, -1, 1, y, 1])
      const trial = trialOf(`row 14, ${hair}`, boxes, { maxObjectsPerNode: 1, minNodeSize: 4 })
      const camera = frustumPlanes(perspective(60 * DEGREE, 1, 0.1, 100), { ...AT_ORIGIN, z: 30 })
      expect(expectFrustum(trial, camera)).toBe(3)
      for (const [id, box] of boxes.entries()) expect(ids(trial, expectBox(trial, box))).toEqual([id])
      trialMove(trial, 0, [-1, heights[1]!, -1, 1, heights[1]!, 1])
      expect(expectFrustum(trial, camera)).toBe(3)
      trialValidate(trial)
    }
  })

  it('row 14’s kind: flat boxes on every border of powers of two, along every axis', () => {
    const boxes: Box[] = []
    for (let axis = 0; axis < 3; axis++) {
      for (let border = -64; border <= 64; border += 4) {
        const box: [number, number, number, number, number, number] = [-1, -1, -1, 1, 1, 1]
        box[axis] = box[axis + 3] = border
        boxes.push(box)
      }
    }
    const trial = trialOf('flat on borders', boxes, { maxObjectsPerNode: 2 })
    for (const [id, box] of boxes.entries()) {
      expectBox(trial, box)
      expect(Array.from(trial.out)).toContain(id)
    }
    for (let border = -64; border <= 64; border += 4) {
      for (let axis = 0; axis < 3; axis++) {
        const planes = new Float32Array(8)
        planes.set([+(axis === 0), +(axis === 1), +(axis === 2), -border])
        planes.set([-(axis === 0), -(axis === 1), -(axis === 2), border], 4)
        expectFrustum(trial, planes)
      }
    }
    expect(expectFrustum(trial, frustumPlanes(orthographic(100, 100, -100, 100)))).toBe(boxes.length)
  })

  it('row 15: boxes scaled almost to nothing end at once, at a capped depth and in flat memory', () => {
    const scale = 8.9e-16
    const trial = createTrial('row 15', { capacity: 2000 })
    for (let id = 0; id < 500; id++) trialInsert(trial, id, boxAt(0, -1.592, 0, scale))
    const [first] = trial.trees.map((tree) => octreeStats(tree))
    // The easing curve runs up and down: every box grows to a unit and shrinks again, many times.
    const pulsate = () => {
      for (let round = 0; round < 60; round++) {
        const size = round % 2 ? scale * 2 ** (round % 7) : 1
        for (let id = 0; id < 500; id++) trialMove(trial, id, boxAt(0, -1.592, 0, size))
        trialFlush(trial)
      }
    }
    pulsate()
    // By now all of them are filed as moving.
    const [settled] = trial.trees.map((tree) => octreeStats(tree))
    expect(settled!.bytes).toBeLessThan(first!.bytes * 1.25)
    for (let i = 0; i < 4; i++) pulsate()
    expect(expectSphere(trial, 0, Math.fround(-1.592), 0, 1e-3)).toBe(500)
    trialValidate(trial)
    for (const tree of trial.trees) {
      const stats = octreeStats(tree)
      expect(stats.depth).toBeLessThan(64)
      expect(stats.leaves).toBeLessThan(100)
      expect(stats.leaves).toBeLessThanOrEqual(first!.leaves * 4)
      expect(stats.bytes).toBe(settled!.bytes)
    }
  })

  it('row 15’s kind: boxes that differ by less and less', () => {
    const boxes: Box[] = []
    for (let k = 0; k < 150; k++) boxes.push(boxAt(2 ** -k, -(2 ** -k), 2 ** -(k / 2), 2 ** -k))
    for (let k = 0; k < 60; k++) boxes.push(boxAt(1 + k * 2 ** -23, 1, 1, 0))
    const trial = trialOf('less and less', boxes, { maxObjectsPerNode: 1, minNodeSize: 1e-6 })
    trialValidate(trial)
    const random = createRandom(15)
    for (let i = 0; i < 30; i++) expectEveryQuery(trial, random, [-1, -1, -1, 2, 2, 2])
  })
})

describe('frustum', () => {
  const camera = frustumPlanes(perspective(60 * DEGREE, 1, 1, 100))

  it('row 17: a big box that no plane hides may be seen; the frustum’s own box as six more planes hides it', () => {
    const box: Box = [60, -100, -300, 100, 100, 0]
    const trial = trialOf('row 17', [box])
    // By planes alone the exact answer is "crossing"; what is asked of the octree is no more than that.
    expect(expectFrustum(trial, camera)).toBe(1)
    const reach = 100 * Math.tan(30 * DEGREE)
    const round = [
      1,
      0,
      0,
      reach,
      -1,
      0,
      0,
      reach,
      0,
      1,
      0,
      reach,
      0,
      -1,
      0,
      reach,
      0,
      0,
      1,
      100,
      0,
      0,
      -1,
      -1,
    ]
    expect(expectFrustum(trial, new Float32Array([...camera, ...round]))).toBe(0)
  })

  it('row 19: a box that crosses with no corner inside is visible', () => {
    expect(expectFrustum(trialOf('row 19', [[-100, -0.5, -11, 100, 0.5, -10]]), camera)).toBe(1)
  })

  it('row 19’s kind: beams through the picture along every axis, seeds 1 to 3', () => {
    for (const seed of [1, 2, 3]) {
      const random = createRandom(seed)
      const boxes = Array.from({ length: 300 }, (_, i): Box => {
        const [depth, axis] = [5 + random() * 90, i % 3]
        const [x, y] = [(random() - 0.5) * depth, (random() - 0.5) * depth]
        const long = 500
        if (axis === 0) return [-long, y, -depth, long, y + 0.1, -depth + 0.1]
        if (axis === 1) return [x, -long, -depth, x + 0.1, long, -depth + 0.1]
        return [x * 0.1, y * 0.1, -long, x * 0.1 + 0.1, y * 0.1 + 0.1, long]
      })
      const trial = trialOf(`beams, seed ${seed}`, boxes)
      expect(expectFrustum(trial, camera)).toBeGreaterThan(250)
    }
  })

  it('row 20: a tall tile in front is visible although its eight corners are outside', () => {
    const trial = trialOf('row 20', [[-500, 0, -500, 500, 5000, 500]])
    const lens = perspective(60 * DEGREE, 1, 1, 10_000)
    expect(expectFrustum(trial, frustumPlanes(lens, { ...AT_ORIGIN, y: 2500, z: 600 }))).toBe(1)
    // And from inside it, looking anywhere.
    for (let yaw = 0; yaw < 7; yaw++) {
      expect(expectFrustum(trial, frustumPlanes(lens, { ...AT_ORIGIN, y: 2500, yaw, pitch: yaw / 5 }))).toBe(
        1,
      )
    }
  })

  it('row 23’s planes: no far plane, or a far plane without a normal', () => {
    const trial = trialOf('row 23', [
      [-1, -1, -1_000_001, 1, 1, -999_999],
      [-1, -1, 5, 1, 1, 7],
    ])
    const endless = frustumPlanes(perspective(60 * DEGREE, 1, 0.1, END))
    expect(endless.length).toBe(20)
    for (const far of [[], [0, 0, 0, 0], [0, 0, 0, 0.1], [0, 0, 0, -0.1], [0, 0, 0, Number.NaN]]) {
      expect(ids(trial, expectFrustum(trial, new Float32Array([...endless, ...far])))).toEqual([0])
    }
  })
})
