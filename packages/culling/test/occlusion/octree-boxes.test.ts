import { createArena, uint8Array, uint32Array } from '@sightline/core/memory'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import {
  addBoxOccluder,
  beginOcclusion,
  createOcclusionBuffer,
  loadKernels,
  type OcclusionBuffer,
  queryVisible,
  testBoxIds,
  testOctreeIds,
} from '../../src/occlusion/index.js'
import {
  createOctree,
  insert,
  move,
  type Octree,
  octreeStats,
  queryFrustum,
  remove,
} from '../../src/spatial/index.js'
import { between, type Camera, camera, type Random, randomCamera } from './support/cameras.js'
import { boxSolid, seenPoint, sightOf } from './support/oracle.js'
import { randomTown } from './support/town.js'

await loadKernels()

type Kernels = 'auto' | 'typescript'
const THINGS = 4000
const NONE = new Float32Array(0)
const SIDES: [number, number, number, number] = [-1, 1, -0.56, 0.56]

/** Inward planes of a matrix, −1 to 1 clip depth. */
function planesOf(m: ArrayLike<number>): Float32Array {
  const row = (r: number, c: number) => m[4 * c + r]!
  const planes: number[] = []
  for (const r of [0, 1, 2]) {
    for (const sign of [1, -1]) for (let c = 0; c < 4; c++) planes.push(row(3, c) + sign * row(r, c))
  }
  return Float32Array.from(planes)
}

/** A town in an octree and a buffer, in one arena; the kernels of either. */
function createScene(seed: number, kernels: Kernels, at: readonly [number, number, number] = [0, 0, 0]) {
  const random = createRandom(seed)
  const town = randomTown(random, at, THINGS)
  const arena = createArena(24e6)
  const buffer = createOcclusionBuffer({ arena, kernels })
  const octree = createOctree({ arena, capacity: 6000, kernels })
  const count = town.boxes.length / 6
  for (let i = 0; i < count; i++) {
    const [x0, y0, z0, x1, y1, z1] = town.boxes.subarray(6 * i, 6 * i + 6)
    insert(octree, i, x0!, y0!, z0!, x1!, y1!, z1!)
  }
  return { random, town, arena, buffer, octree, count }
}

function draw(b: OcclusionBuffer, view: Camera, matrices: readonly Float32Array[], options = {}): void {
  beginOcclusion(b, view.matrix, options)
  for (const m of matrices) addBoxOccluder(b, m)
}

function viewIn(random: Random, at: readonly [number, number, number]): Camera {
  const eye = [
    at[0] + between(random, -60, 60),
    at[1] + between(random, 1, 9),
    at[2] + between(random, -60, 60),
  ] as const
  return randomCamera(
    random,
    eye,
    between(random, -3, 3),
    between(random, -0.3, 0.2),
    between(random, -0.2, 0.2),
  )
}

/** What `testBoxIds` says of every id. */
function hiddenAlone(b: OcclusionBuffer, o: Octree, ids: Uint32Array): Uint8Array {
  const boxes = o.f32.subarray(o.boxes >>> 2, (o.boxes >>> 2) + 8 * (o.capacity + 1))
  const hidden = new Uint8Array(ids.length)
  testBoxIds(b, boxes, ids, ids.length, hidden)
  return hidden
}

