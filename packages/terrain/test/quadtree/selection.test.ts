import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { hasSharedData } from '../../../../test/support/shared-data.js'
import { type Heightfield, sampleHeight } from '../../src/heightfield/index.js'
import {
  createTerrainTree,
  forEachChosenNode,
  levelAt,
  nodeEdges,
  nodeNumber,
  nodePlace,
  selectNodes,
  type TerrainTree,
  type TerrainTreeOptions,
} from '../../src/quadtree/index.js'
import { randomField, realField } from '../support/fields.js'
import { SelectionOracle } from '../support/oracle.js'

type Case = { field: () => Heightfield; options: TerrainTreeOptions; real?: boolean }

const CASES: Record<string, Case> = {
  'random, neighbours one apart': {
    field: () => randomField(1, 257, 193, { spacingX: 4, spacingZ: 3, originX: 500 }),
    options: { levels: 4, patchesPerNode: 2, quadsPerPatch: 4, splitDistance: 0.6 },
  },
  'random, as distance has it': {
    field: () => randomField(2, 201, 257),
    options: {
      levels: 5,
      patchesPerNode: 1,
      quadsPerPatch: 4,
      maxLevelDifference: Infinity,
      splitDistance: 0.3,
    },
  },
  'random, two apart, large hysteresis': {
    field: () => randomField(3, 129, 257),
    options: {
      levels: 5,
      patchesPerNode: 1,
      quadsPerPatch: 4,
      maxLevelDifference: 2,
      splitDistance: 0.3,
      hysteresis: 0.5,
    },
  },
  'White Mountains': {
    field: () => realField('whitemountains'),
    options: { levels: 4, patchesPerNode: 4, quadsPerPatch: 8 },
    real: true,
  },
  Minsk: {
    field: () => realField('minskplain'),
    options: { levels: 4, patchesPerNode: 4, quadsPerPatch: 8, quadsPerSample: 2 },
    real: true,
  },
}

/** A flight: now and then a jump. */
function flight(tree: TerrainTree, seed: number, poses: number): [number, number, number][] {
  const { grid } = tree
  const random = createRandom(seed)
  const [width, depth] = [grid.quadsX * grid.quadSizeX, grid.quadsZ * grid.quadSizeZ]
  const place = [0, 0, 0] as [number, number, number]
  return Array.from({ length: poses }, (_, k) => {
    if (k % 12 === 0) {
      place[0] = grid.originX + (random() * 1.4 - 0.2) * width
      place[1] = random() * 800 - 100
      place[2] = grid.originZ + (random() * 1.4 - 0.2) * depth
    }
    place[0] += (random() - 0.5) * 0.04 * width
    place[2] += (random() - 0.5) * 0.04 * depth
    if (k % 3 === 0) place[1] = sampleHeight(tree.field, place[0], place[2]) + random() * 5
    return [...place]
  })
}

describe.each(Object.entries(CASES))('chosen nodes: %s', (_, { field, options, real }) => {
  it.skipIf(real && !hasSharedData)(
    'are those of the plain recursion, with one eye and with two, seed 5',
    () => {
      const tree = createTerrainTree(field(), options)
      const { selection, grid } = tree
      const oracle = new SelectionOracle(tree, selection.maxLevelDifference)
      const poses = flight(tree, 5, 20)
      let levels = 0
      for (let k = 0; k < poses.length; k++) {
        const eyes = k % 4 === 3 ? [poses[k]!, poses[(k * 7) % poses.length]!] : [poses[k]!]
        selectNodes(selection, Float64Array.from(eyes.flatMap((eye) => [...eye, 0])), eyes.length)
        oracle.select(eyes)
        const chosen = new Set<number>()
        forEachChosenNode(selection, (level, column, row) => {
          chosen.add(nodeNumber(grid, level, column, row))
        })
        for (let row = 0; row < selection.sectorRows; row++) {
          for (let column = 0; column < selection.sectorColumns; column++) {
            const level = levelAt(selection, column, row)
            if (column * grid.sectorQuads >= grid.quadsX || row * grid.sectorQuads >= grid.quadsZ) {
              expect(level).toBe(-1)
              continue
            }
            expect(level, `pose ${k}, sector ${column}, ${row}`).toBe(oracle.levelAt(column, row))
            const shift = grid.levels - 1 - level
            expect(chosen.has(nodeNumber(grid, level, column >> shift, row >> shift))).toBe(true)
            levels |= 1 << level
          }
        }
        for (const node of chosen) expectEdges(tree, oracle, node)
      }
      expect(levels).toBe((1 << grid.levels) - 1)
    },
  )
})

