import { copyInto } from '../growth.js'

/**
 * All poses that are drawn, as they lie in one texture of floats: rows of texels of four floats. A pose is a
 * texel of morph weights and three a palette entry, the rows of its matrix. A row belongs to one rig and
 * holds as many of its poses as fit.
 *
 * New poses go side by side into the open row of their rig, and the place of an entity's last pose is given
 * up: so what is worked out in a frame lies in a few rows, and those are what is sent. When a row is full the
 * next is, in this order: one whose poses have all been given up; if less than half the room is used, the one
 * with the fewest, closed up; a new one. So no more than twice what was worked out is sent, and a row or two
 * a rig.
 */
export type PoseStore = {
  /** `rows` rows of `POSE_ROW` texels. */
  floats: Float32Array
  rows: number
  /** 1: to be sent. */
  dirty: Uint8Array
  /** Rig of each row plus 1; 0: nobody's. */
  rowRig: Uint16Array
  /** Poses in a row that are in use, and places that were given out. */
  rowLive: Uint16Array
  rowUsed: Uint16Array
  /** Owner of each place: row times `POSE_ROW` / 4 plus place; 0: nobody, or a pose of the rig itself. */
  owners: Uint32Array
  /** Texel of each entity's pose by id; 0: none. */
  readonly texelOf: Uint32Array
  /** The most rows that there can be. */
  readonly mostRows: number
  /** Counts every change of size, so that the GPU's copy knows when to follow. */
  version: number
}

/** How the poses of one rig lie. */
export type PosePool = {
  /** The rig's number plus 1. */
  readonly owner: number
  /** Texels of a pose. */
  readonly texels: number
  readonly perRow: number
  /** Row that is filled now; -1: none yet. */
  open: number
  /** Rows for entities' poses. */
  readonly own: number[]
  live: number
}

/** Texels in a row. */
export const POSE_ROW = 1024
const ROW_FLOATS = POSE_ROW * 4
const PLACES = POSE_ROW / 4
const FIRST_ROWS = 16
/** Row 0: matrices that change nothing, for skinned meshes whose entity is not animated. */
const STILL_ROW = 0xffff
/** Palette entries that a pose can have: row 0 has as many. */
export const MAX_PALETTE = 256

/** A store with nothing but the pose that changes nothing. Ids go from 0 to `maxId`. */
export function createPoseStore(maxId: number, mostRows: number): PoseStore {
  const store: PoseStore = {
    floats: new Float32Array(0),
    rows: 0,
    dirty: new Uint8Array(0),
    rowRig: new Uint16Array(0),
    rowLive: new Uint16Array(0),
    rowUsed: new Uint16Array(0),
    owners: new Uint32Array(0),
    texelOf: new Uint32Array(maxId + 1),
    mostRows,
    version: 0,
  }
  growRows(store, FIRST_ROWS)
  store.rowRig[0] = STILL_ROW
  for (let entry = 0; entry < MAX_PALETTE; entry++) {
    for (let row = 0; row < 3; row++) store.floats[4 + entry * 12 + row * 5] = 1
  }
  store.dirty[0] = 1
  return store
}

/** Places for the poses of a rig. */
export function createPosePool(owner: number, palette: number): PosePool {
  const texels = 1 + palette * 3
  return { owner, texels, perRow: Math.floor(POSE_ROW / texels), open: -1, own: [], live: 0 }
}

/** Rows for `count` poses of the rig itself, one after the other; returns their first texels. */
export function takeShared(store: PoseStore, pool: PosePool, count: number): Uint32Array {
  const texels = new Uint32Array(count)
  let row = 0
  for (let i = 0; i < count; i++) {
    const place = i % pool.perRow
    if (place === 0) row = takeRow(store, pool)
    if (row < 0)
      throw new RangeError(
        `createRig: no room for ${count} more shared poses, expected fewer rigs or a lower rate`,
      )
    texels[i] = row * POSE_ROW + place * pool.texels
  }
  return texels
}

