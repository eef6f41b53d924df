/**
 * The octree's bytes. This file and its mirror `assembly/layout.ts` are the only places that know an offset.
 *
 * An entry of a node is a key prefix of any length, and a node holds up to eight disjoint ones: a radix tree
 * over scheduled Morton keys (`octree-space.ts`), gathered eight wide, so that eight children are two SIMD
 * registers of four.
 *
 *     rows    192 bytes: minX minY minZ maxX maxY maxZ, each as 8 floats. One column is a lane: the tight
 *             bounds of a child. An empty lane holds +1e30 as minimum and -1e30 as maximum, which every plane
 *             test calls outside.
 *     node    256 bytes: rows of its children, 8 refs, parent, link, prefix length, dirty flag
 *     leaf   1792 bytes: rows of its 8 blocks, counts, parent, reach and cell, then 8 blocks of rows: up to
 *             64 boxes
 *     ids     256 bytes a leaf, apart: the ids of its boxes, block after block without gaps
 *     keys     72 bytes a node, apart and never touched by queries: prefix and length of each entry
 *     place     4 bytes an id: leaf * 64 + block * 8 + slot, or LOOSE + index in the loose list, or NONE
 *     ref       4 bytes: 0 nothing, a node's index, or LEAF + (count - 1 << 25) + a leaf's index
 *     activity  1 byte an id: the flush in which it last moved (0: in none), and 128 if it is filed as moving
 *     box      32 bytes an id: minX minY minZ - maxX maxY maxZ -, the engine's own column; the lanes are
 *             derived from it
 *
 * What moves in every frame is filed apart: the first bit of a key says "moving". So movers share a few
 * leaves of their own, whose bytes stay in the caches, instead of a line here and there in every leaf of the
 * world; and for whoever asks it is one tree, in which some bounds overlap. A box is filed as moving when two
 * of its moves came within ACTIVITY_STEADY flushes, and as resting again when it has not moved for more than
 * ACTIVITY_REST; a flush changes only a few, so that neither costs a frame.
 *
 * Node 0 is the root, always there, with an empty prefix. What lies nowhere in the tree (broken numbers, or
 * no room) stands in the loose list, which every query tests box by box.
 */
import type { Octree } from './octree-type.js'

export type { LastQuery, Octree, OctreeCounters, OctreeSpace, WaitingBoxes } from './octree-type.js'

export const NONE = 0xffffffff
/** Minimum of an empty lane; the maximum is its negative. */
export const EMPTY = 1e30
/** Boxes with a coordinate beyond this count as broken: they are returned by every query. */
export const COORDINATE_LIMIT = 1e15
export const LANES = 8

export const ROW_BYTES = 32
export const ROWS_BYTES = 192
/** From the first minimum row to the first maximum row. */
export const MAX_ROWS = 96

export const NODE_BYTES = 256
export const NODE_REFS = 192
export const NODE_PARENT = 224
export const NODE_NEXT = 228
export const NODE_LENGTH = 232
export const NODE_DIRTY = 233

export const KEYS_BYTES = 72
export const KEYS_HIGH = 0
export const KEYS_LOW = 32
export const KEYS_LENGTH = 64

export const LEAF_BYTES = 1792
export const LEAF_COUNTS = 192
export const LEAF_PARENT = 200
export const LEAF_LENGTH = 204
export const LEAF_DIRTY = 205
export const LEAF_COUNT = 206
export const LEAF_EXTENT = 208
export const LEAF_REACH_MIN = 212
export const LEAF_REACH_MAX = 224
export const LEAF_NEXT = 236
export const LEAF_BLOCKS = 256
export const IDS_BYTES = 256

export const BOX_BYTES = 32
export const BOX_MAX = 16

export const LEAF_FLAG = 0x80000000
export const LOOSE_FLAG = 0x80000000
export const COUNT_SHIFT = 25
export const INDEX_MASK = 0x1ffffff

/** The state block: what kernels must know of a tree. */
export const STATE_NODES = 0
export const STATE_KEYS = 4
export const STATE_LEAVES = 8
export const STATE_IDS = 12
export const STATE_PLACES = 16
export const STATE_BOXES = 20
export const STATE_DIRTY_LEAVES = 24
export const STATE_DIRTY_HEADS = 28
export const STATE_SPREAD = 32
export const STATE_ORDER = 36
export const STATE_WORK = 40
export const STATE_QUEUE = 44
export const STATE_CAPACITY = 48
export const STATE_LEAF_HIGH = 52
export const STATE_NODE_FREE = 56
export const STATE_MORTON_BITS = 60
export const STATE_ORIGIN = 64
export const STATE_PER_UNIT = 80
export const STATE_GRID_MAX = 84
export const STATE_DIRTY_LOW = 96
export const STATE_DIRTY_HIGH = 100
export const STATE_NODES_TESTED = 104
export const STATE_LEAVES_TESTED = 108
export const STATE_BLOCKS_TESTED = 112
export const STATE_LEAVES_COPIED = 116
export const STATE_REPACKED = 120
/** Bounds of everything in the tree: one lane of rows. */
export const STATE_ROOT_LANE = 128
export const STATE_ACTIVITY = 320
/** The number of the flush, 1 to ACTIVITY_CLOCK, then from 1 again. */
export const STATE_CLOCK = 324
/** The id at which the next flush goes on looking for boxes that came to rest. */
export const STATE_SWEEP = 328
/** How many boxes are filed as moving. */
export const STATE_MOVING = 332
export const STATE_BYTES = 336

