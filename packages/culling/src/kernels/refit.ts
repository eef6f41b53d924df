/** The twin of `assembly/refit.ts`. */
import {
  DIRTY_BUCKETS,
  LEAF_BLOCKS,
  LEAF_BYTES,
  LEAF_DIRTY,
  LEAF_EXTENT,
  LEAF_LENGTH,
  LEAF_PARENT,
  NODE_BYTES,
  NODE_DIRTY,
  NODE_LENGTH,
  NODE_NEXT,
  NODE_PARENT,
  NONE,
  REPACK_GROWTH,
  ROWS_BYTES,
  STATE_DIRTY_HEADS,
  STATE_DIRTY_HIGH,
  STATE_DIRTY_LEAVES,
  STATE_DIRTY_LOW,
  STATE_LEAF_HIGH,
  STATE_LEAVES,
  STATE_NODE_FREE,
  STATE_NODES,
  STATE_REPACKED,
  STATE_ROOT_LANE,
  STATE_WORK,
  WORK_LIST,
} from '../spatial/octree.js'
import type { KernelMemory } from './keys.js'
import { listLeaf } from './list-leaf.js'
import { packLeaf } from './pack-leaf.js'
import { extentOf, fitLane } from './rows.js'

const GROWTH = Math.fround(REPACK_GROWTH)

/** Puts a node into the list of dirty nodes with its prefix length, once. */
export function markNode(m: KernelMemory, tree: number, index: number): void {
  const { u32, u8 } = m
  const node = u32[(tree + STATE_NODES) >>> 2]! + index * NODE_BYTES
  if (u8[node + NODE_DIRTY]) return
  const bucket = Math.min(u8[node + NODE_LENGTH]!, DIRTY_BUCKETS - 1)
  const head = (u32[(tree + STATE_DIRTY_HEADS) >>> 2]! >>> 2) + bucket
  const filled = (tree + (bucket < 32 ? STATE_DIRTY_LOW : STATE_DIRTY_HIGH)) >>> 2
  u8[node + NODE_DIRTY] = 1
  u32[(node + NODE_NEXT) >>> 2] = (u32[filled]! >>> (bucket & 31)) & 1 ? u32[head]! : NONE
  u32[head] = index
  u32[filled]! |= 1 << (bucket & 31)
}

/** Makes the bounds of everything marked dirty tight again. */
export function refit(m: KernelMemory, tree: number): void {
  const { u32 } = m
  // Stage 1: the leaves marked dirty, in the order of memory.
  const dirty = u32[(tree + STATE_DIRTY_LEAVES) >>> 2]! >>> 2
  const words = Math.ceil(u32[(tree + STATE_LEAF_HIGH) >>> 2]! / 32)
  for (let word = 0; word < words; word++) {
    let bits = u32[dirty + word]!
    u32[dirty + word] = 0
    while (bits !== 0) {
      refitLeaf(m, tree, word * 32 + 31 - Math.clz32(bits & -bits))
      bits &= bits - 1
    }
  }
  // Stage 2: nodes, those with the longest prefixes first, so that a node follows its children.
  for (;;) {
    const high = u32[(tree + STATE_DIRTY_HIGH) >>> 2]!
    const low = u32[(tree + STATE_DIRTY_LOW) >>> 2]!
    if (high !== 0) refitNodeOf(m, tree, 63 - Math.clz32(high))
    else if (low !== 0) refitNodeOf(m, tree, 31 - Math.clz32(low))
    else return
  }
}

function refitLeaf(m: KernelMemory, tree: number, leaf: number): void {
  const { f32, u32, u8 } = m
  const head = u32[(tree + STATE_LEAVES) >>> 2]! + leaf * LEAF_BYTES
  const blocks = u8[head + LEAF_DIRTY]!
  let changed = 0
  u8[head + LEAF_DIRTY] = 0
  for (let block = 0; block < 8; block++) {
    if ((blocks >>> block) & 1) {
      changed |= fitLane(f32, head + LEAF_BLOCKS + block * ROWS_BYTES, head + block * 4)
    }
  }
  if (changed === 0) return
  const parent = u32[(head + LEAF_PARENT) >>> 2]!
  const lane = u32[(tree + STATE_NODES) >>> 2]! + (parent >>> 3) * NODE_BYTES + (parent & 7) * 4
  if (extentOf(f32, head) > Math.fround(f32[(head + LEAF_EXTENT) >>> 2]! * GROWTH)) {
    const list = u32[(tree + STATE_WORK) >>> 2]! + WORK_LIST
    packLeaf(m, tree, leaf, list, listLeaf(m, tree, leaf, u8[head + LEAF_LENGTH]!, list))
    u32[(tree + STATE_REPACKED) >>> 2]!++
    markNode(m, tree, parent >>> 3)
  }
  if (fitLane(f32, head, lane)) markNode(m, tree, parent >>> 3)
}

/** Takes the first node from a list of dirty ones and fits its lane in its parent. */
function refitNodeOf(m: KernelMemory, tree: number, bucket: number): void {
  const { f32, u32, u8 } = m
  const nodes = u32[(tree + STATE_NODES) >>> 2]!
  const head = (u32[(tree + STATE_DIRTY_HEADS) >>> 2]! >>> 2) + bucket
  const filled = (tree + (bucket < 32 ? STATE_DIRTY_LOW : STATE_DIRTY_HIGH)) >>> 2
  const index = u32[head]!
  const node = nodes + index * NODE_BYTES
  const next = u32[(node + NODE_NEXT) >>> 2]!
  const parent = u32[(node + NODE_PARENT) >>> 2]!
  if (next === NONE) u32[filled]! &= ~(1 << (bucket & 31))
  else u32[head] = next
  u8[node + NODE_DIRTY] = 0
  if (index === 0) {
    fitLane(f32, node, tree + STATE_ROOT_LANE)
  } else if (parent === NONE) {
    // Released meanwhile: now nothing points to it.
    u32[(node + NODE_NEXT) >>> 2] = u32[(tree + STATE_NODE_FREE) >>> 2]!
    u32[(tree + STATE_NODE_FREE) >>> 2] = index
  } else if (fitLane(f32, node, nodes + (parent >>> 3) * NODE_BYTES + (parent & 7) * 4)) {
    markNode(m, tree, parent >>> 3)
  }
}
