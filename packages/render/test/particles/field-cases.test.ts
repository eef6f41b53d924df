import { columns, setParent, setPosition, setScale, spawn, Transform } from '@sightline/core'
import {
  isSeen,
  isVisible,
  setPerspective,
  setVisibility,
  View,
  Visibility,
  WorldBounds,
} from '@sightline/culling'
import { emitterInfo, particleStats, setRenderView, startEmitter } from '@sightline/render'
import { addComponent } from 'bitecs'
import { expect, it } from 'vitest'
import { lookFrom } from '../support/frame.js'
import { particleFrame, particleScene, particlesOf, place } from './support/scene.js'

const SMOKE = { rate: 30, lifetime: 1, speed: 1, size: 0.2 } as const

it('case 5: an emitter on a carrier is where that has gone, in the frame in which it goes', async () => {
  const { world } = await particleScene()
  const carrier = spawn(world, Transform)
  const eid = place(world, SMOKE, [10, 10, 10])
  setParent(world, eid, carrier)
  particleFrame(world, 0)
  expect(isSeen(world, eid)).toBe(false)
  setPosition(world, carrier, -10, -10, -14)
  particleFrame(world, 1 / 60)
  expect(isSeen(world, eid)).toBe(true)
  expect(particlesOf(world, eid).length).toBeGreaterThan(0)
  setPosition(world, carrier, 50, 50, 50)
  particleFrame(world, 2 / 60)
  // What it threw out before the eye is still there, and so it is seen.
  expect(isSeen(world, eid)).toBe(true)
  particleFrame(world, 1.2)
  particleFrame(world, 1.3)
  particleFrame(world, 1.4)
  expect(isSeen(world, eid)).toBe(false)
  expect(columns(world, WorldBounds).box[eid * 8]).toBeCloseTo(60, 0)
})

it('case 8: an emitter has its whole box before anything of it was born', async () => {
  const { world, camera } = await particleScene()
  const eid = place(
    world,
    { bursts: [{ count: 17, at: 1 }], lifetime: 5, spread: 180, speed: 20 },
    [200, 0, 0],
  )
  setPosition(world, camera, 200, 0, 80)
  particleFrame(world, 0)
  expect(emitterInfo(world, eid).particles).toBe(0)
  expect(isSeen(world, eid)).toBe(true)
  const { box } = columns(world, WorldBounds)
  expect(box[eid * 8 + 4]! - box[eid * 8]!).toBeGreaterThan(199)
})

it('case 15: a scale of almost nothing, and of nothing, is a point at the place', async () => {
  const { world } = await particleScene()
  const eid = place(world, SMOKE, [0, 0, -3])
  for (const scale of [8.9e-16, 0]) {
    setScale(world, eid, scale, scale, scale)
    startEmitter(world, eid)
    for (let frame = 0; frame < 10; frame++) particleFrame(world, scale + frame / 60)
    for (const {
      position: [x, y, z],
    } of particlesOf(world, eid))
      expect(Math.hypot(x, y, z + 3)).toBeLessThan(1e-6)
  }
})

it('case 42: one that is hidden is gone in that frame, and back in the next as if it had been watched', async () => {
  const { world } = await particleScene()
  const [eid, kept] = [SMOKE, { ...SMOKE, whenHidden: 'keep' } as const].map((one) =>
    place(world, one, [0, 0, -3], 9),
  ) as [number, number]
  addComponent(world, eid, Visibility)
  for (let frame = 0; frame < 60; frame++) particleFrame(world, frame / 60)
  const { drawn } = particleStats(world)
  const alone = particlesOf(world, kept).length
  expect(drawn).toBe(alone * 2)
  setVisibility(world, eid, 'hide')
  particleFrame(world, 1)
  expect(particleStats(world).drawn).toBe(particlesOf(world, kept).length)
  setVisibility(world, eid, 'inherit')
  particleFrame(world, 1 + 1 / 60)
  expect(particlesOf(world, eid)).toEqual(particlesOf(world, kept))
  expect(particleStats(world).drawn).toBe(2 * particlesOf(world, kept).length)
})

