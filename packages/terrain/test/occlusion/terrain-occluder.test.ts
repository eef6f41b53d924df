import { planesFromMatrix } from '@sightline/core/math'
import {
  addHeightfieldOccluder,
  beginOcclusion,
  createOcclusionBuffer,
  loadKernels,
  type OcclusionBuffer,
  testBoxes,
} from '@sightline/culling/occlusion'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { hasSharedData } from '../../../../test/support/shared-data.js'
import { type Camera, camera } from '../../../culling/test/occlusion/support/cameras.js'
import { seenPoint, sightOf } from '../../../culling/test/occlusion/support/oracle.js'
import { heightfieldSolid } from '../../../culling/test/occlusion/support/shapes.js'
import { type Heightfield, sampleHeight, setCells } from '../../src/heightfield/index.js'
import {
  createPatchList,
  createTerrainTree,
  cullPatches,
  levelHeight,
  type PatchList,
  raycastTree,
  selectNodes,
  type TerrainOccluder,
  type TerrainTree,
  terrainOccluder,
  vertexHeight,
} from '../../src/quadtree/index.js'
import { partOf, randomField, realField } from '../support/fields.js'
import { drawAll } from '../support/mesh.js'
import { type Pose, walk } from '../support/routes.js'

await loadKernels()

const draw = (b: OcclusionBuffer, o: TerrainOccluder) =>
  addHeightfieldOccluder(b, o.heights, o.columns, o.rows, o.originX, o.originZ, o.spacingX, o.spacingZ)

function lensOf({ eye, yaw, pitch }: Pose, far: number): Camera {
  const t = Math.tan(0.5)
  return camera({ eye, yaw, pitch, roll: 0, near: 0.1, far, sides: [-1.78 * t, 1.78 * t, -t, t] })
}

/** How high the occluder takes the ground to be at a place: as the lowest corner of its cell. */
function solidAt(o: TerrainOccluder, x: number, z: number): number {
  const i = Math.floor((x - o.originX) / o.spacingX)
  const j = Math.floor((z - o.originZ) / o.spacingZ)
  if (i < 0 || j < 0 || i > o.columns - 2 || j > o.rows - 2) return -Infinity
  const at = j * o.columns + i
  return Math.min(
    o.heights[at]!,
    o.heights[at + 1]!,
    o.heights[at + o.columns]!,
    o.heights[at + o.columns + 1]!,
  )
}

