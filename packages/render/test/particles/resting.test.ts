import { setPosition, setRotation, spawn, Transform, type World } from '@sightline/core'
import { isSeen, setUpdateRate } from '@sightline/culling'
import {
  createEffect,
  type EffectSettings,
  emitterInfo,
  ParticleUpdates,
  particleStats,
  setEmitter,
} from '@sightline/render'
import { expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { lookFrom } from '../support/frame.js'
import { randomEffect } from './support/random-effect.js'
import { particleFrame, particleScene, particlesOf, type Seen } from './support/scene.js'

const EMITTERS = 60
const FRAMES = 3600

/**
 * A world of emitters on 200 m of street, of which every third is carried about. The camera walks up and down
 * it and looks round: what it sees comes and goes.
 */
async function run(
  whenHidden: 'clock' | 'keep',
  look: (world: World, emitters: number[], frame: number) => void,
) {
  const random = createRandom(12)
  const { world, camera } = await particleScene(EMITTERS + 20)
  const settings = Array.from(
    { length: 12 },
    (): EffectSettings => ({ ...randomEffect(random), jump: 1e6, whenHidden }),
  )
  const effects = settings.map((one) => createEffect(world, one))
  // A centimetre at birth may be more at the edge of a step of the ground: those that move do not meet it.
  const carried = settings.map(({ ground: _, ...one }) => createEffect(world, one))
  const emitters = Array.from({ length: EMITTERS }, (_, i) => {
    const eid = spawn(world, Transform)
    setEmitter(world, eid, { effect: (i % 3 === 0 ? carried : effects)[i % 12]!, seed: i })
    setPosition(world, eid, (i % 2) * 20 - 10, 1, -i * 3)
    return eid
  })
  let worked = 0
  for (let frame = 0; frame <= FRAMES; frame++) {
    const t = frame / 60
    emitters.forEach((eid, i) => {
      if (i % 3 === 0)
        setPosition(world, eid, (i % 2) * 20 - 10 + 2 * Math.sin(t + i), 1, -i * 3 + 2 * Math.cos(t + i))
      if (i % 9 === 0) setRotation(world, eid, 0, Math.sin(t / 2), 0, Math.cos(t / 2))
    })
    const z = -90 + 90 * Math.sin(t / 7)
    lookFrom(world, camera, [0, 2, z], [Math.sin(t / 3) * 10, 2, z + Math.cos(t / 3) * 10])
    particleFrame(world, t)
    worked += particleStats(world).evaluated
    look(world, emitters, frame)
  }
  // At last all are seen, from afar, and have their turn.
  for (const eid of emitters) setUpdateRate(world, eid, ParticleUpdates, { near: 1, far: 1 })
  lookFrom(world, camera, [300, 100, -90], [0, 0, -90])
  particleFrame(world, (FRAMES + 1) / 60)
  for (const eid of emitters) expect(isSeen(world, eid)).toBe(true)
  look(world, emitters, FRAMES + 1)
  return { world, emitters, worked }
}

it('after 60 s of a route, and all along it, those that rested are where those are that never did (seed 12)', async () => {
  const seen = new Map<string, { clock: number; particles: Seen[] }>()
  const note = (world: World, emitters: number[], frame: number): void => {
    if (frame % 60 !== 7 && frame <= FRAMES) return
    for (const [i, eid] of emitters.entries()) {
      seen.set(`${frame} ${i}`, { clock: emitterInfo(world, eid).clock, particles: particlesOf(world, eid) })
    }
  }
  const kept = await run('keep', note)
  let compared = 0
  let moving = 0
  let atLast = 0
  /** Metres, of those that are carried, and those that are turned as well. */
  const worst = [0, 0]
  const rested = await run('clock', (world, emitters, frame) => {
    for (const [i, eid] of emitters.entries()) {
      const other = seen.get(`${frame} ${i}`)
      if (other === undefined || !isSeen(world, eid)) continue
      // Small ones have a turn in every second frame, and not the same one as those that never rested.
      if (emitterInfo(world, eid).clock !== other.clock) {
        expect(frame).toBeLessThan(FRAMES)
        continue
      }
      if (frame > FRAMES) atLast++
      const here = particlesOf(world, eid)
      expect(here.length, `frame ${frame}, emitter ${i}`).toBe(other.particles.length)
      compared += here.length
      if (i % 3 !== 0) expect(here).toEqual(other.particles)
      else {
        moving += here.length
        for (const [k, one] of here.entries()) {
          const there = other.particles[k]!
          const away = Math.hypot(...[0, 1, 2].map((axis) => one.position[axis]! - there.position[axis]!))
          const turns = i % 9 === 0 ? 1 : 0
          worst[turns] = Math.max(worst[turns]!, away)
        }
      }
    }
  })
  expect(compared).toBeGreaterThan(20_000)
  expect(moving).toBeGreaterThan(3_000)
  expect(atLast).toBe(EMITTERS)
  expect(worst[0]).toBeLessThan(0.002)
  expect(worst[1]).toBeLessThan(0.002)
  expect(rested.worked).toBeLessThan(kept.worked / 3)
}, 120_000)
