import { note, setCounter, type World } from '@sightline/core'
import { occludersState, outdateGround } from '../occluders/occluders-state.js'
import { whyDropped } from '../occlusion-frame/check-answer.js'
import { hideById, hideListed } from '../occlusion-frame/hide.js'
import { HIDDEN_COUNT } from '../occlusion-frame/job.js'
import { followLatency, isInTime } from '../occlusion-frame/motion.js'
import {
  type OcclusionState,
  occlusionState,
  type ViewOcclusion,
} from '../occlusion-frame/occlusion-state.js'
import { weigh } from '../occlusion-frame/pay-off.js'
import { takeAnswer } from '../occlusion-frame/take-answer.js'
import { followTime } from '../occlusion-frame/time-budget.js'
import { CullReasons } from '../reasons.js'
import { type CullingState, culling, type ViewState } from '../state.js'

/**
 * Takes out of each view's candidates what is hidden, by the newest answer that still holds; waits for this
 * frame's answer for at most `deadline`. Where no answer holds, all is visible. Reads: answers, candidates,
 * `Occluder`, WorldBounds. Writes: candidates, and the counters `occlusion.hidden`, `occlusion.used` (views
 * whose answer held), `occlusion.late` (views whose answer has not come) and `occlusion.outdatedGround`
 * (grounds that hide nothing since their source was edited).
 */
export function applyOcclusion(world: World): void {
  const state = occlusionState(world)
  const seen = culling(world)
  const start = performance.now()
  let hidden = 0
  let used = 0
  let late = 0
  const outdated = outdateGround(occludersState(world))
  if (state.runner !== null) {
    const until = start + state.options.deadline
    for (let slot = 0; slot < state.views.length; slot++) {
      const own = state.views[slot]
      const view = seen.views[slot]!
      if (own === null || own === undefined || own.eid !== view.eid) continue
      own.applied = null
      own.probed = 0
      if (!view.queried || view.empty) continue
      own.counts.wanted++
      receive(state, own, until)
      if (own.flying !== null) late++
      const count = apply(world, state, seen, view, own)
      if (own.applied !== null) used++
      hidden += count
      own.counts.hidden = view.reasonCounts[CullReasons.hidden]!
    }
  }
  state.waitTime = performance.now() - start
  weighViews(world, state, seen)
  setCounter(world, 'occlusion.hidden', hidden)
  setCounter(world, 'occlusion.used', used)
  setCounter(world, 'occlusion.late', late)
  setCounter(world, 'occlusion.outdatedGround', outdated)
}

/**
 * Waits only for a job of this frame, and only if they come in time lately: others will not come sooner for
 * it.
 */
function receive(state: OcclusionState, own: ViewOcclusion, until: number): void {
  const job = own.flying
  const runner = state.runner!
  if (job === null) return
  const waits = job.run === state.run && isInTime(own)
  if (waits ? !runner.wait(own, job, until) : !runner.poll(own, job)) return
  followLatency(own, state.run - job.run)
  followTime(state, own, state.options.deadline)
  takeAnswer(own, job)
}

function apply(
  world: World,
  state: OcclusionState,
  seen: CullingState,
  view: ViewState,
  own: ViewOcclusion,
): number {
  const { counts, answer } = own
  counts.age = -1
  if (answer === null) {
    if (counts.dropped !== 'refused') counts.dropped = 'waiting'
    return 0
  }
  counts.dropped = whyDropped(world, state, seen, view, answer)
  if (counts.dropped !== 'none') {
    // It will not hold again: who jumps back has no use for an old answer either.
    own.answer = null
    return 0
  }
  counts.age = state.run - answer.run
  if (!own.payOff.on) {
    // A probe weighs, and changes nothing that anybody sees.
    own.probed = answer.block.header[HIDDEN_COUNT]!
    return 0
  }
  counts.used++
  own.applied = answer
  const isOfThisList = answer.exact && answer.query === view.queries
  return isOfThisList ? hideListed(view, own, answer) : hideById(seen, view, own, answer)
}

/** A worker's time is its own, but not free: so much of it counts. */
const WORKER_SHARE = 0.25

function weighViews(world: World, state: OcclusionState, seen: CullingState): void {
  if (state.options.payOff === 'always' || state.viewCount === 0 || state.runner === null) return
  const main = (state.requestTime + state.waitTime) / state.viewCount
  const share = state.runner.kind === 'inline' ? 0 : WORKER_SHARE
  for (let slot = 0; slot < state.views.length; slot++) {
    const own = state.views[slot]
    if (own === null || own === undefined || !seen.views[slot]!.queried) continue
    const cost = main + share * own.counts.jobTime
    const hidden = own.payOff.on ? own.counts.hidden : own.probed
    if (weigh(own.payOff, cost, hidden, state.options.entityWorth)) noteVerdict(world, state, own)
  }
}

function noteVerdict(world: World, { options }: OcclusionState, { eid, payOff }: ViewOcclusion): void {
  const saves = (payOff.hidden * options.entityWorth) / 1000
  const figures = `it hides ${payOff.hidden.toFixed(0)} a frame, worth ${saves.toFixed(2)} ms, for ${payOff.cost.toFixed(2)} ms`
  note(world, `occlusion.view.${eid}`, `${payOff.on ? 'on' : 'off'}: ${figures}`)
}
