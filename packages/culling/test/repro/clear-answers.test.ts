import { columns, markMoved, setPosition, spawn } from '@sightline/core'
import {
  CullRange,
  candidates,
  cullCandidate,
  defineCullReason,
  explain,
  Layers,
  setCullRange,
  setLayers,
  setView,
  validateCulling,
  visible,
  WorldBounds,
} from '@sightline/culling'
import { expect, it } from 'vitest'
import { stepFrame } from '../support/game.js'
import { ballAt, frameUpToCull, idsOf, lookingAhead } from '../support/repro.js'

const fog = defineCullReason('fog of the repro')

it('cullCandidate says that it is too late', () => {
  const { world, view } = lookingAhead()
  const ball = ballAt(world, -10)
  stepFrame(world)
  expect(candidates(world, view).count).toBe(1)
  expect(() => cullCandidate(world, view, 0, fog)).toThrow('is published already')
  expect(explain(world, view, ball).reason).toBe('visible')
  frameUpToCull(world)
  cullCandidate(world, view, 0, fog)
})

it('explain tells an old list from what holds now', () => {
  const { world, view } = lookingAhead()
  const ball = ballAt(world, -10, Layers, CullRange)
  expect(explain(world, view, 150).text).toBe('entity 150 does not exist')
  setCullRange(world, ball, { maxDistance: 5 })
  stepFrame(world)
  expect(explain(world, view, ball)).toMatchObject({ reason: 'far', by: 'distance' })
  setView(world, view, { refresh: { seconds: 60 } })
  stepFrame(world)
  setLayers(world, ball, 2)
  const why = explain(world, view, ball)
  expect(why).toMatchObject({ visible: false, reason: 'far', by: 'stale' })
  expect(why.text).toContain('when the view last asked, it was taken out: far; by now: its layers')
  setPosition(world, ball, 0, 0, 50)
  stepFrame(world)
  expect(explain(world, view, ball)).toMatchObject({ visible: false, reason: 'far', by: 'stale' })
})

it('a limit too small for float32 is not taken for none', () => {
  const { world } = lookingAhead()
  const ball = ballAt(world, -10, CullRange)
  expect(() => setCullRange(world, ball, { maxDistance: 1e-50 })).toThrow('maxDistance is 1e-50')
})

it('a box beyond what the octree divides is in every view, and that is no fault', () => {
  const { world, view } = lookingAhead()
  setView(world, view, { refresh: 'on-change' })
  stepFrame(world)
  const giant = spawn(world, WorldBounds)
  columns(world, WorldBounds).box.set([4e15, 4e15, 4e15, 0, 5e15, 5e15, 5e15, 0], giant * 8)
  markMoved(world, giant)
  stepFrame(world)
  expect(idsOf(visible(world, view))).toEqual([giant])
  expect(explain(world, view, giant)).toMatchObject({ visible: true, by: 'none' })
  validateCulling(world)
})

it('a reason has one number, however often it is defined', () => {
  expect(defineCullReason('fog of the repro')).toBe(fog)
})