/**
 * The place for an entity's new pose: its first texel; 0 if there is no room. The last one's is given up. Its
 * row is to be sent.
 */
export function takePose(store: PoseStore, pool: PosePool, id: number): number {
  releasePose(store, pool, id)
  if (pool.open < 0 || store.rowUsed[pool.open] === pool.perRow) pool.open = nextRow(store, pool)
  const row = pool.open
  if (row < 0) return 0
  const place = store.rowUsed[row]!
  store.rowUsed[row] = place + 1
  store.rowLive[row] = store.rowLive[row]! + 1
  store.owners[row * PLACES + place] = id
  store.dirty[row] = 1
  pool.live++
  const texel = row * POSE_ROW + place * pool.texels
  store.texelOf[id] = texel
  return texel
}

/** Gives up an entity's pose, if it has one. */
export function releasePose(store: PoseStore, pool: PosePool, id: number): void {
  const texel = store.texelOf[id]!
  if (texel === 0) return
  const row = Math.floor(texel / POSE_ROW)
  store.owners[row * PLACES + (texel - row * POSE_ROW) / pool.texels] = 0
  store.rowLive[row] = store.rowLive[row]! - 1
  store.texelOf[id] = 0
  pool.live--
}

function nextRow(store: PoseStore, pool: PosePool): number {
  const { own, perRow } = pool
  let fewest = -1
  for (let i = 0; i < own.length; i++) {
    const row = own[i]!
    if (row === pool.open) continue
    if (fewest < 0 || store.rowLive[row]! < store.rowLive[fewest]!) fewest = row
  }
  if (fewest >= 0 && (store.rowLive[fewest] === 0 || pool.live * 2 < own.length * perRow)) {
    closeUp(store, pool, fewest)
    if (store.rowUsed[fewest]! < perRow) return fewest
  }
  const row = takeRow(store, pool)
  if (row >= 0) own.push(row)
  return row
}

/** Moves what is in use to the front of a row. */
function closeUp(store: PoseStore, { texels, perRow }: PosePool, row: number): void {
  const { floats, owners, texelOf, rowUsed } = store
  const size = texels * 4
  let to = 0
  for (let place = 0; place < perRow; place++) {
    const owner = owners[row * PLACES + place]!
    if (owner === 0) continue
    if (place !== to) {
      const start = row * ROW_FLOATS
      floats.copyWithin(start + to * size, start + place * size, start + (place + 1) * size)
      owners[row * PLACES + to] = owner
      owners[row * PLACES + place] = 0
      texelOf[owner] = row * POSE_ROW + to * texels
    }
    to++
  }
  rowUsed[row] = to
  if (to > 0) store.dirty[row] = 1
}

function takeRow(store: PoseStore, pool: PosePool): number {
  let row = store.rowRig.indexOf(0)
  if (row < 0) {
    row = store.rows
    if (row >= store.mostRows) return -1
    growRows(store, Math.min(store.rows * 2, store.mostRows))
  }
  store.rowRig[row] = pool.owner
  store.rowUsed[row] = 0
  store.rowLive[row] = 0
  store.dirty[row] = 1
  return row
}

function growRows(store: PoseStore, rows: number): void {
  store.rows = rows
  store.floats = copyInto(new Float32Array(rows * ROW_FLOATS), store.floats)
  store.owners = copyInto(new Uint32Array(rows * PLACES), store.owners)
  for (const field of ['rowRig', 'rowLive', 'rowUsed'] as const) {
    const grown = new Uint16Array(rows)
    grown.set(store[field])
    store[field] = grown
  }
  const dirty = new Uint8Array(rows)
  dirty.set(store.dirty)
  store.dirty = dirty
  store.version++
}

/** Bytes of one row. */
export const POSE_ROW_BYTES: number = ROW_FLOATS * 4
