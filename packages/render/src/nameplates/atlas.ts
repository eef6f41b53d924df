/**
 * Places for pictures of texts in one square sheet. Bands lie one below another, cells side by side within
 * them; when all is taken, the room of those that have not been shown for longest is taken again. Nothing
 * that is shown in this frame gives way.
 */
import type { Text } from './text-store.js'

/** The picture of a text. */
export type AtlasCell = {
  readonly x: number
  readonly y: number
  /** Pixels that it takes in its band. */
  readonly width: number
  readonly height: number
  /** Whose it is, at which step of size. */
  readonly text: Text
  readonly step: number
  /** Height of the letters, and where the pen stood, from its upper left corner. Pixels. */
  pixels: number
  penX: number
  penY: number
  /** Frame in which it was shown last. */
  shown: number
}

/** A strip across the sheet, its cells from left to right. */
export type AtlasBand = { readonly y: number; readonly height: number; readonly cells: AtlasCell[] }

export type Atlas = {
  /** Pixels a side. */
  readonly size: number
  readonly bands: AtlasBand[]
  /** Where the next band begins. */
  bottom: number
  /** Cells, and their area in pixels. */
  count: number
  area: number
  /** Cells that have given way, since the atlas was made. */
  evicted: number
}

/** Bands and cells are rounded up to so many pixels, so that those that go leave room for those that come. */
const BAND_STEP = 4
const CELL_STEP = 8
/** Of the white corner, from which plain areas are drawn. */
export const WHITE_SIZE = 4

export function createAtlas(size: number): Atlas {
  return { size, bands: [], bottom: WHITE_SIZE, count: 0, area: 0, evicted: 0 }
}

/** Takes all cells away. */
export function clearAtlas(atlas: Atlas): void {
  for (const band of atlas.bands) for (const cell of band.cells) forgetCell(atlas, cell)
  atlas.bands.length = 0
  atlas.bottom = WHITE_SIZE
}

/** Where room was found. */
type Place = { band: AtlasBand; first: number; last: number; x: number }

/**
 * Finds room for a picture of `width` by `height` pixels, and gives it to the text; undefined where
 * everything is shown in frame `now`, or the picture is larger than the sheet.
 */
export function placeCell(
  atlas: Atlas,
  text: Text,
  step: number,
  width: number,
  height: number,
  now: number,
): AtlasCell | undefined {
  const wide = Math.ceil(width / CELL_STEP) * CELL_STEP
  const high = Math.ceil(height / BAND_STEP) * BAND_STEP
  if (wide > atlas.size || high > atlas.size - WHITE_SIZE) return undefined
  const [free, oldest] = findPlace(atlas, wide, high, now)
  const place = free ?? openBand(atlas, high) ?? oldest ?? clearBands(atlas, high, now)
  if (place === undefined) return undefined
  const { band, first, last, x } = place
  const cell = {
    x,
    y: band.y,
    width: wide,
    height: high,
    text,
    step,
    pixels: 0,
    penX: 0,
    penY: 0,
    shown: now,
  }
  for (const gone of band.cells.splice(first, last - first, cell)) evict(atlas, gone)
  text.cells[step] = cell
  atlas.count++
  atlas.area += wide * high
  return cell
}

/** A gap, and the oldest cells that may give way. */
type Places = [free: Place | undefined, oldest: Place | undefined]

/** The first gap that is wide enough, and else the run of cells that have not been shown for longest. */
function findPlace(atlas: Atlas, wide: number, high: number, now: number): Places {
  let oldest: Place | undefined
  let oldestShown = now
  for (const band of atlas.bands) {
    if (band.height < high || band.height > high + 2 * BAND_STEP) continue
    const { cells } = band
    for (let first = 0; first <= cells.length; first++) {
      const x = first === 0 ? 0 : cells[first - 1]!.x + cells[first - 1]!.width
      let last = first
      let newest = -1
      const end = (): number => (last < cells.length ? cells[last]!.x : atlas.size)
      while (end() - x < wide && last < cells.length && cells[last]!.shown < oldestShown) {
        newest = Math.max(newest, cells[last]!.shown)
        last++
      }
      if (end() - x < wide) continue
      const place = { band, first, last, x }
      if (newest < 0) return [place, undefined]
      oldest = place
      oldestShown = newest
    }
  }
  return [undefined, oldest]
}

function openBand(atlas: Atlas, high: number): Place | undefined {
  if (atlas.bottom + high > atlas.size) return undefined
  const band = { y: atlas.bottom, height: high, cells: [] }
  atlas.bands.push(band)
  atlas.bottom += high
  return { band, first: 0, last: 0, x: 0 }
}

/**
 * Makes one band of neighbours that together are high enough and of which nothing is shown, the oldest there
 * are.
 */
function clearBands(atlas: Atlas, high: number, now: number): Place | undefined {
  const { bands } = atlas
  let best = -1
  let bestLength = 0
  let bestShown = now
  for (let first = 0; first < bands.length; first++) {
    let height = 0
    let newest = -1
    let last = first
    for (; last < bands.length && height < high; last++) {
      height += bands[last]!.height
      for (const { shown } of bands[last]!.cells) newest = Math.max(newest, shown)
    }
    if (height < high || newest >= bestShown) continue
    best = first
    bestLength = last - first
    bestShown = newest
  }
  if (best < 0) return undefined
  const gone = bands.slice(best, best + bestLength)
  const { y } = gone[0]!
  const total = gone.reduce((sum, band) => sum + band.height, 0)
  for (const { cells } of gone) for (const cell of cells) evict(atlas, cell)
  const band: AtlasBand = { y, height: high, cells: [] }
  const rest: AtlasBand[] = total > high ? [{ y: y + high, height: total - high, cells: [] }] : []
  bands.splice(best, bestLength, band, ...rest)
  return { band, first: 0, last: 0, x: 0 }
}

function evict(atlas: Atlas, cell: AtlasCell): void {
  forgetCell(atlas, cell)
  atlas.evicted++
}

function forgetCell(atlas: Atlas, { text, step, width, height }: AtlasCell): void {
  text.cells[step] = undefined
  atlas.count--
  atlas.area -= width * height
}
