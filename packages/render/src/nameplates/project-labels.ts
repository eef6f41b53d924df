import { beginLabels } from './labels.js'
import {
  Clock,
  type LabelMemory,
  Memory,
  type NameplateState,
  PlateFlag,
  PlateRow,
  type ViewPlates,
} from './nameplate-state.js'
import { turnPlate, turnSeconds } from './turn.js'

/** A view as labels see it; numbers as arguments might become objects. */
export type LabelLens = {
  /** World to clip space, column by column. */
  matrix: Float64Array
  eye: Float64Array
  /** Drawing pixels: width, height. */
  readonly size: Float64Array
}

/** One that has its place counts as so much nearer (squared), so that equals do not take turns. */
const KEEP = 1.25 ** 2
/**
 * One that has just come into view takes the room that is left, and only later that of others: who stands
 * behind a corner may be seen and not seen by turns.
 */
const UNSETTLED = 1e-6
/** How much farther one that is shown may go than a new one. */
const BEYOND = 1.1
/** Least size of labels that get smaller with distance. */
const SMALLEST = 0.5

const ROW = PlateRow.count
const { width: WIDTH, height: HEIGHT, importance: IMPORTANCE } = PlateRow

/** Where a label's lower edge is: x and y in pixels, squared metres from the eye, x, y and z in the world. */
const spot = new Float64Array(6)

/**
 * Finds where the labels of a view's candidates would stand on the screen, and how significant they are:
 * importance over distance, which does not change while the camera only turns. Left out are those before the
 * near plane or off the screen, and those too far away.
 */
export function projectLabels(
  state: NameplateState,
  { candidates, memory }: ViewPlates,
  lens: LabelLens,
): void {
  const { labels, settings, clock, stats } = state
  const { ids, count } = candidates
  beginLabels(labels, count)
  const near = settings.maxDistance ** 2
  const far = near * BEYOND ** 2
  const settled = clock[Clock.now]! - settings.rest
  for (let i = 0; i < count; i++) {
    const eid = ids[i]!
    const own = eid * Memory.count
    turnAlways(state, eid)
    findPlace(state, lens, eid)
    const apart = spot[2]!
    const isPlaced = memory[own + Memory.placed] === 1
    const isFar = apart > (isPlaced ? far : near)
    // Most of a crowd is far: whoever shows nothing needs no place on the screen.
    if (isFar && memory[own + Memory.alpha] === 0) {
      stats.far++
      continue
    }
    if (!(findSpot(lens) && writeRect(state, memory, lens, eid))) {
      stats.outside++
      forgetLabel(memory, eid)
      continue
    }
    const rank = isPlaced ? KEEP : memory[own + Memory.since]! > settled ? UNSETTLED : 1
    const importance = state.rows.floats[eid * ROW + IMPORTANCE]!
    labels.ids[labels.count] = eid
    // None, for those who are on their way out: they are last, and get no place.
    labels.significance[labels.count] = isFar ? 0 : (importance / Math.max(apart, 1e-6)) * rank
    labels.count++
  }
}

/** Writes to `spot` where a label is in the world, and how far. */
function findPlace({ rows, matrices }: NameplateState, { eye }: LabelLens, eid: number): void {
  const { floats, flags } = rows
  const row = eid * ROW
  let x = floats[row]!
  let y = floats[row + 1]!
  let z = floats[row + 2]!
  if ((flags[eid]! & PlateFlag.placed) !== 0) {
    x += matrices[eid * 16 + 12]!
    y += matrices[eid * 16 + 13]!
    z += matrices[eid * 16 + 14]!
  }
  spot[2] = (x - eye[0]!) ** 2 + (y - eye[1]!) ** 2 + (z - eye[2]!) ** 2
  spot[3] = x
  spot[4] = y
  spot[5] = z
}

/** Writes to `spot` where that is on the screen; false before the near plane or behind the eye, or nowhere. */
function findSpot({ matrix, size }: LabelLens): boolean {
  const x = spot[3]!
  const y = spot[4]!
  const z = spot[5]!
  const w = matrix[3]! * x + matrix[7]! * y + matrix[11]! * z + matrix[15]!
  const depth = matrix[2]! * x + matrix[6]! * y + matrix[10]! * z + matrix[14]!
  // Written so that NaN is outside.
  if (!(w > 0 && depth >= -w)) return false
  const clipX = matrix[0]! * x + matrix[4]! * y + matrix[8]! * z + matrix[12]!
  const clipY = matrix[1]! * x + matrix[5]! * y + matrix[9]! * z + matrix[13]!
  spot[0] = (clipX / w + 1) * 0.5 * size[0]!
  spot[1] = (1 - clipY / w) * 0.5 * size[1]!
  return true
}

/** Writes the rectangle of the next label round `spot`; false where that is off the screen. */
function writeRect(
  { labels, settings, rows, pixelRatio }: NameplateState,
  memory: LabelMemory,
  { size }: LabelLens,
  eid: number,
): boolean {
  const { scaleDistance, enterGap } = settings
  const row = eid * ROW
  let scale = pixelRatio
  if (scaleDistance > 0) scale *= Math.min(1, Math.max(SMALLEST, scaleDistance / Math.sqrt(spot[2]!)))
  const wide = rows.floats[row + WIDTH]! * scale
  const high = rows.floats[row + HEIGHT]! * scale
  let left = spot[0]! - wide / 2
  let bottom = spot[1]!
  if (memory[eid * Memory.count + Memory.raised] === 1) bottom -= Math.ceil(high + enterGap * scale)
  // On whole pixels texts are as sharp as the browser draws them.
  if (scaleDistance === 0) {
    left = Math.round(left)
    bottom = Math.round(bottom)
  }
  const { rects, scales, count } = labels
  scales[count] = scale
  rects[count * 4] = left
  rects[count * 4 + 1] = bottom - high
  rects[count * 4 + 2] = left + wide
  rects[count * 4 + 3] = bottom
  return left < size[0]! && left + wide > 0 && bottom > 0 && bottom - high < size[1]!
}

/** Turns of those whom nobody gives any, and of those who may have a top again: only that is looked for. */
function turnAlways(state: NameplateState, eid: number): void {
  const { rows, clock, frame, stats } = state
  const flags = rows.flags[eid]!
  if ((flags & (PlateFlag.always | PlateFlag.topless)) === 0 || rows.turned[eid] === frame) return
  turnSeconds[0] = (flags & PlateFlag.always) !== 0 ? clock[Clock.step]! : 0
  turnPlate(state, eid)
  stats.turns++
}

/** Lets a label begin anew when its owner has one again. */
export function forgetLabel(memory: LabelMemory, eid: number): void {
  const own = eid * Memory.count
  memory[own + Memory.alpha] = 0
  memory[own + Memory.placed] = 0
  memory[own + Memory.raised] = 0
}
