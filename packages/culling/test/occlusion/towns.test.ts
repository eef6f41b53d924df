import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { addBoxOccluder, createOcclusionBuffer, loadKernels } from '../../src/occlusion/index.js'
import { between, pick, randomCamera, type Random, type Vec3 } from './support/cameras.js'
import { createVerdict, judge } from './support/judge.js'
import { boxSolid } from './support/oracle.js'
import { randomTown, type Town } from './support/town.js'

await loadKernels()

const SIZES = [
  [256, 128],
  [128, 72],
  [64, 64],
  [512, 256],
  [200, 96],
  [8, 8],
] as const

/** An eye in a street, high above, or within millimetres of a wall; rolled or looking straight up or down now and then. */
function randomEye(random: Random, town: Town, at: Vec3): { eye: Vec3; yaw: number; pitch: number; roll: number } {
  const yaw = between(random, -Math.PI, Math.PI)
  const pitch = random() < 0.05 ? pick(random, [Math.PI / 2, -Math.PI / 2]) : between(random, -0.6, 0.4)
  const roll = random() < 0.3 ? between(random, -3, 3) : 0
  if (random() < 0.25) {
    const m = pick(random, town.houses)
    const gap = 10 ** between(random, -3.5, -0.3)
    const side = random() < 0.5 ? 1 : -1
    const along = between(random, -0.5, 0.5)
    const half = 0.5 + gap / Math.hypot(m[0]!, m[2]!)
    return { eye: [m[12]! + side * half * m[0]! + along * m[8]!, at[1] + between(random, 0.5, 4), m[14]! + side * half * m[2]! + along * m[10]!], yaw, pitch, roll }
  }
  const height = random() < 0.75 ? between(random, 0.5, 4) : between(random, 4, 50)
  return { eye: [at[0] + between(random, -town.extent, town.extent), at[1] + height, at[2] + between(random, -town.extent, town.extent)], yaw, pitch, roll }
}

describe.each([
  ['at the origin', [0, 0, 0], 1],
  ['45 km away, matrix in doubles', [32_000, 40, -31_600], 2],
  ['45 km away, matrix in floats', [-31_900, 10, 31_700], 3],
] as const)('a seeded town %s', (_, at, seed) => {
  it(`never calls hidden what a ray reaches, seed ${seed}`, () => {
    const verdict = createVerdict()
    for (let t = 0; t < 6; t++) {
      const random = createRandom(seed * 1000 + t)
      const town = randomTown(random, at, 700)
      const solids = town.houses.map(boxSolid)
      for (let v = 0; v < 12; v++) {
        const [width, height] = pick(random, SIZES)
        const b = createOcclusionBuffer({ width, height })
        const { eye, yaw, pitch, roll } = randomEye(random, town, at)
        const view = randomCamera(random, eye, yaw, pitch, roll, 0.15)
        const far = (m: Float32Array) => Math.hypot(m[12]! - eye[0], m[13]! - eye[1], m[14]! - eye[2])
        const nearest = town.houses.map((m) => [far(m), m] as const).sort((p, q) => p[0] - q[0])
        judge(
          {
            b,
            camera: view,
            matrix: seed === 2 ? view.matrix : Float32Array.from(view.matrix),
            solids,
            boxes: town.boxes,
            draw: () => nearest.forEach(([, m]) => addBoxOccluder(b, m)),
            points: 40,
            random,
            name: `seed ${seed}, town ${t}, view ${v}`,
          },
          verdict,
        )
      }
    }
    expect(verdict.falseHides).toEqual([])
    expect(verdict.hidden).toBeGreaterThan(verdict.pairs * 0.2)
  })
})
