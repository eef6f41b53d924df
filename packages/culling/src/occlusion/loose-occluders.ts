/**
 * Occluders that are handed in picture by picture. They wait in a short queue, so that many are drawn by one call of the kernel; whoever
 * looks at the picture draws what waits.
 *
 * Working out a prism or hull costs far more than drawing it, so it is done once for each array and kept while the array lives. An array
 * whose numbers have changed is worked out anew.
 */
import { expectBoxMatrix, writeRawBox } from './box-record.js'
import { choosePieces } from './choose-pieces.js'
import {
  buildHeightfield,
  expectHeightfield,
  type Heightfield,
  isNearGround,
  reachesNearPlane,
} from './heightfield.js'
import { pieces } from './heightfield-pieces.js'
import { HEAD_BYTES, KIND_SHRUNK_BOX, RAW_BOX_BYTES, RECORD_KIND } from './kernels/layout.js'
import {
  clearanceOf,
  drawQueue,
  expectBegun,
  type OcclusionBuffer,
  QUEUE_HEADS,
  STORE_BYTES,
} from './occlusion-buffer.js'
import {
  hullSource,
  isClearOf,
  type PackedSolid,
  packSolids,
  placeHead,
  placeRecords,
  prismSource,
  type SolidSource,
} from './solid-source.js'

type Known = {
  readonly numbers: Float32Array
  readonly indices: Uint32Array | null
  readonly baseY: number
  readonly topY: number
  readonly holes: readonly number[] | undefined
  readonly source: SolidSource
  erosion: number
  packed: PackedSolid
}

const known = new WeakMap<Float32Array, Known>()

/**
 * Draws a box: `matrix` (column-major, 16 numbers) places a cube from −0.5 to 0.5 in the world. Give near occluders first.
 * Throws a `RangeError` if a number is not finite, the last row is not 0 0 0 1 or the box has no volume.
 */
export function addBoxOccluder(b: OcclusionBuffer, matrix: ArrayLike<number>): void {
  expectBegun(b, 'addBoxOccluder')
  expectBoxMatrix(matrix, 'addBoxOccluder')
  const { head, record } = nextHead(b)
  writeRawBox(b.memory, head, record, matrix)
}

const place: { head: number; record: number } = { head: 0, record: 0 }

/** Room for one more box in the queue. */
function nextHead(b: OcclusionBuffer): typeof place {
  if (b.queued === QUEUE_HEADS) drawQueue(b)
  place.head = b.queue + HEAD_BYTES * b.queued
  place.record = b.queueBoxes + RAW_BOX_BYTES * b.queued
  b.queued++
  return place
}

/**
 * Draws an upright prism: a footprint (x z pairs, convex or not, in either turn) from `baseY` to `topY`; `holes` holds the corner numbers
 * at which rings of holes begin. Any number of corners: a round footprint of more than 32 becomes pieces that overlap.
 * Throws a `TypeError` for arrays of another type, a `RangeError` that says why if the footprint crosses itself, has no area or holds
 * NaN, or `topY` is not above `baseY`.
 */
export function addPrismOccluder(
  b: OcclusionBuffer,
  footprint: Float32Array,
  baseY: number,
  topY: number,
  holes?: readonly number[],
): void {
  expectBegun(b, 'addPrismOccluder')
  let entry = known.get(footprint)
  if (
    entry === undefined ||
    entry.indices !== null ||
    entry.baseY !== baseY ||
    entry.topY !== topY ||
    entry.holes !== holes ||
    !sameNumbers(entry.numbers, footprint)
  ) {
    const source = prismSource(footprint, baseY, topY, holes, 'addPrismOccluder')
    const packed = packSolids(source, b.erosion, 'addPrismOccluder')
    entry = {
      numbers: footprint.slice(),
      indices: null,
      baseY,
      topY,
      holes,
      source,
      erosion: b.erosion,
      packed,
    }
    known.set(footprint, entry)
  }
  addKnown(b, entry, 'addPrismOccluder')
}

/**
 * Draws a convex solid given as a closed triangle mesh, counter-clockwise from outside.
 * Throws a `RangeError` that says why if the mesh is open, not convex, flat, holds bad numbers or has more than 64 vertices.
 */
export function addHullOccluder(b: OcclusionBuffer, positions: Float32Array, indices: Uint32Array): void {
  expectBegun(b, 'addHullOccluder')
  let entry = known.get(positions)
  if (entry === undefined || entry.indices !== indices || !sameNumbers(entry.numbers, positions)) {
    const source = hullSource(positions, indices, 'addHullOccluder')
    const packed = packSolids(source, b.erosion, 'addHullOccluder')
    entry = {
      numbers: positions.slice(),
      indices,
      baseY: 0,
      topY: 0,
      holes: undefined,
      source,
      erosion: b.erosion,
      packed,
    }
    known.set(positions, entry)
  }
  addKnown(b, entry, 'addHullOccluder')
}

