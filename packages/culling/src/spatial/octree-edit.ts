/**
 * Putting boxes into the tree and taking them out. The boxes themselves stand in the column; here only the
 * structure changes.
 */
import { KEY, keyOf } from '../kernels/keys.js'
import { markBlock } from '../kernels/move-boxes.js'
import { storeBox } from '../kernels/pack-leaf.js'
import { copyLane, emptyLane } from '../kernels/rows.js'
import {
  boxAt,
  firstOfBlock,
  INDEX_MASK,
  idAt,
  idsAt,
  isBroken,
  isLeaf,
  LANES,
  LEAF_BLOCKS,
  LEAF_COUNT,
  LEAF_COUNTS,
  LOOSE_FLAG,
  laneAt,
  leafAt,
  MAX_ROWS,
  NONE,
  type Octree,
  placeOf,
  ROW_BYTES,
  ROWS_BYTES,
  STATE_ROOT_LANE,
  setPlace,
  slotAt,
} from './octree.js'
import { mergeLeaf, removeEntry } from './octree-merge.js'
import {
  countOfLeaf,
  highOf,
  lengthOf,
  lowOf,
  parentOfLeaf,
  parentOfNode,
  refOf,
  sharedBits,
  updateLeafRef,
} from './octree-nodes.js'
import { setSpace } from './octree-space.js'
import { coverKey, NO_ROOM, splitLeaf } from './octree-split.js'

const ROW = ROW_BYTES >>> 2
const MAX = MAX_ROWS >>> 2

/**
 * Files an id, whose box stands in the column: in the tree, or in the loose list if it is broken or there is
 * no room.
 */
export function fileBox(o: Octree, id: number): void {
  if (isBroken(o.f32, boxAt(o, id))) {
    addLoose(o, id)
    return
  }
  if (!o.space.ready) setSpaceOfOne(o, id)
  noteOutside(o, id)
  keyOf(o, o.state, boxAt(o, id), id)
  const leaf = findLeaf(o, KEY[0]!, KEY[1]!)
  if (leaf === NONE) {
    o.counters.overflowed++
    addLoose(o, id)
    return
  }
  putIntoLeaf(o, leaf, id)
}

/** Without a hint the first box decides where the grid lies. */
function setSpaceOfOne(o: Octree, id: number): void {
  const at = boxAt(o, id) >>> 2
  const range = new Float64Array(6)
  for (let axis = 0; axis < 3; axis++) {
    range[axis] = (o.f32[at + axis]! + o.f32[at + 4 + axis]!) / 2
    range[axis + 3] = range[axis]!
  }
  setSpace(o, range)
}

/** Takes an id out of the tree or the loose list. */
export function unfileBox(o: Octree, id: number): void {
  const place = placeOf(o, id)
  if (place >= LOOSE_FLAG) removeLoose(o, place - LOOSE_FLAG)
  else takeFromLeaf(o, place)
  setPlace(o, id, NONE)
}

export function addLoose(o: Octree, id: number): void {
  o.u32[(o.loose >>> 2) + o.looseCount] = id
  setPlace(o, id, LOOSE_FLAG + o.looseCount)
  o.looseCount++
}

function removeLoose(o: Octree, index: number): void {
  const loose = o.loose >>> 2
  const last = o.u32[loose + --o.looseCount]!
  o.u32[loose + index] = last
  setPlace(o, last, LOOSE_FLAG + index)
}

/**
 * Counts boxes whose centre is outside the grid; they are filed in border cells, and many of them ask for a
 * new grid.
 */
export function noteOutside(o: Octree, id: number): void {
  const { f32, space } = o
  const at = boxAt(o, id) >>> 2
  if (
    isOutside(f32[at]! + f32[at + 4]!, space.originX, space.unit, space.bits[0]!) ||
    isOutside(f32[at + 1]! + f32[at + 5]!, space.originY, space.unit, space.bits[1]!) ||
    isOutside(f32[at + 2]! + f32[at + 6]!, space.originZ, space.unit, space.bits[2]!)
  ) {
    space.outside++
  }
}

function isOutside(twiceCenter: number, origin: number, unit: number, bits: number): boolean {
  const step = (twiceCenter / 2 - origin) / unit
  return step < 0 || step > 2 ** bits
}

/** The leaf where a key belongs, with room for one more; NONE when a pool is used up. */
function findLeaf(o: Octree, high: number, low: number): number {
  let node = 0
  for (;;) {
    const lane = matchingLane(o, node, high, low)
    if (lane < 0) {
      const next = coverKey(o, node, high, low)
      if (next === NO_ROOM) return NONE
      if (isLeaf(next)) return next & INDEX_MASK
      node = next
      continue
    }
    const ref = refOf(o, node, lane)
    if (!isLeaf(ref)) {
      node = ref
    } else if (countOfLeaf(o, ref & INDEX_MASK) < o.leafLimit) {
      return ref & INDEX_MASK
    } else if (!splitLeaf(o, node, lane, high, low)) {
      return NONE
    }
  }
}

