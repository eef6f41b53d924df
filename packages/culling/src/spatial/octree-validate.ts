/**
 * Checks everything that must be true of an octree between two calls. For tests and debugging: it walks every
 * box.
 */
import {
  ACTIVITY_MOVING,
  BOX_BYTES,
  COUNT_SHIFT,
  EMPTY,
  INDEX_MASK,
  idsAt,
  isBroken,
  isLeaf,
  LANES,
  LEAF_BLOCKS,
  LEAF_COUNTS,
  LEAF_LENGTH,
  LEAF_NEXT,
  LOOSE_FLAG,
  laneAt,
  leafAt,
  NODE_DIRTY,
  NODE_NEXT,
  NONE,
  nodeAt,
  type Octree,
  placeOf,
  ROWS_BYTES,
  STATE_MOVING,
  STATE_NODE_FREE,
  STATE_ROOT_LANE,
  slotAt,
  stateIndex,
} from './octree.js'
import { settle } from './octree-flush.js'
import {
  countOfLeaf,
  entryCount,
  highOf,
  lengthOf,
  lowOf,
  nodeLength,
  parentOfLeaf,
  parentOfNode,
  refOf,
  sharedBits,
} from './octree-nodes.js'

type Bounds = [number, number, number, number, number, number]
type Seen = { nodes: number; leaves: number; boxes: number }

/**
 * Throws an `Error` that says what is wrong if anything in the octree is: bounds that are not tight, a box
 * that is not where its place says, a wrong count, prefixes that overlap, a broken free list. Moves are
 * applied first. In an octree over a column that others write it also throws when a box changed without
 * `flushMoved`.
 */
export function validateOctree(o: Octree): void {
  settle(o)
  const seen: Seen = { nodes: 0, leaves: 0, boxes: 0 }
  const bounds = checkNode(o, 0, seen)
  if (o.leavesUsed > 0) checkLane(o, o.state + STATE_ROOT_LANE, bounds, 'the bounds of the root')
  if (seen.nodes !== o.nodesUsed) fail(`${seen.nodes} nodes can be reached, ${o.nodesUsed} are in use`)
  if (seen.leaves !== o.leavesUsed) fail(`${seen.leaves} leaves can be reached, ${o.leavesUsed} are in use`)
  if (seen.boxes + o.looseCount !== o.objects) {
    fail(`${seen.boxes} boxes in the tree and ${o.looseCount} loose ones, but ${o.objects} objects`)
  }
  checkLoose(o)
  checkPlaces(o)
  checkActivity(o)
  checkFreeLists(o)
}

function fail(message: string): never {
  throw new Error(`validateOctree: ${message}`)
}

function emptyBounds(): Bounds {
  return [EMPTY, EMPTY, EMPTY, -EMPTY, -EMPTY, -EMPTY].map(Math.fround) as Bounds
}

function laneBounds(o: Octree, lane: number): Bounds {
  const at = lane >>> 2
  return [0, 1, 2, 3, 4, 5].map((row) => o.f32[at + row * LANES]!) as Bounds
}

function extend(bounds: Bounds, by: Bounds): void {
  for (let row = 0; row < 3; row++) {
    bounds[row] = Math.min(bounds[row]!, by[row]!)
    bounds[row + 3] = Math.max(bounds[row + 3]!, by[row + 3]!)
  }
}

function checkLane(o: Octree, lane: number, expected: Bounds, what: string): void {
  const got = laneBounds(o, lane)
  if (got.some((value, row) => value !== expected[row])) {
    fail(`${what} are [${got.join(', ')}], expected [${expected.join(', ')}]`)
  }
}

/** Checks a node and all below it; returns the union of its lanes. */
function checkNode(o: Octree, node: number, seen: Seen): Bounds {
  seen.nodes++
  const bounds = emptyBounds()
  if (o.u8[nodeAt(o, node) + NODE_DIRTY]) fail(`node ${node} is dirty after a flush`)
  if (node !== 0 && entryCount(o, node) < 2) fail(`node ${node} has ${entryCount(o, node)} entries`)
  for (let lane = 0; lane < LANES; lane++) {
    const ref = refOf(o, node, lane)
    if (ref === 0) {
      checkLane(
        o,
        laneAt(o, node, lane),
        emptyBounds(),
        `the bounds of the empty lane ${lane} of node ${node}`,
      )
      continue
    }
    checkPrefix(o, node, lane)
    const below = isLeaf(ref) ? checkLeaf(o, node, lane, ref, seen) : checkChild(o, node, lane, ref, seen)
    checkLane(o, laneAt(o, node, lane), below, `the bounds of lane ${lane} of node ${node}`)
    extend(bounds, below)
  }
  return bounds
}

function checkChild(o: Octree, node: number, lane: number, child: number, seen: Seen): Bounds {
  if (parentOfNode(o, child) !== node * LANES + lane) fail(`node ${child} has the wrong parent`)
  if (nodeLength(o, child) !== lengthOf(o, node, lane)) fail(`node ${child} has the wrong prefix length`)
  return checkNode(o, child, seen)
}

/** Prefixes of a node's entries begin with its own and do not overlap. */
function checkPrefix(o: Octree, node: number, lane: number): void {
  const length = lengthOf(o, node, lane)
  const high = highOf(o, node, lane)
  const low = lowOf(o, node, lane)
  if (node !== 0) {
    const parent = parentOfNode(o, node)
    const shared = sharedBits(
      high,
      low,
      highOf(o, parent >>> 3, parent & 7),
      lowOf(o, parent >>> 3, parent & 7),
    )
    if (Math.min(shared, length) < nodeLength(o, node))
      fail(`entry ${lane} of node ${node} lies outside its node`)
  }
  for (let other = 0; other < lane; other++) {
    if (refOf(o, node, other) === 0) continue
    const shared = sharedBits(high, low, highOf(o, node, other), lowOf(o, node, other))
    if (shared >= Math.min(length, lengthOf(o, node, other)))
      fail(`entries ${other} and ${lane} of node ${node} overlap`)
  }
}

