import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../../test/support/random.js'
import {
  boxOccluderMatrix,
  checkOccluders,
  meshProblem,
  occludersFromMesh,
} from '../../../src/occluder-tools/index.js'
import { boxMesh, joinMeshes, type Mesh, turnInsideOut, windingByRay } from './meshes.js'

/** Volume of the union of boxes of 6 floats, by the cells between all their sides. */
function unionVolume(boxes: Float32Array): number {
  const sides = [0, 1, 2].map((k) =>
    [...new Set([...boxes].filter((_, i) => i % 3 === k))].sort((a, b) => a - b),
  )
  let volume = 0
  for (let x = 1; x < sides[0]!.length; x++) {
    for (let y = 1; y < sides[1]!.length; y++) {
      for (let z = 1; z < sides[2]!.length; z++) {
        const at = [x, y, z].map((s, k) => [sides[k]![s - 1]!, sides[k]![s]!] as const)
        const covers = (i: number) =>
          at.every(([low, high], k) => boxes[6 * i + k]! <= low && boxes[6 * i + 3 + k]! >= high)
        if (Array.from({ length: boxes.length / 6 }, (_, i) => i).some(covers))
          volume += at.reduce((product, [low, high]) => product * (high - low), 1)
      }
    }
  }
  return volume
}

const make = ({ positions, indices }: Mesh, options = {}) => occludersFromMesh(positions, indices, options)

