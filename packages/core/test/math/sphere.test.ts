import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import {
  composeAt,
  multiplyAffineAt,
  sphereOfPointsAt,
  transformPointAt,
  transformSphereAt,
  unionSpheresAt,
} from '../../src/math/index.js'

describe('transformSphereAt', () => {
  it('field case 1: a negative scale does not make the radius negative', () => {
    const matrix = new Float32Array(16)
    const scale = Float32Array.of(-13, -13, -13)
    composeAt(matrix, 0, Float32Array.of(10, 0, -10), 0, Float32Array.of(0, 0, 0, 1), 0, scale, 0)
    const out = new Float32Array(4)
    transformSphereAt(out, 0, matrix, 0, Float32Array.of(0, 0, 0, 0.5), 0)
    expect([...out.subarray(0, 3)]).toEqual([10, 0, -10])
    expect(out[3]).toBeGreaterThanOrEqual(6.5)
    expect(out[3]).toBeCloseTo(6.5, 4)
  })

  it('holds every point of the sphere, with shear and far from the origin (seed 8)', () => {
    const random = createRandom(8)
    const floats = (count: number, range: number): Float32Array =>
      Float32Array.from({ length: count }, () => (random() * 2 - 1) * range)
    const [a, b, point, out] = [
      new Float32Array(16),
      new Float32Array(16),
      new Float64Array(3),
      new Float32Array(4),
    ]
    for (let i = 0; i < 300; i++) {
      composeAt(a, 0, floats(3, 10 ** (random() * 5)), 0, floats(4, 1), 0, floats(3, 4), 0)
      composeAt(b, 0, floats(3, 5), 0, floats(4, 1), 0, floats(3, 4), 0)
      multiplyAffineAt(a, 0, a, 0, b, 0)
      const sphere = Float32Array.of(...floats(3, 5), random() * 3)
      transformSphereAt(out, 0, a, 0, sphere, 0)
      for (let k = 0; k < 30; k++) {
        const direction = floats(3, 1)
        const size = Math.hypot(...direction) / sphere[3]!
        const [x, y, z] = direction.map((value, axis) => sphere[axis]! + value / size) as unknown as number[]
        transformPointAt(point, 0, a, 0, x!, y!, z!)
        const distance = Math.hypot(point[0]! - out[0]!, point[1]! - out[1]!, point[2]! - out[2]!)
        // The point itself was rounded to floats on the way: allow what that moved it.
        expect(distance, `seed 8, sphere ${i}`).toBeLessThanOrEqual(out[3]! * (1 + 1e-6))
      }
    }
  })
})

describe('sphereOfPointsAt', () => {
  it('has radius -1 for no points', () => {
    const out = new Float64Array(4)
    sphereOfPointsAt(out, 0, new Float64Array(0), 0, 0)
    expect([...out]).toEqual([0, 0, 0, -1])
  })
})

describe('unionSpheresAt', () => {
  it('holds both, also when one is a point or both are the same (seed 3)', () => {
    const random = createRandom(3)
    for (let i = 0; i < 200; i++) {
      const sphere = (): Float64Array =>
        Float64Array.of(random() * 4, random() * 4, random() * 4, random() < 0.2 ? 0 : random() * 3)
      const a = sphere()
      const b = i % 7 === 0 ? a.slice() : sphere()
      const out = new Float64Array(4)
      unionSpheresAt(out, 0, a, 0, b, 0)
      for (const one of [a, b]) {
        const distance = Math.hypot(out[0]! - one[0]!, out[1]! - one[1]!, out[2]! - one[2]!)
        expect(distance + one[3]!, `seed 3, pair ${i}`).toBeLessThanOrEqual(out[3]! + 1e-9)
      }
    }
  })
})
