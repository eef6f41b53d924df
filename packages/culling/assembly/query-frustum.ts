// Which boxes are not outside one of the planes, exactly: planes come with a band as wide as float32 may err,
// what lies in it is decided in doubles. Three lists instead of one recursion: nodes (first in, first out),
// then the leaves that cross a plane, then the blocks that cross; leaves that are inside go to a list of
// copies. Whatever enters a list is touched at once, so that cache misses overlap. Each entry carries a mask
// of the planes it still crosses.
import {
  BLOCK_BATCH, BOX_BYTES, BOX_MAX, COPY_BATCH, COUNT_SHIFT, DOUBLE_ROUNDING, IDS_BYTES, INDEX_MASK, LEAF_BATCH, LEAF_BLOCKS, LEAF_BYTES, LEAF_COUNTS, LEAF_FLAG, NODE_BYTES,
  NODE_REFS, PLANE_BAND, PLANE_BYTES, PLANE_D, PLANE_D_INSIDE, PLANE_D_OUTSIDE, PREPARED_PLANE_BYTES, ROWS_BYTES, STATE_BLOCKS_TESTED, STATE_BOXES, STATE_IDS, STATE_LEAVES, STATE_LEAVES_COPIED,
  STATE_LEAVES_TESTED, STATE_NODES, STATE_NODES_TESTED, STATE_QUEUE, STATE_WORK, WORK_BLOCK_QUEUE, WORK_COPY_QUEUE, WORK_LANE,
  WORK_LEAF_QUEUE, WORK_PACK, WORK_PLANES, WORK_SINK,
} from './layout'

const ONES: u64 = 0x0101010101010101

// A plane in the work area: a, b, c, d for what is outside, d for what is inside and their distance, as four
// lanes each, then the byte offsets of the rows of the corner farthest along its normal (x, y, z), then those
// of the opposite corner.
const D_OUTSIDE: usize = 48, D_INSIDE: usize = 64, BAND: usize = 80
const FAR_X: usize = 96, FAR_Y: usize = 100, FAR_Z: usize = 104
const NEAR_X: usize = 108, NEAR_Y: usize = 112, NEAR_Z: usize = 116

export function spreadPlanes(planes: usize, count: u32, to: usize): void {
  for (let k: u32 = 0; k < count; k++) {
    const from = planes + <usize>k * PREPARED_PLANE_BYTES, plane = to + <usize>k * PLANE_BYTES
    const a = load<f32>(from), b = load<f32>(from, 4), c = load<f32>(from, 8)
    v128.store(plane, f32x4.splat(a))
    v128.store(plane, f32x4.splat(b), 16)
    v128.store(plane, f32x4.splat(c), 32)
    v128.store(plane, f32x4.splat(load<f32>(from, PLANE_D_OUTSIDE)), D_OUTSIDE)
    v128.store(plane, f32x4.splat(load<f32>(from, PLANE_D_INSIDE)), D_INSIDE)
    v128.store(plane, f32x4.splat(load<f32>(from, PLANE_BAND)), BAND)
    store<u32>(plane, a > 0 ? 96 : 0, FAR_X)
    store<u32>(plane, b > 0 ? 128 : 32, FAR_Y)
    store<u32>(plane, c > 0 ? 160 : 64, FAR_Z)
    store<u32>(plane, a > 0 ? 0 : 96, NEAR_X)
    store<u32>(plane, b > 0 ? 32 : 128, NEAR_Y)
    store<u32>(plane, c > 0 ? 64 : 160, NEAR_Z)
  }
}

// (a x + b y) + (c z + d) of four lanes: negative is outside. -0 cannot arise, as d is never -0.
// @ts-ignore: decorator
@inline
function distance(a: v128, b: v128, c: v128, d: v128, x: v128, y: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(a, x), f32x4.mul(b, y)), f32x4.add(f32x4.mul(c, z), d))
}

// All ids of the leaves in the list; their refs say how many.
function copyLeaves(ids: usize, queue: usize, count: u32, out: usize): usize {
  const end = queue + (<usize>count << 2)
  for (let at = queue; at < end; at += 4) {
    const ref = load<u32>(at)
    const from = ids + <usize>(ref & INDEX_MASK) * IDS_BYTES
    const bytes = <usize>(((ref >> COUNT_SHIFT) & 63) + 1) << 2
    for (let i: usize = 0; i < bytes; i += 64) {
      v128.store(out + i, v128.load(from + i))
      v128.store(out + i, v128.load(from + i, 16), 16)
      v128.store(out + i, v128.load(from + i, 32), 32)
      v128.store(out + i, v128.load(from + i, 48), 48)
    }
    out += bytes
  }
  return out
}

