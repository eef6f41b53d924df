import type { IdList } from './collections/id-list.js'
import type { IdSet } from './collections/id-set.js'
import type { Hierarchy } from './hierarchy.js'
import { composeAt, isFiniteAt, multiplyAffineAt } from './math/mat4-at.js'
import { IdFlag } from './state.js'

/** The arrays that propagation reads and writes, all by entity id; gathered once. */
export type Propagation = {
  readonly links: Hierarchy
  readonly flags: Uint8Array
  readonly position: Float32Array
  readonly rotation: Float32Array
  readonly scale: Float32Array
  readonly matrix: Float32Array
  readonly touched: IdSet
  readonly moved: IdList
  /**
   * For each id the run in which it was climbed over: twice the run's number, plus 1 if a touched id is above
   * it.
   */
  readonly climbed: Uint32Array
  /** Scratch, all zero between runs: one bit an id. */
  readonly bits: Uint32Array
  run: number
  /** How many matrices the last run computed. */
  recomputed: number
  /** How many entities have a world matrix that is not finite, now. */
  broken: number
  /** The last id that was found broken. */
  lastBroken: number
  /** How many all-zero rotations were met so far. */
  zeroRotations: number
}

const local = new Float32Array(16)

/**
 * Recomputes the world matrices of the touched ids and of all that hang below them, fills the moved list with
 * parents before children and each id once, and empties the touched set.
 *
 * Stage 1 picks the touched ids that have no touched id above them: their subtrees cannot overlap. Climbing
 * marks what it passes, so that no link is climbed twice. Stage 2 walks the subtree of each in preorder along
 * the links, without a stack. Time follows the number of touched ids, their descendants and the ancestors
 * that were climbed over.
 */
export function propagate(job: Propagation): void {
  const { touched, moved } = job
  const { ids, position } = touched
  const count = touched.count
  job.run = (job.run % 0x7fff_fffe) + 1
  job.recomputed = 0
  moved.count = 0
  putInOrder(ids, count, job.bits)
  for (let from = 0; from < count; from += BATCH) {
    const to = Math.min(from + BATCH, count)
    touchLines(job, from, to)
    for (let i = from; i < to; i++) propagateFrom(job, ids[i]!)
  }
  for (let i = 0; i < count; i++) position[ids[i]!] = 0
  touched.count = 0
}

/**
 * Sorts the ids, all different, by way of a bit for each. Rows of neighbours share cache lines and pages, so
 * that in rising order all that follows takes about four fifths of the time. Few ids stay as they are: going
 * through the bits would cost more than it saves, and more than their number.
 */
function putInOrder(ids: Uint32Array, count: number, bits: Uint32Array): void {
  if (count < bits.length) return
  for (let i = 0; i < count; i++) {
    const eid = ids[i]!
    bits[eid >>> 5] = bits[eid >>> 5]! | (1 << (eid & 31))
  }
  let at = 0
  for (let word = 0; at < count; word++) {
    let rest = bits[word]!
    bits[word] = 0
    while (rest !== 0) {
      const lowest = rest & -rest
      ids[at++] = word * 32 + 31 - Math.clz32(lowest)
      rest ^= lowest
    }
  }
}

const BATCH = 16

const USUAL = IdFlag.transform | IdFlag.shifted | IdFlag.broken
/** Of these: its place alone changed, and its matrix is sound. */
const SHIFTED_ONLY = IdFlag.transform | IdFlag.shifted

/** Where the sums of `touchLines` go, so that no compiler leaves the reads out. */
const SINK = new Float64Array(1)

/**
 * Reads one number of each cache line that a batch will need: the misses then overlap, where one entity after
 * the other would wait for each of its own. Ids come in any order, so nearly every line is a miss.
 */
function touchLines(job: Propagation, from: number, to: number): void {
  const { position, matrix } = job
  const ids = job.touched.ids
  let sum = 0
  for (let i = from; i < to; i++) {
    const eid = ids[i]!
    sum += position[eid * 3]! + matrix[eid * 16]!
  }
  SINK[0] = sum
}

