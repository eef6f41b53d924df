/**
 * The occlusion buffer: a small picture of inverse depth that occluders are drawn into, nearest first, and boxes are tested against.
 * What it calls hidden is hidden, whatever the rounding: see docs/occlusion.md for how it works and why.
 *
 * An `OcclusionBuffer` is plain data over an arena; `kernels/layout.ts` describes the bytes.
 */
import { expectOptions, quoted } from '@sightline/core/checks'
import { type Arena, allocate, createArena } from '@sightline/core/memory'
import * as layout from './kernels/layout.js'
import { occlusionTwins } from './kernels/loader.js'
import type { OcclusionKernels } from './kernels/types.js'
import { type OcclusionMemory, occlusionMemory } from './memory.js'
import { createOcclusionView, type OcclusionView } from './occlusion-view.js'
import { writeSilhouettes, writeSpans } from './silhouettes.js'
import { writeSizeConstants } from './view-constants.js'

const MAX_WIDTH = 1024
const MAX_HEIGHT = 512
/** Tiles around the picture that hold Infinity: windows reach over the edge by up to seven tiles, loads by three more. */
const BORDER_TILES = 12
const PAD = 64
/** Tables of a float for each tile: the tiles themselves, then minima over 2×1, 1×2, 2×2, 4×4 and 8×8. */
const TABLES = 6
const STAGING_BYTES = layout.CHUNK * (32 + 4 + 4 + 1)
/**
 * The queue of occluders that are handed in one by one: heads, a box record for each, and a store in which the records of prisms and
 * hulls stay from picture to picture until it is full.
 */
export const QUEUE_HEADS = 128
export const STORE_BYTES = 196_608
const QUEUE_BYTES = QUEUE_HEADS * (layout.HEAD_BYTES + layout.RAW_BOX_BYTES) + STORE_BYTES

export type OcclusionBufferOptions = {
  /** Pixels, a multiple of 8 from 8 to 1024. Default 256. */
  width?: number
  /** Pixels, a multiple of 8 from 8 to 512. Default 128. */
  height?: number
  /** Memory to live in; an arena of its own if left out. */
  arena?: Arena
  /** 'typescript' keeps to the TypeScript kernels, which give the same answers more slowly. Default 'auto'. */
  kernels?: 'auto' | 'typescript'
}

const KNOWN_OPTIONS: Record<keyof OcclusionBufferOptions, true> = {
  width: true,
  height: true,
  arena: true,
  kernels: true,
}

/** Counts of the current picture, since `beginOcclusion`. */
export type OcclusionStats = {
  /** Occluders handed in, and those of them that covered a pixel. The rest was outside, hidden, or too near the eye. */
  occluders: number
  drawn: number
  boxesTested: number
  boxesHidden: number
}

/** Where what does not lie in the arena is copied to, one chunk at a time. */
export type OcclusionStaging = {
  readonly boxes: Float32Array
  readonly ids: Uint32Array
  readonly results: Uint8Array
  /** 0, 1, 2 and so on. */
  readonly identity: Uint32Array
}

export type OcclusionBuffer = {
  readonly width: number
  readonly height: number
  readonly arena: Arena
  readonly memory: OcclusionMemory
  /** Byte offset of the state block. */
  readonly state: number
  /** Byte offsets of the queue's heads and boxes; how many occluders wait. */
  readonly queue: number
  readonly queueBoxes: number
  queued: number
  /** Byte offset of the store, how much of it is taken, and how often it was emptied. */
  readonly store: number
  storeTop: number
  storeRound: number
  readonly staging: OcclusionStaging
  readonly forcedKind: 'auto' | 'typescript'
  readonly stats: OcclusionStats
  kernels: OcclusionKernels
  view: OcclusionView
  /** The view of the next `beginOcclusion`, so that a refused matrix leaves this one alone. */
  nextView: OcclusionView
  erosion: number
  begun: boolean
  /** Whether something was drawn since the window minima were made. */
  stale: boolean
  image: OcclusionImage | null
}

/** The buffer as a picture: row 0 is the bottom, 0 is far or empty; perspective 1/w, orthographic metres before the far plane. */
export type OcclusionImage = {
  readonly width: number
  readonly height: number
  readonly inverseDepth: Float32Array
}