describe('occludersFromMesh', () => {
  it('fills a box with one box, but for a hair', () => {
    const { boxes, covered, volume } = make(boxMesh([-3, 0, 1], [5, 9, 7]))
    expect(boxes.length).toBe(6)
    expect(covered).toBe(1)
    expect(volume).toBeCloseTo(8 * 9 * 6, 6)
    expect(unionVolume(boxes) / (8 * 9 * 6)).toBeGreaterThan(0.998)
    expect([...boxes.subarray(0, 3)].every((v, k) => v > [-3, 0, 1][k]!)).toBe(true)
    expect([...boxes.subarray(3)].every((v, k) => v < [5, 9, 7][k]!)).toBe(true)
  })

  it('fills an L of two closed boxes that overlap with boxes that reach into each other', () => {
    const mesh = joinMeshes(boxMesh([0, 0, 0], [10, 4, 3]), boxMesh([0, 0, 2], [3, 4, 10]))
    const { boxes } = make(mesh)
    // The walls of either box inside the other are kept out of.
    expect(unionVolume(boxes)).toBeGreaterThan(0.85 * (10 * 4 * 3 + 3 * 4 * 7))
  })

  it('keeps out of a room inside a closed house', () => {
    const house = joinMeshes(boxMesh([0, 0, 0], [8, 4, 8]), turnInsideOut(boxMesh([1, 1, 1], [7, 3, 7])))
    const { boxes } = make(house, { maxBoxes: 8 })
    expect(boxes.length / 6).toBeGreaterThanOrEqual(4)
    for (let i = 0; i < boxes.length; i += 6) {
      const [x0, y0, z0, x1, y1, z1] = boxes.subarray(i, i + 6) as unknown as number[]
      const misses = x1! <= 1 || x0! >= 7 || y1! <= 1 || y0! >= 3 || z1! <= 1 || z0! >= 7
      expect(misses, `box ${i / 6} reaches into the room`).toBe(true)
    }
  })

  it('gives flat and small things boxes, and none to what is thinner than its cells', () => {
    expect(make(boxMesh([0, 0, 0], [10, 0.1, 10])).boxes.length).toBe(6)
    expect(make(boxMesh([0, 0, 0], [1e-3, 2e-3, 1e-3])).boxes.length).toBe(6)
    const legs = joinMeshes(
      ...[0, 9.9].flatMap((x) => [0, 9.9].map((z) => boxMesh([x, 0, z], [x + 0.1, 10, z + 0.1]))),
    )
    expect(make(legs, { resolution: 8 }).boxes.length).toBe(0)
  })

  it('stays inside far from the origin and at odd sizes, by rays, seeds 1 to 20', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = createRandom(seed)
      const at = [0, 0, 0].map(() => (random() - 0.5) * (seed % 2 ? 10 : 60_000))
      const parts = Array.from({ length: 3 }, () => {
        const min = at.map((v) => v + 4 * random())
        return boxMesh(
          min,
          min.map((v) => v + 1 + 6 * random()),
        )
      })
      const mesh = joinMeshes(...parts)
      // Sheared, so that no wall lies along an axis.
      for (let i = 0; i < mesh.positions.length; i += 3) {
        mesh.positions[i]! += 0.3 * (mesh.positions[i + 1]! - at[1]!)
        mesh.positions[i + 2]! += 0.2 * (mesh.positions[i]! - at[0]!)
      }
      const { boxes } = make(mesh, { maxBoxes: 12, minShare: 0.01 })
      expect(boxes.length, `seed ${seed}`).toBeGreaterThan(0)
      for (let i = 0; i < boxes.length / 6; i++) {
        const m = boxOccluderMatrix(boxes, i)
        for (let n = 0; n < 60; n++) {
          const place = [0, 1, 2].map((k) => {
            const v = n < 8 ? ((n >> k) & 1) - 0.5 : random() - 0.5
            return m[12 + k]! + m[5 * k]! * v
          })
          expect(windingByRay(mesh, place, random), `seed ${seed}, box ${i}, (${place})`).toBeGreaterThan(0)
        }
      }
    }
  })

  it('refuses what is no solid, and says why and where', () => {
    const open = boxMesh([0, 0, 0], [2, 4, 6], 3)
    expect(meshProblem(open.positions, open.indices)).toMatchObject({
      reason: 'open',
      message: expect.stringMatching(/^is open at 4 sides, one of them at \(/),
    })
    expect(meshProblem(open.positions, open.indices)!.at![1]).toBe(4)
    expect(() => make(open)).toThrow(/^occludersFromMesh: the mesh is open at 4 sides/)
    expect(() => make(turnInsideOut(boxMesh([0, 0, 0], [1, 1, 1])))).toThrow(/a volume of -1\.00/)
    const broken = boxMesh([0, 0, 0], [1, 1, 1])
    broken.positions[4] = Number.NaN
    expect(() => make(broken)).toThrow(/NaN as positions\[4\]/)
    const lost = boxMesh([0, 0, 0], [1, 1, 1])
    lost.indices[7] = 8
    expect(() => make(lost)).toThrow(/8 as indices\[7\], expected one of 8 vertices/)
    expect(() => make({ positions: new Float32Array(0), indices: new Uint32Array(0) })).toThrow(/0 triangles/)
    const good = boxMesh([0, 0, 0], [1, 1, 1])
    for (const [field, value] of [
      ['resolution', 3],
      ['resolution', 8.5],
      ['maxBoxes', 0],
      ['minShare', Number.NaN],
    ] as const) {
      expect(() => make(good, { [field]: value })).toThrow(
        `occludersFromMesh: ${field} is ${value}, expected`,
      )
    }
    expect(meshProblem(good.positions, good.indices)).toBe(null)
  })

  it('makes matrices whose box is no larger than the one given', () => {
    const random = createRandom(3)
    for (let n = 0; n < 2000; n++) {
      const boxes = new Float32Array(6)
      for (let k = 0; k < 3; k++) {
        boxes[k] = (random() - 0.5) * 10 ** (8 * random() - 3)
        boxes[k + 3] = boxes[k]! + 10 ** (6 * random() - 3)
      }
      const m = boxOccluderMatrix(boxes, 0)
      for (let k = 0; k < 3; k++) {
        expect(m[12 + k]! - m[5 * k]! / 2).toBeGreaterThanOrEqual(boxes[k]!)
        expect(m[12 + k]! + m[5 * k]! / 2).toBeLessThanOrEqual(boxes[k + 3]!)
      }
    }
  })
})

describe('generated occluders', () => {
  it('pass the checker', () => {
    const mesh = joinMeshes(boxMesh([0, 0, 0], [10, 4, 3]), boxMesh([0, 0, 2], [3, 4, 10]))
    const { boxes } = make(mesh)
    const occluders = Array.from({ length: boxes.length / 6 }, (_, i) => boxOccluderMatrix(boxes, i))
    expect(checkOccluders({ ...mesh, occluders })).toEqual([])
  })
})
