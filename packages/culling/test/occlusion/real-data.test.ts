import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { hasSharedData, readSharedBinary, readSharedJson } from '../../../../test/support/shared-data.js'
import {
  addBoxOccluder,
  addPrismOccluder,
  createOcclusionBuffer,
  footprintProblem,
  loadKernels,
} from '../../src/occlusion/index.js'
import { between, camera, type Random, randomCamera, type Vec3 } from './support/cameras.js'
import { createVerdict, judge } from './support/judge.js'
import { meshSolid } from './support/mesh.js'
import { boxSolid } from './support/oracle.js'

await loadKernels()

type MeshFile = {
  positions: { byteOffset: number; count: number }
  indices: { byteOffset: number; count: number }
  prismGroups: [number, number][]
}
type TownFile = {
  prisms: { building: number; base: number; eave: number; polygons: number[][][] }[]
  buildings: { min: number[]; max: number[] }[]
}
type CastleFile = { occludees: { min: number[]; max: number[]; center: number[]; halfAxes: number[][] }[] }

function readMesh(json: Pick<MeshFile, 'positions' | 'indices'>, name: string) {
  const bin = readSharedBinary(name)
  return {
    positions: new Float32Array(bin, json.positions.byteOffset, 3 * json.positions.count),
    indices: new Uint32Array(bin, json.indices.byteOffset, json.indices.count),
  }
}

/** Whether every side of a group's triangles is walked both ways, by place. */
function isClosed(positions: Float32Array, indices: Uint32Array): boolean {
  const at = (i: number) => `${positions[3 * i]},${positions[3 * i + 1]},${positions[3 * i + 2]}`
  const sides = new Map<string, number>()
  for (let t = 0; t < indices.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = at(indices[t + k]!)
      const b = at(indices[t + ((k + 1) % 3)]!)
      const key = a < b ? `${a}|${b}` : `${b}|${a}`
      sides.set(key, (sides.get(key) ?? 0) + (a < b ? 1 : -1))
    }
  }
  return [...sides.values()].every((n) => n === 0)
}

describe.skipIf(!hasSharedData)('Den Haag', () => {
  it('its prisms hide nothing that a ray past its roofs and walls reaches, seed 1', () => {
    const town = readSharedJson<TownFile>('towns/denhaag.town.json')
    const json = readSharedJson<MeshFile>('towns/denhaag.mesh.json')
    const { positions, indices } = readMesh(json, 'towns/denhaag.mesh.bin')
    const houses = indices.slice(0, Math.max(...json.prismGroups.map(([first, count]) => first + count)))
    const truth = [meshSolid(positions, houses)]
    const prisms: {
      ring: Float32Array
      holes: number[] | undefined
      base: number
      eave: number
      x: number
      z: number
    }[] = []
    const refused: string[] = []
    town.prisms.forEach(({ base, eave, polygons }, i) => {
      const [first, count] = json.prismGroups[i]!
      if (!isClosed(positions, indices.subarray(first, first + count))) return
      for (const rings of polygons) {
        const ring = Float32Array.from(rings.flat())
        const starts = rings.slice(0, -1).map((_, k) => rings.slice(0, k + 1).flat().length / 2)
        const holes = starts.length > 0 ? starts : undefined
        const problem = footprintProblem(ring, holes)
        if (problem !== null || !(eave > base)) refused.push(`prism ${i}: ${problem}`)
        else prisms.push({ ring, holes, base, eave, x: ring[0]!, z: ring[1]! })
      }
    })
    expect(prisms.length).toBeGreaterThan(1900)
    expect(refused.length, refused.join('; ')).toBeLessThan(20)

    const random = createRandom(1)
    const verdict = createVerdict()
    const things = 1500
    const boxes = new Float32Array(6 * (town.buildings.length + things))
    town.buildings.forEach(({ min, max }, i) => {
      boxes.set([...min, ...max], 6 * i)
    })
    for (let i = 0; i < things; i++) {
      const size = between(random, 0.2, 3)
      const p = [between(random, -330, 330), between(random, 4, 20), between(random, -300, 300)]
      boxes.set([...p, ...p.map((v) => v + size * random())], 6 * (town.buildings.length + i))
    }
    const b = createOcclusionBuffer({ width: 256, height: 128 })
    for (let view = 0; view < 24; view++) {
      const eye: Vec3 = [
        between(random, -300, 300),
        between(random, 6, view % 3 ? 16 : 60),
        between(random, -280, 280),
      ]
      const lens = randomCamera(random, eye, between(random, -3, 3), between(random, -0.3, 0.2), 0)
      const near = prisms
        .map((prism) => [Math.hypot(prism.x - eye[0], prism.z - eye[2]), prism] as const)
        .sort((p, q) => p[0] - q[0])
        .slice(0, 250)
      judge(
        {
          b,
          camera: lens,
          matrix: lens.matrix,
          solids: truth,
          boxes,
          draw: () => {
            for (const [, { ring, holes, base, eave }] of near) addPrismOccluder(b, ring, base, eave, holes)
          },
          points: 12,
          random,
          name: `Den Haag, seed 1, view ${view}`,
        },
        verdict,
      )
    }
    expect(verdict.falseHides.slice(0, 5)).toEqual([])
    expect(verdict.hidden).toBeGreaterThan(verdict.pairs * 0.08)
  })
})

