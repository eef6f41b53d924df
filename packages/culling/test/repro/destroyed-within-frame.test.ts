import { columns, destroy, propagateTransforms, spawn, Transform, type World } from '@sightline/core'
import {
  Bounds,
  CullReasons,
  cullingSystems,
  cullViews,
  entered,
  isVisible,
  left,
  leftReasons,
  NeverCull,
  publishVisibility,
  setView,
  updateOctree,
  updateWorldBounds,
  validateCulling,
  visible,
  WorldBounds,
} from '@sightline/culling'
import { removeComponent } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { stepFrame } from '../support/game.js'
import { ballAt, idsOf, lookingAhead } from '../support/repro.js'

function frameWith(world: World, after: (world: World) => void, stage: () => void): void {
  for (const system of [propagateTransforms, ...cullingSystems]) {
    system(world)
    if (system === after) stage()
  }
}

for (const after of [updateWorldBounds, updateOctree, cullViews]) {
  for (const refresh of ['every-frame', 'on-change'] as const) {
    describe(`destroyed after ${after.name}, ${refresh}`, () => {
      it('is in no list, nor is the next entity with its id', () => {
        const { world, view } = lookingAhead()
        setView(world, view, { refresh })
        const [known, other] = [ballAt(world, -10), ballAt(world, -20)]
        stepFrame(world)
        let fresh = 0
        frameWith(world, after, () => {
          destroy(world, known)
          fresh = ballAt(world, -10, NeverCull)
        })
        expect(fresh).toBe(known)
        expect(idsOf(visible(world, view))).toEqual([other])
        expect(idsOf(entered(world, view))).toEqual([])
        expect([idsOf(left(world, view)), leftReasons(world, view)[0]]).toEqual([
          [known],
          CullReasons.removed,
        ])
        expect(isVisible(world, view, fresh)).toBe(false)
        stepFrame(world)
        expect(idsOf(visible(world, view))).toEqual([known, other].sort((a, b) => a - b))
        expect(idsOf(entered(world, view))).toEqual([fresh])
        expect(left(world, view).count).toBe(0)
        validateCulling(world)
      })

      it('never enters when it was new, nor when it only lost its box', () => {
        const { world, view } = lookingAhead()
        setView(world, view, { refresh })
        const staying = ballAt(world, -10)
        stepFrame(world)
        const [born, bare] = [ballAt(world, -10), ballAt(world, -12)]
        frameWith(world, after, () => {
          destroy(world, born)
          removeComponent(world, bare, Bounds)
        })
        expect(idsOf(visible(world, view))).toEqual([staying])
        expect(entered(world, view).count + left(world, view).count).toBe(0)
        stepFrame(world)
        expect(idsOf(visible(world, view))).toEqual([staying])
        validateCulling(world)
      })
    })
  }
}

it('an own box that was not written yet is not that of the last owner of the id', () => {
  const { world, view } = lookingAhead()
  const old = ballAt(world, -10)
  stepFrame(world)
  destroy(world, old)
  const fresh = spawn(world, Transform, WorldBounds)
  expect(fresh).toBe(old)
  expect(Array.from(columns(world, WorldBounds).box.subarray(fresh * 8, fresh * 8 + 8))).toEqual(
    Array(8).fill(0),
  )
  stepFrame(world)
  expect(idsOf(visible(world, view))).toEqual([])
  publishVisibility(world)
  validateCulling(world)
})