it('case 43: each view draws what it sees itself', async () => {
  const { world, camera } = await particleScene()
  const other = spawn(world, Transform, View)
  setPerspective(world, other, { fovY: 1, aspect: 1, near: 0.1, far: 20 })
  setRenderView(world, other)
  const eid = place(world, SMOKE, [0, 0, -10])
  const drawnAt = (frame: number, z: number): number => {
    setPosition(world, other, 0, 0, z)
    particleFrame(world, frame / 60)
    expect([camera, other].map((view) => isVisible(world, view, eid))).toEqual([true, z < 15])
    return particleStats(world).drawn / emitterInfo(world, eid).particles!
  }
  for (let frame = 0; frame < 60; frame++)
    expect(drawnAt(frame, frame % 2 === 0 ? 90 : 5)).toBe(1 + (frame % 2))
})

it('case 60: what comes into view by a turn in one frame is drawn in that frame, as old as it would be', async () => {
  const { world, camera } = await particleScene()
  const eid = place(world, SMOKE, [0, 0, 3])
  for (let frame = 0; frame < 120; frame++) particleFrame(world, frame / 60)
  expect(particleStats(world).drawn).toBe(0)
  lookFrom(world, camera, [0, 0, 0], [0, 0, 3])
  particleFrame(world, 2)
  expect(emitterInfo(world, eid)).toEqual({ clock: 2, particles: 30 })
  expect(particleStats(world).drawn).toBe(30)
})

it('case 78: 45 km from the origin the same particles are seen, to the steps of float32', async () => {
  const runs: number[][][] = []
  for (const x of [0, 45_000]) {
    const { world, camera } = await particleScene()
    const eid = place(world, SMOKE, [x, 0, -3])
    setPosition(world, camera, x, 0, 0)
    for (let frame = 0; frame < 120; frame++) particleFrame(world, frame / 60)
    expect(isSeen(world, eid)).toBe(true)
    runs.push(particlesOf(world, eid).map(({ position }) => [position[0] - x, position[1], position[2]]))
  }
  expect(runs[1]!.length).toBe(runs[0]!.length)
  const off = runs[1]!.flatMap((position, i) =>
    position.map((value, k) => Math.abs(value - runs[0]![i]![k]!)),
  )
  expect(Math.max(...off)).toBeLessThan(0.005)
})

it('case 80: what was hidden for 2.5 s is where it would be', async () => {
  const { world, camera } = await particleScene()
  const [here, kept] = [SMOKE, { ...SMOKE, whenHidden: 'keep' } as const].map((one) =>
    place(world, one, [0, 0, -3], 9),
  )
  for (let frame = 0; frame <= 180; frame++) {
    if (frame === 30) setPosition(world, camera, 0, 0, -50)
    if (frame === 180) setPosition(world, camera, 0, 0, 0)
    particleFrame(world, frame / 60)
  }
  expect(particlesOf(world, here!).length).toBeGreaterThan(25)
  expect(particlesOf(world, here!)).toEqual(particlesOf(world, kept!))
})

it('case 88: a page that was hidden for a minute does one turn on return, no minute of births', async () => {
  const { world } = await particleScene()
  const eid = place(world, { ...SMOKE, rate: 500 }, [0, 0, -3])
  for (let frame = 0; frame < 120; frame++) particleFrame(world, frame / 60)
  const before = emitterInfo(world, eid).particles!
  particleFrame(world, 62)
  expect(particleStats(world)).toMatchObject({ due: 1, evaluated: 1 })
  expect(Math.abs(emitterInfo(world, eid).particles! - before)).toBeLessThanOrEqual(1)
  expect(emitterInfo(world, eid).clock).toBe(62)
})