/**
 * Makes a buffer. Throws a `TypeError` for an option that does not exist, a `RangeError` if a size is not a multiple of 8 in range, or
 * does not fit the given arena.
 */
export function createOcclusionBuffer(options: OcclusionBufferOptions = {}): OcclusionBuffer {
  expectOptions('createOcclusionBuffer', options, KNOWN_OPTIONS)
  const { width = 256, height = 128, kernels = 'auto' } = options
  expectSize('width', width, MAX_WIDTH)
  expectSize('height', height, MAX_HEIGHT)
  if (kernels !== 'auto' && kernels !== 'typescript') {
    throw new TypeError(
      `createOcclusionBuffer: kernels is ${quoted(kernels)}, expected 'auto' or 'typescript'`,
    )
  }
  if (options.arena !== undefined) expectArena('createOcclusionBuffer', options.arena)
  const bytes = bufferBytes(width, height)
  const arena = options.arena ?? createArena(bytes + PAD)
  const state = allocate(arena, bytes)
  const memory = occlusionMemory(arena)
  placeTables(memory, state, width, height)
  return {
    width,
    height,
    arena,
    memory,
    state,
    queue: state + bytes - QUEUE_BYTES,
    queueBoxes: state + bytes - QUEUE_BYTES + QUEUE_HEADS * layout.HEAD_BYTES,
    store: state + bytes - STORE_BYTES,
    storeTop: 0,
    storeRound: 0,
    queued: 0,
    staging: createStaging(arena, state + bytes - QUEUE_BYTES - STAGING_BYTES),
    forcedKind: kernels,
    stats: { occluders: 0, drawn: 0, boxesTested: 0, boxesHidden: 0 },
    kernels: occlusionTwins(arena),
    view: createOcclusionView(),
    nextView: createOcclusionView(),
    erosion: 0,
    begun: false,
    stale: true,
    image: null,
  }
}

function expectSize(field: string, value: number, limit: number): void {
  if (!(Number.isInteger(value) && value >= 8 && value <= limit && value % 8 === 0)) {
    throw new RangeError(
      `createOcclusionBuffer: ${field} is ${quoted(value)}, expected a multiple of 8 from 8 to ${limit}`,
    )
  }
}

/** Throws a `TypeError` for what is no arena. */
export function expectArena(caller: string, arena: Arena): void {
  if (arena?.memory instanceof WebAssembly.Memory) return
  throw new TypeError(`${caller}: arena is ${quoted(arena)}, expected one made by createArena`)
}

const strideOf = (width: number): number => (width >>> 3) + BORDER_TILES
const tilesOf = (width: number, height: number): number => strideOf(width) * ((height >>> 3) + BORDER_TILES)
const padded = (bytes: number): number => (bytes + 2 * PAD) & ~(PAD - 1)

function tableSizes(tiles: number): readonly number[] {
  const group = (layout.CHUNK >>> 2) * layout.RECT_BYTES
  return [
    tiles * 4 * TABLES, // AT_TILE_DEPTH
    tiles * 4, // AT_EMPTY
    tiles * 16, // AT_LAYER_DEPTH
    tiles * layout.MASK_BYTES, // AT_LAYER_MASK
    group * 2, // AT_RECTS
    layout.CHUNK * 8, // AT_PENDING
    layout.CHUNK * 4, // AT_SLOW
    layout.CHUNK * 4, // AT_IDS
    layout.CHUNK, // AT_RESULTS
    (layout.OCCLUDER_CHUNK >>> 2) * layout.OCCLUDER_RECT_BYTES, // AT_OCCLUDER_RECTS
    layout.WALK_BYTES, // AT_WALK
  ]
}

function bufferBytes(width: number, height: number): number {
  let bytes = layout.STATE_BYTES + STAGING_BYTES + QUEUE_BYTES
  for (const size of tableSizes(tilesOf(width, height))) bytes += padded(size)
  return bytes
}

