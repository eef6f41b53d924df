import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { createTerrainTree, levelAt, selectNodes, type TerrainTreeOptions } from '../../src/quadtree/index.js'
import { randomField } from '../support/fields.js'
import { doubleArea, drawAll, openEdges } from '../support/mesh.js'

type Setting = { columns: number; rows: number } & TerrainTreeOptions

const SETTINGS: Record<string, Setting> = {
  'neighbours one apart': { columns: 257, rows: 257, levels: 5, patchesPerNode: 2, quadsPerPatch: 8 },
  'neighbours as distance has it': {
    columns: 257,
    rows: 257,
    levels: 5,
    patchesPerNode: 2,
    quadsPerPatch: 8,
    maxLevelDifference: Infinity,
  },
  'up to two apart': {
    columns: 257,
    rows: 129,
    levels: 5,
    patchesPerNode: 2,
    quadsPerPatch: 8,
    maxLevelDifference: 2,
  },
  'steps as long as a node and longer than a patch': {
    columns: 257,
    rows: 257,
    levels: 6,
    patchesPerNode: 4,
    quadsPerPatch: 2,
    maxLevelDifference: Infinity,
    splitDistance: 0.05,
  },
  'more levels than a node has quads': {
    columns: 257,
    rows: 257,
    levels: 8,
    patchesPerNode: 1,
    quadsPerPatch: 2,
    maxLevelDifference: Infinity,
    splitDistance: 0.05,
  },
  'a field that fits no root': { columns: 201, rows: 142, levels: 5, patchesPerNode: 2, quadsPerPatch: 8 },
  'a field that fits no root, any difference': {
    columns: 103,
    rows: 142,
    levels: 6,
    patchesPerNode: 1,
    quadsPerPatch: 4,
    maxLevelDifference: Infinity,
    splitDistance: 0.1,
  },
  'several quads a sample': {
    columns: 52,
    rows: 40,
    levels: 5,
    patchesPerNode: 2,
    quadsPerPatch: 8,
    quadsPerSample: 4,
    maxLevelDifference: Infinity,
  },
}

describe.each(Object.entries(SETTINGS))('the drawn mesh: %s', (_, { columns, rows, ...options }) => {
  it.each([1, 2, 3])('has no crack, fold or gap along a flight, seed %i', (seed) => {
    const field = randomField(seed, columns, rows, { spacingX: 2, spacingZ: 3 })
    const tree = createTerrainTree(field, options)
    const { grid, selection } = tree
    const random = createRandom(seed)
    let widest = 0
    for (let pose = 0; pose < 12; pose++) {
      const eye = [random() * columns * 2, random() * 300 - 100, random() * rows * 3, 0]
      selectNodes(selection, Float64Array.from(eye), 1)
      const mesh = drawAll(tree)
      expect(mesh.turned).toBe(0)
      expect(doubleArea(mesh)).toBe(2 * grid.quadsX * grid.quadsZ)
      expect(openEdges(mesh, grid.quadsX, grid.quadsZ)).toEqual([])
      widest = Math.max(widest, widestDifference(tree))
    }
    expect(widest).toBeLessThanOrEqual(options.maxLevelDifference ?? 1)
    expect(widest).toBeGreaterThan(0)
  })
})

function widestDifference({ selection, grid }: ReturnType<typeof createTerrainTree>): number {
  let widest = 0
  for (let row = 0; row < selection.sectorRows; row++) {
    for (let column = 1; column < selection.sectorColumns; column++) {
      const [x, z] = [column * grid.sectorQuads, row * grid.sectorQuads]
      if (x >= grid.quadsX || z >= grid.quadsZ) continue
      const own = levelAt(selection, column, row)
      widest = Math.max(widest, Math.abs(own - levelAt(selection, column - 1, row)))
      if (row > 0) widest = Math.max(widest, Math.abs(own - levelAt(selection, column, row - 1)))
    }
  }
  return widest
}
