/**
 * Applying moves: most boxes stay in their leaf, some are filed anew, and all bounds are tight again
 * afterwards.
 */
import { markBlock } from '../kernels/move-boxes.js'
import { storeBox } from '../kernels/pack-leaf.js'
import {
  boxAt,
  isBroken,
  LIST_BYTES,
  LOOSE_FLAG,
  leafAt,
  NONE,
  type Octree,
  placeOf,
  STATE_MOVING,
  slotAt,
  stateIndex,
  type WaitingBoxes,
} from './octree.js'
import { buildTree, chooseKernels } from './octree-build.js'
import { fileBox, unfileBox } from './octree-edit.js'

/** So many boxes outside the grid, and this share of all, ask for a new grid. */
const OUTSIDE_MIN = 64
const OUTSIDE_SHARE = 1 / 8
/**
 * When so many boxes, and this share of all, are to be filed anew at once, building the whole tree is faster.
 */
const REBUILD_MIN = 256
const REBUILD_SHARE = 1 / 4

/** Applies all moves since the last flush. Queries do this by themselves. */
export function flush(o: Octree): void {
  const count = o.pendingCount
  applyMoves(o, o.pending, count)
  for (let i = 0; i < count; i++) {
    const id = o.u32[(o.pending >>> 2) + i]!
    o.u32[(o.pendingBits >>> 2) + (id >>> 5)]! &= ~(1 << (id & 31))
  }
  o.pendingCount = 0
  finish(o)
}

/**
 * Applies moves whose boxes stand in the column already: `ids[0 .. count - 1]`. Ids that are not in the
 * octree are ignored and counted; a broken box becomes one that every query returns, until it is whole again.
 */
export function flushMoved(o: Octree, ids: Uint32Array, count: number): void {
  const inArena = ids.buffer === o.arena.buffer
  const chunk = o.capacity + 1
  if (count === 0) applyMoves(o, o.scratch, 0)
  for (let from = 0; from < count; from += chunk) {
    const part = Math.min(chunk, count - from)
    let at = ids.byteOffset + from * 4
    if (!inArena) {
      at = o.scratch + chunk * LIST_BYTES
      for (let i = 0; i < part; i++) o.u32[(at >>> 2) + i] = ids[from + i]!
    }
    applyMoves(o, at, part)
  }
  if (o.pendingCount > 0) flush(o)
  else finish(o)
}

/** Makes the octree current before a query. */
export function settle(o: Octree): void {
  if (o.pendingCount > 0) flush(o)
  else if (o.dirty) finish(o)
}

function applyMoves(o: Octree, ids: number, count: number): void {
  chooseKernels(o)
  const refiled = o.waiting === null ? 0 : refileWaiting(o, o.waiting)
  // Without moves there may still be boxes that came to rest.
  if (count === 0 && o.u32[stateIndex(o, STATE_MOVING)] === 0) return
  const leavers = o.kernels.moveBoxes(o.state, ids, count, o.scratch)
  if (count > 0) o.dirty = true
  if (o.waiting === null && leavers >= REBUILD_MIN && leavers > o.objects * REBUILD_SHARE) {
    o.counters.refiled += leavers
    rebuild(o, o.hint === null)
    return
  }
  let budget = o.refitBudget - refiled
  for (let i = 0; i < leavers; i++) {
    const id = o.u32[(o.scratch >>> 2) + i]!
    if (refile(o, id, budget > 0)) budget--
  }
}

/** Files one box anew if it may be; true if it was. */
function refile(o: Octree, id: number, allowed: boolean): boolean {
  const place = id <= o.capacity ? placeOf(o, id) : NONE
  if (place === NONE) {
    if (!isPending(o, id)) o.counters.ignored++
    return false
  }
  const broken = isBroken(o.f32, boxAt(o, id))
  if (place >= LOOSE_FLAG && broken) return false
  if (place < LOOSE_FLAG && !broken && !allowed && o.waiting !== null) {
    storeBox(o.f32, slotAt(o, place), boxAt(o, id))
    markBlock(o, o.state, place >>> 6, leafAt(o, place >>> 6), (place >>> 3) & 7)
    wait(o.waiting, id)
    return false
  }
  unfileBox(o, id)
  fileBox(o, id)
  o.counters.refiled++
  return true
}

function isPending(o: Octree, id: number): boolean {
  return id <= o.capacity && ((o.u32[(o.pendingBits >>> 2) + (id >>> 5)]! >>> (id & 31)) & 1) === 1
}

function wait(waiting: WaitingBoxes, id: number): void {
  if (waiting.marks[id]) return
  waiting.marks[id] = 1
  waiting.ids[waiting.count++] = id
}

/** Files boxes of earlier flushes anew, the oldest first, as far as the budget goes; returns how many. */
function refileWaiting(o: Octree, waiting: WaitingBoxes): number {
  const count = Math.min(waiting.count, o.refitBudget)
  let refiled = 0
  for (let i = 0; i < count; i++) {
    const id = waiting.ids[i]!
    waiting.marks[id] = 0
    if (placeOf(o, id) < LOOSE_FLAG && refile(o, id, true)) refiled++
  }
  waiting.ids.copyWithin(0, count, waiting.count)
  waiting.count -= count
  return refiled
}

/** Chooses a new grid if too much lies outside the old one. */
export function rebuildIfOutgrown(o: Octree): void {
  const { outside } = o.space
  if (outside > OUTSIDE_MIN && outside > o.objects * OUTSIDE_SHARE) rebuild(o, true)
}

/** Makes all bounds tight. */
function finish(o: Octree): void {
  chooseKernels(o)
  rebuildIfOutgrown(o)
  if (!o.dirty) return
  o.kernels.refit(o.state)
  o.dirty = false
}

/** Builds the whole tree anew from the boxes in the column. */
export function rebuild(o: Octree, newSpace: boolean): void {
  const places = o.places >>> 2
  const list = o.scratch >>> 2
  let count = 0
  for (let id = 0; id <= o.capacity; id++) {
    if (o.u32[places + id] !== NONE) o.u32[list + count++ * (LIST_BYTES >>> 2)] = id
  }
  o.counters.rebuilt++
  buildTree(o, count, newSpace)
}
