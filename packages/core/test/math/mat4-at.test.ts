import { mat4, quat, vec3 } from 'gl-matrix'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import {
  composeAt,
  copyAt,
  determinant3At,
  identityAt,
  invertAt,
  isFiniteAt,
  largestScaleAt,
  multiplyAffineAt,
  multiplyAt,
  transformPointAt,
} from '../../src/math/index.js'

const random = createRandom(21)
const numbers = (count: number, range = 3): Float64Array =>
  Float64Array.from({ length: count }, () => (random() * 2 - 1) * range)

function expectClose(
  got: ArrayLike<number>,
  want: ArrayLike<number>,
  message: string,
  tolerance = 1e-5,
): void {
  for (let i = 0; i < want.length; i++) {
    const close = Math.abs(got[i]! - want[i]!) <= tolerance * Math.max(1, Math.abs(want[i]!))
    expect(close, `${message}: number ${i} is ${got[i]}, expected ${want[i]}`).toBe(true)
  }
}

/** An affine matrix at offset 16 of a larger array, and alone. */
function affine(): { packed: Float64Array; alone: mat4 } {
  const packed = numbers(48)
  const [position, rotation, scale] = [numbers(3), numbers(4), numbers(3)]
  composeAt(packed, 16, position, 0, rotation, 0, scale, 0)
  return { packed, alone: [...packed.subarray(16, 32)] as unknown as mat4 }
}

describe('offset forms against gl-matrix (seed 21)', () => {
  it('composeAt', () => {
    for (let i = 0; i < 100; i++) {
      const [position, rotation, scale] = [numbers(10), numbers(10), numbers(10)]
      const out = numbers(48)
      const before = out.slice()
      expect(composeAt(out, 16, position, 2, rotation, 3, scale, 4)).toBe(true)
      const q = quat.normalize(quat.create(), rotation.subarray(3, 7) as unknown as quat)
      const want = mat4.fromRotationTranslationScale(
        mat4.create(),
        q,
        position.subarray(2, 5) as unknown as vec3,
        scale.subarray(4, 7) as unknown as vec3,
      )
      expectClose(out.subarray(16, 32), want, `compose ${i}`)
      expect(out.subarray(0, 16)).toEqual(before.subarray(0, 16))
      expect(out.subarray(32)).toEqual(before.subarray(32))
    }
  })

  it('multiplyAt and multiplyAffineAt, in place as documented', () => {
    for (let i = 0; i < 100; i++) {
      const [a, b] = [numbers(40), numbers(40)]
      const want = mat4.multiply(
        mat4.create(),
        a.subarray(5, 21) as unknown as mat4,
        b.subarray(7, 23) as unknown as mat4,
      )
      const out = numbers(32)
      multiplyAt(out, 3, a, 5, b, 7)
      expectClose(out.subarray(3, 19), want, `multiply ${i}`)
      multiplyAt(b, 7, a, 5, b, 7)
      expectClose(b.subarray(7, 23), want, `multiply ${i} in place`)

      const [c, d] = [affine(), affine()]
      const product = mat4.multiply(mat4.create(), c.alone, d.alone)
      multiplyAffineAt(out, 0, c.packed, 16, d.packed, 16)
      expectClose(out, product, `affine ${i}`)
      multiplyAffineAt(c.packed, 16, c.packed, 16, d.packed, 16)
      expectClose(c.packed.subarray(16, 32), product, `affine ${i} over the left`)
      multiplyAffineAt(d.packed, 16, Float64Array.from(c.alone), 0, d.packed, 16)
      expectClose(d.packed.subarray(16, 32), product, `affine ${i} over the right`)
    }
  })

  it('invertAt, determinant3At and transformPointAt', () => {
    for (let i = 0; i < 100; i++) {
      const { packed, alone } = affine()
      const inverse = mat4.invert(mat4.create(), alone)!
      const determinant = mat4.determinant(alone)
      expectClose([determinant3At(packed, 16)], [determinant], `determinant ${i}`)
      const point = numbers(5)
      const [x, y, z] = point as unknown as [number, number, number]
      transformPointAt(point, 1, packed, 16, x, y, z)
      const want = vec3.transformMat4(vec3.create(), [x, y, z], alone)
      expectClose(point.subarray(1, 4), want, `point ${i}`)
      expect(invertAt(packed, 16, packed, 16)).toBe(true)
      if (Math.abs(determinant) > 0.05) expectClose(packed.subarray(16, 32), inverse, `inverse ${i}`, 1e-3)
    }
  })

  it('inverts full matrices: m times its inverse is the identity', () => {
    const [inverse, product, identity] = [new Float64Array(16), new Float64Array(16), new Float64Array(16)]
    identityAt(identity, 0)
    for (let i = 0; i < 100; i++) {
      const m = numbers(16)
      expect(invertAt(inverse, 0, m, 0)).toBe(true)
      multiplyAt(product, 0, m, 0, inverse, 0)
      expectClose(product, identity, `inverse ${i}`, 1e-8)
    }
  })
})

