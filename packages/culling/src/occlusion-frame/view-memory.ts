/**
 * Memory for the occlusion of a view: taken from the world's arena when a view first needs it, and kept for
 * later ones.
 */
import { type Arena, allocate } from '@sightline/core/memory'
import { createOccluderChoice } from '../occlusion/choose-occluders.js'
import { occlusionBytes } from '../occlusion/occlusion-buffer.js'
import { createOcclusionView } from '../occlusion/occlusion-view.js'
import { type JobRoom, jobBlock, jobBytes, MAX_HEADS } from './job.js'
import type { Job, OcclusionState, Region, ViewOcclusion } from './occlusion-state.js'
import { createPayOff, resetPayOff } from './pay-off.js'

/** In shared memory only what moves is copied into a job. */
const SHARED_ROWS = 4096

/**
 * The occlusion of a view, in memory that a view which went has left, or else in new memory. Null if the
 * arena has no room for it; `slot` is the view's slot, `capacity` the highest entity id.
 */
export function openViewOcclusion(
  state: OcclusionState,
  arena: Arena,
  capacity: number,
  slot: number,
  eid: number,
): ViewOcclusion | null {
  const { maxCandidates } = state.options
  const width = coarser(state.options.width, state.coarseness[slot]!)
  const height = coarser(state.options.height, state.coarseness[slot]!)
  const candidates = Math.min(maxCandidates, capacity)
  const { shared } = arena
  const room = { candidates, rows: shared ? Math.min(candidates, SHARED_ROWS) : candidates, shared }
  const region = takeRegion(state, arena, occlusionBytes(width, height) + 2 * jobBytes(room))
  if (region === null) return null
  const view = createView(arena, region, capacity, slot, width, height, room)
  view.eid = eid
  resetPayOff(view.payOff)
  return view
}

/** The smallest spare part of the arena that is large enough, or a new one. */
function takeRegion({ spare }: OcclusionState, arena: Arena, bytes: number): Region | null {
  const now = performance.now()
  let best = -1
  for (let i = 0; i < spare.length; i++) {
    const region = spare[i]!
    if (region.bytes < bytes || region.freeAt > now) continue
    if (best === -1 || region.bytes < spare[best]!.bytes) best = i
  }
  if (best !== -1) return spare.splice(best, 1)[0]!
  if (Math.ceil(arena.top / 64) * 64 + bytes > arena.limit) return null
  return { at: allocate(arena, bytes), bytes, freeAt: 0 }
}

/** A side of the buffer halved so many times; smaller than 32 pixels it is of no use. */
function coarser(side: number, times: number): number {
  return Math.max(Math.min(32, side), (side >>> (3 + times)) << 3)
}

const NO_COUNTS: ViewOcclusion['counts'] = {
  occluders: 0,
  tested: 0,
  hidden: 0,
  age: -1,
  dropped: 'waiting',
  used: 0,
  wanted: 0,
  jobTime: 0.5,
}

/** What was asked before counts for nothing: after a cut, or another beginning. */
export function forgetAnswers(view: ViewOcclusion): void {
  view.answer = null
  view.chosenCount = 0
  view.motion.known = false
  if (view.flying !== null) view.flying.void = true
}

function createView(
  arena: Arena,
  region: Region,
  capacity: number,
  slot: number,
  width: number,
  height: number,
  room: JobRoom,
): ViewOcclusion {
  const bytes = jobBytes(room)
  const { at } = region
  const first = createJob(arena, at, room)
  const second = createJob(arena, at + bytes, room)
  return {
    slot,
    eid: 0,
    width,
    height,
    room,
    region,
    bufferAt: at + 2 * bytes,
    jobs: [first, second],
    flying: null,
    answer: null,
    applied: null,
    probed: 0,
    outdated: false,
    refusedSettings: -1,
    budget: MAX_HEADS,
    strain: 0,
    slotOf: new Uint32Array(capacity + 1),
    seenAt: new Uint32Array(capacity + 1),
    choice: createOccluderChoice(1),
    chosen: new Uint32Array(MAX_HEADS),
    chosenCount: 0,
    chosenRun: 0,
    chosenOf: -1,
    chosenFrom: new Float64Array(3),
    motion: {
      known: false,
      eye: new Float64Array(3),
      forward: new Float64Array(3),
      velocity: new Float64Array(3),
      stray: 0.5,
      turn: 0.5,
    },
    latency: 0,
    analysed: createOcclusionView(),
    payOff: createPayOff(),
    counts: { ...NO_COUNTS },
  }
}

function createJob(arena: Arena, at: number, room: JobRoom): Job {
  return {
    block: jobBlock(arena, at, room),
    number: 0,
    run: 0,
    query: 0,
    boxRun: 0,
    exact: true,
    void: false,
    erosion: 0.5,
    way: new Float64Array(3),
    reach: 0.5,
    eye: new Float64Array(3),
    settings: 0,
    camera: new Float64Array(16),
    filed: false,
    liveCount: 0,
    rowCount: 0,
    asListed: false,
    who: new Uint32Array(room.candidates),
    at: new Uint32Array(room.candidates),
    partCount: 0,
    parts: new Uint32Array(MAX_HEADS),
    versions: new Uint32Array(MAX_HEADS),
    owners: new Uint32Array(MAX_HEADS),
    firstHeads: new Uint32Array(MAX_HEADS + 1),
  }
}
