import {
  createPatchList,
  createTerrainTree,
  cullPatches,
  patchVertex,
  selectNodes,
  type TerrainTreeOptions,
  vertexHeight,
} from '@sightline/terrain/quadtree'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { addPatches, createPatchBuffer, PatchLayout, patchPlace } from '../../src/terrain/patch-buffer.js'
import { createPatchMesh } from '../../src/terrain/patch-mesh.js'
import { stepsAt } from '../../src/terrain/patch-vertices.js'
import { seededField } from './support/fields.js'

const SETTINGS: Record<string, { columns: number; rows: number } & TerrainTreeOptions> = {
  'neighbours one apart': { columns: 257, rows: 257, levels: 4, patchesPerNode: 2 },
  'any difference, a field that fits no root': {
    columns: 301,
    rows: 203,
    levels: 6,
    patchesPerNode: 2,
    quadsPerPatch: 4,
    maxLevelDifference: Infinity,
    splitDistance: 0.1,
  },
  'several quads a sample': { columns: 60, rows: 52, levels: 4, patchesPerNode: 2, quadsPerSample: 4 },
}

const everything = { planes: new Float32Array(0), maxDistance: Infinity, occlusion: null }

describe.each(Object.entries(SETTINGS))('packed patches: %s', (_, { columns, rows, ...options }) => {
  it('place their vertices as the terrain says, near to far (seed 3)', () => {
    const tree = createTerrainTree(seededField(3, columns, rows, { spacingX: 2 }), options)
    const { grid, field, selection } = tree
    const random = createRandom(3)
    const list = createPatchList()
    const buffer = createPatchBuffer()
    const [place, truth] = [new Float64Array(3), new Int32Array(2)]
    let snapped = 0
    for (let pose = 0; pose < 5; pose++) {
      const eye = [random() * columns * 2, random() * 200, random() * rows * 2]
      selectNodes(selection, Float64Array.of(...eye, 0), 1)
      cullPatches(selection, { ...everything, eye }, list)
      buffer.count = 0
      addPatches(buffer, list, eye, 2)
      expect(buffer.count).toBe(list.count)
      const byPlace = new Map<string, number>()
      for (let k = 0; k < list.count; k++)
        byPlace.set(`${list.instances[4 * k]},${list.instances[4 * k + 1]}`, k)
      let farthest = 0
      for (let k = 0; k < buffer.count; k++) {
        const [x, z, scale, share] = buffer.floats.subarray(k * PatchLayout.words) as unknown as number[]
        const from = byPlace.get(`${x},${z}`)!
        byPlace.delete(`${x},${z}`)
        expect(scale! * share!).toBe(1)
        expect(buffer.floats[k * PatchLayout.words + PatchLayout.map]).toBe(2)
        const box = list.boxes.subarray(6 * from, 6 * from + 6)
        const away = Math.hypot(...eye.map((value, axis) => (box[axis]! + box[axis + 3]!) / 2 - value))
        expect(away).toBeGreaterThan(farthest / 1.2)
        farthest = Math.max(farthest, away)
        const edges = list.instances[4 * from + 3]!
        for (let j = 0; j <= grid.quadsPerPatch; j++) {
          for (let i = 0; i <= grid.quadsPerPatch; i++) {
            patchPlace(grid, buffer.floats, k, i, j, place)
            patchVertex(grid, x!, z!, scale!, edges, i, j, truth)
            if (place[0] !== truth[0] || place[1] !== truth[1]) expect([...place]).toEqual([...truth])
            if (truth[0] !== x! + i * scale! || truth[1] !== z! + j * scale!) snapped++
            const height = vertexHeight(field, grid, truth[0]!, truth[1]!)
            const steps = stepsAt(field, grid, truth[0]!, truth[1]!)
            if (field.heightOffset + field.heightScale * steps !== height) expect(steps).toBe(height)
          }
        }
      }
      expect(byPlace.size).toBe(0)
    }
    expect(snapped).toBeGreaterThan(0)
  })
})

describe('the patch mesh', () => {
  it.each([2, 16, 128])('covers a square of %i quads a side once, seen from above', (quads) => {
    const { corners, triangles, lines } = createPatchMesh(quads)
    let area = 0
    for (let k = 0; k < triangles.length; k += 3) {
      const [a, b, c] = triangles.subarray(k, k + 3) as unknown as [number, number, number]
      const [ax, az] = [corners[2 * a]!, corners[2 * a + 1]!]
      const turn =
        (corners[2 * b + 1]! - az) * (corners[2 * c]! - ax) -
        (corners[2 * b]! - ax) * (corners[2 * c + 1]! - az)
      expect(turn).toBe(1)
      area += turn / 2
    }
    expect(area).toBe(quads * quads)
    const edges = new Set<string>()
    for (let k = 0; k < lines.length; k += 2) edges.add(`${lines[k]},${lines[k + 1]}`)
    for (let k = 0; k < triangles.length; k++) {
      const next = k % 3 === 2 ? k - 2 : k + 1
      const ends = [triangles[k]!, triangles[next]!].sort((a, b) => a - b)
      expect(edges.has(ends.join())).toBe(true)
    }
    expect(edges.size).toBe(lines.length / 2)
  })
})
