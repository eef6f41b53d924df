import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { hasSharedData } from '../../../../test/support/shared-data.js'
import { type Heightfield, sampleHeight } from '../../src/heightfield/index.js'
import {
  createPatchList,
  createTerrainTree,
  cullPatches,
  forEachChosenNode,
  nodeEdges,
  type PatchList,
  selectNodes,
  type TerrainTree,
  type TerrainTreeOptions,
} from '../../src/quadtree/index.js'
import { randomField, realField } from '../support/fields.js'

type Case = { field: () => Heightfield; options: TerrainTreeOptions; real?: boolean }

const CASES: Record<string, Case> = {
  random: {
    field: () => randomField(4, 300, 257, { spacingX: 3 }),
    options: { levels: 4, patchesPerNode: 4, quadsPerPatch: 8 },
  },
  'several quads a sample': {
    field: () => randomField(5, 120, 97, { spacingX: 9 }),
    options: { levels: 3, patchesPerNode: 8, quadsPerPatch: 4, quadsPerSample: 4 },
  },
  'White Mountains': { field: () => realField('whitemountains'), options: { levels: 3 }, real: true },
  Minsk: { field: () => realField('minskplain'), options: { levels: 4 }, real: true },
}

/** The drawn patches of every chosen node, with the least box round their vertices' heights. */
function allPatches(tree: TerrainTree): Map<string, { box: number[]; instance: number[] }> {
  const { grid, selection, field } = tree
  const out = new Map<string, { box: number[]; instance: number[] }>()
  forEachChosenNode(selection, (level, column, row) => {
    const scale = 2 ** (grid.levels - 1 - level)
    const size = scale * grid.quadsPerPatch
    const quads = size * grid.patchesPerNode
    const edges = nodeEdges(selection, level, column, row)
    for (let j = 0; j < grid.patchesPerNode; j++) {
      for (let i = 0; i < grid.patchesPerNode; i++) {
        const [x, z] = [column * quads + i * size, row * quads + j * size]
        if (x >= grid.quadsX || z >= grid.quadsZ) continue
        let [low, high] = [Infinity, -Infinity]
        for (let b = z; b <= Math.min(z + size, grid.quadsZ); b += scale) {
          for (let a = x; a <= Math.min(x + size, grid.quadsX); a += scale) {
            const height = sampleHeight(
              field,
              grid.originX + a * grid.quadSizeX,
              grid.originZ + b * grid.quadSizeZ,
            )
            low = Math.min(low, height)
            high = Math.max(high, height)
          }
        }
        const last = grid.patchesPerNode - 1
        const kept =
          (i === 0 ? 15 : 0) | (i === last ? 240 : 0) | (j === 0 ? 3840 : 0) | (j === last ? 61_440 : 0)
        const [x1, z1] = [Math.min(x + size, grid.quadsX), Math.min(z + size, grid.quadsZ)]
        const box = [
          grid.originX + x * grid.quadSizeX,
          low,
          grid.originZ + z * grid.quadSizeZ,
          grid.originX + x1 * grid.quadSizeX,
          high,
          grid.originZ + z1 * grid.quadSizeZ,
        ]
        out.set(`${x},${z}`, { box, instance: [x, z, scale, edges & kept] })
      }
    }
  })
  return out
}

/** Whether no plane has all corners outside and the nearest point is near enough. */
function mayBeSeen(
  box: ArrayLike<number>,
  at: number,
  planes: Float32Array,
  eye: number[],
  far: number,
): boolean {
  for (let k = 0; k < planes.length; k += 4) {
    let best = -Infinity
    for (let corner = 0; corner < 8; corner++) {
      let value = planes[k + 3]!
      for (let a = 0; a < 3; a++) value += planes[k + a]! * box[at + a + ((corner >> a) & 1 ? 3 : 0)]!
      best = Math.max(best, value)
    }
    if (best < -1e-9) return false
  }
  const gaps = eye.map((value, k) => Math.max(box[at + k]! - value, value - box[at + k + 3]!, 0))
  return Math.hypot(...gaps) <= far
}

