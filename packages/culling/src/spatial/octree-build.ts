/** Building a tree from many boxes at once: keys, a radix sort, then nodes and leaves in key order. */
import { bestKernels, kernelKind } from '../kernels/kernels.js'
import { KEY, keyOf } from '../kernels/keys.js'
import { emptyLane, emptyRows } from '../kernels/rows.js'
import type { OctreeKernels } from '../kernels/types.js'
import {
  boxAt,
  LANES,
  LIST_BYTES,
  laneAt,
  leafRef,
  NODE_DIRTY,
  NODE_LENGTH,
  NODE_PARENT,
  NONE,
  nodeAt,
  type Octree,
  refIndex,
  STATE_DIRTY_HIGH,
  STATE_DIRTY_LOW,
  STATE_LEAF_HIGH,
  STATE_NODE_FREE,
  STATE_ROOT_LANE,
  stateIndex,
} from './octree.js'
import { addLoose, noteOutside } from './octree-edit.js'
import { attach, freeLane, setPrefix, takeLeaf, takeNode } from './octree-nodes.js'
import { setSpaceFromBoxes } from './octree-space.js'

/** Empties nodes and leaves and makes the root. Places and the loose list are the caller's. */
export function resetStructure(o: Octree): void {
  o.nodeHigh = 1
  o.leafHigh = 0
  o.leafFree = NONE
  o.nodesUsed = 1
  o.leavesUsed = 0
  o.dirty = false
  o.u32[stateIndex(o, STATE_LEAF_HIGH)] = 0
  o.u32[stateIndex(o, STATE_NODE_FREE)] = NONE
  o.u32[stateIndex(o, STATE_DIRTY_LOW)] = 0
  o.u32[stateIndex(o, STATE_DIRTY_HIGH)] = 0
  o.u8.fill(0, o.dirtyLeaves, o.dirtyLeaves + Math.ceil(o.leafPool / 64) * 8)
  const root = nodeAt(o, 0)
  emptyRows(o.f32, root)
  for (let lane = 0; lane < LANES; lane++) o.u32[refIndex(o, 0, lane)] = 0
  o.u32[(root + NODE_PARENT) >>> 2] = 0
  o.u8[root + NODE_LENGTH] = 0
  o.u8[root + NODE_DIRTY] = 0
  emptyLane(o.f32, o.state + STATE_ROOT_LANE)
}

/** The kernels of an octree, which goes over to those in WebAssembly once they are loaded. */
export function chooseKernels(o: Octree): OctreeKernels {
  if (o.preferWasm && o.kernels.kind === 'typescript' && kernelKind() === 'wasm-simd') {
    o.kernels = bestKernels(o.arena)
  }
  return o.kernels
}

/**
 * Builds the tree anew from ids whose boxes stand in the column; they lie at the byte offset `o.scratch`, one
 * every `LIST_BYTES`. `newSpace` chooses the grid from them too; so does a grid that many of them lie outside
 * of.
 */
export function buildTree(o: Octree, given: number, newSpace: boolean): void {
  chooseKernels(o)
  resetStructure(o)
  o.looseCount = 0
  const list = o.scratch
  const spare = list + (o.capacity + 1) * LIST_BYTES
  const count = setBrokenApart(o, list, spare, given)
  if (count === 0) return
  if (newSpace || !o.space.ready || isOutgrown(o, list, count)) setSpaceFromBoxes(o, list, LIST_BYTES, count)
  o.space.outside = 0
  const shared = o.kernels.sortByKey(o.state, list, spare, count)
  buildNode(o, { list, spare, shared }, 0, count)
  o.kernels.fitLane(nodeAt(o, 0), o.state + STATE_ROOT_LANE)
}

function isOutgrown(o: Octree, list: number, count: number): boolean {
  o.space.outside = 0
  for (let i = 0; i < count; i++) noteOutside(o, o.u32[(list + i * LIST_BYTES) >>> 2]!)
  return o.space.outside * 8 > count
}

/** Broken boxes go to the loose list; returns how many are left. */
function setBrokenApart(o: Octree, list: number, spare: number, given: number): number {
  const count = o.kernels.dropBroken(o.state, list, spare, given)
  for (let i = count; i < given; i++) addLoose(o, o.u32[(list + i * LIST_BYTES) >>> 2]!)
  return count
}

/** A sorted list, and which bit of the keys its 32 bits begin with. */
type Sorted = { list: number; spare: number; shared: number }

/**
 * How the binary tree of the keys is cut into nodes of up to eight entries: for each of its inner nodes,
 * parents first, where the right half begins in this list, and which halves become nodes of their own.
 */
type Cuts = { right: number[]; closed: number[] }

const LEFT_CLOSED = 1
const RIGHT_CLOSED = 2

/**
 * Plans how many entries a range becomes, at most eight; where there are more the half with more of them
 * becomes a node.
 */
function planCuts(o: Octree, sorted: Sorted, cuts: Cuts, first: number, end: number): number {
  if (isOneEntry(o, sorted, first, end)) return 1
  const index = cuts.right.length
  const middle = middleOf(o, sorted, first, end)
  cuts.right.push(0)
  cuts.closed.push(0)
  let left = planCuts(o, sorted, cuts, first, middle)
  cuts.right[index] = cuts.right.length
  let right = planCuts(o, sorted, cuts, middle, end)
  let closed = 0
  while (left + right > LANES) {
    if (left >= right) {
      closed |= LEFT_CLOSED
      left = 1
    } else {
      closed |= RIGHT_CLOSED
      right = 1
    }
  }
  cuts.closed[index] = closed
  return left + right
}

