import { runSystems, stats, type World } from '@sightline/core'
import { visible } from '@sightline/culling'
import { frame } from './frame.js'
import { game } from './game.js'
import { createHeadless, type HeadlessOptions } from './headless-run.js'
import { playRoute } from './routes/route-player.js'
import { setCulling } from './switches.js'
import type { Town } from './town/index.js'
import { setResting } from './update-kinds.js'

export type CompareOptions = HeadlessOptions & {
  /** Levels of poses stay on in both. */
  readonly poseLevels: boolean
}

/** Milliseconds of the main thread, medians over all frames: with everything, and with culling, occlusion, resting and levels of poses off. */
export type Comparison = {
  frames: number
  frame: { on: number; off: number; ratio: number }
  systems: Record<string, { on: number; off: number; ratio: number }>
  visible: { on: number; off: number }
}

/** Frames of one world in a row. By single frames each would find the caches full of the other's data, as in no game. */
const RUN = 30

/** Runs two worlds of the same town side by side, a few frames of one, then of the other; who begins alternates. */
export function compareHeadless(town: Town, options: CompareOptions): Comparison {
  const { frames, warmUp, route, quality, width, height, poseLevels } = options
  const worlds = [true, false].map((on) => {
    const world = createHeadless(town, quality, width, height, on || poseLevels)
    if (route !== '') playRoute(world, route)
    runSystems(world, frame)
    if (!on) {
      setCulling(world, false)
      setResting(world, false)
    }
    return world
  })
  for (let i = 0; i < warmUp; i++) for (const world of worlds) runSystems(world, frame)
  const names = frame.map((system) => system.name)
  const times = worlds.map(() => new Float64Array(frames))
  const ofSystems = worlds.map(() => names.map(() => new Float64Array(frames)))
  for (let run = 0; run * RUN < frames; run++) {
    for (const which of run % 2 === 0 ? [0, 1] : [1, 0]) {
      const world = worlds[which]!
      for (let i = run * RUN; i < Math.min(frames, run * RUN + RUN); i++) {
        const start = performance.now()
        runSystems(world, frame)
        times[which]![i] = performance.now() - start
        const { systems } = stats(world)
        names.forEach((name, s) => {
          ofSystems[which]![s]![i] = systems[name]!
        })
      }
    }
  }
  const pair = (on: Float64Array, off: Float64Array) => {
    const [a, b] = [median(on), median(off)]
    return { on: a, off: b, ratio: a / b }
  }
  return {
    frames,
    frame: pair(times[0]!, times[1]!),
    systems: Object.fromEntries(names.map((name, s) => [name, pair(ofSystems[0]![s]!, ofSystems[1]![s]!)])),
    visible: { on: seen(worlds[0]!), off: seen(worlds[1]!) },
  }
}

function seen(world: World): number {
  return visible(world, game(world).view).count
}

function median(values: Float64Array): number {
  return values.slice().sort()[values.length >> 1]!
}