describe('the occluder of a terrain', () => {
  it.each([
    ['neighbours one apart', 1, 1, 1],
    ['any difference', Infinity, 1, 1],
    ['any difference, four quads a sample', Infinity, 4, 1],
    ['any difference, thinned out by three', Infinity, 1, 3],
  ])(
    'lies under whatever is drawn, seams included: %s, seeds 1 to 3',
    (_, maxLevelDifference, quadsPerSample, thinning) => {
      let points = 0
      for (const seed of [1, 2, 3]) {
        const field = randomField(seed, 1 + 128 / quadsPerSample, 1 + 192 / quadsPerSample, {
          spacingX: 3,
          spacingZ: 4,
        })
        const tree = createTerrainTree(field, {
          levels: 4,
          patchesPerNode: 2,
          quadsPerPatch: 8,
          quadsPerSample,
          maxLevelDifference,
          splitDistance: 0.3,
        })
        const { grid } = tree
        const occluder = terrainOccluder(tree, thinning)
        const random = createRandom(seed)
        for (let pose = 0; pose < 10; pose++) {
          const eye = [random() * 384, random() * 300, random() * 768, 0]
          selectNodes(tree.selection, Float64Array.from(eye), 1)
          const { triangles, count } = drawAll(tree)
          for (let k = 0; k < count; k++) {
            const [ax, az, bx, bz, cx, cz] = triangles.subarray(6 * k, 6 * k + 6) as unknown as number[]
            for (let n = 0; n < 3; n++) {
              // Corners and edges too.
              const w = [random(), n > 0 ? random() : 0, n > 1 ? random() : 0]
              const sum = w[0]! + w[1]! + w[2]!
              const [u, v, s] = w.map((value) => value / sum) as [number, number, number]
              const x = grid.originX + (u * ax! + v * bx! + s * cx!) * grid.quadSizeX
              const z = grid.originZ + (u * az! + v * bz! + s * cz!) * grid.quadSizeZ
              const y =
                u * vertexHeight(field, grid, ax!, az!) +
                v * vertexHeight(field, grid, bx!, bz!) +
                s * vertexHeight(field, grid, cx!, cz!)
              if (solidAt(occluder, x, z) > y)
                expect.fail(`seed ${seed}, pose ${pose}: ${solidAt(occluder, x, z)} above ${y} at ${x}, ${z}`)
              points++
            }
          }
        }
      }
      expect(points).toBeGreaterThan(20_000)
    },
  )

  it('is not there under holes and hollow cells', () => {
    const field = randomField(1, 65, 65)
    setCells(field, { column: 20, row: 30, columns: 3, rows: 2 }, 'hole')
    setCells(field, { column: 40, row: 10, columns: 1, rows: 1 }, 'hollow')
    const occluder = terrainOccluder(createTerrainTree(field, { levels: 2, patchesPerNode: 2 }), 1)
    for (const [x, z] of [
      [20.5, 30.5],
      [22.5, 31.5],
      [19.5, 30.5],
      [40.5, 10.5],
    ] as const)
      expect(solidAt(occluder, x, z)).toBeLessThan(-900)
    expect(solidAt(occluder, 50.5, 50.5)).toBeGreaterThan(-200)
  })

  it('refuses a thinning that leaves no cell', () => {
    const tree = createTerrainTree(randomField(1, 65, 65), { levels: 2 })
    expect(() => terrainOccluder(tree, 65)).toThrow(
      'terrainOccluder: thinning is 65, expected a whole number from 1 to 64',
    )
  })
})

/** The ground as drawn at one level everywhere, for rays. */
function levelSolid(tree: TerrainTree, level: number) {
  const { field, grid } = tree
  const scale = 2 ** (grid.levels - 1 - level)
  const columns = grid.quadsX / scale + 1
  const rows = grid.quadsZ / scale + 1
  const heights = new Float32Array(columns * rows)
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++)
      heights[j * columns + i] = vertexHeight(field, grid, i * scale, j * scale)
  const spacingX = grid.quadSizeX * scale
  const spacingZ = grid.quadSizeZ * scale
  return heightfieldSolid({
    columns,
    rows,
    originX: grid.originX,
    originZ: grid.originZ,
    spacingX,
    spacingZ,
    heights,
    diagonal: false,
  })
}

/** Houses on the ground, and chests high above it. */
function things(field: Heightfield, seed: number, count: number): Float32Array {
  const random = createRandom(seed)
  const boxes = new Float32Array(6 * count)
  for (let k = 0; k < count; k++) {
    const x = random() * (field.columns - 1) * field.spacingX
    const z = random() * (field.rows - 1) * field.spacingZ
    const y = sampleHeight(field, x, z) + (k % 4 === 0 ? random() * 100 : 0)
    boxes.set([x - 8, y - 4, z - 8, x + 8, y + 5 + random() * 20, z + 8], 6 * k)
  }
  return boxes
}

