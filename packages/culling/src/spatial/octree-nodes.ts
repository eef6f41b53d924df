/** Pools of nodes and leaves, and the entries of a node: key prefix, length, ref and lane of each child. */
import { markNode as markDirtyNode } from '../kernels/refit.js'
import { copyLane, emptyLane, emptyRows } from '../kernels/rows.js'
import {
  COUNT_SHIFT,
  INDEX_MASK,
  isLeaf,
  KEYS_BYTES,
  KEYS_HIGH,
  KEYS_LENGTH,
  KEYS_LOW,
  LANES,
  LEAF_BLOCKS,
  LEAF_COUNT,
  LEAF_COUNTS,
  LEAF_DIRTY,
  LEAF_EXTENT,
  LEAF_LENGTH,
  LEAF_NEXT,
  LEAF_PARENT,
  laneAt,
  leafAt,
  leafRef,
  NODE_DIRTY,
  NODE_LENGTH,
  NODE_NEXT,
  NODE_PARENT,
  NONE,
  nodeAt,
  type Octree,
  ROWS_BYTES,
  refIndex,
  STATE_LEAF_HIGH,
  STATE_NODE_FREE,
  stateIndex,
} from './octree.js'

/**
 * Takes a node with a prefix of `length` bits and no entries, or NONE when the pool is used up. Its parent is
 * not set.
 */
export function takeNode(o: Octree, length: number): number {
  const free = stateIndex(o, STATE_NODE_FREE)
  let node = o.u32[free]!
  if (node !== NONE) o.u32[free] = o.u32[(nodeAt(o, node) + NODE_NEXT) >>> 2]!
  else if (o.nodeHigh < o.nodePool) node = o.nodeHigh++
  else return NONE
  const at = nodeAt(o, node)
  emptyRows(o.f32, at)
  for (let lane = 0; lane < LANES; lane++) o.u32[refIndex(o, node, lane)] = 0
  o.u8[at + NODE_LENGTH] = length
  o.u8[at + NODE_DIRTY] = 0
  o.nodesUsed++
  return node
}

/** A dirty node still stands in a list of the refit, which gives it back when it drops it. */
export function releaseNode(o: Octree, node: number): void {
  const at = nodeAt(o, node)
  o.nodesUsed--
  o.u32[(at + NODE_PARENT) >>> 2] = NONE
  if (o.u8[at + NODE_DIRTY]) return
  const free = stateIndex(o, STATE_NODE_FREE)
  o.u32[(at + NODE_NEXT) >>> 2] = o.u32[free]!
  o.u32[free] = node
}

/** Takes an empty leaf, or NONE when the pool is used up. */
export function takeLeaf(o: Octree): number {
  let leaf = o.leafFree
  if (leaf !== NONE) {
    o.leafFree = o.u32[(leafAt(o, leaf) + LEAF_NEXT) >>> 2]!
  } else if (o.leafHigh < o.leafPool) {
    leaf = o.leafHigh++
    o.u32[stateIndex(o, STATE_LEAF_HIGH)] = o.leafHigh
  } else return NONE
  const head = leafAt(o, leaf)
  o.u8.fill(0, head + LEAF_COUNTS, head + LEAF_COUNTS + LANES)
  o.u8[head + LEAF_COUNT] = 0
  o.u8[head + LEAF_DIRTY] = 0
  o.f32[(head + LEAF_EXTENT) >>> 2] = 0
  o.leavesUsed++
  return leaf
}

/** A leaf that is not packed at once must be emptied. */
export function emptyLeaf(o: Octree, leaf: number): void {
  const head = leafAt(o, leaf)
  emptyRows(o.f32, head)
  for (let block = 0; block < LANES; block++) emptyRows(o.f32, head + LEAF_BLOCKS + block * ROWS_BYTES)
}

export function releaseLeaf(o: Octree, leaf: number): void {
  const head = leafAt(o, leaf)
  o.leavesUsed--
  o.u32[(head + LEAF_PARENT) >>> 2] = NONE
  o.u32[(head + LEAF_NEXT) >>> 2] = o.leafFree
  o.u8[head + LEAF_DIRTY] = 0
  o.u32[(o.dirtyLeaves >>> 2) + (leaf >>> 5)]! &= ~(1 << (leaf & 31))
  o.leafFree = leaf
}

/** Entries of a node, by lane. */
export function refOf(o: Octree, node: number, lane: number): number {
  return o.u32[refIndex(o, node, lane)]!
}

export function setRef(o: Octree, node: number, lane: number, ref: number): void {
  o.u32[refIndex(o, node, lane)] = ref
}