function randomPlanes(random: () => number, eye: number[], count: number): Float32Array {
  const planes = new Float32Array(4 * count)
  for (let k = 0; k < count; k++) {
    const n = [random() - 0.5, (random() - 0.5) * 0.5, random() - 0.5]
    const length = Math.hypot(...n)
    const d = -(n[0]! * eye[0]! + n[1]! * eye[1]! + n[2]! * eye[2]!) / length + random() * 40
    planes.set([n[0]! / length, n[1]! / length, n[2]! / length, d], 4 * k)
  }
  return planes
}

const instanceOf = (list: PatchList, k: number) => [...list.instances.subarray(4 * k, 4 * k + 4)]

describe.each(Object.entries(CASES))('patches of a view: %s', (_, { field: make, options, real }) => {
  it.skipIf(real && !hasSharedData)('none is missed, none is twice, each may be seen, seed 6', () => {
    const tree = createTerrainTree(make(), options)
    const { grid, selection } = tree
    const random = createRandom(6)
    const list = createPatchList()
    let [drawn, total] = [0, 0]
    for (let pose = 0; pose < 25; pose++) {
      const x = grid.originX + random() * grid.quadsX * grid.quadSizeX
      const z = grid.originZ + random() * grid.quadsZ * grid.quadSizeZ
      const eye = [x, sampleHeight(tree.field, x, z) + (pose % 5 === 0 ? -50 : 2 + random() * 100), z]
      selectNodes(selection, Float64Array.of(...eye, 0), 1)
      const planes = randomPlanes(random, eye, [0, 1, 3, 5, 32][pose % 5]!)
      const far = pose % 3 === 0 ? Infinity : random() * grid.quadsX * grid.quadSizeX
      const count = cullPatches(selection, { planes, eye, maxDistance: far, occlusion: null }, list)
      const all = allPatches(tree)
      const found = new Set<string>()
      for (let k = 0; k < count; k++) {
        const [px, pz, scale] = instanceOf(list, k)
        const name = `${px},${pz}`
        found.add(name)
        const truth = all.get(name)!
        expect(instanceOf(list, k)).toEqual(truth.instance)
        expect(2 ** (grid.levels - 1 - list.levels[k]!)).toBe(scale)
        for (let a = 0; a < 3; a++) {
          expect(list.boxes[6 * k + a]!).toBeLessThanOrEqual(truth.box[a]!)
          expect(list.boxes[6 * k + a + 3]!).toBeGreaterThanOrEqual(truth.box[a + 3]!)
        }
        expect(mayBeSeen(list.boxes, 6 * k, planes, eye, far * (1 + 1e-6))).toBe(true)
      }
      expect(found.size).toBe(count)
      for (const [name, { box }] of all) {
        if (mayBeSeen(box, 0, planes, eye, far))
          expect(found.has(name), `pose ${pose}, patch ${name}`).toBe(true)
      }
      drawn += count
      total += all.size
    }
    expect(drawn).toBeGreaterThan(100)
    expect(drawn).toBeLessThan(total * 0.7)
  })
})

describe('cost', () => {
  it('does not look at what lies under nodes that are outside', () => {
    const tree = createTerrainTree(randomField(4, 1025, 1025), { levels: 4 })
    selectNodes(tree.selection, Float64Array.of(500, 0, 500, 0), 1)
    const list = createPatchList()
    const view = { eye: [500, 0, 500], maxDistance: Infinity, occlusion: null }
    cullPatches(tree.selection, { ...view, planes: Float32Array.of(1, 0, 0, -5000) }, list)
    expect(list.count).toBe(0)
    expect(list.stats.boxesTested).toBe(1)
    cullPatches(tree.selection, { ...view, planes: Float32Array.of(1, 0, 0, 5000) }, list)
    expect(list.count).toBeGreaterThan(1000)
    expect(list.stats.boxesTested).toBe(1)
  })

  it('refuses more than 32 planes and leaves the list as it was', () => {
    const tree = createTerrainTree(randomField(4, 129, 129), { levels: 1 })
    const list = createPatchList()
    const view = { planes: new Float32Array(0), eye: [0, 0, 0], maxDistance: Infinity, occlusion: null }
    const count = cullPatches(tree.selection, view, list)
    expect(() => cullPatches(tree.selection, { ...view, planes: new Float32Array(132) }, list)).toThrow(
      'planes has 33 of them',
    )
    expect(list.count).toBe(count)
  })
})
