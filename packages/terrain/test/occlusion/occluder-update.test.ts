import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { setCells } from '../../src/heightfield/index.js'
import {
  createTerrainTree,
  occluderRect,
  setTreeHeights,
  terrainOccluder,
  updateTerrainOccluder,
} from '../../src/quadtree/index.js'
import { randomField } from '../support/fields.js'

describe('the occluder of a terrain that is edited', () => {
  it.each([
    ['neighbours one apart', 1, 1, 1],
    ['any difference', Infinity, 1, 1],
    ['any difference, four quads a sample', Infinity, 4, 1],
    ['any difference, thinned out by three', Infinity, 1, 3],
    ['thinned out by five', 1, 2, 5],
  ])('is as one that is made anew: %s, seed 8', (_, maxLevelDifference, quadsPerSample, thinning) => {
    const random = createRandom(8)
    const field = randomField(8, 1 + 192 / quadsPerSample, 1 + 128 / quadsPerSample, { spacingX: 2 })
    const options = { levels: 4, patchesPerNode: 2, quadsPerPatch: 8, quadsPerSample, maxLevelDifference }
    const tree = createTerrainTree(field, options)
    const occluder = terrainOccluder(tree, thinning)
    let untouched = 0
    for (let round = 0; round < 12; round++) {
      const column = Math.floor(random() * (field.columns - 1))
      const row = Math.floor(random() * (field.rows - 1))
      const columns = 1 + Math.floor(random() * Math.min(9, field.columns - 1 - column))
      const rows = 1 + Math.floor(random() * Math.min(9, field.rows - 1 - row))
      const rect = { column, row, columns, rows }
      if (round % 3 === 2) {
        setCells(field, rect, round % 2 === 0 ? 'hole' : 'solid')
        updateTerrainOccluder(tree, occluder, { ...rect, columns: columns + 1, rows: rows + 1 })
      } else {
        setTreeHeights(
          tree,
          rect,
          Float64Array.from({ length: columns * rows }, () => random() * 500 - 100),
        )
        updateTerrainOccluder(tree, occluder, rect)
      }
      const part = occluderRect(tree, occluder, rect)
      if (part.columns < occluder.columns && part.rows < occluder.rows) untouched++
      expect(occluder, `round ${round}`).toEqual(terrainOccluder(tree, thinning))
    }
    if (quadsPerSample === 1) expect(untouched).toBeGreaterThan(6)
  })
})
