/** Rectangles that are taken on the screen, found by the horizontal bands that they touch. */

export type LabelGrid = {
  /** By band: its first entry, -1 for none. */
  heads: Int32Array
  /** By entry: the next one in its band, and its rectangle. */
  next: Int32Array
  rectOf: Int32Array
  entries: number
  /** Left, top, right, bottom of those that are taken. */
  rects: Float32Array
  count: number
  bands: number
  /** The rectangle that is asked about; numbers as arguments may become objects. */
  readonly asked: Float64Array
}

/** Pixels. */
const BAND = 32

export function createLabelGrid(): LabelGrid {
  return {
    heads: new Int32Array(0),
    next: new Int32Array(256),
    rectOf: new Int32Array(256),
    entries: 0,
    rects: new Float32Array(256),
    count: 0,
    bands: 0,
    asked: new Float64Array(4),
  }
}

/** Nothing is taken on a screen of so many pixels, width and height. */
export function beginGrid(grid: LabelGrid, size: Float64Array): void {
  grid.bands = Math.max(1, Math.ceil(size[1]! / BAND))
  if (grid.heads.length < grid.bands) grid.heads = new Int32Array(grid.bands)
  grid.heads.fill(-1, 0, grid.bands)
  grid.entries = 0
  grid.count = 0
}

/** Whether `asked` overlaps one that is taken; edges may touch. */
export function isTaken({ heads, next, rectOf, rects, bands, asked }: LabelGrid): boolean {
  const left = asked[0]!
  const top = asked[1]!
  const right = asked[2]!
  const bottom = asked[3]!
  const last = bandOf(bottom, bands)
  for (let band = bandOf(top, bands); band <= last; band++) {
    for (let entry = heads[band]!; entry >= 0; entry = next[entry]!) {
      const at = rectOf[entry]!
      if (left < rects[at + 2]! && right > rects[at]! && top < rects[at + 3]! && bottom > rects[at + 1]!)
        return true
    }
  }
  return false
}

/** Takes the four numbers from `at` on. */
export function take(grid: LabelGrid, source: Float32Array, at: number): void {
  if (grid.rects.length < grid.count * 4 + 4) grid.rects = grownFloats(grid.rects)
  const { rects, heads, bands } = grid
  const to = grid.count * 4
  for (let k = 0; k < 4; k++) rects[to + k] = source[at + k]!
  grid.count++
  const last = bandOf(rects[to + 3]!, bands)
  for (let band = bandOf(rects[to + 1]!, bands); band <= last; band++) {
    if (grid.entries === grid.next.length) {
      grid.next = grownInts(grid.next)
      grid.rectOf = grownInts(grid.rectOf)
    }
    const entry = grid.entries++
    grid.rectOf[entry] = to
    grid.next[entry] = heads[band]!
    heads[band] = entry
  }
}

/** What is above or below the screen counts to its edge. */
function bandOf(y: number, bands: number): number {
  return Math.min(Math.max(Math.floor(y / BAND), 0), bands - 1)
}

function grownInts(source: Int32Array): Int32Array {
  const grown = new Int32Array(source.length * 2)
  grown.set(source)
  return grown
}

function grownFloats(source: Float32Array): Float32Array {
  const grown = new Float32Array(source.length * 2)
  grown.set(source)
  return grown
}
