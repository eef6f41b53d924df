import { createArena, float32Array, uint8Array, uint32Array } from '@sightline/core/memory'
import { describe, expect, it } from 'vitest'
import { measureHeap } from '../../../../test/support/heap.js'
import { createRandom } from '../../../../test/support/random.js'
import {
  addBoxOccluder,
  addHeightfieldOccluder,
  addHullOccluder,
  addOccluders,
  addPrismOccluder,
  beginOcclusion,
  clearOcclusion,
  createOccluderSet,
  createOcclusionBuffer,
  hasOccluder,
  loadKernels,
  occlusionImage,
  occlusionStats,
  queryVisible,
  removeOccluder,
  setBoxOccluder,
  setPrismOccluder,
  testBoxes,
  testBoxIds,
  testOctreeIds,
} from '../../src/occlusion/index.js'
import * as layout from '../../src/occlusion/kernels/layout.js'
import { createOctree, insertMany } from '../../src/spatial/index.js'
import { type CameraInput, camera } from './support/cameras.js'
import { randomTown } from './support/town.js'

await loadKernels()

const NO_PLANES = new Float32Array(0)

const view = (more: Partial<CameraInput> = {}) =>
  camera({
    eye: [0, 1.7, 0],
    yaw: 0.4,
    pitch: -0.1,
    roll: 0,
    near: 0.1,
    far: 500,
    sides: [-1, 1, -0.56, 0.56],
    ...more,
  })
const cube = (x: number, y: number, z: number, s: number) =>
  Float32Array.of(s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0, x, y, z, 1)
const TETRAHEDRON = Float32Array.of(0, 0, -10, 4, 0, -10, 0, 4, -10, 0, 0, -6)
const SIDES = Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2)

