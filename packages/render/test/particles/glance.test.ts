import { setRotation } from '@sightline/core'
import { isSeen, setUpdateRate } from '@sightline/culling'
import { emitterInfo, ParticleUpdates } from '@sightline/render'
import { expect, it } from 'vitest'
import { particleFrame, particleScene, particlesOf, place } from './support/scene.js'

const RISING = { bursts: [{ count: 1 }], lifetime: 4, speed: 1, size: 1 } as const
/** Frames of a glance away: so short that rows and rates are kept. */
const AWAY = [3, 4, 7, 10, 15, 21, 22, 28, 29]

it.each([2, 7, 20, 60, 240])(
  'after a glance away, with a turn in every %i frames: what is drawn is as old as at the last turn',
  async (interval) => {
    const { world, camera } = await particleScene()
    const emitters = Array.from({ length: 40 }, (_, i) => {
      const eid = place(world, RISING, [i - 20, 0, -150])
      setUpdateRate(world, eid, ParticleUpdates, { near: interval, far: interval })
      return eid
    })
    let frame = 0
    const run = (frames: number, isAway: boolean): void => {
      setRotation(world, camera, 0, isAway ? 1 : 0, 0, isAway ? 0 : 1)
      for (let k = 0; k < frames; k++, frame++) {
        particleFrame(world, frame / 150)
        for (const eid of emitters) {
          expect(isSeen(world, eid)).toBe(!isAway)
          // One particle, which rises by a metre a second since second 0.
          if (!isAway)
            expect(particlesOf(world, eid)[0]!.position[1]).toBeCloseTo(emitterInfo(world, eid).clock, 4)
        }
      }
    }
    for (const away of AWAY) {
      run(20, false)
      run(away, true)
    }
    run(20, false)
  },
)

it.each([1 / 60, 0.07, 0.13, 0.2, 0.3, 0.6])(
  'after any time away, in frames of %f s, far emitters show at once',
  async (step) => {
    for (let away = 1; away * step < 1; away++) {
      const { world, camera } = await particleScene()
      const emitters = Array.from({ length: 6 }, (_, i) =>
        place(world, { rate: 30, lifetime: 1, size: 0.1, prewarm: 1 }, [i, 0, -150]),
      )
      for (let frame = 0; frame <= 10 + away; frame++) {
        const isAway = frame >= 10 && frame < 10 + away
        setRotation(world, camera, 0, isAway ? 1 : 0, 0, isAway ? 0 : 1)
        particleFrame(world, frame * step)
      }
      for (const eid of emitters) expect(particlesOf(world, eid).length, `away ${away}`).toBeGreaterThan(25)
    }
  },
)