// One box against planes in doubles, where products are exact: what float32 cannot decide.
function isInside(tree: usize, prepared: usize, mask: u32, id: u32): bool {
  const box = <usize>load<u32>(tree, STATE_BOXES) + <usize>id * BOX_BYTES
  while (mask) {
    const plane = prepared + <usize>ctz(mask) * PREPARED_PLANE_BYTES
    mask &= mask - 1
    const a = load<f32>(plane), b = load<f32>(plane, 4), c = load<f32>(plane, 8), d = <f64>load<f32>(plane, PLANE_D)
    const x = <f64>a * <f64>load<f32>(box + (a > 0 ? BOX_MAX : 0))
    const y = <f64>b * <f64>load<f32>(box + (b > 0 ? BOX_MAX : 0), 4)
    const z = <f64>c * <f64>load<f32>(box + (c > 0 ? BOX_MAX : 0), 8)
    const slack = (abs(x) + abs(y) + abs(z) + abs(d)) * DOUBLE_ROUNDING
    if (x + y + z + d + slack < 0) return false
  }
  return true
}

// Of the boxes that may be inside, those in the set `unsure` are tested exactly; returns the ones that are.
function decide(tree: usize, prepared: usize, mask: u32, ids: usize, seen: i32, unsure: i32): i32 {
  while (unsure) {
    const k = ctz(unsure)
    unsure &= unsure - 1
    if (!isInside(tree, prepared, mask, load<u32>(ids + (<usize>k << 2)))) seen &= ~(1 << k)
  }
  return seen
}

// Which of the eight boxes of a block are not outside one of the planes of a mask that is not 0.
// @ts-ignore: decorator
@inline
export function insideOfBlock(tree: usize, prepared: usize, planes: usize, rows: usize, ids: usize, mask: u32): i32 {
  let left = mask, outside0 = i32x4.splat(0), outside1 = outside0, unsure0 = outside0, unsure1 = outside0
  do {
    const plane = planes + <usize>ctz(left) * PLANE_BYTES
    left &= left - 1
    const a = v128.load(plane), b = v128.load(plane, 16), c = v128.load(plane, 32), d = v128.load(plane, D_OUTSIDE), band = v128.load(plane, BAND)
    const x = rows + <usize>load<u32>(plane, FAR_X), y = rows + <usize>load<u32>(plane, FAR_Y), z = rows + <usize>load<u32>(plane, FAR_Z)
    const far0 = distance(a, b, c, d, v128.load(x), v128.load(y), v128.load(z))
    const far1 = distance(a, b, c, d, v128.load(x, 16), v128.load(y, 16), v128.load(z, 16))
    outside0 = v128.or(outside0, far0)
    outside1 = v128.or(outside1, far1)
    unsure0 = v128.or(unsure0, f32x4.sub(far0, band))
    unsure1 = v128.or(unsure1, f32x4.sub(far1, band))
  } while (left)
  const seen = (i32x4.bitmask(outside0) | (i32x4.bitmask(outside1) << 4)) ^ 255
  const unsure = (i32x4.bitmask(unsure0) | (i32x4.bitmask(unsure1) << 4)) & seen
  return unsure ? decide(tree, prepared, mask, ids, seen, unsure) : seen
}

