import { beginLabels } from './labels.js'
import {
  Clock,
  type LabelMemory,
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
 * One that has just come into view takes the room that is left, and only later that of others: who stands behind a corner may be seen and not
 * seen by turns.
 */
const UNSETTLED = 1e-6
/** How much farther one that is shown may go than a new one. */
const BEYOND = 1.1
/** Least size of labels that get smaller with distance. */
const SMALLEST = 0.5

const ROW = PlateRow.count
const { width: WIDTH, height: HEIGHT, importance: IMPORTANCE } = PlateRow

/**
 * Finds where the labels of a view's candidates would stand on the screen, and how significant they are: importance over distance, which
 * does not change while the camera only turns. Left out are those before the near plane or off the screen, and those too far away.
 */
export function projectLabels(
  state: NameplateState,
  { candidates, memory }: ViewPlates,
  { matrix, eye, size }: LabelLens,
): void {
  const { labels, settings, rows, matrices, clock, frame, pixelRatio, stats } = state
  const { floats } = rows
  const { ids, count } = candidates
  beginLabels(labels, count)
  const { alpha, placed, raised, since } = memory
  const m0 = matrix[0]!
  const m4 = matrix[4]!
  const m8 = matrix[8]!
  const m12 = matrix[12]!
  const m1 = matrix[1]!
  const m5 = matrix[5]!
  const m9 = matrix[9]!
  const m13 = matrix[13]!
  const m2 = matrix[2]!
  const m6 = matrix[6]!
  const m10 = matrix[10]!
  const m14 = matrix[14]!
  const m3 = matrix[3]!
  const m7 = matrix[7]!
  const m11 = matrix[11]!
  const m15 = matrix[15]!
  const eyeX = eye[0]!
  const eyeY = eye[1]!
  const eyeZ = eye[2]!
  const screenX = size[0]!
  const screenY = size[1]!
  const near = settings.maxDistance ** 2
  const far = near * BEYOND ** 2
  const { scaleDistance, enterGap } = settings
  const settled = clock[Clock.now]! - settings.rest
  const { ids: outIds, rects, scales, significance } = labels
  let used = 0
  let outside = 0
  let beyond = 0
  for (let i = 0; i < count; i++) {
    const eid = ids[i]!
    recall(state, memory, eid, frame, clock)
    const row = eid * ROW
    let x = floats[row]!
    let y = floats[row + 1]!
    let z = floats[row + 2]!
    if ((rows.flags[eid]! & PlateFlag.placed) !== 0) {
      x += matrices[eid * 16 + 12]!
      y += matrices[eid * 16 + 13]!
      z += matrices[eid * 16 + 14]!
    }
    const w = m3 * x + m7 * y + m11 * z + m15
    const depth = m2 * x + m6 * y + m10 * z + m14
    // Written so that NaN is outside.
    if (!(w > 0 && depth >= -w)) {
      outside++
      forgetLabel(memory, eid)
      continue
    }
    const apart = (x - eyeX) ** 2 + (y - eyeY) ** 2 + (z - eyeZ) ** 2
    const isPlaced = placed[eid] === 1
    let scale = pixelRatio
    if (scaleDistance > 0) scale *= Math.min(1, Math.max(SMALLEST, scaleDistance / Math.sqrt(apart)))
    const wide = floats[row + WIDTH]! * scale
    const high = floats[row + HEIGHT]! * scale
    let left = ((m0 * x + m4 * y + m8 * z + m12) / w + 1) * 0.5 * screenX - wide / 2
    let bottom = (1 - (m1 * x + m5 * y + m9 * z + m13) / w) * 0.5 * screenY
    if (raised[eid] === 1) bottom -= Math.ceil(high + enterGap * scale)
    // On whole pixels texts are as sharp as the browser draws them.
    if (scaleDistance === 0) {
      left = Math.round(left)
      bottom = Math.round(bottom)
    }
    if (!(left < screenX && left + wide > 0 && bottom > 0 && bottom - high < screenY)) {
      outside++
      forgetLabel(memory, eid)
      continue
    }
    const isFar = apart > (isPlaced ? far : near)
    if (isFar && alpha[eid] === 0) {
      beyond++
      continue
    }
    outIds[used] = eid
    scales[used] = scale
    // None, for those who are on their way out: they are last, and get no place.
    const rank = isPlaced ? KEEP : since[eid]! > settled ? UNSETTLED : 1
    significance[used] = isFar ? 0 : (floats[row + IMPORTANCE]! / Math.max(apart, 1e-6)) * rank
    const at = used * 4
    rects[at] = left
    rects[at + 1] = bottom - high
    rects[at + 2] = left + wide
    rects[at + 3] = bottom
    used++
  }
  labels.count = used
  stats.outside += outside
  stats.far += beyond
}

/**
 * Brings what is remembered of a candidate to this frame. Who was in view for a while and then away is as faded as if it had faded out meanwhile:
 * who was behind a post for a moment is back at once. Everyone else begins anew, so that one that is seen and not seen by turns
 * stays faint. It has a turn, too, since it may have had none for long.
 */
function recall(
  state: NameplateState,
  memory: LabelMemory,
  eid: number,
  frame: number,
  clock: Float64Array,
): void {
  const { rows, settings, stats } = state
  const now = clock[Clock.now]!
  const wasHere = memory.frame[eid] === frame - 1
  if (!wasHere) {
    const away = now - clock[Clock.step]! - memory.time[eid]!
    const stayed = memory.time[eid]! - memory.since[eid]! >= settings.rest
    const left = memory.alpha[eid]! - Math.max(0, away) / settings.fadeOut
    memory.alpha[eid] = stayed && left > 0 ? left : 0
    memory.since[eid] = now
    memory.placed[eid] = 0
    memory.until[eid] = -Infinity
    if (memory.alpha[eid] === 0) memory.raised[eid] = 0
  }
  memory.frame[eid] = frame
  memory.time[eid] = now
  const isFollowed = (rows.flags[eid]! & PlateFlag.always) === 0 || rows.turned[eid] === frame
  if (wasHere && isFollowed) return
  turnSeconds[0] = wasHere ? clock[Clock.step]! : Infinity
  turnPlate(state, eid)
  stats.turns++
}

/** Lets a label begin anew when its owner has one again. */
export function forgetLabel({ alpha, placed, raised }: LabelMemory, eid: number): void {
  alpha[eid] = 0
  placed[eid] = 0
  raised[eid] = 0
}
