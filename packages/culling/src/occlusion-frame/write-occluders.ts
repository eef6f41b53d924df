/** The occluders of a job: what of the chosen ones stands in its block. */
import { EROSION_LADDER, erosionRung } from '../occluders/erosion-ladder.js'
import { isOutdated, type OccluderPart, type OccludersState } from '../occluders/occluders-state.js'
import { fieldAt, packedAt } from '../occluders/place-shape.js'
import { isBoxMatrix, writeRawBox } from '../occlusion/box-record.js'
import { choosePieces } from '../occlusion/choose-pieces.js'
import { type Heightfield, isNearGround, reachesNearPlane } from '../occlusion/heightfield.js'
import { pieces } from '../occlusion/heightfield-pieces.js'
import { HEAD_BYTES, KIND_SHRUNK_BOX, RAW_BOX_BYTES, RECORD_KIND } from '../occlusion/kernels/layout.js'
import type { OcclusionMemory } from '../occlusion/memory.js'
import { isClearOf, type PackedSolid, placeHead, placeRecords } from '../occlusion/solid-source.js'
import { clearanceFor } from '../occlusion/view-constants.js'
import type { CullingState, ViewState } from '../state.js'
import { isDrawn } from './check-answer.js'
import { HEAD_COUNT, MAX_HEADS, RECORD_BYTES } from './job.js'
import type { Job, ViewOcclusion } from './occlusion-state.js'
import { sweepBox } from './sweep-box.js'

/** Parts that moved within so many runs are no occluders of an answer that comes late. */
const RESTED = 30

/** What is written so far. */
const top: { heads: number; records: number } = { heads: 0, records: 0 }

function isMoving({ placedAt, placedBefore }: OccluderPart, run: number): boolean {
  return placedBefore !== -1 && run - placedAt < RESTED
}

/** How the job's occluders are to be shrunk: see `Job.way`. */
const shrinking: { wholeRung: number; clearance: number; moves: boolean } = {
  /** Of a ball that holds all of it, for shapes that know no ways; -1 if there is none so large. */
  wholeRung: 0,
  clearance: 0,
  moves: false,
}

/**
 * Writes those of the view's chosen parts whose owners are drawn to the job. `rung` is that of `job.erosion`.
 */
export function writeOccluders(
  state: OccludersState,
  culling: CullingState,
  seen: ViewState,
  view: ViewOcclusion,
  job: Job,
  memory: OcclusionMemory,
  rung: number,
): void {
  prepareShrinking(view, job, rung)
  top.heads = 0
  top.records = job.block.records
  job.partCount = 0
  for (let i = 0; i < view.chosenCount; i++) {
    const number = view.chosen[i]!
    const part = state.parts[number]!
    // The choice may be some frames old.
    if (part === null || state.usable[number] === 0 || !isDrawn(culling, seen, part.owner)) continue
    if (isOutdated(part) || (!job.exact && isMoving(part, state.run))) continue
    const head = top.heads
    if (!writePart(view, job, memory, part)) continue
    const at = job.partCount++
    job.parts[at] = number
    job.firstHeads[at] = head
    job.versions[at] = state.versions[number]!
    job.owners[at] = part.owner
  }
  job.firstHeads[job.partCount] = top.heads
  job.block.header[HEAD_COUNT] = top.heads
}

function prepareShrinking(view: ViewOcclusion, { way }: Job, rung: number): void {
  const length = Math.hypot(way[0]!, way[1]!, way[2]!)
  const wholeRung = erosionRung(length + EROSION_LADDER[rung]!)
  shrinking.moves = length > 0
  shrinking.wholeRung = wholeRung
  sweepLimit[0] = clearanceFor(view.analysed, view.width, view.height, 0) + EROSION_LADDER[rung]!
  shrinking.clearance =
    wholeRung === -1 ? 0 : clearanceFor(view.analysed, view.width, view.height, EROSION_LADDER[wholeRung]!)
}

/** How near the eye may come to a box on its way: an array, so that no number is put on the heap. */
const sweepLimit = new Float64Array(1)
const sweptBox = new Float64Array(16)

/** False if the part is left out: no room, nothing left of it, or the eye too near. */
function writePart(
  view: ViewOcclusion,
  job: Job,
  memory: OcclusionMemory,
  { local, placed }: OccluderPart,
): boolean {
  if (placed.kind === 'box') {
    if (!shrinking.moves) return writeBox(job, memory, placed.matrix, false)
    if (!sweepBox(placed.matrix, job.way, job.eye, sweepLimit, sweptBox)) return false
    return isBoxMatrix(sweptBox) && writeBox(job, memory, sweptBox, false)
  }
  const { wholeRung, clearance } = shrinking
  if (wholeRung === -1) return false
  if (placed.kind === 'solid') {
    const packed = packedAt(placed, wholeRung)
    if (packed === null) return false
    // The kernel judges solids of one piece by the ball alone.
    const judged = placed.source.length === 1 && !shrinking.moves
    if (!judged && !isClearOf(placed.source, view.analysed, clearance, EROSION_LADDER[wholeRung]!))
      return false
    return writeSolid(job, memory, packed)
  }
  return local.kind === 'field' && writeField(view, job, memory, fieldAt(local, placed, wholeRung), clearance)
}

function nextHead(job: Job, bytes: number): number {
  if (top.heads === MAX_HEADS || top.records + bytes > job.block.records + RECORD_BYTES) return -1
  const head = job.block.heads + HEAD_BYTES * top.heads
  top.heads++
  return head
}

function writeBox(job: Job, memory: OcclusionMemory, matrix: ArrayLike<number>, shrunk: boolean): boolean {
  const head = nextHead(job, RAW_BOX_BYTES)
  if (head === -1) return false
  writeRawBox(memory, head, top.records, matrix)
  if (shrunk) memory.u32[(top.records + RECORD_KIND) >>> 2] = KIND_SHRUNK_BOX
  top.records += RAW_BOX_BYTES
  return true
}

function writeSolid(job: Job, memory: OcclusionMemory, packed: PackedSolid): boolean {
  const bytes = 4 * packed.words.length
  const head = nextHead(job, bytes)
  if (head === -1) return false
  placeRecords(memory, top.records, packed)
  placeHead(memory, head, top.records, packed)
  top.records += bytes
  return true
}

const pieceMatrix = new Float64Array(16)

/** Those pieces of the ground that the view wants; the ground may be left out in part. */
function writeField(
  view: ViewOcclusion,
  job: Job,
  memory: OcclusionMemory,
  field: Heightfield,
  clearance: number,
): boolean {
  const { analysed, width, height } = view
  const { eye } = analysed
  const tooNear = analysed.orthographic
    ? reachesNearPlane(field, analysed, clearance)
    : isNearGround(field, eye[0]!, eye[1]!, eye[2]!, clearance)
  if (tooNear) return false
  choosePieces(field, analysed, width / 2, height / 2, clearance)
  let any = false
  for (let i = 0; i < pieces.count; i++) {
    const at = 16 * pieces.order[i]!
    for (let k = 0; k < 16; k++) pieceMatrix[k] = pieces.matrices[at + k]!
    any = writeBox(job, memory, pieceMatrix, true) || any
  }
  return any
}
