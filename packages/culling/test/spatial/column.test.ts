import { createArena, float32Array } from '@sightline/core/memory'
import {
  createOctree,
  flushMoved,
  has,
  insertFromColumn,
  loadKernels,
  octreeStats,
  queryBox,
  queryFrustum,
  queryNearest,
  remove,
  validateOctree,
} from '@sightline/culling/spatial'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { randomCamera } from '../support/cameras.js'
import { compareSets } from '../support/compare-sets.js'
import { boxDistance, boxVerdict, createOracle, drop, frustumVerdict, put } from '../support/oracle.js'
import { randomBox, randomPoint } from '../support/questions.js'
import { namedWorld } from '../support/worlds.js'

/** An engine's own column of boxes, 8 floats an id, in an arena that it shares with the octree. */
const CAPACITY = 1200
const out = new Uint32Array(CAPACITY + 1)
const distances = new Float32Array(CAPACITY + 1)

await loadKernels()

function engine(kernels: 'auto' | 'typescript') {
  const arena = createArena(4 * 1024 * 1024)
  const column = float32Array(arena, (CAPACITY + 1) * 8)
  const tree = createOctree({ capacity: CAPACITY, arena, boxes: column, kernels })
  const oracle = createOracle(CAPACITY)
  const write = (id: number, boxes: ArrayLike<number>, at: number) => {
    for (let i = 0; i < 3; i++) {
      column[id * 8 + i] = boxes[at + i]!
      column[id * 8 + 4 + i] = boxes[at + 3 + i]!
    }
    put(oracle, id, boxes, at)
  }
  return { tree, oracle, write }
}

type Engine = ReturnType<typeof engine>

function expectRight(
  { tree, oracle }: Engine,
  label: string,
  random: () => number,
  around: Parameters<typeof randomBox>[1],
) {
  const planes = randomCamera(random, around)
  const seen = queryFrustum(tree, planes, out)
  compareSets(`${label}: frustum`, oracle, out, seen, (id) => frustumVerdict(oracle, id, planes))
  const b = randomBox(random, around)
  compareSets(`${label}: box`, oracle, out, queryBox(tree, ...b, out), (id) => boxVerdict(oracle, id, b))
  const [x, y, z] = randomPoint(random, around)
  const near = queryNearest(tree, x, y, z, 5, Number.POSITIVE_INFINITY, out, distances)
  expect(near).toBe(Math.min(5, oracle.count))
  for (let i = 0; i < near; i++) expect(distances[i]).toBeCloseTo(boxDistance(oracle, out[i]!, x, y, z), 2)
}

describe.each(['auto', 'typescript'] as const)(
  'an octree over the column of an engine (kernels: %s)',
  (kernels) => {
    it('200 frames: joined, moved and left ids, unknown and doubled ones among them, seed 1', () => {
      const random = createRandom(1)
      const { around } = namedWorld('town', createRandom(1), CAPACITY)
      const e = engine(kernels)
      const list = new Uint32Array(CAPACITY * 2)
      for (let frame = 0; frame < 200; frame++) {
        const fresh = namedWorld('town', random, 100).boxes
        let [joined, moved, ignored] = [0, 0, 0]
        for (let i = 0; i < 60; i++) {
          const id = Math.floor(random() * (CAPACITY + 1))
          if (e.oracle.present[id]) continue
          e.write(id, fresh, (i % 100) * 6)
          list[joined++] = id
        }
        insertFromColumn(e.tree, list, joined)
        for (let i = 0; i < 150; i++) {
          const id = Math.floor(random() * (CAPACITY + 1))
          list[moved++] = id
          if (!e.oracle.present[id]) ignored++
          else if (random() < 0.02) e.write(id, [0, Number.NaN, 0, 1, 1, 1], 0)
          else e.write(id, fresh, (i % 100) * 6)
        }
        // Nothing may be thrown in a frame: an id that cannot be is counted.
        list[moved++] = CAPACITY + 1 + frame
        list[moved++] = 0xffffffff
        const before = octreeStats(e.tree).ignored
        flushMoved(e.tree, list, moved)
        expect(octreeStats(e.tree).ignored - before).toBe(ignored + 2)
        for (let i = 0; i < 40; i++) {
          const id = Math.floor(random() * (CAPACITY + 1))
          expect(has(e.tree, id)).toBe(e.oracle.present[id] === 1)
          expect(remove(e.tree, id)).toBe(e.oracle.present[id] === 1)
          drop(e.oracle, id)
        }
        expectRight(e, `frame ${frame}, seed 1`, random, around)
        expect(octreeStats(e.tree).objects).toBe(e.oracle.count)
        if (frame % 10 === 0) validateOctree(e.tree)
      }
    })

    it('an inverted box in the column is kept apart, never lost, and comes back', () => {
      const e = engine(kernels)
      for (let id = 0; id < 100; id++) e.write(id, [id, 0, 0, id + 1, 1, 1], 0)
      const ids = Uint32Array.from({ length: 100 }, (_, i) => i)
      insertFromColumn(e.tree, ids, 100)
      e.write(50, [9, 0, 0, -9, 1, 1], 0)
      flushMoved(e.tree, new Uint32Array([50]), 1)
      validateOctree(e.tree)
      const planes = new Float32Array([1, 0, 0, -90])
      expect(Array.from(out.subarray(0, queryFrustum(e.tree, planes, out)))).toContain(50)
      expect(octreeStats(e.tree).unbounded).toBe(1)
      e.write(50, [50, 0, 0, 51, 1, 1], 0)
      flushMoved(e.tree, new Uint32Array([50]), 1)
      expect(Array.from(out.subarray(0, queryFrustum(e.tree, planes, out)))).not.toContain(50)
      expect(octreeStats(e.tree).unbounded).toBe(0)
      validateOctree(e.tree)
    })
  },
)
