/**
 * All images of particles in one texture, so that particles of all effects are sorted together and drawn at
 * once. Images lie in shelves: rows as high as their first image, each cell with a border of its own. Colours
 * are kept multiplied by their alpha, so that nothing dark shines through at edges.
 */
import { quoted } from '@sightline/core/checks'
import type { ParticleImage } from './effect-settings.js'

export type Atlas = {
  /** Pixels along a side: a power of two. */
  size: number
  /** 4 bytes a pixel. */
  pixels: Uint8Array
  /** Changes when pixels do. */
  revision: number
  /** The open shelf: where it begins, how high it is, and what of it is used. */
  shelfTop: number
  shelfHeight: number
  shelfUsed: number
  /** Cells of the images that are in it. */
  readonly known: Map<
    Uint8Array,
    { readonly columns: number; readonly rows: number; readonly cells: Uint32Array }
  >
}

const FIRST_SIZE = 128
/** What every WebGL has. */
const MOST_SIZE = 2048
/** Pixels round each cell. */
const BORDER = 1

export function createAtlas(): Atlas {
  return {
    size: FIRST_SIZE,
    pixels: new Uint8Array(FIRST_SIZE * FIRST_SIZE * 4),
    revision: 0,
    shelfTop: 0,
    shelfHeight: 0,
    shelfUsed: 0,
    known: new Map(),
  }
}

/**
 * Takes an image in and gives the pixels of its cells: left and top, right and bottom, 16 bits each, two
 * words a cell. An image whose pixels are the same array is taken once. Throws a `RangeError` that names the
 * field, or says that there is no more room.
 */
export function addImage(caller: string, atlas: Atlas, image: ParticleImage): Uint32Array {
  const { width, height, pixels, columns = 1, rows = 1 } = image
  checkImage(caller, image, columns, rows)
  const known = atlas.known.get(pixels)
  if (known !== undefined && known.columns === columns && known.rows === rows) return known.cells
  const [cellWidth, cellHeight] = [width / columns, height / rows]
  const [stepX, stepY] = [cellWidth + 2 * BORDER, cellHeight + 2 * BORDER]
  const [left, top] = findRoom(caller, atlas, columns * stepX, rows * stepY)
  const cells = new Uint32Array(columns * rows * 2)
  for (let i = 0; i < columns * rows; i++) {
    const [column, row] = [i % columns, Math.floor(i / columns)]
    const [x, y] = [left + column * stepX + BORDER, top + row * stepY + BORDER]
    copyCell(atlas, image, column * cellWidth, row * cellHeight, cellWidth, cellHeight, x, y)
    cells[i * 2] = x | (y << 16)
    cells[i * 2 + 1] = (x + cellWidth) | ((y + cellHeight) << 16)
  }
  atlas.revision++
  atlas.known.set(pixels, { columns, rows, cells })
  return cells
}

function checkImage(caller: string, image: ParticleImage, columns: number, rows: number): void {
  const { width, height, pixels } = image
  const sides = { 'image.width': width, 'image.height': height, 'image.columns': columns, 'image.rows': rows }
  for (const [field, value] of Object.entries(sides)) {
    if (!(Number.isInteger(value) && value >= 1 && value <= MOST_SIZE))
      throw new RangeError(
        `${caller}: ${field} is ${quoted(value)}, expected a whole number from 1 to ${MOST_SIZE}`,
      )
  }
  if (width % columns !== 0 || height % rows !== 0)
    throw new RangeError(
      `${caller}: image is ${width} x ${height} with ${columns} x ${rows} cells, expected cells of whole pixels`,
    )
  if (!(pixels instanceof Uint8Array) || pixels.length !== width * height * 4)
    throw new RangeError(
      `${caller}: image.pixels has ${pixels?.length} bytes, expected width * height * 4, ${width * height * 4}`,
    )
}

/** Left and top of room for an image; the atlas grows if it must. */
function findRoom(caller: string, atlas: Atlas, width: number, height: number): [number, number] {
  for (;;) {
    const { shelfTop, shelfHeight, shelfUsed, size } = atlas
    if (height <= shelfHeight && shelfUsed + width <= size) {
      atlas.shelfUsed += width
      return [shelfUsed, shelfTop]
    }
    if (shelfTop + shelfHeight + height <= size && width <= size) {
      atlas.shelfTop += shelfHeight
      atlas.shelfHeight = height
      atlas.shelfUsed = width
      return [0, atlas.shelfTop]
    }
    if (size === MOST_SIZE)
      throw new RangeError(
        `${caller}: image has no room in the atlas of ${MOST_SIZE} x ${MOST_SIZE} pixels for all effects`,
      )
    growAtlas(atlas)
  }
}

/** Images stay where they are; the room to the right of closed shelves is given up. */
function growAtlas(atlas: Atlas): void {
  const { size, pixels } = atlas
  const grown = new Uint8Array(size * size * 16)
  for (let y = 0; y < size; y++) grown.set(pixels.subarray(y * size * 4, (y + 1) * size * 4), y * size * 8)
  atlas.pixels = grown
  atlas.size = size * 2
}

/**
 * Copies a cell and, round it, its outermost pixels once more: what is read between pixels at its edge is its
 * own.
 */
function copyCell(
  { pixels: out, size }: Atlas,
  { width, pixels }: ParticleImage,
  fromX: number,
  fromY: number,
  cellWidth: number,
  cellHeight: number,
  toX: number,
  toY: number,
): void {
  for (let y = -BORDER; y < cellHeight + BORDER; y++) {
    for (let x = -BORDER; x < cellWidth + BORDER; x++) {
      const [insideX, insideY] = [clamp(x, cellWidth), clamp(y, cellHeight)]
      const from = ((fromY + insideY) * width + fromX + insideX) * 4
      const to = ((toY + y) * size + toX + x) * 4
      const alpha = pixels[from + 3]!
      for (let c = 0; c < 3; c++) out[to + c] = Math.round((pixels[from + c]! * alpha) / 255)
      out[to + 3] = alpha
    }
  }
}

function clamp(value: number, count: number): number {
  return Math.max(0, Math.min(value, count - 1))
}

const SPOT_SIZE = 64
let spot: ParticleImage | undefined

/** A round white spot that fades towards its edge. */
export function softSpot(): ParticleImage {
  spot ??= { width: SPOT_SIZE, height: SPOT_SIZE, pixels: paintSpot() }
  return spot
}

function paintSpot(): Uint8Array {
  const pixels = new Uint8Array(SPOT_SIZE * SPOT_SIZE * 4).fill(255)
  for (let y = 0; y < SPOT_SIZE; y++) {
    for (let x = 0; x < SPOT_SIZE; x++) {
      const [u, v] = [((x + 0.5) / SPOT_SIZE) * 2 - 1, ((y + 0.5) / SPOT_SIZE) * 2 - 1]
      const inside = Math.max(0, 1 - (u * u + v * v))
      pixels[(y * SPOT_SIZE + x) * 4 + 3] = Math.round(255 * inside * inside * (3 - 2 * inside))
    }
  }
  return pixels
}
