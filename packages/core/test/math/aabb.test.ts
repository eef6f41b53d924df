import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import {
  boxContainsPointAt,
  composeAt,
  emptyBoxAt,
  isEmptyBoxAt,
  multiplyAffineAt,
  rayBoxDistanceAt,
  setBoxAt,
  transformBoxAt,
  unionBoxesAt,
} from '../../src/math/index.js'

type Vector = [number, number, number]

/**
 * Dekker's split and Knuth's sum: an exact dot product sign is not needed, only a sum with an error far below
 * a double's.
 */
function exactSum(terms: number[]): number {
  let sum = 0
  let lost = 0
  for (const term of terms) {
    const next = sum + term
    lost += Math.abs(sum) >= Math.abs(term) ? sum - next + term : term - next + sum
    sum = next
  }
  return sum + lost
}

function corners(center: ArrayLike<number>, half: ArrayLike<number>): Vector[] {
  return Array.from({ length: 8 }, (_, corner) =>
    [0, 1, 2].map((i) => center[i]! + ((corner >> i) & 1 ? 1 : -1) * half[i]!),
  ) as Vector[]
}

describe('transformBoxAt', () => {
  it('field case 4: a unit cube turned by 45 degrees about z', () => {
    const matrix = new Float32Array(16)
    const turn = Float32Array.of(0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8))
    composeAt(matrix, 0, new Float32Array(3), 0, turn, 0, Float32Array.of(1, 1, 1), 0)
    const half = Float32Array.of(0.5, 0.5, 0.5)
    const out = new Float32Array(8)
    transformBoxAt(out, 0, matrix, 0, half, 0, half, 0)
    const want = [-Math.SQRT1_2, 0, 0, 0, Math.SQRT1_2, Math.SQRT2, 1, 0]
    for (let i = 0; i < 8; i++) expect(out[i]).toBeCloseTo(want[i]!, 6)
  })

  it.each([1, 2, 3])(
    'holds every corner and is tight, with shear, mirrors and zero scales (seed %i)',
    (seed) => {
      const random = createRandom(seed)
      const number = (range: number): number => (random() * 2 - 1) * range
      const floats = (count: number, range: number): Float32Array =>
        Float32Array.from({ length: count }, () => number(range))
      const [a, b, out] = [new Float32Array(16), new Float32Array(16), new Float32Array(24)]
      for (let i = 0; i < 500; i++) {
        const far = 10 ** (random() * 6)
        const scale = floats(6, 4).map((value) => (random() < 0.1 ? 0 : value))
        composeAt(a, 0, floats(3, far), 0, floats(4, 1), 0, scale, 0)
        composeAt(b, 0, floats(3, 10), 0, floats(4, 1), 0, scale, 3)
        if (random() < 0.7) multiplyAffineAt(a, 0, a, 0, b, 0)
        const [center, half] = [floats(5, 5), floats(5, random() < 0.1 ? 0 : 5)]
        transformBoxAt(out, 8, a, 0, center, 1, half, 2)
        for (let row = 0; row < 3; row++) {
          const images = corners(center.subarray(1), half.subarray(2)).map((corner) =>
            exactSum([a[row]! * corner[0], a[4 + row]! * corner[1], a[8 + row]! * corner[2], a[12 + row]!]),
          )
          const [min, max] = [Math.min(...images), Math.max(...images)]
          const slack = Math.max(Math.abs(min), Math.abs(max)) * 3e-7 + 1e-9
          const message = `seed ${seed}, box ${i}, axis ${row}`
          expect(out[8 + row]! <= min && out[8 + row]! >= min - slack, message).toBe(true)
          expect(out[12 + row]! >= max && out[12 + row]! <= max + slack, message).toBe(true)
        }
      }
    },
  )

  it('gives NaN or infinity, not a wrong box, for broken input', () => {
    const matrix = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
    const out = new Float32Array(8)
    for (const bad of [NaN, Infinity]) {
      transformBoxAt(out, 0, matrix, 0, new Float32Array(3), 0, Float32Array.of(bad, bad, bad), 0)
      for (const i of [0, 1, 2, 4, 5, 6]) expect(Number.isFinite(out[i])).toBe(false)
    }
    matrix[12] = NaN
    transformBoxAt(out, 0, matrix, 0, new Float32Array(3), 0, new Float32Array(3), 0)
    expect([out[0], out[4]]).toEqual([NaN, NaN])
    expect(out[1]).toBeCloseTo(0)
  })
})

describe('emptyBoxAt', () => {
  it('holds nothing and gives way to any box', () => {
    const box = new Float64Array(16)
    emptyBoxAt(box, 0)
    expect(isEmptyBoxAt(box, 0)).toBe(true)
    expect(boxContainsPointAt(box, 0, 0, 0, 0)).toBe(false)
    setBoxAt(box, 8, 1, 2, 3, 4, 5, 6)
    unionBoxesAt(box, 0, box, 0, box, 8)
    expect([...box.subarray(0, 8)]).toEqual([1, 2, 3, 0, 4, 5, 6, 0])
    expect(isEmptyBoxAt(box, 0)).toBe(false)
  })
})

describe('rayBoxDistanceAt', () => {
  const box = Float64Array.of(1, -1, -1, 0, 2, 1, 1, 0)

  it('is measured in multiples of the direction, up to the limit', () => {
    expect(rayBoxDistanceAt(box, 0, 0, 0, 0, 1, 0, 0, Infinity)).toBe(1)
    expect(rayBoxDistanceAt(box, 0, 0, 0, 0, 2, 0, 0, Infinity)).toBe(0.5)
    expect(rayBoxDistanceAt(box, 0, 0, 0, 0, 1, 0, 0, 1)).toBe(1)
    expect(rayBoxDistanceAt(box, 0, 0, 0, 0, 1, 0, 0, 0.999)).toBe(-1)
    expect(rayBoxDistanceAt(box, 0, 1.5, 0, 0, 1, 0, 0, 10)).toBe(0)
    expect(rayBoxDistanceAt(box, 0, 3, 0, 0, 1, 0, 0, Infinity)).toBe(-1)
  })

  it('is not confused by rays along a face', () => {
    expect(rayBoxDistanceAt(box, 0, 0, 1, 0, 1, 0, 0, Infinity)).toBe(1)
    expect(rayBoxDistanceAt(box, 0, 0, 1, 1, 1, -0, 0, Infinity)).toBe(1)
    expect(rayBoxDistanceAt(box, 0, 0, 1.0001, 0, 1, 0, 0, Infinity)).toBe(-1)
    expect(rayBoxDistanceAt(box, 0, 2, -5, 0, 0, 1, 0, Infinity)).toBe(4)
  })

  it('agrees with walking along the ray (seed 5)', () => {
    const random = createRandom(5)
    for (let i = 0; i < 300; i++) {
      const [ox, oy, oz, dx, dy, dz] = Array.from({ length: 6 }, () => (random() * 2 - 1) * 3) as [
        ...Vector,
        ...Vector,
      ]
      const distance = rayBoxDistanceAt(box, 0, ox, oy, oz, dx, dy, dz, 4)
      let walked = -1
      for (let t = 0; t <= 4 && walked < 0; t += 1 / 512) {
        if (boxContainsPointAt(box, 0, ox + dx * t, oy + dy * t, oz + dz * t)) walked = t
      }
      if (walked < 0) continue
      expect(distance, `seed 5, ray ${i}`).toBeGreaterThan(walked - 1 / 512 - 1e-9)
      expect(distance, `seed 5, ray ${i}`).toBeLessThanOrEqual(walked + 1e-9)
    }
  })
})
