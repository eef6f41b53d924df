/** What a user does to an octree: boxes in, moved and out. */
import {
  ACTIVITY_MOVING,
  boxAt,
  LIST_BYTES,
  NONE,
  type Octree,
  placeOf,
  STATE_MOVING,
  setPlace,
  stateIndex,
} from './octree.js'
import { buildTree, resetStructure } from './octree-build.js'
import { checkFloats, checkIds, checkOrder } from './octree-checks.js'
import { fileBox, unfileBox } from './octree-edit.js'
import { rebuild, rebuildIfOutgrown } from './octree-flush.js'
import { setSpace } from './octree-space.js'

/**
 * From so many boxes on a batch builds the tree instead of filing them one by one, if it is at least half of
 * all.
 */
const BUILD_MIN = 32
/** Marks ids of a batch while it is checked; no place has this value. */
const CHECKED = NONE - 1

/** Whether an id is in the octree. */
export function has(o: Octree, id: number): boolean {
  return id >= 0 && id <= o.capacity && placeOf(o, id) !== NONE
}

/**
 * Adds a box, rounded outwards to float32. One with a coordinate that is not finite or beyond 1e15 is kept
 * apart, and every query returns it.
 * Throws if the id is not a whole number from 0 to `capacity` or is there already, or if a minimum is above
 * its maximum.
 */
export function insert(
  o: Octree,
  id: number,
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
): void {
  checkId(o, 'insert', id)
  if (placeOf(o, id) !== NONE) throw new Error(`insert: id ${id} is already in the octree`)
  checkOrder('insert', minX, minY, minZ, maxX, maxY, maxZ)
  writeBox(o, id, minX, minY, minZ, maxX, maxY, maxZ)
  addBox(o, id)
}

/**
 * Gives a box a new place, which counts from the next flush or query on.
 * Throws if the id is not in the octree, or if a minimum is above its maximum.
 */
export function move(
  o: Octree,
  id: number,
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
): void {
  checkId(o, 'move', id)
  if (placeOf(o, id) === NONE) throw new Error(`move: id ${id} is not in the octree`)
  checkOrder('move', minX, minY, minZ, maxX, maxY, maxZ)
  writeBox(o, id, minX, minY, minZ, maxX, maxY, maxZ)
  const word = (o.pendingBits >>> 2) + (id >>> 5)
  const bit = 1 << (id & 31)
  if ((o.u32[word]! & bit) !== 0) return
  o.u32[word]! |= bit
  o.u32[(o.pending >>> 2) + o.pendingCount++] = id
}

/**
 * Takes a box out; false if the id is not in the octree. Throws if it is not a whole number from 0 to
 * `capacity`.
 */
export function remove(o: Octree, id: number): boolean {
  checkId(o, 'remove', id)
  if (placeOf(o, id) === NONE) return false
  unfileBox(o, id)
  forgetActivity(o, id)
  o.objects--
  return true
}

/** The next box with this id is a new one. */
function forgetActivity(o: Octree, id: number): void {
  if ((o.u8[o.activity + id]! & ACTIVITY_MOVING) !== 0) o.u32[stateIndex(o, STATE_MOVING)]!--
  o.u8[o.activity + id] = 0
}

/**
 * Adds `count` boxes at once: `ids`, and in `boxes` 6 floats each, minX minY minZ maxX maxY maxZ. Into an
 * empty or small octree this builds the tree, which is far faster than single insertions. Throws as `insert`
 * does, before anything is changed.
 */
export function insertMany(o: Octree, ids: Uint32Array, boxes: Float32Array, count: number): void {
  checkBatch(o, ids, boxes, count)
  const { f32 } = o
  const column = o.boxes >>> 2
  for (let i = 0; i < count; i++) {
    const from = i * 6
    const to = column + ids[i]! * 8
    f32[to] = boxes[from]!
    f32[to + 1] = boxes[from + 1]!
    f32[to + 2] = boxes[from + 2]!
    f32[to + 4] = boxes[from + 3]!
    f32[to + 5] = boxes[from + 4]!
    f32[to + 6] = boxes[from + 5]!
  }
  addMany(o, ids, count)
}

/**
 * Adds `count` ids whose boxes stand in the column already. Made for a frame: nothing is thrown; ids that are
 * out of range, there already or given twice are ignored and counted, and a broken box is kept apart, to be
 * returned by every query.
 */
export function insertFromColumn(o: Octree, ids: Uint32Array, count: number): void {
  let usable = 0
  for (let i = 0; i < count; i++) {
    const id = ids[i]!
    if (id > o.capacity || placeOf(o, id) !== NONE) {
      o.counters.ignored++
      continue
    }
    setPlace(o, id, CHECKED)
    usable++
  }
  o.objects += usable
  if (isBuild(o, usable)) {
    rebuild(o, o.hint === null)
    return
  }
  for (let i = 0; i < count; i++) {
    const id = ids[i]!
    if (id <= o.capacity && placeOf(o, id) === CHECKED) fileBox(o, id)
  }
  rebuildIfOutgrown(o)
}