describe.skipIf(!hasSharedData)('Castle', () => {
  it('its largest oriented boxes hide nothing that a ray past them reaches, seed 1', () => {
    const { occludees } = readSharedJson<CastleFile>('occlusion/castle.json')
    const boxes = new Float32Array(6 * occludees.length)
    occludees.forEach(({ min, max }, i) => {
      boxes.set([...min, ...max], 6 * i)
    })
    const matrices = occludees
      .map(({ center, halfAxes }) =>
        Float32Array.from([...halfAxes.flatMap((axis) => [...axis.map((v) => 2 * v), 0]), ...center, 1]),
      )
      .map((m) => [volume(m), m] as const)
      .filter(([v]) => v > 0.5)
      .sort((p, q) => q[0] - p[0])
      // The very largest are the ground and the hull of the castle, in which everything stands.
      .slice(20, 320)
      .map(([, m]) => m)
    const solids = matrices.map(boxSolid)
    const random = createRandom(1)
    const verdict = createVerdict()
    const b = createOcclusionBuffer({ width: 512, height: 256 })
    for (let view = 0; view < 30; view++) {
      const lens = castleCamera(random, boxes)
      judge(
        {
          b,
          camera: lens,
          matrix: Float32Array.from(lens.matrix),
          solids,
          boxes,
          draw: () => {
            for (const m of matrices) addBoxOccluder(b, m)
          },
          points: 20,
          random,
          name: `Castle, seed 1, view ${view}`,
        },
        verdict,
      )
    }
    expect(verdict.falseHides.slice(0, 5)).toEqual([])
    expect(verdict.hidden).toBeGreaterThan(200)
  })
})

const volume = (m: Float32Array) =>
  Math.hypot(m[0]!, m[1]!, m[2]!) * Math.hypot(m[4]!, m[5]!, m[6]!) * Math.hypot(m[8]!, m[9]!, m[10]!)

/** Somewhere among the boxes, at the height of one. */
function castleCamera(random: Random, boxes: Float32Array) {
  const i = 6 * Math.floor(random() * (boxes.length / 6))
  const eye: Vec3 = [
    boxes[i]! + between(random, -8, 8),
    boxes[i + 4]! + between(random, 0.5, 6),
    boxes[i + 2]! + between(random, -8, 8),
  ]
  const t = Math.tan(between(random, 0.4, 1.1) / 2)
  return camera({
    eye,
    yaw: between(random, -3, 3),
    pitch: between(random, -0.3, 0.2),
    roll: 0,
    near: 0.3,
    far: 500,
    sides: [-2 * t, 2 * t, -t, t],
  })
}