function sameNumbers(a: Float32Array, b: Float32Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

function addKnown(b: OcclusionBuffer, entry: Known, caller: string): void {
  if (entry.erosion !== b.erosion) {
    entry.packed = packSolids(entry.source, b.erosion, caller)
    entry.erosion = b.erosion
  }
  if (entry.source.length > 1 && !isClearOf(entry.source, b.view, clearanceOf(b), b.erosion)) return
  addPacked(b, entry.packed)
}

/** Queues records, which are copied into the store unless they are there; what is too large for it is drawn piece by piece. */
function addPacked(b: OcclusionBuffer, packed: PackedSolid): void {
  const { words, starts } = packed
  if (starts.length === 0) return
  const bytes = 4 * words.length
  if (bytes > STORE_BYTES) {
    for (let i = 0; i < starts.length; i++) addPacked(b, onePiece(packed, i))
    return
  }
  if (packed.owner !== b || packed.round !== b.storeRound) {
    if (b.storeTop + bytes > STORE_BYTES) {
      drawQueue(b)
      b.storeTop = 0
      b.storeRound++
    }
    packed.at = b.store + b.storeTop
    packed.owner = b
    packed.round = b.storeRound
    b.storeTop += bytes
    placeRecords(b.memory, packed.at, packed)
  }
  placeHead(b.memory, nextHead(b).head, packed.at, packed)
}

function onePiece({ words, starts, box }: PackedSolid, i: number): PackedSolid {
  const end = i + 1 < starts.length ? starts[i + 1]! >>> 2 : words.length
  return { words: words.slice(starts[i]! >>> 2, end), starts: [0], box, owner: null, round: 0, at: 0 }
}

type KnownHeights = { readonly numbers: Float32Array; field: Heightfield }
const knownHeights = new WeakMap<Float32Array, KnownHeights>()

/**
 * Draws solid ground: `heights` holds `rows` rows of `columns` heights; height [row][column] stands at x = originX + column · spacingX,
 * z = originZ + row · spacingZ. The ground in a cell is two triangles, cut either way, or lies above them. It is left out while the eye
 * is under it or so near that the near plane could cut it.
 * Throws a `RangeError` that names the field if a number is not finite, a spacing is not above 0 or there are too few heights.
 */
export function addHeightfieldOccluder(
  b: OcclusionBuffer,
  heights: Float32Array,
  columns: number,
  rows: number,
  originX: number,
  originZ: number,
  spacingX: number,
  spacingZ: number,
): void {
  expectBegun(b, 'addHeightfieldOccluder')
  let entry = knownHeights.get(heights)
  const grid = entry?.field.grid
  const same =
    grid?.columns === columns &&
    grid.rows === rows &&
    grid.originX === originX &&
    grid.originZ === originZ &&
    grid.spacingX === spacingX &&
    grid.spacingZ === spacingZ
  if (entry === undefined || !same || !sameNumbers(entry.numbers, heights)) {
    const given = { columns, rows, originX, originZ, spacingX, spacingZ }
    expectHeightfield(heights, given, 'addHeightfieldOccluder')
    entry = { numbers: heights.slice(), field: buildHeightfield(heights, given, b.erosion) }
    knownHeights.set(heights, entry)
  } else if (entry.field.erosion !== b.erosion)
    entry.field = buildHeightfield(heights, entry.field.grid, b.erosion)
  drawHeightfield(b, entry.field)
}

/** Queues the blocks of a heightfield that the view wants. */
export function drawHeightfield(b: OcclusionBuffer, field: Heightfield): void {
  const { view } = b
  const { eye } = view
  const clearance = clearanceOf(b)
  const tooNear = view.orthographic
    ? reachesNearPlane(field, view, clearance)
    : isNearGround(field, eye[0]!, eye[1]!, eye[2]!, clearance)
  if (tooNear) return
  choosePieces(field, view, b.width / 2, b.height / 2, clearance)
  for (let i = 0; i < pieces.count; i++) {
    const head = nextHead(b)
    const at = 16 * pieces.order[i]!
    for (let k = 0; k < 16; k++) pieceMatrix[k] = pieces.matrices[at + k]!
    writeRawBox(b.memory, head.head, head.record, pieceMatrix)
    b.memory.u32[(head.record + RECORD_KIND) >>> 2] = KIND_SHRUNK_BOX
  }
}

const pieceMatrix = new Float64Array(16)
