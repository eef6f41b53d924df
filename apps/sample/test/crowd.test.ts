import { resource, runSystems, type World } from '@sightline/core'
import { loadKernels } from '@sightline/culling'
import { beforeAll, describe, expect, it } from 'vitest'
import { frame } from '../src/frame.js'
import { createHeadless } from '../src/headless-run.js'
import { ClockOfWorld } from '../src/systems/advance-time.js'
import { CrowdOfWorld } from '../src/systems/crowd.js'
import type { Walkers } from '../src/systems/walkers.js'
import { createTown, type Town } from '../src/town/index.js'

const SEED = 7
const SECONDS = 40

describe(`the crowd of town ${SEED}`, () => {
  let town: Town
  beforeAll(async () => {
    await loadKernels()
    town = createTown(SEED, { quality: 'medium' })
  }, 120_000)

  function begin(): { world: World; walkers: Walkers } {
    const world = createHeadless(town, 'medium', 640, 360)
    return { world, walkers: resource(world, CrowdOfWorld).walkers }
  }

  const walk = (world: World, frames: number): void => {
    for (let i = 0; i < frames; i++) runSystems(world, frame)
  }

  it('walks about, through no wall and through nobody', () => {
    const { world, walkers: w } = begin()
    const [x, z] = [w.x.slice(), w.z.slice()]
    for (let second = 0; second < SECONDS; second++) {
      walk(world, 60)
      const inWalls: string[] = []
      for (let i = 0; i < w.count; i++) {
        if (town.collision.blocked(w.x[i]!, w.z[i]!, 0.2)) inWalls.push(`walker ${i} at ${w.x[i]}, ${w.z[i]}`)
      }
      expect(inWalls, `after ${second + 1} s`).toEqual([])
    }
    let far = 0
    for (let i = 0; i < w.count; i++) if (Math.hypot(w.x[i]! - x[i]!, w.z[i]! - z[i]!) > 10) far++
    expect(far).toBeGreaterThan(w.count / 2)
    expect(closePairs(w, 0.35)).toBeLessThan(w.count / 100)
  })

  it('stops, and goes on', () => {
    const { world, walkers: w } = begin()
    const stopped = new Set<number>()
    const wentOn = new Set<number>()
    for (let i = 0; i < 60; i++) {
      walk(world, 30)
      for (let k = 0; k < w.count; k++) {
        if (w.stands[k] === 1) stopped.add(k)
        else if (stopped.has(k)) wentOn.add(k)
      }
    }
    expect(stopped.size).toBeGreaterThan(w.count / 10)
    expect(wentOn.size).toBeGreaterThan(w.count / 20)
    expect(stopped.size).toBeLessThan(w.count)
  })

  it('walks the same way each time', () => {
    const places = [0, 1].map(() => {
      const { world, walkers } = begin()
      walk(world, 300)
      return [walkers.x, walkers.y, walkers.z, walkers.yaw]
    })
    expect(places[0]).toEqual(places[1])
  })

  it('stands still while time does', () => {
    const { world, walkers } = begin()
    walk(world, 3)
    const { x, z, yaw } = walkers
    const before = [x.slice(), z.slice(), yaw.slice()]
    resource(world, ClockOfWorld).step = 0
    walk(world, 5)
    expect([x, z, yaw]).toEqual(before)
  })
})

function closePairs(w: Walkers, distance: number): number {
  let pairs = 0
  for (let i = 0; i < w.count; i++) {
    for (let k = 0; k < i; k++) {
      if (Math.hypot(w.x[i]! - w.x[k]!, w.z[i]! - w.z[k]!) < distance) pairs++
    }
  }
  return pairs
}
