/**
 * The twin of `assembly/occlusion/tree.ts`: the same lists in the same batches, so that ids come in the same
 * order. A node, leaf or block that is hidden is not opened.
 */
import { isInside, LEFT, OUTSIDE, testLanes, testSlot, UNSURE } from '../../kernels/query-frustum.js'
import {
  BOX_BYTES,
  BOX_MAX,
  IDS_BYTES,
  INDEX_MASK,
  isLeaf,
  LANES,
  LEAF_BLOCKS,
  LEAF_BYTES,
  LEAF_COUNTS,
  LOOSE_FLAG,
  MAX_ROWS,
  NODE_BYTES,
  NODE_REFS,
  ROW_BYTES,
  ROWS_BYTES,
  STATE_BLOCKS_TESTED,
  STATE_BOXES,
  STATE_IDS,
  STATE_LEAVES,
  STATE_LEAVES_COPIED,
  STATE_LEAVES_TESTED,
  STATE_NODES,
  STATE_NODES_TESTED,
  STATE_PLACES,
  STATE_QUEUE,
} from '../../spatial/octree.js'
import { isHidden } from './boxes.js'
import { CHUNK, GROUPS, WALK_BLOCKS, WALK_LEAVES } from './layout.js'
import type { Picture } from './picture.js'

const NODE_BATCH = 8
const SHORTEST_RUN = 4

/** What one walk needs: where things stand, as word indices but for bytes in `…At`, and its counts. */
type Walk = {
  readonly p: Picture
  readonly planes: number
  readonly leavesAt: number
  readonly idsAt: number
  readonly boxesAt: number
  readonly leafList: number
  readonly blockList: number
  blocks: number
  blocksTested: number
  /** Where the next id goes. */
  to: number
}

/**
 * Appends at `out` the ids of all boxes that are neither outside a prepared plane nor hidden; returns how
 * many.
 */
export function queryVisible(
  p: Picture,
  tree: number,
  planes: number,
  planeCount: number,
  out: number,
): number {
  const { u32 } = p
  const state = (field: number) => u32[(tree + field) >>> 2]!
  const w: Walk = {
    p,
    planes,
    leavesAt: state(STATE_LEAVES),
    idsAt: state(STATE_IDS),
    boxesAt: state(STATE_BOXES),
    leafList: (p.walk + WALK_LEAVES) >>> 2,
    blockList: (p.walk + WALK_BLOCKS) >>> 2,
    blocks: 0,
    blocksTested: 0,
    to: out >>> 2,
  }
  const queue = state(STATE_QUEUE) >>> 2
  let head = queue
  let tail = queue + 2
  let leaves = 0
  let leavesTested = 0
  u32[queue] = 0
  u32[queue + 1] = planeCount === 32 ? 0xffffffff : 2 ** planeCount - 1
  while (head !== tail) {
    for (const end = Math.min(tail, head + 2 * NODE_BATCH); head < end; head += 2) {
      const rows = state(STATE_NODES) + u32[head]! * NODE_BYTES
      lookAtLanes(w, rows, u32[head + 1]!)
      for (let k = 0; k < LANES; k++) {
        const ref = u32[((rows + NODE_REFS) >>> 2) + k]!
        if (ref === 0 || LEFT[k] === OUTSIDE || isLaneHidden(p, rows, k)) continue
        const at = isLeaf(ref) ? w.leafList + 2 * leaves++ : tail
        if (!isLeaf(ref)) tail += 2
        u32[at] = ref & INDEX_MASK
        u32[at + 1] = LEFT[k]!
      }
    }
    if (leaves + NODE_BATCH * LANES > GROUPS || head === tail) {
      openLeaves(w, leaves)
      leavesTested += leaves
      leaves = 0
    }
  }
  openBlocks(w)
  u32[(tree + STATE_NODES_TESTED) >>> 2] = (tail - queue) >>> 1
  u32[(tree + STATE_LEAVES_TESTED) >>> 2] = leavesTested
  u32[(tree + STATE_BLOCKS_TESTED) >>> 2] = w.blocksTested
  u32[(tree + STATE_LEAVES_COPIED) >>> 2] = 0
  return w.to - (out >>> 2)
}

