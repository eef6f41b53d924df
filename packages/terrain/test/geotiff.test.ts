import { writeArrayBuffer } from 'geotiff'
import { describe, expect, it } from 'vitest'
import { hasSharedData } from '../../../test/support/shared-data.js'
import { heightfieldFromGeotiff } from '../src/geotiff.js'
import { sampleHeight } from '../src/heightfield/index.js'
import { realField } from './support/fields.js'

const FLOAT = { SampleFormat: [3], BitsPerSample: [32] }
const PROJECTED = {
  GTModelTypeGeoKey: 1,
  ProjectedCSTypeGeoKey: 32_631,
  ModelPixelScale: [30, 20, 0],
  ModelTiepoint: [0, 0, 0, 5e5, 4e6, 0],
}
const DEGREES = {
  GeographicTypeGeoKey: 4326,
  GTModelTypeGeoKey: 2,
  ModelPixelScale: [1e-4, 1e-4, 0],
  ModelTiepoint: [0, 0, 0, 5, 52, 0],
}

const tiff = (width: number, height: number, values: ArrayLike<number>, more: object = PROJECTED) =>
  writeArrayBuffer(Float32Array.from(values), { width, height, ...FLOAT, ...more })

describe('a heightfield from a GeoTIFF file', () => {
  it('has the heights of the file, first row first, and its spacing in metres', async () => {
    const metres = [-430.25, -400, 0, 0.5, 1908.75, 8848]
    const field = await heightfieldFromGeotiff(tiff(3, 2, metres))
    expect([field.columns, field.rows, field.spacingX, field.spacingZ]).toEqual([3, 2, 30, 20])
    const halfStep = (8848 + 430.25) / 65_535 / 2
    for (let i = 0; i < 6; i++) {
      const height = sampleHeight(field, (i % 3) * 30, Math.floor(i / 3) * 20)
      expect(Math.abs(height - metres[i]!)).toBeLessThanOrEqual(halfStep * 1.001)
    }
  })

  it('takes the spacing that is given, and a view of a larger buffer', async () => {
    const file = new Uint8Array(tiff(2, 2, [1, 2, 3, 4], DEGREES))
    const within = new Uint8Array(file.length + 8)
    within.set(file, 3)
    const view = within.subarray(3, 3 + file.length)
    const field = await heightfieldFromGeotiff(view, { spacingX: 7, lowest: 0, highest: 10 })
    expect([field.spacingX, field.spacingZ, field.heightOffset]).toEqual([7, 7, 0])
  })

  it('puts a height where there is no data', async () => {
    const file = tiff(2, 2, [1, -9999, Number.NaN, 4], { ...PROJECTED, GDAL_NODATA: '-9999' })
    const field = await heightfieldFromGeotiff(file, { noDataHeight: 2 })
    expect(sampleHeight(field, 30, 0)).toBeCloseTo(2, 4)
    expect(sampleHeight(field, 0, 20)).toBeCloseTo(2, 4)
  })

  it.skipIf(!hasSharedData).each(['whitemountains', 'minskplain'] as const)(
    'gives %s back within half a step',
    async (name) => {
      const raw = realField(name)
      const metres = Array.from(raw.samples, (value) => raw.heightOffset + raw.heightScale * value)
      const field = await heightfieldFromGeotiff(tiff(raw.columns, raw.rows, metres))
      let worst = 0
      for (let i = 0; i < metres.length; i++) {
        const height = field.heightOffset + field.heightScale * field.samples[i]!
        worst = Math.max(worst, Math.abs(height - metres[i]!))
      }
      expect(worst).toBeLessThanOrEqual(field.heightScale * 0.501)
    },
  )

  const good = tiff(2, 2, [1, 2, 3, 4])
  it.each([
    ['no file', undefined, {}, /file is undefined, expected an ArrayBuffer or a Uint8Array/],
    ['another format', new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]), {}, /no whole GeoTIFF file/],
    ['an empty file', new ArrayBuffer(0), {}, /no whole GeoTIFF file/],
    ['half a file', tiff(40, 40, new Array(1600).fill(1)).slice(0, 2000), {}, /no whole GeoTIFF file/],
    ['a band that is not there', good, { band: 1 }, /band is 1, expected a whole number from 0 to 0/],
    ['degrees without a spacing', tiff(2, 2, [1, 2, 3, 4], DEGREES), {}, /spacingX is not given/],
    [
      'feet without a spacing',
      tiff(2, 2, [1, 2, 3, 4], { ...PROJECTED, ProjLinearUnitsGeoKey: 9003 }),
      {},
      /spacingX is not given and the file's own is not in metres/,
    ],
    ['NaN', tiff(2, 2, [1, 2, Number.NaN, 4]), {}, /the height in column 0, row 1 is NaN, expected/],
    [
      'places without data',
      tiff(2, 2, [1, -9999, 3, 4], { ...PROJECTED, GDAL_NODATA: '-9999' }),
      {},
      /no data in column 1, row 0, expected heights everywhere, or the option noDataHeight/,
    ],
    ['one column', tiff(1, 2, [1, 2]), {}, /columns is 1, expected a whole number from 2/],
    ['no number for gaps', good, { noDataHeight: Number.NaN }, /noDataHeight is NaN, expected/],
    ['an unknown option', good, { layer: 0 }, /layer/],
  ])('refuses %s', async (_, file, options, message) => {
    await expect(heightfieldFromGeotiff(file as ArrayBuffer, options as object)).rejects.toThrow(message)
  })
})