function propagateFrom(job: Propagation, eid: number): void {
  const { flags, moved } = job
  const known = flags[eid]!
  if ((known & IdFlag.linked) !== 0) {
    if (!hasTouchedAbove(job, eid)) walkSubtree(job, eid)
    return
  }
  // Most things stand alone.
  moved.ids[moved.count++] = eid
  if ((known & USUAL) === SHIFTED_ONLY && shiftRoot(job, eid)) return
  if ((known & IdFlag.transform) !== 0) updateRoot(job, eid)
  else if ((known & IdFlag.broken) !== 0) diagnose(job, eid)
}

function hasTouchedAbove(job: Propagation, eid: number): boolean {
  const { climbed, touched } = job
  const parent = job.links.parent
  const free = job.run * 2
  const covered = free + 1
  let end = parent[eid]!
  if (end === 0) return false
  while (end !== 0 && touched.position[end] === 0 && climbed[end] !== free && climbed[end] !== covered) {
    end = parent[end]!
  }
  const found = end !== 0 && (touched.position[end] !== 0 || climbed[end] === covered)
  for (let at = parent[eid]!; at !== end; at = parent[at]!) climbed[at] = found ? covered : free
  return found
}

function walkSubtree(job: Propagation, top: number): void {
  const { parent, firstChild, nextSibling } = job.links
  const { flags, moved } = job
  let eid = top
  for (;;) {
    moved.ids[moved.count++] = eid
    if ((flags[eid]! & IdFlag.transform) !== 0) updateAny(job, eid, parent[eid]!)
    else if ((flags[eid]! & IdFlag.broken) !== 0) diagnose(job, eid)
    let next = firstChild[eid]!
    while (next === 0) {
      if (eid === top) return
      next = nextSibling[eid]!
      if (next === 0) eid = parent[eid]!
    }
    eid = next
  }
}

function updateAny(job: Propagation, eid: number, parent: number): void {
  if (parent === 0) updateRoot(job, eid)
  else updateChild(job, eid, parent)
}

/**
 * Writes the place of a sound matrix, which is all that `setPosition` changes; false for a place that is not
 * finite.
 */
function shiftRoot(job: Propagation, eid: number): boolean {
  const { position, matrix } = job
  const x = position[eid * 3]!
  const y = position[eid * 3 + 1]!
  const z = position[eid * 3 + 2]!
  const sum = x + y + z
  if (sum - sum !== 0) return false
  matrix[eid * 16 + 12] = x
  matrix[eid * 16 + 13] = y
  matrix[eid * 16 + 14] = z
  job.recomputed++
  return true
}

function updateRoot(job: Propagation, eid: number): void {
  const { position, rotation, scale, matrix } = job
  const sound = composeAt(matrix, eid * 16, position, eid * 3, rotation, eid * 4, scale, eid * 3)
  job.recomputed++
  if (!sound || (job.flags[eid]! & IdFlag.broken) !== 0) diagnose(job, eid)
}

function updateChild(job: Propagation, eid: number, parent: number): void {
  const { position, rotation, scale, matrix } = job
  const sound = composeAt(local, 0, position, eid * 3, rotation, eid * 4, scale, eid * 3)
  multiplyAffineAt(matrix, eid * 16, matrix, parent * 16, local, 0)
  job.recomputed++
  // The parent's matrix may be the game's own, so the product is looked at as well.
  if (!sound || (job.flags[eid]! & IdFlag.broken) !== 0 || !isFiniteAt(matrix, eid * 16)) diagnose(job, eid)
}

/** Keeps count of what is wrong, for the few that are, or were and lost their `Transform`. */
function diagnose(job: Propagation, eid: number): void {
  const { rotation, flags } = job
  const at = eid * 4
  const turned =
    rotation[at] !== 0 || rotation[at + 1] !== 0 || rotation[at + 2] !== 0 || rotation[at + 3] !== 0
  if ((flags[eid]! & IdFlag.transform) !== 0 && !turned) job.zeroRotations++
  const wasBroken = (flags[eid]! & IdFlag.broken) !== 0
  if (isFiniteAt(job.matrix, eid * 16) !== wasBroken) return
  flags[eid] = flags[eid]! ^ IdFlag.broken
  job.broken += wasBroken ? -1 : 1
  if (!wasBroken) job.lastBroken = eid
}
