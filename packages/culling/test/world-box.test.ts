import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../test/support/random.js'
import {
  BOX_BROKEN,
  BOX_FINITE,
  BOX_UNBOUNDED,
  ceilToFloat,
  classifyBox,
  floorToFloat,
  writeWorldBox,
} from '../src/world-box.js'

const boxes = new Float32Array(16)
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

function write(matrix: number[], center: number[], half: number[]): number {
  return writeWorldBox(
    boxes,
    8,
    Float32Array.from(matrix),
    0,
    Float32Array.from(center),
    Float32Array.from(half),
    0,
  )
}

const result = () => [8, 9, 10, 12, 13, 14].map((i) => boxes[i]!)

describe('rounding outwards', () => {
  it('keeps what is a float and takes the neighbour of what is not', () => {
    for (const x of [
      0,
      1,
      -1,
      0.1,
      -0.1,
      1e-3,
      45_000.1,
      -45_000.1,
      1e30,
      2 ** -149,
      1e-40,
      -1e-40,
      1e-46,
      -1e-46,
      2e38,
      -2e38,
    ]) {
      expect(floorToFloat(x), `floor of ${x}`).toBeLessThanOrEqual(x)
      expect(ceilToFloat(x), `ceil of ${x}`).toBeGreaterThanOrEqual(x)
      const exact = Math.fround(x)
      expect(floorToFloat(exact) === exact, `floor of the float ${exact}`).toBe(true)
      expect(ceilToFloat(exact) === exact, `ceil of the float ${exact}`).toBe(true)
    }
  })

  it('is off by one step at most (seed 11)', () => {
    const random = createRandom(11)
    for (let i = 0; i < 20_000; i++) {
      const x = (random() - 0.5) * 10 ** (random() * 40 - 20)
      const step = Math.abs(x) * 2 ** -22
      const [low, high] = [floorToFloat(x), ceilToFloat(x)]
      if (!(low <= x && high >= x && high - low <= step)) expect.fail(`${x} became ${low} to ${high}`)
    }
  })
})

describe('writeWorldBox', () => {
  it('gives exact numbers for exact input', () => {
    expect(write([2, 0, 0, 0, 0, -3, 0, 0, 0, 0, 0, 0, 10, 20, 30, 1], [1, 1, 1], [1, 2, 3])).toBe(BOX_FINITE)
    expect(result()).toEqual([10, 11, 30, 14, 23, 30])
  })

  it('takes a half extent below 0 for the same box turned inside out', () => {
    write(IDENTITY, [0, 0, 0], [-1, 2, -3])
    expect(result()).toEqual([-1, -2, -3, 1, 2, 3])
  })

  it('contains all eight corners under any affine matrix, and little more (seed 12)', () => {
    const random = createRandom(12)
    const any = (size: number) => Math.fround((random() - 0.5) * size)
    for (let run = 0; run < 3000; run++) {
      const size = 10 ** (random() * 6 - 3)
      const m = IDENTITY.map((v, i) => (i % 4 === 3 ? v : any(i < 12 ? 4 : size * 100)))
      if (random() < 0.2) for (let i = 0; i < 3; i++) m[i] = 0
      const c = [any(size), any(size), any(size)]
      const h = [any(size), any(size), any(size)].map(Math.abs)
      expect(write(m, c, h)).toBe(BOX_FINITE)
      const got = result()
      for (let axis = 0; axis < 3; axis++) {
        let low = Infinity
        let high = -Infinity
        for (let i = 0; i < 8; i++) {
          const p = [0, 1, 2].map((k) => c[k]! + (i & (1 << k) ? h[k]! : -h[k]!))
          const v = m[axis]! * p[0]! + m[4 + axis]! * p[1]! + m[8 + axis]! * p[2]! + m[12 + axis]!
          low = Math.min(low, v)
          high = Math.max(high, v)
        }
        const slack = 1e-14 * size * 1000
        const [min, max] = [got[axis]!, got[axis + 3]!]
        const around = `run ${run}: ${min}..${max} for ${low}..${high}`
        if (!(min <= low + slack && max >= high - slack)) expect.fail(`${around}: too small`)
        const tight =
          min >= low - Math.abs(low) * 2.5e-7 - slack && max <= high + Math.abs(high) * 2.5e-7 + slack
        if (!tight) expect.fail(`${around}: too large`)
      }
    }
  })

  it('takes what float32 cannot hold for unbounded', () => {
    expect(write([1e30, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], [0, 0, 0], [1e10, 1, 1])).toBe(
      BOX_UNBOUNDED,
    )
    expect(result()).toEqual([-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity])
  })

  it('says broken for NaN anywhere, and for a matrix that is not finite', () => {
    expect(write(IDENTITY, [NaN, 0, 0], [1, 1, 1])).toBe(BOX_BROKEN)
    expect(write(IDENTITY, [0, 0, 0], [1, NaN, 1])).toBe(BOX_BROKEN)
    for (let i = 0; i < 15; i++) {
      if (i % 4 === 3) continue
      const m = [...IDENTITY]
      m[i] = NaN
      expect(write(m, [0, 0, 0], [1, 1, 1]), `matrix[${i}]`).toBe(BOX_BROKEN)
      expect(result().every(Number.isNaN)).toBe(true)
    }
  })

  it('makes infinite extents unbounded on all axes, whatever the matrix', () => {
    const turned = [0.6, 0.8, 0, 0, -0.8, 0.6, 0, 0, 0, 0, 1, 0, 5, 5, 5, 1]
    expect(write(turned, [0, 0, 0], [Infinity, Infinity, Infinity])).toBe(BOX_UNBOUNDED)
    expect(result()).toEqual([-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity])
    expect(write(turned, [0, 0, 0], [Infinity, 1, 1])).toBe(BOX_UNBOUNDED)
  })
})

describe('classifyBox', () => {
  const classify = (...b: number[]) =>
    classifyBox(Float32Array.from([b[0]!, b[1]!, b[2]!, NaN, b[3]!, b[4]!, b[5]!, NaN]), 0)

  it('tells finite, unbounded and broken boxes apart', () => {
    expect(classify(0, 0, 0, 1, 1, 1)).toBe(BOX_FINITE)
    expect(classify(1, 1, 1, 1, 1, 1)).toBe(BOX_FINITE)
    expect(classify(-Infinity, 0, 0, Infinity, 1, 1)).toBe(BOX_UNBOUNDED)
    expect(classify(0, 0, 0, -1, 1, 1)).toBe(BOX_BROKEN)
    expect(classify(0, NaN, 0, 1, 1, 1)).toBe(BOX_BROKEN)
  })
})
