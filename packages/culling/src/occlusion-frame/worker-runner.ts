import { arena, columns, type World } from '@sightline/core'
import { int32Array } from '@sightline/core/memory'
import type { Remote } from 'comlink'
import { WorldBounds } from '../bounds.js'
import { ask, callAway, isAnswered, MAILBOX_WORDS, ring } from './mailbox.js'
import { MAX_OCCLUSION_VIEWS, type OcclusionState, type ViewOcclusion } from './occlusion-state.js'
import type { Runner } from './runner.js'
import type { OcclusionWorkerApi } from './worker-api.js'
import { createWorkerLink, endLink, fail, reasonOf, tendLink } from './worker-link.js'

/** How often the clock is looked at while waiting, in looks at the mailbox. */
const LOOKS = 64

/**
 * Jobs go to a worker that sees the same memory: one atomic store each way. The worker sleeps in
 * `Atomics.wait` between them.
 */
export function createWorkerRunner(
  world: World,
  state: OcclusionState,
  kernels: 'auto' | 'typescript',
): Runner {
  const link = createWorkerLink()
  const memory = arena(world)
  const boxes = columns(world, WorldBounds).box
  const mailbox = int32Array(memory, MAILBOX_WORDS)
  /** Views by their place in the mailbox, and those that the present worker knows. */
  const places: (ViewOcclusion | null)[] = new Array(MAX_OCCLUSION_VIEWS).fill(null)
  const known = new Set<ViewOcclusion>()
  let slowness = 0
  const placeOf = (view: ViewOcclusion): number => places.indexOf(view)

  /** The worker is asleep in the mailbox: it is woken for the message, and sent back afterwards. */
  function tell(message: (remote: Remote<OcclusionWorkerApi>) => Promise<void>): void {
    const { remote, life } = link
    if (remote === null || !link.ready) return
    callAway(mailbox)
    message(remote).then(
      () => serve(life),
      (cause) => failed(life, cause),
    )
  }

  function open(view: ViewOcclusion): void {
    const { width, height, room, bufferAt, jobs } = view
    const ats: [number, number] = [jobs[0].block.at, jobs[1].block.at]
    known.add(view)
    tell((remote) => remote.openShared(placeOf(view), { width, height, room, bufferAt, jobs: ats }))
  }

  function serve(life: number): void {
    if (link.life !== life || link.remote === null) return
    Promise.resolve(link.remote.serve()).catch((cause) => failed(life, cause))
  }

  function failed(life: number, cause: unknown): void {
    if (link.life !== life) return
    forgetWorker()
    fail(world, state, link, `reported ${reasonOf(cause)}`)
  }

  function forgetWorker(): void {
    known.clear()
    mailbox.fill(0)
  }

  return {
    kind: 'worker',
    isReady(view) {
      if (!link.ready) return false
      if (placeOf(view) === -1) places[places.indexOf(null)] = view
      if (!known.has(view)) open(view)
      return true
    },
    send(view, job) {
      ask(mailbox, placeOf(view), job.number)
      if (link.waitingSince === 0) link.waitingSince = performance.now()
    },
    flush: () => ring(mailbox),
    poll(view, job) {
      if (!isAnswered(mailbox, placeOf(view), job.number)) return false
      link.waitingSince = 0
      return true
    },
    wait(view, job, until) {
      const place = placeOf(view)
      for (;;) {
        for (let look = 0; look < LOOKS; look++) {
          if (!isAnswered(mailbox, place, job.number)) continue
          link.waitingSince = 0
          return true
        }
        if (performance.now() >= until) return false
      }
    },
    tend(now) {
      const had = link.worker !== null
      tendLink(world, state, link, now, kernels, async (remote) => {
        await remote.share(memory.memory, mailbox.byteOffset, boxes.byteOffset, boxes.length / 8)
        if (slowness > 0) {
          callAway(mailbox)
          await remote.slowDown(slowness)
        }
        serve(link.life)
      })
      if (had && link.worker === null) forgetWorker()
    },
    close(view) {
      const place = placeOf(view)
      if (place !== -1) places[place] = null
      known.delete(view)
    },
    slowDown(milliseconds) {
      slowness = milliseconds
      tell((remote) => remote.slowDown(milliseconds))
    },
    givenUpAt: () => link.givenUpAt,
    dispose: () => endLink(link),
  }
}
