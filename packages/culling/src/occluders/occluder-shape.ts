/** What an occluder is made of: the shapes that a game hands in, checked, and what is kept of them. */
import { quoted } from '@sightline/core/checks'
import { expectBoxMatrix } from '../occlusion/box-record.js'
import { expectHeightfield, expectHeights, type HeightfieldGrid } from '../occlusion/heightfield.js'
import { hullSource, packSolids, prismSource, type SolidSource } from '../occlusion/solid-source.js'

/** A box along the axes of the entity: its corners in the entity's own space, metres. */
export type BoxShape = { readonly min: readonly number[]; readonly max: readonly number[] }
/**
 * A box that stands at an angle: `matrix` (column-major, 16 numbers) places a cube from −0.5 to 0.5 in the
 * entity's space.
 */
export type TurnedBoxShape = { readonly matrix: ArrayLike<number> }
/**
 * An upright prism: x z pairs of its footprint, convex or not; `holes` holds the corner numbers at which
 * rings of holes begin.
 */
export type PrismShape = {
  readonly footprint: Float32Array
  readonly baseY: number
  readonly topY: number
  readonly holes?: readonly number[]
}
/** A convex solid as a closed triangle mesh, counter-clockwise from outside, at most 64 vertices. */
export type HullShape = { readonly positions: Float32Array; readonly indices: Uint32Array }
/**
 * Solid ground under a grid of heights; see `addHeightfieldOccluder`. The entity may place it, but not turn
 * or scale it.
 */
export type HeightfieldShape = HeightfieldGrid & {
  readonly heights: Float32Array
  readonly source?: HeightSource
}

/**
 * What heights were read from, if others may change it. While its revision is another than when they were
 * handed over, the ground hides nothing.
 */
export type HeightSource = { readonly revision: number }

/** One convex solid (a heightfield: the ground), in the entity's own space. */
export type OccluderShape = BoxShape | TurnedBoxShape | PrismShape | HullShape | HeightfieldShape

/** A shape that was checked, in the entity's space. */
export type LocalShape =
  | { readonly kind: 'box'; readonly matrix: Float64Array }
  | { readonly kind: 'solid'; readonly source: SolidSource }
  | {
      readonly kind: 'field'
      readonly heights: Float32Array
      readonly grid: HeightfieldGrid
      readonly source: HeightSource | undefined
    }

/**
 * Checks a shape and copies what is kept of it. Throws a `RangeError` or `TypeError` that names the field and
 * says why it can't be used; `caller` names the function, and which shape of several.
 */
export function checkShape(shape: OccluderShape, caller: string): LocalShape {
  if (typeof shape !== 'object' || shape === null) {
    throw new TypeError(`${caller} is ${String(shape)}, expected a box, prism, hull or heightfield`)
  }
  if ('min' in shape) return { kind: 'box', matrix: matrixOf(shape, caller) }
  if ('matrix' in shape) return { kind: 'box', matrix: checkedMatrix(shape.matrix, caller) }
  if ('footprint' in shape) {
    const { footprint, baseY, topY, holes } = shape
    return solid(prismSource(footprint, baseY, topY, holes, caller), caller)
  }
  if ('positions' in shape) return solid(hullSource(shape.positions, shape.indices, caller), caller)
  if ('heights' in shape) {
    expectHeightfield(shape.heights, shape, caller)
    const { columns, rows, originX, originZ, spacingX, spacingZ, source } = shape
    const grid = { columns, rows, originX, originZ, spacingX, spacingZ }
    if (source !== undefined && typeof source?.revision !== 'number')
      throw new TypeError(`${caller}: source is ${quoted(source)}, expected an object with a revision`)
    return { kind: 'field', heights: shape.heights.slice(0, columns * rows), grid, source }
  }
  throw new TypeError(
    `${caller} has the fields ${Object.keys(shape).join(', ')}, expected min and max, matrix, footprint, positions or heights`,
  )
}

/** Too detailed a solid is refused here, not in a frame. */
function solid(source: SolidSource, caller: string): LocalShape {
  packSolids(source, 0, caller)
  return { kind: 'solid', source }
}

function checkedMatrix(matrix: ArrayLike<number>, caller: string): Float64Array {
  if (matrix?.length !== 16) {
    throw new TypeError(`${caller}: matrix has ${matrix?.length} numbers, expected 16, column-major`)
  }
  expectBoxMatrix(matrix, caller)
  return Float64Array.from(matrix)
}

function matrixOf({ min, max }: BoxShape, caller: string): Float64Array {
  const matrix = new Float64Array(16)
  for (let k = 0; k < 3; k++) {
    const low = min?.[k]
    const high = max?.[k]
    if (!Number.isFinite(low))
      throw new RangeError(`${caller}: min[${k}] is ${low}, expected a finite number`)
    if (!(Number.isFinite(high) && high! > low!)) {
      throw new RangeError(
        `${caller}: max[${k}] is ${high}, expected a finite number above min[${k}], ${low}`,
      )
    }
    matrix[5 * k] = high! - low!
    matrix[12 + k] = (high! + low!) / 2
  }
  matrix[15] = 1
  expectBoxMatrix(matrix, caller)
  return matrix
}

/** The revision of what a shape was read from; 0 for what nobody else changes. */
export function revisionOf(shape: LocalShape): number {
  return shape.kind === 'field' && shape.source !== undefined ? shape.source.revision : 0
}

/** Writes checked heights to a rectangle of a heightfield's own copy. Throws a `RangeError` that names the field; nothing is changed then. */
export function replaceHeights(
  { heights, grid }: LocalShape & { readonly kind: 'field' },
  column: number,
  row: number,
  columns: number,
  rows: number,
  values: ArrayLike<number>,
  caller: string,
): void {
  expectWithin(caller, 'column', column, 0, grid.columns - 1)
  expectWithin(caller, 'row', row, 0, grid.rows - 1)
  expectWithin(caller, 'columnCount', columns, 1, grid.columns - column)
  expectWithin(caller, 'rowCount', rows, 1, grid.rows - row)
  if (!(values?.length >= columns * rows)) {
    throw new RangeError(
      `${caller}: heights has ${values?.length} numbers, expected columnCount times rowCount, ${columns * rows}`,
    )
  }
  expectHeights(values, columns * rows, caller)
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++)
      heights[(row + j) * grid.columns + column + i] = values[j * columns + i]!
  }
}

function expectWithin(caller: string, field: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return
  throw new RangeError(
    `${caller}: ${field} is ${quoted(value)}, expected a whole number from ${least} to ${most}`,
  )
}
