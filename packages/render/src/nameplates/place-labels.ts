import { roomFor } from '../growth.js'
import { beginGrid, isTaken, type LabelGrid, take } from './label-grid.js'
import type { Labels } from './labels.js'
import { Clock, Memory, type NameplateState, type ShownLabels, type ViewPlates } from './nameplate-state.js'

/** Opacity of a label in its first frame at least, whatever the clock says. */
const FIRST = 1 / 16
/** Seconds of a frame that count at most: after a halt nothing appears all at once. */
const LONGEST = 0.05

/**
 * Gives labels their places, the most significant first. One that has its place keeps it while nobody more
 * significant comes too near; a new one needs more room, and may stand a height above its usual place. Who
 * loses its place fades out where it is, unless somebody would stand on it: labels never overlap. `size` is
 * that of the screen in drawing pixels. Reads `labels` in their order; writes `memory` and `shown`.
 */
export function placeLabels(state: NameplateState, plates: ViewPlates, size: Float64Array): void {
  const { labels, grid, settings, stats, clock } = state
  const now = clock[Clock.now]!
  const { order, ids, significance, count } = labels
  const { memory, shown } = plates
  beginGrid(grid, size)
  beginShown(shown, count)
  let room = settings.maxLabels
  let fading = 0
  for (let i = 0; i < count; i++) {
    const row = order[i]!
    const eid = ids[row]!
    const own = eid * Memory.count
    const wasPlaced = memory[own + Memory.placed] === 1
    const isFar = significance[row] === 0
    const finds = room > 0 && !isFar && findsPlace(state, plates, row, eid, wasPlaced)
    if (finds) {
      room--
      show(state, plates, row, eid)
      if (!wasPlaced) stats.entered++
      continue
    }
    if (isFar) stats.far++
    else if (room === 0) stats.limited++
    else stats.overlapped++
    if (wasPlaced) stats.left++
    // Where there is no room or it is too far away, that has its own hysteresis.
    if (room > 0 && !isFar && memory[own + Memory.alpha]! > 0 && memory[own + Memory.until]! <= now) {
      memory[own + Memory.until] = now + settings.rest
    }
    memory[own + Memory.placed] = 0
    // `order` is read no more up to here: those that fade wait in it.
    if (memory[own + Memory.alpha]! > 0) order[fading++] = row
  }
  stats.shown += shown.count
  fadeOut(state, plates, fading)
}

/** Looks for a place for a row. A new one that must stand above has its rectangle moved there. */
function findsPlace(
  { labels, grid, settings, clock }: NameplateState,
  { memory }: ViewPlates,
  row: number,
  eid: number,
  wasPlaced: boolean,
): boolean {
  const { rects, scales } = labels
  if (wasPlaced) {
    ask(grid, labels, row, settings.keepGap)
    return !isTaken(grid)
  }
  const own = eid * Memory.count
  if (memory[own + Memory.until]! > clock[Clock.now]!) return false
  ask(grid, labels, row, settings.enterGap)
  if (!isTaken(grid)) return true
  // Where it fades it stays.
  if (memory[own + Memory.alpha]! > 0) return false
  const at = row * 4
  const high = rects[at + 3]! - rects[at + 1]!
  const away =
    Math.ceil(high + settings.enterGap * scales[row]!) * (memory[own + Memory.raised] === 1 ? 1 : -1)
  if (rects[at + 1]! + away < 0) return false
  grid.asked[1] = grid.asked[1]! + away
  grid.asked[3] = grid.asked[3]! + away
  if (isTaken(grid)) return false
  rects[at + 1] = rects[at + 1]! + away
  rects[at + 3] = rects[at + 3]! + away
  memory[own + Memory.raised] = memory[own + Memory.raised] === 1 ? 0 : 1
  return true
}

/** Asks about a row's rectangle and a gap of so many CSS pixels round it. */
function ask({ asked }: LabelGrid, { rects, scales }: Labels, row: number, pixels: number): void {
  const at = row * 4
  const gap = pixels * scales[row]!
  asked[0] = rects[at]! - gap
  asked[1] = rects[at + 1]! - gap
  asked[2] = rects[at + 2]! + gap
  asked[3] = rects[at + 3]! + gap
}

function show(
  { labels, grid, settings, clock }: NameplateState,
  plates: ViewPlates,
  row: number,
  eid: number,
): void {
  const { memory } = plates
  const own = eid * Memory.count
  take(grid, labels.rects, row * 4)
  memory[own + Memory.placed] = 1
  const more = settings.fadeIn > 0 ? Math.min(clock[Clock.step]!, LONGEST) / settings.fadeIn : 1
  memory[own + Memory.alpha] = Math.min(1, Math.max(memory[own + Memory.alpha]! + more, FIRST))
  push(plates, labels, row, eid)
}

/** Those that lost their place stay where they are and get fainter, and are gone where another stands now. */
function fadeOut(
  { labels, grid, settings, clock, stats }: NameplateState,
  plates: ViewPlates,
  count: number,
): void {
  const { memory } = plates
  const { order } = labels
  const less = settings.fadeOut > 0 ? Math.min(clock[Clock.step]!, LONGEST) / settings.fadeOut : 1
  for (let i = 0; i < count; i++) {
    const row = order[i]!
    const eid = labels.ids[row]!
    ask(grid, labels, row, 0)
    const own = eid * Memory.count
    const left = isTaken(grid) ? 0 : memory[own + Memory.alpha]! - less
    memory[own + Memory.alpha] = Math.max(0, left)
    if (!(left > 0)) {
      memory[own + Memory.raised] = 0
      continue
    }
    take(grid, labels.rects, row * 4)
    push(plates, labels, row, eid)
    stats.fading++
  }
}

function beginShown(shown: ShownLabels, wanted: number): void {
  shown.count = 0
  if (wanted <= shown.ids.length) return
  const room = roomFor(wanted, shown.ids.length)
  shown.ids = new Uint32Array(room)
  shown.rects = new Float32Array(room * 4)
  shown.scales = new Float32Array(room)
  shown.alphas = new Float32Array(room)
}

function push({ memory, shown }: ViewPlates, { rects, scales }: Labels, row: number, eid: number): void {
  const to = shown.count++
  shown.ids[to] = eid
  shown.scales[to] = scales[row]!
  shown.alphas[to] = memory[eid * Memory.count + Memory.alpha]!
  for (let k = 0; k < 4; k++) shown.rects[to * 4 + k] = rects[row * 4 + k]!
}
