/**
 * A worker that is played: each job is worked off some frames after it was sent, and its answer comes some
 * frames after that.
 */
import type { World } from '@sightline/core'
import { arena } from '@sightline/core'
import { createInlineRunner } from '../../../src/occlusion-frame/inline-runner.js'
import { occlusionState } from '../../../src/occlusion-frame/occlusion-state.js'
import type { Runner } from '../../../src/occlusion-frame/runner.js'
import { culling } from '../../../src/state.js'

type Flight = { workAt: number; arriveAt: number; worked: boolean }

/**
 * `delay` gives the frames that the next answer takes; 0 comes in time. Memory is read whenever the job is
 * worked off, as a worker would.
 */
export function playWorker(world: World, delay: () => number, random: () => number): void {
  const state = occlusionState(world)
  const inline = createInlineRunner(arena(world), culling(world).boxes)
  const flights = new Map<number, Flight>()
  const arrived: Runner['poll'] = (view, job) => {
    const flight = flights.get(job.number)
    if (flight === undefined) return false
    if (!flight.worked && state.run >= flight.workAt) {
      inline.send(view, job)
      flight.worked = true
    }
    return state.run >= flight.arriveAt && flight.worked
  }
  const runner: Runner = {
    ...inline,
    kind: 'worker',
    send(_view, job) {
      const frames = delay()
      const workAt = state.run + Math.floor(frames * random())
      flights.set(job.number, { workAt, arriveAt: state.run + frames, worked: false })
    },
    poll: arrived,
    wait: arrived,
  }
  state.runner = runner
}
