import { resource, runSystems } from '@sightline/core'
import { isVisible, loadKernels, validateCulling, viewStats, visible } from '@sightline/culling'
import { beforeAll, describe, expect, it } from 'vitest'
import { measureHeap } from '../../../test/support/heap.js'
import { controls } from '../src/controls.js'
import { frame } from '../src/frame.js'
import { game } from '../src/game.js'
import { createHeadless, measureHeadless } from '../src/headless-run.js'
import { MindsOfWorld } from '../src/minds/minds.js'
import { flyTo } from '../src/modes.js'
import { setLabels } from '../src/names/labels.js'
import { playRoute } from '../src/routes/route-player.js'
import { CrowdOfWorld } from '../src/systems/crowd.js'
import { createTown, type Town } from '../src/town/index.js'
import { KINDS } from '../src/update-kinds.js'

const SEED = 7
const FRAMES = 600
const SIZE = [640, 360] as const
/**
 * Bytes of all frames, and of one: two numbers for the time of each system, some eight for what each kind of update counts and
 * measures, and a hundred others; no object and no array.
 */
const KEPT = 64 * 1024
const MADE = 32 * frame.length + 128 * KINDS.length + 1600

describe(`the frame without drawing, town ${SEED}`, () => {
  let town: Town
  beforeAll(async () => {
    await loadKernels()
    town = createTown(SEED, { quality: 'low' })
  }, 120_000)

  it.each(['', 'market'])(`makes no garbage in ${FRAMES} frames along route "%s"`, (route) => {
    const world = createHeadless(town, 'low', ...SIZE)
    if (route !== '') playRoute(world, route)
    else controls(world).forward = 1
    // All of the route, in which buffers grow.
    for (let i = 0; i < 3 * FRAMES; i++) runSystems(world, frame)
    const grown = measureHeap(FRAMES, () => runSystems(world, frame), { kept: KEPT, made: MADE })
    expect(grown.kept).toBeLessThan(KEPT)
    expect(grown.made).toBeLessThan(MADE)
    // Bounds of a mix of clips are worked out once, when somebody first plays it.
    expect(grown.buffers).toBeLessThan(32 * 1024)
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

  it('goes on without names: talkers say nothing', () => {
    const world = createHeadless(town, 'low', ...SIZE)
    flyTo(world, town.cameras.market!)
    for (let i = 0; i < 3; i++) runSystems(world, frame)
    const { eids, talks } = resource(world, CrowdOfWorld).talkers
    const { wish } = resource(world, MindsOfWorld)
    setLabels(world, false)
    let seen = 0
    for (let round = 0; round < 2; round++) {
      eids.forEach((eid, i) => {
        wish[eid] = 1 - talks[i]!
        if (wish[eid] === 1 && isVisible(world, game(world).view, eid)) seen++
      })
      expect(() => runSystems(world, frame)).not.toThrow()
    }
    expect(seen).toBeGreaterThan(0)
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
