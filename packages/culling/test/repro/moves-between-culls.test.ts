import {
  createMovedReader,
  destroy,
  propagateTransforms,
  readMoved,
  setParent,
  setPosition,
  spawn,
  Transform,
} from '@sightline/core'
import {
  cullingSystems,
  cullLights,
  isHidden,
  Light,
  setPointLight,
  setVisibility,
  updateLights,
  updateViews,
  updateWorldBounds,
  View,
  Visibility,
  validateCulling,
  visible,
} from '@sightline/culling'
import { expect, it } from 'vitest'
import { stepFrame } from '../support/game.js'
import { ballAt, idsOf, lookingAhead } from '../support/repro.js'

const cull = (world: Parameters<typeof validateCulling>[0]) => {
  for (const system of cullingSystems) system(world)
}

it('what moved in each of three runs of propagateTransforms is where it is', () => {
  const { world, view } = lookingAhead()
  const balls = [ballAt(world, 50), ballAt(world, 50), ballAt(world, 50), ballAt(world, 50)]
  stepFrame(world)
  for (const ball of balls.slice(0, 3)) {
    setPosition(world, ball, 0, 0, -20)
    propagateTransforms(world)
  }
  cull(world)
  expect(idsOf(visible(world, view))).toEqual(balls.slice(0, 3))
  validateCulling(world)
  // Without a run in between, and with one that nobody culled.
  cull(world)
  setPosition(world, balls[0]!, 0, 0, 50)
  propagateTransforms(world)
  stepFrame(world)
  expect(idsOf(visible(world, view))).toEqual(balls.slice(1, 3))
  validateCulling(world)
})

it('a system that throws before culling loses no move', () => {
  const { world, view } = lookingAhead()
  const ball = ballAt(world, 50)
  stepFrame(world)
  setPosition(world, ball, 0, 0, -20)
  propagateTransforms(world)
  stepFrame(world)
  expect(idsOf(visible(world, view))).toEqual([ball])
})

it('lights and visibility follow as well, also where a child moved before its parent', () => {
  const { world, view } = lookingAhead()
  const light = spawn(world, Transform, Light)
  setPointLight(world, light, { range: 5 })
  setPosition(world, light, 0, 0, 500)
  const [top, middle, child] = [ballAt(world, -10, Visibility), ballAt(world, -10), ballAt(world, -10)]
  setParent(world, child, middle)
  setVisibility(world, top, 'hide')
  stepFrame(world)
  setPosition(world, light, 0, 0, -10)
  setPosition(world, child, 0, 0, -1)
  propagateTransforms(world)
  setParent(world, middle, top)
  propagateTransforms(world)
  cull(world)
  expect(idsOf(cullLights(world, view))).toEqual([light])
  expect([isHidden(world, middle), isHidden(world, child)]).toEqual([true, true])
  validateCulling(world)
})

it('a reader gets each id once, none twice, and none that was destroyed while it waited', () => {
  const { world } = lookingAhead()
  const [a, b, c] = [spawn(world, Transform), spawn(world, Transform), spawn(world, Transform)]
  propagateTransforms(world)
  const reader = createMovedReader(world)
  expect(idsOf(readMoved(world, reader))).toContain(a)
  expect(readMoved(world, reader).count).toBe(0)
  for (const eid of [a, b, a, c]) {
    setPosition(world, eid, 1, 2, 3)
    propagateTransforms(world)
  }
  destroy(world, b)
  propagateTransforms(world)
  expect(idsOf(readMoved(world, reader))).toEqual([a, c])
  expect(readMoved(world, reader).count).toBe(0)
  propagateTransforms(world)
  expect(readMoved(world, reader).count).toBe(0)
})

it('lights, views and boxes may be updated on their own', () => {
  const { world, view } = lookingAhead()
  const ball = ballAt(world, 50)
  spawn(world, Transform, View)
  stepFrame(world)
  setPosition(world, ball, 0, 0, -20)
  for (const system of [propagateTransforms, updateWorldBounds, updateLights, updateViews]) system(world)
  stepFrame(world)
  expect(idsOf(visible(world, view))).toEqual([ball])
})