/** Takes all boxes out. */
export function clear(o: Octree): void {
  o.u32.fill(NONE, o.places >>> 2, (o.places >>> 2) + o.capacity + 1)
  o.u32.fill(0, o.pendingBits >>> 2, (o.pendingBits >>> 2) + Math.ceil((o.capacity + 1) / 32))
  o.u8.fill(0, o.activity, o.activity + o.capacity + 1)
  o.u32[stateIndex(o, STATE_MOVING)] = 0
  o.pendingCount = 0
  o.looseCount = 0
  o.objects = 0
  if (o.waiting !== null) {
    o.waiting.marks.fill(0)
    o.waiting.count = 0
  }
  resetStructure(o)
  o.space.ready = o.hint !== null
  if (o.hint !== null) setSpace(o, o.hint)
}

function addBox(o: Octree, id: number): void {
  o.objects++
  fileBox(o, id)
  rebuildIfOutgrown(o)
}

function isBuild(o: Octree, count: number): boolean {
  return count >= BUILD_MIN && count * 2 >= o.objects
}

function addMany(o: Octree, ids: Uint32Array, count: number): void {
  o.objects += count
  if (!isBuild(o, count)) {
    for (let i = 0; i < count; i++) fileBox(o, ids[i]!)
    rebuildIfOutgrown(o)
  } else if (count === o.objects) {
    const list = o.scratch >>> 2
    for (let i = 0; i < count; i++) o.u32[list + i * (LIST_BYTES >>> 2)] = ids[i]!
    buildTree(o, count, o.hint === null)
  } else {
    rebuild(o, o.hint === null)
  }
}

/** Writes a box to the column, rounded outwards to float32, so that it holds what it was given. */
function writeBox(
  o: Octree,
  id: number,
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
): void {
  const at = boxAt(o, id) >>> 2
  writeMin(o, at, minX)
  writeMin(o, at + 1, minY)
  writeMin(o, at + 2, minZ)
  writeMax(o, at + 4, maxX)
  writeMax(o, at + 5, maxY)
  writeMax(o, at + 6, maxZ)
}

function writeMin(o: Octree, index: number, value: number): void {
  o.f32[index] = value
  if (o.f32[index]! > value) stepAway(o, index, o.f32[index]! > 0 ? -1 : 1, 0x80000001)
}

function writeMax(o: Octree, index: number, value: number): void {
  o.f32[index] = value
  if (o.f32[index]! < value) stepAway(o, index, o.f32[index]! < 0 ? -1 : 1, 0x00000001)
}

/** Goes to the next float32: its bits count up away from 0. */
function stepAway(o: Octree, index: number, by: number, fromZero: number): void {
  if (o.f32[index] === 0) o.u32[index] = fromZero
  else o.u32[index]! += by
}

function checkId(o: Octree, name: string, id: number): void {
  if (!(Number.isInteger(id) && id >= 0 && id <= o.capacity)) {
    throw new RangeError(
      `${name}: id is ${id}, expected a whole number from 0 to ${o.capacity}, the capacity`,
    )
  }
}

/** Checks a batch and marks its ids; takes the marks back before it throws. */
function checkBatch(o: Octree, ids: Uint32Array, boxes: Float32Array, count: number): void {
  checkIds('insertMany', 'ids', ids)
  checkFloats('insertMany', 'boxes', boxes)
  if (!(Number.isInteger(count) && count >= 0 && count <= ids.length)) {
    throw new RangeError(
      `insertMany: count is ${count}, expected a whole number from 0 to ${ids.length}, the length of ids`,
    )
  }
  if (boxes.length < count * 6) {
    throw new RangeError(
      `insertMany: boxes has ${boxes.length} floats, expected at least ${count * 6}, 6 a box`,
    )
  }
  const good = markGood(o, ids, boxes, count)
  if (good === count) return
  const place = ids[good]! <= o.capacity ? placeOf(o, ids[good]!) : NONE
  for (let i = 0; i < good; i++) setPlace(o, ids[i]!, NONE)
  failBatch(o, ids[good]!, place, boxes, good * 6)
}

/** Marks ids as long as they and their boxes are good; returns how many are. */
function markGood(o: Octree, ids: Uint32Array, boxes: Float32Array, count: number): number {
  const { u32, capacity } = o
  const places = o.places >>> 2
  for (let i = 0; i < count; i++) {
    const id = ids[i]!
    if (id > capacity || u32[places + id] !== NONE) return i
    const at = i * 6
    if (boxes[at]! > boxes[at + 3]! || boxes[at + 1]! > boxes[at + 4]! || boxes[at + 2]! > boxes[at + 5]!)
      return i
    u32[places + id] = CHECKED
  }
  return count
}

function failBatch(o: Octree, id: number, place: number, boxes: Float32Array, at: number): void {
  checkId(o, 'insertMany', id)
  if (place === CHECKED) throw new Error(`insertMany: id ${id} stands in ids twice`)
  if (place !== NONE) throw new Error(`insertMany: id ${id} is already in the octree`)
  const [minX, minY, minZ, maxX, maxY, maxZ] = boxes.subarray(at, at + 6)
  checkOrder('insertMany', minX!, minY!, minZ!, maxX!, maxY!, maxZ!)
}
