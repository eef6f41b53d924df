/** Heightfields from GeoTIFF files. A door of its own, for who loads none need not ship the decoder. */
import { expectNumber, expectOptions, quoted } from '@sightline/core/checks'
import { fromArrayBuffer, type GeoTIFFImage } from 'geotiff'
import { expectFinite, expectGrid, type Heightfield } from './heightfield/heightfield.js'
import { fromMetres, type HeightfieldPlace } from './heightfield/sources.js'

export type GeotiffHeightsOptions = HeightfieldPlace & {
  /** Which band holds the heights, from 0. Default 0. */
  readonly band?: number
  /** The height in metres where the file has no data: its GDAL_NODATA value, or NaN. Default: such a place is an error. */
  readonly noDataHeight?: number
  /** The range of heights that can be stored, for ground that is edited later. Default: the file's own range. */
  readonly lowest?: number
  readonly highest?: number
}

const KNOWN_OPTIONS: Readonly<Record<keyof GeotiffHeightsOptions, true>> = {
  band: true,
  noDataHeight: true,
  lowest: true,
  highest: true,
  spacingX: true,
  spacingZ: true,
  originX: true,
  originZ: true,
  outside: true,
  noGround: true,
}

/**
 * A heightfield from the bytes of a GeoTIFF file with heights in metres, of any sample format: the first row is the one of least z. The
 * spacing is the file's own where it is projected in metres; a file in degrees needs `spacingX`. Where it stood on the globe is not kept.
 * Heights are stored in 65,535 equal steps of their range, so that one is off by at most half of one: 14 mm over 1,800 m.
 * Rejects with a `RangeError` or `TypeError` that names the option, or says what about the file does not fit.
 */
export async function heightfieldFromGeotiff(
  file: ArrayBuffer | Uint8Array,
  options: GeotiffHeightsOptions = {},
): Promise<Heightfield> {
  const caller = 'heightfieldFromGeotiff'
  expectOptions(caller, options, KNOWN_OPTIONS)
  const { band = 0, noDataHeight, ...place } = options
  if (noDataHeight !== undefined) expectFinite(caller, 'noDataHeight', noDataHeight)
  expectNumber(caller, 'band', band)
  const image = await readImage(file, caller)
  const bands = image.getSamplesPerPixel()
  if (!(Number.isInteger(band) && band >= 0 && band < bands)) {
    throw new RangeError(`${caller}: band is ${band}, expected a whole number from 0 to ${bands - 1}`)
  }
  const columns = image.getWidth()
  const rows = image.getHeight()
  expectGrid(caller, columns, rows)
  const spacing = spacingOf(image, place.spacingX, caller)
  const heights = await readBand(image, band, caller)
  if (noDataHeight !== undefined) fillGaps(heights, image.getGDALNoData(), noDataHeight)
  else expectNoGaps(heights, image.getGDALNoData(), columns, caller)
  return fromMetres(heights, columns, rows, { ...spacing, ...place }, caller)
}

async function readImage(file: unknown, caller: string): Promise<GeoTIFFImage> {
  if (!(file instanceof ArrayBuffer || file instanceof Uint8Array)) {
    throw new TypeError(`${caller}: file is ${quoted(file)}, expected an ArrayBuffer or a Uint8Array`)
  }
  const buffer = file instanceof ArrayBuffer ? file : Uint8Array.from(file).buffer
  try {
    return await (await fromArrayBuffer(buffer)).getImage()
  } catch (error) {
    throw unreadable(caller, error)
  }
}

async function readBand(image: GeoTIFFImage, band: number, caller: string): Promise<Float64Array> {
  try {
    return Float64Array.from(await image.readRasters({ samples: [band], interleave: true }))
  } catch (error) {
    throw unreadable(caller, error)
  }
}

function unreadable(caller: string, error: unknown): RangeError {
  return new RangeError(`${caller}: file is no whole GeoTIFF file: ${(error as Error).message}`, {
    cause: error,
  })
}

/** GTModelTypeGeoKey of places in degrees, and ProjLinearUnitsGeoKey of metres: GeoTIFF 1.1 (OGC 19-008r4), 7.4. */
const GEOGRAPHIC = 2
const METRES = 9001

/** The file's metres from sample to sample; nothing where it says none. */
function spacingOf(
  image: GeoTIFFImage,
  given: number | undefined,
  caller: string,
): { spacingX?: number; spacingZ?: number } {
  if (given !== undefined) return {}
  const keys = image.getGeoKeys()
  const unit = keys?.ProjLinearUnitsGeoKey ?? METRES
  if (keys?.GTModelTypeGeoKey === GEOGRAPHIC || unit !== METRES) {
    throw new RangeError(
      `${caller}: spacingX is not given and the file's own is not in metres, expected metres from sample to sample`,
    )
  }
  const directory = image.getFileDirectory()
  if (!(directory.hasTag('ModelPixelScale') || directory.hasTag('ModelTransformation'))) return {}
  const [x, y] = image.getResolution()
  return { spacingX: Math.abs(x!), spacingZ: Math.abs(y!) }
}

function fillGaps(heights: Float64Array, noData: number | null, height: number): void {
  for (let i = 0; i < heights.length; i++)
    if (Number.isNaN(heights[i]) || heights[i] === noData) heights[i] = height
}

/** NaN is told by `fromMetres`. */
function expectNoGaps(heights: Float64Array, noData: number | null, columns: number, caller: string): void {
  const at = noData === null ? -1 : heights.indexOf(noData)
  if (at < 0) return
  throw new RangeError(
    `${caller}: there is no data in column ${at % columns}, row ${Math.floor(at / columns)}, expected heights everywhere, or the option noDataHeight`,
  )
}
