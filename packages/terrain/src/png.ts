/**
 * Heightfields from PNG files: 16-bit grey, and the three bytes of "terrarium" tiles (Mapzen's and AWS's terrain tiles). A door of its own,
 * for who loads none need not ship the decoder.
 */
import { expectOptions, quoted } from '@sightline/core/checks'
import { type DecodedPng, decode } from 'fast-png'
import { expectGrid, type Heightfield, makeHeightfield } from './heightfield/heightfield.js'
import { fromMetres, type HeightfieldPlace } from './heightfield/sources.js'

export type PngHeightsOptions = HeightfieldPlace & {
  /**
   * How a pixel says its height. 'grey': one channel of 16 bits, metres = value · `heightScale` + `heightOffset`. 'terrarium': red, green and
   * blue of 8 bits, metres = red · 256 + green + blue / 256 − 32,768; an alpha channel is ignored. Default 'grey'.
   */
  readonly encoding?: 'grey' | 'terrarium'
  /** Metres a step of 'grey'. Above 0. Default 1. */
  readonly heightScale?: number
  /** Metres of the value 0 of 'grey'. Default 0. */
  readonly heightOffset?: number
  /** With 'terrarium': the range of heights that can be stored, for ground that is edited later. Default: the file's own range. */
  readonly lowest?: number
  readonly highest?: number
}

const KNOWN_OPTIONS: Readonly<Record<keyof PngHeightsOptions, true>> = {
  encoding: true,
  heightScale: true,
  heightOffset: true,
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
 * A heightfield from the bytes of a PNG file: the top row is the one of least z. 'grey' is kept to the bit; 'terrarium' is stored in
 * 65,535 equal steps of its range, so that a height is off by at most half of one: 14 mm over 1,800 m.
 * Throws a `RangeError` or `TypeError` that names the option, or says what about the file does not fit.
 */
export function heightfieldFromPng(
  file: ArrayBuffer | Uint8Array,
  options: PngHeightsOptions = {},
): Heightfield {
  const caller = 'heightfieldFromPng'
  expectOptions(caller, options, KNOWN_OPTIONS)
  const { encoding = 'grey', heightScale, heightOffset, lowest, highest, ...place } = options
  if (encoding !== 'grey' && encoding !== 'terrarium') {
    throw new TypeError(`${caller}: encoding is ${quoted(encoding)}, expected 'grey' or 'terrarium'`)
  }
  const [unfit] = Object.entries(
    encoding === 'grey' ? { lowest, highest } : { heightScale, heightOffset },
  ).find(([, value]) => value !== undefined) ?? [null]
  if (unfit !== null)
    throw new TypeError(`${caller}: ${unfit} is given, expected none with encoding '${encoding}'`)
  const png = decodePng(file, caller)
  expectGrid(caller, png.width, png.height)
  if (encoding === 'terrarium')
    return fromMetres(
      terrariumMetres(png, caller),
      png.width,
      png.height,
      { ...place, ...range(lowest, highest) },
      caller,
    )
  const { data, channels, width, height } = png
  if (!(data instanceof Uint16Array && channels === 1)) throw misfit(png, caller, '1 channel of 16 bits')
  const scale = { heightScale: heightScale ?? 1, heightOffset: heightOffset ?? 0 }
  return makeHeightfield({ columns: width, rows: height, samples: data, ...scale, ...place }, caller)
}

function decodePng(file: unknown, caller: string): DecodedPng {
  if (!(file instanceof ArrayBuffer || file instanceof Uint8Array)) {
    throw new TypeError(`${caller}: file is ${quoted(file)}, expected an ArrayBuffer or a Uint8Array`)
  }
  try {
    return decode(file, { checkCrc: true })
  } catch (error) {
    throw new RangeError(`${caller}: file is no whole PNG file: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** Metres of each pixel. Source: "Terrarium", Mapzen's tile formats, github.com/tilezen/joerd, docs/formats.md. */
function terrariumMetres(png: DecodedPng, caller: string): Float64Array {
  const { data, depth, channels, width, height, palette } = png
  if (depth !== 8 || channels < 3 || palette !== undefined)
    throw misfit(png, caller, '3 or 4 channels of 8 bits, without a palette')
  const metres = new Float64Array(width * height)
  for (let i = 0; i < metres.length; i++) {
    const at = i * channels
    metres[i] = data[at]! * 256 + data[at + 1]! + data[at + 2]! / 256 - 32_768
  }
  return metres
}

function misfit({ channels, depth, palette }: DecodedPng, caller: string, expected: string): RangeError {
  const kind = palette === undefined ? '' : ' and a palette'
  return new RangeError(
    `${caller}: the file has ${channels} channel(s) of ${depth} bits${kind}, expected ${expected}`,
  )
}

function range(lowest?: number, highest?: number): { lowest?: number; highest?: number } {
  return { ...(lowest === undefined ? {} : { lowest }), ...(highest === undefined ? {} : { highest }) }
}