describe('errors name the field, the value and what was expected', () => {
  const b = createOcclusionBuffer()

  it('of a new buffer', () => {
    for (const width of [0, 4, 250, 1032, 64.5, Number.NaN]) {
      expect(() => createOcclusionBuffer({ width })).toThrow(
        `width is ${width}, expected a multiple of 8 from 8 to 1024`,
      )
    }
    expect(() => createOcclusionBuffer({ height: 520 })).toThrow(
      'height is 520, expected a multiple of 8 from 8 to 512',
    )
    expect(() => createOcclusionBuffer({ kernels: 'gpu' as 'auto' })).toThrow(
      "kernels is \"gpu\", expected 'auto' or 'typescript'",
    )
    expect(() => createOcclusionBuffer({ arena: createArena(1000) })).toThrow('allocate:')
  })

  it('of a buffer without a view', () => {
    const fresh = createOcclusionBuffer({ width: 8, height: 8 })
    expect(() => addBoxOccluder(fresh, cube(0, 0, 0, 1))).toThrow(
      'addBoxOccluder: this buffer has no view yet',
    )
    expect(() => testBoxes(fresh, new Float32Array(6), 1, new Uint8Array(1))).toThrow(
      'testBoxes: this buffer has no view yet',
    )
    expect(() => clearOcclusion(fresh)).toThrow('clearOcclusion: this buffer has no view yet')
  })

  it('of a view, and leave the buffer as it was', () => {
    beginOcclusion(b, view().matrix)
    addBoxOccluder(b, cube(-5, 0, -12, 8))
    const before = occlusionImage(b).inverseDepth.slice()
    const bad = view().matrix.slice()
    bad[5] = Number.NaN
    expect(() => beginOcclusion(b, bad)).toThrow('viewProjection[5] is NaN, expected a finite number')
    expect(() => beginOcclusion(b, new Float64Array(16))).toThrow('viewProjection has a last row of zeros')
    expect(() => beginOcclusion(b, new Float32Array(12))).toThrow('viewProjection[12] is undefined')
    const flat = view().matrix.slice()
    for (let k = 0; k < 4; k++) flat[4 * k + 1] = flat[4 * k]!
    expect(() => beginOcclusion(b, flat)).toThrow("viewProjection can't be inverted")
    const oblique = view().matrix.slice()
    oblique[2] = oblique[2]! + 0.3
    expect(() => beginOcclusion(b, oblique)).toThrow('the near plane of viewProjection is oblique')
    expect(() => beginOcclusion(b, view().matrix, { clipDepth: 'reversed' as 'zero-to-one' })).toThrow(
      'clipDepth is "reversed"',
    )
    expect(() => beginOcclusion(b, view().matrix, { erosion: -1 })).toThrow(
      'erosion is -1, expected metres from 0 to below 1e6',
    )
    expect(() => beginOcclusion(b, view().matrix, { guardBand: 0.5 })).toThrow(
      'guardBand is 0.5, expected a factor from 1 to 4',
    )
    expect(() => beginOcclusion(b, view().matrix, { outside: 'no' as 'whole' })).toThrow(
      "outside is \"no\", expected 'inside' or 'whole'",
    )
    const mirrored = view({ orthographic: true, near: 1, sides: [-9, 9, -5, 5] }).matrix.slice()
    for (let k = 0; k < 4; k++) mirrored[4 * k] = -mirrored[4 * k]!
    expect(() => beginOcclusion(b, mirrored)).toThrow('reversed is undefined, expected true or false')
    expect(occlusionImage(b).inverseDepth).toEqual(before)
  })

  it('of occluders', () => {
    beginOcclusion(b, view().matrix)
    const bad = cube(0, 0, -9, 2)
    bad[13] = Number.POSITIVE_INFINITY
    expect(() => addBoxOccluder(b, bad)).toThrow(
      'addBoxOccluder: matrix[13] is Infinity, expected a finite number',
    )
    expect(() => addBoxOccluder(b, Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, -9, 1))).toThrow(
      'box without volume',
    )
    const ring = (...points: number[]) => Float32Array.from(points)
    const prism = (footprint: Float32Array) => () => addPrismOccluder(b, footprint, 0, 3)
    expect(prism(ring(0, 0, 4, 4, 4, 0, 0, 4))).toThrow(
      'crosses itself, at the sides from corner 0 and from corner 2',
    )
    expect(prism(ring(0, 0, 4, 0, 2, 0))).toThrow('footprint has no area')
    expect(prism(ring(0, 0, 4, 0, Number.NaN, 4))).toThrow('footprint has NaN as its number 4')
    expect(prism(ring(0, 0, 4, 0))).toThrow('footprint has 2 corners, expected at least 3')
    expect(prism(ring(0, 0, 4, 0, 4))).toThrow('footprint has 5 numbers, expected x z pairs')
    expect(() => addPrismOccluder(b, ring(0, 0, 4, 0, 4, 4), 3, 3)).toThrow(
      'topY is 3, expected a number above baseY, 3, and below 1e15',
    )
    expect(() => addPrismOccluder(b, ring(0, 0, 4, 0, 4, 4), 0, 3, [1])).toThrow('footprint has holes at [1]')
    expect(() => addHullOccluder(b, TETRAHEDRON, SIDES.slice(0, 9))).toThrow('at least 4 triangles')
    expect(() => addHullOccluder(b, TETRAHEDRON, Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 1, 2))).toThrow(
      'closed',
    )
    expect(() => addHullOccluder(b, TETRAHEDRON, Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 9))).toThrow(
      'indices[11] is 9, expected one of 4 vertices',
    )
    expect(() => addHullOccluder(b, TETRAHEDRON, SIDES.slice().reverse())).toThrow('inside out or not convex')
    expect(() => addHeightfieldOccluder(b, new Float32Array(8), 3, 3, 0, 0, 1, 1)).toThrow(
      'heights has 8 numbers, expected columns times rows, 9',
    )
    expect(() => addHeightfieldOccluder(b, new Float32Array(9), 3, 3, 0, 0, 0, 1)).toThrow(
      'spacingX is 0, expected a number above 0 and below 1e15',
    )
    expect(() => addHeightfieldOccluder(b, new Float32Array(9).fill(Number.NaN), 3, 3, 0, 0, 1, 1)).toThrow(
      'heights[0] is NaN',
    )
    expect(occlusionStats(b).occluders).toBe(0)
  })

  it('of a dented hull', () => {
    beginOcclusion(b, view().matrix)
    // An octahedron with one corner pushed through to the other side.
    const points = Float32Array.of(4, 0, -20, -4, 0, -20, 0, 4, -20, 0, -1, -20, 0, 0, -16, 0, 0, -24)
    const faces = Uint32Array.of(0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5)
    points[10] = 1
    expect(() => addHullOccluder(b, points, faces)).toThrow('not convex')
  })

  it('of tests, and write nothing', () => {
    beginOcclusion(b, view().matrix)
    const out = new Uint8Array(4).fill(7)
    expect(() => testBoxes(b, new Float32Array(12), 3, out)).toThrow(
      'count is 3, expected a whole number from 0 to the 2 in boxes',
    )
    expect(() => testBoxes(b, new Float32Array(60), 5, out)).toThrow(
      'outHidden has 4 places, expected at least count, 5',
    )
    expect(() => testBoxIds(b, new Float32Array(16), Uint32Array.of(0, 2), 2, out)).toThrow(
      'ids[1] is 2, expected one of the 2 rows of boxes',
    )
    expect([...out]).toEqual([7, 7, 7, 7])
  })

  it('of a set, which stays as it was', () => {
    const arena = createArena(1e6)
    const set = createOccluderSet(arena, 4)
    expect(() => setBoxOccluder(set, 5, cube(0, 0, 0, 1))).toThrow(
      'setBoxOccluder: id is 5, expected a whole number from 0 to 4',
    )
    setBoxOccluder(set, 1, cube(0, 0, -9, 1))
    expect(() => setPrismOccluder(set, 1, Float32Array.of(0, 0, 1, 1, 1, 0, 0, 1), 0, 1)).toThrow(
      'crosses itself',
    )
    expect(hasOccluder(set, 1)).toBe(true)
    removeOccluder(set, 1)
    expect(hasOccluder(set, 1)).toBe(false)
    expect(() => addOccluders(b, set, Uint32Array.of(1), 1)).toThrow(
      'the set lies in another arena than the buffer',
    )
  })
})

