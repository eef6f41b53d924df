import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { hasSharedData } from '../../../../test/support/shared-data.js'
import {
  type Heightfield,
  sampleHeight,
  sampleHeights,
  sampleNormal,
  sampleSlope,
} from '../../src/heightfield/index.js'
import { createTerrainTree, raycastTree } from '../../src/quadtree/index.js'
import { randomField, realField } from '../support/fields.js'
import { drawnTriangles, type Point, rayTriangle, triangleNormal } from '../support/triangles.js'

const MILLIMETRE = 1e-3

type Case = { name: string; field: () => Heightfield; quadsPerSample: number; points: number; real: boolean }

const CASES: Case[] = [
  {
    name: 'White Mountains',
    field: () => realField('whitemountains'),
    quadsPerSample: 1,
    points: 400_000,
    real: true,
  },
  { name: 'Minsk', field: () => realField('minskplain'), quadsPerSample: 4, points: 400_000, real: true },
  {
    name: 'a random field, far away',
    field: () =>
      randomField(7, 300, 200, { spacingX: 2.5, spacingZ: 4, originX: 45_000, originZ: -1_000_000 }),
    quadsPerSample: 2,
    points: 200_000,
    real: false,
  },
]

describe.each(CASES)('the ground of $name', ({ field: make, quadsPerSample, points, real }) => {
  it.skipIf(real && !hasSharedData)(
    `heights, normals and rays agree with the drawn triangles to 1 mm, ${points} points, seed 1`,
    () => {
      const field = make()
      const tree = createTerrainTree(field, { levels: 3, patchesPerNode: 4, quadsPerSample })
      const { grid } = tree
      const random = createRandom(1)
      const normal: number[] = [0, 0, 0]
      const places = new Float64Array(2)
      const many = new Float64Array(1)
      let [height, steep, ray, missed] = [0, 0, 0, 0]
      for (let k = 0; k < points; k++) {
        // Every fourth is on a border of a patch, every sixteenth at a corner of one.
        const size = grid.quadsPerPatch
        const border = k % 4 === 0
        let x = Math.floor(random() * grid.quadsX)
        let z = Math.floor(random() * grid.quadsZ)
        if (border) x = Math.min(Math.round(x / size) * size, grid.quadsX - 1)
        if (k % 16 === 0) z = Math.min(Math.round(z / size) * size, grid.quadsZ - 1)
        const triangle = drawnTriangles(field, grid, x, z)[border ? 1 : k & 1]!
        // On the border x of the quad stand corners a and d of its second triangle.
        const s = border ? 0 : Math.sqrt(random())
        const r = k % 16 === 0 ? 0 : random()
        const [wa, wb, wc] = border ? [1 - r, r, 0] : [1 - s, s * (1 - r), s * r]
        const p = [0, 1, 2].map(
          (i) => wa! * triangle[0][i]! + wb! * triangle[1][i]! + wc! * triangle[2][i]!,
        ) as Point
        height = Math.max(height, Math.abs(sampleHeight(field, p[0], p[2]) - p[1]))
        places.set([p[0], p[2]])
        sampleHeights(field, places, 1, many)
        height = Math.max(height, Math.abs(many[0]! - p[1]))
        const n = triangleNormal(triangle)
        sampleNormal(field, p[0], p[2], normal)
        if (!border) {
          // As a height a metre away.
          steep = Math.max(
            steep,
            Math.abs(normal[0]! / normal[1]! - n[0] / n[1]),
            Math.abs(normal[2]! / normal[1]! - n[2] / n[1]),
          )
        }
        const down = raycastTree(tree, p[0], p[1] + 500, p[2], 0, -1, 0)
        ray = Math.max(ray, Math.abs(down - 500))
        // Aslant, to 1 mm under the point: whatever is met lies on the ground and not beyond it.
        const d: Point = [random() - 0.5, -random() - 0.01, random() - 0.5]
        const length = Math.hypot(...d)
        const back = 30 * length
        const o: Point = [p[0] - 30 * d[0], p[1] - MILLIMETRE - 30 * d[1], p[2] - 30 * d[2]]
        const [u, v] = [(o[0] - grid.originX) / grid.quadSizeX, (o[2] - grid.originZ) / grid.quadSizeZ]
        if (!(u > 0 && v > 0 && u < grid.quadsX && v < grid.quadsZ)) continue
        if (o[1] < sampleHeight(field, o[0], o[2])) continue
        const t = raycastTree(tree, ...o, ...d)
        if (!(t <= back)) {
          missed++
          continue
        }
        const met = d.map((value, i) => o[i]! + (value / length) * t)
        ray = Math.max(ray, Math.abs(sampleHeight(field, met[0]!, met[2]!) - met[1]!))
      }
      expect(height).toBeLessThan(MILLIMETRE)
      expect(steep).toBeLessThan(MILLIMETRE)
      expect(ray).toBeLessThan(MILLIMETRE)
      expect(missed).toBe(0)
    },
    120_000,
  )
})

