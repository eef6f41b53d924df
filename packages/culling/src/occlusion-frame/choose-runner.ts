import { arena, note, type World, warnOnce } from '@sightline/core'
import { culling } from '../state.js'
import { createCopiesRunner } from './copies-runner.js'
import { createInlineRunner } from './inline-runner.js'
import type { OcclusionState } from './occlusion-state.js'
import type { Runner } from './runner.js'
import { createWorkerRunner } from './worker-runner.js'

/** Milliseconds after which a worker that was ended has certainly stopped writing. */
export const STOPPED_AFTER = 1000

/** Who works jobs off, by what the game asked for and what the platform has. Null for nobody. */
export function chooseRunner(world: World, state: OcclusionState): Runner | null {
  const { mode, createWorker } = state.options
  const { boxes, options } = culling(world)
  const memory = arena(world)
  const inline = (): Runner => createInlineRunner(memory, boxes, options.kernels)
  if (mode === 'off') return null
  if (mode === 'inline') return noteMode(world, inline())
  if (typeof Worker === 'undefined' && createWorker === null) {
    if (mode === 'auto') return noteMode(world, inline())
    const message = "occlusion mode is 'worker', but there is no Worker here: views go by their frustum alone"
    warnOnce(world, 'occlusion.noWorker', message)
    return null
  }
  const make = memory.shared ? createWorkerRunner : createCopiesRunner
  if (!memory.shared) {
    note(
      world,
      'occlusion.shared',
      'no shared memory here (the page is not cross-origin isolated): answers come a frame late',
    )
  }
  const runner = make(world, state, options.kernels)
  runner.slowDown(state.slowness)
  return noteMode(world, runner)
}

function noteMode(world: World, runner: Runner): Runner {
  note(world, 'occlusion.mode', runner.kind)
  return runner
}

/** Where no worker can be had, and the game left the choice, jobs are worked off here. */
export function replaceGivenUp(world: World, state: OcclusionState, now: number): void {
  const { runner, options } = state
  if (runner === null || options.mode !== 'auto' || !(now - runner.givenUpAt() > STOPPED_AFTER)) return
  const { boxes, options: chosen } = culling(world)
  for (const view of state.views) if (view !== null) view.flying = null
  state.runner = noteMode(world, createInlineRunner(arena(world), boxes, chosen.kernels))
}
