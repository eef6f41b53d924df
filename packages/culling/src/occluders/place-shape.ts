/** Shapes in the world: what `WorldMatrix` makes of a shape in an entity's own space. */
import { isBoxMatrix } from '../occlusion/box-record.js'
import { buildHeightfield, type Heightfield, updateHeightfield } from '../occlusion/heightfield.js'
import { type PackedSolid, packSolids, type SolidPiece, type SolidSource } from '../occlusion/solid-source.js'
import { ceilToFloat } from '../world-box.js'
import { EROSION_LADDER } from './erosion-ladder.js'
import type { LocalShape } from './occluder-shape.js'

/**
 * A shape in the world. What depends on the erosion stands by rung of `EROSION_LADDER`; undefined is "not
 * worked out yet".
 */
export type PlacedShape =
  | { readonly kind: 'box'; readonly matrix: Float64Array }
  | { readonly kind: 'solid'; source: SolidSource; readonly packed: (PackedSolid | null | undefined)[] }
  | { readonly kind: 'field'; readonly fields: (Heightfield | undefined)[]; x: number; y: number; z: number }

export function createPlacedShape(shape: LocalShape): PlacedShape {
  if (shape.kind === 'box') return { kind: 'box', matrix: new Float64Array(16) }
  if (shape.kind === 'solid') return { kind: 'solid', source: shape.source, packed: [] }
  return { kind: 'field', fields: [], x: 0, y: 0, z: 0 }
}

/**
 * Places a shape by the column-major matrix at `m[at]` and writes the box round it to `boxes[row]` (min xyz,
 * free, max xyz, free). Answers false if the matrix can't be used for it: not finite, flat, or turning a
 * heightfield.
 */
export function placeShape(
  local: LocalShape,
  placed: PlacedShape,
  m: Float32Array,
  at: number,
  boxes: Float32Array,
  row: number,
): boolean {
  if (local.kind === 'box' && placed.kind === 'box') {
    multiply(m, at, local.matrix, placed.matrix)
    if (!isBoxMatrix(placed.matrix)) return false
    writeBoxOfMatrix(placed.matrix, boxes, row)
    return true
  }
  if (local.kind === 'solid' && placed.kind === 'solid')
    return placeSolid(local.source, placed, m, at, boxes, row)
  if (local.kind === 'field' && placed.kind === 'field') return placeField(local, placed, m, at, boxes, row)
  return false
}

/** a · b, of a affine matrix of floats and one of doubles. */
function multiply(a: Float32Array, at: number, b: Float64Array, out: Float64Array): void {
  for (let column = 0; column < 16; column += 4) {
    for (let k = 0; k < 3; k++) {
      out[column + k] =
        a[at + k]! * b[column]! +
        a[at + 4 + k]! * b[column + 1]! +
        a[at + 8 + k]! * b[column + 2]! +
        (column === 12 ? a[at + 12 + k]! : 0)
    }
  }
  out[15] = 1
}

function writeBoxOfMatrix(m: Float64Array, boxes: Float32Array, row: number): void {
  for (let k = 0; k < 3; k++) {
    const extent = 0.5 * (Math.abs(m[k]!) + Math.abs(m[4 + k]!) + Math.abs(m[8 + k]!))
    boxes[row + k] = m[12 + k]! - extent
    boxes[row + 4 + k] = m[12 + k]! + extent
  }
}

const NORMAL_MATRIX = new Float64Array(9)

function placeSolid(
  local: SolidSource,
  placed: PlacedShape & { kind: 'solid' },
  m: Float32Array,
  at: number,
  boxes: Float32Array,
  row: number,
): boolean {
  if (!writeNormalMatrix(m, at)) return false
  placed.source = local.map((piece) => placePiece(piece, m, at))
  placed.packed.length = 0
  const whole = packedAt(placed, 0)
  if (whole === null) return false
  for (let k = 0; k < 3; k++) {
    boxes[row + k] = whole.box[k]!
    boxes[row + 4 + k] = whole.box[3 + k]!
  }
  return true
}

/**
 * The cofactors of the upper 3×3 part over its determinant: what normals are multiplied with. False for a
 * flat matrix.
 */
function writeNormalMatrix(m: Float32Array, at: number): boolean {
  const [a, b, c] = [at, at + 4, at + 8]
  cross(m, b, c, 0)
  cross(m, c, a, 3)
  cross(m, a, b, 6)
  const volume = m[a]! * NORMAL_MATRIX[0]! + m[a + 1]! * NORMAL_MATRIX[1]! + m[a + 2]! * NORMAL_MATRIX[2]!
  let squares = 1
  for (const axis of [a, b, c]) squares *= m[axis]! ** 2 + m[axis + 1]! ** 2 + m[axis + 2]! ** 2
  const place = Math.abs(m[at + 12]!) + Math.abs(m[at + 13]!) + Math.abs(m[at + 14]!)
  if (!(volume * volume > 1e-12 * squares && squares < 1e60 && squares > 1e-60 && place < 1e15)) return false
  for (let k = 0; k < 9; k++) NORMAL_MATRIX[k] = NORMAL_MATRIX[k]! / volume
  return true
}