describe('invertAt', () => {
  it.each([
    ['zeros', new Float64Array(16)],
    ['a flat one', Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)],
    ['NaN', new Float64Array(16).fill(NaN)],
  ])('refuses %s and writes nothing', (_, matrix) => {
    const out = new Float64Array(16).fill(7)
    expect(invertAt(out, 0, matrix, 0)).toBe(false)
    expect(out).toEqual(new Float64Array(16).fill(7))
  })
})

describe('composeAt', () => {
  it('says when something is wrong with what it was given', () => {
    const out = new Float64Array(16)
    const good = { p: [1, 2, 3], r: [0, 0, 0, 1], s: [1, 1, 1] }
    const compose = ({ p, r, s }: typeof good): boolean =>
      composeAt(out, 0, Float64Array.from(p), 0, Float64Array.from(r), 0, Float64Array.from(s), 0)
    expect(compose(good)).toBe(true)
    expect(compose({ ...good, r: [0, 0, 0, 0] })).toBe(false)
    expect([...out]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1])
    for (const bad of [NaN, Infinity, -Infinity]) {
      expect(compose({ ...good, p: [0, bad, 0] })).toBe(false)
      expect(compose({ ...good, r: [0, 0, bad, 1] })).toBe(false)
      expect(compose({ ...good, s: [1, 1, bad] })).toBe(false)
      expect(isFiniteAt(out, 0)).toBe(false)
    }
  })
})

describe('largestScaleAt', () => {
  it('is the largest scale without shear, and never below the stretch of a vector with it', () => {
    const out = new Float64Array(16)
    composeAt(out, 0, numbers(3), 0, numbers(4), 0, Float64Array.of(-13, 2, 0), 0)
    expect(largestScaleAt(out, 0)).toBeCloseTo(13, 9)
    for (let i = 0; i < 200; i++) {
      const m = numbers(16)
      const bound = largestScaleAt(m, 0)
      for (let k = 0; k < 20; k++) {
        const [x, y, z] = numbers(3) as unknown as [number, number, number]
        const stretched = Math.hypot(
          ...[0, 1, 2].map((row) => m[row]! * x + m[4 + row]! * y + m[8 + row]! * z),
        )
        expect(stretched).toBeLessThanOrEqual(bound * Math.hypot(x, y, z) * (1 + 1e-12))
      }
    }
  })
})

describe('isFiniteAt', () => {
  it('sees every entry but the last row', () => {
    for (let entry = 0; entry < 16; entry++) {
      for (const bad of [NaN, Infinity, -Infinity]) {
        const m = new Float32Array(32).fill(NaN)
        identityAt(m, 8)
        m[8 + entry] = bad
        expect(isFiniteAt(m, 8)).toBe(entry % 4 === 3)
      }
    }
    const large = new Float32Array(16).fill(3e38)
    expect(isFiniteAt(large, 0)).toBe(true)
  })
})

describe('copyAt', () => {
  it('copies sixteen numbers', () => {
    const [from, to] = [numbers(20), new Float64Array(20)]
    copyAt(to, 1, from, 2)
    expect(to.subarray(1, 17)).toEqual(from.subarray(2, 18))
    expect([to[0], to[17]]).toEqual([0, 0])
  })
})
