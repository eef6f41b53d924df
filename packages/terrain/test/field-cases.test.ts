/** Cases from the field that concern terrain, by their numbers. */
import { describe, expect, it } from 'vitest'
import { createHeightfield, sampleHeight } from '../src/heightfield/index.js'
import {
  createPatchList,
  createTerrainTree,
  cullPatches,
  patchVertex,
  selectNodes,
  vertexHeight,
} from '../src/quadtree/index.js'
import { randomField } from './support/fields.js'

describe('field cases', () => {
  it('69: a peak between coarse samples is in the box of its ground', () => {
    const samples = new Uint16Array(64 * 64)
    samples[13 * 64 + 13] = 800
    const tree = createTerrainTree(createHeightfield({ columns: 64, rows: 64, samples }), { levels: 1 })
    expect(tree.pyramid.greatest[0]).toBe(800)
    const list = createPatchList()
    cullPatches(
      tree.selection,
      { planes: new Float32Array(0), eye: [0, 0, 0], maxDistance: Infinity, occlusion: null },
      list,
    )
    let highest = -Infinity
    for (let k = 0; k < list.count; k++) highest = Math.max(highest, list.boxes[6 * k + 4]!)
    expect(highest).toBeGreaterThanOrEqual(800)
  })

  it('74: beside ground three levels coarser, edge vertices go back to multiples of 8, with the same heights', () => {
    const field = randomField(74, 129, 129)
    const { grid } = createTerrainTree(field, { levels: 4, patchesPerNode: 1, maxLevelDifference: Infinity })
    const [fine, coarse] = [new Int32Array(2), new Int32Array(2)]
    for (let j = 0; j <= 16; j++) {
      // The west side of a patch at (16, 0), and a corner of quads of 8 on the east side of the coarse one.
      patchVertex(grid, 16, 0, 1, 3, 0, j, fine)
      patchVertex(grid, 0, 0, 8, 0, 2, Math.floor(j / 8), coarse)
      expect([...fine]).toEqual([16, Math.floor(j / 8) * 8])
      expect([...fine]).toEqual([...coarse])
      expect(vertexHeight(field, grid, fine[0]!, fine[1]!)).toBe(
        vertexHeight(field, grid, coarse[0]!, coarse[1]!),
      )
    }
  })

  it('76: heights on borders and corners, which are never refused', () => {
    const small = createHeightfield({ columns: 2, rows: 2, samples: Uint16Array.of(0, 10, 20, 30) })
    expect(
      [
        [1, 0],
        [0, 1],
        [1, 1],
        [0.5, 0.5],
      ].map(([x, z]) => sampleHeight(small, x!, z!)),
    ).toEqual([10, 20, 30, 15])
    const field = createHeightfield({
      columns: 145,
      rows: 145,
      samples: new Uint16Array(145 * 145).fill(7),
      spacingX: 0.25,
      outside: 'none',
    })
    // To the world and back again in float32, turned by 37 degrees.
    const [c, s] = [Math.fround(Math.cos(0.6458)), Math.fround(Math.sin(0.6458))]
    for (const [x, z] of [
      [0, 0],
      [36, 0],
      [0, 36],
      [36, 36],
    ] as const) {
      const [u, v] = [Math.fround(c * x - s * z), Math.fround(s * x + c * z)]
      expect(sampleHeight(field, Math.fround(c * u + s * v), Math.fround(c * v - s * u))).toBe(7)
    }
  })

  it.each([45_000, 1_000_000])('78: the same patches %d m from the origin as at it', (away) => {
    const lists = [0, away].map((originX) => {
      const tree = createTerrainTree(randomField(78, 129, 129, { spacingX: 2, originX }), {
        levels: 3,
        patchesPerNode: 2,
      })
      const eye = [originX + 128, 210, 128]
      selectNodes(tree.selection, Float64Array.of(...eye, 0), 1)
      const list = createPatchList()
      cullPatches(
        tree.selection,
        { planes: new Float32Array(0), eye, maxDistance: 90, occlusion: null },
        list,
      )
      return [...list.instances.subarray(0, 4 * list.count)]
    })
    expect(lists[0]!.length).toBeGreaterThan(40)
    expect(lists[1]).toEqual(lists[0])
  })
})