/** The entry of a node whose prefix a key carries, or -1. */
function matchingLane(o: Octree, node: number, high: number, low: number): number {
  for (let lane = 0; lane < LANES; lane++) {
    if (refOf(o, node, lane) === 0) continue
    const shared = sharedBits(high, low, highOf(o, node, lane), lowOf(o, node, lane))
    if (shared >= lengthOf(o, node, lane)) return lane
  }
  return -1
}

/** Puts a box into the block that grows least. */
function putIntoLeaf(o: Octree, leaf: number, id: number): void {
  const head = leafAt(o, leaf)
  const block = chooseBlock(o, head, boxAt(o, id))
  const held = o.u8[head + LEAF_COUNTS + block]!
  const place = leaf * 64 + block * 8 + held
  const at = firstOfBlock(o, leaf, block) + held
  const count = o.u8[head + LEAF_COUNT]!
  const ids = idsAt(o, leaf) >>> 2
  for (let i = count; i > at; i--) o.u32[ids + i] = o.u32[ids + i - 1]!
  o.u32[ids + at] = id
  o.u8[head + LEAF_COUNTS + block] = held + 1
  o.u8[head + LEAF_COUNT] = count + 1
  setPlace(o, id, place)
  updateLeafRef(o, leaf)
  storeBox(o.f32, slotAt(o, place), boxAt(o, id))
  growUpwards(o, leaf, block, slotAt(o, place))
  markBlock(o, o.state, leaf, head, block)
  o.dirty = true
}

/** The block whose summed edges grow least; an empty one costs the edges of the box. */
function chooseBlock(o: Octree, head: number, box: number): number {
  const { f32, u8 } = o
  const b = box >>> 2
  const own = f32[b + 4]! - f32[b]! + (f32[b + 5]! - f32[b + 1]!) + (f32[b + 6]! - f32[b + 2]!)
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (let block = 0; block < LANES; block++) {
    const held = u8[head + LEAF_COUNTS + block]!
    if (held === LANES) continue
    const cost = held === 0 ? own : growth(f32, (head >>> 2) + block, b)
    if (cost >= least) continue
    least = cost
    best = block
  }
  return best
}

function growth(f32: Float32Array, lane: number, box: number): number {
  let sum = 0
  for (let axis = 0; axis < 3; axis++) {
    const min = f32[lane + axis * ROW]!
    const max = f32[lane + MAX + axis * ROW]!
    sum += Math.max(max, f32[box + 4 + axis]!) - Math.min(min, f32[box + axis]!) - (max - min)
  }
  return sum
}

/** Grows the lanes above a box until one holds it already. */
function growUpwards(o: Octree, leaf: number, block: number, slot: number): void {
  if (!growLane(o.f32, leafAt(o, leaf) + block * 4, slot)) return
  let parent = parentOfLeaf(o, leaf)
  while (growLane(o.f32, laneAt(o, parent >>> 3, parent & 7), slot)) {
    if (parent >>> 3 === 0) {
      growLane(o.f32, o.state + STATE_ROOT_LANE, slot)
      return
    }
    parent = parentOfNode(o, parent >>> 3)
  }
}

function growLane(f32: Float32Array, lane: number, slot: number): boolean {
  const to = lane >>> 2
  const from = slot >>> 2
  let grew = false
  for (let row = 0; row < 3; row++) {
    const min = f32[from + row * ROW]!
    const max = f32[from + MAX + row * ROW]!
    if (min < f32[to + row * ROW]!) {
      f32[to + row * ROW] = min
      grew = true
    }
    if (max > f32[to + MAX + row * ROW]!) {
      f32[to + MAX + row * ROW] = max
      grew = true
    }
  }
  return grew
}

/** Takes the box at a place out of its leaf; the last of the block takes its place. */
function takeFromLeaf(o: Octree, place: number): void {
  const leaf = place >>> 6
  const block = (place >>> 3) & 7
  const head = leafAt(o, leaf)
  const held = o.u8[head + LEAF_COUNTS + block]! - 1
  const last = leaf * 64 + block * 8 + held
  const count = o.u8[head + LEAF_COUNT]!
  const lastId = idAt(o, last)
  if (last !== place) {
    const id = o.u32[lastId >>> 2]!
    copyLane(o.f32, slotAt(o, place), slotAt(o, last))
    o.u32[idAt(o, place) >>> 2] = id
    setPlace(o, id, place)
  }
  const end = (idsAt(o, leaf) >>> 2) + count - 1
  for (let i = lastId >>> 2; i < end; i++) o.u32[i] = o.u32[i + 1]!
  emptyLane(o.f32, head + LEAF_BLOCKS + block * ROWS_BYTES + held * 4)
  o.u8[head + LEAF_COUNTS + block] = held
  o.u8[head + LEAF_COUNT] = count - 1
  o.dirty = true
  if (count === 1) {
    removeEntry(o, parentOfLeaf(o, leaf))
    return
  }
  updateLeafRef(o, leaf)
  markBlock(o, o.state, leaf, head, block)
  if (count - 1 < o.mergeLimit / 2) mergeLeaf(o, leaf)
}
