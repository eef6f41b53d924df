import { resource, runSystems, type World } from '@sightline/core'
import { loadKernels } from '@sightline/culling'
import { emitterInfo } from '@sightline/render'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { measureHeap } from '../../../test/support/heap.js'
import { changeWeather, setRain, WeatherOfWorld } from '../src/effects/weather.js'
import { frame } from '../src/frame.js'
import { createHeadless } from '../src/headless-run.js'
import { flyTo } from '../src/modes.js'
import { createTown, type Town } from '../src/town/index.js'

const SEED = 7

describe(`rain in town ${SEED}`, () => {
  let town: Town
  beforeAll(async () => {
    await loadKernels()
    town = createTown(SEED, { quality: 'low' })
  }, 120_000)
  afterEach(() => vi.unstubAllGlobals())

  const begin = (): World => createHeadless(town, 'low', 640, 360)
  const run = (world: World, frames: number): void => {
    for (let i = 0; i < frames; i++) runSystems(world, frame)
  }
  const grey = (world: World): number => resource(world, WeatherOfWorld).grey
  const drops = (world: World): number =>
    emitterInfo(world, resource(world, WeatherOfWorld).rain).particles ?? 0

  it('turns the light over one to two seconds, and back', () => {
    const world = begin()
    run(world, 2)
    expect(grey(world)).toBe(0)
    setRain(world, true)
    let before = 0
    for (let i = 0; i < 120; i++) {
      run(world, 1)
      expect(grey(world) - before).toBeLessThan(0.02)
      if (i === 59) expect(grey(world)).toBeLessThan(0.9)
      before = grey(world)
    }
    expect(grey(world)).toBe(1)
    expect(drops(world)).toBeGreaterThan(100)
    setRain(world, false)
    run(world, 60)
    expect(grey(world)).toBeGreaterThan(0.1)
    run(world, 60)
    expect(grey(world)).toBe(0)
    expect(drops(world)).toBe(0)
  })

  it('turns it at once for those who want less motion', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    const world = begin()
    setRain(world, true)
    expect(grey(world)).toBe(1)
    setRain(world, false)
    expect(grey(world)).toBe(0)
  })

  it('does not fall under a roof', () => {
    const world = begin()
    setRain(world, true)
    run(world, 90)
    expect(drops(world)).toBeGreaterThan(100)
    const { things, meshes } = town
    const room = Array.from(things.mesh).findIndex((mesh) => meshes[mesh]!.name === 'inn-room')
    const [x, y, z] = things.position.subarray(room * 3, room * 3 + 3)
    flyTo(world, { x: x!, y: y! + 1.7, z: z!, yaw: 0, pitch: 0 })
    run(world, 90)
    expect(drops(world)).toBe(0)
    expect(grey(world)).toBe(1)
  })

  it('makes no garbage while it goes on', () => {
    const world = begin()
    setRain(world, true)
    run(world, 150)
    for (let i = 0; i < 3000; i++) changeWeather(world)
    const limits = { kept: 32 * 1024, made: 64 }
    const grown = measureHeap(1000, () => changeWeather(world), limits)
    expect(grown.kept).toBeLessThan(limits.kept)
    expect(grown.made).toBeLessThan(limits.made)
    expect(grown.buffers).toBe(0)
  })
})
