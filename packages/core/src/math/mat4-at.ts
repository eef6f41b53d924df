/**
 * 4x4 matrices in packed arrays: sixteen numbers from an offset on, column by column as in gl-matrix, which
 * has no offset forms. Nothing is allocated. Unless a function says otherwise `out` may be one of its inputs.
 */

/** Any array of floats; sums are made in doubles and rounded when they are stored. */
export type FloatArray = Float32Array | Float64Array

/** Writes the identity. */
export function identityAt(out: FloatArray, o: number): void {
  for (let i = 0; i < 16; i++) out[o + i] = i % 5 === 0 ? 1 : 0
}

/** Copies a matrix. */
export function copyAt(out: FloatArray, o: number, a: FloatArray, ao: number): void {
  for (let i = 0; i < 16; i++) out[o + i] = a[ao + i]!
}

/**
 * Writes translation * rotation * scale. `position` and `scale` hold x, y, z, and `rotation` a quaternion x,
 * y, z, w, from their offsets on. The quaternion may have any length; one of all zeros is "no rotation".
 * Returns false for all zeros, and if any of the ten numbers is not finite: the matrix then is not, either.
 */
export function composeAt(
  out: FloatArray,
  o: number,
  position: FloatArray,
  po: number,
  rotation: FloatArray,
  ro: number,
  scale: FloatArray,
  so: number,
): boolean {
  const x = rotation[ro]!
  const y = rotation[ro + 1]!
  const z = rotation[ro + 2]!
  const w = rotation[ro + 3]!
  const lengthSquared = x * x + y * y + z * z + w * w
  // Twice the products of a normalised quaternion, without a square root.
  const two = lengthSquared === 0 ? 0 : 2 / lengthSquared
  const sx = scale[so]!
  const sy = scale[so + 1]!
  const sz = scale[so + 2]!
  const px = position[po]!
  const py = position[po + 1]!
  const pz = position[po + 2]!
  out[o] = (1 - two * (y * y + z * z)) * sx
  out[o + 1] = two * (x * y + w * z) * sx
  out[o + 2] = two * (x * z - w * y) * sx
  out[o + 3] = 0
  out[o + 4] = two * (x * y - w * z) * sy
  out[o + 5] = (1 - two * (x * x + z * z)) * sy
  out[o + 6] = two * (y * z + w * x) * sy
  out[o + 7] = 0
  out[o + 8] = two * (x * z + w * y) * sz
  out[o + 9] = two * (y * z - w * x) * sz
  out[o + 10] = (1 - two * (x * x + y * y)) * sz
  out[o + 11] = 0
  out[o + 12] = px
  out[o + 13] = py
  out[o + 14] = pz
  out[o + 15] = 1
  // Infinity - Infinity and NaN are not 0.
  const sum = lengthSquared + sx + sy + sz + px + py + pz
  return lengthSquared !== 0 && sum - sum === 0
}

/** Writes a * b. `out` must not be `a` at the same place; it may be `b`. */
export function multiplyAt(
  out: FloatArray,
  o: number,
  a: FloatArray,
  ao: number,
  b: FloatArray,
  bo: number,
): void {
  for (let column = 0; column < 16; column += 4) {
    const x = b[bo + column]!
    const y = b[bo + column + 1]!
    const z = b[bo + column + 2]!
    const w = b[bo + column + 3]!
    for (let row = 0; row < 4; row++) {
      out[o + column + row] =
        a[ao + row]! * x + a[ao + 4 + row]! * y + a[ao + 8 + row]! * z + a[ao + 12 + row]! * w
    }
  }
}

/** Writes a * b for matrices whose last row is 0 0 0 1, as all world matrices are. `out` may be either. */
export function multiplyAffineAt(
  out: FloatArray,
  o: number,
  a: FloatArray,
  ao: number,
  b: FloatArray,
  bo: number,
): void {
  const a00 = a[ao]!
  const a01 = a[ao + 1]!
  const a02 = a[ao + 2]!
  const a10 = a[ao + 4]!
  const a11 = a[ao + 5]!
  const a12 = a[ao + 6]!
  const a20 = a[ao + 8]!
  const a21 = a[ao + 9]!
  const a22 = a[ao + 10]!
  const a30 = a[ao + 12]!
  const a31 = a[ao + 13]!
  const a32 = a[ao + 14]!
  for (let column = 0; column < 12; column += 4) {
    const x = b[bo + column]!
    const y = b[bo + column + 1]!
    const z = b[bo + column + 2]!
    out[o + column] = a00 * x + a10 * y + a20 * z
    out[o + column + 1] = a01 * x + a11 * y + a21 * z
    out[o + column + 2] = a02 * x + a12 * y + a22 * z
    out[o + column + 3] = 0
  }
  const x = b[bo + 12]!
  const y = b[bo + 13]!
  const z = b[bo + 14]!
  out[o + 12] = a00 * x + a10 * y + a20 * z + a30
  out[o + 13] = a01 * x + a11 * y + a21 * z + a31
  out[o + 14] = a02 * x + a12 * y + a22 * z + a32
  out[o + 15] = 1
}

/** The determinant of the upper left 3x3: negative for a mirrored matrix, 0 for a flat one. */
export function determinant3At(m: FloatArray, o: number): number {
  return (
    m[o]! * (m[o + 5]! * m[o + 10]! - m[o + 6]! * m[o + 9]!) -
    m[o + 4]! * (m[o + 1]! * m[o + 10]! - m[o + 2]! * m[o + 9]!) +
    m[o + 8]! * (m[o + 1]! * m[o + 6]! - m[o + 2]! * m[o + 5]!)
  )
}

/**
 * Writes the inverse (by cofactors, in doubles) and returns true; for a matrix that has none, or whose
 * inverse is not finite, writes nothing and returns false.
 */
