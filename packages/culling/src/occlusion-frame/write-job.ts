import { arena, type World, warnOnce } from '@sightline/core'
import { EROSION_LADDER, erosionRung } from '../occluders/erosion-ladder.js'
import { occludersState } from '../occluders/occluders-state.js'
import { occlusionMemory } from '../occlusion/memory.js'
import { analyseView } from '../occlusion/occlusion-view.js'
import { queryFrustum } from '../spatial/index.js'
import type { CullingState, ViewState } from '../state.js'
import { chooseParts } from './choose-parts.js'
import { EROSION_AT, FLAGS, GUARD_AT, JOB_NUMBER, JobFlag, JobStatus, STATUS } from './job.js'
import { expectMotion, isInTime, wantedGuard } from './motion.js'
import type { Job, OcclusionState, ViewOcclusion } from './occlusion-state.js'
import { widePlanes } from './wide-frustum.js'
import { writeCandidates } from './write-candidates.js'
import { writeOccluders } from './write-occluders.js'

/** Writes a job for this frame's camera. False if the view is none that the buffer can show. */
export function writeJob(
  world: World,
  state: OcclusionState,
  seen: CullingState,
  view: ViewState,
  own: ViewOcclusion,
  job: Job,
): boolean {
  const { options } = state
  const { projection } = view
  const { eyeReach } = view
  job.exact = isInTime(own) || state.runner?.kind === 'inline' || !projection.perspective
  if (job.exact) job.way.fill(0)
  let rung = job.exact ? 0 : expectMotion(own, options.maxErosion, job.way)
  // Several eyes are one eye that may be in several places.
  if (eyeReach > 0) rung = erosionRung(EROSION_LADDER[rung]! + eyeReach)
  if (rung === -1) return false
  const guard = job.exact && eyeReach === 0 ? 1 : wantedGuard(own, view)
  job.number = nextNumber(state)
  job.run = state.run
  job.query = view.queries
  job.boxRun = seen.boxRun
  job.void = false
  job.filed = false
  job.erosion = EROSION_LADDER[rung]!
  job.reach = eyeReach
  job.eye.set(view.eye)
  job.settings = view.settingsRevision
  job.camera.set(view.viewProjection)
  const { header, numbers, matrix } = job.block
  matrix.set(view.viewProjection)
  numbers[EROSION_AT] = job.erosion
  numbers[GUARD_AT] = guard
  header[JOB_NUMBER] = job.number
  header[STATUS] = JobStatus.waiting
  const whole = !job.exact || !view.frustum || eyeReach > 0
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
  // An exact job is about this very list; only what comes late wants to know of more.
  const wide = !job.exact && guard > 1 && view.frustum
  const found = wide ? queryFrustum(seen.octree, widePlanes(view, guard), seen.found) : 0
  const ids = wide ? seen.found : view.candidates.ids
  const count = wide ? Math.min(found, ids.length) : view.candidates.count
  const reasons = wide ? null : view.candidates.reasons
  const { maxOccluders, range } = state.options
  const most = Math.min(maxOccluders, own.budget)
  chooseParts(occludersState(world), seen, view, own, state.run, ids, count, reasons, most, range)
  writeCandidates(state, seen, view, own, job, ids, count, reasons)
}
