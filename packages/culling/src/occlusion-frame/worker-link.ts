/**
 * A worker that is started, watched, given up and started again: what both kinds of worker runner have in
 * common.
 */
import { note, setCounter, type World, warnOnce } from '@sightline/core'
import { type Remote, wrap } from 'comlink'
import type { WorkerLike } from './occlusion-options.js'
import type { OcclusionState } from './occlusion-state.js'
import type { OcclusionWorkerApi } from './worker-api.js'

/** Starts in all, and milliseconds before each new one: an old worker has certainly stopped by then. */
const MOST_STARTS = 4
const FIRST_PAUSE = 1000
/** A start loads and compiles, so it may take so many times as long as an answer. */
const START_SHARE = 5

export type WorkerLink = {
  worker: WorkerLike | null
  remote: Remote<OcclusionWorkerApi> | null
  /** Kernels are compiled, and jobs can be sent. */
  ready: boolean
  starts: number
  /** `performance.now()` of the next start; Infinity for never. */
  startAt: number
  /** When the last one was given up; Infinity while there is or will be one. */
  givenUpAt: number
  /** Counts the workers, so that what an old one says late is told from what the new one says. */
  life: number
  /** When the oldest job that has no answer was sent, or the start began; 0 for none. */
  waitingSince: number
}

export function createWorkerLink(): WorkerLink {
  return {
    worker: null,
    remote: null,
    ready: false,
    starts: 0,
    startAt: 0,
    givenUpAt: Infinity,
    life: 0,
    waitingSince: 0,
  }
}

/**
 * Makes the worker where the platform has one. `new URL` must stand here as it is, for bundlers to find it.
 */
export function createDefaultWorker(): WorkerLike {
  return new Worker(new URL('./occlusion-worker.js', import.meta.url), {
    type: 'module',
    name: 'sightline-occlusion',
  })
}

/**
 * Starts a worker if it is time to, and gives up one that is silent. `setUp` prepares it once its kernels are
 * compiled.
 */
export function tendLink(
  world: World,
  state: OcclusionState,
  link: WorkerLink,
  now: number,
  kernels: 'auto' | 'typescript',
  setUp: (remote: Remote<OcclusionWorkerApi>) => Promise<void> | void,
): void {
  const { options } = state
  if (link.worker !== null) {
    const most = options.workerTimeout * (link.ready ? 1 : START_SHARE)
    const silent = link.waitingSince !== 0 && now - link.waitingSince > most
    if (silent) fail(world, state, link, `has not answered for ${most} ms`)
    return
  }
  if (now < link.startAt) return
  link.starts++
  link.life++
  const { life } = link
  link.waitingSince = now
  try {
    const worker = (options.createWorker ?? createDefaultWorker)()
    link.worker = worker
    const failed = (event: Event): void => {
      event.preventDefault?.()
      if (link.life === life)
        fail(world, state, link, `reported ${(event as ErrorEvent).message || 'an error'}`)
    }
    worker.addEventListener('error', failed)
    worker.addEventListener('messageerror', failed)
    const remote = wrap<OcclusionWorkerApi>(worker as Worker)
    link.remote = remote
    Promise.resolve(remote.start(kernels))
      .then(() => (link.life === life ? setUp(remote) : undefined))
      .then(
        () => {
          if (link.life !== life) return
          link.ready = true
          link.waitingSince = 0
          note(world, 'occlusion.worker', 'runs')
        },
        (cause: unknown) => {
          if (link.life === life) fail(world, state, link, `reported ${reasonOf(cause)}`)
        },
      )
  } catch (cause) {
    fail(world, state, link, `could not be started: ${reasonOf(cause)}`)
  }
}

export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

/**
 * Ends a worker that is of no use, and plans the next one; after a few there is none any more. Says so once.
 */
export function fail(world: World, state: OcclusionState, link: WorkerLink, reason: string): void {
  endLink(link)
  const more = link.starts < MOST_STARTS
  link.startAt = more ? performance.now() + FIRST_PAUSE * 2 ** (link.starts - 1) : Infinity
  if (!more) link.givenUpAt = performance.now()
  setCounter(world, 'occlusion.workerFailures', link.starts)
  note(world, 'occlusion.worker', `${more ? 'starts again soon' : 'given up'}: the last one ${reason}`)
  const until = more ? 'until another one runs' : 'from here on'
  const message = `the occlusion worker failed: it ${reason}; views go by their frustum alone ${until}`
  warnOnce(world, more ? 'occlusion.workerFailed' : 'occlusion.workerGivenUp', message)
  // What was on its way never comes.
  for (const view of state.views) if (view !== null) view.flying = null
}

export function endLink(link: WorkerLink): void {
  link.life++
  link.ready = false
  link.waitingSince = 0
  try {
    link.worker?.terminate()
  } catch {
    // It is a game's own, and of no use either way.
  }
  link.worker = null
  link.remote = null
}