export function highOf(o: Octree, node: number, lane: number): number {
  return o.u32[((o.keys + node * KEYS_BYTES + KEYS_HIGH) >>> 2) + lane]!
}

export function lowOf(o: Octree, node: number, lane: number): number {
  return o.u32[((o.keys + node * KEYS_BYTES + KEYS_LOW) >>> 2) + lane]!
}

export function lengthOf(o: Octree, node: number, lane: number): number {
  return o.u8[o.keys + node * KEYS_BYTES + KEYS_LENGTH + lane]!
}

export function nodeLength(o: Octree, node: number): number {
  return o.u8[nodeAt(o, node) + NODE_LENGTH]!
}

/** Parent of a node as node * 8 + lane. */
export function parentOfNode(o: Octree, node: number): number {
  return o.u32[(nodeAt(o, node) + NODE_PARENT) >>> 2]!
}

/** Parent of a leaf as node * 8 + lane. */
export function parentOfLeaf(o: Octree, leaf: number): number {
  return o.u32[(leafAt(o, leaf) + LEAF_PARENT) >>> 2]!
}

export function countOfLeaf(o: Octree, leaf: number): number {
  return o.u8[leafAt(o, leaf) + LEAF_COUNT]!
}

export function freeLane(o: Octree, node: number): number {
  for (let lane = 0; lane < LANES; lane++) if (refOf(o, node, lane) === 0) return lane
  return -1
}

export function entryCount(o: Octree, node: number): number {
  let count = 0
  for (let lane = 0; lane < LANES; lane++) if (refOf(o, node, lane) !== 0) count++
  return count
}

/** How many leading bits two keys share. */
export function sharedBits(high: number, low: number, otherHigh: number, otherLow: number): number {
  const differ = high ^ otherHigh
  return differ !== 0 ? Math.clz32(differ) : 32 + Math.clz32(low ^ otherLow)
}

/** Sets the prefix of an entry: the first `length` bits of a key. */
export function setPrefix(
  o: Octree,
  node: number,
  lane: number,
  high: number,
  low: number,
  length: number,
): void {
  const keys = o.keys + node * KEYS_BYTES
  o.u32[((keys + KEYS_HIGH) >>> 2) + lane] = high & maskOf(length)
  o.u32[((keys + KEYS_LOW) >>> 2) + lane] = low & maskOf(length - 32)
  o.u8[keys + KEYS_LENGTH + lane] = length
}

/** The upper `bits` bits of a word. */
function maskOf(bits: number): number {
  if (bits <= 0) return 0
  return bits >= 32 ? -1 : -1 << (32 - bits)
}

/** Makes a node or leaf the child of a lane, whose prefix is set; a leaf gets the reach of its cell. */
export function attach(o: Octree, node: number, lane: number, ref: number): void {
  setRef(o, node, lane, ref)
  const length = lengthOf(o, node, lane)
  if (isLeaf(ref)) {
    const leaf = ref & INDEX_MASK
    o.u32[(leafAt(o, leaf) + LEAF_PARENT) >>> 2] = node * LANES + lane
    o.u8[leafAt(o, leaf) + LEAF_LENGTH] = length
    o.kernels.setReach(o.state, leaf)
  } else {
    const at = nodeAt(o, ref)
    o.u32[(at + NODE_PARENT) >>> 2] = node * LANES + lane
    o.u8[at + NODE_LENGTH] = length
  }
}

/** Copies prefix and bounds of an entry and moves its child there. The old entry stays as it is. */
export function moveEntry(o: Octree, toNode: number, toLane: number, node: number, lane: number): void {
  setPrefix(o, toNode, toLane, highOf(o, node, lane), lowOf(o, node, lane), lengthOf(o, node, lane))
  copyLane(o.f32, laneAt(o, toNode, toLane), laneAt(o, node, lane))
  attach(o, toNode, toLane, refOf(o, node, lane))
}

export function clearEntry(o: Octree, node: number, lane: number): void {
  setRef(o, node, lane, 0)
  emptyLane(o.f32, laneAt(o, node, lane))
}

/** Writes the count of a leaf into its ref. */
export function updateLeafRef(o: Octree, leaf: number): void {
  const parent = parentOfLeaf(o, leaf)
  setRef(o, parent >>> 3, parent & 7, leafRef(leaf, countOfLeaf(o, leaf)))
}

export function countOfRef(ref: number): number {
  return ((ref >>> COUNT_SHIFT) & 63) + 1
}

/** The node's bounds are no longer exact, or its parent's are not. */
export function markNode(o: Octree, node: number): void {
  markDirtyNode(o, o.state, node)
  o.dirty = true
}