/** Writes `LEFT`: what of eight lanes is outside a plane, and which planes the others cross. */
function lookAtLanes({ p, planes }: Walk, rows: number, mask: number): void {
  if (mask === 0) LEFT.fill(0)
  else testLanes(p.f32, rows, planes, mask)
}

function isLaneHidden(p: Picture, rows: number, lane: number): boolean {
  const min = (rows >>> 2) + lane
  return isHidden(p, min, min + (MAX_ROWS >>> 2), ROW_BYTES >>> 2)
}

/** Leaves in the list: their blocks that may be seen go to the list of blocks. */
function openLeaves(w: Walk, count: number): void {
  const { u32, u8 } = w.p
  for (let i = 0; i < count; i++) {
    const leaf = u32[w.leafList + 2 * i]!
    const rows = w.leavesAt + leaf * LEAF_BYTES
    let first = w.idsAt + leaf * IDS_BYTES
    lookAtLanes(w, rows, u32[w.leafList + 2 * i + 1]!)
    for (let k = 0; k < LANES; k++) {
      const held = u8[rows + LEAF_COUNTS + k]!
      if (held !== 0 && LEFT[k] !== OUTSIDE && !isLaneHidden(w.p, rows, k)) {
        const block = w.blockList + 4 * w.blocks++
        u32[block] = rows + LEAF_BLOCKS + k * ROWS_BYTES
        u32[block + 1] = first
        u32[block + 2] = LEFT[k]!
        u32[block + 3] = held
      }
      first += held * 4
    }
    if (w.blocks + LANES > GROUPS) openBlocks(w)
  }
}

/** Blocks in the list: the ids of their boxes that may be seen are appended. */
function openBlocks(w: Walk): void {
  const { u32, f32 } = w.p
  for (let i = 0; i < w.blocks; i++) {
    const entry = w.blockList + 4 * i
    const rows = u32[entry]!
    const ids = u32[entry + 1]! >>> 2
    const mask = u32[entry + 2]!
    for (let slot = 0; slot < u32[entry + 3]!; slot++) {
      if (isLaneHidden(w.p, rows, slot)) continue
      const answer = mask === 0 ? 0 : testSlot(f32, (rows >>> 2) + slot, w.planes, mask)
      if (answer === OUTSIDE) continue
      const id = u32[ids + slot]!
      if (answer === UNSURE && !isInside(f32, (w.boxesAt + id * BOX_BYTES) >>> 2, w.planes, mask)) continue
      u32[w.to++] = id
    }
  }
  w.blocksTested += w.blocks
  w.blocks = 0
}

/**
 * Writes 1 (hidden) or 0 at byte offset `out` for each of `count` listed boxes of a tree; returns how many
 * are hidden.
 */
export function testTreeIds(p: Picture, tree: number, ids: number, count: number, out: number): number {
  const { u32, u8 } = p
  const places = u32[(tree + STATE_PLACES) >>> 2]! >>> 2
  const leaves = u32[(tree + STATE_LEAVES) >>> 2]!
  const boxes = u32[(tree + STATE_BOXES) >>> 2]!
  const placeAt = (i: number) => u32[places + u32[(ids >>> 2) + i]!]!
  let hidden = 0
  let chunkEnd = 0
  let runs = 0
  for (let from = 0; from < count; ) {
    if (from === chunkEnd || runs === GROUPS) {
      chunkEnd = Math.min(from + CHUNK, count)
      runs = 0
    }
    const place = placeAt(from)
    let end = from + 1
    while (end < chunkEnd && placeAt(end) >>> 6 === place >>> 6) end++
    const isGrouped = place < LOOSE_FLAG && end - from >= SHORTEST_RUN
    const rows = leaves + (place >>> 6) * LEAF_BYTES
    for (; from < end; from++) {
      const box = (boxes + u32[(ids >>> 2) + from]! * BOX_BYTES) >>> 2
      const isBoxHidden =
        (isGrouped && isLaneHidden(p, rows, (placeAt(from) >>> 3) & 7)) ||
        isHidden(p, box, box + (BOX_MAX >>> 2), 1)
      u8[out + from] = isBoxHidden ? 1 : 0
      if (isBoxHidden) hidden++
    }
    runs++
  }
  return hidden
}
