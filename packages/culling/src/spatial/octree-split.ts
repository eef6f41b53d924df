/**
 * How the tree makes room: leaves split where their keys differ, full nodes push entries down, uncovered keys
 * get a leaf.
 */
import { bitsFrom } from '../kernels/keys.js'
import {
  INDEX_MASK,
  isLeaf,
  LANES,
  LIST_BYTES,
  laneAt,
  leafRef,
  NONE,
  nodeAt,
  type Octree,
  WORK_LIST,
} from './octree.js'
import {
  attach,
  clearEntry,
  countOfLeaf,
  emptyLeaf,
  freeLane,
  highOf,
  lengthOf,
  lowOf,
  markNode,
  moveEntry,
  nodeLength,
  refOf,
  setPrefix,
  sharedBits,
  takeLeaf,
  takeNode,
} from './octree-nodes.js'

/** A pool is used up. */
export const NO_ROOM: number = NONE
/** Entries a full node would best push down together. */
const PUSH_DOWN = 4

/**
 * Makes an entry of a node that covers a key which none of its entries covers: the nearest leaf is widened if
 * it has room and nothing lies between, else a new leaf is made. Returns the leaf's ref, or a node where to
 * look again, or NO_ROOM.
 */
export function coverKey(o: Octree, node: number, high: number, low: number): number {
  let nearest = -1
  let best = -1
  let second = -1
  for (let lane = 0; lane < LANES; lane++) {
    if (refOf(o, node, lane) === 0) continue
    const shared = sharedBits(high, low, highOf(o, node, lane), lowOf(o, node, lane))
    if (shared > best) {
      second = best
      best = shared
      nearest = lane
    } else if (shared > second) {
      second = shared
    }
  }
  const lane = freeLane(o, node)
  if (second < best) {
    const ref = refOf(o, node, nearest)
    const roomy = isLeaf(ref) ? countOfLeaf(o, ref & INDEX_MASK) < o.leafLimit : lane < 0
    if (roomy) {
      setPrefix(o, node, nearest, high, low, Math.max(second + 1, nodeLength(o, node)))
      attach(o, node, nearest, ref)
      return ref
    }
  }
  if (lane < 0) return pushDown(o, node) ? node : NO_ROOM
  return newLeaf(o, node, lane, high, low, best < 0 ? nodeLength(o, node) : best + 1)
}

function newLeaf(o: Octree, node: number, lane: number, high: number, low: number, length: number): number {
  const leaf = takeLeaf(o)
  if (leaf === NONE) return NO_ROOM
  emptyLeaf(o, leaf)
  setPrefix(o, node, lane, high, low, length)
  attach(o, node, lane, leafRef(leaf, 1))
  return leafRef(leaf, 1)
}

/**
 * Splits a full leaf at the highest bit in which its keys and one to come differ, or narrows it when only
 * that one lies on the other side, or makes room in its node first: then look again. False when a pool is
 * used up.
 */
export function splitLeaf(o: Octree, node: number, lane: number, high: number, low: number): boolean {
  const leaf = refOf(o, node, lane) & INDEX_MASK
  const list = o.work + WORK_LIST
  let offset = lengthOf(o, node, lane)
  let count = 0
  let differ = 0
  for (; ; offset += 32) {
    count = o.kernels.listLeaf(o.state, leaf, offset, list)
    const first = listedBits(o, list, 0)
    differ = (first ^ listedBits(o, list, count - 1)) | (first ^ bitsFrom(high, low, offset))
    if (differ !== 0) break
  }
  const shared = offset + Math.clz32(differ)
  const bit = 0x80000000 >>> Math.clz32(differ)
  let middle = 0
  while (middle < count && (listedBits(o, list, middle) & bit) === 0) middle++
  if (middle === 0 || middle === count) {
    setSide(o, node, lane, high, low, shared, middle === 0)
    attach(o, node, lane, leafRef(leaf, count))
    return true
  }
  const other = freeLane(o, node)
  if (other < 0) return pushDown(o, node)
  const right = takeLeaf(o)
  if (right === NONE) return false
  setSide(o, node, lane, high, low, shared, false)
  attach(o, node, lane, leafRef(leaf, middle))
  setSide(o, node, other, high, low, shared, true)
  attach(o, node, other, leafRef(right, count - middle))
  o.kernels.packLeaf(o.state, leaf, list, middle)
  o.kernels.packLeaf(o.state, right, list + middle * LIST_BYTES, count - middle)
  markNode(o, node)
  return true
}

function listedBits(o: Octree, list: number, index: number): number {
  return o.u32[(list + index * LIST_BYTES + 4) >>> 2]!
}

/** The prefix of an entry becomes the first `shared` bits of a key and then a bit that is set or not. */
function setSide(
  o: Octree,
  node: number,
  lane: number,
  high: number,
  low: number,
  shared: number,
  set: boolean,
): void {
  const highBit = shared < 32 ? 1 << (31 - shared) : 0
  const lowBit = shared < 32 ? 0 : 1 << (63 - shared)
  const sideHigh = set ? high | highBit : high & ~highBit
  const sideLow = set ? low | lowBit : low & ~lowBit
  setPrefix(o, node, lane, sideHigh, sideLow, shared + 1)
}

/**
 * Moves the subtree of entries whose size is nearest to four from a full node into a new one. False when
 * there is none left.
 */
export function pushDown(o: Octree, node: number): boolean {
  let lead = 0
  let length = 0
  let least = LANES
  for (let i = 0; i < LANES; i++) {
    for (let j = i + 1; j < LANES; j++) {
      const shared = sharedBits(highOf(o, node, i), lowOf(o, node, i), highOf(o, node, j), lowOf(o, node, j))
      const size = groupSize(o, node, i, shared)
      const away = Math.abs(size - PUSH_DOWN)
      if (size === LANES || away >= least) continue
      least = away
      lead = i
      length = shared
    }
  }
  const below = takeNode(o, length)
  if (below === NONE) return false
  const high = highOf(o, node, lead)
  const low = lowOf(o, node, lead)
  let to = 0
  for (let lane = 0; lane < LANES; lane++) {
    if (sharedBits(high, low, highOf(o, node, lane), lowOf(o, node, lane)) < length) continue
    moveEntry(o, below, to++, node, lane)
    clearEntry(o, node, lane)
  }
  setPrefix(o, node, lead, high, low, length)
  attach(o, node, lead, below)
  o.kernels.fitLane(nodeAt(o, below), laneAt(o, node, lead))
  return true
}

/** How many entries of a full node share at least `length` bits with one of them. */
function groupSize(o: Octree, node: number, lead: number, length: number): number {
  let size = 0
  for (let lane = 0; lane < LANES; lane++) {
    const shared = sharedBits(
      highOf(o, node, lead),
      lowOf(o, node, lead),
      highOf(o, node, lane),
      lowOf(o, node, lane),
    )
    if (shared >= length) size++
  }
  return size
}
