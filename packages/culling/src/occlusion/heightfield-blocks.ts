/** Which blocks of a heightfield a view wants: small ones where the ground is near and rugged, at most so many, nearest first. */
import type { Heightfield } from './heightfield.js'
import { addPiece, pieces } from './heightfield-pieces.js'
import type { OcclusionView } from './occlusion-view.js'

/** At most this many boxes for one heightfield, and what waits to be split. */
const MAX_BLOCKS = 256
/** Blocks whose ruggedness shows by less than this many pixels are not split. */
const SMALLEST_STEP = 1
const MAX_WAITING = 4 * MAX_BLOCKS

const screen: { halfWidth: number; halfHeight: number } = { halfWidth: 0, halfHeight: 0 }
const matrix = new Float64Array(16)
// In an array, as the engine would box a number that is returned.
const step = new Float64Array(1)
// Blocks to look at: level, column, row; in the order in which they were split, so the coarse ones come first.
const waiting = new Int32Array(3 * MAX_WAITING)

/** Chooses the blocks for a view whose picture has the given half size in pixels, into `pieces`. */
export function chooseBlocks(
  field: Heightfield,
  view: OcclusionView,
  halfWidth: number,
  halfHeight: number,
): void {
  const { levels } = field
  screen.halfWidth = halfWidth
  screen.halfHeight = halfHeight
  pieces.count = 0
  waiting[0] = levels.length - 1
  waiting[1] = 0
  waiting[2] = 0
  let end = 1
  for (let at = 0; at < end && pieces.count < MAX_BLOCKS; at++) {
    const level = waiting[3 * at]!
    const column = waiting[3 * at + 1]!
    const row = waiting[3 * at + 2]!
    if (!measureStep(field, view, level, column, row)) continue
    const children = level === 0 || step[0]! < SMALLEST_STEP ? 0 : 4
    // Everything that waits must still find room.
    if (children === 0 || end - at + children + pieces.count > MAX_BLOCKS || end + children > MAX_WAITING) {
      addBlock(field, view, level, column, row)
      continue
    }
    const below = levels[level - 1]!
    for (let child = 0; child < 4; child++) {
      const i = 2 * column + (child & 1)
      const j = 2 * row + (child >> 1)
      if (i >= below.columns || j >= below.rows) continue
      waiting[3 * end] = level - 1
      waiting[3 * end + 1] = i
      waiting[3 * end + 2] = j
      end++
    }
  }
}

/** How many pixels the difference between a block's highest and lowest place takes at most, into `step`; false outside the view. */
function measureStep(
  field: Heightfield,
  view: OcclusionView,
  level: number,
  column: number,
  row: number,
): boolean {
  const { originX, originZ, spacingX, spacingZ } = field.grid
  const { columns, low, high } = field.levels[level]!
  const at = row * columns + column
  const size = 2 ** level
  const halfX = 0.5 * size * spacingX
  const halfZ = 0.5 * size * spacingZ
  const y = 0.5 * (field.bottom + high[at]!)
  const halfY = high[at]! - y
  const px = originX + column * size * spacingX + halfX - view.eye[0]!
  const py = y - view.eye[1]!
  const pz = originZ + row * size * spacingZ + halfZ - view.eye[2]!
  const { m, n, f } = view
  const radius = Math.sqrt(halfX * halfX + halfY * halfY + halfZ * halfZ)
  const w = view.orthographic ? 1 : f[0]! * px + f[1]! * py + f[2]! * pz
  const scale = Math.sqrt(n[0]! * n[0]! + n[1]! * n[1]! + n[2]! * n[2]!)
  const scaleX = Math.sqrt(m[0]! * m[0]! + m[1]! * m[1]! + m[2]! * m[2]!)
  const slack = view.orthographic ? 0 : radius
  if (w + slack <= 0) return false
  const X = Math.abs(m[0]! * px + m[1]! * py + m[2]! * pz)
  const Y = Math.abs(n[0]! * px + n[1]! * py + n[2]! * pz)
  if (
    X - radius * scaleX > screen.halfWidth * (w + slack) ||
    Y - radius * scale > screen.halfHeight * (w + slack)
  )
    return false
  const gapX = Math.max(Math.abs(px) - halfX, 0)
  const gapY = Math.max(Math.abs(py) - halfY, 0)
  const gapZ = Math.max(Math.abs(pz) - halfZ, 0)
  const distance = view.orthographic ? 1 : Math.sqrt(gapX * gapX + gapY * gapY + gapZ * gapZ)
  step[0] = ((high[at]! - low[at]!) * scale) / Math.max(distance, 1e-6)
  return true
}

function addBlock(field: Heightfield, view: OcclusionView, level: number, column: number, row: number): void {
  const { columns, rows, originX, originZ, spacingX, spacingZ } = field.grid
  const size = 2 ** level
  const { erosion } = field
  // Only the outer border of the ground is moved inwards: blocks next to each other go on in each other.
  const x0 = originX + column * size * spacingX + (column === 0 ? erosion : 0)
  const z0 = originZ + row * size * spacingZ + (row === 0 ? erosion : 0)
  const lastColumn = (column + 1) * size >= columns - 1
  const lastRow = (row + 1) * size >= rows - 1
  const x1 = originX + (lastColumn ? (columns - 1) * spacingX - erosion : (column + 1) * size * spacingX)
  const z1 = originZ + (lastRow ? (rows - 1) * spacingZ - erosion : (row + 1) * size * spacingZ)
  const y0 = field.bottom + erosion
  const y1 = field.levels[level]!.low[row * field.levels[level]!.columns + column]!
  if (!(x1 > x0 && y1 > y0 && z1 > z0)) return
  const gapX = Math.max(x0 - view.eye[0]!, view.eye[0]! - x1, 0)
  const gapZ = Math.max(z0 - view.eye[2]!, view.eye[2]! - z1, 0)
  matrix[0] = x1 - x0
  matrix[5] = y1 - y0
  matrix[10] = z1 - z0
  matrix[12] = 0.5 * (x0 + x1)
  matrix[13] = 0.5 * (y0 + y1)
  matrix[14] = 0.5 * (z0 + z1)
  addPiece(matrix, Math.sqrt(gapX * gapX + gapZ * gapZ))
}
