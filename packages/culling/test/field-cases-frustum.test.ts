import { setPosition, setTransform } from '@sightline/core'
import {
  Bounds,
  CullReasons,
  isVisible,
  left,
  leftReasons,
  loadKernels,
  setOrthographic,
  setPerspective,
  setPerspectiveOffCenter,
  setSphere,
  setViewport,
  visible,
} from '@sightline/culling'
import { addComponent, removeComponent } from 'bitecs'
import { beforeAll, describe, expect, it } from 'vitest'
import { FOV_60, frame, list, newBox, newSphere, newView, newWorld } from './support/field-helpers.js'

beforeAll(() => loadKernels())

describe('frustum', () => {
  it('case 17: a big box outside may be seen, and what is said of it agrees', () => {
    const world = newWorld()
    const view = newView(world, { near: 1, far: 100 })
    newBox(world, 60, -100, -300, 100, 100, 0)
    frame(world)
    expect(visible(world, view).count).toBeLessThanOrEqual(1)
  })

  it('case 19: a crossing box without a corner inside is visible', () => {
    const world = newWorld()
    const view = newView(world, { near: 1, far: 100 })
    const eid = newBox(world, -100, -0.5, -11, 100, 0.5, -10)
    frame(world)
    expect(isVisible(world, view, eid)).toBe(true)
  })

  it('case 20: a tall tile in front is visible though all its corners are outside', () => {
    const world = newWorld()
    const view = newView(world)
    setPosition(world, view, 0, 2500, 600)
    const eid = newBox(world, -500, 0, -500, 500, 5000, 500)
    frame(world)
    expect(isVisible(world, view, eid)).toBe(true)
  })

  it('case 22: the depth range of the matrix is the one that is read', () => {
    const world = newWorld()
    const view = newView(world, { near: 1, far: 1000 })
    const a = newBox(world, -0.1, -0.1, -1.9, 0.1, 0.1, -1.2)
    const b = newBox(world, -0.1, -0.1, -0.9, 0.1, 0.1, -0.6)
    for (const clipDepth of ['minus-one-to-one', 'zero-to-one'] as const) {
      for (const reversed of [false, true]) {
        setPerspective(world, view, { fovY: FOV_60, aspect: 1, near: 1, far: 1000, clipDepth, reversed })
        frame(world)
        expect(list(visible(world, view)), `${clipDepth} ${reversed}`).toEqual([a])
        expect(isVisible(world, view, b)).toBe(false)
      }
    }
  })

  it('case 23: an infinite far plane is skipped, in normal and reversed depth', () => {
    const world = newWorld()
    const view = newView(world)
    const distant = newBox(world, -1, -1, -1_000_001, 1, 1, -999_999)
    newBox(world, -1, -1, 5, 1, 1, 7)
    for (const clipDepth of ['minus-one-to-one', 'zero-to-one'] as const) {
      for (const reversed of [false, true]) {
        setPerspective(world, view, {
          fovY: FOV_60,
          aspect: 1,
          near: 0.1,
          far: Infinity,
          clipDepth,
          reversed,
        })
        frame(world)
        expect(list(visible(world, view)), `${clipDepth} ${reversed}`).toEqual([distant])
      }
    }
  })

  it('case 26: an off-centre projection is not taken for a centred one', () => {
    const world = newWorld()
    const view = newView(world)
    setPerspectiveOffCenter(world, view, { left: -0.05, right: 0.15, bottom: -0.1, top: 0.1, near: 0.1 })
    const seen = newSphere(world, 13, 0, -10, 0.5)
    newSphere(world, -7, 0, -10, 0.5)
    frame(world)
    expect(list(visible(world, view))).toEqual([seen])
  })

  it('case 27: an orthographic near plane may lie behind the view', () => {
    const world = newWorld()
    const view = newView(world)
    setOrthographic(world, view, { left: -5, right: 5, bottom: -5, top: 5, near: -500, far: 1000 })
    const eid = newBox(world, -1, -1, 99, 1, 1, 101)
    frame(world)
    expect(isVisible(world, view, eid)).toBe(true)
  })
})

describe('big worlds and the web', () => {
  it.each([0, 45_000, 1_000_000])('case 78: the same list at x = %d', (x) => {
    const world = newWorld()
    const view = newView(world)
    setTransform(world, view, x + 32, 10, 32, 0, 0, 0, 1)
    const seen: number[] = []
    for (let i = 0; i < 8; i++) {
      const eid = newBox(world, 0, 0, 0, 64, 0, 64)
      setPosition(world, eid, x + (i % 2) * 64, 0, -64 * Math.floor(i / 2))
      if (i !== 1) seen.push(eid)
    }
    const behind = newBox(world, 0, 0, 0, 64, 0, 64)
    setPosition(world, behind, x, 0, 128)
    frame(world)
    expect(list(visible(world, view))).toEqual(seen.sort())
  })

  it('case 90: a size of 0 shows nothing, and the old picture comes back', () => {
    const world = newWorld()
    const view = newView(world)
    const eid = newSphere(world, 0, 0, -10, 1)
    const wide = newSphere(world, 9, 0, -10, 0.1)
    const sizes = [
      [1600, 900],
      [0, 0],
      [1600, 900],
      [800, 0],
      [0, 900],
      [NaN, NaN],
      [1600, 900],
    ]
    for (const [width, height] of sizes) {
      setViewport(world, view, width!, height!)
      frame(world)
      expect(list(visible(world, view)), `${width}x${height}`).toEqual(width === 1600 ? [eid, wide] : [])
    }
  })

  it('case 90: the same with an aspect that the game divides by itself', () => {
    const world = newWorld()
    const view = newView(world)
    const eid = newSphere(world, 0, 0, -10, 1)
    for (const [aspect, expected] of [
      [16 / 9, [eid]],
      [0 / 0, []],
      [800 / 0, []],
      [0 / 800, []],
      [16 / 9, [eid]],
    ] as const) {
      setPerspective(world, view, { fovY: FOV_60, aspect, near: 0.1, far: 100 })
      frame(world)
      expect(list(visible(world, view)), `aspect ${aspect}`).toEqual(expected)
    }
  })

  it('case 90: while there is no size, moving on is not forgotten', () => {
    const world = newWorld()
    const view = newView(world)
    const here = newSphere(world, 0, 0, -10, 1)
    const there = newSphere(world, 0, 0, 500, 1)
    frame(world)
    expect(list(visible(world, view))).toEqual([here])
    setViewport(world, view, 0, 0)
    setTransform(world, view, 0, 0, 510, 0, 0, 0, 1)
    frame(world)
    setViewport(world, view, 900, 900)
    frame(world)
    expect(isVisible(world, view, there)).toBe(true)
  })

  it('a component that comes and goes within a frame leaves no trace', () => {
    const world = newWorld()
    const view = newView(world)
    const eid = newSphere(world, 0, 0, -10, 1)
    frame(world)
    removeComponent(world, eid, Bounds)
    addComponent(world, eid, Bounds)
    setSphere(world, eid, 2)
    frame(world)
    expect(list(visible(world, view))).toEqual([eid])
    removeComponent(world, eid, Bounds)
    frame(world)
    expect(list(left(world, view))).toEqual([eid])
    expect(leftReasons(world, view)[0]).toBe(CullReasons.removed)
    addComponent(world, eid, Bounds)
    removeComponent(world, eid, Bounds)
    frame(world)
    expect(visible(world, view).count).toBe(0)
  })
})
