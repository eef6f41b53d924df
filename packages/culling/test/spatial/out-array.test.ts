import {
  type Octree,
  queryBox,
  queryFrustum,
  queryNearest,
  queryRay,
  querySphere,
} from '@sightline/culling/spatial'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { createTrial, trialFill, trialInsert } from '../support/trial.js'
import { namedWorld } from '../support/worlds.js'

const COUNT = 700
const MARK = 0xdeadbeef
const FAR = 1e9
const camera = new Float32Array([0.8, 0, 0.6, 60, 0, 1, 0, 0.5])

const QUERIES: Record<string, (o: Octree, out: Uint32Array, distances: Float32Array) => number> = {
  'queryFrustum of everything': (o, out) => queryFrustum(o, new Float32Array(0), out),
  'queryFrustum of a half': (o, out) => queryFrustum(o, camera, out),
  'queryBox of everything': (o, out) => queryBox(o, -FAR, -FAR, -FAR, FAR, FAR, FAR, out),
  'queryBox of a part': (o, out) => queryBox(o, -100, -1, -100, 150, 1, 100, out),
  querySphere: (o, out) => querySphere(o, 0, 0, 0, 200, out),
  'queryRay with distances': (o, out, distances) => queryRay(o, -400, 1, 0, 1, 0, 0.01, FAR, out, distances),
  'queryNearest with distances': (o, out, distances) => queryNearest(o, 0, 0, 0, 150, FAR, out, distances),
}

function town() {
  const { boxes } = namedWorld('town', createRandom(1), COUNT)
  // Some that every ray and half space meets, so that every answer is long.
  for (let id = 0; id < COUNT; id += 9) boxes.set([-300, 0, -300, 300, 2, 300], id * 6)
  const trial = createTrial('town, seed 1', { capacity: COUNT + 5 })
  trialFill(trial, boxes)
  // And some in every answer.
  trialInsert(trial, COUNT + 2, [Number.NaN, 0, 0, 1, 1, 1])
  trialInsert(trial, COUNT + 4, [Number.NaN, 0, 0, 1, 1, 1])
  return trial
}

describe.each(Object.entries(QUERIES))('%s and the caller’s array', (_, ask) => {
  it('answers the count it needed and fills what fits, no more', () => {
    for (const tree of town().trees) {
      const full = new Uint32Array(COUNT + 20).fill(MARK)
      const distances = new Float32Array(COUNT + 20).fill(-7)
      const needed = ask(tree, full, distances)
      expect(needed).toBeGreaterThan(40)
      expect(needed).toBeLessThanOrEqual(COUNT + 2)
      for (const length of [0, 1, 2, 7, 8, 9, 31, needed - 1, needed, needed + 1]) {
        // The array is the middle of a longer one: what lies beside it must stay.
        const backing = new Uint32Array(length + 64).fill(MARK)
        const distanceBacking = new Float32Array(length + 64).fill(-7)
        const out = backing.subarray(32, 32 + length)
        const count = ask(tree, out, distanceBacking.subarray(32, 32 + length))
        expect(count, `with room for ${length}`).toBe(needed)
        const fits = Math.min(length, needed)
        expect(Array.from(backing.subarray(0, 32)).every((value) => value === MARK)).toBe(true)
        expect(Array.from(backing.subarray(32 + length)).every((value) => value === MARK)).toBe(true)
        expect(Array.from(distanceBacking.subarray(0, 32)).every((value) => value === -7)).toBe(true)
        expect(Array.from(distanceBacking.subarray(32 + length)).every((value) => value === -7)).toBe(true)
        const ids = Array.from(out.subarray(0, fits))
        expect(new Set(ids).size, 'no id twice').toBe(fits)
        const all = new Set(full.subarray(0, needed))
        expect(ids.every((id) => all.has(id))).toBe(true)
      }
    }
  })

  it('leaves the entries after the count alone', () => {
    for (const tree of town().trees) {
      const out = new Uint32Array(COUNT + 300).fill(MARK)
      const distances = new Float32Array(COUNT + 300).fill(-7)
      const count = ask(tree, out, distances)
      expect(Array.from(out.subarray(count)).every((value) => value === MARK)).toBe(true)
      expect(Array.from(distances.subarray(count)).every((value) => value === -7)).toBe(true)
    }
  })
})

describe('queries with distances and too little room', () => {
  it('keep the nearest', () => {
    for (const tree of town().trees) {
      for (const name of ['queryRay with distances', 'queryNearest with distances']) {
        const ask = QUERIES[name]!
        const distances = new Float32Array(COUNT + 5)
        const needed = ask(tree, new Uint32Array(COUNT + 5), distances)
        for (const room of [1, 5, 20]) {
          const few = new Float32Array(room)
          expect(ask(tree, new Uint32Array(room), few), name).toBe(needed)
          expect(Array.from(few), name).toEqual(Array.from(distances.subarray(0, room)))
        }
      }
    }
  })
})

describe('an out that lies in the memory of the octree', () => {
  it('is filled the same', () => {
    for (const tree of town().trees) {
      const { arena } = tree
      const own = new Uint32Array(COUNT + 5)
      const count = queryFrustum(tree, camera, own)
      const offset = Math.ceil(arena.top / 64) * 64
      if (offset + (COUNT + 5) * 4 > arena.limit) continue
      const inside = new Uint32Array(arena.buffer, offset, COUNT + 5)
      expect(queryFrustum(tree, camera, inside)).toBe(count)
      expect(Array.from(inside.subarray(0, count))).toEqual(Array.from(own.subarray(0, count)))
    }
  })
})