/** A leaf, or boxes whose keys do not differ within 32 bits. */
function isOneEntry(o: Octree, sorted: Sorted, first: number, end: number): boolean {
  return end - first <= o.leafLimit || bitsAt(o, sorted, first) === bitsAt(o, sorted, end - 1)
}

/** Where a range splits at the highest bit in which its keys differ. */
function middleOf(o: Octree, sorted: Sorted, first: number, end: number): number {
  const differ = bitsAt(o, sorted, first) ^ bitsAt(o, sorted, end - 1)
  return firstWithBit(o, sorted, first, end, 0x80000000 >>> Math.clz32(differ))
}

/** Fills a node with a sorted list. */
function buildNode(o: Octree, sorted: Sorted, node: number, count: number): void {
  const cuts: Cuts = { right: [], closed: [] }
  planCuts(o, sorted, cuts, 0, count)
  addEntries(o, sorted, cuts, 0, node, 0, count, o.u8[nodeAt(o, node) + NODE_LENGTH]!)
}

/**
 * Adds the boxes first .. end, whose keys share `length` bits, to a node: as one entry, or as those of both
 * halves.
 */
function addEntries(
  o: Octree,
  sorted: Sorted,
  cuts: Cuts,
  cut: number,
  node: number,
  first: number,
  end: number,
  length: number,
): void {
  if (isOneEntry(o, sorted, first, end)) {
    const lane = addPrefix(o, sorted, node, first, length)
    if (end - first <= o.leafLimit) buildLeaf(o, sorted, node, lane, first, end)
    else buildFiner(o, sorted, node, lane, first, end)
    return
  }
  const middle = middleOf(o, sorted, first, end)
  const differ = bitsAt(o, sorted, first) ^ bitsAt(o, sorted, end - 1)
  const below = sorted.shared + Math.clz32(differ) + 1
  const closed = cuts.closed[cut]!
  addHalf(o, sorted, cuts, cut + 1, node, first, middle, below, (closed & LEFT_CLOSED) !== 0)
  addHalf(o, sorted, cuts, cuts.right[cut]!, node, middle, end, below, (closed & RIGHT_CLOSED) !== 0)
}

function addHalf(
  o: Octree,
  sorted: Sorted,
  cuts: Cuts,
  cut: number,
  node: number,
  first: number,
  end: number,
  length: number,
  closed: boolean,
): void {
  if (!closed) {
    addEntries(o, sorted, cuts, cut, node, first, end, length)
    return
  }
  const lane = addPrefix(o, sorted, node, first, length)
  const child = takeNode(o, length)
  if (child === NONE) {
    overflow(o, sorted, first, end)
    return
  }
  attach(o, node, lane, child)
  addEntries(o, sorted, cuts, cut, child, first, end, length)
  o.kernels.fitLane(nodeAt(o, child), laneAt(o, node, lane))
}

/** Writes the prefix of the next entry of a node: the first bits of the key at `first`. */
function addPrefix(o: Octree, sorted: Sorted, node: number, first: number, length: number): number {
  const lane = freeLane(o, node)
  const id = o.u32[(sorted.list + first * LIST_BYTES) >>> 2]!
  keyOf(o, o.state, boxAt(o, id), id)
  setPrefix(o, node, lane, KEY[0]!, KEY[1]!, length)
  return lane
}

function bitsAt(o: Octree, sorted: Sorted, index: number): number {
  return o.u32[(sorted.list + index * LIST_BYTES + 4) >>> 2]!
}

function firstWithBit(o: Octree, sorted: Sorted, first: number, end: number, bit: number): number {
  let low = first
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((bitsAt(o, sorted, middle) & bit) !== 0) high = middle
    else low = middle + 1
  }
  return low
}

function buildLeaf(o: Octree, sorted: Sorted, node: number, lane: number, first: number, end: number): void {
  const leaf = takeLeaf(o)
  if (leaf === NONE) {
    overflow(o, sorted, first, end)
    return
  }
  attach(o, node, lane, leafRef(leaf, end - first))
  o.kernels.packLeaf(o.state, leaf, sorted.list + first * LIST_BYTES, end - first)
}

/** Boxes whose keys do not differ within 32 bits are sorted again by the bits after those. */
function buildFiner(o: Octree, sorted: Sorted, node: number, lane: number, first: number, end: number): void {
  const child = takeNode(o, 0)
  if (child === NONE) {
    overflow(o, sorted, first, end)
    return
  }
  attach(o, node, lane, child)
  const list = sorted.list + first * LIST_BYTES
  const spare = sorted.spare + first * LIST_BYTES
  const shared = o.kernels.sortByKey(o.state, list, spare, end - first)
  buildNode(o, { list, spare, shared }, child, end - first)
  o.kernels.fitLane(nodeAt(o, child), laneAt(o, node, lane))
}

/** No room: the boxes are still found, one by one. */
function overflow(o: Octree, sorted: Sorted, first: number, end: number): void {
  o.counters.overflowed += end - first
  for (let i = first; i < end; i++) addLoose(o, o.u32[(sorted.list + i * LIST_BYTES) >>> 2]!)
}
