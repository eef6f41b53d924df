import { arena, capacity, setCounter, stats, type World, warnOnce } from '@sightline/core'
import { EROSION_LADDER } from '../occluders/erosion-ladder.js'
import { occludersState } from '../occluders/occluders-state.js'
import { occlusionMemory } from '../occlusion/memory.js'
import { analyseView } from '../occlusion/occlusion-view.js'
import { chooseParts } from '../occlusion-frame/choose-parts.js'
import { chooseRunner, replaceGivenUp } from '../occlusion-frame/choose-runner.js'
import {
  EROSION_AT,
  FLAGS,
  GUARD_AT,
  JOB_NUMBER,
  JobFlag,
  JobStatus,
  STATUS,
} from '../occlusion-frame/job.js'
import {
  expectMotion,
  followLatency,
  followMotion,
  isInTime,
  wantedGuard,
} from '../occlusion-frame/motion.js'
import {
  type Job,
  MAX_OCCLUSION_VIEWS,
  type OcclusionState,
  occlusionState,
  type ViewOcclusion,
} from '../occlusion-frame/occlusion-state.js'
import { wantsOcclusion } from '../occlusion-frame/pay-off.js'
import { takeAnswer } from '../occlusion-frame/take-answer.js'
import { openViewOcclusion } from '../occlusion-frame/view-memory.js'
import { widePlanes } from '../occlusion-frame/wide-frustum.js'
import { writeCandidates } from '../occlusion-frame/write-candidates.js'
import { writeOccluders } from '../occlusion-frame/write-occluders.js'
import { queryFrustum } from '../spatial/index.js'
import { type CullingState, culling, type ViewState } from '../state.js'

/**
 * Asks what is hidden in each view with occlusion: writes down its occluders and boxes, and works them off here or hands them to the
 * worker. Until `applyOcclusion` there is time for whatever does not need this frame's answer.
 * Reads: candidates, `Occluder`, WorldBounds, the octree. Writes: a job for each view, and the counters `occlusion.views` and
 * `occlusion.jobs`.
 */
export function requestOcclusion(world: World): void {
  const state = occlusionState(world)
  const seen = culling(world)
  state.run++
  closeViews(state, seen)
  let jobs = 0
  const start = performance.now()
  if (isWanted(world, state)) {
    state.runner ??= chooseRunner(world, state)
    state.runner?.tend(start)
    replaceGivenUp(world, state, start)
    for (let i = 0; i < seen.views.length; i++) {
      const view = seen.views[i]!
      if (!hasOcclusion(view)) continue
      const own = ownOcclusion(world, state, view)
      if (own !== null && requestView(world, state, seen, view, own)) jobs++
    }
    if (jobs > 0) state.runner?.flush()
  }
  state.requestTime = performance.now() - start
  setCounter(world, 'occlusion.views', state.viewCount)
  setCounter(world, 'occlusion.jobs', jobs)
}

/** Without an occluder nothing can be hidden. */
function isWanted(world: World, state: OcclusionState): boolean {
  return !state.disposed && state.options.mode !== 'off' && occludersState(world).partCount > 0
}

/** Light views have none: a shadow may fall on what the camera sees from behind what it does not. */
function hasOcclusion(view: ViewState): boolean {
  const { eid, occlusion, kind, lens, volume, projection } = view
  // Two eyes see what one of them does not.
  return eid !== 0 && occlusion && kind === 'camera' && lens === view && volume === projection.volume
}

/** Forgets the views that went or have it no more. */
function closeViews(state: OcclusionState, { views }: CullingState): void {
  for (let slot = 0; slot < state.views.length; slot++) {
    const own = state.views[slot]
    if (own === null || own === undefined) continue
    const view = views[slot]!
    const stays = view.eid === own.eid && hasOcclusion(view) && state.options.mode !== 'off' && !own.outdated
    if (stays) continue
    // A worker may still write into its memory: it waits for that.
    if (own.flying !== null && state.runner !== null && !state.runner.poll(own, own.flying)) {
      own.flying.void = true
      own.answer = null
      continue
    }
    state.runner?.close(own)
    own.flying = null
    state.spare.push(own)
    state.views[slot] = null
    state.viewCount--
  }
}

function ownOcclusion(world: World, state: OcclusionState, view: ViewState): ViewOcclusion | null {
  const own = state.views[view.slot] ?? null
  if (own !== null) return own.eid === view.eid && !own.outdated ? own : null
  if (state.viewCount >= MAX_OCCLUSION_VIEWS) {
    if (!('occlusion.views' in stats(world).notes)) {
      const message = `view ${view.eid} is one more than the ${MAX_OCCLUSION_VIEWS} that can have occlusion: it goes by its frustum alone`
      warnOnce(world, 'occlusion.views', message)
    }
    return null
  }
  const seen = culling(world)
  const opened = openViewOcclusion(state, arena(world), capacity(world), view.slot, view.eid)
  if (opened === null) {
    if (!('occlusion.memory' in stats(world).notes)) {
      const message = `the arena has no room for the occlusion of view ${view.eid}, which goes by its frustum alone: raise arenaBytes`
      warnOnce(world, 'occlusion.memory', message)
    }
    return null
  }
  seen.changedAt ??= new Uint32Array(capacity(world) + 1)
  state.views[view.slot] = opened
  state.viewCount++
  return opened
}

