import { arena, createWorld, propagateTransforms, runSystems, spawn, stats, Transform } from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  disposeOcclusion,
  Occluder,
  setBox,
  setBoxOccluder,
  setOcclusion,
  setupCulling,
  View,
  viewStats,
} from '@sightline/culling'
import { removeEntity } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { occlusionState } from '../../src/occlusion-frame/occlusion-state.js'

function makeWorld(capacity: number, arenaBytes: number) {
  const world = createWorld({ capacity, arenaBytes })
  setupCulling(world, { occlusion: { mode: 'inline', tier: 'medium', maxCandidates: 10_000 } })
  const house = spawn(world, Transform, Bounds, Occluder)
  setBox(world, house, -1, -1, -1, 1, 1, 1)
  setBoxOccluder(world, house, -1, -1, -1, 1, 1, 1)
  const step = (): void => runSystems(world, [propagateTransforms, ...cullingSystems])
  return { world, step }
}

describe('memory of occlusion', () => {
  it('is at most 2 MB a view at 256×128 with 10,000 candidates, taken when a view first needs it', () => {
    const { world, step } = makeWorld(10_000, 32 * 1024 * 1024)
    step()
    const before = arena(world).top
    spawn(world, Transform, View)
    step()
    const [own] = occlusionState(world).views
    const { slotOf, seenAt, choice, chosen, jobs } = own!
    const tables = [slotOf, seenAt, choice.chosen, choice.last, choice.worth, choice.distance, chosen]
    for (const job of jobs) tables.push(job.who, job.at, job.parts, job.versions, job.owners, job.firstHeads)
    const bytes = arena(world).top - before + tables.reduce((sum, table) => sum + table.byteLength, 0)
    expect(bytes).toBeLessThan(2 * 1024 * 1024)
    expect(bytes).toBeGreaterThan(1024 * 1024)
  })

  it('of a view that goes is used for the next', () => {
    const { world, step } = makeWorld(100, 32 * 1024 * 1024)
    spawn(world, Transform, View)
    step()
    const { top } = arena(world)
    for (let i = 0; i < 100; i++) {
      const [view] = occlusionState(world).views
      expect(view!.eid).toBeGreaterThan(0)
      disposeAndMake(world, view!.eid)
      step()
      step()
    }
    expect(arena(world).top).toBe(top)
  })

  it('is found again after any change of size', () => {
    const { world, step } = makeWorld(100, 32 * 1024 * 1024)
    spawn(world, Transform, View)
    const sizes = [1024, 64, 512, 256, 128, 896, 320]
    for (const width of sizes) {
      setOcclusion(world, { width })
      step()
      step()
    }
    const { top } = arena(world)
    for (const width of [...sizes, ...sizes.reverse()]) {
      setOcclusion(world, { width })
      step()
      step()
      expect(occlusionState(world).views[0]!.width).toBe(width)
    }
    expect(arena(world).top).toBe(top)
  })

  it('that does not fit leaves the view with its frustum alone, said once', () => {
    const { world, step } = makeWorld(100, 1024 * 1024)
    const view = spawn(world, Transform, View)
    step()
    step()
    expect(stats(world).notes['occlusion.memory']).toContain('raise arenaBytes')
    expect(viewStats(world, view).queried).toBe(true)
  })

  it('is let go of with the world: a hundred worlds with occlusion leave nothing', () => {
    const { gc } = globalThis as { gc?: () => void }
    if (gc === undefined) throw new Error('run with --expose-gc')
    const buffers = (): number => {
      gc()
      gc()
      return process.memoryUsage().arrayBuffers
    }
    const make = (): void => {
      const { world, step } = makeWorld(100, 8 * 1024 * 1024)
      spawn(world, Transform, View)
      step()
      disposeOcclusion(world)
    }
    make()
    const before = buffers()
    for (let i = 0; i < 100; i++) make()
    expect(buffers() - before).toBeLessThan(16 * 1024 * 1024)
  })
})

function disposeAndMake(world: ReturnType<typeof createWorld>, view: number): void {
  removeEntity(world, view)
  spawn(world, Transform, View)
}
