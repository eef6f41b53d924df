/** Testing boxes against the buffer. */
import { quoted } from '@sightline/core/checks'
import { checkFloats, checkIds } from '../spatial/octree-checks.js'
import { CHUNK } from './kernels/layout.js'
import { drawQueue, expectBegun, type OcclusionBuffer } from './occlusion-buffer.js'

/** Bytes from one box to the next, and from its minimum to its maximum. */
const PACKED_BYTES = 24
const PACKED_MAX = 12
const ROW_BYTES = 32
const ROW_MAX = 16
/** The kernel loads 16 bytes at a time, so packed boxes at the very end of the memory are copied. */
const OVERREAD = 16

/**
 * Tests `count` boxes, 6 floats each (min xyz, max xyz), writes 1 (hidden) or 0 (visible, or not known) for each to `outHidden` and
 * returns how many are hidden. A box that reaches the near plane, or has NaN or infinity in it, is visible; its corners may come in
 * either order. `boxes` and `outHidden` are used in place where they lie in the buffer's arena, else copied.
 * Throws a `TypeError` for arrays of another type, a `RangeError` if `boxes` or `outHidden` is too short; nothing is written then.
 */
export function testBoxes(
  b: OcclusionBuffer,
  boxes: Float32Array,
  count: number,
  outHidden: Uint8Array,
): number {
  expectBegun(b, 'testBoxes')
  checkFloats('testBoxes', 'boxes', boxes)
  expectRoom('testBoxes', 'boxes', Math.floor(boxes.length / 6), count, outHidden)
  finishDrawing(b)
  const { staging } = b
  const inPlace =
    boxes.buffer === b.arena.buffer && boxes.byteOffset + count * PACKED_BYTES + OVERREAD <= b.arena.limit
  const identity = staging.identity.byteOffset
  let hidden = 0
  for (let from = 0; from < count; from += CHUNK) {
    const n = Math.min(count - from, CHUNK)
    let at = boxes.byteOffset + from * PACKED_BYTES
    if (!inPlace) {
      staging.boxes.set(chunkOf(boxes, from))
      at = staging.boxes.byteOffset
    }
    hidden += testChunk(b, at, PACKED_BYTES, PACKED_MAX, identity, n, outHidden, from)
  }
  return finish(b, count, hidden)
}

/**
 * The same for rows of a column: 8 floats an id (min xyz, free, max xyz, free), as `WorldBounds` and the octree keep them. Tests the
 * boxes of `count` ids; `outHidden[i]` is for `ids[i]`.
 * Throws a `TypeError` for arrays of another type, a `RangeError` if `ids` or `outHidden` is too short or an id has no row; nothing is
 * written then.
 */
export function testBoxIds(
  b: OcclusionBuffer,
  boxes: Float32Array,
  ids: Uint32Array,
  count: number,
  outHidden: Uint8Array,
): number {
  expectBegun(b, 'testBoxIds')
  checkFloats('testBoxIds', 'boxes', boxes)
  checkIds('testBoxIds', 'ids', ids)
  expectRoom('testBoxIds', 'ids', ids.length, count, outHidden)
  const { arena, staging } = b
  const idsInPlace = ids.buffer === arena.buffer
  expectRows('testBoxIds', b, ids, idsInPlace, count, boxes.length >>> 3)
  finishDrawing(b)
  const boxesInPlace = boxes.buffer === arena.buffer
  const rows = boxesInPlace ? boxes.byteOffset : staging.boxes.byteOffset
  let hidden = 0
  for (let from = 0; from < count; from += CHUNK) {
    const n = Math.min(count - from, CHUNK)
    let list = ids.byteOffset + 4 * from
    if (!boxesInPlace) {
      gatherRows(boxes, ids, from, n, staging.boxes)
      list = staging.identity.byteOffset
    } else if (!idsInPlace) {
      for (let i = 0; i < n; i++) staging.ids[i] = ids[from + i]!
      list = staging.ids.byteOffset
    }
    hidden += testChunk(b, rows, ROW_BYTES, ROW_MAX, list, n, outHidden, from)
  }
  return finish(b, count, hidden)
}

