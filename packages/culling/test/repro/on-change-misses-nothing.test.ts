import { propagateTransforms, setPosition, tickTo, type World } from '@sightline/core'
import {
  cullViews,
  Layers,
  setLayers,
  setPerspective,
  setView,
  sweepCasters,
  updateLights,
  updateOctree,
  updateViews,
  updateWorldBounds,
  validateCulling,
  version,
  viewStats,
  visible,
} from '@sightline/culling'
import { expect, it } from 'vitest'
import { stepFrame } from '../support/game.js'
import { ballAt, frameUpToCull, idsOf, lookingAhead } from '../support/repro.js'

function quiet(): { world: World; view: number; ball: number } {
  const { world, view } = lookingAhead()
  setView(world, view, { refresh: 'on-change' })
  const ball = ballAt(world, -20, Layers)
  stepFrame(world)
  stepFrame(world)
  stepFrame(world)
  expect(viewStats(world, view).queried).toBe(false)
  return { world, view, ball }
}

const BOUNDS = [propagateTransforms, updateWorldBounds, updateOctree]
const BEFORE: [string, (world: World) => void][] = [
  ['boxes and octree', (world) => BOUNDS.map((s) => s(world))],
  [
    'all before cullViews',
    (world) => [...BOUNDS, updateLights, updateViews, sweepCasters].map((s) => s(world)),
  ],
  ['all before publishVisibility', frameUpToCull],
  ['cullViews alone', cullViews],
]

for (const [name, before] of BEFORE) {
  it(`after a frame of ${name} it still asks`, () => {
    const { world, view, ball } = quiet()
    setPosition(world, ball, 0, 0, 50)
    before(world)
    stepFrame(world)
    expect(idsOf(visible(world, view))).toEqual([])
    const fresh = ballAt(world, -30)
    before(world)
    before(world)
    stepFrame(world)
    expect(idsOf(visible(world, view))).toEqual([fresh])
    setPosition(world, ball, 0, 0, -20)
    stepFrame(world)
    setLayers(world, ball, 2)
    before(world)
    stepFrame(world)
    expect(idsOf(visible(world, view))).toEqual([fresh])
    setPosition(world, view, 0, 0, -50)
    before(world)
    stepFrame(world)
    expect(idsOf(visible(world, view))).toEqual([])
    validateCulling(world)
    const before2 = version(world, view)
    stepFrame(world)
    expect(version(world, view)).toBe(before2)
  })
}

it('by the clock: a clock that stands still, a new projection, no endless wait', () => {
  const { world, view } = lookingAhead()
  expect(() => setView(world, view, { refresh: { seconds: Infinity } })).toThrow(
    'refresh.seconds is Infinity',
  )
  setView(world, view, { refresh: { seconds: 5 } })
  const ball = ballAt(world, -20)
  tickTo(world, 1)
  stepFrame(world)
  stepFrame(world)
  expect(viewStats(world, view).queried).toBe(false)
  // The same settings again are no change.
  setView(world, view, { refresh: { seconds: 5 }, minPixels: 0 })
  stepFrame(world)
  expect(viewStats(world, view).queried).toBe(false)
  setPerspective(world, view, { fovY: 1, aspect: 1, near: 0.1, far: 10 })
  stepFrame(world)
  expect(idsOf(visible(world, view))).toEqual([])
  setPosition(world, ball, 0, 0, -5)
  stepFrame(world)
  expect(idsOf(visible(world, view))).toEqual([])
})
