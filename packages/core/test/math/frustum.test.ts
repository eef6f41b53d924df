import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import {
  boxInPlanes,
  Containment,
  FrustumPlane,
  frustumCorners,
  normalizedPlaneAt,
  planeDistanceAt,
  planesFromMatrix,
  planeThroughPointAt,
  pointInPlanes,
  setBoxAt,
  sphereInPlanes,
} from '../../src/math/index.js'
import { projectionMatrix, withZeroToOneDepth } from '../support/projections.js'

const STANDARD = { kind: 'perspective', verticalFovDegrees: 60, aspect: 1.5, near: 1, far: 100 } as const
const ALL = 0b111111

function planesOf(
  matrix: Float64Array | Float32Array,
  depth: 'minus-one-to-one' | 'zero-to-one',
): Float64Array {
  const planes = new Float64Array(24)
  planesFromMatrix(matrix, 0, depth, planes, 0)
  return planes
}

describe('planesFromMatrix', () => {
  it('gives the same planes for both clip depths, and the depth planes swapped for reversed depth', () => {
    const matrix = projectionMatrix(STANDARD)
    const [out, zeroOut, reversedOut] = [new Float64Array(24), new Float64Array(24), new Float64Array(24)]
    expect(planesFromMatrix(matrix, 0, 'minus-one-to-one', out, 0)).toBe(ALL)
    expect(planesFromMatrix(withZeroToOneDepth(matrix), 0, 'zero-to-one', zeroOut, 0)).toBe(ALL)
    expect(planesFromMatrix(withZeroToOneDepth(matrix, true), 0, 'zero-to-one', reversedOut, 0)).toBe(ALL)
    for (let i = 0; i < 24; i++) expect(zeroOut[i]).toBeCloseTo(out[i]!, 9)
    for (let i = 0; i < 4; i++) {
      expect(reversedOut[FrustumPlane.lowDepth * 4 + i]).toBeCloseTo(out[FrustumPlane.highDepth * 4 + i]!, 9)
      expect(reversedOut[FrustumPlane.highDepth * 4 + i]).toBeCloseTo(out[FrustumPlane.lowDepth * 4 + i]!, 9)
    }
  })

  it('field case 22: a matrix read with the wrong rule puts the near plane elsewhere', () => {
    const matrix = projectionMatrix({ ...STANDARD, far: 1000 })
    const box = new Float64Array(16)
    setBoxAt(box, 0, -0.1, -0.1, -1.9, 0.1, 0.1, -1.2)
    setBoxAt(box, 8, -0.1, -0.1, -0.9, 0.1, 0.1, -0.6)
    expect(boxInPlanes(planesOf(matrix, 'minus-one-to-one'), 0, 6, box, 0)).toBe(Containment.inside)
    expect(boxInPlanes(planesOf(matrix, 'zero-to-one'), 0, 6, box, 0)).toBe(Containment.outside)
    const zeroToOne = withZeroToOneDepth(matrix)
    expect(boxInPlanes(planesOf(zeroToOne, 'zero-to-one'), 0, 6, box, 8)).toBe(Containment.outside)
    expect(boxInPlanes(planesOf(zeroToOne, 'minus-one-to-one'), 0, 6, box, 8)).toBe(Containment.inside)
  })

  it('field case 23: leaves out an infinite far plane, whichever way depth runs', () => {
    const matrix = projectionMatrix({ ...STANDARD, near: 0.1, far: Infinity })
    const zeroToOne = withZeroToOneDepth(matrix)
    const reversed = withZeroToOneDepth(matrix, true)
    const box = new Float64Array(16)
    setBoxAt(box, 0, -1, -1, -1000001, 1, 1, -999999)
    setBoxAt(box, 8, -1, -1, 5, 1, 1, 7)
    for (const [m, depth, used] of [
      [matrix, 'minus-one-to-one', 0b011111],
      [zeroToOne, 'zero-to-one', 0b011111],
      [reversed, 'zero-to-one', 0b101111],
    ] as const) {
      for (const numbers of [m, Float32Array.from(m)]) {
        const planes = new Float64Array(24)
        expect(planesFromMatrix(numbers, 0, depth, planes, 0)).toBe(used)
        expect(planes.every(Number.isFinite)).toBe(true)
        expect(boxInPlanes(planes, 0, 6, box, 0)).toBe(Containment.inside)
        expect(boxInPlanes(planes, 0, 6, box, 8)).toBe(Containment.outside)
      }
    }
  })

  it('leaves out a far plane of which floats kept nothing', () => {
    const matrix = projectionMatrix({ ...STANDARD, near: 0.01, far: 1e6 })
    const planes = new Float64Array(24)
    expect(planesFromMatrix(matrix, 0, 'minus-one-to-one', planes, 0)).toBe(ALL)
    expect(planesFromMatrix(Float32Array.from(matrix), 0, 'minus-one-to-one', planes, 0)).toBe(0b011111)
  })

  it('makes everything visible for a broken matrix', () => {
    const planes = new Float64Array(24)
    for (const bad of [0, NaN, Infinity]) {
      expect(planesFromMatrix(new Float64Array(16).fill(bad), 0, 'minus-one-to-one', planes, 0)).toBe(0)
      expect(pointInPlanes(planes, 0, 6, 1e9, -1e9, 5)).toBe(true)
    }
  })
})