function createStaging(arena: Arena, at: number): OcclusionStaging {
  const { CHUNK } = layout
  const identity = new Uint32Array(arena.buffer, at + 36 * CHUNK, CHUNK)
  for (let i = 0; i < CHUNK; i++) identity[i] = i
  return {
    boxes: new Float32Array(arena.buffer, at, 8 * CHUNK),
    ids: new Uint32Array(arena.buffer, at + 32 * CHUNK, CHUNK),
    identity,
    results: new Uint8Array(arena.buffer, at + 40 * CHUNK, CHUNK),
  }
}

/** Bytes that `createOcclusionBuffer` takes of the arena it is given. */
export function occlusionBytes(width: number, height: number): number {
  return bufferBytes(width, height) + PAD
}

/** Writes what never changes: sizes, where the tables stand, tables of constants, the border. */
function placeTables(memory: OcclusionMemory, state: number, width: number, height: number): void {
  const { u32, f32 } = memory
  const s = state >>> 2
  const stride = strideOf(width)
  const tiles = tilesOf(width, height)
  u32[s + (layout.WIDTH >>> 2)] = width
  u32[s + (layout.HEIGHT >>> 2)] = height
  u32[s + (layout.TILES_X >>> 2)] = width >>> 3
  u32[s + (layout.TILES_Y >>> 2)] = height >>> 3
  u32[s + (layout.STRIDE >>> 2)] = stride
  u32[s + (layout.TILES >>> 2)] = tiles
  f32[s + (layout.HALF_WIDTH >>> 2)] = width / 2
  f32[s + (layout.HALF_HEIGHT >>> 2)] = height / 2
  let at = state + layout.STATE_BYTES
  const sizes = tableSizes(tiles)
  for (let k = 0; k < sizes.length; k++) {
    u32[s + (layout.AT_TILE_DEPTH >>> 2) + k] = at
    at += padded(sizes[k]!)
  }
  const depth = u32[s + (layout.AT_TILE_DEPTH >>> 2)]! >>> 2
  const empty = u32[s + (layout.AT_EMPTY >>> 2)]! >>> 2
  for (let tile = 0; tile < tiles; tile++) {
    const x = tile % stride
    const y = Math.floor(tile / stride)
    const inside = x >= 1 && y >= 1 && x <= width >>> 3 && y <= height >>> 3
    const value = inside ? 0 : Number.POSITIVE_INFINITY
    f32[empty + tile] = value
    for (let table = 0; table < TABLES; table++) f32[depth + table * tiles + tile] = value
  }
  writeSilhouettes(memory.u8, state)
  writeSpans(memory.u8, state)
  writeSizeConstants(memory, state, width, height, stride, tiles)
}

/** Throws a `TypeError` for what is no buffer. */
export function expectBuffer(b: OcclusionBuffer, caller: string): void {
  if (b?.staging === undefined) {
    throw new TypeError(`${caller}: the buffer is ${quoted(b)}, expected one made by createOcclusionBuffer`)
  }
}

/** Throws if there is no view yet, or no buffer. */
export function expectBegun(b: OcclusionBuffer, caller: string): void {
  expectBuffer(b, caller)
  if (!b.begun) throw new Error(`${caller}: this buffer has no view yet, call beginOcclusion first`)
}

/** How far the eye must be from an occluder (see `CLEARANCE`). */
export function clearanceOf(b: OcclusionBuffer): number {
  return b.memory.f32[(b.state + layout.CLEARANCE) >>> 2]!
}

/** Draws listed heads; `heads` and `ids` are byte offsets in the buffer's arena. */
export function drawHeads(b: OcclusionBuffer, heads: number, ids: number, count: number): number {
  const drawn = b.kernels.drawOccluders(b.state, heads, ids, count)
  b.stats.occluders += count
  b.stats.drawn += drawn
  b.stale = true
  return drawn
}

/** Draws what waits in the queue. */
export function drawQueue(b: OcclusionBuffer): void {
  if (b.queued === 0) return
  drawHeads(b, b.queue, b.staging.identity.byteOffset, b.queued)
  b.queued = 0
}

/** Counts since `beginOcclusion`; the same object each time. */
export function occlusionStats(b: OcclusionBuffer): OcclusionStats {
  expectBuffer(b, 'occlusionStats')
  drawQueue(b)
  return b.stats
}
