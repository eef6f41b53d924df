import { destroy, propagateTransforms, setPosition, spawn, Transform } from '@sightline/core'
import {
  Bounds,
  NeverCull,
  setSphere,
  setView,
  updateOctree,
  updateWorldBounds,
  validateCulling,
  visible,
} from '@sightline/culling'
import { expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { stepFrame } from '../support/game.js'
import { ballAt, idsOf, lookingAhead } from '../support/repro.js'

it('updateWorldBounds before updateOctree, again, loses nothing', () => {
  const { world, view } = lookingAhead()
  const [moves, goes] = [ballAt(world, 50), ballAt(world, -10)]
  stepFrame(world)
  setPosition(world, moves, 0, 0, -20)
  const comes = ballAt(world, -30)
  destroy(world, goes)
  propagateTransforms(world)
  updateWorldBounds(world)
  stepFrame(world)
  expect(idsOf(visible(world, view))).toEqual([moves, comes].sort((a, b) => a - b))
  validateCulling(world)
})

for (const seed of [1, 2, 3]) {
  it(`stages that stop anywhere leave nothing behind (seed ${seed})`, () => {
    const random = createRandom(seed)
    const { world, view } = lookingAhead()
    setView(world, view, { refresh: seed === 1 ? 'every-frame' : 'on-change' })
    const balls: number[] = []
    const steps = [propagateTransforms, updateWorldBounds, updateOctree]
    const place = () => (random() - 0.5) * 150
    for (let round = 0; round < 300; round++) {
      const roll = random()
      if (roll < 0.3 && balls.length < 150) balls.push(ballAt(world, place()))
      else if (roll < 0.5 && balls.length > 0) {
        const [gone] = balls.splice(Math.floor(random() * balls.length), 1)
        destroy(world, gone!)
        if (random() < 0.5) balls.push(ballAt(world, place(), NeverCull))
      } else if (roll < 0.8 && balls.length > 0) {
        setPosition(world, balls[Math.floor(random() * balls.length)]!, 0, 0, place())
      } else if (roll < 0.85) {
        const eid = spawn(world, Transform, Bounds)
        setSphere(world, eid, 1)
        destroy(world, eid)
      }
      if (random() < 0.5) for (const step of steps.slice(0, Math.floor(random() * 4))) step(world)
      if (random() < 0.1) updateOctree(world)
      if (random() < 0.3) {
        stepFrame(world)
        validateCulling(world)
      }
    }
    stepFrame(world)
    validateCulling(world)
  })
}