function checkLeaf(o: Octree, node: number, lane: number, ref: number, seen: Seen): Bounds {
  const leaf = ref & INDEX_MASK
  const head = leafAt(o, leaf)
  seen.leaves++
  if (parentOfLeaf(o, leaf) !== node * LANES + lane) fail(`leaf ${leaf} has the wrong parent`)
  if (o.u8[head + LEAF_LENGTH] !== lengthOf(o, node, lane)) fail(`leaf ${leaf} has the wrong prefix length`)
  const bounds = emptyBounds()
  let first = 0
  for (let block = 0; block < LANES; block++) {
    const held = o.u8[head + LEAF_COUNTS + block]!
    if (held > LANES) fail(`block ${block} of leaf ${leaf} holds ${held} boxes`)
    const below = checkBlock(o, leaf, block, first, held)
    for (let i = first; i < first + held; i++) checkMoving(o, node, lane, o.u32[(idsAt(o, leaf) >>> 2) + i]!)
    checkLane(o, head + block * 4, below, `the bounds of block ${block} of leaf ${leaf}`)
    extend(bounds, below)
    first += held
  }
  const count = countOfLeaf(o, leaf)
  if (first !== count || count === 0 || count > o.leafLimit)
    fail(`leaf ${leaf} says ${count} boxes and its blocks ${first}`)
  if (((ref >>> COUNT_SHIFT) & 63) + 1 !== count) fail(`the ref of leaf ${leaf} has the wrong count`)
  seen.boxes += count
  return bounds
}

function checkBlock(o: Octree, leaf: number, block: number, first: number, held: number): Bounds {
  const rows = leafAt(o, leaf) + LEAF_BLOCKS + block * ROWS_BYTES
  const bounds = emptyBounds()
  for (let slot = 0; slot < LANES; slot++) {
    if (slot >= held) {
      checkLane(o, rows + slot * 4, emptyBounds(), `the bounds of an empty slot of leaf ${leaf}`)
      continue
    }
    const id = o.u32[(idsAt(o, leaf) >>> 2) + first + slot]!
    const place = leaf * 64 + block * 8 + slot
    if (id > o.capacity || placeOf(o, id) !== place) fail(`id ${id} is not where its place says`)
    const box = o.boxes + id * BOX_BYTES
    if (isBroken(o.f32, box)) fail(`the box of id ${id} is broken, but stands in the tree`)
    const expected = boxBounds(o, box)
    checkLane(o, slotAt(o, place), expected, `the bounds of id ${id} in its block`)
    extend(bounds, expected)
  }
  return bounds
}

function boxBounds(o: Octree, box: number): Bounds {
  const at = box >>> 2
  return [0, 1, 2, 4, 5, 6].map((k) => o.f32[at + k]!) as Bounds
}

function checkLoose(o: Octree): void {
  for (let i = 0; i < o.looseCount; i++) {
    const id = o.u32[(o.loose >>> 2) + i]!
    if (placeOf(o, id) !== LOOSE_FLAG + i) fail(`loose id ${id} is not where its place says`)
  }
}

function checkPlaces(o: Octree): void {
  let placed = 0
  for (let id = 0; id <= o.capacity; id++) if (placeOf(o, id) !== NONE) placed++
  if (placed !== o.objects) fail(`${placed} ids have a place, but there are ${o.objects} objects`)
}

/** The count of moving boxes is right, and nothing is remembered of an id that is not there. */
function checkActivity(o: Octree): void {
  let moving = 0
  for (let id = 0; id <= o.capacity; id++) {
    const mark = o.u8[o.activity + id]!
    if (mark >= ACTIVITY_MOVING) moving++
    if (mark !== 0 && placeOf(o, id) === NONE) fail(`id ${id} is not there, but has moved`)
  }
  const counted = o.u32[stateIndex(o, STATE_MOVING)]!
  if (moving !== counted) fail(`${moving} boxes are moving, ${counted} are counted`)
}

/** What moves is filed apart; with a budget a box may wait where it was. */
function checkMoving(o: Octree, node: number, lane: number, id: number): void {
  if (o.waiting !== null || lengthOf(o, node, lane) === 0) return
  if (highOf(o, node, lane) >>> 31 !== o.u8[o.activity + id]! >>> 7) {
    fail(`id ${id} is filed among those that ${o.u8[o.activity + id]! >>> 7 ? 'rest' : 'move'}`)
  }
}

/** What was ever used is in use or free. */
function checkFreeLists(o: Octree): void {
  let leaves = 0
  for (let leaf = o.leafFree; leaf !== NONE; leaf = o.u32[(leafAt(o, leaf) + LEAF_NEXT) >>> 2]!) {
    if (++leaves > o.leafHigh) fail('the list of free leaves has a loop')
  }
  let nodes = 0
  for (
    let node = o.u32[stateIndex(o, STATE_NODE_FREE)]!;
    node !== NONE;
    node = o.u32[(nodeAt(o, node) + NODE_NEXT) >>> 2]!
  ) {
    if (++nodes > o.nodeHigh) fail('the list of free nodes has a loop')
  }
  if (leaves + o.leavesUsed !== o.leafHigh)
    fail(`${leaves} leaves are free and ${o.leavesUsed} used, of ${o.leafHigh}`)
  if (nodes + o.nodesUsed !== o.nodeHigh)
    fail(`${nodes} nodes are free and ${o.nodesUsed} used, of ${o.nodeHigh}`)
}
