import { createArena } from '@sightline/core/memory'
import { describe, expect, it } from 'vitest'
import * as occlusion from '../../src/occlusion/index.js'
import { createOctree, insert } from '../../src/spatial/index.js'

const VIEW = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -0.2, 0])
const BOX = [4, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1, 0, 0, 0, -5, 1]
const RING = Float32Array.of(-2, -6, 2, -6, 2, -5, -2, -5)

/** What the types forbid, as a program without them may hand it in. */
type Loose<T> = {
  [K in keyof T]: T[K] extends (...args: never[]) => infer R ? (...args: unknown[]) => R : T[K]
}
const o = occlusion as unknown as Loose<typeof occlusion>

function scene() {
  const arena = createArena(8e6)
  const b = occlusion.createOcclusionBuffer({ arena, width: 64, height: 64 })
  const octree = createOctree({ arena, capacity: 10 })
  insert(octree, 1, -0.1, -0.1, -20, 0.1, 0.1, -19)
  occlusion.beginOcclusion(b, VIEW)
  occlusion.addBoxOccluder(b, BOX)
  const set = occlusion.createOccluderSet(arena, 4)
  const choice = occlusion.createOccluderChoice(10)
  return { arena, b, octree, set, choice }
}
type Scene = ReturnType<typeof scene>

/** `BOX` with one number changed. */
const boxWith = (i: number, value: number) => BOX.map((v, k) => (k === i ? value : v))
const bits = new Uint8Array(4)
const ids = Uint32Array.of(1, 2)
const rows = new Float32Array(80).fill(1)
const corners = Float32Array.of(0, 0, -10, 4, 0, -10, 0, 4, -10, 0, 0, -6)

