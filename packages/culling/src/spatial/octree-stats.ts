/** What an octree holds and what it cost: for displays, tests and tuning. */
import {
  BOX_BYTES,
  IDS_BYTES,
  INDEX_MASK,
  isBroken,
  isLeaf,
  KEYS_BYTES,
  LANES,
  type LastQuery,
  LEAF_BYTES,
  laneAt,
  NODE_BYTES,
  type Octree,
  type OctreeCounters,
  SPREAD_BYTES,
  STATE_BYTES,
  STATE_REPACKED,
  STATE_ROOT_LANE,
  stateIndex,
  WORK_BYTES,
} from './octree.js'
import { settle } from './octree-flush.js'
import { countOfLeaf, entryCount, refOf } from './octree-nodes.js'

/** What `octreeStats` reports. */
export type OctreeStats = OctreeCounters &
  LastQuery & {
    /** Boxes in the octree, the loose ones included. */
    objects: number
    nodes: number
    leaves: number
    /** Nodes from the root to the deepest leaf, both counted; 0 without boxes. */
    depth: number
    /**
     * Boxes that are not in the tree and are tested one by one: broken ones and those for which there was no
     * room.
     */
    loose: number
    /** Loose boxes with broken numbers, which every query returns. */
    unbounded: number
    /** Leaves whose boxes were sorted into blocks anew by a flush. */
    repacked: number
    /** Boxes that wait to be filed anew because of `refitBudget`. */
    waiting: number
    /** Bytes that were ever in use, without the column of boxes and scratch memory. */
    bytes: number
    bytesPerBox: number
    /** Bytes reserved in the arena, without the column of boxes. */
    bytesReserved: number
  }

/**
 * What the octree holds now, and what its last frustum query did. Walks the nodes, so it is not for every
 * frame.
 */
export function octreeStats(o: Octree): OctreeStats {
  settle(o)
  const bytes = bytesUsed(o)
  return {
    objects: o.objects,
    nodes: o.leavesUsed === 0 ? 0 : o.nodesUsed,
    leaves: o.leavesUsed,
    depth: o.leavesUsed === 0 ? 0 : depthOf(o, 0),
    loose: o.looseCount,
    unbounded: countUnbounded(o),
    ...o.counters,
    repacked: o.u32[stateIndex(o, STATE_REPACKED)]!,
    waiting: o.waiting === null ? 0 : o.waiting.count,
    bytes,
    bytesPerBox: o.objects === 0 ? 0 : bytes / o.objects,
    bytesReserved: o.bytesReserved,
    ...o.lastQuery,
  }
}

function depthOf(o: Octree, node: number): number {
  let deepest = 1
  for (let lane = 0; lane < LANES; lane++) {
    const ref = refOf(o, node, lane)
    if (ref === 0) continue
    deepest = Math.max(deepest, 1 + (isLeaf(ref) ? 1 : depthOf(o, ref)))
  }
  return deepest
}

function countUnbounded(o: Octree): number {
  let count = 0
  for (let i = 0; i < o.looseCount; i++) {
    if (isBroken(o.f32, o.boxes + o.u32[(o.loose >>> 2) + i]! * BOX_BYTES)) count++
  }
  return count
}

function bytesUsed(o: Octree): number {
  const nodes = o.nodeHigh * (NODE_BYTES + KEYS_BYTES + 8)
  const leaves = o.leafHigh * (LEAF_BYTES + IDS_BYTES + 1)
  return nodes + leaves + (o.capacity + 1) * (4 + 1) + STATE_BYTES + WORK_BYTES + SPREAD_BYTES
}

/** One node or leaf, as `forEachNode` shows it. */
export type OctreeNodeInfo = {
  leaf: boolean
  /** 0 for the root. */
  depth: number
  /** Children of a node; boxes of a leaf. */
  count: number
  minX: number
  minY: number
  minZ: number
  maxX: number
  maxY: number
  maxZ: number
}

/**
 * Calls `visit` for every node and leaf that holds something, parents first. The object it gets is the same
 * each time: copy what is to be kept. Loose boxes belong to no node.
 */
export function forEachNode(o: Octree, visit: (node: Readonly<OctreeNodeInfo>) => void): void {
  settle(o)
  if (o.leavesUsed === 0) return
  const info: OctreeNodeInfo = {
    leaf: false,
    depth: 0,
    count: 0,
    minX: 0,
    minY: 0,
    minZ: 0,
    maxX: 0,
    maxY: 0,
    maxZ: 0,
  }
  visitNode(o, 0, 0, o.state + STATE_ROOT_LANE, info, visit)
}

function visitNode(
  o: Octree,
  ref: number,
  depth: number,
  lane: number,
  info: OctreeNodeInfo,
  visit: (node: Readonly<OctreeNodeInfo>) => void,
): void {
  fillInfo(o, ref, depth, lane, info)
  visit(info)
  if (isLeaf(ref)) return
  for (let k = 0; k < LANES; k++) {
    const child = refOf(o, ref, k)
    if (child !== 0) visitNode(o, child, depth + 1, laneAt(o, ref, k), info, visit)
  }
}

function fillInfo(o: Octree, ref: number, depth: number, lane: number, info: OctreeNodeInfo): void {
  const at = lane >>> 2
  info.leaf = isLeaf(ref)
  info.depth = depth
  info.count = isLeaf(ref) ? countOfLeaf(o, ref & INDEX_MASK) : entryCount(o, ref)
  info.minX = o.f32[at]!
  info.minY = o.f32[at + 8]!
  info.minZ = o.f32[at + 16]!
  info.maxX = o.f32[at + 24]!
  info.maxY = o.f32[at + 32]!
  info.maxZ = o.f32[at + 40]!
}