/** Whether a job was sent. */
function requestView(
  world: World,
  state: OcclusionState,
  seen: CullingState,
  view: ViewState,
  own: ViewOcclusion,
): boolean {
  followMotion(own.motion, view)
  const runner = state.runner
  if (runner === null || !view.queried || view.empty || !view.ready) return false
  own.counts.wanted++
  if (own.flying !== null) {
    if (!runner.poll(own, own.flying)) return false
    followLatency(own, state.run - own.flying.run)
    takeAnswer(own, own.flying)
  }
  if (!wantsOcclusion(own.payOff) || !runner.isReady(own)) return false
  const job = own.jobs[0] === own.answer ? own.jobs[1] : own.jobs[0]
  if (!writeJob(world, state, seen, view, own, job)) return false
  own.flying = job
  runner.send(own, job)
  return true
}

/** Writes a job for this frame's camera. False if the view is none that the buffer can show. */
function writeJob(
  world: World,
  state: OcclusionState,
  seen: CullingState,
  view: ViewState,
  own: ViewOcclusion,
  job: Job,
): boolean {
  const { options } = state
  const { projection } = view
  job.exact = isInTime(own) || state.runner?.kind === 'inline'
  if (!job.exact && !projection.perspective) job.exact = true
  if (job.exact) job.way.fill(0)
  const rung = job.exact ? 0 : expectMotion(own, options.maxErosion, job.way)
  const guard = job.exact ? 1 : wantedGuard(own, view)
  job.number = nextNumber(state)
  job.run = state.run
  job.boxRun = seen.boxRun
  job.void = false
  job.filed = false
  job.erosion = EROSION_LADDER[rung]!
  job.eye.set(view.eye)
  job.settings = view.settingsRevision
  job.camera.set(view.viewProjection)
  const { header, numbers, matrix } = job.block
  matrix.set(view.viewProjection)
  numbers[EROSION_AT] = job.erosion
  numbers[GUARD_AT] = guard
  header[JOB_NUMBER] = job.number
  header[STATUS] = JobStatus.waiting
  const whole = !job.exact || !view.frustum
  header[FLAGS] =
    (projection.clipDepth === 'zero-to-one' ? JobFlag.zeroToOne : 0) |
    (whole ? JobFlag.whole : 0) |
    (projection.reversed ? JobFlag.reversed : 0)
  if (!analyse(world, view, own, guard)) return false
  listBoxes(world, state, seen, view, own, job, guard)
  const memory = occlusionMemory(arena(world))
  writeOccluders(occludersState(world), seen, view, own, job, memory, rung)
  return job.partCount > 0
}

/** Numbers are words in shared memory; 0 is none. */
function nextNumber(state: OcclusionState): number {
  state.newest = state.newest === 0x7fff_fffe ? 1 : state.newest + 1
  return state.newest
}

const input = {
  width: 0,
  height: 0,
  clipDepth: 'minus-one-to-one' as const as 'minus-one-to-one' | 'zero-to-one',
  guardBand: 1,
  reversed: false as boolean | undefined,
}

function analyse(world: World, view: ViewState, own: ViewOcclusion, guard: number): boolean {
  input.width = own.width
  input.height = own.height
  input.clipDepth = view.projection.clipDepth
  input.reversed = view.projection.reversed
  input.guardBand = guard
  // A matrix that was refused is refused again.
  if (own.refusedSettings === view.settingsRevision) return false
  try {
    analyseView(view.viewProjection, input, own.analysed, 'requestOcclusion')
    return true
  } catch (cause) {
    own.refusedSettings = view.settingsRevision
    own.counts.dropped = 'refused'
    const reason = cause instanceof Error ? cause.message : String(cause)
    warnOnce(world, 'occlusion.refused', `view ${view.eid} goes by its frustum alone: ${reason}`)
    return false
  }
}

/** Lists the boxes of a job, and chooses occluders among their owners. */
function listBoxes(
  world: World,
  state: OcclusionState,
  seen: CullingState,
  view: ViewState,
  own: ViewOcclusion,
  job: Job,
  guard: number,
): void {
  const wide = guard > 1 && view.frustum
  const found = wide ? queryFrustum(seen.octree, widePlanes(view, guard), seen.found) : 0
  const ids = wide ? seen.found : view.candidates.ids
  const count = wide ? Math.min(found, ids.length) : view.candidates.count
  const reasons = wide ? null : view.candidates.reasons
  const { maxOccluders, range } = state.options
  const most = Math.min(maxOccluders, own.budget)
  chooseParts(occludersState(world), seen, view, own, state.run, ids, count, reasons, most, range)
  writeCandidates(state, seen, view, own, job, ids, count, reasons)
}
