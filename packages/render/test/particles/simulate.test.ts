import { propagateTransforms, setPosition, spawn, Transform, tickTo } from '@sightline/core'
import { cullingSystems, isSeen, setOrthographic, setView, View } from '@sightline/culling'
import {
  createEffect,
  emitterInfo,
  particleStats,
  renderSystems,
  setEmitter,
  startEmitter,
  stopEmitter,
  trackEmitters,
} from '@sightline/render'
import { describe, expect, it } from 'vitest'
import { particleFrame, particleScene, particlesOf, place } from './support/scene.js'

/** Near enough to have a turn in every frame. */
const AHEAD = [0, 0, -3] as const
const BEHIND = [0, 0, 20] as const

describe('what is seen', () => {
  it('a flow of 10 a second that live 1.05 s: one at 0 s, eleven from 1 s on', async () => {
    const { world } = await particleScene()
    const eid = place(world, { rate: 10, lifetime: 1.05 }, AHEAD)
    const counts = []
    for (let frame = 0; frame <= 120; frame++) {
      particleFrame(world, frame / 64)
      counts.push(emitterInfo(world, eid).particles)
    }
    expect(counts[0]).toBe(1)
    expect(counts[32]).toBe(6)
    expect(Math.min(...(counts.slice(66) as number[]))).toBeGreaterThanOrEqual(10)
    expect(Math.max(...(counts as number[]))).toBe(11)
  })

  it('a stone that is thrown up flies as in a book', async () => {
    const { world } = await particleScene()
    const eid = place(
      world,
      { bursts: [{ count: 1 }], lifetime: 5, speed: 8, direction: [0, 2, 0], gravity: [0, -10, 0] },
      AHEAD,
    )
    for (let frame = 0; frame <= 96; frame++) {
      const t = frame / 64
      particleFrame(world, t)
      const [one] = particlesOf(world, eid)
      expect(one!.position[0]).toBeCloseTo(0, 4)
      expect(one!.position[1]).toBeCloseTo(8 * t - 5 * t * t, 4)
      expect(one!.position[2]).toBeCloseTo(-3, 4)
    }
  })

  it('with drag and wind it is where small steps bring it', async () => {
    const { world } = await particleScene()
    const eid = place(
      world,
      {
        bursts: [{ count: 1 }],
        lifetime: 5,
        speed: 6,
        direction: [1, 0, 0],
        gravity: [0, -3, 0],
        drag: 0.7,
        wind: [0, 0, 2],
      },
      AHEAD,
    )
    const x = [0, 0, 0]
    const v = [6, 0, 0]
    const steps = 20_000
    for (let i = 0; i < steps; i++) {
      const h = 2 / steps
      const a = [-0.7 * v[0]!, -3 - 0.7 * v[1]!, -0.7 * (v[2]! - 2)]
      for (let k = 0; k < 3; k++) {
        x[k] = x[k]! + v[k]! * h + (a[k]! * h * h) / 2
        v[k] = v[k]! + a[k]! * h
      }
    }
    particleFrame(world, 0)
    particleFrame(world, 2)
    const [one] = particlesOf(world, eid)
    expect(one!.position[0]).toBeCloseTo(x[0]!, 2)
    expect(one!.position[1]).toBeCloseTo(x[1]!, 2)
    expect(one!.position[2]).toBeCloseTo(x[2]! - 3, 2)
  })

  it('the same seed gives the same particles in frames of any length', async () => {
    const settings = { rate: 40, lifetime: [0.5, 2] as const, spread: 40, speed: [1, 3] as const, spin: 90 }
    const runs = []
    for (const steps of [1, 7, 120]) {
      const { world } = await particleScene()
      const eid = place(world, settings, AHEAD, 77)
      for (let i = 0; i <= steps; i++) particleFrame(world, (i / steps) * 3.5)
      runs.push(particlesOf(world, eid))
    }
    expect(runs[0]!.length).toBeGreaterThan(30)
    expect(runs[1]).toEqual(runs[0])
    expect(runs[2]).toEqual(runs[0])
  })

  it('stops and starts', async () => {
    const { world } = await particleScene()
    const eid = place(world, { rate: 10, lifetime: 1 }, AHEAD)
    for (let i = 0; i <= 64; i++) particleFrame(world, i / 32)
    stopEmitter(world, eid)
    particleFrame(world, 2.5)
    expect(emitterInfo(world, eid).particles).toBe(5)
    particleFrame(world, 3.5)
    expect(emitterInfo(world, eid).particles).toBe(0)
    startEmitter(world, eid)
    particleFrame(world, 3.75)
    expect(emitterInfo(world, eid)).toEqual({ clock: 0.25, particles: 3 })
  })
})

