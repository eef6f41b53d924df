import {
  createOctree,
  flush,
  insert,
  insertMany,
  loadKernels,
  move,
  type Octree,
  octreeStats,
  queryBox,
  queryFrustum,
  queryNearest,
  validateOctree,
} from '@sightline/culling/spatial'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { namedWorld } from './worlds.js'

export const CAPACITY = 200
export const out: Uint32Array = new Uint32Array(CAPACITY + 1)
export const distances: Float32Array = new Float32Array(CAPACITY + 1)

await loadKernels()

/** Ids 0 to 99 are in, a move of 5 waits, 40 is without a place. */
export function smallTown(kernels: 'auto' | 'typescript' = 'auto'): Octree {
  const { boxes } = namedWorld('town', createRandom(1), 100)
  const tree = createOctree({ capacity: CAPACITY, kernels })
  const ids = Uint32Array.from({ length: 100 }, (_, i) => i)
  insertMany(tree, ids, boxes, 100)
  move(tree, 40, Number.NaN, 0, 0, 1, 1, 1)
  flush(tree)
  move(tree, 5, 300, 0, 300, 301, 1, 301)
  return tree
}

/** What the tree answers to some questions. */
export function answersOf(tree: Octree): unknown {
  const take = (count: number) => Array.from(out.subarray(0, count)).sort((a, b) => a - b)
  return [
    take(queryFrustum(tree, new Float32Array(0), out)),
    take(queryFrustum(tree, new Float32Array([1, 0, 0, 20]), out)),
    take(queryBox(tree, 299, 0, 299, 302, 2, 302, out)),
    take(queryNearest(tree, 0, 0, 0, 10, Number.POSITIVE_INFINITY, out, distances)),
    octreeStats(tree).objects,
    octreeStats(tree).unbounded,
  ]
}

/**
 * `function: what is wrong`, then the error's name and the words its message must hold (the field, the value, what
 * was expected; `a|b` for either), then the call.
 */
export type Refusal = [name: string, words: string, call: (o: Octree) => unknown]

function expectWords(message: string, words: string[]): void {
  for (const word of words) {
    const some = word.split('|').map((text) => text.replace(/[.*+?^${}()[\]\\]/g, '\\$&'))
    expect(message).toMatch(new RegExp(`(?<![\\w.])(${some.join('|')})(?![\\w])`))
  }
}

/** Each is refused by a message that says why, and the tree is what it was. */
export function expectRefusals(refusals: Refusal[]): void {
  describe.each(['auto', 'typescript'] as const)(
    'refused, and nothing has changed (kernels: %s)',
    (kernels) => {
      it.each(refusals)('%s (%s)', (name, words, call) => {
        const tree = smallTown(kernels)
        const before = answersOf(smallTown(kernels))
        let thrown: unknown
        try {
          call(tree)
        } catch (error) {
          thrown = error
        }
        expect(thrown, 'nothing was thrown').toBeInstanceOf(Error)
        const { message, name: type } = thrown as Error
        const [wantedType, ...wanted] = words.split(' ')
        expect(type).toBe(wantedType)
        expectWords(message, [name.split(':')[0]!, ...wanted])
        validateOctree(tree)
        expect(answersOf(tree)).toEqual(before)
        expectToWork(tree)
      })
    },
  )
}

function expectToWork(tree: Octree): void {
  insert(tree, 150, 1, 1, 1, 2, 2, 2)
  move(tree, 7, 1, 1, 1, 2, 2, 2)
  const count = queryBox(tree, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, out)
  expect(Array.from(out.subarray(0, count))).toEqual(expect.arrayContaining([7, 40, 150]))
  validateOctree(tree)
}
