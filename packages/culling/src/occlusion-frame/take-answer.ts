import { JobStatus, STATUS, TIME_AT } from './job.js'
import type { Job, ViewOcclusion } from './occlusion-state.js'

/** Makes a job that came back the newest answer of its view, unless nobody wants it any more. */
export function takeAnswer(view: ViewOcclusion, job: Job): void {
  view.flying = null
  const { header, numbers } = job.block
  view.counts.jobTime = numbers[TIME_AT]!
  if (job.void) return
  if (header[STATUS] !== JobStatus.done) {
    view.counts.dropped = 'refused'
    return
  }
  view.answer = job
  view.counts.tested = job.liveCount + job.rowCount
  view.counts.occluders = job.partCount
}

/** Whose boxes a job tests, in the order of its results. */
export function askedOf({ asListed, who, block }: Job): Uint32Array {
  return asListed ? block.ids : who
}

/** Files the results of an answer by id, for frames later than its own. Once for each answer. */
export function fileAnswer({ slotOf, seenAt }: ViewOcclusion, job: Job): void {
  if (job.filed) return
  job.filed = true
  const { liveCount, rowCount, run, block } = job
  const who = askedOf(job)
  const { results } = block
  const count = liveCount + rowCount
  for (let i = 0; i < count; i++) {
    const eid = who[i]!
    slotOf[eid] = i + 1
    if (results[i] === 0) seenAt[eid] = run
  }
}
