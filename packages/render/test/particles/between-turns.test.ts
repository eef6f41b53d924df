import { propagateTransforms, setRotation, tickTo, type World } from '@sightline/core'
import { cullingSystems, setUpdateRate } from '@sightline/culling'
import {
  createEffect,
  ParticleUpdates,
  particleStats,
  renderSystems,
  setEmitter,
  trackEmitters,
} from '@sightline/render'
import { expect, it } from 'vitest'
import { particleFrame, particleScene, particlesOf, place } from './support/scene.js'

const SMOKE = { rate: 30, lifetime: 1, speed: 1, size: 0.2, prewarm: 1 } as const
const LATER = { near: 240, far: 240 } as const

/** Emitters that all had their last turn a while ago, and have the next in a while. */
async function waiting(): Promise<{ world: World; emitters: number[] }> {
  const { world } = await particleScene()
  const emitters = Array.from({ length: 20 }, (_, i) => place(world, SMOKE, [i - 10, 0, -50]))
  for (let frame = 0; frame < 60; frame++) {
    if (frame === 50) for (const eid of emitters) setUpdateRate(world, eid, ParticleUpdates, LATER)
    particleFrame(world, frame / 60)
  }
  return { world, emitters }
}

it('setEmitter again on those that are seen: they show their new effect before their next turn', async () => {
  const { world, emitters } = await waiting()
  const effect = createEffect(world, { ...SMOKE, rate: 60 })
  for (const eid of emitters) {
    setEmitter(world, eid, { effect })
    setUpdateRate(world, eid, ParticleUpdates, LATER)
  }
  for (let frame = 60; frame < 63; frame++) {
    particleFrame(world, frame / 60)
    for (const eid of emitters) expect(particlesOf(world, eid)).toHaveLength(60)
  }
  expect(particleStats(world)).toMatchObject({ held: 20, drawn: 1200 })
})

it('setEmitter again in the middle of a frame: they show it from the next frame on', async () => {
  const { world, emitters } = await waiting()
  const effect = createEffect(world, { ...SMOKE, rate: 60 })
  tickTo(world, 1)
  propagateTransforms(world)
  trackEmitters(world)
  for (const system of cullingSystems) system(world)
  for (const eid of emitters) {
    setEmitter(world, eid, { effect })
    setUpdateRate(world, eid, ParticleUpdates, LATER)
  }
  for (const system of renderSystems) system(world)
  for (let frame = 61; frame < 64; frame++) {
    particleFrame(world, frame / 60)
    for (const eid of emitters) expect(particlesOf(world, eid)).toHaveLength(60)
  }
})

it('setEmitter again during a glance away: rows are given back no later than without', async () => {
  const { world, camera } = await particleScene()
  const emitters = Array.from({ length: 20 }, (_, i) => place(world, SMOKE, [i - 10, 0, -50]))
  const effect = createEffect(world, SMOKE)
  for (let frame = 0; frame < 95; frame++) {
    if (frame === 60) setRotation(world, camera, 0, 1, 0, 0)
    if (frame === 70) for (const eid of emitters) setEmitter(world, eid, { effect })
    particleFrame(world, frame / 60)
    if (frame === 70) expect(particleStats(world)).toMatchObject({ held: 20, evaluated: 0, drawn: 0 })
  }
  expect(particleStats(world)).toMatchObject({ emitters: 20, held: 0 })
})
