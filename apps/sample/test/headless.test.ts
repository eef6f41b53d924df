import { runSystems } from '@sightline/core'
import { loadKernels, validateCulling, viewStats, visible } from '@sightline/culling'
import { beforeAll, describe, expect, it } from 'vitest'
import { frame } from '../src/frame.js'
import { game } from '../src/game.js'
import { createHeadless, measureHeadless } from '../src/headless-run.js'
import { playRoute } from '../src/routes/route-player.js'
import { createTown, type Town } from '../src/town/index.js'

const SEED = 7
const FRAMES = 600
const SIZE = [640, 360] as const

describe(`the frame without drawing, town ${SEED}`, () => {
  let town: Town
  beforeAll(async () => {
    await loadKernels()
    town = createTown(SEED, { quality: 'low' })
  }, 120_000)

  it(`keeps nothing of ${FRAMES} frames along a route`, () => {
    const { gc } = globalThis as { gc?: () => void }
    if (gc === undefined) throw new Error('run with --expose-gc')
    const world = createHeadless(town, 'low', ...SIZE)
    playRoute(world, 'market')
    // Code that the engine compiles late counts as heap, so the least of a few windows is what the frames themselves keep.
    let kept = Number.POSITIVE_INFINITY
    for (let window = 0; window < 4 && kept >= 64 * 1024; window++) {
      for (let i = 0; i < FRAMES; i++) runSystems(world, frame)
      gc()
      gc()
      const before = process.memoryUsage()
      for (let i = 0; i < FRAMES; i++) runSystems(world, frame)
      gc()
      const after = process.memoryUsage()
      kept = after.heapUsed - before.heapUsed
      expect(after.arrayBuffers - before.arrayBuffers).toBe(0)
    }
    expect(kept).toBeLessThan(64 * 1024)
  })

  it('accounts for every entity, and what it keeps is consistent', () => {
    const world = createHeadless(town, 'low', ...SIZE)
    playRoute(world, 'street')
    for (let i = 0; i < 90; i++) runSystems(world, frame)
    const { view, entityCount } = game(world)
    const { visible: seen, culled } = viewStats(world, view)
    expect(Object.values(culled).reduce((sum, count) => sum + count, seen)).toBe(entityCount)
    expect(seen).toBeGreaterThan(50)
    expect(seen).toBeLessThan(entityCount / 2)
    expect(() => validateCulling(world)).not.toThrow()
  })

  it('is the same each time', () => {
    const lists = [0, 1].map(() => {
      const world = createHeadless(town, 'low', ...SIZE)
      playRoute(world, 'gate')
      for (let i = 0; i < 200; i++) runSystems(world, frame)
      const { ids, count } = visible(world, game(world).view)
      return Array.from(ids.subarray(0, count)).sort((a, b) => a - b)
    })
    expect(lists[0]).toEqual(lists[1])
  })

  it('reports counts, times of each system and the heap', () => {
    const options = { frames: 20, warmUp: 10, route: 'market', quality: 'low', seed: SEED } as const
    const report = measureHeadless(town, { ...options, width: SIZE[0], height: SIZE[1] })
    expect(report.frames).toBe(20)
    expect(report.entities).toBeGreaterThan(5000)
    expect(report.visible.mean).toBeGreaterThan(0)
    expect(Object.keys(report.systems)).toEqual(frame.map((system) => system.name))
    expect(report.heap.kept).not.toBeNull()
  })

  it('names the routes there are for one that is not', () => {
    const world = createHeadless(town, 'low', ...SIZE)
    expect(() => playRoute(world, 'nowhere')).toThrow(/route is "nowhere", expected one of .*market/)
  })
})
