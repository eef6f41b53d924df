import type { World } from './state.js'
import { recordTime } from './stats.js'

/** A stage of the frame: a named function of the world. */
export type System = (world: World) => void

/**
 * Runs the systems one after the other and writes how long each took into `stats(world).systems`, by its
 * name. Of a function that stands twice in the list the last run counts.
 */
export function runSystems(world: World, systems: readonly System[]): void {
  let start = performance.now()
  for (let i = 0; i < systems.length; i++) {
    const system = systems[i]!
    system(world)
    const end = performance.now()
    recordTime(world, system.name, end - start)
    start = end
  }
}

/**
 * The same systems, each wrapped so that it records its time: for a game that runs its own loop over the
 * list. Names are kept. Call it once, not every frame.
 */
export function timed(systems: readonly System[]): System[] {
  return systems.map((system) => {
    const wrapped = (world: World): void => {
      const start = performance.now()
      system(world)
      recordTime(world, system.name, performance.now() - start)
    }
    Object.defineProperty(wrapped, 'name', { value: system.name })
    return wrapped
  })
}