/**
 * The same without a check, for a list that is known to be good: of `ids` the `count` from `from` on, with their results at the same
 * places in `results`. All three arrays lie in the buffer's arena.
 */
export function testListed(
  b: OcclusionBuffer,
  boxes: Float32Array,
  ids: Uint32Array,
  from: number,
  count: number,
  results: Uint8Array,
): number {
  if (count === 0) return 0
  finishDrawing(b)
  const list = ids.byteOffset + 4 * from
  const out = results.byteOffset + from
  return finish(
    b,
    count,
    b.kernels.testBoxes(b.state, boxes.byteOffset, ROW_BYTES, ROW_MAX, list, count, out),
  )
}

export function expectRoom(
  caller: string,
  field: string,
  items: number,
  count: number,
  outHidden: Uint8Array,
): void {
  if (!(outHidden instanceof Uint8Array)) {
    throw new TypeError(`${caller}: outHidden is ${quoted(outHidden)}, expected a Uint8Array`)
  }
  if (!(Number.isInteger(count) && count >= 0 && count <= items)) {
    throw new RangeError(
      `${caller}: count is ${quoted(count)}, expected a whole number from 0 to the ${items} in ${field}`,
    )
  }
  if (outHidden.length < count) {
    throw new RangeError(
      `${caller}: outHidden has ${outHidden.length} places, expected at least count, ${count}`,
    )
  }
}

export function expectRows(
  caller: string,
  b: OcclusionBuffer,
  ids: Uint32Array,
  inPlace: boolean,
  count: number,
  rows: number,
): void {
  if (inPlace && count > 0 && b.kernels.largestId(ids.byteOffset, count) >>> 0 < rows) return
  for (let i = 0; i < count; i++) {
    if (ids[i]! >= rows) {
      throw new RangeError(`${caller}: ids[${i}] is ${ids[i]}, expected one of the ${rows} rows of boxes`)
    }
  }
}

export function finishDrawing(b: OcclusionBuffer): void {
  drawQueue(b)
  if (!b.stale) return
  b.kernels.buildWindows(b.state)
  b.stale = false
}

const chunksOf = new WeakMap<Float32Array, Float32Array[]>()

/** The floats of the chunk of packed boxes that begins with box `from`. Views are made once for each array and kept while it lives. */
function chunkOf(boxes: Float32Array, from: number): Float32Array {
  let chunks = chunksOf.get(boxes)
  if (chunks === undefined) {
    chunks = []
    for (let i = 0; i < boxes.length; i += 6 * CHUNK) chunks.push(boxes.subarray(i, i + 6 * CHUNK))
    chunksOf.set(boxes, chunks)
  }
  return chunks[from / CHUNK]!
}

function gatherRows(boxes: Float32Array, ids: Uint32Array, from: number, n: number, out: Float32Array): void {
  for (let i = 0; i < n; i++) {
    const row = 8 * ids[from + i]!
    for (let k = 0; k < 8; k++) out[8 * i + k] = boxes[row + k]!
  }
}

function testChunk(
  b: OcclusionBuffer,
  boxes: number,
  bytes: number,
  maxAt: number,
  ids: number,
  n: number,
  outHidden: Uint8Array,
  from: number,
): number {
  const { results } = b.staging
  const inPlace = outHidden.buffer === b.arena.buffer
  const out = inPlace ? outHidden.byteOffset + from : results.byteOffset
  const hidden = b.kernels.testBoxes(b.state, boxes, bytes, maxAt, ids, n, out)
  if (!inPlace) {
    if (n === CHUNK) outHidden.set(results, from)
    else for (let i = 0; i < n; i++) outHidden[from + i] = results[i]!
  }
  return hidden
}

export function finish(b: OcclusionBuffer, count: number, hidden: number): number {
  b.stats.boxesTested += count
  b.stats.boxesHidden += hidden
  return hidden
}