describe('all ways in give the same answers', () => {
  it.each([1, 2, 3])('boxes and ids, in the arena or not, kept or handed in, seed %i', (seed) => {
    const random = createRandom(seed)
    const town = randomTown(random, [0, 0, 0], 1500)
    const count = town.boxes.length / 6
    const arena = createArena(8e6)
    const lens = view({ eye: [20 * random(), 2, 20 * random()], yaw: 6 * random() })
    const kept = createOcclusionBuffer({ arena })
    const loose = createOcclusionBuffer()
    const set = createOccluderSet(arena, town.houses.length)
    const ids = uint32Array(arena, count)
    town.houses.forEach((m, i) => {
      setBoxOccluder(set, i, m)
      ids[i] = i
    })
    beginOcclusion(kept, lens.matrix)
    beginOcclusion(loose, lens.matrix)
    addOccluders(kept, set, ids, town.houses.length)
    for (const m of town.houses) addBoxOccluder(loose, m)
    expect(occlusionImage(loose).inverseDepth).toEqual(occlusionImage(kept).inverseDepth)

    const rows = float32Array(arena, 8 * count)
    const packed = float32Array(arena, 6 * count)
    packed.set(town.boxes)
    for (let i = 0; i < count; i++) {
      ids[i] = i
      for (let k = 0; k < 6; k++) rows[8 * i + k + (k > 2 ? 1 : 0)] = town.boxes[6 * i + k]!
    }
    const inArena = uint8Array(arena, count)
    const outside = new Uint8Array(count)
    const hidden = testBoxes(kept, town.boxes, count, outside)
    expect(hidden).toBeGreaterThan(0)
    expect(outside.reduce((a, v) => a + v, 0)).toBe(hidden)
    for (const answer of [
      () => testBoxes(kept, packed, count, inArena),
      () => testBoxIds(kept, rows, ids, count, inArena),
      () => testBoxIds(kept, rows, Uint32Array.from(ids), count, inArena),
      () => testBoxIds(kept, Float32Array.from(rows), ids, count, inArena),
      () => testBoxes(loose, town.boxes, count, inArena),
    ]) {
      inArena.fill(9)
      expect(answer()).toBe(hidden)
      expect(Buffer.compare(inArena, outside)).toBe(0)
    }
    expect(occlusionStats(loose)).toMatchObject({
      occluders: town.houses.length,
      boxesTested: count,
      boxesHidden: hidden,
    })
  })

  it('a box as box, prism and hull covers the same pixels but for a few', () => {
    const images = [0, 1, 2].map((kind) => {
      const b = createOcclusionBuffer()
      beginOcclusion(b, view().matrix)
      const [x, y, z, s] = [-5, 2, -14, 3]
      if (kind === 0) addBoxOccluder(b, cube(x, y, z, 2 * s))
      if (kind === 1)
        addPrismOccluder(
          b,
          Float32Array.of(x - s, z - s, x + s, z - s, x + s, z + s, x - s, z + s),
          y - s,
          y + s,
        )
      if (kind === 2) {
        const corners = Float32Array.from(
          { length: 24 },
          (_, i) => [x, y, z][i % 3]! + (((i / 3) | 0) & (1 << (i % 3)) ? s : -s),
        )
        addHullOccluder(
          b,
          corners,
          Uint32Array.of(
            0,
            2,
            3,
            0,
            3,
            1,
            4,
            5,
            7,
            4,
            7,
            6,
            0,
            1,
            5,
            0,
            5,
            4,
            2,
            6,
            7,
            2,
            7,
            3,
            0,
            4,
            6,
            0,
            6,
            2,
            1,
            3,
            7,
            1,
            7,
            5,
          ),
        )
      }
      return occlusionImage(b).inverseDepth.map((v) => (v > 0 ? 1 : 0))
    })
    const covered = images.map((image) => image.reduce((a, v) => a + v, 0))
    expect(covered[0]).toBeGreaterThan(1000)
    for (const n of covered) expect(Math.abs(n - covered[0]!)).toBeLessThanOrEqual(4)
  })

  it('reversed depth, both clip depths and an endless view leave the same picture', () => {
    const pictures = []
    for (const reversed of [false, true]) {
      for (const clipDepth of ['minus-one-to-one', 'zero-to-one'] as const) {
        for (const far of [500, Number.POSITIVE_INFINITY]) {
          const b = createOcclusionBuffer()
          beginOcclusion(b, view({ reversed, clipDepth, far }).matrix, { clipDepth })
          expect(b.view.near).toBeCloseTo(0.1, 6)
          addBoxOccluder(b, cube(-5, 0, -12, 8))
          pictures.push(occlusionImage(b).inverseDepth)
        }
      }
    }
    for (const picture of pictures) expect(picture).toEqual(pictures[0])
  })
})

