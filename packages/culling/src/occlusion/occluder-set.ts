/**
 * Occluders that are kept: each is worked out once, when it is set, and drawn by its id from then on. The records lie in an arena, which
 * must be that of the buffers they are drawn into.
 */
import { quoted } from '@sightline/core/checks'
import { type Arena, allocate } from '@sightline/core/memory'
import { checkIds } from '../spatial/octree-checks.js'
import { expectBoxMatrix, writeRawBox } from './box-record.js'
import { BOX_RECORD_BYTES, HEAD_BYTES, HEAD_RECORD, RAW_BOX_BYTES } from './kernels/layout.js'
import { prepareBox } from './kernels/prepare-box.js'
import { type OcclusionMemory, occlusionMemory } from './memory.js'
import {
  clearanceOf,
  drawHeads,
  drawQueue,
  expectArena,
  expectBegun,
  type OcclusionBuffer,
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

const SMALLEST_RECORD = BOX_RECORD_BYTES

export type OccluderSet = {
  readonly arena: Arena
  readonly memory: OcclusionMemory
  /** Ids are 0 to capacity. */
  readonly capacity: number
  /** Byte offset of the heads. */
  readonly heads: number
  /** Where lists that do not lie in the arena are copied to. */
  readonly list: Uint32Array
  /** Bytes of each id's record, 0 where there is none. */
  readonly sizes: Uint32Array
  /** Pieces of each id's solid. */
  readonly pieces: Uint16Array
  /** Freed records by size. */
  readonly free: Map<number, number[]>
  /** Byte offset of a box on its way into a record. */
  readonly raw: number
  /** What prisms and hulls are made of, by id. */
  readonly sources: Map<number, SolidSource>
  /** The erosion that their records are made for. */
  erosion: number
}

/** Makes an empty set for ids 0 to `capacity` in an arena. Throws a `RangeError` if it does not fit. */
export function createOccluderSet(arena: Arena, capacity: number): OccluderSet {
  expectArena('createOccluderSet', arena)
  if (!(Number.isInteger(capacity) && capacity >= 1 && capacity < 2 ** 26)) {
    throw new RangeError(
      `createOccluderSet: capacity is ${quoted(capacity)}, expected a whole number from 1 to ${2 ** 26 - 1}`,
    )
  }
  const heads = allocate(arena, HEAD_BYTES * (capacity + 1))
  const list = allocate(arena, 4 * (capacity + 4))
  return {
    arena,
    memory: occlusionMemory(arena),
    capacity,
    heads,
    list: new Uint32Array(arena.buffer, list, capacity + 4),
    sizes: new Uint32Array(capacity + 1),
    pieces: new Uint16Array(capacity + 1),
    free: new Map(),
    raw: allocate(arena, RAW_BOX_BYTES),
    sources: new Map(),
    erosion: 0,
  }
}

/**
 * Sets or moves a box: `matrix` (column-major, 16 numbers) places a cube from −0.5 to 0.5 in the world.
 * Throws a `RangeError` if the id is out of range, a number is not finite, the last row is not 0 0 0 1 or the box has no volume; nothing
 * is changed then.
 */
export function setBoxOccluder(set: OccluderSet, id: number, matrix: ArrayLike<number>): void {
  expectId(set, id, 'setBoxOccluder')
  expectBoxMatrix(matrix, 'setBoxOccluder')
  const head = set.heads + HEAD_BYTES * id
  const record = takeRecord(set, id, BOX_RECORD_BYTES)
  set.sources.delete(id)
  set.pieces[id] = 1
  writeRawBox(set.memory, head, set.raw, matrix)
  prepareBox(set.memory, set.raw, record)
  set.memory.u32[(head + HEAD_RECORD) >>> 2] = record
}

/**
 * Sets a prism: a footprint (x z pairs, convex or not, in either turn) from `baseY` to `topY`; `holes` holds the corner numbers at which
 * rings of holes begin. Any number of corners: a round footprint of more than 32 becomes pieces that overlap.
 * Throws a `RangeError` that says why a footprint can't be used; nothing is changed then.
 */
export function setPrismOccluder(
  set: OccluderSet,
  id: number,
  footprint: Float32Array,
  baseY: number,
  topY: number,
  holes?: readonly number[],
): void {
  expectId(set, id, 'setPrismOccluder')
  setSource(set, id, prismSource(footprint, baseY, topY, holes, 'setPrismOccluder'), 'setPrismOccluder')
}

/**
 * Sets a convex solid given as a closed triangle mesh, counter-clockwise from outside.
 * Throws a `RangeError` that says why a mesh can't be used; nothing is changed then.
 */
export function setHullOccluder(
  set: OccluderSet,
  id: number,
  positions: Float32Array,
  indices: Uint32Array,
): void {
  expectId(set, id, 'setHullOccluder')
  setSource(set, id, hullSource(positions, indices, 'setHullOccluder'), 'setHullOccluder')
}

function setSource(set: OccluderSet, id: number, source: SolidSource, caller: string): void {
  const packed = packSolids(source, set.erosion, caller)
  if (packed.starts.length > 0) placePacked(set, id, packed)
  else releaseRecord(set, id)
  set.sources.set(id, source)
  set.pieces[id] = source.length
}

function placePacked(set: OccluderSet, id: number, packed: PackedSolid): void {
  const at = takeRecord(set, id, 4 * packed.words.length)
  placeRecords(set.memory, at, packed)
  placeHead(set.memory, set.heads + HEAD_BYTES * id, at, packed)
}

/** Makes the records of prisms and hulls anew when the erosion has changed; boxes are shrunk as they are drawn. */
function erode(set: OccluderSet, erosion: number): void {
  if (set.erosion === erosion) return
  set.erosion = erosion
  for (const [id, source] of set.sources) setSource(set, id, source, 'addOccluders')
}

/** Takes an occluder out; nothing happens if the id has none. */
export function removeOccluder(set: OccluderSet, id: number): void {
  expectId(set, id, 'removeOccluder')
  releaseRecord(set, id)
  set.sources.delete(id)
}

/** Whether an id has an occluder. */
export function hasOccluder(set: OccluderSet, id: number): boolean {
  expectSet(set, 'hasOccluder')
  return set.sizes[id]! > 0 || set.sources.has(id)
}

/**
 * Draws the listed occluders in that order; give the nearest first, as what is hidden already is skipped. Ids without an occluder are
 * passed over. Returns how many covered a pixel.
 * Throws a `RangeError` if an id is out of range or the set lies in another arena than the buffer.
 */
export function addOccluders(b: OcclusionBuffer, set: OccluderSet, ids: Uint32Array, count: number): number {
  expectBegun(b, 'addOccluders')
  expectSet(set, 'addOccluders')
  checkIds('addOccluders', 'ids', ids)
  if (set.arena !== b.arena) {
    throw new RangeError('addOccluders: the set lies in another arena than the buffer, expected the same one')
  }
  if (!(Number.isInteger(count) && count >= 0 && count <= ids.length)) {
    throw new RangeError(
      `addOccluders: count is ${quoted(count)}, expected a whole number from 0 to the ${ids.length} ids`,
    )
  }
  const { list, sizes, pieces, capacity } = set
  const clearance = clearanceOf(b)
  for (let i = 0; i < count; i++) {
    if (ids[i]! > capacity)
      throw new RangeError(`addOccluders: ids[${i}] is ${ids[i]}, expected at most ${capacity}`)
  }
  drawQueue(b)
  erode(set, b.erosion)
  let drawn = 0
  for (let from = 0; from < count; ) {
    let n = 0
    for (; from < count && n < capacity; from++) {
      const id = ids[from]!
      if (
        sizes[id]! > 0 &&
        (pieces[id]! < 2 || isClearOf(set.sources.get(id)!, b.view, clearance, b.erosion))
      )
        list[n++] = id
    }
    drawn += drawHeads(b, set.heads, list.byteOffset, n)
  }
  return drawn
}

function expectSet(set: OccluderSet, caller: string): void {
  if (set?.sizes === undefined) {
    throw new TypeError(`${caller}: the set is ${quoted(set)}, expected one made by createOccluderSet`)
  }
}

function expectId(set: OccluderSet, id: number, caller: string): void {
  expectSet(set, caller)
  if (!(Number.isInteger(id) && id >= 0 && id <= set.capacity)) {
    throw new RangeError(`${caller}: id is ${quoted(id)}, expected a whole number from 0 to ${set.capacity}`)
  }
}

/** The record of an id, with room for `bytes`; the old one is kept where it fits. Sizes are powers of two times the smallest. */
function takeRecord(set: OccluderSet, id: number, bytes: number): number {
  let size = SMALLEST_RECORD
  while (size < bytes) size *= 2
  if (set.sizes[id] === size) return set.memory.u32[(set.heads + HEAD_BYTES * id + HEAD_RECORD) >>> 2]!
  const record = set.free.get(size)?.pop() ?? allocate(set.arena, size)
  releaseRecord(set, id)
  set.sizes[id] = size
  return record
}

function releaseRecord(set: OccluderSet, id: number): void {
  const size = set.sizes[id]!
  if (size === 0) return
  const at = (set.heads + HEAD_BYTES * id + HEAD_RECORD) >>> 2
  const freed = set.free.get(size)
  if (freed) freed.push(set.memory.u32[at]!)
  else set.free.set(size, [set.memory.u32[at]!])
  set.memory.u32[at] = 0
  set.sizes[id] = 0
}
