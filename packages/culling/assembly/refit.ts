import {
  LEAF_BLOCKS, LEAF_BYTES, LEAF_DIRTY, LEAF_EXTENT, LEAF_LENGTH, LEAF_PARENT, NODE_BYTES, NODE_DIRTY, NODE_LENGTH,
  NODE_NEXT, NODE_PARENT, NONE, REPACK_GROWTH, ROWS_BYTES, STATE_DIRTY_HEADS, STATE_DIRTY_LEAVES, STATE_DIRTY_LOW,
  STATE_LEAF_HIGH, STATE_LEAVES, STATE_NODE_FREE, STATE_NODES, STATE_REPACKED, STATE_ROOT_LANE, STATE_WORK, WORK_LIST,
} from './layout'
import { listLeaf } from './list-leaf'
import { packLeaf } from './pack-leaf'
import { extentOf, fitLane } from './rows'

export { fitLane }

function markNode(tree: usize, index: u32): void {
  const node = <usize>load<u32>(tree, STATE_NODES) + <usize>index * NODE_BYTES
  if (load<u8>(node, NODE_DIRTY)) return
  const bucket = min<u32>(<u32>load<u8>(node, NODE_LENGTH), 63)
  const heads = <usize>load<u32>(tree, STATE_DIRTY_HEADS) + (<usize>bucket << 2)
  const filled = load<u64>(tree, STATE_DIRTY_LOW)
  store<u8>(node, 1, NODE_DIRTY)
  store<u32>(node, (filled >> <u64>bucket) & 1 ? load<u32>(heads) : NONE, NODE_NEXT)
  store<u32>(heads, index)
  store<u64>(tree, filled | (<u64>1 << <u64>bucket), STATE_DIRTY_LOW)
}

function refitLeaf(tree: usize, leaf: u32): void {
  const head = <usize>load<u32>(tree, STATE_LEAVES) + <usize>leaf * LEAF_BYTES
  let blocks = <u32>load<u8>(head, LEAF_DIRTY)
  let changed = 0
  store<u8>(head, 0, LEAF_DIRTY)
  while (blocks) {
    const block = <usize>ctz(blocks)
    blocks &= blocks - 1
    changed |= fitLane(head + LEAF_BLOCKS + block * ROWS_BYTES, head + (block << 2))
  }
  if (!changed) return
  const parent = load<u32>(head, LEAF_PARENT)
  const lane = <usize>load<u32>(tree, STATE_NODES) + <usize>(parent >> 3) * NODE_BYTES + (<usize>(parent & 7) << 2)
  if (extentOf(head) > load<f32>(head, LEAF_EXTENT) * REPACK_GROWTH) {
    const list = <usize>load<u32>(tree, STATE_WORK) + WORK_LIST
    packLeaf(tree, leaf, list, listLeaf(tree, leaf, <u32>load<u8>(head, LEAF_LENGTH), list))
    store<u32>(tree, load<u32>(tree, STATE_REPACKED) + 1, STATE_REPACKED)
    markNode(tree, parent >> 3)
  }
  if (fitLane(head, lane)) markNode(tree, parent >> 3)
}

export function refit(tree: usize): void {
  // Stage 1: the leaves marked dirty, in the order of memory.
  const dirty = <usize>load<u32>(tree, STATE_DIRTY_LEAVES)
  const words = (load<u32>(tree, STATE_LEAF_HIGH) + 63) >> 6
  for (let word: u32 = 0; word < words; word++) {
    const at = dirty + (<usize>word << 3)
    let bits = load<u64>(at)
    if (bits == 0) continue
    store<u64>(at, 0)
    while (bits) {
      refitLeaf(tree, (word << 6) + <u32>ctz(bits))
      bits &= bits - 1
    }
  }

  // Stage 2: nodes, those with the longest prefixes first, so that a node follows its children.
  const nodes = <usize>load<u32>(tree, STATE_NODES)
  const heads = <usize>load<u32>(tree, STATE_DIRTY_HEADS)
  while (true) {
    const filled = load<u64>(tree, STATE_DIRTY_LOW)
    if (filled == 0) break
    const bucket = 63 - clz<u64>(filled)
    const head = heads + (<usize>bucket << 2)
    const index = load<u32>(head)
    const node = nodes + <usize>index * NODE_BYTES
    const next = load<u32>(node, NODE_NEXT)
    const parent = load<u32>(node, NODE_PARENT)
    if (next == NONE) store<u64>(tree, filled & ~(<u64>1 << bucket), STATE_DIRTY_LOW)
    else store<u32>(head, next)
    store<u8>(node, 0, NODE_DIRTY)
    if (index == 0) {
      fitLane(node, tree + STATE_ROOT_LANE)
    } else if (parent == NONE) { // released meanwhile: now nothing points to it
      store<u32>(node, load<u32>(tree, STATE_NODE_FREE), NODE_NEXT)
      store<u32>(tree, index, STATE_NODE_FREE)
    } else if (fitLane(node, nodes + <usize>(parent >> 3) * NODE_BYTES + (<usize>(parent & 7) << 2))) {
      markNode(tree, parent >> 3)
    }
  }
}
