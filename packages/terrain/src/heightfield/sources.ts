/** Heightfields from raw files, from metres and from a function. */
import { quoted } from '@sightline/core/checks'
import {
  expectAbove0,
  expectGrid,
  expectSides,
  type Heightfield,
  type HeightfieldOptions,
  makeHeightfield,
} from './heightfield.js'

/** Where a grid lies and what it is outside: what every source of heights takes beside its samples. */
export type HeightfieldPlace = Pick<
  HeightfieldOptions,
  'spacingX' | 'spacingZ' | 'originX' | 'originZ' | 'outside' | 'noGround'
>

/** The JSON file beside a raw heightmap. Other fields are ignored. */
export type RawHeightsMeta = {
  readonly width: number
  readonly height: number
  /** Metres from sample to sample. Default 1. */
  readonly metresPerSample?: number | { readonly x: number; readonly z: number }
  /** metres = value · heightScale + heightOffset. Default 1 and 0. */
  readonly heightScale?: number
  readonly heightOffset?: number
  /** Default true. */
  readonly littleEndian?: boolean
}

/**
 * A heightfield from a raw file of unsigned 16-bit numbers, row by row, and its description. `place` says where it lies and overrules
 * the description's spacing.
 * Throws a `RangeError` or `TypeError` that names the field, also when the file's length is not that of the grid.
 */
export function heightfieldFromRaw(
  file: ArrayBuffer | Uint8Array,
  meta: RawHeightsMeta,
  place: HeightfieldPlace = {},
): Heightfield {
  const caller = 'heightfieldFromRaw'
  if (typeof meta !== 'object' || meta === null)
    throw new TypeError(`${caller}: meta is ${quoted(meta)}, expected an object`)
  const { width, height, metresPerSample = 1, heightScale = 1, heightOffset = 0, littleEndian = true } = meta
  expectSides(caller, { width, height })
  const bytes = file instanceof Uint8Array ? file : new Uint8Array(file)
  if (bytes.length !== 2 * width * height) {
    throw new RangeError(
      `${caller}: the file has ${bytes.length} bytes, expected 2 for each of ${width} times ${height} samples, ${2 * width * height}`,
    )
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const samples = new Uint16Array(width * height)
  for (let i = 0; i < samples.length; i++) samples[i] = view.getUint16(2 * i, littleEndian)
  const { x, z } = spacingOf(metresPerSample, caller)
  const grid = { columns: width, rows: height, samples, heightScale, heightOffset }
  return makeHeightfield({ ...grid, spacingX: x, spacingZ: z, ...place }, caller)
}

function spacingOf(
  metresPerSample: Required<RawHeightsMeta>['metresPerSample'],
  caller: string,
): { readonly x: number; readonly z: number } {
  if (typeof metresPerSample !== 'object' || metresPerSample === null) {
    expectAbove0(caller, 'metresPerSample', metresPerSample)
    return { x: metresPerSample, z: metresPerSample }
  }
  expectAbove0(caller, 'metresPerSample.x', metresPerSample.x)
  expectAbove0(caller, 'metresPerSample.z', metresPerSample.z)
  return metresPerSample
}

/**
 * A heightfield from heights in metres. They are stored in 65,535 equal steps from the least to the greatest, or from `lowest` to
 * `highest` where these are given, for ground that is edited later; what lies outside that range is an error.
 * Throws a `RangeError` that names the first height that is not finite or out of range, or the field that does not fit.
 */
export function heightfieldFromMetres(
  heights: ArrayLike<number>,
  columns: number,
  rows: number,
  place: HeightfieldPlace & { readonly lowest?: number; readonly highest?: number } = {},
): Heightfield {
  return fromMetres(heights, columns, rows, place, 'heightfieldFromMetres')
}

/**
 * A heightfield from a function of the place in metres: asked once for each sample.
 * Throws as `heightfieldFromMetres` does.
 */
export function heightfieldFromFunction(
  height: (x: number, z: number) => number,
  columns: number,
  rows: number,
  place: HeightfieldPlace & { readonly lowest?: number; readonly highest?: number } = {},
): Heightfield {
  const caller = 'heightfieldFromFunction'
  if (typeof height !== 'function')
    throw new TypeError(`${caller}: height is ${quoted(height)}, expected a function of x and z`)
  expectGrid(caller, columns, rows)
  const { spacingX = 1, originX = 0, originZ = 0 } = place
  const { spacingZ = spacingX } = place
  const heights = new Float64Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++)
      heights[row * columns + column] = height(originX + column * spacingX, originZ + row * spacingZ)
  }
  return fromMetres(heights, columns, rows, place, caller)
}

/** The same for other makers, whose name `caller` an error begins with. */
export function fromMetres(
  heights: ArrayLike<number>,
  columns: number,
  rows: number,
  place: HeightfieldPlace & { readonly lowest?: number; readonly highest?: number },
  caller: string,
): Heightfield {
  expectGrid(caller, columns, rows)
  if (heights?.length !== columns * rows) {
    throw new RangeError(
      `${caller}: heights has ${heights?.length} numbers, expected columns times rows, ${columns * rows}`,
    )
  }
  let least = Infinity
  let most = -Infinity
  for (let i = 0; i < heights.length; i++) {
    if (!Number.isFinite(heights[i])) {
      const [column, row] = [i % columns, Math.floor(i / columns)]
      throw new RangeError(
        `${caller}: the height in column ${column}, row ${row} is ${heights[i]}, expected a finite number`,
      )
    }
    least = Math.min(least, heights[i]!)
    most = Math.max(most, heights[i]!)
  }
  const { lowest = least, highest = most, ...rest } = place
  if (!(lowest <= least && highest >= most)) {
    throw new RangeError(
      `${caller}: lowest and highest are ${lowest} and ${highest}, expected a range that holds the heights from ${least} to ${most}`,
    )
  }
  const heightScale = highest > lowest ? (highest - lowest) / 65_535 : 1
  const samples = new Uint16Array(columns * rows)
  for (let i = 0; i < samples.length; i++) samples[i] = Math.round((heights[i]! - lowest) / heightScale)
  return makeHeightfield({ columns, rows, samples, heightScale, heightOffset: lowest, ...rest }, caller)
}