it('600 frames leave no garbage', () => {
  const random = createRandom(5)
  const town = randomTown(random, [0, 0, 0], 500)
  const count = town.boxes.length / 6
  const arena = createArena(16e6)
  const b = createOcclusionBuffer({ arena })
  const octree = createOctree({ arena, capacity: count })
  insertMany(
    octree,
    Uint32Array.from({ length: count }, (_, i) => i),
    town.boxes,
    count,
  )
  const found = new Uint32Array(count)
  const out = new Uint8Array(count)
  const rings = town.houses.map((m) =>
    Float32Array.of(
      m[12]! - 3,
      m[14]! - 3,
      m[12]! + 3,
      m[14]! - 3,
      m[12]!,
      m[14]!,
      m[12]! + 3,
      m[14]! + 3,
      m[12]! - 3,
      m[14]! + 3,
    ),
  )
  const heights = new Float32Array(33 * 33)
  const matrices = Array.from({ length: 20 }, (_, i) =>
    Float32Array.from(view({ yaw: 0.3 * i, eye: [i, 2, -i] }).matrix),
  )
  const options = { erosion: 0.25 }
  const frame = (i: number) => {
    beginOcclusion(b, matrices[i % 20]!, options)
    for (const house of town.houses) addBoxOccluder(b, house)
    for (const ring of rings) addPrismOccluder(b, ring, 0, 4)
    addHeightfieldOccluder(b, heights, 33, 33, -100, -100, 6, 6)
    addHullOccluder(b, TETRAHEDRON, SIDES)
    testBoxes(b, town.boxes, count, out)
    const seen = queryVisible(b, octree, NO_PLANES, found)
    testOctreeIds(b, octree, found, seen, out)
  }
  for (let i = 0; i < 300; i++) frame(i)
  const limits = { kept: 64 * 1024, made: 8192 }
  const { kept, made, buffers } = measureHeap(600, frame, limits)
  expect(kept).toBeLessThan(limits.kept)
  expect(buffers).toBe(0)
  // The engine boxes a number here and there; an object or array a frame for each of the 300 occluders would show.
  expect(made).toBeLessThan(limits.made)
})

it('the layout of the WebAssembly kernels mirrors that of the TypeScript ones', async () => {
  const { readFileSync } = await import('node:fs')
  const text = readFileSync(new URL('../../assembly/occlusion/layout.ts', import.meta.url), 'utf8')
  const mirrored = [...text.matchAll(/export const (\w+): \w+ = (\w+)/g)]
  expect(mirrored.length).toBeGreaterThan(50)
  for (const [, name, value] of mirrored)
    expect([name, (layout as Record<string, unknown>)[name!]]).toEqual([name, Number(value)])
  const constants = readFileSync(new URL('../../assembly/occlusion/state.ts', import.meta.url), 'utf8')
  for (const [, name, value] of constants.matchAll(/export const (\w+): usize = (\d+)/g)) {
    expect([name, (layout as Record<string, unknown>)[`K_${name}`]]).toEqual([name, Number(value)])
  }
})
