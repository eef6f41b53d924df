import {
  columns,
  markMoved,
  setParent,
  setPosition,
  setRotation,
  setScale,
  spawn,
  stats,
  Transform,
} from '@sightline/core'
import { Bounds, isVisible, loadKernels, setSphere, visible, WorldBounds } from '@sightline/culling'
import { octreeStats, queryBox } from '@sightline/culling/spatial'
import { beforeAll, describe, expect, it } from 'vitest'
import { culling } from '../src/state.js'
import { boxOf, frame, list, newBox, newSphere, newView, newWorld } from './support/field-helpers.js'

beforeAll(() => loadKernels())

describe('bounds and transforms', () => {
  it('case 1: a sphere with a negative scale is not culled early', () => {
    const world = newWorld()
    const view = newView(world)
    const eid = newSphere(world, 10, 0, -10, 0.5)
    setScale(world, eid, -13)
    frame(world)
    expect(isVisible(world, view, eid)).toBe(true)
    expect(boxOf(world, eid)).toEqual([3.5, -6.5, -16.5, 16.5, 6.5, -3.5])
  })

  it('case 4: all corners of a turned box count', () => {
    const world = newWorld()
    const eid = newBox(world, 0, 0, 0, 1, 1, 1)
    setRotation(world, eid, 0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8))
    frame(world)
    const expected = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2, Math.SQRT2, 1]
    for (const [i, v] of boxOf(world, eid).entries()) expect(v).toBeCloseTo(expected[i]!, 6)
  })

  it('case 5: a child follows its parent, in the index too', () => {
    const world = newWorld()
    const view = newView(world)
    const parent = spawn(world, Transform)
    const child = newBox(world, -1, -1, -1, 1, 1, 1)
    setPosition(world, child, 10, 10, 10)
    setParent(world, child, parent)
    frame(world)
    setPosition(world, parent, 50, 50, 50)
    frame(world)
    expect(boxOf(world, child)).toEqual([59, 59, 59, 61, 61, 61])
    const out = new Uint32Array(4)
    expect(queryBox(culling(world).octree, 60, 60, 60, 60, 60, 60, out)).toBe(1)
    expect(queryBox(culling(world).octree, 10, 10, 10, 10, 10, 10, out)).toBe(0)
    setPosition(world, view, 60, 60, 70)
    frame(world)
    expect(isVisible(world, view, child)).toBe(true)
  })

  it('case 7: a skinned mesh is judged where its bones are', () => {
    const world = newWorld()
    const atBone = newView(world)
    setPosition(world, atBone, 50, 1, 5)
    const atOrigin = newView(world)
    setPosition(world, atOrigin, 0, 1, 5)
    const eid = newSphere(world, 0, 0, 0, 1)
    frame(world)
    expect([isVisible(world, atBone, eid), isVisible(world, atOrigin, eid)]).toEqual([false, true])
    setSphere(world, eid, 1, 50, 0, 0)
    frame(world)
    expect([isVisible(world, atBone, eid), isVisible(world, atOrigin, eid)]).toEqual([true, false])
  })

  it('case 8: bounds that were empty are renewed', () => {
    const world = newWorld()
    const view = newView(world)
    setPosition(world, view, 200, 0, 150)
    const eid = spawn(world, Transform, Bounds)
    frame(world)
    expect(isVisible(world, view, eid)).toBe(false)
    setSphere(world, eid, 61.29, 200, 0, 0)
    frame(world)
    expect(isVisible(world, view, eid)).toBe(true)
  })
})

describe('broken numbers', () => {
  it('case 11: a box with NaN is in every view and every query, and reported', () => {
    const world = newWorld()
    const views = [newView(world), newView(world)]
    setPosition(world, views[1]!, 0, 0, -5000)
    const broken = newBox(world, 0, 0, 0, 1, 1, 1)
    setPosition(world, broken, NaN, 0, 0)
    const sound = newBox(world, 0, 0, -2, 1, 1, -1)
    frame(world)
    expect(views.map((view) => list(visible(world, view)))).toEqual([[broken, sound], [broken]])
    const out = new Uint32Array(4)
    expect(queryBox(culling(world).octree, 500, 500, 500, 501, 501, 501, out)).toBe(1)
    expect(out[0]).toBe(broken)
    expect(stats(world).counters['culling.broken']).toBe(1)
    expect(stats(world).notes['culling.broken']).toContain(`entity ${broken}`)
    setPosition(world, broken, 0, 0, -10)
    frame(world)
    expect(stats(world).counters['culling.broken']).toBe(0)
    expect(isVisible(world, views[1]!, broken)).toBe(false)
  })

  it('case 11: a box of the game with a minimum above its maximum is broken, not an error in the frame', () => {
    const world = newWorld()
    const view = newView(world)
    const eid = spawn(world, WorldBounds)
    columns(world, WorldBounds).box.set([1, 0, 0, 0, -1, 1, 1, 0], eid * 8)
    frame(world)
    expect(isVisible(world, view, eid)).toBe(true)
    expect(stats(world).counters['culling.broken']).toBe(1)
    columns(world, WorldBounds).box.set([0, 0, 5, 0, 1, 1, 6, 0], eid * 8)
    markMoved(world, eid)
    frame(world)
    expect(isVisible(world, view, eid)).toBe(false)
  })

  it('case 13: infinite bounds are visible at every angle', () => {
    const world = newWorld()
    const view = newView(world)
    const infinite = newBox(world, -Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity)
    const huge = newBox(world, -1.7e308, -1.7e308, -1.7e308, 1.7e308, 1.7e308, 1.7e308)
    setPosition(world, huge, -1, -1, -1)
    for (let i = 0; i < 64; i++) {
      const angle = (i / 64) * 2 * Math.PI
      setRotation(world, view, Math.sin(angle / 2), 0, 0, Math.cos(angle / 2))
      setRotation(world, infinite, 0, Math.sin(angle), 0, Math.cos(angle))
      frame(world)
      expect(list(visible(world, view))).toEqual([infinite, huge])
    }
    expect(stats(world).counters['culling.broken']).toBe(0)
  })

  it('case 15: an almost-zero scale does not split the tree for ever', () => {
    const world = newWorld(500)
    const view = newView(world)
    setPosition(world, view, 0, -1.592, 3)
    for (let i = 0; i < 400; i++) {
      const eid = newBox(world, -0.5, -0.5, -0.5, 0.5, 0.5, 0.5)
      setPosition(world, eid, 0, -1.592, 0)
      setScale(world, eid, 8.9e-16)
    }
    frame(world)
    expect(visible(world, view).count).toBe(400)
    expect(octreeStats(culling(world).octree).nodes).toBeLessThan(100)
  })
})

describe('index', () => {
  it('case 29: what lies outside the first bounds of the world is returned', () => {
    const world = newWorld()
    const view = newView(world)
    for (let i = 0; i < 300; i++) newSphere(world, (i % 20) * 100 - 1000, 0, Math.floor(i / 20) * 100, 1)
    frame(world)
    const eid = newSphere(world, 50_000, 0, 0, 1)
    setPosition(world, view, 50_000, 0, 10)
    frame(world)
    expect(isVisible(world, view, eid)).toBe(true)
    setPosition(world, eid, -5_000_000, 0, 0)
    setPosition(world, view, -5_000_000, 0, 10)
    frame(world)
    expect(isVisible(world, view, eid)).toBe(true)
  })
})
