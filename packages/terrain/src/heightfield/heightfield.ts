/**
 * Heights on a grid of samples, 16 bits each, and the ground they stand for.
 *
 *     sample [row][column] stands at x = originX + column · spacingX, z = originZ + row · spacingZ
 *     its height is heightOffset + sample · heightScale, metres
 *
 * A cell is the rectangle between four samples. Its ground is two triangles, cut along the diagonal from its corner of least x and z to
 * the one of greatest x and z. That is the ground everywhere: in queries, rays, occluders, and in what is drawn at the finest level.
 */
import { expectNumber, expectOptions, quoted } from '@sightline/core/checks'

/** What a cell is: see `setCells`. */
export type CellKind = 'solid' | 'hollow' | 'hole'

/** Bytes of `Heightfield.cells`. */
export const Cell: {
  /** Ground, and solid below it. */
  readonly solid: 0
  /** Ground, with a cave below: it hides nothing. */
  readonly hollow: 1
  /** No ground: the mouth of a cave or a mine. */
  readonly hole: 2
} = { solid: 0, hollow: 1, hole: 2 }

export type HeightfieldOptions = {
  /** Samples along x, 2 to 65,537. */
  readonly columns: number
  /** Samples along z, 2 to 65,537. */
  readonly rows: number
  /** `columns` · `rows` numbers, row by row. Kept, not copied. */
  readonly samples: Uint16Array
  /** Metres a step of a sample. Above 0. Default 1. */
  readonly heightScale?: number
  /** Metres of sample 0. Default 0. */
  readonly heightOffset?: number
  /** Metres from sample to sample along x. Above 0. Default 1. */
  readonly spacingX?: number
  /** Metres from sample to sample along z. Above 0. Default: as `spacingX`. */
  readonly spacingZ?: number
  /** Where sample [0][0] stands. Default 0. */
  readonly originX?: number
  readonly originZ?: number
  /**
   * The height beyond the outermost samples: 'border' goes on with the nearest border's height, 'none' is `noGround`. A place that is
   * outside by no more than the rounding of float32 counts as on the border. Default 'border'.
   */
  readonly outside?: 'border' | 'none'
  /** The height where there is no ground: in holes, and outside if `outside` is 'none'. Default -Infinity. */
  readonly noGround?: number
}

/** A checked heightfield. Change it with `setHeights` and `setCells` only. */
export type Heightfield = {
  readonly columns: number
  readonly rows: number
  readonly samples: Uint16Array
  readonly heightScale: number
  readonly heightOffset: number
  readonly spacingX: number
  readonly spacingZ: number
  readonly originX: number
  readonly originZ: number
  /** Whether the border's height goes on outside. */
  readonly bordersGoOn: boolean
  readonly noGround: number
  /** Metres outside that still count as on the border. */
  readonly tolerance: number
  /** A byte of `Cell` for each of (columns − 1) · (rows − 1) cells; null while all are solid. */
  cells: Uint8Array | null
  /** Counts up with every edit. */
  revision: number
}

const KNOWN_OPTIONS: Readonly<Record<keyof HeightfieldOptions, true>> = {
  columns: true,
  rows: true,
  samples: true,
  heightScale: true,
  heightOffset: true,
  spacingX: true,
  spacingZ: true,
  originX: true,
  originZ: true,
  outside: true,
  noGround: true,
}

/**
 * Makes a heightfield over samples.
 * Throws a `RangeError` or `TypeError` that names the field.
 */
export function createHeightfield(options: HeightfieldOptions): Heightfield {
  return makeHeightfield(options, 'createHeightfield')
}

/** The same for other makers, whose name `caller` an error begins with. */
export function makeHeightfield(options: HeightfieldOptions, caller: string): Heightfield {
  expectOptions(caller, options, KNOWN_OPTIONS)
  const { columns, rows, samples, heightScale = 1, heightOffset = 0, spacingX = 1 } = options
  const { spacingZ = spacingX, originX = 0, originZ = 0, outside = 'border', noGround = -Infinity } = options
  expectGrid(caller, columns, rows)
  if (!(samples instanceof Uint16Array)) {
    throw new TypeError(`${caller}: samples is ${quoted(samples)}, expected a Uint16Array`)
  }
  if (samples.length !== columns * rows) {
    throw new RangeError(
      `${caller}: samples has ${samples.length} numbers, expected columns times rows, ${columns * rows}`,
    )
  }
  for (const [field, value] of Object.entries({ heightScale, spacingX, spacingZ }))
    expectAbove0(caller, field, value)
  for (const [field, value] of Object.entries({ heightOffset, originX, originZ }))
    expectFinite(caller, field, value)
  if (outside !== 'border' && outside !== 'none') {
    throw new TypeError(`${caller}: outside is ${quoted(outside)}, expected 'border' or 'none'`)
  }
  expectNumber(caller, 'noGround', noGround)
  const endX = originX + (columns - 1) * spacingX
  const endZ = originZ + (rows - 1) * spacingZ
  const farthest = Math.max(Math.abs(originX), Math.abs(originZ), Math.abs(endX), Math.abs(endZ))
  return {
    columns,
    rows,
    samples,
    heightScale,
    heightOffset,
    spacingX,
    spacingZ,
    originX,
    originZ,
    bordersGoOn: outside === 'border',
    noGround,
    tolerance: farthest * 2 ** -23,
    cells: null,
    revision: 0,
  }
}

/** Throws a `RangeError` unless both are whole numbers from 2 to 65,537. */
export function expectGrid(caller: string, columns: number, rows: number): void {
  expectSides(caller, { columns, rows })
}

/** The same for sides that go by other names. */
export function expectSides(caller: string, sides: Readonly<Record<string, number>>): void {
  for (const [field, value] of Object.entries(sides)) {
    if (!(Number.isInteger(value) && value >= 2 && value <= 65_537)) {
      throw new RangeError(`${caller}: ${field} is ${quoted(value)}, expected a whole number from 2 to 65537`)
    }
  }
}

/** Throws unless the value is a finite number. */
export function expectFinite(caller: string, field: string, value: unknown): void {
  expectNumber(caller, field, value)
  if (!Number.isFinite(value))
    throw new RangeError(`${caller}: ${field} is ${value}, expected a finite number`)
}

/** Throws unless the value is a finite number above 0. */
export function expectAbove0(caller: string, field: string, value: unknown): void {
  expectNumber(caller, field, value)
  if (!((value as number) > 0 && (value as number) < Infinity)) {
    throw new RangeError(`${caller}: ${field} is ${value}, expected a finite number above 0`)
  }
}