// Which of eight lanes are not outside one of the planes of a mask that is not 0; at `lanes` which planes each still crosses.
// @ts-ignore: decorator
@inline
export function insideOfLanes(planes: usize, rows: usize, mask: u32, lanes: usize): i32 {
  let left = mask, outside0 = i32x4.splat(0), outside1 = outside0, crossing0 = outside0, crossing1 = outside0
  do {
    const k = ctz(left), plane = planes + <usize>k * PLANE_BYTES
    left &= left - 1
    const a = v128.load(plane), b = v128.load(plane, 16), c = v128.load(plane, 32), d = v128.load(plane, D_OUTSIDE), e = v128.load(plane, D_INSIDE), bit = i32x4.splat(1 << k)
    const x = rows + <usize>load<u32>(plane, FAR_X), y = rows + <usize>load<u32>(plane, FAR_Y), z = rows + <usize>load<u32>(plane, FAR_Z)
    outside0 = v128.or(outside0, distance(a, b, c, d, v128.load(x), v128.load(y), v128.load(z)))
    outside1 = v128.or(outside1, distance(a, b, c, d, v128.load(x, 16), v128.load(y, 16), v128.load(z, 16)))
    const u = rows + <usize>load<u32>(plane, NEAR_X), v = rows + <usize>load<u32>(plane, NEAR_Y), w = rows + <usize>load<u32>(plane, NEAR_Z)
    const near0 = distance(a, b, c, e, v128.load(u), v128.load(v), v128.load(w))
    const near1 = distance(a, b, c, e, v128.load(u, 16), v128.load(v, 16), v128.load(w, 16))
    crossing0 = v128.or(crossing0, v128.and(i32x4.shr_s(near0, 31), bit))
    crossing1 = v128.or(crossing1, v128.and(i32x4.shr_s(near1, 31), bit))
  } while (left)
  v128.store(lanes, crossing0)
  v128.store(lanes, crossing1, 16)
  return (i32x4.bitmask(outside0) | (i32x4.bitmask(outside1) << 4)) ^ 255
}

// Blocks in the list {rows, ids, mask}: boxes against the planes still crossed; the ids of what is left are
// appended.
function testBlocks(tree: usize, prepared: usize, work: usize, count: u32, out: usize): usize {
  const queue = work + WORK_BLOCK_QUEUE, pack = work + WORK_PACK, planes = work + WORK_PLANES
  const end = queue + <usize>count * 12
  for (let at = queue; at < end; at += 12) {
    const rows = <usize>load<u32>(at), ids = <usize>load<u32>(at, 4)
    const seen = insideOfBlock(tree, prepared, planes, rows, ids, load<u32>(at, 8)), seen0 = seen & 15, seen1 = seen >> 4
    v128.store(out, i8x16.swizzle(v128.load(ids), v128.load(pack + (<usize>seen0 << 4))))
    out += <usize>popcnt(seen0) << 2
    v128.store(out, i8x16.swizzle(v128.load(ids, 16), v128.load(pack + (<usize>seen1 << 4))))
    out += <usize>popcnt(seen1) << 2
  }
  return out
}

// Leaves in the list {leaf, mask}: their eight blocks at once, then the blocks that cross.
function testLeaves(tree: usize, prepared: usize, count: u32, out: usize): usize {
  const work = <usize>load<u32>(tree, STATE_WORK), leaves = <usize>load<u32>(tree, STATE_LEAVES), idsOf = <usize>load<u32>(tree, STATE_IDS)
  const planes = work + WORK_PLANES, lanes = work + WORK_LANE, blockQueue = work + WORK_BLOCK_QUEUE
  const end = work + WORK_LEAF_QUEUE + (<usize>count << 3)
  let blocks: u32 = 0, tested: u32 = 0, touched: u32 = 0
  for (let at = work + WORK_LEAF_QUEUE; at < end; at += 8) {
    const leaf = load<u32>(at), rows = leaves + <usize>leaf * LEAF_BYTES
    const counts = load<u64>(rows, LEAF_COUNTS), firsts = (counts * ONES) << 8, ids = idsOf + <usize>leaf * IDS_BYTES
    let seen = insideOfLanes(planes, rows, load<u32>(at, 4), lanes)
    while (seen) {
      const k = <usize>ctz(seen), from = ids + (<usize>((firsts >> (<u64>k << 3)) & 255) << 2), left = load<u32>(lanes + (k << 2))
      seen &= seen - 1
      if (left == 0) {
        v128.store(out, v128.load(from))
        v128.store(out, v128.load(from, 16), 16)
        out += <usize>((counts >> (<u64>k << 3)) & 255) << 2
        continue
      }
      const block = rows + LEAF_BLOCKS + k * ROWS_BYTES, entry = blockQueue + <usize>blocks * 12
      store<u32>(entry, <u32>block)
      store<u32>(entry, <u32>from, 4)
      store<u32>(entry, left, 8)
      blocks++
      touched += load<u32>(block) + load<u32>(block, 64) + load<u32>(block, 128) + load<u32>(from)
    }
    if (blocks > BLOCK_BATCH) {
      out = testBlocks(tree, prepared, work, blocks, out)
      tested += blocks
      blocks = 0
    }
  }
  store<u32>(work, touched, WORK_SINK)
  store<u32>(tree, load<u32>(tree, STATE_LEAVES_TESTED) + count, STATE_LEAVES_TESTED)
  store<u32>(tree, load<u32>(tree, STATE_BLOCKS_TESTED) + tested + blocks, STATE_BLOCKS_TESTED)
  return testBlocks(tree, prepared, work, blocks, out)
}

