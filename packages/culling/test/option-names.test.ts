import { createWorld, setPosition, spawn, Transform, type World, WorldMatrix } from '@sightline/core'
import {
  Bounds,
  CullRange,
  Light,
  LodRange,
  setBox,
  setCascade,
  setCubeFace,
  setCullRange,
  setLodQuality,
  setLodRange,
  setOrthographic,
  setPerspective,
  setPerspectiveOffCenter,
  setPointLight,
  setSphere,
  setSpotLight,
  setSpotShadow,
  setupCulling,
  setView,
  setViewport,
  View,
  visible,
  WorldBounds,
} from '@sightline/culling'
import { createOctree } from '@sightline/culling/spatial'
import { addComponent, removeEntity, set } from 'bitecs'
import { describe, expect, it, vi } from 'vitest'
import { stepFrame } from './support/game.js'
import { idsOf } from './support/repro.js'

// As JavaScript calls them, where no compiler looks at names and types.
type Loose = (...given: unknown[]) => unknown
const loose = (call: unknown): Loose => call as Loose

function everything() {
  const world = createWorld({ capacity: 20 })
  setupCulling(world)
  const view = spawn(world, Transform, View)
  const thing = spawn(world, Transform, Bounds, CullRange, LodRange, Light)
  return { world, view, thing }
}

type Things = ReturnType<typeof everything>

function seenBy(world: World, view: number): number[] {
  stepFrame(world)
  return idsOf(visible(world, view))
}

const extents = { left: -1, right: 1, bottom: -1, top: 1, near: 1, far: 9 }

describe('a name that is no option is said, with those that are', () => {
  it.each<[string, string, (t: Things) => unknown, string]>([
    ['setView', 'minPixel', (t) => loose(setView)(t.world, t.view, { minPixel: 3 }), 'minPixels'],
    [
      'setCullRange',
      'maxdistance',
      (t) => loose(setCullRange)(t.world, t.thing, { maxdistance: 3 }),
      'maxDistance',
    ],
    [
      'setLodRange',
      'distance',
      (t) => loose(setLodRange)(t.world, t.thing, { sizes: [], distance: 3 }),
      'distances',
    ],
    [
      'setPointLight',
      'radius',
      (t) => loose(setPointLight)(t.world, t.thing, { range: 1, radius: 3 }),
      'range',
    ],
    [
      'setSpotLight',
      'angle',
      (t) => loose(setSpotLight)(t.world, t.thing, { range: 1, angle: 1 }),
      'outerAngle',
    ],
    ['setCascade', 'view', (t) => loose(setCascade)(t.world, t.view, { view: 1 }), 'camera'],
    ['setCubeFace', 'side', (t) => loose(setCubeFace)(t.world, t.view, { side: 1 }), 'face'],
    ['setSpotShadow', 'face', (t) => loose(setSpotShadow)(t.world, t.view, { face: 1 }), 'margin'],
    ['setPerspective', 'fov', (t) => loose(setPerspective)(t.world, t.view, { fov: 1, near: 1 }), 'fovY'],
    [
      'setPerspectiveOffCenter',
      'fovY',
      (t) => loose(setPerspectiveOffCenter)(t.world, t.view, { ...extents, fovY: 1 }),
      'left',
    ],
    [
      'setOrthographic',
      'reverse',
      (t) => loose(setOrthographic)(t.world, t.view, { ...extents, reverse: true }),
      'reversed',
    ],
    [
      'setupCulling',
      'maxView',
      () => loose(setupCulling)(createWorld({ capacity: 5 }), { maxView: 3 }),
      'maxViews',
    ],
    ['createOctree', 'maxObjects', () => loose(createOctree)({ maxObjects: 3 }), 'maxObjectsPerNode'],
  ])('%s: %s', (caller, wrong, call, right) => {
    const things = everything()
    expect(() => call(things)).toThrow(TypeError)
    expect(() => call(things)).toThrow(`${caller}: ${wrong} is not an option, expected one of `)
    expect(() => call(things)).toThrow(right)
  })

  it('and the view is as it was', () => {
    const { world, view, thing } = everything()
    setBox(world, thing, -1, -1, -1, 1, 1, 1)
    setPosition(world, thing, 0, 0, -20)
    expect(() => loose(setView)(world, view, { layers: 2, minPixel: 3 })).toThrow('minPixel')
    stepFrame(world)
    expect(idsOf(visible(world, view))).toEqual([thing])
  })
})

