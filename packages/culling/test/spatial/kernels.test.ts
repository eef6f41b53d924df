import {
  createOctree,
  insertMany,
  kernelKind,
  loadKernels,
  move,
  type Octree,
  queryFrustum,
  validateOctree,
} from '@sightline/culling/spatial'
import { expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { randomCamera } from '../support/cameras.js'
import { namedWorld } from '../support/worlds.js'

const COUNT = 1000
const out = new Uint32Array(COUNT)

function filled(): Octree {
  const tree = createOctree({ capacity: COUNT })
  const { boxes } = namedWorld('town', createRandom(1), COUNT)
  insertMany(
    tree,
    Uint32Array.from({ length: COUNT }, (_, i) => i),
    boxes,
    COUNT,
  )
  return tree
}

it('before loadKernels everything works with the twins; an octree made before works on after', async () => {
  expect(kernelKind()).toBe('typescript')
  const early = filled()
  const random = createRandom(2)
  const cameras = Array.from({ length: 20 }, () => randomCamera(random, [-300, 0, -300, 300, 60, 300]))
  const ask = (tree: Octree) =>
    cameras.map((planes) => Array.from(out.subarray(0, queryFrustum(tree, planes, out))))
  const before = ask(early)
  expect(before.flat().length).toBeGreaterThan(COUNT / 4)

  await loadKernels()
  expect(kernelKind()).toBe('wasm-simd')
  const late = filled()
  expect(ask(early)).toEqual(before)
  expect(ask(late)).toEqual(before)

  for (const tree of [early, late])
    for (let id = 0; id < COUNT; id += 5) move(tree, id, id, 0, 0, id + 1, 2, 1)
  expect(ask(late)).toEqual(ask(early))
  validateOctree(early)
  validateOctree(late)

  // Loading again changes nothing.
  await loadKernels()
  expect(kernelKind()).toBe('wasm-simd')
  expect(ask(late)).toEqual(ask(early))
})

it('trees do not share anything', () => {
  const [first, second] = [filled(), filled()]
  for (let id = 0; id < COUNT; id++) move(first, id, 5000, 0, 0, 5001, 1, 1)
  const gone = new Float32Array([-1, 0, 0, 4000])
  expect(queryFrustum(first, gone, out)).toBe(0)
  expect(queryFrustum(second, gone, out)).toBe(COUNT)
  expect(queryFrustum(first, gone, out)).toBe(0)
})
