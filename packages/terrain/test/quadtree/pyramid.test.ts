import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { hasSharedData } from '../../../../test/support/shared-data.js'
import { type Heightfield, setHeights } from '../../src/heightfield/index.js'
import { createPyramid, updatePyramid } from '../../src/quadtree/height-pyramid.js'
import {
  createTerrainTree,
  setTreeHeights,
  type TerrainTree,
  type TerrainTreeOptions,
} from '../../src/quadtree/index.js'
import { partOf, randomField, realField } from '../support/fields.js'
import { heightRange } from '../support/oracle.js'

const CASES: Record<string, { field: () => Heightfield; options: TerrainTreeOptions; real?: boolean }> = {
  'random, one quad a sample': {
    field: () => randomField(1, 130, 97),
    options: { levels: 3, patchesPerNode: 2, quadsPerPatch: 8 },
  },
  'random, two quads a sample': {
    field: () => randomField(2, 75, 60),
    options: { levels: 3, patchesPerNode: 2, quadsPerPatch: 8, quadsPerSample: 2 },
  },
  'White Mountains': {
    field: () => partOf(realField('whitemountains'), 300, 500, 161, 129),
    options: { levels: 3, patchesPerNode: 2 },
    real: true,
  },
  Minsk: {
    field: () => partOf(realField('minskplain'), 64, 30, 129, 129),
    options: { levels: 2, patchesPerNode: 4, quadsPerSample: 2 },
    real: true,
  },
}

/** Every cell at every level against a loop over all samples. */
function expectExact(tree: TerrainTree): void {
  const { grid, pyramid, field } = tree
  for (const { quads, columns, rows, start } of grid.pyramid) {
    for (let z = 0; z < rows; z++) {
      for (let x = 0; x < columns; x++) {
        const range = heightRange(tree, x * quads, z * quads, quads)
        const at = start + z * columns + x
        const [low, high] = [pyramid.least[at]!, pyramid.greatest[at]!]
        const found =
          low > high ? null : [low, high].map((step) => field.heightOffset + field.heightScale * step)
        if (String(found) !== String(range))
          expect.fail(`cell ${x}, ${z} of ${quads}: ${found}, expected ${range}`)
      }
    }
  }
}

describe.each(Object.entries(CASES))(
  'least and greatest heights: %s',
  (_, { field: make, options, real }) => {
    it.skipIf(real && !hasSharedData)('are those of all samples, before and after edits, seed 3', () => {
      const tree = createTerrainTree(make(), options)
      expectExact(tree)
      const random = createRandom(3)
      const { field } = tree
      for (let k = 0; k < 4; k++) {
        const columns = 1 + Math.floor(random() * 9)
        const rows = 1 + Math.floor(random() * 9)
        // Also along the borders, and over those of nodes.
        const column =
          k === 0 ? 0 : k === 1 ? field.columns - columns : Math.floor(random() * (field.columns - columns))
        const row =
          k === 0 ? 0 : k === 1 ? field.rows - rows : Math.min(60, field.rows - 9) - Math.floor(random() * 9)
        const range = 65_535 * field.heightScale
        const heights = Array.from({ length: columns * rows }, () => field.heightOffset + random() * range)
        setTreeHeights(tree, { column, row, columns, rows }, heights)
        expectExact(tree)
      }
    })
  },
)

describe('an edit', () => {
  it('works out only the cells that it touches', () => {
    const tree = createTerrainTree(randomField(1, 1025, 1025), { levels: 4 })
    const rect = { column: 500, row: 700, columns: 3, rows: 3 }
    setHeights(tree.field, rect, new Float32Array(9).fill(100))
    const updated = updatePyramid(tree.pyramid, tree.field, tree.grid, rect)
    expect(updated).toBeLessThanOrEqual(4 * tree.grid.pyramid.length)
    expect(tree.pyramid).toEqual(createPyramid(tree.field, tree.grid))
  })

  it('refuses heights that 16 bits cannot hold, a rectangle outside and a wrong length, and changes nothing', () => {
    const tree = createTerrainTree(randomField(1, 65, 65), { levels: 2 })
    const before = tree.field.samples.slice()
    const rect = { column: 10, row: 10, columns: 2, rows: 1 }
    expect(() => setTreeHeights(tree, rect, [0, 1e6])).toThrow(
      'setTreeHeights: heights[1] is 1000000, expected metres from -120 to 535.35',
    )
    expect(() => setTreeHeights(tree, rect, [0, Number.NaN])).toThrow('setTreeHeights: heights[1] is NaN')
    expect(() => setTreeHeights(tree, rect, [0])).toThrow(
      'setTreeHeights: heights has 1 numbers, expected columns times rows, 2',
    )
    expect(() => setTreeHeights(tree, { ...rect, column: 64 }, [0, 0])).toThrow(
      'setTreeHeights: columns is 2, expected a whole number from 1 to 1',
    )
    expect(tree.field.samples).toEqual(before)
    expect(tree.field.revision).toBe(0)
  })
})
