/**
 * What queries in TypeScript need to walk an octree: from nodes to leaves, blocks and boxes, as indices of
 * floats and of ids.
 */
import {
  BOX_BYTES,
  idsAt,
  LEAF_BLOCKS,
  LEAF_COUNTS,
  leafAt,
  nodeAt,
  type Octree,
  ROWS_BYTES,
  refIndex,
} from './octree.js'

export { INDEX_MASK, isBroken, isLeaf, LANES, type Octree } from './octree.js'

/** Refs that a walk in depth can have before it: seven of each node on its way, for every bit of a key. */
export const STACK_SIZE = 1024

/** The ref of a node's child; 0 is none. */
export function childOf(o: Octree, node: number, lane: number): number {
  return o.u32[refIndex(o, node, lane)]!
}

/** The bounds of a node's children: the float index of the first lane. */
export function lanesOfNode(o: Octree, node: number): number {
  return nodeAt(o, node) >>> 2
}

/** The bounds of a leaf's blocks. */
export function lanesOfLeaf(o: Octree, leaf: number): number {
  return leafAt(o, leaf) >>> 2
}

/** The bounds of the boxes in a block. */
export function lanesOfBlock(o: Octree, leaf: number, block: number): number {
  return (leafAt(o, leaf) + LEAF_BLOCKS + block * ROWS_BYTES) >>> 2
}

/** How many boxes a block holds. */
export function heldBy(o: Octree, leaf: number, block: number): number {
  return o.u8[leafAt(o, leaf) + LEAF_COUNTS + block]!
}

/** Where the ids of a leaf begin, block after block, in `u32`. */
export function firstIdOf(o: Octree, leaf: number): number {
  return idsAt(o, leaf) >>> 2
}

export function looseIdAt(o: Octree, index: number): number {
  return o.u32[(o.loose >>> 2) + index]!
}

/** Byte offset of the box of an id in the column. */
export function columnBoxOf(o: Octree, id: number): number {
  return o.boxes + id * BOX_BYTES
}
