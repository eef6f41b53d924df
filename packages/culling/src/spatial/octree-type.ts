/** What an octree is made of: plain data, changed by the functions of this folder alone. */
import type { Arena } from '@sightline/core/memory'
import type { OctreeKernels } from '../kernels/types.js'

/** A dynamic octree over boxes. Made by `createOctree`; its fields are for the functions of this folder. */
export type Octree = {
  readonly arena: Arena
  readonly f32: Float32Array
  readonly u32: Uint32Array
  readonly u8: Uint8Array
  kernels: OctreeKernels
  /** Whether the WebAssembly kernels are to be used as soon as they are loaded. */
  readonly preferWasm: boolean
  /** Largest id that may be used. */
  readonly capacity: number
  readonly leafLimit: number
  readonly mergeLimit: number
  readonly minNodeSize: number
  readonly maxDepth: number
  readonly refitBudget: number
  readonly idBits: number

  /** Byte offsets of the parts. */
  readonly state: number
  readonly nodes: number
  readonly keys: number
  readonly leaves: number
  readonly ids: number
  readonly places: number
  readonly activity: number
  readonly boxes: number
  readonly dirtyLeaves: number
  readonly dirtyHeads: number
  readonly spread: number
  readonly order: number
  readonly work: number
  readonly planes: number
  /** Scratch of 16 bytes an id: query results and leavers, or the two lists of a build. */
  readonly scratch: number
  readonly pending: number
  readonly pendingBits: number
  readonly loose: number

  readonly nodePool: number
  readonly leafPool: number
  /** Nodes and leaves that were ever in use at once: what memory is really touched. */
  nodeHigh: number
  leafHigh: number
  leafFree: number
  nodesUsed: number
  leavesUsed: number
  /** Boxes in the tree or loose. */
  objects: number
  looseCount: number
  pendingCount: number
  /** Whether some bounds may be larger than they need be. */
  dirty: boolean

  readonly space: OctreeSpace
  readonly hint: Float64Array | null
  readonly counters: OctreeCounters
  readonly chunks: Uint32Array[]
  /** Boxes that wait to be filed anew because a flush's budget was spent; null without a budget. */
  readonly waiting: WaitingBoxes | null
  readonly lastQuery: LastQuery
  readonly bytesReserved: number
}

/** Ids in the order they came, each once. */
export type WaitingBoxes = { readonly ids: Uint32Array; readonly marks: Uint8Array; count: number }

/** How positions become keys. */
export type OctreeSpace = {
  /** Whether a space was chosen yet; it comes from a hint or from the first boxes. */
  ready: boolean
  /** Edge of one grid step. */
  unit: number
  perUnit: number
  originX: number
  originY: number
  originZ: number
  /** Bits of each axis: x, y, z. */
  readonly bits: Uint8Array
  mortonBits: number
  /** Boxes filed in border cells since the space was chosen, because they lie outside it. */
  outside: number
}

/** Totals since the tree was made. */
export type OctreeCounters = {
  /** Boxes that were filed anew because they left the reach of their cell, began to move or came to rest. */
  refiled: number
  /** Times the whole tree was built anew. */
  rebuilt: number
  /** Boxes for which a pool had no room: they are found, but tested one by one. */
  overflowed: number
  /**
   * Ids given to `flushMoved` or `insertFromColumn` that could not be used: unknown, too large or there
   * already.
   */
  ignored: number
}

/** What the last frustum query of an octree did. */
export type LastQuery = {
  nodesTested: number
  leavesTested: number
  blocksTested: number
  leavesCopied: number
  results: number
}