describe.skipIf(!hasSharedData).each([
  ['whitemountains', 'valley'],
  ['whitemountains', 'ridge'],
  ['minskplain', 'valley'],
  ['minskplain', 'ridge'],
] as const)('%s along a %s', (name, kind) => {
  const field = partOf(realField(name), 380, 420, 129, 129)
  const tree = createTerrainTree(field, {
    levels: 3,
    patchesPerNode: 2,
    quadsPerPatch: 16,
    maxLevelDifference: Infinity,
  })
  const occluder = terrainOccluder(tree)

  it.each([0, 0.5, 5])(
    'hides nothing that a ray reaches, at any level, shrunk by %d m, seed 4',
    (erosion) => {
      const b = createOcclusionBuffer({ width: 256, height: 128 })
      const solids = [0, 1, 2].map((level) => levelSolid(tree, level))
      const boxes = things(field, 4, 300)
      const out = new Uint8Array(300)
      const random = createRandom(4)
      let hidden = 0
      for (const { eye: low, yaw, pitch } of walk(field, kind, 4, 12, 150)) {
        // Ground nearer to the eye than it may move hides nothing.
        const pose = { eye: [low[0], low[1] + 2 * erosion, low[2]] as const, yaw, pitch }
        const lens = lensOf(pose, 20_000)
        beginOcclusion(b, lens.matrix, { erosion })
        draw(b, occluder)
        hidden += testBoxes(b, boxes, 300, out)
        // Later the eye has moved by up to the erosion, and each thing too.
        const moved = [0, 1, 2].map(() => (random() - 0.5) * 1.15 * erosion) as [number, number, number]
        const eye = pose.eye.map((value, k) => value + moved[k]!) as [number, number, number]
        const later = lensOf({ ...pose, eye }, 20_000)
        const sight = sightOf(later.matrix, later.nearValue, later.farValue)
        for (let k = 0; k < 300; k++) {
          if (out[k] === 0) continue
          const box = boxes.slice(6 * k, 6 * k + 6)
          const away = [0, 1, 2].map(() => (random() - 0.5) * 1.15 * erosion)
          for (let a = 0; a < 6; a++) box[a]! += away[a % 3]!
          // Where the eye came to be under the ground of a level, that says nothing.
          for (let level = 0; level < 3; level++) {
            const { grid } = tree
            const ground = levelHeight(
              field,
              grid,
              2 ** (2 - level),
              eye[0] / grid.quadSizeX,
              eye[2] / grid.quadSizeZ,
            )
            if (ground > eye[1] - 0.2) continue
            const point = seenPoint(sight, [solids[level]!], box, 0, 3, random)
            if (point)
              expect.fail(
                `${name}, eye ${eye}: box ${k} is called hidden, but ${point} is seen at level ${level}`,
              )
          }
        }
      }
      if (name === 'whitemountains' && erosion < 5) expect(hidden).toBeGreaterThan(150)
      else expect(hidden + erosion).toBeGreaterThan(2)
    },
  )
})