describe.each(['auto', 'typescript'] as const)(
  'boxes of an octree against a buffer, kernels %s',
  (kernels) => {
    it.each([1, 2, 3, 4])(
      'nothing is left out that a ray reaches, nothing kept that is hidden by itself, seed %i',
      (seed) => {
        const at = seed % 2 ? ([0, 0, 0] as const) : ([30_000, 40, -31_000] as const)
        const { random, town, buffer, octree } = createScene(seed, kernels, at)
        const solids = town.houses.map(boxSolid)
        const out = new Uint32Array(6000)
        let seen = 0
        let gone = 0
        for (let view = 0; view < 10; view++) {
          const lens = viewIn(random, at)
          const name = `seed ${seed}, view ${view}`
          draw(buffer, lens, town.houses, view % 3 === 2 ? { outside: 'whole' } : {})
          const planes = planesOf(lens.matrix)
          const inside = out.slice(0, queryFrustum(octree, planes, out))
          const alone = hiddenAlone(buffer, octree, inside)
          const found = new Set(out.subarray(0, queryVisible(buffer, octree, planes, out)))
          const grouped = new Uint8Array(inside.length)
          const hidden = testOctreeIds(buffer, octree, inside, inside.length, grouped)
          expect(hidden).toBe(grouped.reduce((sum, bit) => sum + bit, 0))
          const sight = sightOf(lens.matrix, lens.nearValue, lens.farValue)
          let kept = 0
          inside.forEach((id, i) => {
            if (found.has(id)) kept++
            if (alone[i] === 1) {
              expect(found.has(id), `${name}: ${id} is hidden by itself`).toBe(false)
              expect(grouped[i], `${name}: ${id} is hidden by itself`).toBe(1)
            }
            if (found.has(id) && grouped[i] === 0) return
            expect(seenPoint(sight, solids, town.boxes, 6 * id, 12, random), `${name}: ${id}`).toBe(null)
          })
          expect(kept, `${name}: only what is inside, each once`).toBe(found.size)
          seen += inside.length
          gone += inside.length - kept
        }
        expect(gone).toBeGreaterThan(0.3 * seen)
      },
    )

    it('does not open what is hidden', () => {
      const { buffer, octree, town } = createScene(5, kernels)
      const lens = camera({
        eye: [0, 1.7, 200],
        yaw: 0,
        pitch: 0,
        roll: 0,
        near: 0.1,
        far: 900,
        sides: SIDES,
      })
      const wall = Float32Array.of(600, 0, 0, 0, 0, 120, 0, 0, 0, 0, 1, 0, 0, 50, 195, 1)
      const planes = planesOf(lens.matrix)
      const out = new Uint32Array(6000)
      draw(buffer, lens, [])
      const all = queryVisible(buffer, octree, planes, out)
      expect(all).toBeGreaterThan(0.9 * (town.boxes.length / 6))
      expect(octreeStats(octree).blocksTested).toBeGreaterThan(400)
      expect(all).toBe(queryFrustum(octree, planes, new Uint32Array(6000)))
      draw(buffer, lens, [wall])
      expect(queryVisible(buffer, octree, planes, out)).toBe(0)
      expect(octreeStats(octree)).toMatchObject({
        nodesTested: 1,
        leavesTested: 0,
        blocksTested: 0,
      })
    })

    it('follows moves and removals, returns broken boxes, and tests loose ones', () => {
      const { buffer, octree } = createScene(6, kernels)
      const lens = camera({
        eye: [0, 1.7, 200],
        yaw: 0,
        pitch: 0,
        roll: 0,
        near: 0.1,
        far: 900,
        sides: SIDES,
      })
      draw(buffer, lens, [Float32Array.of(600, 0, 0, 0, 0, 120, 0, 0, 0, 0, 1, 0, 0, 50, 195, 1)])
      const planes = planesOf(lens.matrix)
      const out = new Uint32Array(8)
      move(octree, 7, -1, 0, 196, 1, 2, 197)
      move(octree, 8, Number.NaN, 0, 0, 1, 1, 1)
      expect(queryVisible(buffer, octree, planes, out)).toBe(2)
      expect([...out.subarray(0, 2)].sort()).toEqual([7, 8])
      const hidden = new Uint8Array(4).fill(9)
      expect(testOctreeIds(buffer, octree, Uint32Array.of(9, 8, 7), 3, hidden)).toBe(1)
      expect([...hidden]).toEqual([1, 0, 0, 9])
      remove(octree, 7)
      move(octree, 8, 0, 0, 0, 1, 1, 1)
      expect(queryVisible(buffer, octree, planes, out)).toBe(0)
      expect(queryVisible(buffer, createOctree({ arena: octree.arena, capacity: 5 }), NONE, out)).toBe(0)
    })

    it('gives the first of them where out is too small, and needs no copy in the arena', () => {
      const { buffer, octree, arena, random, count } = createScene(7, kernels)
      draw(buffer, viewIn(random, [0, 0, 0]), [])
      const small = new Uint32Array(10)
      const large = uint32Array(arena, count + 32)
      expect(queryVisible(buffer, octree, NONE, small)).toBe(count)
      expect(queryVisible(buffer, octree, NONE, large)).toBe(count)
      expect([...small]).toEqual([...large.subarray(0, 10)])
      const inArena = uint8Array(arena, count)
      const elsewhere = new Uint8Array(count)
      const shuffled = large.slice(0, count).sort((a, b) => ((a * 7919) % 4001) - ((b * 7919) % 4001))
      for (const [ids, out] of [
        [large.subarray(0, count), inArena],
        [shuffled, elsewhere],
      ] as const) {
        expect(testOctreeIds(buffer, octree, ids, count, out)).toBe(0)
      }
    })
  },
)