describe.each<[string, string, (s: Scene) => unknown]>([
  [
    'createOcclusionBuffer',
    'widht is not an option, expected one of width',
    () => o.createOcclusionBuffer({ widht: 8 }),
  ],
  [
    'createOcclusionBuffer',
    'width is "8", expected a multiple of 8',
    () => o.createOcclusionBuffer({ width: '8' }),
  ],
  ['createOcclusionBuffer', 'options is null, expected an object', () => o.createOcclusionBuffer(null)],
  ['createOcclusionBuffer', 'arena is 5, expected one made by', () => o.createOcclusionBuffer({ arena: 5 })],
  ['createOccluderSet', 'arena is undefined, expected one made by', () => o.createOccluderSet(undefined, 4)],
  ['createOccluderSet', 'capacity is "4", expected a whole', ({ arena }) => o.createOccluderSet(arena, '4')],
  ['createOccluderChoice', 'capacity is "4", expected a whole', () => o.createOccluderChoice('4')],

  ['beginOcclusion', 'the buffer is undefined, expected one', () => o.beginOcclusion(undefined, VIEW)],
  ['beginOcclusion', 'viewProjection is undefined, expected a matrix', ({ b }) => o.beginOcclusion(b)],
  ['beginOcclusion', 'options is null, expected an object', ({ b }) => o.beginOcclusion(b, VIEW, null)],
  [
    'beginOcclusion',
    'erode is not an option, expected one of',
    ({ b }) => o.beginOcclusion(b, VIEW, { erode: 1 }),
  ],
  [
    'beginOcclusion',
    'erosion is "1", expected a number',
    ({ b }) => o.beginOcclusion(b, VIEW, { erosion: '1' }),
  ],
  ['beginOcclusion', 'guardBand is "2", expected', ({ b }) => o.beginOcclusion(b, VIEW, { guardBand: '2' })],
  [
    'beginOcclusion',
    'reversed is "no", expected true',
    ({ b }) => o.beginOcclusion(b, VIEW, { reversed: 'no' }),
  ],
  ['clearOcclusion', 'the buffer is undefined, expected', () => o.clearOcclusion(undefined)],
  ['occlusionImage', 'the buffer is undefined, expected', () => o.occlusionImage(undefined)],
  ['occlusionStats', 'the buffer is undefined, expected', () => o.occlusionStats(undefined)],

  ['addBoxOccluder', 'the buffer is undefined, expected', () => o.addBoxOccluder(undefined, BOX)],
  ['addBoxOccluder', 'matrix is undefined, expected 16 numbers', ({ b }) => o.addBoxOccluder(b)],
  ['addBoxOccluder', 'matrix[0] is undefined', ({ b }) => o.addBoxOccluder(b, [])],
  ['addBoxOccluder', 'matrix[15] is undefined, expected 1', ({ b }) => o.addBoxOccluder(b, BOX.slice(0, 15))],
  [
    'addBoxOccluder',
    'matrix[3] is 1, expected 0: the last row',
    ({ b }) => o.addBoxOccluder(b, boxWith(3, 1)),
  ],
  ['addBoxOccluder', 'matrix[11] is -1e-9, expected 0', ({ b }) => o.addBoxOccluder(b, boxWith(11, -1e-9))],
  ['addBoxOccluder', 'matrix[15] is 2, expected 1', ({ b }) => o.addBoxOccluder(b, boxWith(15, 2))],
  [
    'addBoxOccluder',
    'matrix[12] is 1e+21, expected a finite number below 1e15',
    ({ b }) => o.addBoxOccluder(b, boxWith(12, 1e21)),
  ],
  ['setBoxOccluder', 'matrix[7] is 0.5, expected 0', ({ set }) => o.setBoxOccluder(set, 1, boxWith(7, 0.5))],
  ['setBoxOccluder', 'the set is undefined, expected one', () => o.setBoxOccluder(undefined, 1, BOX)],
  ['setBoxOccluder', 'id is "1", expected a whole number', ({ set }) => o.setBoxOccluder(set, '1', BOX)],
  ['hasOccluder', 'the set is null, expected one', () => o.hasOccluder(null, 1)],
  ['addOccluders', 'the set is undefined, expected one', ({ b }) => o.addOccluders(b, undefined, ids, 1)],
  ['addOccluders', 'ids is undefined, expected a Uint32Array', ({ b, set }) => o.addOccluders(b, set)],

  [
    'addPrismOccluder',
    'footprint is undefined, expected a Float32Array',
    ({ b }) => o.addPrismOccluder(b, undefined, 0, 1),
  ],
  [
    'setPrismOccluder',
    'footprint is undefined, expected a Float32Array',
    ({ set }) => o.setPrismOccluder(set, 1, undefined, 0, 1),
  ],
  [
    'setPrismOccluder',
    'footprint has 4 for holes, expected an array of',
    ({ set }) => o.setPrismOccluder(set, 1, RING, 0, 1, 4),
  ],
  [
    'addPrismOccluder',
    'baseY is "0", expected a number between',
    ({ b }) => o.addPrismOccluder(b, RING, '0', 1),
  ],
  [
    'addPrismOccluder',
    'topY is 1e+21, expected a number above baseY, 0, and below 1e15',
    ({ b }) => o.addPrismOccluder(b, RING, 0, 1e21),
  ],
  ['addPrismOccluder', 'topY is undefined, expected', ({ b }) => o.addPrismOccluder(b, RING, 0)],
  ['addHullOccluder', 'positions is undefined, expected a Float32Array', ({ b }) => o.addHullOccluder(b)],
  [
    'setHullOccluder',
    'indices is undefined, expected a Uint32Array',
    ({ set }) => o.setHullOccluder(set, 1, corners),
  ],
  [
    'addHeightfieldOccluder',
    'heights is undefined, expected a Float32Array',
    ({ b }) => o.addHeightfieldOccluder(b, undefined, 2, 2, 0, 0, 1, 1),
  ],
  [
    'addHeightfieldOccluder',
    'originX is NaN, expected a number between -1e15 and 1e15',
    ({ b }) => o.addHeightfieldOccluder(b, new Float32Array(4), 2, 2, Number.NaN, 0, 1, 1),
  ],
  [
    'addHeightfieldOccluder',
    'spacingZ is "1", expected a number above 0',
    ({ b }) => o.addHeightfieldOccluder(b, new Float32Array(4), 2, 2, 0, 0, 1, '1'),
  ],

  ['testBoxes', 'boxes is undefined, expected a Float32Array', ({ b }) => o.testBoxes(b, undefined, 1, bits)],
  [
    'testBoxes',
    'boxes is of type Array, expected a Float32Array',
    ({ b }) => o.testBoxes(b, [0, 0, 0, 1, 1, 1], 1, bits),
  ],
  [
    'testBoxes',
    'boxes is of type Float64Array, expected',
    ({ b }) => o.testBoxes(b, new Float64Array(6), 1, bits),
  ],
  ['testBoxes', 'outHidden is 0, expected a Uint8Array', ({ b }) => o.testBoxes(b, rows, 1, [0])],
  ['testBoxes', 'count is "1", expected a whole number', ({ b }) => o.testBoxes(b, rows, '1', bits)],
  ['testBoxIds', 'boxes is undefined, expected', ({ b }) => o.testBoxIds(b, undefined, ids, 1, bits)],
  ['testBoxIds', 'ids is of type Array, expected', ({ b }) => o.testBoxIds(b, rows, [1], 1, bits)],
  [
    'testOctreeIds',
    'the octree is undefined, expected one',
    ({ b }) => o.testOctreeIds(b, undefined, ids, 1, bits),
  ],
  ['testOctreeIds', 'ids is undefined, expected', ({ b, octree }) => o.testOctreeIds(b, octree)],
  [
    'queryVisible',
    'planes[3] is NaN, expected a number',
    ({ b, octree }) => o.queryVisible(b, octree, Float32Array.of(1, 0, 0, Number.NaN), ids),
  ],

  [
    'chooseOccluders',
    'choice is undefined, expected one made by',
    () => o.chooseOccluders(undefined, rows, ids, 1, [0, 0, 0], ids),
  ],
  ['chooseOccluders', 'boxes is undefined, expected', ({ choice }) => o.chooseOccluders(choice)],
  [
    'chooseOccluders',
    'eye is undefined, expected three',
    ({ choice }) => o.chooseOccluders(choice, rows, ids, 1, undefined, ids),
  ],
  [
    'chooseOccluders',
    'eye[1] is NaN, expected a finite',
    ({ choice }) => o.chooseOccluders(choice, rows, ids, 1, [0, Number.NaN, 0], ids),
  ],
  [
    'chooseOccluders',
    'eye[2] is undefined, expected',
    ({ choice }) => o.chooseOccluders(choice, rows, ids, 1, [0, 0], ids),
  ],
  [
    'chooseOccluders',
    'most is not an option, expected one of maxOccluders',
    ({ choice }) => o.chooseOccluders(choice, rows, ids, 1, [0, 0, 0], ids, { most: 1 }),
  ],
  [
    'chooseOccluders',
    'loyalty is "2", expected a number',
    ({ choice }) => o.chooseOccluders(choice, rows, ids, 1, [0, 0, 0], ids, { loyalty: '2' }),
  ],
])('%s: %s', (caller, message, call) => {
  it('is refused, and the picture stays', () => {
    const s = scene()
    const before = occlusion.occlusionImage(s.b).inverseDepth.slice()
    let thrown: unknown
    try {
      call(s)
    } catch (error) {
      thrown = error
    }
    expect(thrown, 'nothing was thrown').toBeInstanceOf(Error)
    expect((thrown as Error).message).toContain(`${caller}: ${message}`)
    expect(occlusion.occlusionImage(s.b).inverseDepth).toEqual(before)
    expect(occlusion.hasOccluder(s.set, 1)).toBe(false)
    expect(occlusion.occlusionStats(s.b).occluders).toBe(1)
  })
})

it('footprintProblem says what is no footprint', () => {
  expect(o.footprintProblem(undefined)).toBe('is undefined, expected a Float32Array')
  expect(o.footprintProblem(RING, null)).toContain('has null for holes')
  expect(o.footprintProblem(Float32Array.of(0, 0, 1e21, 0, 1, 1))).toContain(
    'expected numbers between -1e15 and 1e15',
  )
  expect(o.footprintProblem(RING)).toBe(null)
})

it('a matrix that was inverted in floats is affine enough', () => {
  const { b } = scene()
  occlusion.addBoxOccluder(b, Float32Array.from(boxWith(15, Math.fround(1 - 2 ** -24))))
  expect(occlusion.occlusionStats(b).occluders).toBe(2)
})
