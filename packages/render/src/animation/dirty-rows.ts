import { POSE_ROW, POSE_ROW_BYTES, type PoseStore } from './pose-store.js'

/** Rows of poses that lie together, as they are sent to the texture. */
export type RowBlock = {
  readonly first: number
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}

/** The blocks that were ever sent: each is made once, so that sending makes no garbage. */
export type RowBlocks = { version: number; readonly known: Map<number, RowBlock> }

/** None yet. */
export function createRowBlocks(): RowBlocks {
  return { version: -1, known: new Map() }
}

/** Blocks of more rows than a power of two up to this do not occur. */
const LEVELS = 15

/**
 * Sends the rows that have changed, in blocks of 1, 2, 4 … rows that start at multiples of their size.
 * Returns their bytes.
 */
export function sendRows(store: PoseStore, blocks: RowBlocks, send: (block: RowBlock) => void): number {
  if (blocks.version !== store.version) {
    blocks.known.clear()
    blocks.version = store.version
  }
  let bytes = 0
  for (let row = 0; row < store.rows; ) {
    if (store.dirty[row] === 0) {
      row++
      continue
    }
    let level = 0
    while (level < LEVELS && row % (2 << level) === 0 && allDirty(store, row + (1 << level), 1 << level))
      level++
    send(blockAt(store, blocks, row, level))
    store.dirty.fill(0, row, row + (1 << level))
    bytes += POSE_ROW_BYTES << level
    row += 1 << level
  }
  return bytes
}

/**
 * Forgets what has changed, where there is nobody to send it to. Returns how many bytes it would have been.
 */
export function countRows({ dirty }: PoseStore): number {
  let rows = 0
  for (let row = 0; row < dirty.length; row++) rows += dirty[row]!
  dirty.fill(0)
  return rows * POSE_ROW_BYTES
}

function allDirty({ dirty }: PoseStore, first: number, count: number): boolean {
  for (let row = first; row < first + count; row++) if (dirty[row] !== 1) return false
  return true
}

function blockAt(store: PoseStore, { known }: RowBlocks, first: number, level: number): RowBlock {
  const key = first * (LEVELS + 1) + level
  const found = known.get(key)
  if (found !== undefined) return found
  const height = 1 << level
  const floats = POSE_ROW * 4
  const data = store.floats.subarray(first * floats, (first + height) * floats)
  const made: RowBlock = { first, width: POSE_ROW, height, data }
  known.set(key, made)
  return made
}