describe('rays', () => {
  it.each([1, 2, 3, 4])('meet what all triangles together say, seed %i', (seed) => {
    const random = createRandom(seed)
    const field = randomField(seed, 30 + seed, 41, { spacingX: 3, spacingZ: 2, originX: -40 })
    const tree = createTerrainTree(field, {
      levels: 3,
      patchesPerNode: 1,
      quadsPerPatch: 4,
      quadsPerSample: 2 ** (seed % 3),
    })
    const triangles: [Point, Point, Point][] = []
    for (let z = 0; z < tree.grid.quadsZ; z++)
      for (let x = 0; x < tree.grid.quadsX; x++) triangles.push(...drawnTriangles(field, tree.grid, x, z))
    let met = 0
    for (let k = 0; k < 400; k++) {
      const o: Point = [random() * 90 - 40, random() * 700 - 100, random() * 80]
      let d: Point = [random() - 0.5, (random() - 0.5) * 3, random() - 0.5]
      if (k % 5 === 0) d = [0, random() < 0.5 ? 1 : -1, 0]
      if (k % 5 === 1) d = [k % 2 === 0 ? 0 : 1, random() - 0.5, k % 2 === 0 ? -1 : 0]
      // Along a line of samples, and along a diagonal.
      if (k % 5 === 2) o[0] = -40 + 3 * Math.floor(random() * 30)
      if (k % 10 === 3) d = [3, d[1], 2]
      const length = Math.hypot(...d)
      const unit = d.map((value) => value / length) as Point
      const truth = Math.min(...triangles.map((triangle) => rayTriangle(o, unit, triangle)))
      const answer = raycastTree(tree, ...o, ...d)
      if (truth < Infinity) met++
      if (Math.abs(truth - answer) < MILLIMETRE || truth === answer) continue
      // Where a ray runs along a border of the field, either is rounding.
      const [x, z] = [o[0] + unit[0] * Math.min(truth, answer), o[2] + unit[2] * Math.min(truth, answer)]
      const edge = Math.min(x + 40, z, -40 + 3 * (field.columns - 1) - x, 2 * (field.rows - 1) - z)
      expect(Math.abs(edge), `seed ${seed}, ray ${k}: ${truth} and ${answer}`).toBeLessThan(1e-6)
    }
    expect(met).toBeGreaterThan(60)
  })

  it('stop at maxDistance', () => {
    const tree = createTerrainTree(randomField(3, 40, 40))
    const y = sampleHeight(tree.field, 10, 10)
    expect(raycastTree(tree, 10, y + 5, 10, 0, -3, 0, 5.001)).toBeCloseTo(5, 9)
    expect(raycastTree(tree, 10, y + 5, 10, 0, -3, 0, 4.999)).toBe(Infinity)
  })

  it('refuse what is no ray', () => {
    const tree = createTerrainTree(randomField(3, 40, 40))
    expect(() => raycastTree(tree, 0, 0, 0, 0, 0, 0)).toThrow(/direction is \(0, 0, 0\), expected finite/)
    expect(() => raycastTree(tree, Number.NaN, 0, 0, 0, 1, 0)).toThrow(/origin is \(NaN, 0, 0\)/)
    expect(() => raycastTree(tree, 0, 0, 0, 0, 1, 0, -1)).toThrow(/maxDistance is -1/)
  })
})

describe('slope', () => {
  it('is that of the triangle', () => {
    const field = randomField(2, 20, 20)
    const normal: number[] = []
    sampleNormal(field, 7.3, 4.1, normal)
    expect(Math.cos(sampleSlope(field, 7.3, 4.1))).toBeCloseTo(normal[1]!, 12)
  })
})
