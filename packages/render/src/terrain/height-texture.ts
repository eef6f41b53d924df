/** A field's samples and cells on the GPU, and how edits reach them. */
import type { GridRect, Heightfield } from '@sightline/terrain/heightfield'
import type { Regl, Texture2D } from 'regl'

export type HeightTexture = {
  /** Two bytes a sample, the low one as luminance, the high one as alpha; undefined where vertices come ready. */
  readonly samples: Texture2D | undefined
  /** A byte a cell; undefined while the field has no cells. */
  cells: Texture2D | undefined
  /** The field's revision that is there. */
  revision: number
  bytes: number
}

/** Rectangles that were edited since the last upload. */
export type HeightEdits = {
  readonly rects: GridRect[]
  /** Scratch of rows that are cut out. */
  bytes: Uint8Array
}

/** More waiting rectangles than this are forgotten: then all is sent. */
const MOST_WAITING = 64

export function createHeightEdits(): HeightEdits {
  return { rects: [], bytes: new Uint8Array(0) }
}

export function addEdit({ rects }: HeightEdits, { column, row, columns, rows }: GridRect): void {
  if (rects.length >= MOST_WAITING) rects.length = 0
  rects.push({ column, row, columns, rows })
}

/** Sends the whole field. */
export function createHeightTexture(regl: Regl, field: Heightfield, atVertices: boolean): HeightTexture {
  const { columns, rows, samples } = field
  const texture = atVertices
    ? regl.texture({
        ...TWO_BYTES,
        width: columns,
        height: rows,
        data: new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength),
      })
    : undefined
  const made: HeightTexture = {
    samples: texture,
    cells: undefined,
    revision: field.revision,
    bytes: atVertices ? samples.byteLength : 0,
  }
  sendCells(regl, made, field)
  return made
}

const TWO_BYTES = { format: 'luminance alpha', type: 'uint8', min: 'nearest', mag: 'nearest' } as const
const ONE_BYTE = { format: 'luminance', type: 'uint8', min: 'nearest', mag: 'nearest' } as const

/**
 * Follows the field's edits: sends the rectangles that were told, or everything where the field changed without a word. Returns the
 * bytes that were sent, and calls `touched` for each rectangle of samples that may be other ones now.
 */
export function syncHeights(
  regl: Regl,
  texture: HeightTexture,
  field: Heightfield,
  edits: HeightEdits,
  touched: (rect: GridRect) => void,
): number {
  const behind = field.revision - texture.revision
  if (behind === 0) return 0
  texture.revision = field.revision
  const told = edits.rects.length === behind
  const rects = told ? edits.rects : [{ column: 0, row: 0, columns: field.columns, rows: field.rows }]
  let sent = 0
  if (field.cells !== null && texture.cells === undefined) sent += sendCells(regl, texture, field)
  for (const rect of rects) {
    sent += sendRect(
      edits,
      texture.samples,
      TWO_BYTES,
      asBytes(field.samples),
      2,
      field.columns,
      field.rows,
      rect,
    )
    if (field.cells !== null) {
      sent += sendRect(
        edits,
        texture.cells,
        ONE_BYTE,
        field.cells,
        1,
        field.columns - 1,
        field.rows - 1,
        rect,
      )
    }
    touched(rect)
  }
  edits.rects.length = 0
  return sent
}

function asBytes({ buffer, byteOffset, byteLength }: Uint16Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

function sendRect(
  edits: HeightEdits,
  texture: Texture2D | undefined,
  form: typeof TWO_BYTES | typeof ONE_BYTE,
  source: Uint8Array,
  size: number,
  columns: number,
  rows: number,
  rect: GridRect,
): number {
  if (texture === undefined) return 0
  const width = Math.min(rect.columns, columns - rect.column)
  const height = Math.min(rect.rows, rows - rect.row)
  if (width <= 0 || height <= 0) return 0
  const length = width * height * size
  if (edits.bytes.length < length) edits.bytes = new Uint8Array(length)
  const data = edits.bytes.subarray(0, length)
  for (let j = 0; j < height; j++) {
    const from = ((rect.row + j) * columns + rect.column) * size
    data.set(source.subarray(from, from + width * size), j * width * size)
  }
  texture.subimage({ ...form, width, height, data }, rect.column, rect.row)
  return length
}

function sendCells(regl: Regl, texture: HeightTexture, { cells, columns, rows }: Heightfield): number {
  const { maxTextureSize } = regl.limits
  if (cells === null || columns - 1 > maxTextureSize || rows - 1 > maxTextureSize) return 0
  texture.cells = regl.texture({ ...ONE_BYTE, width: columns - 1, height: rows - 1, data: cells })
  texture.bytes += cells.length
  return cells.length
}
