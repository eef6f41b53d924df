import { arena, type World } from '@sightline/core'
import { transfer } from 'comlink'
import { JOB_NUMBER } from './job.js'
import { type Job, MAX_OCCLUSION_VIEWS, type OcclusionState, type ViewOcclusion } from './occlusion-state.js'
import type { Runner } from './runner.js'
import { createWorkerLink, endLink, fail, reasonOf, tendLink } from './worker-link.js'

/** One view's bytes on their way there and back, and which job they brought. */
type Parcel = { bytes: ArrayBuffer | null; answered: number; opened: boolean }

/**
 * Jobs go to a worker that sees none of our memory: their blocks are copied into a buffer that is handed over
 * and comes back, one Comlink call a frame. The answer is there for a later frame.
 */
export function createCopiesRunner(
  world: World,
  state: OcclusionState,
  kernels: 'auto' | 'typescript',
): Runner {
  const link = createWorkerLink()
  const { u8 } = arena(world)
  const places: (ViewOcclusion | null)[] = new Array(MAX_OCCLUSION_VIEWS).fill(null)
  const parcels = new Map<ViewOcclusion, Parcel>()
  let slowness = 0
  const placeOf = (view: ViewOcclusion): number => places.indexOf(view)

  function failed(life: number, cause: unknown): void {
    if (link.life !== life) return
    parcels.clear()
    fail(world, state, link, `reported ${reasonOf(cause)}`)
  }

  function open(view: ViewOcclusion): void {
    const { width, height, room, jobs } = view
    const { life } = link
    if (placeOf(view) === -1) places[places.indexOf(null)] = view
    const parcel: Parcel = { bytes: new ArrayBuffer(jobs[0].block.bytes), answered: 0, opened: false }
    parcels.set(view, parcel)
    Promise.resolve(link.remote!.openCopied(placeOf(view), { width, height, room })).then(
      () => {
        parcel.opened = true
      },
      (cause) => failed(life, cause),
    )
  }

  async function deliver(view: ViewOcclusion, job: Job, parcel: Parcel): Promise<void> {
    const { life, remote } = link
    const { block, number } = job
    const bytes = parcel.bytes!
    parcel.bytes = null
    new Uint8Array(bytes).set(u8.subarray(block.at, block.at + block.bytes))
    try {
      const back = (await remote!.run(placeOf(view), transfer(bytes, [bytes]), block.at)) as ArrayBuffer
      if (link.life !== life || parcels.get(view) !== parcel) return
      parcel.bytes = back
      // The block may hold another job by now.
      if (block.header[JOB_NUMBER] === number && isAnswerTo(back, number)) takeResults(back, job)
      parcel.answered = number
      link.waitingSince = 0
    } catch (cause) {
      failed(life, cause)
    }
  }

  function isAnswerTo(bytes: ArrayBuffer, number: number): boolean {
    return new Int32Array(bytes, 0, 16)[JOB_NUMBER] === number
  }

  function takeResults(bytes: ArrayBuffer, { block, liveCount, rowCount }: Job): void {
    block.header.set(new Int32Array(bytes, 0, block.header.length))
    block.numbers.set(new Float64Array(bytes, 0, block.numbers.length))
    const at = block.results.byteOffset - block.at
    block.results.set(new Uint8Array(bytes, at, liveCount + rowCount))
  }

  return {
    kind: 'copies',
    isReady(view) {
      if (!link.ready) return false
      const parcel = parcels.get(view)
      if (parcel === undefined) open(view)
      return parcel?.opened === true && parcel.bytes !== null
    },
    send(view, job) {
      if (link.waitingSince === 0) link.waitingSince = performance.now()
      void deliver(view, job, parcels.get(view)!)
    },
    flush: () => {},
    poll: (view, job) => parcels.get(view)?.answered === job.number,
    // It comes in a message, and none is read while this thread waits.
    wait: (view, job) => parcels.get(view)?.answered === job.number,
    tend(now) {
      const had = link.worker !== null
      tendLink(world, state, link, now, kernels, (remote) => remote.slowDown(slowness))
      if (had && link.worker === null) parcels.clear()
    },
    close(view) {
      const place = placeOf(view)
      if (place !== -1) places[place] = null
      parcels.delete(view)
    },
    slowDown(milliseconds) {
      slowness = milliseconds
      void link.remote?.slowDown(milliseconds)
    },
    givenUpAt: () => link.givenUpAt,
    dispose: () => endLink(link),
  }
}