describe('a text is no number, and what was forgotten is none', () => {
  it.each<[string, string, (t: Things) => unknown]>([
    ['setView', 'minPixels', (t) => loose(setView)(t.world, t.view, { minPixels: '3' })],
    ['setView', 'distanceScale', (t) => loose(setView)(t.world, t.view, { distanceScale: '3' })],
    ['setView', 'viewportHeight', (t) => loose(setView)(t.world, t.view, { viewportHeight: '3' })],
    ['setView', 'refresh.seconds', (t) => loose(setView)(t.world, t.view, { refresh: { seconds: '3' } })],
    ['setViewport', 'width', (t) => loose(setViewport)(t.world, t.view, '3', 4)],
    ['setViewport', 'height', (t) => loose(setViewport)(t.world, t.view, 4, '3')],
    ['setCullRange', 'maxDistance', (t) => loose(setCullRange)(t.world, t.thing, { maxDistance: '3' })],
    ['setCullRange', 'hysteresis', (t) => loose(setCullRange)(t.world, t.thing, { hysteresis: '3' })],
    ['setLodRange', 'sizes[1]', (t) => loose(setLodRange)(t.world, t.thing, { sizes: [5, '3'] })],
    ['setLodRange', 'fade', (t) => loose(setLodRange)(t.world, t.thing, { sizes: [], fade: '3' })],
    ['setLodQuality', 'scale', (t) => loose(setLodQuality)(t.world, '3')],
    ['setPointLight', 'range', (t) => loose(setPointLight)(t.world, t.thing, { range: '3' })],
    [
      'setSpotLight',
      'outerAngle',
      (t) => loose(setSpotLight)(t.world, t.thing, { range: 1, outerAngle: '3' }),
    ],
    ['setPerspective', 'fovY', (t) => loose(setPerspective)(t.world, t.view, { fovY: '3', near: 1 })],
    ['setPerspective', 'near', (t) => loose(setPerspective)(t.world, t.view, { fovY: 1, near: '3' })],
    ['setPerspective', 'far', (t) => loose(setPerspective)(t.world, t.view, { fovY: 1, near: 1, far: '3' })],
    ['setSphere', 'radius', (t) => loose(setSphere)(t.world, t.thing, '3')],
    ['setBox', 'maxZ', (t) => loose(setBox)(t.world, t.thing, 0, 0, 0, 1, 1, '3')],
    ['createOctree', 'minNodeSize', () => loose(createOctree)({ minNodeSize: '3' })],
  ])('%s: %s', (caller, field, call) => {
    const things = everything()
    expect(() => call(things)).toThrow(TypeError)
    expect(() => call(things)).toThrow(`${caller}: ${field} is "3", expected a number`)
  })

  it('setBox and setSphere with too few numbers', () => {
    const { world, thing } = everything()
    expect(() => loose(setBox)(world, thing, 0, 0, 0, 1, 1)).toThrow(
      'setBox: maxZ is undefined, expected a number',
    )
    expect(() => loose(setSphere)(world, thing)).toThrow('setSphere: radius is undefined, expected a number')
  })
})

describe('set pairs', () => {
  it('give bounds and world boxes at birth and later', () => {
    const { world, view, thing } = everything()
    setPosition(world, thing, 0, 0, 50)
    // Its place is behind the camera, and only its box reaches before it.
    const crane = spawn(
      world,
      set(Transform, { position: [0, 0, 50] }),
      set(Bounds, { center: [0, 0, -60], halfExtents: [1, 1, 20] }),
    )
    const own = spawn(world, set(WorldBounds, { box: [-1, -1, -9, 0, 1, 1, -8, 0] }))
    expect(seenBy(world, view)).toEqual([crane, own])
    addComponent(world, crane, set(Bounds, { halfExtents: [1, 1, 1], center: [0, 0, 0] }))
    addComponent(world, own, set(WorldBounds, { box: [-1, -1, 8, 0, 1, 1, 9, 0] }))
    expect(seenBy(world, view)).toEqual([])
    addComponent(world, own, set(WorldMatrix, {}))
    addComponent(world, crane, set(Bounds, { center: [0, 0, -60] }))
    expect(seenBy(world, view)).toEqual([crane])
  })
})

it('a view that waits for a slot cannot be set, and begins with defaults once it has one', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const world = createWorld({ capacity: 20 })
  setupCulling(world, { maxViews: 1 })
  const [first, second] = [spawn(world, Transform, View), spawn(world, Transform, View)]
  setPerspective(world, first, { fovY: 0.5, near: 1, far: 10 })
  expect(() => setPerspective(world, second, { fovY: 0.5, near: 1, far: 10 })).toThrow(
    'maxViews is 1, raise it',
  )
  expect(String(warn.mock.calls[0])).toContain('begins with defaults')
  const thing = spawn(world, Transform, Bounds)
  setSphere(world, thing, 1)
  setPosition(world, thing, 0, 0, -500)
  removeEntity(world, first)
  expect(seenBy(world, second)).toEqual([thing])
  setPerspective(world, second, { fovY: 0.5, near: 1, far: 10 })
  expect(seenBy(world, second)).toEqual([])
  warn.mockRestore()
})
