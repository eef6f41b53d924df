/** Editing a heightfield. Pyramids, levels and occluders over it are told by whoever owns them: see `setTerrainHeights`. */
import { quoted } from '@sightline/core/checks'
import { Cell, type CellKind, type Heightfield } from './heightfield.js'

/** A rectangle of samples (or of cells): first column and row, and how many of each. */
export type GridRect = {
  readonly column: number
  readonly row: number
  readonly columns: number
  readonly rows: number
}

/** Throws a `RangeError` unless the rectangle holds something and lies inside a grid. */
export function expectRect(caller: string, rect: GridRect, columns: number, rows: number): void {
  if (typeof rect !== 'object' || rect === null)
    throw new TypeError(`${caller}: rect is ${quoted(rect)}, expected column, row, columns and rows`)
  const fields = [
    ['column', rect.column, 0, columns - 1],
    ['row', rect.row, 0, rows - 1],
    ['columns', rect.columns, 1, columns - rect.column],
    ['rows', rect.rows, 1, rows - rect.row],
  ] as const
  for (const [field, value, least, most] of fields) {
    if (!(Number.isInteger(value) && value >= least && value <= most)) {
      throw new RangeError(
        `${caller}: ${field} is ${quoted(value)}, expected a whole number from ${least} to ${most}`,
      )
    }
  }
}

/**
 * Replaces the samples of a rectangle by heights in metres, row by row, rounded to the field's steps. What lies outside the heights that 16
 * bits can hold is an error.
 * Throws a `RangeError` that names what is wrong; nothing is changed then.
 */
export function setHeights(field: Heightfield, rect: GridRect, heights: ArrayLike<number>): void {
  writeHeights(field, rect, heights, 'setHeights')
}

/** The same for other editors, whose name `caller` an error begins with. */
export function writeHeights(
  field: Heightfield,
  rect: GridRect,
  heights: ArrayLike<number>,
  caller: string,
): void {
  expectRect(caller, rect, field.columns, field.rows)
  const { column, row, columns, rows } = rect
  if (heights?.length !== columns * rows) {
    throw new RangeError(
      `${caller}: heights has ${heights?.length} numbers, expected columns times rows, ${columns * rows}`,
    )
  }
  const { heightOffset, heightScale, samples } = field
  for (let i = 0; i < heights.length; i++) {
    const step = Math.round((heights[i]! - heightOffset) / heightScale)
    if (!(step >= 0 && step <= 65_535)) {
      throw new RangeError(
        `${caller}: heights[${i}] is ${heights[i]}, expected metres from ${heightOffset} to ${heightOffset + 65_535 * heightScale}`,
      )
    }
  }
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const step = Math.round((heights[j * columns + i]! - heightOffset) / heightScale)
      samples[(row + j) * field.columns + column + i] = step
    }
  }
  note(field, rect, true)
}

/**
 * Says what the cells of a rectangle are. 'hole' has no ground: the mouth of a cave or a mine; 'hollow' has ground and a cave below it:
 * nothing is taken to be hidden behind it; 'solid' is all other ground. Cells above whatever can be seen through a hole must be hollow.
 * Throws a `RangeError` or `TypeError` that names what is wrong; nothing is changed then.
 */
export function setCells(field: Heightfield, rect: GridRect, kind: CellKind): void {
  writeCells(field, rect, kind, 'setCells')
}

/** The same for other editors, whose name `caller` an error begins with. */
export function writeCells(field: Heightfield, rect: GridRect, kind: CellKind, caller: string): void {
  const across = field.columns - 1
  expectRect(caller, rect, across, field.rows - 1)
  if (!Object.hasOwn(Cell, kind))
    throw new TypeError(`${caller}: kind is ${quoted(kind)}, expected 'solid', 'hollow' or 'hole'`)
  field.cells ??= new Uint8Array(across * (field.rows - 1))
  for (let j = rect.row; j < rect.row + rect.rows; j++)
    field.cells.fill(Cell[kind], j * across + rect.column, j * across + rect.column + rect.columns)
  note(field, { column: rect.column, row: rect.row, columns: rect.columns + 1, rows: rect.rows + 1 }, false)
}

/** One edit, as the samples that it touched. */
export type FieldEdit = {
  /** The field's, with this edit. */
  readonly revision: number
  readonly rect: GridRect
  /** Whether it replaced heights; else it said what cells are. */
  readonly isOfHeights: boolean
}

/** So many edits of a field are known; who is farther behind looks at all of it. */
const MOST_KNOWN = 64

/** By field: its last edits, each at its revision modulo `MOST_KNOWN`. */
const editsOf = new WeakMap<Heightfield, FieldEdit[]>()

function note(field: Heightfield, { column, row, columns, rows }: GridRect, isOfHeights: boolean): void {
  const edits = editsOf.get(field) ?? []
  editsOf.set(field, edits)
  const revision = ++field.revision
  // Copied: callers use their rectangles again.
  edits[revision % MOST_KNOWN] = { revision, rect: { column, row, columns, rows }, isOfHeights }
}

/** The edit that made a revision; undefined if that is not known any more, or nobody said what was edited. */
export function editAt(field: Heightfield, revision: number): FieldEdit | undefined {
  const edit = editsOf.get(field)?.[revision % MOST_KNOWN]
  return edit?.revision === revision ? edit : undefined
}