describe('frustumCorners', () => {
  it('are the points that project onto the corners of the clip box', () => {
    const matrix = projectionMatrix(STANDARD)
    const [corners, zeroCorners] = [new Float64Array(24), new Float64Array(24)]
    expect(frustumCorners(matrix, 0, 'minus-one-to-one', corners, 0)).toBe(true)
    expect(frustumCorners(withZeroToOneDepth(matrix), 0, 'zero-to-one', zeroCorners, 0)).toBe(true)
    for (let i = 0; i < 24; i++) expect(zeroCorners[i]).toBeCloseTo(corners[i]!, 6)
    expect(corners[2]).toBeCloseTo(-1, 9)
    expect(corners[4 * 3 + 2]).toBeCloseTo(-100, 6)
    expect(corners[7 * 3]).toBeCloseTo(100 * Math.tan(Math.PI / 6) * 1.5, 6)
  })

  it('refuses a matrix without an inverse', () => {
    const out = new Float64Array(24).fill(3)
    expect(frustumCorners(new Float64Array(16), 0, 'minus-one-to-one', out, 0)).toBe(false)
    expect(out.every((value) => value === 3)).toBe(true)
  })
})

describe('boxInPlanes', () => {
  const planes = planesOf(projectionMatrix(STANDARD), 'minus-one-to-one')

  it('field case 19: a box that crosses without a corner of either in the other is not outside', () => {
    const box = new Float64Array(8)
    setBoxAt(box, 0, -100, -0.5, -11, 100, 0.5, -10)
    expect(boxInPlanes(planes, 0, 6, box, 0)).toBe(Containment.crossing)
  })

  it('field case 13: infinite boxes and boxes with NaN are never outside', () => {
    const box = new Float64Array(8)
    const huge = Number.MAX_VALUE
    setBoxAt(box, 0, -Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity)
    expect(boxInPlanes(planes, 0, 6, box, 0)).toBe(Containment.crossing)
    expect(boxInPlanes(Float64Array.of(0, 1, 0, -5), 0, 1, box, 0)).toBe(Containment.crossing)
    setBoxAt(box, 0, -huge, -huge, -huge, huge, huge, huge)
    expect(boxInPlanes(planes, 0, 6, box, 0)).toBe(Containment.crossing)
    setBoxAt(box, 0, NaN, -1, -20, NaN, 1, -10)
    expect(boxInPlanes(planes, 0, 6, box, 0)).toBe(Containment.crossing)
  })

  it('is right about every sampled point (seed 6)', () => {
    const random = createRandom(6)
    const box = new Float64Array(8)
    const seen = [0, 0, 0]
    const wrong: string[] = []
    for (let i = 0; i < 2000; i++) {
      const middle = [(random() - 0.5) * 160, (random() - 0.5) * 120, -random() * 120]
      const half = [random() * 12, random() * 12, random() * 12]
      const [min, max] = [middle.map((m, k) => m - half[k]!), middle.map((m, k) => m + half[k]!)]
      setBoxAt(box, 0, min[0]!, min[1]!, min[2]!, max[0]!, max[1]!, max[2]!)
      const where = boxInPlanes(planes, 0, 6, box, 0)
      const radius = Math.min(...half)
      const sphere = sphereInPlanes(planes, 0, 6, middle[0]!, middle[1]!, middle[2]!, radius)
      seen[where]!++
      for (let k = 0; k < 20; k++) {
        const [x, y, z] = min.map((low, axis) => low + random() * (max[axis]! - low)) as [
          number,
          number,
          number,
        ]
        const inside = pointInPlanes(planes, 0, 6, x, y, z)
        if (where === (inside ? Containment.outside : Containment.inside))
          wrong.push(`box ${i}: ${x}, ${y}, ${z}`)
      }
      if (where === Containment.outside) expect(sphere, `seed 6, ball in box ${i}`).toBe(Containment.outside)
      if (where === Containment.inside) expect(sphere, `seed 6, ball in box ${i}`).toBe(Containment.inside)
    }
    expect(wrong, 'seed 6').toEqual([])
    for (const count of seen) expect(count).toBeGreaterThan(20)
  })
})

describe('planes', () => {
  it('measure signed distances', () => {
    const plane = new Float64Array(8)
    planeThroughPointAt(plane, 4, 0, 1, 0, 7, 3, -2)
    expect(planeDistanceAt(plane, 4, 100, 5, 100)).toBe(2)
    expect(planeDistanceAt(plane, 4, 0, 0, 0)).toBe(-3)
  })

  it('are brought to unit length, or marked as holding everything', () => {
    const plane = new Float64Array(4)
    expect(normalizedPlaneAt(plane, 0, 0, 0, 4, 8)).toBe(true)
    expect([...plane]).toEqual([0, 0, 1, 2])
    const bad: [number, number, number, number][] = [
      [0, 0, 0, 5],
      [NaN, 0, 0, 1],
      [1, 0, 0, NaN],
      [Infinity, 0, 0, 1],
    ]
    for (const [x, y, z, d] of bad) {
      expect(normalizedPlaneAt(plane, 0, x, y, z, d)).toBe(false)
      expect([...plane]).toEqual([0, 0, 0, 1])
    }
    expect(normalizedPlaneAt(plane, 0, 1e-7, 0, 0, 1, 1e-6)).toBe(false)
  })
})
