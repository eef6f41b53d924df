/**
 * The parts of an octree in its arena: how large they are, where they lie, and the state block that tells the
 * kernels.
 */
import { type Arena, allocate } from '@sightline/core/memory'
import {
  BOX_BYTES,
  DIRTY_BUCKETS,
  IDS_BYTES,
  KEYS_BYTES,
  LEAF_BYTES,
  NODE_BYTES,
  type Octree,
  OUT_SLACK,
  PREPARED_PLANE_BYTES,
  SPREAD_BYTES,
  STATE_ACTIVITY,
  STATE_BOXES,
  STATE_BYTES,
  STATE_CAPACITY,
  STATE_DIRTY_HEADS,
  STATE_DIRTY_LEAVES,
  STATE_IDS,
  STATE_KEYS,
  STATE_LEAVES,
  STATE_NODES,
  STATE_ORDER,
  STATE_PLACES,
  STATE_QUEUE,
  STATE_SPREAD,
  STATE_WORK,
  WORK_BYTES,
  WORK_PACK,
} from './octree.js'

/** The sizes that follow from a capacity. Pools have about twice the room that packed leaves need. */
export function poolSizes(capacity: number, leafLimit: number): { leaves: number; nodes: number } {
  const perLeaf = Math.max(1, leafLimit * 0.31)
  const leaves = Math.ceil((capacity + 1) / perLeaf) + 64
  return { leaves, nodes: Math.ceil(leaves / 2) + 64 }
}

/** Bytes an octree takes from its arena, boxes included if it is to make its own column of them. */
export function octreeBytes(capacity: number, leafLimit: number, ownBoxes: boolean): number {
  const { leaves, nodes } = poolSizes(capacity, leafLimit)
  const ids = capacity + 1
  const parts = STATE_BYTES + WORK_BYTES + SPREAD_BYTES + DIRTY_BUCKETS * 4 + 128 + 32 * PREPARED_PLANE_BYTES
  const pools = nodes * (NODE_BYTES + KEYS_BYTES + 8) + leaves * (LEAF_BYTES + IDS_BYTES + 1)
  const perId = ids * (4 + 1 + 16 + 4 + 4 + 1) + (ownBoxes ? ids * BOX_BYTES : 0)
  return parts + pools + perId + 16_384
}

/** Takes the parts of an octree from the arena and writes its state block. */
export function allocateParts(
  arena: Arena,
  capacity: number,
  leafLimit: number,
  boxes: number,
): Pick<Octree, PartName> {
  const { leaves, nodes } = poolSizes(capacity, leafLimit)
  const ids = capacity + 1
  const parts = {
    state: allocate(arena, STATE_BYTES),
    work: allocate(arena, WORK_BYTES),
    spread: allocate(arena, SPREAD_BYTES),
    order: allocate(arena, 128),
    planes: allocate(arena, 32 * PREPARED_PLANE_BYTES),
    dirtyHeads: allocate(arena, DIRTY_BUCKETS * 4),
    dirtyLeaves: allocate(arena, Math.ceil(leaves / 64) * 8 + 8),
    nodes: allocate(arena, nodes * NODE_BYTES),
    keys: allocate(arena, nodes * KEYS_BYTES),
    leaves: allocate(arena, leaves * LEAF_BYTES + 64),
    ids: allocate(arena, leaves * IDS_BYTES + 64),
    places: allocate(arena, ids * 4),
    activity: allocate(arena, ids + 8),
    boxes: boxes || allocate(arena, ids * BOX_BYTES),
    scratch: allocate(arena, ids * 16 + OUT_SLACK * 8),
    pending: allocate(arena, ids * 4),
    pendingBits: allocate(arena, Math.ceil(ids / 32) * 4),
    loose: allocate(arena, ids * 4),
    nodePool: nodes,
    leafPool: leaves,
  }
  const queue = allocate(arena, nodes * 8 + 64)
  writeState(arena, parts, capacity, queue)
  return parts
}

type PartName =
  | 'state'
  | 'work'
  | 'spread'
  | 'order'
  | 'planes'
  | 'dirtyHeads'
  | 'dirtyLeaves'
  | 'nodes'
  | 'keys'
  | 'leaves'
  | 'ids'
  | 'places'
  | 'activity'
  | 'boxes'
  | 'scratch'
  | 'pending'
  | 'pendingBits'
  | 'loose'
  | 'nodePool'
  | 'leafPool'

function writeState(arena: Arena, parts: Pick<Octree, PartName>, capacity: number, queue: number): void {
  const { u32 } = arena
  const at = parts.state >>> 2
  u32[at + (STATE_NODES >>> 2)] = parts.nodes
  u32[at + (STATE_KEYS >>> 2)] = parts.keys
  u32[at + (STATE_LEAVES >>> 2)] = parts.leaves
  u32[at + (STATE_IDS >>> 2)] = parts.ids
  u32[at + (STATE_PLACES >>> 2)] = parts.places
  u32[at + (STATE_BOXES >>> 2)] = parts.boxes
  u32[at + (STATE_DIRTY_LEAVES >>> 2)] = parts.dirtyLeaves
  u32[at + (STATE_DIRTY_HEADS >>> 2)] = parts.dirtyHeads
  u32[at + (STATE_SPREAD >>> 2)] = parts.spread
  u32[at + (STATE_ORDER >>> 2)] = parts.order
  u32[at + (STATE_WORK >>> 2)] = parts.work
  u32[at + (STATE_QUEUE >>> 2)] = queue
  u32[at + (STATE_CAPACITY >>> 2)] = capacity
  u32[at + (STATE_ACTIVITY >>> 2)] = parts.activity
  writePackTable(arena, parts.work + WORK_PACK)
}

/** For each set of four lanes the shuffle that moves the set lanes to the front, as bytes. */
function writePackTable(arena: Arena, table: number): void {
  for (let set = 0; set < 16; set++) {
    let to = 0
    for (let lane = 0; lane < 4; lane++) {
      if (((set >>> lane) & 1) === 0) continue
      for (let byte = 0; byte < 4; byte++) arena.u8[table + set * 16 + to * 4 + byte] = lane * 4 + byte
      to++
    }
  }
}
