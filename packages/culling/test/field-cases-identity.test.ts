import { destroy, setParent, setPosition, spawn, Transform } from '@sightline/core'
import {
  Bounds,
  CullRange,
  CullReasons,
  entered,
  isVisible,
  Layers,
  left,
  leftReasons,
  loadKernels,
  setCullRange,
  setLayers,
  setSphere,
  setView,
  setVisibility,
  Visibility,
  visible,
} from '@sightline/culling'
import { beforeAll, describe, expect, it } from 'vitest'
import { boxOf, frame, list, newSphere, newView, newWorld } from './support/field-helpers.js'

beforeAll(() => loadKernels())

describe('identity, order, events', () => {
  it('case 34: a reused id takes nothing over', () => {
    const world = newWorld()
    const view = newView(world)
    const old = newSphere(world, 0, 0, -10, 1)
    frame(world)
    expect(list(entered(world, view))).toEqual([old])
    destroy(world, old)
    const next = newSphere(world, 0, 0, 500, 1)
    expect(next).toBe(old)
    frame(world)
    expect(isVisible(world, view, next)).toBe(false)
    expect(list(left(world, view))).toEqual([old])
    expect(leftReasons(world, view)[0]).toBe(CullReasons.removed)
    expect(entered(world, view).count).toBe(0)
  })

  it('case 34: a reused id that is visible leaves for the old and enters for the new', () => {
    const world = newWorld()
    const view = newView(world)
    const old = newSphere(world, 0, 0, -10, 1)
    frame(world)
    destroy(world, old)
    const next = newSphere(world, 0, 0, -20, 1)
    expect(next).toBe(old)
    frame(world)
    expect(list(visible(world, view))).toEqual([next])
    expect([list(entered(world, view)), list(left(world, view))]).toEqual([[next], [old]])
    expect(leftReasons(world, view)[0]).toBe(CullReasons.removed)
  })

  it('case 34: layers, visibility, limits and bounds of a reused id are those of a new entity', () => {
    const world = newWorld()
    const view = newView(world)
    const old = spawn(world, Transform, Bounds, Layers, Visibility, CullRange)
    setSphere(world, old, 100)
    setLayers(world, old, 2)
    setVisibility(world, old, 'hide')
    setCullRange(world, old, { maxDistance: 1 })
    frame(world)
    destroy(world, old)
    const next = spawn(world, Transform, Bounds)
    expect(next).toBe(old)
    setPosition(world, next, 0, 0, -10)
    frame(world)
    expect(isVisible(world, view, next)).toBe(true)
    expect(boxOf(world, next)).toEqual([0, 0, -10, 0, 0, -10])
  })

  it('case 34: layers that came from above are not those of the next entity', () => {
    const world = newWorld()
    const view = newView(world)
    const parent = spawn(world, Transform, Layers)
    const old = newSphere(world, 0, 0, -10, 1)
    setParent(world, old, parent)
    setLayers(world, parent, 4, true)
    frame(world)
    expect(isVisible(world, view, old)).toBe(false)
    destroy(world, old)
    const next = newSphere(world, 0, 0, -10, 1)
    expect(next).toBe(old)
    frame(world)
    expect(isVisible(world, view, next)).toBe(true)
  })

  it('case 34: a reused id does not inherit that the old one was large enough', () => {
    const world = newWorld()
    const view = newView(world)
    setView(world, view, { viewportHeight: 1000, minPixels: 50 })
    const old = newSphere(world, 0, 0, -20, 1)
    frame(world)
    expect(isVisible(world, view, old)).toBe(true)
    destroy(world, old)
    // Smaller than the limit, but not by the share that is granted to what was large enough.
    const next = newSphere(world, 0, 0, -62, 1)
    expect(next).toBe(old)
    frame(world)
    expect(isVisible(world, view, next)).toBe(false)
  })

  it('case 35: one entity recycled 300 times', () => {
    const world = newWorld(10)
    const view = newView(world)
    for (let i = 0; i < 300; i++) {
      const eid = newSphere(world, 0, 0, i % 2 === 0 ? -10 : 10, 1)
      expect(eid).toBe(2)
      frame(world)
      expect(visible(world, view).count, `life ${i}`).toBe(i % 2 === 0 ? 1 : 0)
      destroy(world, eid)
    }
  })

  it('case 39: enter in frame 3, nothing in frame 4, one "removed" in frame 5', () => {
    const world = newWorld()
    const view = newView(world)
    const eid = spawn(world, Transform, Bounds, Visibility)
    setSphere(world, eid, 1)
    setPosition(world, eid, 0, 0, 10)
    const events = () => [entered(world, view).count, left(world, view).count]
    frame(world)
    expect(events()).toEqual([0, 0])
    frame(world)
    expect(events()).toEqual([0, 0])
    setPosition(world, eid, 0, 0, -10)
    frame(world)
    expect(events()).toEqual([1, 0])
    setVisibility(world, eid, 'hide')
    setVisibility(world, eid, 'show')
    frame(world)
    expect(events()).toEqual([0, 0])
    destroy(world, eid)
    frame(world)
    expect(events()).toEqual([0, 1])
    expect(leftReasons(world, view)[0]).toBe(CullReasons.removed)
    frame(world)
    expect(events()).toEqual([0, 0])
  })

  it.each(['every-frame', 'on-change'] as const)(
    'case 42: a mask counts with a still camera, children too (%s)',
    (refresh) => {
      const world = newWorld()
      const view = newView(world)
      setView(world, view, { layers: 1, refresh })
      const eid = spawn(world, Transform, Bounds, Layers)
      const child = newSphere(world, 1, 0, 0, 1)
      setSphere(world, eid, 1)
      setPosition(world, eid, 0, 0, -10)
      setParent(world, child, eid)
      frame(world)
      frame(world)
      expect(list(visible(world, view))).toEqual([eid, child])
      setLayers(world, eid, 2, true)
      frame(world)
      expect(list(visible(world, view))).toEqual([])
      setLayers(world, eid, 1, true)
      frame(world)
      expect(list(visible(world, view))).toEqual([eid, child])
    },
  )

  it.each(['every-frame', 'on-change'] as const)(
    'case 42: hiding counts with a still camera, children too (%s)',
    (refresh) => {
      const world = newWorld()
      const view = newView(world)
      setView(world, view, { refresh })
      const eid = spawn(world, Transform, Visibility)
      const child = newSphere(world, 0, 0, -10, 1)
      setParent(world, child, eid)
      frame(world)
      frame(world)
      expect(isVisible(world, view, child)).toBe(true)
      setVisibility(world, eid, 'hide')
      frame(world)
      expect(isVisible(world, view, child)).toBe(false)
      setVisibility(world, eid, 'inherit')
      frame(world)
      expect(isVisible(world, view, child)).toBe(true)
    },
  )

  it.each(['every-frame', 'on-change', { seconds: 5 }] as const)(
    'case 43: each view has its own range answer (%o)',
    (refresh) => {
      const world = newWorld()
      const eid = spawn(world, Transform, Bounds, CullRange)
      setCullRange(world, eid, { maxDistance: 50 })
      const a = newView(world)
      const b = newView(world)
      setPosition(world, a, 0, 0, 10)
      setPosition(world, b, 0, 0, 90)
      for (const view of [a, b]) setView(world, view, { refresh })
      for (let i = 0; i < 5; i++) {
        frame(world)
        expect([isVisible(world, a, eid), isVisible(world, b, eid)]).toEqual([true, false])
      }
    },
  )

  it('case 45: no flicker at a limit', () => {
    const world = newWorld()
    const view = newView(world)
    const eid = spawn(world, Transform, Bounds, CullRange)
    setCullRange(world, eid, { maxDistance: 10, hysteresis: 0.3 })
    const answers = [9.9, 10.1, 9.9, 12.9, 13.1, 12.9, 10.1, 9.9].map((distance) => {
      setPosition(world, eid, 0, 0, -distance)
      frame(world)
      return isVisible(world, view, eid)
    })
    expect(answers).toEqual([true, true, true, true, false, false, false, true])
  })

  it('case 46: a zoom brings a limit nearer', () => {
    const world = newWorld()
    const view = newView(world)
    const eid = spawn(world, Transform, Bounds, CullRange)
    setPosition(world, eid, 0, 0, -100)
    setCullRange(world, eid, { maxDistance: 30 })
    frame(world)
    expect(isVisible(world, view, eid)).toBe(false)
    setView(world, view, { distanceScale: 1 / 4 })
    frame(world)
    expect(isVisible(world, view, eid)).toBe(true)
  })
})
