import { runSystems, stats, type World } from '@sightline/core'
import { setViewport, viewStats, visible } from '@sightline/culling'
import { frame } from './frame.js'
import { game } from './game.js'
import { playRoute } from './routes/route-player.js'
import type { Quality, Town } from './town/index.js'
import { createGame } from './world.js'

export type HeadlessOptions = {
  readonly frames: number
  /** Frames before the measured ones, in which engines compile and buffers grow. */
  readonly warmUp: number
  /** '' for none. */
  readonly route: string
  readonly quality: Quality
  readonly seed: number
  /** Pixels of the picture that is not drawn: sizes on the screen depend on it. */
  readonly width: number
  readonly height: number
}

type Spread = { min: number; mean: number; max: number }

export type HeadlessReport = {
  seed: number
  quality: Quality
  route: string
  frames: number
  entities: number
  people: number
  visible: Spread
  /** Entities that each reason took out, in the last frame. */
  culled: Record<string, number>
  /** Of whole frames. */
  milliseconds: Spread
  systems: Record<string, { mean: number; max: number }>
  /** Bytes; null where the collector cannot be called (`--expose-gc`). `kept` is what is left after a collection. */
  heap: { kept: number | null; made: number | null }
}

/** The world of a town without a canvas, its view as large as it would be on a screen. */
export function createHeadless(
  town: Town,
  quality: Quality,
  width: number,
  height: number,
  poseLevels = true,
): World {
  const steps = createGame({ town, quality, locked: true, poseLevels })
  for (;;) {
    const step = steps.next()
    if (!step.done) continue
    setViewport(step.value, game(step.value).view, width, height)
    return step.value
  }
}

/** Runs the frame and sums up. Throws a `RangeError` for a route that the town does not have. */
export function measureHeadless(town: Town, options: HeadlessOptions): HeadlessReport {
  const { frames, warmUp, route, quality, width, height } = options
  const world = createHeadless(town, quality, width, height)
  if (route !== '') playRoute(world, route)
  for (let i = 0; i < warmUp; i++) runSystems(world, frame)

  const { gc } = globalThis as { gc?: () => void }
  const names = Object.keys(stats(world).systems)
  const times = new Float64Array(frames)
  const counts = new Float64Array(frames)
  const ofSystems = new Float64Array(frames * names.length)
  gc?.()
  const before = process.memoryUsage().heapUsed
  for (let i = 0; i < frames; i++) {
    const start = performance.now()
    runSystems(world, frame)
    times[i] = performance.now() - start
    counts[i] = visible(world, game(world).view).count
    const { systems } = stats(world)
    for (let s = 0; s < names.length; s++) ofSystems[s * frames + i] = systems[names[s]!]!
  }
  const made = process.memoryUsage().heapUsed - before
  gc?.()
  const kept = process.memoryUsage().heapUsed - before
  return {
    seed: town.seed,
    quality,
    route,
    frames,
    entities: game(world).entityCount,
    people: town.people.count,
    visible: spread(counts),
    culled: viewStats(world, game(world).view).culled,
    milliseconds: spread(times),
    systems: Object.fromEntries(
      names.map((name, s) => {
        const { mean, max } = spread(ofSystems.subarray(s * frames, (s + 1) * frames))
        return [name, { mean, max }]
      }),
    ),
    heap: gc ? { kept, made } : { kept: null, made: null },
  }
}

function spread(values: Float64Array): Spread {
  let [min, max, sum] = [Infinity, -Infinity, 0]
  for (const value of values) {
    min = Math.min(min, value)
    max = Math.max(max, value)
    sum += value
  }
  return { min, mean: sum / values.length, max }
}
