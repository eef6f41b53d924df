import { arena, capacity, setCounter, stats, type World, warnOnce } from '@sightline/core'
import { occludersState } from '../occluders/occluders-state.js'
import { chooseRunner, replaceGivenUp } from '../occlusion-frame/choose-runner.js'
import { followLatency, followMotion } from '../occlusion-frame/motion.js'
import {
  MAX_OCCLUSION_VIEWS,
  type OcclusionState,
  occlusionState,
  type ViewOcclusion,
} from '../occlusion-frame/occlusion-state.js'
import { wantsOcclusion } from '../occlusion-frame/pay-off.js'
import { takeAnswer } from '../occlusion-frame/take-answer.js'
import { openViewOcclusion } from '../occlusion-frame/view-memory.js'
import { writeJob } from '../occlusion-frame/write-job.js'
import { type CullingState, culling, type ViewState } from '../state.js'

/**
 * Asks what is hidden in each view with occlusion: writes down its occluders and boxes, and works them off
 * here or hands them to the worker. Until `applyOcclusion` there is time for whatever does not need this
 * frame's answer. Reads: candidates, `Occluder`, WorldBounds, the octree. Writes: a job for each view, and
 * the counters `occlusion.views` and `occlusion.jobs`.
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
  return view.eid !== 0 && view.occlusion && view.kind === 'camera' && view.lens === view
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
    state.spare.push(own.region)
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
