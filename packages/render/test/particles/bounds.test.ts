import {
  columns,
  setParent,
  setPosition,
  setRotation,
  setScale,
  spawn,
  Transform,
  type World,
} from '@sightline/core'
import { isSeen, setUpdateBudget, setUpdateRate, type UpdatePolicy, WorldBounds } from '@sightline/culling'
import { createEffect, ParticleUpdates, setEmitter, startEmitter } from '@sightline/render'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { lookFrom } from '../support/frame.js'
import { randomEffect } from './support/random-effect.js'
import { particleFrame, particleScene, particlesOf, place, type Seen } from './support/scene.js'

/** How far a particle's quad reaches over an emitter's box, in metres; below 0: it is inside. */
function beyond(world: World, eid: number, { position, halfSize, axis }: Seen): number {
  const { box } = columns(world, WorldBounds)
  const reach = halfSize * Math.SQRT2 + Math.hypot(...axis)
  let most = -Infinity
  for (let k = 0; k < 3; k++) {
    most = Math.max(
      most,
      box[eid * 8 + k]! - (position[k]! - reach),
      position[k]! + reach - box[eid * 8 + 4 + k]!,
    )
  }
  return most
}

function worst(world: World, eid: number, of = eid): number {
  return particlesOf(world, of).reduce((most, one) => Math.max(most, beyond(world, eid, one)), -Infinity)
}

/** A turn in every frame or up to every 240th, of which some are held up while they are not seen. */
function randomPolicy(random: () => number): UpdatePolicy {
  const interval = Math.ceil(240 ** random())
  const unseen = random() < 0.3 ? 'stop' : random() < 0.5 ? 'clock' : interval
  return { near: interval, far: interval, hidden: unseen, outside: unseen, beyond: unseen, slowest: 240 }
}

