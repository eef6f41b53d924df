/**
 * How the tree shrinks: small sibling leaves merge, nodes with one child vanish, small nodes go up into their
 * parents.
 */
import { copyLane } from '../kernels/rows.js'
import { INDEX_MASK, isLeaf, LANES, LIST_BYTES, laneAt, leafRef, type Octree, WORK_LIST } from './octree.js'
import {
  attach,
  clearEntry,
  countOfLeaf,
  entryCount,
  freeLane,
  highOf,
  lowOf,
  markNode,
  moveEntry,
  parentOfLeaf,
  parentOfNode,
  refOf,
  releaseLeaf,
  releaseNode,
  setPrefix,
  sharedBits,
} from './octree-nodes.js'

/**
 * A node goes up into its parent when both together have at most this many entries: two fewer than fit, so
 * that it does not flip.
 */
const FUSE_LIMIT = 6

/** Removes an entry (node * 8 + lane) whose leaf is empty. */
export function removeEntry(o: Octree, entry: number): void {
  const node = entry >>> 3
  const lane = entry & 7
  releaseLeaf(o, refOf(o, node, lane) & INDEX_MASK)
  clearEntry(o, node, lane)
  markNode(o, node)
  tidyNode(o, node)
}

/** Merges a leaf with its sibling, while that is a leaf too and both are small. */
export function mergeLeaf(o: Octree, leaf: number): void {
  const entry = parentOfLeaf(o, leaf)
  const node = entry >>> 3
  const lane = entry & 7
  let merged = false
  while (mergeWithSibling(o, node, lane, leaf)) merged = true
  if (merged) tidyNode(o, node)
}

function mergeWithSibling(o: Octree, node: number, lane: number, leaf: number): boolean {
  const high = highOf(o, node, lane)
  const low = lowOf(o, node, lane)
  let sibling = -1
  let best = -1
  let alone = false
  for (let other = 0; other < LANES; other++) {
    if (other === lane || refOf(o, node, other) === 0) continue
    const shared = sharedBits(high, low, highOf(o, node, other), lowOf(o, node, other))
    if (shared < best) continue
    alone = shared > best
    best = shared
    sibling = other
  }
  if (!alone || !isLeaf(refOf(o, node, sibling))) return false
  const second = refOf(o, node, sibling) & INDEX_MASK
  if (countOfLeaf(o, leaf) + countOfLeaf(o, second) > o.mergeLimit) return false
  const bit = best < 32 ? (high >>> (31 - best)) & 1 : (low >>> (63 - best)) & 1
  const count = listBoth(o, bit === 0 ? leaf : second, bit === 0 ? second : leaf, best)
  releaseLeaf(o, second)
  clearEntry(o, node, sibling)
  setPrefix(o, node, lane, high, low, best)
  attach(o, node, lane, leafRef(leaf, count))
  o.kernels.packLeaf(o.state, leaf, o.work + WORK_LIST, count)
  markNode(o, node)
  return true
}

/** Lists two leaves, the one with the lower keys first. */
function listBoth(o: Octree, lower: number, upper: number, offset: number): number {
  const list = o.work + WORK_LIST
  const count = o.kernels.listLeaf(o.state, lower, offset, list)
  return count + o.kernels.listLeaf(o.state, upper, offset, list + count * LIST_BYTES)
}

/** A node lost an entry: it may be superfluous now, or able to take in small children. */
function tidyNode(o: Octree, node: number): void {
  const count = entryCount(o, node)
  if (node !== 0) {
    const parent = parentOfNode(o, node)
    if (count === 1) {
      replaceByOnlyChild(o, node, parent)
      return
    }
    if (entryCount(o, parent >>> 3) - 1 + count <= FUSE_LIMIT) {
      fuse(o, node)
      return
    }
  }
  takeInChildren(o, node)
}

/** The only child takes its parent's place and its wider prefix. */
function replaceByOnlyChild(o: Octree, node: number, parent: number): void {
  let lane = 0
  while (refOf(o, node, lane) === 0) lane++
  const ref = refOf(o, node, lane)
  copyLane(o.f32, laneAt(o, parent >>> 3, parent & 7), laneAt(o, node, lane))
  attach(o, parent >>> 3, parent & 7, ref)
  releaseNode(o, node)
  markNode(o, parent >>> 3)
  if (isLeaf(ref)) mergeLeaf(o, ref & INDEX_MASK)
  else takeInChildren(o, parent >>> 3)
}

function takeInChildren(o: Octree, node: number): void {
  for (let lane = 0; lane < LANES; lane++) {
    const ref = refOf(o, node, lane)
    if (ref === 0 || isLeaf(ref)) continue
    const others = entryCount(o, node) - 1
    if (others === 0 || others + entryCount(o, ref) <= FUSE_LIMIT) fuse(o, ref)
  }
}

/** A node's entries become its parent's. */
function fuse(o: Octree, node: number): void {
  const parent = parentOfNode(o, node)
  clearEntry(o, parent >>> 3, parent & 7)
  for (let lane = 0; lane < LANES; lane++) {
    if (refOf(o, node, lane) !== 0) moveEntry(o, parent >>> 3, freeLane(o, parent >>> 3), node, lane)
  }
  releaseNode(o, node)
  markNode(o, parent >>> 3)
}
