/** Making an octree: options, their checks, and the parts in the arena. */
import { expectNumber, expectOptions } from '@sightline/core/checks'
import { type Arena, createArena } from '@sightline/core/memory'
import { bestKernels, twinKernels } from '../kernels/kernels.js'
import { BOX_BYTES, NONE, type Octree, type OctreeSpace, type WaitingBoxes } from './octree.js'
import { resetStructure } from './octree-build.js'
import { allocateParts, octreeBytes } from './octree-parts.js'
import { setSpace } from './octree-space.js'

/** A place index has 26 bits for the leaf; ids need as many bits in the keys. */
const MAX_CAPACITY = 2 ** 25
/**
 * Two leaves merge when both together hold at most this share of the limit: less than all, so that they do
 * not split at once.
 */
const MERGE_SHARE = 40 / 64

/** How an octree is made. Every field may be left out. */
export type OctreeOptions = {
  /** Largest id that will be used, 1 to 2^25: memory is taken for all at once. Default 65,536. */
  readonly capacity?: number
  /** A leaf with more boxes than this is split: 1 to 64. Default 64, the fastest; fewer cost more memory. */
  readonly maxObjectsPerNode?: number
  /**
   * Edge of the smallest cell, in world units: 1e-30 to 1e30. Default 0.5. Below it boxes are told apart by
   * id only.
   */
  readonly minNodeSize?: number
  /** How many times space may be halved along all three axes: 1 to 32. Default 18. */
  readonly maxDepth?: number
  /**
   * How many boxes a flush may file anew, at least 1. Those that wait stay in their old leaf, whose bounds
   * follow them: every answer stays exact. Default: no limit.
   */
  readonly refitBudget?: number
  /**
   * Where boxes are expected: min xyz, max xyz. A hint only: boxes may lie anywhere. Default: taken from the
   * first boxes.
   */
  readonly worldBox?: ArrayLike<number>
  /**
   * Memory to live in, which may be shared with others. Default: an arena of its own, of the size it needs.
   */
  readonly arena?: Arena
  /**
   * The column of boxes, a view into `arena`: 8 floats an id, minX minY minZ - maxX maxY maxZ -. Default: a
   * column of its own.
   */
  readonly boxes?: Float32Array
  /** `'typescript'` keeps to the TypeScript kernels even when others are loaded. Default `'auto'`. */
  readonly kernels?: 'auto' | 'typescript'
}

const KNOWN_OPTIONS: Readonly<Record<keyof OctreeOptions, true>> = {
  capacity: true,
  maxObjectsPerNode: true,
  minNodeSize: true,
  maxDepth: true,
  refitBudget: true,
  worldBox: true,
  arena: true,
  boxes: true,
  kernels: true,
}

/** What is used where an option is left out. */
export const OCTREE_DEFAULTS: {
  readonly capacity: number
  readonly maxObjectsPerNode: number
  readonly minNodeSize: number
  readonly maxDepth: number
} = { capacity: 65_536, maxObjectsPerNode: 64, minNodeSize: 0.5, maxDepth: 18 }

/**
 * Makes an empty octree for ids 0 to `capacity`. All memory is taken here, none later.
 * Throws a `RangeError` or `TypeError` that names the option when one is out of range, or when the arena is
 * too small.
 */
export function createOctree(options: OctreeOptions = {}): Octree {
  const settings = checkOptions(options)
  const { capacity, leafLimit, hint } = settings
  const arena = options.arena ?? createArena(octreeBytes(capacity, leafLimit, true))
  const column = checkColumn(options, arena, capacity)
  const before = arena.top
  const parts = allocateParts(arena, capacity, leafLimit, column)
  const ownBoxes = column === 0 ? (capacity + 1) * BOX_BYTES : 0
  const octree: Octree = {
    ...parts,
    ...settings,
    ...emptyTree(),
    arena,
    f32: arena.f32,
    u32: arena.u32,
    u8: arena.u8,
    kernels: settings.preferWasm ? bestKernels(arena) : twinKernels(arena),
    waiting: Number.isFinite(settings.refitBudget) ? noneWaiting(capacity) : null,
    bytesReserved: arena.top - before - ownBoxes,
  }
  octree.u32.fill(NONE, octree.places >>> 2, (octree.places >>> 2) + capacity + 1)
  if (hint !== null) setSpace(octree, hint)
  resetStructure(octree)
  return octree
}

type SettingName =
  | 'capacity'
  | 'leafLimit'
  | 'mergeLimit'
  | 'minNodeSize'
  | 'maxDepth'
  | 'refitBudget'
  | 'idBits'
  | 'hint'
  | 'preferWasm'

