/** Affine matrices: column-major, 16 numbers, the last row 0 0 0 1. */
import type { Vec3 } from './solid.js'

/** The identity. */
export const IDENTITY: readonly number[] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

/** Where a matrix puts a place. */
export function transformPoint(m: ArrayLike<number>, [x, y, z]: Vec3): Vec3 {
  const along = (k: number) => m[k]! * x + m[4 + k]! * y + m[8 + k]! * z + m[12 + k]!
  return [along(0), along(1), along(2)]
}

/** a b: what b does first and a then. */
export function multiply(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return Array.from({ length: 16 }, (_, i) => {
    let sum = 0
    for (let k = 0; k < 4; k++) sum += a[4 * k + (i & 3)]! * b[(i & ~3) + k]!
    return sum
  })
}

/** The inverse of an affine matrix, or null if it has none. */
export function invert(m: ArrayLike<number>): Float64Array | null {
  const [a, b, c, d, e, f, g, h, i] = [0, 1, 2, 4, 5, 6, 8, 9, 10].map((k) => m[k]!) as Nine<number>
  const volume = a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e)
  const isAffine = m.length === 16 && m[3] === 0 && m[7] === 0 && m[11] === 0 && m[15] === 1
  if (!isAffine || !(Math.abs(volume) > 0 && Math.abs(volume) < Infinity)) return null
  const out = Float64Array.of(
    ...[e * i - f * h, c * h - b * i, b * f - c * e, 0],
    ...[f * g - d * i, a * i - c * g, c * d - a * f, 0],
    ...[d * h - e * g, b * g - a * h, a * e - b * d, 0],
    ...[0, 0, 0, 1],
  )
  for (let k = 0; k < 11; k++) out[k]! /= volume
  for (let k = 0; k < 3; k++) out[12 + k] = -(out[k]! * m[12]! + out[4 + k]! * m[13]! + out[8 + k]! * m[14]!)
  return out
}

type Nine<T> = [T, T, T, T, T, T, T, T, T]