describe.skipIf(!hasSharedData)('what ridges of the White Mountains hide', () => {
  const field = realField('whitemountains')
  const tree = createTerrainTree(field, { levels: 4 })
  const occluder = terrainOccluder(tree)
  const b = createOcclusionBuffer({ width: 256, height: 128 })
  const list = createPatchList()
  const planes = new Float32Array(24)
  const houses = things(field, 9, 3000)

  /** Begins a pose: nodes, planes and picture. */
  const begin = (pose: Pose): Camera => {
    const lens = lensOf(pose, 30_000)
    selectNodes(tree.selection, Float64Array.of(...pose.eye, 0), 1)
    planesFromMatrix(lens.matrix, 0, 'minus-one-to-one', planes, 0)
    beginOcclusion(b, lens.matrix)
    draw(b, occluder)
    return lens
  }

  it.each(['valley', 'ridge'] as const)(
    'of the houses behind them three fifths or more, along a %s, seed 9',
    (kind) => {
      const out = new Uint8Array(3000)
      let [behind, hidden] = [0, 0]
      for (const pose of walk(field, kind, 9, 16, 800)) {
        const lens = begin(pose)
        testBoxes(b, houses, 3000, out)
        for (let k = 0; k < 3000; k++) {
          const answer = isSeen(pose, lens, boxPlaces(houses, 6 * k))
          if (answer === null) continue
          if (!answer) behind++
          if (out[k] === 1) hidden++
          if (answer && out[k] === 1) expect.fail(`house ${k} is seen from ${pose.eye}`)
        }
      }
      expect(behind).toBeGreaterThan(4000)
      expect(hidden / behind).toBeGreaterThan(0.6)
    },
  )

  it.each(['valley', 'ridge'] as const)(
    'no patch that is seen, and most of those behind, along a %s, seed 9',
    (kind) => {
      let [behind, hidden] = [0, 0]
      for (const pose of walk(field, kind, 9, 12, 800)) {
        const lens = begin(pose)
        const view = { planes, eye: pose.eye, maxDistance: 30_000 }
        const count = cullPatches(tree.selection, { ...view, occlusion: null }, list)
        const out = new Uint8Array(count)
        testBoxes(b, list.boxes, count, out)
        for (let k = 0; k < count; k++) {
          const seen = isSeen(pose, lens, patchPlaces(list, k)) === true
          if (!seen) behind++
          if (out[k] === 1) hidden++
          if (seen && out[k] === 1) expect.fail(`patch ${k} is seen from ${pose.eye}`)
        }
        // The list itself leaves the same out, whole nodes first.
        const kept = cullPatches(tree.selection, { ...view, occlusion: b }, list)
        expect(kept).toBe(count - out.reduce((sum, value) => sum + value, 0))
      }
      expect(behind).toBeGreaterThan(2000)
      expect(hidden / behind).toBeGreaterThan(0.5)
    },
  )

  /** Whether a ray reaches one of the places that are in the picture; null if none is. */
  function isSeen({ eye }: Pose, lens: Camera, places: readonly Place[]): boolean | null {
    const m = lens.matrix
    let inPicture = false
    for (const { p, share } of places) {
      const clip = [0, 1, 3].map(
        (row) => m[row]! * p[0] + m[4 + row]! * p[1] + m[8 + row]! * p[2] + m[12 + row]!,
      )
      if (!(clip[2]! > 0.1 && Math.abs(clip[0]!) < clip[2]! && Math.abs(clip[1]!) < clip[2]!)) continue
      inPicture = true
      const way = [p[0] - eye[0], p[1] - eye[1], p[2] - eye[2]] as const
      if (raycastTree(tree, ...eye, ...way, share * Math.hypot(...way)) === Infinity) return true
    }
    return inPicture ? false : null
  }

  /** 81 places of the patch's ground as it is drawn at its level, and 81 of the top of its box. */
  function patchPlaces({ instances, boxes }: PatchList, k: number): Place[] {
    const { grid } = tree
    const [x, z, scale] = instances.subarray(4 * k, 4 * k + 3) as unknown as [number, number, number]
    return Array.from({ length: 162 }, (_, n) => {
      const gx = Math.min(x + (grid.quadsPerPatch * scale * (n % 9)) / 8, grid.quadsX)
      const gz = Math.min(z + (grid.quadsPerPatch * scale * (Math.floor(n / 9) % 9)) / 8, grid.quadsZ)
      const y = n < 81 ? levelHeight(field, grid, scale, gx, gz) : boxes[6 * k + 4]!
      // The last 1 % of the way to the ground may be in that of the finest level.
      return { p: [gx * grid.quadSizeX, y, gz * grid.quadSizeZ], share: n < 81 ? 0.99 : 1 }
    })
  }
})

type Place = { p: readonly [number, number, number]; share: number }

/** The corners of a box and the middle of its top. */
function boxPlaces(boxes: Float32Array, at: number): Place[] {
  return Array.from({ length: 9 }, (_, n) => {
    const p = [0, 1, 2].map((a) => boxes[at + a + ((n >> a) & 1 ? 3 : 0)]!) as [number, number, number]
    if (n === 8)
      for (let a = 0; a < 3; a++) p[a] = a === 1 ? boxes[at + 4]! : (boxes[at + a]! + boxes[at + a + 3]!) / 2
    return { p, share: 1 }
  })
}