export function queryFrustum(tree: usize, prepared: usize, planeCount: u32, out: usize): u32 {
  const work = <usize>load<u32>(tree, STATE_WORK), nodes = <usize>load<u32>(tree, STATE_NODES), leaves = <usize>load<u32>(tree, STATE_LEAVES)
  const ids = <usize>load<u32>(tree, STATE_IDS), queue = <usize>load<u32>(tree, STATE_QUEUE)
  const planes = work + WORK_PLANES, lanes = work + WORK_LANE, leafQueue = work + WORK_LEAF_QUEUE, copyQueue = work + WORK_COPY_QUEUE
  spreadPlanes(prepared, planeCount, planes)
  store<u32>(tree, 0, STATE_LEAVES_TESTED)
  store<u32>(tree, 0, STATE_BLOCKS_TESTED)

  let to = out, head = queue, tail = queue + 8, crossing: u32 = 0, inside: u32 = 0, tested: u32 = 0, copied: u32 = 0, touched: u32 = 0
  store<u32>(queue, 0)
  store<u32>(queue, planeCount == 32 ? 0xffffffff : (1 << planeCount) - 1, 4)
  while (head != tail) {
    const rows = nodes + <usize>load<u32>(head) * NODE_BYTES
    const mask = load<u32>(head, 4)
    head += 8

    // Stage 1: a node inside every plane: its children are too.
    if (mask == 0) {
      for (let k: usize = 0; k < 32; k += 4) {
        const ref = load<u32>(rows + k, NODE_REFS)
        if (ref >= LEAF_FLAG) {
          store<u32>(copyQueue + (<usize>inside << 2), ref)
          inside++
          const list = ids + <usize>(ref & INDEX_MASK) * IDS_BYTES
          touched += load<u32>(list) + load<u32>(list, 64) + load<u32>(list, 128)
        } else if (ref != 0) {
          store<u32>(tail, ref)
          store<u32>(tail, 0, 4)
          tail += 8
          touched += load<u32>(nodes + <usize>ref * NODE_BYTES, NODE_REFS)
        }
      }
      if (inside > COPY_BATCH) {
        to = copyLeaves(ids, copyQueue, inside, to)
        copied += inside
        inside = 0
      }
      continue
    }

    // Stage 2: eight children against each plane the node crosses.
    tested++
    let seen = insideOfLanes(planes, rows, mask, lanes)

    // Stage 3: what is not outside goes to the list where it belongs.
    while (seen) {
      const k = <usize>ctz(seen), ref = load<u32>(rows + (k << 2), NODE_REFS), left = load<u32>(lanes + (k << 2))
      seen &= seen - 1
      if (ref < LEAF_FLAG) {
        store<u32>(tail, ref)
        store<u32>(tail, left, 4)
        tail += 8
        const next = nodes + <usize>ref * NODE_BYTES
        touched += load<u32>(next) + load<u32>(next, 64) + load<u32>(next, 128) + load<u32>(next, 192)
      } else if (left == 0) {
        store<u32>(copyQueue + (<usize>inside << 2), ref)
        inside++
        const list = ids + <usize>(ref & INDEX_MASK) * IDS_BYTES
        touched += load<u32>(list) + load<u32>(list, 64) + load<u32>(list, 128)
      } else {
        const entry = leafQueue + (<usize>crossing << 3)
        store<u32>(entry, ref & INDEX_MASK)
        store<u32>(entry, left, 4)
        crossing++
        const next = leaves + <usize>(ref & INDEX_MASK) * LEAF_BYTES
        touched += load<u32>(next) + load<u32>(next, 64) + load<u32>(next, 128) + load<u32>(next, 192)
      }
    }
    if (crossing > LEAF_BATCH) {
      to = testLeaves(tree, prepared, crossing, to)
      crossing = 0
    }
    if (inside > COPY_BATCH) {
      to = copyLeaves(ids, copyQueue, inside, to)
      copied += inside
      inside = 0
    }
  }
  store<u32>(work, touched, WORK_SINK)
  store<u32>(tree, tested, STATE_NODES_TESTED)
  store<u32>(tree, copied + inside, STATE_LEAVES_COPIED)
  return <u32>((testLeaves(tree, prepared, crossing, copyLeaves(ids, copyQueue, inside, to)) - out) >> 2)
}
