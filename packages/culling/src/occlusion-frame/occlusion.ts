import { setResource, type World } from '@sightline/core'
import { type CullingState, viewState } from '../state.js'
import { STOPPED_AFTER } from './choose-runner.js'
import { type ChosenOptions, chooseOptions, type OcclusionOptions } from './occlusion-options.js'
import {
  createOcclusionState,
  type DropReason,
  type OcclusionState,
  occlusionResource,
  occlusionState,
} from './occlusion-state.js'
import { forgetAnswers } from './view-memory.js'

/** Part of `setupCulling`. */
export function setupOcclusion(world: World, state: CullingState, options: ChosenOptions): void {
  setResource(world, occlusionResource(), createOcclusionState(options, state.views.length))
}

/**
 * Changes how occlusion works, from the next frame on; what is not given stays as it is, but for a `tier`,
 * which brings its own settings. Throws a `RangeError` or `TypeError` that names the option; nothing is
 * changed then.
 */
export function setOcclusion(world: World, options: OcclusionOptions): void {
  const state = occlusionState(world)
  const before = state.options
  const chosen = chooseOptions(before, options, 'setOcclusion')
  if (state.disposed) throw new Error('setOcclusion: disposeOcclusion has ended the occlusion of this world')
  state.options = chosen
  if (chosen.mode !== before.mode || chosen.createWorker !== before.createWorker) endRunner(state)
  for (const view of state.views) {
    if (view === null) continue
    view.outdated = view.outdated || view.width !== chosen.width || view.height !== chosen.height
    if (chosen.maxCandidates !== before.maxCandidates) view.outdated = true
  }
}

function endRunner(state: OcclusionState): void {
  // A worker that was ended may go on writing for a moment: its memory is left alone until then.
  const freeAt =
    state.runner === null || state.runner.kind === 'inline' ? 0 : performance.now() + STOPPED_AFTER
  state.runner?.dispose()
  state.runner = null
  for (const view of state.views) {
    if (view === null) continue
    view.flying = null
    view.region.freeAt = freeAt
    view.outdated = true
  }
}

/**
 * Says that a view was put somewhere else: a teleport, a cut to another camera. What was hidden is visible in
 * this frame, and no answer from before is used. A jump that is not announced is noticed as well, by its
 * length. Throws an `Error` if the entity is not a view.
 */
export function cutView(world: World, view: number): void {
  const { slot } = viewState(world, view, 'cutView')
  const own = occlusionState(world).views[slot]
  if (own !== null && own !== undefined) forgetAnswers(own)
}

/**
 * Ends the worker of this world and lets go of what it holds: before the world itself is dropped. Views go by
 * their frustum alone from here on.
 */
export function disposeOcclusion(world: World): void {
  const state = occlusionState(world)
  state.disposed = true
  state.runner?.dispose()
  state.runner = null
  state.views.fill(null)
  state.spare.length = 0
  state.viewCount = 0
}

/**
 * Makes the worker take so many milliseconds longer for each job, to try out what a slow machine does. Throws
 * a `RangeError` for a number that is below 0 or not finite.
 */
export function slowOcclusion(world: World, milliseconds: number): void {
  if (!(milliseconds >= 0 && milliseconds < Infinity)) {
    throw new RangeError(
      `slowOcclusion: milliseconds is ${milliseconds}, expected a finite number of 0 or more`,
    )
  }
  const state = occlusionState(world)
  state.slowness = milliseconds
  state.runner?.slowDown(milliseconds)
}

/** What occlusion does in one view, as of the newest frame. */
export type OcclusionReport = {
  /**
   * Who works it out: 'worker' shares memory, 'copies' sends jobs there and back; 'none' while nobody does.
   */
  mode: 'inline' | 'worker' | 'copies' | 'none'
  /** Whether it pays: milliseconds a frame that it costs and that it saves, smoothed. */
  pays: boolean
  cost: number
  saves: number
  /** Solids drawn, boxes tested, entities hidden. */
  occluders: number
  tested: number
  hidden: number
  /** Frames since the answer in use was asked for, -1 if none is; why not. */
  age: number
  dropped: DropReason
  /** Part of the frames in which an answer held. */
  valid: number
  /** Frames until an answer comes, and milliseconds of a job. */
  latency: number
  jobTime: number
  /** Pixels of the buffer. */
  width: number
  height: number
}

/**
 * The figures of one view, for a HUD or a test. Makes a new object. Throws an `Error` if the entity is not a
 * view.
 */
export function occlusionOf(world: World, view: number): OcclusionReport {
  const { slot } = viewState(world, view, 'occlusionOf')
  const { views, runner, options } = occlusionState(world)
  const own = views[slot] ?? null
  const { width, height } = own ?? options
  const mode = own === null || runner === null ? 'none' : runner.kind
  if (own === null) {
    return { ...NOTHING, width, height, mode }
  }
  const { payOff, counts, latency } = own
  const { occluders, tested, hidden, age, dropped, used, wanted, jobTime } = counts
  return {
    mode,
    pays: payOff.on,
    cost: payOff.cost,
    saves: (payOff.hidden * options.entityWorth) / 1000,
    occluders,
    tested,
    hidden,
    age,
    dropped,
    valid: wanted === 0 ? 0 : used / wanted,
    latency,
    jobTime,
    width,
    height,
  }
}

const NOTHING: Omit<OcclusionReport, 'width' | 'height' | 'mode'> = {
  pays: true,
  cost: 0,
  saves: 0,
  occluders: 0,
  tested: 0,
  hidden: 0,
  age: -1,
  dropped: 'waiting',
  valid: 0,
  latency: 0,
  jobTime: 0,
}
