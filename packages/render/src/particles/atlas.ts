/**
 * All images of particles in one texture, so that particles of all effects are sorted together and drawn at
 * once. Images lie in shelves: rows as high as their first image, each cell with a border of its own. When no
 * shelf has room they are all laid out anew. Colours are kept multiplied by their alpha, so that nothing dark
 * shines through at edges.
 */
import { quoted } from '@sightline/core/checks'
import type { ParticleImage } from './effect-settings.js'

export type Atlas = {
  /** Pixels along a side: a power of two. It does not shrink. */
  size: number
  /** 4 bytes a pixel. */
  pixels: Uint8Array
  /** Changes when pixels do. */
  revision: number
  /** Changes when images move: what was read from cells before shows something else. */
  layout: number
  shelf: Shelf
  images: AtlasImage[]
}

/** The open shelf: where it begins, how high it is, and what of it is used. */
type Shelf = { top: number; height: number; used: number }

type AtlasImage = {
  readonly image: ParticleImage
  readonly columns: number
  readonly rows: number
  /** Left and top, right and bottom of each cell, 16 bits each, two words a cell. */
  readonly cells: Uint32Array
  /** Effects that show it. */
  users: number
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
    layout: 0,
    shelf: emptyShelf(),
    images: [],
  }
}

function emptyShelf(): Shelf {
  return { top: 0, height: 0, used: 0 }
}

/**
 * Takes an image in for one more effect and gives the pixels of its cells, see `AtlasImage`; they change in
 * place when images move. An image whose pixels are the same array is taken once. Throws a `RangeError` that
 * names the field, or says that there is no more room; nothing is changed then.
 */
export function addImage(caller: string, atlas: Atlas, image: ParticleImage): Uint32Array {
  const { columns = 1, rows = 1, pixels } = image
  checkImage(caller, image, columns, rows)
  const known = atlas.images.find(
    (one) => one.image.pixels === pixels && one.columns === columns && one.rows === rows,
  )
  if (known !== undefined) {
    known.users++
    return known.cells
  }
  const added = { image, columns, rows, cells: new Uint32Array(columns * rows * 2), users: 1 }
  const place = takeRoom(atlas.shelf, atlas.size, added)
  if (place !== undefined) {
    writeImage(atlas, added, place)
    atlas.images.push(added)
  } else if (!layOut(atlas, added)) {
    throw new RangeError(
      `${caller}: image has no room in the atlas of ${MOST_SIZE} x ${MOST_SIZE} pixels for all effects`,
    )
  }
  atlas.revision++
  return added.cells
}

/** An effect shows the image of these cells no more. Its room is free once no other does. */
export function releaseImage(atlas: Atlas, cells: Uint32Array): void {
  const at = atlas.images.findIndex((one) => one.cells === cells)
  if (--atlas.images[at]!.users === 0) atlas.images.splice(at, 1)
}

type Place = readonly [left: number, top: number]

/** Room for an image in the open shelf, or in a new one. */
function takeRoom(shelf: Shelf, size: number, image: AtlasImage): Place | undefined {
  const [width, height] = extent(image)
  if (height > shelf.height || shelf.used + width > size) {
    if (shelf.top + shelf.height + height > size || width > size) return undefined
    shelf.top += shelf.height
    shelf.height = height
    shelf.used = 0
  }
  shelf.used += width
  return [shelf.used - width, shelf.top]
}

/** Pixels that an image takes, borders included. */
function extent({ image: { width, height }, columns, rows }: AtlasImage): readonly [number, number] {
  return [width + columns * 2 * BORDER, height + rows * 2 * BORDER]
}

/**
 * Places all images anew, one more among them, high ones first, in the least size that holds them and is not
 * less than now. False, and nothing is changed, if none does.
 */
function layOut(atlas: Atlas, added: AtlasImage): boolean {
  const images = [...atlas.images, added].sort((a, b) => extent(b)[1] - extent(a)[1])
  for (let { size } = atlas; size <= MOST_SIZE; size *= 2) {
    const shelf = emptyShelf()
    const places = images.map((image) => takeRoom(shelf, size, image))
    if (places.includes(undefined)) continue
    Object.assign(atlas, { size, pixels: new Uint8Array(size * size * 4), shelf, images })
    images.forEach((image, i) => {
      writeImage(atlas, image, places[i]!)
    })
    atlas.layout++
    return true
  }
  return false
}

function writeImage(atlas: Atlas, { image, columns, rows, cells }: AtlasImage, [left, top]: Place): void {
  const [width, height] = [image.width / columns, image.height / rows]
  for (let i = 0; i < columns * rows; i++) {
    const [column, row] = [i % columns, Math.floor(i / columns)]
    const x = left + column * (width + 2 * BORDER) + BORDER
    const y = top + row * (height + 2 * BORDER) + BORDER
    copyCell(atlas, image, column * width, row * height, width, height, x, y)
    cells[i * 2] = x | (y << 16)
    cells[i * 2 + 1] = (x + width) | ((y + height) << 16)
  }
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