/** Every sector along every side, by the oracle. */
function expectEdges({ selection, grid }: TerrainTree, oracle: SelectionOracle, node: number): void {
  const { level, column, row } = nodePlace(grid, node)
  const size = 2 ** (grid.levels - 1 - level)
  const edges = nodeEdges(selection, level, column, row)
  const beyond = [
    (k: number) => [column * size - 1, row * size + k],
    (k: number) => [(column + 1) * size, row * size + k],
    (k: number) => [column * size + k, row * size - 1],
    (k: number) => [column * size + k, (row + 1) * size],
  ]
  for (let side = 0; side < 4; side++) {
    let coarsest = level
    for (let k = 0; k < size; k++) {
      const [x, z] = beyond[side]!(k) as [number, number]
      if (x < 0 || z < 0 || x * grid.sectorQuads >= grid.quadsX || z * grid.sectorQuads >= grid.quadsZ)
        continue
      coarsest = Math.min(coarsest, oracle.levelAt(x, z))
    }
    expect((edges >> (4 * side)) & 15).toBe(level - coarsest)
  }
}

describe('the default set-up', () => {
  it('has 34,125 nodes numbered by level', () => {
    // 4 m from sample to sample, quads of half a metre.
    const tree = createTerrainTree(randomField(1, 2561, 2561, { spacingX: 4 }), { quadsPerSample: 8 })
    const { grid } = tree
    expect([grid.rootsX, grid.rootsZ, grid.nodeCount]).toEqual([5, 5, 34_125])
    expect(grid.rootQuads * grid.quadSizeX).toBe(2048)
    expect(grid.sectorQuads * grid.quadSizeX).toBe(64)
    for (let m = 0; m < 6; m++) expect(grid.levelStart[m]).toBe((25 * (4 ** m - 1)) / 3)
    let next = 0
    for (let level = 0; level < 6; level++) {
      for (let row = 0; row < 5 * 2 ** level; row++) {
        for (let column = 0; column < 5 * 2 ** level; column++) {
          if (nodeNumber(grid, level, column, row) !== next) expect.fail(`${level} ${column} ${row}`)
          if (next % 97 === 0) expect(nodePlace(grid, next)).toEqual({ level, column, row })
          next++
        }
      }
    }
    expect(next).toBe(34_125)
  })
})

describe('hysteresis', () => {
  it('keeps a node split until the eye is a tenth farther than it had to come', () => {
    const tree = createTerrainTree(randomField(1, 129, 129), {
      levels: 3,
      patchesPerNode: 1,
      quadsPerPatch: 16,
      maxLevelDifference: Infinity,
    })
    const { selection } = tree
    const at = (x: number) => {
      selectNodes(selection, Float64Array.of(x, 0, 32, 0), 1)
      return levelAt(selection, 4, 1)
    }
    // The second root, from x = 64 on, is split below 32 m.
    expect([64 - 33, 64 - 31, 64 - 34, 64 - 36].map(at)).toEqual([0, 1, 1, 0])
  })

  it('an eye that is no place changes nothing', () => {
    const tree = createTerrainTree(randomField(1, 129, 129), { levels: 3, patchesPerNode: 1 })
    selectNodes(tree.selection, Float64Array.of(5, 0, 5, 0), 1)
    const before = [...tree.selection.levelMap]
    const { version } = tree.selection
    selectNodes(tree.selection, Float64Array.of(Number.NaN, 0, 5, 0), 1)
    selectNodes(tree.selection, Float64Array.of(5, 0, 5, 0), 1)
    expect([...tree.selection.levelMap]).toEqual(before)
    expect(tree.selection.version).toBe(version)
  })
})
