import { defineResource, type Resource, resource, type World } from '@sightline/core'
import type { OccluderChoice } from '../occlusion/choose-occluders.js'
import type { OcclusionView } from '../occlusion/occlusion-view.js'
import type { JobBlock, JobRoom } from './job.js'
import type { ChosenOptions } from './occlusion-options.js'
import type { PayOff } from './pay-off.js'
import type { Runner } from './runner.js'

/** A job as this side knows it: what was asked, of whom, and from where. Its block holds the rest. */
export type Job = {
  readonly block: JobBlock
  /** Counts up over all jobs of the world and never comes back; 0 is "none". */
  number: number
  /** The run of `requestOcclusion` that wrote it. */
  run: number
  /** `queries` of the view: which list of candidates `at` and `asListed` are about. */
  query: number
  /** The run of `updateWorldBounds` whose boxes it was asked about. */
  boxRun: number
  /** Its answer is only good for the very camera that it was asked for. */
  exact: boolean
  /** Nobody wants its answer any more. */
  void: boolean
  /**
   * The eyes that the answer holds for: `eye`, on the way from there along `way` (metres), and `erosion`
   * metres round all that.
   */
  erosion: number
  readonly way: Float64Array
  /** Metres of `erosion` that are taken up by the view having several eyes. */
  reach: number
  readonly eye: Float64Array
  /** `settingsRevision` of the view, and its view-projection. */
  settings: number
  readonly camera: Float64Array
  /** Its results stand by id. */
  filed: boolean
  /** Boxes that are read where they are, and boxes copied into the job. */
  liveCount: number
  rowCount: number
  /**
   * The boxes are those of the candidates, one by one. Else these say whose they are, and where each stood
   * among the candidates of an exact job.
   */
  asListed: boolean
  readonly who: Uint32Array
  readonly at: Uint32Array
  /** Parts whose heads were drawn, and their versions. */
  partCount: number
  readonly parts: Uint32Array
  readonly versions: Uint32Array
  readonly owners: Uint32Array
  /** The first head of each part; one more ends the last. */
  readonly firstHeads: Uint32Array
}

/** The occlusion of one view. */
export type ViewOcclusion = {
  slot: number
  /** The entity that has it; 0 while it is free. */
  eid: number
  readonly width: number
  readonly height: number
  readonly room: JobRoom
  /** Its part of the arena, and the byte offset of the buffer in there. */
  readonly region: Region
  readonly bufferAt: number
  readonly jobs: readonly [Job, Job]
  /** On its way, and the newest that came back. */
  flying: Job | null
  answer: Job | null
  /** The answer that this frame's list was narrowed by. */
  applied: Job | null
  /** How many a probe would have hidden in this frame. */
  probed: number
  /** Its memory has another size than it should have now. */
  outdated: boolean
  /** `settingsRevision` of a camera that the buffer can't show; -1 for none. */
  refusedSettings: number
  /**
   * Occluders that the time budget allows, and frames in a row in which even the fewest, or all, left it too
   * small, or large.
   */
  budget: number
  strain: number
  /**
   * By id: where the answer has its result, plus 1; whether it is this id that stands there must be checked.
   */
  readonly slotOf: Uint32Array
  /** By id: the run in which a test last found it visible. */
  readonly seenAt: Uint32Array
  choice: OccluderChoice
  /** Parts chosen last, nearest first: when, from where, and as of which `OccludersState.changes`. */
  readonly chosen: Uint32Array
  chosenCount: number
  chosenRun: number
  chosenOf: number
  readonly chosenFrom: Float64Array
  /** How the view moves, see `motion.ts`. */
  readonly motion: Motion
  /** Frames until an answer comes, smoothed downwards. */
  latency: number
  readonly analysed: OcclusionView
  readonly payOff: PayOff
  /** Counts of the newest frame. */
  readonly counts: OcclusionCounts
}

/** Some bytes of the arena, and the `performance.now()` from which they may be used for something else. */
export type Region = { readonly at: number; readonly bytes: number; freeAt: number }

export type Motion = {
  /** False until the view was seen once. */
  known: boolean
  /** Of the last frame. */
  readonly eye: Float64Array
  readonly forward: Float64Array
  /** Metres a frame. */
  readonly velocity: Float64Array
  /** Metres a frame off that, and radians a frame; peaks that fade. */
  stray: number
  turn: number
}

/** What occlusion did in one view, in the newest frame. */
export type OcclusionCounts = {
  /** Occluders drawn, boxes tested, entities hidden by the answer that was used. */
  occluders: number
  tested: number
  hidden: number
  /** Frames since the answer that was used was asked for; -1 if none was used. */
  age: number
  /** Why the newest answer was not used. */
  dropped: DropReason
  /** Answers that could be used, and frames that wanted one, since the view has occlusion. */
  used: number
  wanted: number
  /** Milliseconds of the job, wherever it ran. */
  jobTime: number
}

export type DropReason = 'none' | 'waiting' | 'eye' | 'camera' | 'occluder' | 'age' | 'refused'

export type OcclusionState = {
  options: ChosenOptions
  /** By view slot; null until a view first asks. */
  readonly views: (ViewOcclusion | null)[]
  /** Parts of the arena that views which went have left, to be used again. */
  readonly spare: Region[]
  /** What `slowOcclusion` asked for. */
  slowness: number
  /** Counts the runs of `requestOcclusion`. */
  run: number
  /** The number of the newest job. */
  newest: number
  runner: Runner | null
  /** By view slot: how often the buffer's sides are halved, as the machine is slow. */
  readonly coarseness: Uint8Array
  /** Views that have occlusion, at most 8. */
  viewCount: number
  /** Milliseconds that `requestOcclusion` and `applyOcclusion` took last. */
  requestTime: number
  waitTime: number
  disposed: boolean
}

/** As many as one worker serves. */
export const MAX_OCCLUSION_VIEWS = 8

const OcclusionOfWorld: Resource<OcclusionState> = defineResource('Occlusion', 'setupCulling(world)')

/** The token that `setupOcclusion` fills. */
export function occlusionResource(): Resource<OcclusionState> {
  return OcclusionOfWorld
}

/** The occlusion of this world. Throws a clear error when `setupCulling` was not called. */
export function occlusionState(world: World): OcclusionState {
  return resource(world, OcclusionOfWorld)
}

/** Nothing asked yet; `slots` is the number of view slots. */
export function createOcclusionState(options: ChosenOptions, slots: number): OcclusionState {
  return {
    options,
    views: new Array<null>(slots).fill(null),
    spare: [],
    slowness: 0,
    run: 0,
    newest: 0,
    runner: null,
    coarseness: new Uint8Array(slots),
    viewCount: 0,
    requestTime: 0.5,
    waitTime: 0.5,
    disposed: false,
  }
}
