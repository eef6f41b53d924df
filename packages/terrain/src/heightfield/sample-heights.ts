/** Heights for crowds: many places in one call. */
import type { Heightfield } from './heightfield.js'
import { sampleHeight, sampleInCell } from './sample-height.js'

/**
 * Writes the heights at `count` places to `out`. A place is a row of `stride` numbers in `places`, of which the first is x and the last z:
 * 2 for pairs of x and z, 3 for the rows of `Transform`'s position. Same results as `sampleHeight`, but for
 * rounding: a billionth of the difference between neighbouring samples.
 * Throws a `RangeError` if an array is too short; nothing is written then.
 */
export function sampleHeights(
  field: Heightfield,
  places: Float32Array | Float64Array,
  count: number,
  out: Float32Array | Float64Array,
  stride = 2,
): void {
  expectPlaces('sampleHeights', places, count, out, stride)
  const { columns, rows, samples, originX, originZ, spacingX, spacingZ, heightScale, heightOffset } = field
  const lastU = columns - 1
  const lastV = rows - 1
  const plain = field.cells === null
  const perX = 1 / spacingX
  const perZ = 1 / spacingZ
  let from = 0
  for (let k = 0; k < count; k++, from += stride) {
    const x = places[from]!
    const z = places[from + stride - 1]!
    const u = (x - originX) * perX
    const v = (z - originZ) * perZ
    if (!(plain && u >= 0 && v >= 0 && u < lastU && v < lastV)) {
      out[k] = sampleHeight(field, x, z)
      continue
    }
    const i = u | 0
    const j = v | 0
    out[k] = heightOffset + heightScale * sampleInCell(samples, j * columns + i, columns, u - i, v - j)
  }
}

/** Throws a `RangeError` unless `count` rows of `stride` numbers and as many results fit. */
export function expectPlaces(
  caller: string,
  places: ArrayLike<number>,
  count: number,
  out: ArrayLike<number>,
  stride: number,
): void {
  if (!(Number.isInteger(stride) && stride >= 2)) {
    throw new RangeError(`${caller}: stride is ${stride}, expected a whole number of 2 or more`)
  }
  if (!(Number.isInteger(count) && count >= 0 && count * stride <= places.length)) {
    throw new RangeError(
      `${caller}: count is ${count}, expected a whole number from 0 to the ${Math.floor(places.length / stride)} rows of places`,
    )
  }
  if (out.length < count)
    throw new RangeError(`${caller}: out has ${out.length} places, expected at least count, ${count}`)
}