it('one that is started anew in the middle of a frame is in no place but its new one', async () => {
  const { world } = await particleScene()
  const eid = place(world, { rate: 60, lifetime: 1, prewarm: 1 }, AHEAD)
  for (let frame = 0; frame < 60; frame++) particleFrame(world, frame / 60)
  setPosition(world, eid, 1, 0, -4)
  tickTo(world, 1)
  propagateTransforms(world)
  trackEmitters(world)
  startEmitter(world, eid)
  for (const system of [...cullingSystems, ...renderSystems]) system(world)
  expect(particlesOf(world, eid)).toEqual([])
  particleFrame(world, 1 + 1 / 60)
  const here = particlesOf(world, eid)
  expect(here.length).toBeGreaterThan(55)
  for (const { position } of here) expect(position).toEqual([1, 0, -4])
})

describe('what is not seen', () => {
  it('is not worked out, and comes back as if it had been watched', async () => {
    const { world, camera } = await particleScene()
    const settings = { rate: 100, lifetime: [0.5, 2] as const, speed: [1, 2] as const, spread: 30 }
    const effect = createEffect(world, settings)
    const rests = place(world, settings, BEHIND, 5)
    const kept = place(world, { ...settings, whenHidden: 'keep' }, BEHIND, 5)
    expect(effect).toBe(1)
    for (let i = 0; i <= 300; i++) particleFrame(world, i / 30)
    expect(emitterInfo(world, rests).particles).toBeUndefined()
    expect(emitterInfo(world, kept).particles).toBeGreaterThan(50)
    expect(particleStats(world).held).toBe(1)
    setPosition(world, camera, 0, 0, 60)
    particleFrame(world, 10.05)
    expect(emitterInfo(world, rests)).toEqual(emitterInfo(world, kept))
    expect(particlesOf(world, rests)).toEqual(particlesOf(world, kept))
  })

  it('but by a light is not worked out, and shows in the frame in which a camera sees it', async () => {
    const { world, camera } = await particleScene()
    const sun = spawn(world, Transform, View)
    setPosition(world, sun, 0, 0, 40)
    setOrthographic(world, sun, { left: -9, right: 9, bottom: -9, top: 9, near: 1, far: 60 })
    setView(world, sun, { kind: 'light' })
    const settings = { rate: 100, lifetime: [0.5, 2] as const, speed: [1, 2] as const, spread: 30 }
    const rests = place(world, settings, BEHIND, 5)
    const kept = place(world, { ...settings, whenHidden: 'keep' }, BEHIND, 5)
    for (let i = 0; i <= 90; i++) particleFrame(world, i / 30)
    expect(isSeen(world, rests)).toBe(true)
    expect(isSeen(world, rests, 'light')).toBe(true)
    expect(isSeen(world, rests, 'camera')).toBe(false)
    expect(emitterInfo(world, rests).particles).toBeUndefined()
    // So far away that it has a turn in every second frame only: the camera comes between two.
    for (const frame of [91, 92, 93, 94]) {
      setPosition(world, camera, 0, 0, frame % 2 === 1 ? 22 : 0)
      particleFrame(world, frame / 30)
      if (frame % 2 === 0) continue
      expect(emitterInfo(world, rests).particles).toBeGreaterThan(50)
      expect(particlesOf(world, rests)).toEqual(particlesOf(world, kept))
    }
  })

  it.each([
    [1, 0.0003],
    [5, 0.0025],
  ])(
    'comes back off a circle of 2 m, a life of %i s long, no farther astray than %f m',
    async (lifetime, most) => {
      const { world, camera } = await particleScene()
      const settings = { rate: 200, lifetime, size: 0.1 }
      const [rests, kept] = [settings, { ...settings, whenHidden: 'keep' } as const].map((one) =>
        place(world, one, BEHIND, 9),
      ) as [number, number]
      for (let frame = 0; frame <= 360; frame++) {
        const t = frame / 60
        for (const eid of [rests, kept]) setPosition(world, eid, 2 * Math.cos(t), 0, 20 + 2 * Math.sin(t))
        if (frame === 360) setPosition(world, camera, 0, 0, 60)
        particleFrame(world, t)
      }
      const there = particlesOf(world, kept)
      const astray = particlesOf(world, rests).map(({ position }, i) =>
        Math.hypot(...position.map((value, k) => value - there[i]!.position[k]!)),
      )
      expect(astray.length).toBe(200 * lifetime)
      expect(Math.max(...astray)).toBeLessThan(most)
      expect(Math.max(...astray)).toBeGreaterThan(most / 2)
    },
  )

  it('is held up, if its effect says so', async () => {
    const { world, camera } = await particleScene()
    const eid = place(world, { rate: 10, lifetime: 1, whenHidden: 'pause' }, AHEAD)
    for (let i = 0; i <= 32; i++) particleFrame(world, i / 32)
    const before = particlesOf(world, eid)
    setPosition(world, camera, 0, 0, -60)
    for (let i = 33; i <= 320; i++) particleFrame(world, i / 32)
    const { clock } = emitterInfo(world, eid)
    expect(clock).toBeLessThan(1.6) // it had turns until half a second after
    setPosition(world, camera, 0, 0, 0)
    particleFrame(world, 10 + 1 / 32)
    expect(emitterInfo(world, eid).clock).toBeLessThan(clock + 0.1)
    expect(particlesOf(world, eid).length).toBe(before.length)
  })

  it('is held up and carried elsewhere meanwhile: nothing is born on the way there', async () => {
    const { world, camera } = await particleScene()
    const eid = place(world, { rate: 60, lifetime: 8, whenHidden: 'pause' }, [-4, 0, -9])
    const run = (from: number, to: number, x: (share: number) => number): void => {
      for (let i = from; i < to; i++) {
        setPosition(world, eid, x((i - from) / (to - from)), 0, -9)
        particleFrame(world, i / 60)
      }
    }
    run(0, 60, (share) => -4 + share)
    setPosition(world, camera, 0, 0, -60)
    run(60, 120, () => -3)
    run(120, 240, (share) => -3 + 6 * share)
    setPosition(world, camera, 0, 0, 0)
    run(240, 300, () => 3)
    const places = particlesOf(world, eid).map(({ position }) => position[0])
    expect(places.filter((x) => x <= -3).length).toBeGreaterThanOrEqual(60)
    expect(places.filter((x) => x === 3).length).toBeGreaterThan(55)
    expect(places.filter((x) => x > -3 && x < 3)).toEqual([])
  })

  it('moved on farther than its jump, without a new start, shows there at once, and nothing is born between', async () => {
    const { world } = await particleScene()
    const eid = place(world, { rate: 600, lifetime: 1, speed: 0.1 }, [0, 0, 40])
    for (let i = 0; i < 60; i++) particleFrame(world, i / 60)
    setPosition(world, eid, ...AHEAD)
    particleFrame(world, 1)
    // Ten are born from frame to frame. Its box holds what it left as well, so that is at hand too.
    const places = (): number[] => particlesOf(world, eid).map(({ position }) => Math.round(position[2]))
    expect(new Set(places())).toEqual(new Set([40, -3]))
    expect(places().filter((z) => z === -3).length).toBe(1)
    for (let i = 61; i <= 90; i++) particleFrame(world, i / 60)
    expect(places().filter((z) => z === 40).length).toBe(299)
    expect(places().filter((z) => z === -3).length).toBe(301)
    expect(places().length).toBe(600)
  })

  it('taken from a pool and put elsewhere, it shows there at once, and nothing flies between', async () => {
    const { world } = await particleScene()
    const effect = createEffect(world, { rate: 50, lifetime: 2, prewarm: 2, speed: 1 })
    const eid = place(world, { rate: 1, lifetime: 1 }, [500, 0, 0])
    setEmitter(world, eid, { effect })
    for (let i = 0; i <= 60; i++) particleFrame(world, i / 30)
    setPosition(world, eid, ...AHEAD)
    startEmitter(world, eid)
    particleFrame(world, 2 + 1 / 30)
    const seen = particlesOf(world, eid)
    expect(seen.length).toBeGreaterThanOrEqual(99)
    for (const { position } of seen) expect(Math.abs(position[0])).toBeLessThan(0.01)
    expect(particleStats(world).drawn).toBe(seen.length)
  })
})

it('those that move along while time stands still are drawn where their emitter is', async () => {
  const { world } = await particleScene()
  const emitters = Array.from({ length: 6 }, (_, i) =>
    place(world, { rate: 30, lifetime: 1, prewarm: 1, space: 'local' }, [i, 0, -60]),
  )
  for (let frame = 0; frame < 60; frame++) particleFrame(world, frame / 60)
  for (let step = 1; step <= 20; step++) {
    for (const eid of emitters) setPosition(world, eid, 0, step / 2, -60)
    particleFrame(world, 1)
    for (const eid of emitters) {
      expect(isSeen(world, eid)).toBe(true)
      const here = particlesOf(world, eid)
      expect(here.length).toBeGreaterThan(25)
      for (const { position } of here) expect(position).toEqual([0, step / 2, -60])
    }
  }
})