export function invertAt(out: FloatArray, o: number, a: FloatArray, ao: number): boolean {
  const [a00, a01, a02, a03] = [a[ao]!, a[ao + 1]!, a[ao + 2]!, a[ao + 3]!]
  const [a10, a11, a12, a13] = [a[ao + 4]!, a[ao + 5]!, a[ao + 6]!, a[ao + 7]!]
  const [a20, a21, a22, a23] = [a[ao + 8]!, a[ao + 9]!, a[ao + 10]!, a[ao + 11]!]
  const [a30, a31, a32, a33] = [a[ao + 12]!, a[ao + 13]!, a[ao + 14]!, a[ao + 15]!]

  // Stage 1: the 2x2 minors of the first and of the last two columns.
  const b00 = a00 * a11 - a01 * a10
  const b01 = a00 * a12 - a02 * a10
  const b02 = a00 * a13 - a03 * a10
  const b03 = a01 * a12 - a02 * a11
  const b04 = a01 * a13 - a03 * a11
  const b05 = a02 * a13 - a03 * a12
  const b06 = a20 * a31 - a21 * a30
  const b07 = a20 * a32 - a22 * a30
  const b08 = a20 * a33 - a23 * a30
  const b09 = a21 * a32 - a22 * a31
  const b10 = a21 * a33 - a23 * a31
  const b11 = a22 * a33 - a23 * a32

  // Stage 2: the determinant.
  const determinant = b00 * b11 - b01 * b10 + b02 * b09 + b03 * b08 - b04 * b07 + b05 * b06
  const d = 1 / determinant
  if (!Number.isFinite(d) || d === 0) return false

  // Stage 3: the cofactors.
  out[o] = (a11 * b11 - a12 * b10 + a13 * b09) * d
  out[o + 1] = (a02 * b10 - a01 * b11 - a03 * b09) * d
  out[o + 2] = (a31 * b05 - a32 * b04 + a33 * b03) * d
  out[o + 3] = (a22 * b04 - a21 * b05 - a23 * b03) * d
  out[o + 4] = (a12 * b08 - a10 * b11 - a13 * b07) * d
  out[o + 5] = (a00 * b11 - a02 * b08 + a03 * b07) * d
  out[o + 6] = (a32 * b02 - a30 * b05 - a33 * b01) * d
  out[o + 7] = (a20 * b05 - a22 * b02 + a23 * b01) * d
  out[o + 8] = (a10 * b10 - a11 * b08 + a13 * b06) * d
  out[o + 9] = (a01 * b08 - a00 * b10 - a03 * b06) * d
  out[o + 10] = (a30 * b04 - a31 * b02 + a33 * b00) * d
  out[o + 11] = (a21 * b02 - a20 * b04 - a23 * b00) * d
  out[o + 12] = (a11 * b07 - a10 * b09 - a12 * b06) * d
  out[o + 13] = (a00 * b09 - a01 * b07 + a02 * b06) * d
  out[o + 14] = (a31 * b01 - a30 * b03 - a32 * b00) * d
  out[o + 15] = (a20 * b03 - a21 * b01 + a22 * b00) * d
  return true
}

/** Writes the point m * (x, y, z, 1), of a matrix whose last row is 0 0 0 1. */
export function transformPointAt(
  out: FloatArray,
  o: number,
  m: FloatArray,
  mo: number,
  x: number,
  y: number,
  z: number,
): void {
  out[o] = m[mo]! * x + m[mo + 4]! * y + m[mo + 8]! * z + m[mo + 12]!
  out[o + 1] = m[mo + 1]! * x + m[mo + 5]! * y + m[mo + 9]! * z + m[mo + 13]!
  out[o + 2] = m[mo + 2]! * x + m[mo + 6]! * y + m[mo + 10]! * z + m[mo + 14]!
}

/**
 * An upper bound of how much the upper left 3x3 stretches any vector: the largest scale where there is no
 * shear, a little above it where there is (Gershgorin's circles of MᵀM).
 */
export function largestScaleAt(m: FloatArray, o: number): number {
  const xx = m[o]! * m[o]! + m[o + 1]! * m[o + 1]! + m[o + 2]! * m[o + 2]!
  const yy = m[o + 4]! * m[o + 4]! + m[o + 5]! * m[o + 5]! + m[o + 6]! * m[o + 6]!
  const zz = m[o + 8]! * m[o + 8]! + m[o + 9]! * m[o + 9]! + m[o + 10]! * m[o + 10]!
  const xy = Math.abs(m[o]! * m[o + 4]! + m[o + 1]! * m[o + 5]! + m[o + 2]! * m[o + 6]!)
  const xz = Math.abs(m[o]! * m[o + 8]! + m[o + 1]! * m[o + 9]! + m[o + 2]! * m[o + 10]!)
  const yz = Math.abs(m[o + 4]! * m[o + 8]! + m[o + 5]! * m[o + 9]! + m[o + 6]! * m[o + 10]!)
  return Math.sqrt(Math.max(xx + xy + xz, yy + xy + yz, zz + xz + yz))
}

/** Whether all twelve numbers of an affine matrix are finite. */
export function isFiniteAt(m: FloatArray, o: number): boolean {
  const sum =
    m[o]! +
    m[o + 1]! +
    m[o + 2]! +
    m[o + 4]! +
    m[o + 5]! +
    m[o + 6]! +
    m[o + 8]! +
    m[o + 9]! +
    m[o + 10]! +
    m[o + 12]! +
    m[o + 13]! +
    m[o + 14]!
  // Infinity - Infinity and NaN are not 0. Floats cannot overflow a sum of doubles.
  return sum - sum === 0
}
