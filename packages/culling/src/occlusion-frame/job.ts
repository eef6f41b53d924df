/**
 * A job: everything that one answer of the occlusion buffer needs, in one block of memory, so that it can be
 * worked off here, in a worker that shares the memory, or in one that gets a copy.
 *
 *     0     header: numbers of the job, of what it holds, what came out (see the constants)
 *     64    view-projection, 16 doubles; then erosion, guard band, and the milliseconds that the job took
 *     256   heads of occluders, 32 bytes each, nearest first, and their numbers 0, 1, 2 …
 *           records of occluders
 *           rows: boxes that stand in the job itself, 8 floats each (min xyz, free, max xyz, free)
 *           ids: whose boxes to test. The first `LIVE_COUNT` are rows of `WorldBounds`, the other `ROW_COUNT` are rows of the job
 *           results, a byte for each id: 1 hidden, 0 not
 *
 * What may move while the job is under way is copied into it; what rests is read where it is, and whoever
 * takes the answer drops what has changed since.
 */
import type { Arena } from '@sightline/core/memory'
import { HEAD_BYTES } from '../occlusion/kernels/layout.js'

export const MAX_HEADS = 1024
/** Records of boxes that were handed in take 128 bytes each, of hulls 0.5 to 4 kB. */
export const RECORD_BYTES: number = 192 * 1024
export const HEADER_BYTES = 256
const ROW_BYTES = 32

// Words of the header.
export const JOB_NUMBER = 0
export const HEAD_COUNT = 1
export const LIVE_COUNT = 2
export const ROW_COUNT = 3
export const FLAGS = 4
export const STATUS = 5
export const HIDDEN_COUNT = 6
export const DRAWN_COUNT = 7
// Doubles of the header.
export const MATRIX_AT = 8
export const EROSION_AT = 24
export const GUARD_AT = 25
export const TIME_AT = 26

/** Bits of `FLAGS`. */
export const JobFlag: { readonly zeroToOne: 1; readonly whole: 2; readonly reversed: 4 } = {
  zeroToOne: 1,
  whole: 2,
  reversed: 4,
}

/** Values of `STATUS`. */
export const JobStatus: { readonly waiting: 0; readonly done: 1; readonly refused: 2 } = {
  waiting: 0,
  done: 1,
  refused: 2,
}

/** How much one job may hold. */
export type JobRoom = {
  /** Boxes to test. */
  readonly candidates: number
  /** Boxes that stand in the job itself. */
  readonly rows: number
  /** Whoever works the job off sees `WorldBounds`. */
  readonly shared: boolean
}

/** The typed arrays of one block; the same on both sides. */
export type JobBlock = {
  /** Byte offset in the arena, and size. */
  readonly at: number
  readonly bytes: number
  readonly header: Int32Array
  readonly numbers: Float64Array
  readonly matrix: Float64Array
  /** Byte offsets. */
  readonly heads: number
  readonly headIds: number
  readonly records: number
  readonly rows: Float32Array
  readonly rowsAsDoubles: Float64Array
  readonly ids: Uint32Array
  readonly results: Uint8Array
  /** The same bytes, four at a time. */
  readonly resultWords: Uint32Array
}

const align = (bytes: number): number => (bytes + 63) & ~63

function offsets({ candidates, rows }: JobRoom): readonly number[] {
  const sizes = [
    HEADER_BYTES,
    MAX_HEADS * HEAD_BYTES,
    MAX_HEADS * 4,
    RECORD_BYTES,
    rows * ROW_BYTES,
    // The kernels load ids and rows four at a time.
    (candidates + 4) * 4,
    (candidates + 3) & ~3,
  ]
  const out: number[] = []
  let at = 0
  for (const size of sizes) {
    out.push(at)
    at += align(size)
  }
  out.push(at)
  return out
}

/** Bytes of a block. */
export function jobBytes(room: JobRoom): number {
  return offsets(room).at(-1)!
}

/** The arrays of the block at byte offset `at`, a multiple of 64. */
export function jobBlock(arena: Arena, at: number, room: JobRoom): JobBlock {
  const { buffer } = arena
  const [, heads, headIds, records, rows, ids, results, bytes] = offsets(room).map(
    (offset) => at + offset,
  ) as [number, number, number, number, number, number, number, number]
  const numbers = new Uint32Array(buffer, headIds, MAX_HEADS)
  for (let i = 0; i < MAX_HEADS; i++) numbers[i] = i
  return {
    at,
    bytes: bytes - at,
    header: new Int32Array(buffer, at, 16),
    numbers: new Float64Array(buffer, at, HEADER_BYTES / 8),
    matrix: new Float64Array(buffer, at + 8 * MATRIX_AT, 16),
    heads,
    headIds,
    records,
    rows: new Float32Array(buffer, rows, 8 * room.rows),
    rowsAsDoubles: new Float64Array(buffer, rows, 4 * room.rows),
    ids: new Uint32Array(buffer, ids, room.candidates + 4),
    results: new Uint8Array(buffer, results, room.candidates),
    resultWords: new Uint32Array(buffer, results, (room.candidates + 3) >>> 2),
  }
}
