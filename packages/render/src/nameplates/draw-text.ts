/** Pictures of texts in the sheet, by step of size. */
import { type AtlasCell, placeCell, WHITE_SIZE } from './atlas.js'
import type { NameplateState } from './nameplate-state.js'
import { Ink, type TextBox } from './text-source.js'
import { limitInk, type Text } from './text-store.js'

/** Steps of size an octave: a text is drawn at the next larger step, and made at most a sixth smaller. */
export const STEPS = 4
const ink = new Float64Array(Ink.count)

/**
 * Draws a text at a step of size. Undefined where there is no room: everything there is shown in this frame.
 */
export function drawText(state: NameplateState, text: Text, step: number): AtlasCell | undefined {
  const { atlas, sheet, texts, unsent, stats } = state
  const { outline } = text.font
  // Whole pixels: fonts are made for these.
  const pixels = Math.max(1, Math.round(text.size * state.pixelRatio * 2 ** (-step / STEPS)))
  texts.source.measure(text.text, text.font, pixels, ink)
  limitInk(ink, pixels)
  const rim = Math.ceil(outline * pixels) + 1
  const penX = Math.ceil(ink[Ink.left]!) + rim
  const penY = Math.ceil(ink[Ink.up]!) + rim
  const width = penX + Math.ceil(ink[Ink.right]!) + rim
  const height = penY + Math.ceil(ink[Ink.down]!) + rim
  // One that is wider than the sheet loses its end: better than nothing.
  const cell = placeCell(atlas, text, step, Math.min(width, atlas.size), height, state.frame)
  if (cell === undefined) {
    stats.unplaced++
    return undefined
  }
  cell.pixels = pixels
  cell.penX = penX
  cell.penY = penY
  stats.drawnTexts++
  if (sheet === undefined) return cell
  sheet.draw(text.text, text.font, pixels, text.color, cell.x + penX, cell.y + penY, cell)
  // With more than that waiting, the whole sheet is sent: while a context is lost they do not pile up.
  if (unsent.length <= MOST_WAITING) unsent.push(cell)
  return cell
}

/** More pictures than this that wait are sent as a whole. */
export const MOST_WAITING = 256

/** The corner from which plain areas are drawn. */
export const WHITE_BOX: Readonly<TextBox> = { x: 0, y: 0, width: WHITE_SIZE, height: WHITE_SIZE }
