/**
 * Looking at an answer afterwards: its picture, and what hides one entity. Slow, on this thread, in memory of
 * its own.
 */
import { arena, type World } from '@sightline/core'
import { type Arena, allocate, createArena } from '@sightline/core/memory'
import { beginOcclusion } from '../occlusion/begin-occlusion.js'
import {
  createOcclusionBuffer,
  drawHeads,
  type OcclusionBuffer,
  type OcclusionImage,
  occlusionBytes,
} from '../occlusion/occlusion-buffer.js'
import { occlusionImage } from '../occlusion/occlusion-image.js'
import { testBoxes } from '../occlusion/test-boxes.js'
import { culling, viewState } from '../state.js'
import { EROSION_AT, FLAGS, GUARD_AT, type JobBlock, JobFlag, jobBlock, jobBytes } from './job.js'
import { moveRecords } from './move-records.js'
import { type Job, occlusionState, type ViewOcclusion } from './occlusion-state.js'

type Glass = { readonly arena: Arena; readonly buffer: OcclusionBuffer; readonly block: JobBlock }

const glasses = new WeakMap<ViewOcclusion, Glass>()

/** A copy of the answer's job, ready to be drawn once more. */
function lookThrough(world: World, own: ViewOcclusion, job: Job): Glass {
  const { width, height, room } = own
  let glass = glasses.get(own)
  if (glass === undefined) {
    const memory = createArena(jobBytes(room) + occlusionBytes(width, height) + 64)
    const block = jobBlock(memory, allocate(memory, jobBytes(room)), room)
    glass = { arena: memory, block, buffer: createOcclusionBuffer({ width, height, arena: memory }) }
    glasses.set(own, glass)
  }
  const { at, bytes } = job.block
  glass.arena.u8.set(arena(world).u8.subarray(at, at + bytes), glass.block.at)
  moveRecords(glass.arena, glass.block, glass.block.at - at)
  const { header, matrix, numbers } = glass.block
  const flags = header[FLAGS]!
  beginOcclusion(glass.buffer, matrix, {
    clipDepth: (flags & JobFlag.zeroToOne) !== 0 ? 'zero-to-one' : 'minus-one-to-one',
    outside: (flags & JobFlag.whole) !== 0 ? 'whole' : 'inside',
    reversed: (flags & JobFlag.reversed) !== 0,
    erosion: numbers[EROSION_AT]!,
    guardBand: numbers[GUARD_AT]!,
  })
  return glass
}

function answerOf(world: World, view: number, caller: string): { own: ViewOcclusion; job: Job } | null {
  const { slot } = viewState(world, view, caller)
  const own = occlusionState(world).views[slot] ?? null
  const job = own?.applied ?? own?.answer ?? null
  return own === null || job === null ? null : { own, job }
}

/**
 * The buffer of a view as a picture, as of the answer in use; null if there is none. Draws it once more on
 * this thread, so it is meant for debugging. Throws an `Error` if the entity is not a view.
 */
export function occlusionPicture(world: World, view: number): OcclusionImage | null {
  const found = answerOf(world, view, 'occlusionPicture')
  if (found === null) return null
  const { buffer, block } = lookThrough(world, found.own, found.job)
  drawHeads(buffer, block.heads, block.headIds, found.job.firstHeads[found.job.partCount]!)
  return occlusionImage(buffer)
}

/** The entities whose occluders the answer in use was worked out from, nearest first. Makes a new array. */
export function occludersIn(world: World, view: number): number[] {
  const found = answerOf(world, view, 'occludersIn')
  if (found === null) return []
  const { owners, partCount } = found.job
  return [...new Set(owners.subarray(0, partCount))]
}

/** What hides an entity: the one occluder that does so alone, or all that do it together. */
export type Hiders = { readonly alone: number | null; readonly together: readonly number[] }

const packed = new Float32Array(6)
const verdict = new Uint8Array(1)

/**
 * Which occluders hide an entity in the answer in use: one that does so alone, else those that show up until
 * it is hidden, nearest first. Null if it is not hidden.
 */
export function hidersOf(world: World, view: number, eid: number): Hiders | null {
  const found = answerOf(world, view, 'explain')
  if (found === null) return null
  const { job, own } = found
  const glass = lookThrough(world, own, job)
  const { boxes } = culling(world)
  for (let k = 0; k < 3; k++) {
    packed[k] = boxes[eid * 8 + k]!
    packed[3 + k] = boxes[eid * 8 + 4 + k]!
  }
  for (let i = 0; i < job.partCount; i++) {
    lookThrough(world, own, job)
    drawPart(glass, job, i)
    if (testBoxes(glass.buffer, packed, 1, verdict) === 1) return { alone: job.owners[i]!, together: [] }
  }
  lookThrough(world, own, job)
  const together: number[] = []
  for (let i = 0; i < job.partCount; i++) {
    if (drawPart(glass, job, i) > 0) together.push(job.owners[i]!)
    if (testBoxes(glass.buffer, packed, 1, verdict) === 1)
      return { alone: null, together: [...new Set(together)] }
  }
  return null
}

function drawPart({ buffer, block }: Glass, { firstHeads }: Job, part: number): number {
  const first = firstHeads[part]!
  return drawHeads(buffer, block.heads, block.headIds + 4 * first, firstHeads[part + 1]! - first)
}
