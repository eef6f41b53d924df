import { WHITE_SIZE } from './atlas.js'
import { drawText, STEPS } from './draw-text.js'
import { type NameplateState, PlateRow, type ViewPlates } from './nameplate-state.js'
import { Bar, type Plate } from './plate.js'
import { nextQuad, QuadLayout } from './quad-buffer.js'

/** Red, green and blue, red in the lowest byte; opacities of 255. */
const WHITE = 0xffffff
const BLACK = 0
const BUBBLE_OPACITY = 240
const BAR_OPACITY = 176
const BUBBLE_ROUND = 6

/**
 * Left, top, width, height and radius of the quad that is written: numbers as arguments might become objects.
 */
const quad = new Float64Array(5)

/** Packs the labels that a view shows. Texts that have no picture yet are drawn. */
export function writeQuads(state: NameplateState, plates: ViewPlates): void {
  const { shown, quads } = plates
  quads.count = 0
  for (let i = 0; i < shown.count; i++) keepTexts(state, plates, i, sizeStep(state, plates, i))
  for (let i = 0; i < shown.count; i++) {
    const plate = state.plates[shown.ids[i]!]!
    const alpha = Math.round(shown.alphas[i]! * 255)
    writeBubble(plates, plate, i, alpha)
    writeBar(state, plates, plate, i, alpha)
    writeTexts(state, plates, plate, i, alpha)
  }
}

/** The step of size for label `i`; the full size is step 0. */
function sizeStep({ pixelRatio }: NameplateState, { shown }: ViewPlates, i: number): number {
  const scale = shown.scales[i]!
  return scale >= pixelRatio ? 0 : Math.floor(Math.log2(pixelRatio / scale) * STEPS + 1e-6)
}

/** Says which pictures are shown, before any new one looks for room. */
function keepTexts({ plates, frame }: NameplateState, { shown }: ViewPlates, i: number, step: number): void {
  const { lines } = plates[shown.ids[i]!]!
  for (let k = 0; k < lines.length; k++) {
    const cell = lines[k]!.text.cells[step]
    if (cell !== undefined) cell.shown = frame
  }
}

function writeTexts(state: NameplateState, plates: ViewPlates, plate: Plate, i: number, alpha: number): void {
  const { shown, quads } = plates
  const scale = shown.scales[i]!
  const isWhole = state.settings.scaleDistance === 0
  const middle = (shown.rects[i * 4]! + shown.rects[i * 4 + 2]!) / 2
  const bottom = shown.rects[i * 4 + 3]!
  const step = sizeStep(state, plates, i)
  const { lines } = plate
  for (let k = 0; k < lines.length; k++) {
    const line = lines[k]!
    const { text } = line
    const cell = text.cells[step] ?? drawText(state, text, step)
    if (cell === undefined) continue
    const shrink = isWhole ? 1 : (text.size * scale) / cell.pixels
    const left = middle + line.x * scale - cell.penX * shrink
    const top = bottom - line.y * scale - cell.penY * shrink
    const at = nextQuad(quads)
    const { floats, words } = quads
    floats[at] = isWhole ? Math.round(left) : left
    floats[at + 1] = isWhole ? Math.round(top) : top
    floats[at + 2] = cell.width * shrink
    floats[at + 3] = cell.height * shrink
    floats[at + QuadLayout.source] = cell.x
    floats[at + QuadLayout.source + 1] = cell.y
    floats[at + QuadLayout.source + 2] = cell.width
    floats[at + QuadLayout.source + 3] = cell.height
    words[at + QuadLayout.color] = (0xffffff | (alpha << 24)) >>> 0
    floats[at + QuadLayout.round] = 0
  }
}

function writeBubble(plates: ViewPlates, { bubble }: Plate, i: number, alpha: number): void {
  if (bubble === undefined) return
  const { shown } = plates
  const scale = shown.scales[i]!
  const middle = (shown.rects[i * 4]! + shown.rects[i * 4 + 2]!) / 2
  quad[0] = Math.round(middle + bubble.left * scale)
  quad[1] = Math.round(shown.rects[i * 4 + 3]! - (bubble.bottom + bubble.height) * scale)
  quad[2] = Math.floor(bubble.width * scale)
  quad[3] = Math.floor(bubble.height * scale)
  quad[4] = BUBBLE_ROUND * scale
  writeArea(plates, WHITE, Math.round((BUBBLE_OPACITY * alpha) / 255))
}

function writeBar(
  { rows }: NameplateState,
  plates: ViewPlates,
  plate: Plate,
  i: number,
  alpha: number,
): void {
  if (!plate.content.hasBar) return
  const { shown } = plates
  const scale = shown.scales[i]!
  const share = rows.floats[shown.ids[i]! * PlateRow.count + PlateRow.bar]!
  const middle = (shown.rects[i * 4]! + shown.rects[i * 4 + 2]!) / 2
  const rim = Math.max(1, Math.round(Bar.rim * scale))
  quad[2] = Math.round(Bar.width * scale)
  quad[3] = Math.max(3, Math.round(Bar.height * scale))
  quad[0] = Math.round(middle - quad[2]! / 2)
  quad[1] = Math.round(shown.rects[i * 4 + 3]!) - quad[3]!
  quad[4] = rim
  writeArea(plates, BLACK, Math.round((BAR_OPACITY * alpha) / 255))
  quad[0] = quad[0]! + rim
  quad[1] = quad[1]! + rim
  quad[2] = (quad[2]! - 2 * rim) * share
  quad[3] = quad[3]! - 2 * rim
  quad[4] = 0
  if (share > 0) writeArea(plates, plate.content.barColor, alpha)
}

/** Writes `quad` in a colour. */
function writeArea({ quads }: ViewPlates, color: number, opacity: number): void {
  const at = nextQuad(quads)
  const { floats, words } = quads
  for (let k = 0; k < 4; k++) floats[at + k] = quad[k]!
  // The middle of the white corner, where no neighbour shows through.
  floats[at + QuadLayout.source] = WHITE_SIZE / 2
  floats[at + QuadLayout.source + 1] = WHITE_SIZE / 2
  floats[at + QuadLayout.source + 2] = 0
  floats[at + QuadLayout.source + 3] = 0
  words[at + QuadLayout.color] = (color | (opacity << 24)) >>> 0
  floats[at + QuadLayout.round] = quad[4]!
}