describe('the walk', () => {
  it.each([11, 12, 13])('gives the same ids in the same order from both kernels, seed %i', (seed) => {
    const both = (['auto', 'typescript'] as const).map((kernels) => createScene(seed, kernels))
    const { random, town } = both[0]!
    for (let view = 0; view < 8; view++) {
      const lens = viewIn(random, [0, 0, 0])
      const options = view % 3 === 2 ? { outside: 'whole' as const } : {}
      const answers = both.map(({ buffer, octree }) => {
        draw(buffer, lens, town.houses.slice(0, 40), options)
        const out = new Uint32Array(6000)
        const ids = out.slice(0, queryVisible(buffer, octree, planesOf(lens.matrix), out))
        const stats = octreeStats(octree)
        const all = out.slice(0, queryFrustum(octree, NONE, out))
        // Runs of every length: leaf by leaf, and with strangers between.
        for (let i = 3; i < all.length; i += 3 + (i % 5)) [all[i], all[i - 3]] = [all[i - 3]!, all[i]!]
        const hidden = new Uint8Array(all.length)
        testOctreeIds(buffer, octree, all, all.length, hidden)
        return { ids: [...ids], stats, hidden: hidden.join('') }
      })
      expect(answers[0], `seed ${seed}, view ${view}`).toEqual(answers[1])
      expect(answers[0]!.ids.length).toBeGreaterThan(0)
    }
  })

  it('is the same in an orthographic view', () => {
    const lens = camera({
      eye: [0, 90, 0],
      yaw: 0,
      pitch: -1.5,
      roll: 0,
      near: 1,
      far: 200,
      sides: [-80, 80, -40, 40],
      orthographic: true,
    })
    const roof = Float32Array.of(400, 0, 0, 0, 0, 2, 0, 0, 0, 0, 30, 0, 0, 40, 0, 1)
    const answers = (['auto', 'typescript'] as const).map((kernels) => {
      const { buffer, octree } = createScene(14, kernels)
      draw(buffer, lens, [roof])
      const out = new Uint32Array(6000)
      return [...out.slice(0, queryVisible(buffer, octree, planesOf(lens.matrix), out))]
    })
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]!.length).toBeGreaterThan(50)
    expect(answers[0]!.length).toBeLessThan(3500)
  })

  it('refuses what it can not use, and says why', () => {
    const { buffer, octree } = createScene(15, 'auto')
    const out = new Uint32Array(4)
    const bits = new Uint8Array(2)
    expect(() => queryVisible(buffer, octree, NONE, out)).toThrow(/queryVisible: this buffer has no view yet/)
    draw(buffer, viewIn(createRandom(1), [0, 0, 0]), [])
    expect(() => queryVisible(buffer, createOctree({ capacity: 4 }), NONE, out)).toThrow(
      /queryVisible: the octree is not in the arena of the buffer/,
    )
    expect(() => queryVisible(buffer, octree, new Float32Array(5), out)).toThrow(/planes has 5 floats/)
    expect(() => queryVisible(buffer, octree, NONE, [] as unknown as Uint32Array)).toThrow(/out is/)
    expect(() => testOctreeIds(buffer, octree, Uint32Array.of(1, 6001), 2, bits)).toThrow(/ids\[1\] is 6001/)
    expect(() => testOctreeIds(buffer, octree, out, 5, bits)).toThrow(/count is 5/)
    expect(() => testOctreeIds(buffer, octree, out, 4, bits)).toThrow(/outHidden has 2 places/)
  })
})
