import { stats } from '@sightline/core'
import { entered, left, loadKernels, occlusionOf } from '@sightline/culling'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { occlusionState } from '../../src/occlusion-frame/occlusion-state.js'
import { createPayOff, resetPayOff, wantsOcclusion, weigh } from '../../src/occlusion-frame/pay-off.js'
import { followTime } from '../../src/occlusion-frame/time-budget.js'
import { createTownWorld, stepTown } from './support/town-world.js'

await loadKernels()

describe('whether occlusion pays', () => {
  function run(frames: number, hiddenAt: (frame: number) => number) {
    const payOff = createPayOff()
    resetPayOff(payOff)
    const asked: number[] = []
    const verdicts: [number, boolean][] = []
    for (let frame = 0; frame < frames; frame++) {
      const wants = wantsOcclusion(payOff)
      if (wants) asked.push(frame)
      if (weigh(payOff, wants ? 0.5 : 0.01, wants ? hiddenAt(frame) : 0, 2)) verdicts.push([frame, payOff.on])
    }
    return { asked, verdicts, payOff }
  }

  it('stays on while it saves more than it costs', () => {
    expect(run(1000, () => 300).verdicts).toEqual([])
  })

  it('goes off over open land, tries again ever more seldom, and comes back in a town', () => {
    const { verdicts, asked } = run(4000, (frame) => (frame < 2500 ? 20 : 2000))
    expect(verdicts.map(([, on]) => on)).toEqual([false, true])
    expect(verdicts[0]![0]).toBeLessThan(100)
    expect(verdicts[1]![0]).toBeGreaterThan(2500)
    expect(verdicts[1]![0]).toBeLessThan(2500 + 700)
    const onLand = asked.filter((frame) => frame >= 100 && frame < 2500).length
    expect(onLand).toBeGreaterThan(40)
    expect(onLand).toBeLessThan(200)
  })

  it('does not flicker where it hardly pays', () => {
    const random = createRandom(3)
    expect(run(6000, () => 250 + (random() - 0.5) * 30).verdicts.length).toBeLessThan(3)
  })
})

describe('a view in which it does not pay', () => {
  it('shows all, also while it tries whether it would pay by now: no event comes of that', () => {
    const town = createTownWorld(createRandom(1), [0, 0, 0], 30, {
      mode: 'inline',
      payOff: 'auto',
      entityWorth: 1e-6,
    })
    const pose = { x: 0, y: 2, z: 3, yaw: 0, pitch: 0 }
    for (let i = 0; i < 60; i++) stepTown(town, pose)
    expect(occlusionOf(town.world, town.view)).toMatchObject({ pays: false, hidden: 0 })
    let jobs = 0
    let events = 0
    for (let i = 0; i < 600; i++) {
      stepTown(town, pose)
      jobs += stats(town.world).counters['occlusion.jobs']!
      const walkers = new Set(town.walkers.map(({ eid }) => eid))
      for (const list of [entered(town.world, town.view), left(town.world, town.view)]) {
        for (let k = 0; k < list.count; k++) if (!walkers.has(list.ids[k]!)) events++
      }
    }
    expect(jobs).toBeGreaterThan(20)
    expect(events).toBe(0)
  })
})

describe('the time budget', () => {
  it('draws fewer occluders while jobs take too long, then a smaller buffer, and goes back', () => {
    const town = createTownWorld(createRandom(1), [0, 0, 0], 100, { mode: 'inline' })
    const pose = { x: 0, y: 2, z: 3, yaw: 0, pitch: 0 }
    stepTown(town, pose)
    const state = occlusionState(town.world)
    const view = () => state.views.find((own) => own !== null)!
    const spend = (milliseconds: number, frames: number): void => {
      for (let i = 0; i < frames; i++) {
        view().counts.jobTime = milliseconds
        followTime(state, view(), 1)
        if (view().outdated) stepTown(town, pose)
      }
    }
    spend(0.5, 10)
    expect(view().budget).toBe(state.options.maxOccluders)
    spend(1.5, 20)
    expect(view().budget).toBe(16)
    expect(view().width).toBe(256)
    spend(1.5, 100)
    expect(view().width).toBe(128)
    spend(1.5, 400)
    expect([view().width, view().height]).toEqual([64, 32])
    spend(0.05, 2000)
    expect([view().width, view().height, view().budget]).toEqual([256, 128, state.options.maxOccluders])
  })
})