function checkOptions(options: OctreeOptions): Pick<Octree, SettingName> {
  expectOptions('createOctree', options, KNOWN_OPTIONS)
  const { refitBudget, kernels } = options
  const capacity = whole('capacity', options.capacity ?? OCTREE_DEFAULTS.capacity, 1, MAX_CAPACITY)
  const leafLimit = whole(
    'maxObjectsPerNode',
    options.maxObjectsPerNode ?? OCTREE_DEFAULTS.maxObjectsPerNode,
    1,
    64,
  )
  const maxDepth = whole('maxDepth', options.maxDepth ?? OCTREE_DEFAULTS.maxDepth, 1, 32)
  const minNodeSize = options.minNodeSize ?? OCTREE_DEFAULTS.minNodeSize
  expectNumber('createOctree', 'minNodeSize', minNodeSize)
  if (!(minNodeSize >= 1e-30 && minNodeSize <= 1e30)) {
    throw new RangeError(`createOctree: minNodeSize is ${minNodeSize}, expected a number from 1e-30 to 1e30`)
  }
  if (kernels !== undefined && kernels !== 'auto' && kernels !== 'typescript') {
    throw new RangeError(`createOctree: kernels is ${kernels}, expected 'auto' or 'typescript'`)
  }
  const unlimited = refitBudget === undefined || refitBudget === Number.POSITIVE_INFINITY
  return {
    capacity,
    leafLimit,
    mergeLimit: Math.floor(leafLimit * MERGE_SHARE),
    minNodeSize,
    maxDepth,
    refitBudget: unlimited
      ? Number.POSITIVE_INFINITY
      : whole('refitBudget', refitBudget, 1, Number.MAX_SAFE_INTEGER),
    idBits: 32 - Math.clz32(capacity),
    hint: checkHint(options.worldBox),
    preferWasm: kernels !== 'typescript',
  }
}

type EmptyName =
  | 'nodeHigh'
  | 'leafHigh'
  | 'leafFree'
  | 'nodesUsed'
  | 'leavesUsed'
  | 'objects'
  | 'looseCount'
  | 'pendingCount'
  | 'dirty'
  | 'space'
  | 'counters'
  | 'chunks'
  | 'lastQuery'

function emptyTree(): Pick<Octree, EmptyName> {
  return {
    nodeHigh: 1,
    leafHigh: 0,
    leafFree: NONE,
    nodesUsed: 1,
    leavesUsed: 0,
    objects: 0,
    looseCount: 0,
    pendingCount: 0,
    dirty: false,
    space: emptySpace(),
    counters: { refiled: 0, rebuilt: 0, overflowed: 0, ignored: 0 },
    chunks: [],
    lastQuery: { nodesTested: 0, leavesTested: 0, blocksTested: 0, leavesCopied: 0, results: 0 },
  }
}

function noneWaiting(capacity: number): WaitingBoxes {
  return { ids: new Uint32Array(capacity + 1), marks: new Uint8Array(capacity + 1), count: 0 }
}

function emptySpace(): OctreeSpace {
  const bits = new Uint8Array(3)
  return {
    ready: false,
    unit: 1,
    perUnit: 1,
    originX: 0,
    originY: 0,
    originZ: 0,
    bits,
    mortonBits: 0,
    outside: 0,
  }
}

function whole(name: string, value: number, min: number, max: number): number {
  if (!(Number.isInteger(value) && value >= min && value <= max)) {
    throw new RangeError(`createOctree: ${name} is ${value}, expected a whole number from ${min} to ${max}`)
  }
  return value
}

function checkHint(box: ArrayLike<number> | undefined): Float64Array | null {
  if (box === undefined) return null
  const range = Float64Array.from(box)
  for (let axis = 0; axis < 3; axis++) {
    const min = range[axis]!
    const max = range[axis + 3]!
    if (!(range.length === 6 && min <= max && Math.abs(min) <= 1e15 && Math.abs(max) <= 1e15)) {
      throw new RangeError(
        `createOctree: worldBox is [${range.join(', ')}], expected minX, minY, minZ, maxX, maxY, maxZ, each minimum at most its maximum`,
      )
    }
  }
  return range
}

/** Byte offset of the given column, or 0 when the octree is to make its own. */
function checkColumn(options: OctreeOptions, arena: Arena, capacity: number): number {
  const { boxes } = options
  if (boxes === undefined) return 0
  if (boxes.buffer !== arena.buffer || options.arena === undefined) {
    throw new TypeError('createOctree: boxes is not a view into the buffer of the option arena')
  }
  if (boxes.length < (capacity + 1) * 8) {
    throw new RangeError(
      `createOctree: boxes has ${boxes.length} floats, expected at least ${(capacity + 1) * 8}: 8 for each id from 0 to ${capacity}`,
    )
  }
  return boxes.byteOffset
}