/** Work area of the kernels, one a tree. */
export const WORK_PLANES = 0
export const PLANE_BYTES = 128
export const WORK_PACK = 4096
export const WORK_LANE = 4352
/** The cell last decoded by a kernel. */
export const WORK_CELL = 4384
/** Where sums go that only serve to touch memory ahead. */
export const WORK_SINK = 4408
export const WORK_LEAF_QUEUE = 4416
export const WORK_BLOCK_QUEUE = 5120
export const WORK_COPY_QUEUE = 7424
export const WORK_LIST = 7680
export const WORK_HISTOGRAM = 8448
export const WORK_BYTES = 33_024

/**
 * A plane prepared for the kernels: a, b, c, d, then d for what is surely outside, d for what is surely
 * inside, and their distance.
 */
export const PREPARED_PLANE_BYTES = 32
export const PLANE_D = 12
export const PLANE_D_OUTSIDE = 16
export const PLANE_D_INSIDE = 20
export const PLANE_BAND = 24
/** What four additions in doubles may be off, relative to the sum of the magnitudes: 2^-50. */
export const DOUBLE_ROUNDING = 8.881784197001252e-16
export const LIST_BYTES = 8
export const DIRTY_BUCKETS = 64
/** A spread table: for each axis 3 groups of 6 bits, 64 keys of 8 bytes each. */
export const SPREAD_GROUP_BYTES = 512
export const SPREAD_AXIS_BYTES = 1536
export const SPREAD_BYTES = 4608
/** Kernels may write this many ids beyond the last one. */
export const OUT_SLACK = 16

/** Boxes a block gets when a leaf is packed, so that some room is left for insertions. */
export const PACK_FILL = 6
/**
 * How far a centre may leave its leaf's cell before the box is filed anew, in edges of the cell: boxes that
 * go to and fro over a border stay where they are.
 */
export const REACH_MARGIN = 0.125
/** A leaf whose blocks' summed extents grew by this factor since it was packed is packed anew. */
export const REPACK_GROWTH = 1.3
/** The bit of a byte of activity that says "moving". */
export const ACTIVITY_MOVING = 128
export const ACTIVITY_CLOCK = 127
export const ACTIVITY_STEADY = 4
export const ACTIVITY_REST = 32
/**
 * A flush looks through 1 / 2^6 of all ids for those at rest. With 2^6 = 64 flushes a round, the clock cannot
 * lap them.
 */
export const ACTIVITY_SWEEP_SHIFT = 6
/**
 * So many boxes, and one more for every 2^6, may be filed anew in a flush only because they began to move; so
 * many came to rest.
 */
export const ACTIVITY_CHANGES = 8
export const ACTIVITY_CHANGES_SHIFT = 6
/** Batch sizes of a query: lists are worked off when they are longer than this. */
export const LEAF_BATCH = 56
export const BLOCK_BATCH = 96
export const COPY_BATCH = 16

export function nodeAt(o: Octree, node: number): number {
  return o.nodes + node * NODE_BYTES
}

export function leafAt(o: Octree, leaf: number): number {
  return o.leaves + leaf * LEAF_BYTES
}

export function idsAt(o: Octree, leaf: number): number {
  return o.ids + leaf * IDS_BYTES
}

/** Byte offset of the lane (its first row) of a child in its node. */
export function laneAt(o: Octree, node: number, lane: number): number {
  return o.nodes + node * NODE_BYTES + lane * 4
}

/** Byte offset of the lane of one box in its block. */
export function slotAt(o: Octree, place: number): number {
  return (
    o.leaves + (place >>> 6) * LEAF_BYTES + LEAF_BLOCKS + ((place >>> 3) & 7) * ROWS_BYTES + (place & 7) * 4
  )
}

export function boxAt(o: Octree, id: number): number {
  return o.boxes + id * BOX_BYTES
}

export function refIndex(o: Octree, node: number, lane: number): number {
  return (o.nodes + node * NODE_BYTES + NODE_REFS + lane * 4) >>> 2
}

export function isLeaf(ref: number): boolean {
  return ref >= LEAF_FLAG
}

export function leafRef(leaf: number, count: number): number {
  return (LEAF_FLAG | (((count - 1) & 63) << COUNT_SHIFT) | leaf) >>> 0
}

export function stateIndex(o: Octree, field: number): number {
  return (o.state + field) >>> 2
}

export function placeOf(o: Octree, id: number): number {
  return o.u32[(o.places >>> 2) + id]!
}

export function setPlace(o: Octree, id: number, place: number): void {
  o.u32[(o.places >>> 2) + id] = place
}

/** How many ids of a leaf stand before those of a block. */
export function firstOfBlock(o: Octree, leaf: number, block: number): number {
  const counts = leafAt(o, leaf) + LEAF_COUNTS
  let first = 0
  for (let k = 0; k < block; k++) first += o.u8[counts + k]!
  return first
}

/** Byte offset of the id that stands for a place. */
export function idAt(o: Octree, place: number): number {
  const leaf = place >>> 6
  return idsAt(o, leaf) + (firstOfBlock(o, leaf, (place >>> 3) & 7) + (place & 7)) * 4
}

/**
 * Whether a box cannot be filed: a coordinate that is not a number or beyond the limit, or a minimum above
 * its maximum.
 */
export function isBroken(f: Float32Array, box: number): boolean {
  const i = box >>> 2
  return !(axisSound(f[i]!, f[i + 4]!) && axisSound(f[i + 1]!, f[i + 5]!) && axisSound(f[i + 2]!, f[i + 6]!))
}

function axisSound(min: number, max: number): boolean {
  return min <= max && min >= -COORDINATE_LIMIT && max <= COORDINATE_LIMIT
}