describe('the box of an emitter holds every particle', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
    'random effects, moved, turned, scaled, thrown about, slowed, held up, seen, unseen and glanced at (seed %i)',
    async (seed) => {
      const random = createRandom(seed)
      const { world, camera } = await particleScene(60)
      const carrier = spawn(world, Transform)
      const emitters = Array.from({ length: 20 }, (_, i) => {
        const eid = place(world, randomEffect(random), [random() * 10, random() * 4, random() * 10], i)
        if (i % 5 === 0) setParent(world, eid, carrier)
        if (i % 2 === 0) setUpdateRate(world, eid, ParticleUpdates, randomPolicy(random))
        return eid
      })
      // So little that all are slowed as far as they may be.
      if (seed % 3 === 0) setUpdateBudget(world, ParticleUpdates, 1e-6)
      let seen = 0
      let now = 0
      let isAway = true
      let looksUntil = 0
      for (let frame = 0; frame < 600; frame++) {
        now += random() < 0.02 ? random() : 1 / 60
        // Phases in which each of them rests, creeps, runs in circles, is thrown about.
        const angle = now * 2
        setPosition(world, carrier, 8 * Math.cos(angle), 0, 8 * Math.sin(angle))
        setRotation(world, carrier, 0, Math.sin(angle / 2), 0, Math.cos(angle / 2))
        emitters.forEach((eid, i) => {
          const phase = (Math.floor(frame / 60) + i) % 5
          if (phase === 1) setPosition(world, eid, i + now * 3, Math.sin(now * 5), i)
          if (phase === 2) setPosition(world, eid, 5 * Math.cos(now * 4 + i), 1, 5 * Math.sin(now * 4 + i))
          if (phase === 3) {
            setRotation(world, eid, random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5)
            setScale(world, eid, random() * 2 - 0.5, random() * 2, random() * 2)
          }
          if (phase === 4 && random() < 0.3)
            setPosition(world, eid, random() * 200, random() * 20, random() * 200)
          if (random() < 0.002) startEmitter(world, eid)
        })
        if (frame === looksUntil) {
          isAway = !isAway
          // Away for a moment, in which rows and rates are kept, or for longer.
          looksUntil += Math.ceil(random() * (isAway ? (random() < 0.7 ? 28 : 90) : 60))
          lookFrom(world, camera, [20, 30, 60], isAway ? [20, 30, 200] : [0, 0, 0])
        }
        particleFrame(world, now)
        for (const eid of emitters) {
          // Rows of those that nobody sees wait for their next turn, and are not drawn.
          if (!isSeen(world, eid)) continue
          const most = worst(world, eid)
          if (most > -Infinity) seen++
          expect(most, `frame ${frame}, emitter ${emitters.indexOf(eid)}`).toBeLessThanOrEqual(0)
        }
      }
      expect(seen).toBeGreaterThan(1000)
    },
  )

  // Points that stay where they are born: the box has nothing to spare but the places of births.
  const tight = { rate: 60, speed: 0, size: 0.002, jump: 1e6 } as const
  it.each([
    ['between two samples', { ...tight, lifetime: 20 }, {}, false],
    ['with a turn in every 30th frame', { ...tight, lifetime: 0.3 }, { near: 30, far: 30 } as const, false],
    ['held up when it is not seen', { ...tight, lifetime: 20, whenHidden: 'pause' } as const, {}, true],
    [
      'held up by a policy of the game',
      { ...tight, lifetime: 3 },
      { hidden: 'stop', outside: 'stop', beyond: 'stop' } as const,
      true,
    ],
  ])('of one that runs zigzag, %s', async (_, settings, policy, looksAway) => {
    const { world, camera } = await particleScene()
    const eid = place(world, settings, [0, 0, -30], 3)
    if (Object.keys(policy).length > 0) setUpdateRate(world, eid, ParticleUpdates, policy)
    const random = createRandom(4)
    let seen = 0
    for (let frame = 0; frame < 900; frame++) {
      const t = frame / 60
      if (frame % 200 < 120 || frame % 3 > 0)
        setPosition(world, eid, (random() - 0.5) * 9 + t, random() * 6, -30)
      if (looksAway && frame % 50 === 0)
        lookFrom(world, camera, [0, 2, 0], [t, 2, frame % 100 === 0 ? -30 : 30])
      particleFrame(world, t)
      if (!isSeen(world, eid)) continue
      const most = worst(world, eid)
      if (most > -Infinity) seen++
      expect(most, `frame ${frame}`).toBeLessThanOrEqual(0)
    }
    expect(seen).toBeGreaterThan(400)
  })

  it.each([1, 2, 7, 20, 30, 40, 60, 100, 150, 240])(
    'of those that are carried about, with a turn in every %i frames, watched and glanced at',
    async (interval) => {
      const { world, camera } = await particleScene()
      const random = createRandom(interval)
      const emitters = [0.05, 0.5, 1.1, 3].flatMap((lifetime) =>
        (['clock', 'pause', 'keep'] as const).flatMap((whenHidden) =>
          ['clock', 'stop', interval].map((unseen) => {
            const jump = random() < 0.5 ? 1e6 : 2
            const eid = place(world, { ...tight, lifetime, whenHidden, jump }, [0, 0, -150])
            const policy = { hidden: unseen, outside: unseen, beyond: unseen } as UpdatePolicy
            setUpdateRate(world, eid, ParticleUpdates, { near: interval, far: interval, ...policy })
            return eid
          }),
        ),
      )
      let seen = 0
      let looksUntil = 0
      let looks = 0
      for (let frame = 0; frame < 900; frame++) {
        const t = frame / 60
        emitters.forEach((eid, i) => {
          // Carried straight on at 6 m/s, for a while zigzag, at rest, thrown.
          const phase = ((frame >> 6) + i) % 5
          if (phase < 2) setPosition(world, eid, i - 18, t * 6 - 40, -150)
          if (phase === 2) setPosition(world, eid, i - 18 + random() * 3, t * 6 - 40 + random() * 3, -150)
          if (phase === 4 && random() < 0.1) setPosition(world, eid, i - 18, random() * 80 - 40, -150)
        })
        if (frame === looksUntil) {
          lookFrom(world, camera, [0, 0, 0], [0, 0, looks++ % 2 === 0 ? -150 : 150])
          looksUntil += Math.ceil(random() * (looks % 2 === 0 ? 32 : 120))
        }
        particleFrame(world, t)
        for (const eid of emitters) {
          if (!isSeen(world, eid)) continue
          const most = worst(world, eid)
          if (most > -Infinity) seen++
          expect(most, `frame ${frame}, emitter ${emitters.indexOf(eid)}`).toBeLessThanOrEqual(0)
        }
      }
      expect(seen).toBeGreaterThan(5000)
    },
  )

  it('of one that is carried about unseen too: it holds what one that is watched has', async () => {
    const { world } = await particleScene()
    const settings = { rate: 60, lifetime: 2, speed: 1, spread: 20, size: 0.1 }
    const unseen = place(world, settings, [0, 0, 50], 3)
    const kept = spawn(world, Transform)
    setEmitter(world, kept, { effect: createEffect(world, { ...settings, whenHidden: 'keep' }), seed: 3 })
    for (let frame = 0; frame < 600; frame++) {
      const t = frame / 60
      for (const eid of [unseen, kept])
        setPosition(world, eid, 20 * Math.sin(t), 0, 50 + 10 * Math.cos(t * 0.7))
      particleFrame(world, t)
      // Ways between samples are straight: on a bend of 20 m, at 20 m/s, that is 3 mm in a thirtieth of a
      // second.
      expect(worst(world, unseen, kept)).toBeLessThan(0.01)
    }
  })

  it('shrinks to where it stands when what it left behind has died', async () => {
    const { world } = await particleScene()
    const eid = place(world, { rate: 30, lifetime: 1, speed: 1, size: 0.1 }, [0, 0, -50])
    const { box } = columns(world, WorldBounds)
    const width = (): number => box[eid * 8 + 4]! - box[eid * 8]!
    particleFrame(world, 0)
    expect(width()).toBeLessThan(0.5)
    for (let frame = 1; frame <= 60; frame++) {
      setPosition(world, eid, frame / 10, 0, -50)
      particleFrame(world, frame / 60)
    }
    expect(width()).toBeGreaterThan(5.8)
    for (let frame = 61; frame <= 124; frame++) particleFrame(world, frame / 60)
    expect(width()).toBeLessThan(0.5)
    expect(box[eid * 8]).toBeCloseTo(6, 0)
  })

  it('counts from the next frame on for one that stays where it is: set again it is seen by its new box', async () => {
    const { world } = await particleScene()
    const settings = { bursts: [{ count: 9 }], lifetime: 1, speed: 0.1, size: 0.1 }
    const eid = place(world, settings, [0, 0, 20])
    for (let frame = 0; frame < 10; frame++) particleFrame(world, frame / 60)
    expect(isSeen(world, eid)).toBe(false)
    setEmitter(world, eid, { effect: createEffect(world, { ...settings, speed: 60, spread: 180 }) })
    particleFrame(world, 10 / 60)
    expect(isSeen(world, eid)).toBe(true)
    setEmitter(world, eid, { effect: createEffect(world, settings) })
    particleFrame(world, 11 / 60)
    expect(isSeen(world, eid)).toBe(false)
  })

  it('is close: the top of a fountain is not more than a tenth above where the water turns', async () => {
    const { world } = await particleScene()
    const eid = place(
      world,
      { rate: 30, lifetime: 2, speed: 8, gravity: [0, -9.81, 0], size: 0.01 },
      [0, 0, -20],
    )
    particleFrame(world, 0)
    const { box } = columns(world, WorldBounds)
    const top = 64 / (2 * 9.81)
    expect(box[eid * 8 + 5]).toBeGreaterThan(top)
    expect(box[eid * 8 + 5]).toBeLessThan(top * 1.1 + 0.5)
  })
})