function cross(m: Float32Array, i: number, j: number, out: number): void {
  NORMAL_MATRIX[out] = m[i + 1]! * m[j + 2]! - m[i + 2]! * m[j + 1]!
  NORMAL_MATRIX[out + 1] = m[i + 2]! * m[j]! - m[i]! * m[j + 2]!
  NORMAL_MATRIX[out + 2] = m[i]! * m[j + 1]! - m[i + 1]! * m[j]!
}

/**
 * Half spaces stay half spaces under any affine map: normals by the inverse transposed, then made units
 * again.
 */
function placePiece({ planes, size }: SolidPiece, m: Float32Array, at: number): SolidPiece {
  const { origin, values } = planes
  const out = new Float64Array(values.length)
  for (let i = 0; i < values.length; i += 4) {
    const [x, y, z] = [values[i]!, values[i + 1]!, values[i + 2]!]
    const nx = NORMAL_MATRIX[0]! * x + NORMAL_MATRIX[3]! * y + NORMAL_MATRIX[6]! * z
    const ny = NORMAL_MATRIX[1]! * x + NORMAL_MATRIX[4]! * y + NORMAL_MATRIX[7]! * z
    const nz = NORMAL_MATRIX[2]! * x + NORMAL_MATRIX[5]! * y + NORMAL_MATRIX[8]! * z
    const length = Math.hypot(nx, ny, nz)
    out[i] = nx / length
    out[i + 1] = ny / length
    out[i + 2] = nz / length
    out[i + 3] = values[i + 3]! / length
  }
  let stretch = 0
  for (let k = 0; k < 12; k++) if ((k & 3) < 3) stretch += m[at + k]! ** 2
  const place = (k: number): number =>
    m[at + k]! * origin[0] + m[at + 4 + k]! * origin[1] + m[at + 8 + k]! * origin[2] + m[at + 12 + k]!
  return { planes: { origin: [place(0), place(1), place(2)], values: out }, size: size * Math.sqrt(stretch) }
}

function placeField(
  { grid, heights }: LocalShape & { kind: 'field' },
  placed: PlacedShape & { kind: 'field' },
  m: Float32Array,
  at: number,
  boxes: Float32Array,
  row: number,
): boolean {
  for (let column = 0; column < 3; column++) {
    for (let k = 0; k < 3; k++) if (m[at + 4 * column + k] !== (k === column ? 1 : 0)) return false
  }
  const [x, y, z] = [m[at + 12]!, m[at + 13]!, m[at + 14]!]
  if (!(Math.abs(x) + Math.abs(y) + Math.abs(z) < 1e15)) return false
  if (x !== placed.x || y !== placed.y || z !== placed.z) placed.fields.length = 0
  placed.x = x
  placed.y = y
  placed.z = z
  let low = Infinity
  let high = -Infinity
  for (let i = 0; i < grid.columns * grid.rows; i++) {
    low = Math.min(low, heights[i]!)
    high = Math.max(high, heights[i]!)
  }
  boxes[row] = grid.originX + x
  boxes[row + 1] = low + y
  boxes[row + 2] = grid.originZ + z
  boxes[row + 4] = grid.originX + x + (grid.columns - 1) * grid.spacingX
  boxes[row + 5] = high + y
  boxes[row + 6] = grid.originZ + z + (grid.rows - 1) * grid.spacingZ
  return true
}

/**
 * The records of a placed solid, shrunk by a rung of the ladder; null where nothing is left, or it became too
 * detailed.
 */
export function packedAt(placed: PlacedShape & { kind: 'solid' }, rung: number): PackedSolid | null {
  const known = placed.packed[rung]
  if (known !== undefined) return known
  let packed: PackedSolid | null = null
  try {
    packed = packSolids(placed.source, EROSION_LADDER[rung]!, 'Occluder')
    if (packed.starts.length === 0) packed = null
  } catch {
    // More corners than a record holds: left out at this erosion, which hides less and nothing wrongly.
  }
  placed.packed[rung] = packed
  return packed
}

/** The blocks of a placed heightfield, shrunk by a rung of the ladder. */
export function fieldAt(
  { heights, grid }: LocalShape & { kind: 'field' },
  placed: PlacedShape & { kind: 'field' },
  rung: number,
): Heightfield {
  const known = placed.fields[rung]
  if (known !== undefined) return known
  const { x, y, z } = placed
  const raised = y === 0 ? heights : heights.map((height) => -ceilToFloat(-(height + y)))
  const moved = { ...grid, originX: grid.originX + x, originZ: grid.originZ + z }
  const field = buildHeightfield(raised, moved, EROSION_LADDER[rung]!)
  placed.fields[rung] = field
  return field
}

/** Follows heights that were replaced in a rectangle of the field. */
export function updateFields(
  placed: PlacedShape & { kind: 'field' },
  column: number,
  row: number,
  columns: number,
  rows: number,
): void {
  // Fields that stand higher or lower have heights of their own.
  if (placed.y !== 0) placed.fields.length = 0
  for (const field of placed.fields)
    if (field !== undefined) updateHeightfield(field, column, row, columns, rows)
}
