/**
 * The occlusion buffer: a small picture of inverse depth that occluders are drawn into, nearest first, and boxes are tested against.
 * What it calls hidden is hidden, whatever the rounding: see docs/occlusion.md for how it works and why.
 *
 * An `OcclusionBuffer` is plain data over an arena; `kernels/layout.ts` describes the bytes.
 */
import { type Arena, allocate, createArena } from '@sightline/core/memory'
import * as layout from './kernels/layout.js'
import { bestOcclusionKernels, occlusionTwins } from './kernels/loader.js'
import type { OcclusionKernels } from './kernels/types.js'
import { type OcclusionMemory, occlusionMemory } from './memory.js'
import {
  analyseView,
  createOcclusionView,
  type OcclusionClipDepth,
  type OcclusionView,
} from './occlusion-view.js'
import { writeSilhouettes, writeSpans } from './silhouettes.js'
import { writeSizeConstants, writeView } from './view-constants.js'

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

export type BeginOcclusionOptions = {
  /** Range of depth that the matrix maps to. Default 'minus-one-to-one'. */
  clipDepth?: OcclusionClipDepth
  /**
   * Metres by which every occluder is shrunk. What is hidden then stays hidden while the eye and the box each move by up to that much
   * and the view turns. Default 0.
   */
  erosion?: number
  /** How much wider than the view the picture is, as a factor on the tangents, for turns between two answers. 1 to 4, default 1. */
  guardBand?: number
  /**
   * What counts of a box that is only partly in the picture: 'inside', the part that is; or 'whole', and then it is visible, as what
   * is outside is not known. Default 'inside' without erosion, 'whole' with it: the answer is meant for a later eye then.
   */
  outside?: 'inside' | 'whole'
  /** Only for orthographic matrices with reversed depth, or that show a mirror image: whether the near plane has the larger depth. */
  reversed?: boolean
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
 * Makes a buffer. Throws a `RangeError` if a size is not a multiple of 8 in range, or does not fit the given arena.
 */
export function createOcclusionBuffer(options: OcclusionBufferOptions = {}): OcclusionBuffer {
  const { width = 256, height = 128, kernels = 'auto' } = options
  expectSize('width', width, MAX_WIDTH)
  expectSize('height', height, MAX_HEIGHT)
  if (kernels !== 'auto' && kernels !== 'typescript') {
    throw new TypeError(
      `createOcclusionBuffer: kernels is ${String(kernels)}, expected 'auto' or 'typescript'`,
    )
  }
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
      `createOcclusionBuffer: ${field} is ${value}, expected a multiple of 8 from 8 to ${limit}`,
    )
  }
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

const NO_OPTIONS: BeginOcclusionOptions = {}

/**
 * Starts a new picture: empties the buffer and takes the view, projection times view, column-major as in gl-matrix. Far from the
 * origin give a `Float64Array`, as a float32 matrix knows the eye no better than to 2⁻²⁴ of its distance.
 *
 * Perspective (also off-centre, endless, reversed) and orthographic matrices are told apart by their numbers.
 * Throws a `RangeError` or `TypeError` that names the field; the buffer is then as it was.
 */
export function beginOcclusion(
  b: OcclusionBuffer,
  viewProjection: Float32Array | Float64Array,
  options: BeginOcclusionOptions = NO_OPTIONS,
): void {
  const { clipDepth = 'minus-one-to-one', erosion = 0, guardBand = 1, outside } = options
  if (clipDepth !== 'minus-one-to-one' && clipDepth !== 'zero-to-one') {
    throw new RangeError(
      `beginOcclusion: clipDepth is ${String(clipDepth)}, expected 'minus-one-to-one' or 'zero-to-one'`,
    )
  }
  if (!(erosion >= 0 && erosion < 1e6)) {
    throw new RangeError(`beginOcclusion: erosion is ${erosion}, expected metres from 0 on`)
  }
  if (!(guardBand >= 1 && guardBand <= 4)) {
    throw new RangeError(`beginOcclusion: guardBand is ${guardBand}, expected a factor from 1 to 4`)
  }
  if (outside !== undefined && outside !== 'inside' && outside !== 'whole') {
    throw new RangeError(`beginOcclusion: outside is ${String(outside)}, expected 'inside' or 'whole'`)
  }
  input.width = b.width
  input.height = b.height
  input.clipDepth = clipDepth
  input.guardBand = guardBand
  input.reversed = options.reversed
  analyseView(viewProjection, input, b.nextView, 'beginOcclusion')

  const before = b.view
  b.view = b.nextView
  b.nextView = before
  b.erosion = erosion
  writeView(b.memory, b.state, b.view, erosion, outside === undefined ? erosion > 0 : outside === 'whole')
  b.kernels = b.forcedKind === 'typescript' ? occlusionTwins(b.arena) : bestOcclusionKernels(b.arena)
  b.begun = true
  clearOcclusion(b)
}

const input: {
  width: number
  height: number
  clipDepth: OcclusionClipDepth
  guardBand: number
  reversed: boolean | undefined
} = { width: 0, height: 0, clipDepth: 'minus-one-to-one', guardBand: 1, reversed: undefined }

/** Empties the picture and its counts; the view stays. */
export function clearOcclusion(b: OcclusionBuffer): void {
  expectBegun(b, 'clearOcclusion')
  b.kernels.clear(b.state)
  b.stale = true
  b.queued = 0
  const { stats } = b
  stats.occluders = 0
  stats.drawn = 0
  stats.boxesTested = 0
  stats.boxesHidden = 0
}

/** Throws if there is no view yet. */
export function expectBegun(b: OcclusionBuffer, caller: string): void {
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
  drawQueue(b)
  return b.stats
}

/** The buffer as a picture, for debugging and tests. The array belongs to the buffer and is written anew by each call. */
export function occlusionImage(b: OcclusionBuffer): OcclusionImage {
  drawQueue(b)
  const { width, height, state, memory } = b
  const { f32, u32 } = memory
  b.image ??= { width, height, inverseDepth: new Float32Array(width * height) }
  const { inverseDepth } = b.image
  const s = state >>> 2
  const stride = strideOf(width)
  const depths = u32[s + (layout.AT_TILE_DEPTH >>> 2)]! >>> 2
  const steps = u32[s + (layout.AT_LAYER_DEPTH >>> 2)]! >>> 2
  const masks = u32[s + (layout.AT_LAYER_MASK >>> 2)]! >>> 2
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const tile = ((y >>> 3) + 1) * stride + (x >>> 3) + 1
      const bit = (x & 7) + 8 * (y & 7)
      let value = f32[depths + tile]!
      for (let k = layout.LAYERS - 1; k >= 0; k--) {
        const depth = f32[steps + tile * layout.LAYERS + k]!
        const word = u32[masks + tile * (layout.MASK_BYTES >>> 2) + 2 * (k + 1) + (bit >>> 5)]!
        if (depth > value && (word >>> (bit & 31)) & 1) value = depth
      }
      inverseDepth[y * width + (b.view.mirrored ? width - 1 - x : x)] = value
    }
  }
  return b.image
}
