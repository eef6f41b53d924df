import { createWorld, setParent, setPosition, spawn, Transform, type World } from '@sightline/core'
import {
  Bounds,
  CullRange,
  explain,
  Layers,
  loadKernels,
  NeverCull,
  setCullRange,
  setLayers,
  setPerspective,
  setSphere,
  setupCulling,
  setView,
  setViewport,
  setVisibility,
  View,
  Visibility,
} from '@sightline/culling'
import { beforeAll, describe, expect, it } from 'vitest'
import { stepFrame } from './support/game.js'

beforeAll(() => loadKernels())

function newWorld(): { world: World; view: number } {
  const world = createWorld({ capacity: 100 })
  setupCulling(world)
  const view = spawn(world, Transform, View)
  setPerspective(world, view, { fovY: Math.PI / 2, aspect: 1, near: 1, far: 100 })
  setView(world, view, { viewportHeight: 1000 })
  return { world, view }
}

function ball(world: World, x: number, y: number, z: number, ...components: object[]): number {
  const eid = spawn(world, Transform, Bounds, ...components)
  setSphere(world, eid, 1)
  setPosition(world, eid, x, y, z)
  return eid
}

describe('explain', () => {
  it('names the plane and by how much', () => {
    const { world, view } = newWorld()
    const places = {
      left: ball(world, -20, 0, -10),
      right: ball(world, 20, 0, -10),
      bottom: ball(world, 0, -20, -10),
      top: ball(world, 0, 20, -10),
      near: ball(world, 0, 0, 5),
      far: ball(world, 0, 0, -111),
    }
    stepFrame(world)
    for (const [plane, eid] of Object.entries(places)) {
      const why = explain(world, view, eid)
      expect(why, plane).toMatchObject({ visible: false, reason: 'outside', by: 'plane', plane })
      expect(why.text).toContain(`outside the ${plane} plane`)
    }
    expect(explain(world, view, places.far).outsideBy).toBeCloseTo(10, 3)
    expect(explain(world, view, places.near).outsideBy).toBeCloseTo(5, 3)
    expect(explain(world, view, places.left).outsideBy).toBeCloseTo((20 - 1 - 11) / Math.SQRT2, 3)
  })

  it('names layers, visibility and who hides', () => {
    const { world, view } = newWorld()
    const masked = ball(world, 0, 0, -10, Layers)
    setLayers(world, masked, 4)
    const parent = ball(world, 0, 0, -10, Visibility)
    setVisibility(world, parent, 'hide')
    const child = ball(world, 0, 0, 0)
    setParent(world, child, parent)
    stepFrame(world)
    expect(explain(world, view, masked)).toMatchObject({ visible: false, reason: 'filtered', by: 'layers' })
    expect(explain(world, view, parent)).toMatchObject({
      reason: 'filtered',
      by: 'visibility',
      hiddenBy: parent,
    })
    expect(explain(world, view, child)).toMatchObject({
      reason: 'filtered',
      by: 'visibility',
      hiddenBy: parent,
    })
  })

  it('names distance and size, with the limits that hold now', () => {
    const { world, view } = newWorld()
    const far = ball(world, 0, 0, -51, CullRange)
    setCullRange(world, far, { maxDistance: 40, hysteresis: 0.5 })
    const small = ball(world, 0, 0, -80)
    setView(world, view, { minPixels: 25 })
    stepFrame(world)
    expect(explain(world, view, far)).toMatchObject({
      reason: 'far',
      by: 'distance',
      distance: 50,
      maxDistance: 40,
    })
    const why = explain(world, view, small)
    expect(why).toMatchObject({ reason: 'far', by: 'size', minPixels: 25 })
    expect(why.pixels).toBeCloseTo((1000 * Math.sqrt(3)) / Math.sqrt(80 * 80 - 3), 2)
    setPosition(world, far, 0, 0, -31)
    stepFrame(world)
    setPosition(world, far, 0, 0, -51)
    stepFrame(world)
    expect(explain(world, view, far)).toMatchObject({ visible: true, reason: 'visible', distance: 50 })
  })

  it('says what is visible, unknown, always there, and that there is no picture', () => {
    const { world, view } = newWorld()
    const eid = ball(world, 0, 0, -10)
    const always = ball(world, 0, 0, 10, NeverCull)
    const sky = spawn(world, NeverCull)
    const nothing = spawn(world)
    stepFrame(world)
    expect(explain(world, view, eid)).toMatchObject({
      visible: true,
      reason: 'visible',
      by: 'none',
      distance: 9,
    })
    for (const it of [always, sky]) expect(explain(world, view, it).visible).toBe(true)
    for (const it of [nothing, 5000, 0]) {
      expect(explain(world, view, it)).toMatchObject({ visible: false, by: 'bounds' })
    }
    setViewport(world, view, 0, 0)
    stepFrame(world)
    expect(explain(world, view, eid)).toMatchObject({ visible: false, reason: 'outside', by: 'viewport' })
  })

  it('the published list decides', () => {
    const { world, view } = newWorld()
    const eid = ball(world, 0, 0, -10, Visibility)
    stepFrame(world)
    setVisibility(world, eid, 'hide')
    const why = explain(world, view, eid)
    expect(why).toMatchObject({ visible: true, reason: 'visible' })
    expect(why.text).toContain('by now')
  })
})
