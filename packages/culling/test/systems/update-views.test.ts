import {
  columns,
  createWorld,
  markMoved,
  setParent,
  setPosition,
  setScale,
  setTransform,
  spawn,
  stats,
  Transform,
  type World,
  WorldMatrix,
} from '@sightline/core'
import {
  Bounds,
  cameraOf,
  isVisible,
  loadKernels,
  setEyes,
  setOrthographic,
  setPerspective,
  setPerspectiveOffCenter,
  setProjectionMatrix,
  setSphere,
  setupCulling,
  setView,
  setViewport,
  View,
  visible,
} from '@sightline/culling'
import { beforeAll, describe, expect, it } from 'vitest'
import { viewState } from '../../src/state.js'
import { stepFrame } from '../support/game.js'

beforeAll(() => loadKernels())

function newWorld(): { world: World; view: number } {
  const world = createWorld({ capacity: 100 })
  setupCulling(world)
  const view = spawn(world, Transform, View)
  return { world, view }
}

function ball(world: World, x: number, y: number, z: number): number {
  const eid = spawn(world, Transform, Bounds)
  setSphere(world, eid, 0.5)
  setPosition(world, eid, x, y, z)
  return eid
}

describe('cameras', () => {
  it('the view matrix is the inverse of the unscaled world matrix', () => {
    const { world, view } = newWorld()
    const parent = spawn(world, Transform)
    setTransform(world, parent, 5, 0, 0, 0, Math.SQRT1_2, 0, Math.SQRT1_2, 3)
    setParent(world, view, parent)
    setTransform(world, view, 0, 0, -2, 0, 0, 0, 1, 4)
    stepFrame(world)
    const { camera, viewMatrix, eye } = cameraOf(world, view)
    expect(Array.from(eye)).toEqual([expect.closeTo(-1, 5), 0, expect.closeTo(0, 5)])
    for (const axis of [0, 4, 8]) {
      expect(Math.hypot(camera[axis]!, camera[axis + 1]!, camera[axis + 2]!)).toBeCloseTo(1, 12)
    }
    for (let row = 0; row < 4; row++) {
      for (let column = 0; column < 4; column++) {
        let sum = 0
        for (let k = 0; k < 4; k++) sum += viewMatrix[k * 4 + row]! * camera[column * 4 + k]!
        expect(sum).toBeCloseTo(row === column ? 1 : 0, 9)
      }
    }
  })

  it('viewProjection takes a point on the axis to the middle of the picture', () => {
    const { world, view } = newWorld()
    setPosition(world, view, 1, 2, 3)
    setPerspective(world, view, { fovY: 1, aspect: 2, near: 1, far: 10 })
    stepFrame(world)
    const m = cameraOf(world, view).viewProjection
    const clip = [0, 1, 2, 3].map((row) => m[row]! * 1 + m[4 + row]! * 2 + m[8 + row]! * -7 + m[12 + row]!)
    expect(clip[0]).toBeCloseTo(0, 9)
    expect(clip[1]).toBeCloseTo(0, 9)
    expect(clip[2]! / clip[3]!).toBeCloseTo(1, 9)
    expect(clip[3]).toBeCloseTo(10, 9)
  })

  it('a mirrored and a sheared view keep looking along their -z', () => {
    const { world, view } = newWorld()
    setScale(world, view, -2, 1, 1)
    const ahead = ball(world, 0, 0, -10)
    stepFrame(world)
    expect(isVisible(world, view, ahead)).toBe(true)
    const parent = spawn(world, Transform)
    setScale(world, parent, 1, 5, 1)
    setParent(world, view, parent)
    setTransform(world, view, 0, 0, 0, 0.3, 0, 0, Math.sqrt(1 - 0.09))
    stepFrame(world)
    const { camera } = cameraOf(world, view)
    const forward = [-camera[8]!, -camera[9]!, -camera[10]!]
    const target = ball(world, forward[0]! * 10, forward[1]! * 10, forward[2]! * 10)
    stepFrame(world)
    expect(isVisible(world, view, target)).toBe(true)
  })

  it('a broken world matrix keeps the last good camera, counted and said once', () => {
    const { world, view } = newWorld()
    const eid = ball(world, 0, 0, -10)
    const behind = ball(world, 0, 0, 10)
    stepFrame(world)
    setPosition(world, view, NaN, 0, 0)
    stepFrame(world)
    expect(stats(world).counters['culling.viewsBroken']).toBe(1)
    expect(stats(world).notes['culling.viewsBroken']).toContain('last good camera')
    expect([isVisible(world, view, eid), isVisible(world, view, behind)]).toEqual([true, false])
    setTransform(world, view, 0, 0, 0, 0, 1, 0, 0)
    stepFrame(world)
    expect(stats(world).counters['culling.viewsBroken']).toBe(0)
    expect([isVisible(world, view, eid), isVisible(world, view, behind)]).toEqual([false, true])
  })

  it('a view that never had a good camera sees everything', () => {
    const { world, view } = newWorld()
    setScale(world, view, 0)
    ball(world, 0, 0, -10)
    ball(world, 0, 0, 10)
    stepFrame(world)
    expect(visible(world, view).count).toBe(2)
  })

  it('a game may write the matrix by itself', () => {
    const world = createWorld({ capacity: 10 })
    setupCulling(world)
    const view = spawn(world, View)
    const eid = ball(world, 0, 0, 30)
    stepFrame(world)
    expect(isVisible(world, view, eid)).toBe(false)
    columns(world, WorldMatrix).matrix[view * 16 + 14] = 40
    markMoved(world, view)
    stepFrame(world)
    expect(isVisible(world, view, eid)).toBe(true)
  })

  it('a view without a projection has the default one', () => {
    const { world, view } = newWorld()
    const seen = ball(world, 0, 0, -900)
    const tooFar = ball(world, 0, 0, -1100)
    stepFrame(world)
    expect([isVisible(world, view, seen), isVisible(world, view, tooFar)]).toEqual([true, false])
  })

  it('setting the same projection again is no change', () => {
    const { world, view } = newWorld()
    setView(world, view, { refresh: 'on-change' })
    const lens = { fovY: 1, aspect: 1.5, near: 0.1, far: 50 }
    setPerspective(world, view, lens)
    stepFrame(world)
    stepFrame(world)
    setPerspective(world, view, { ...lens })
    stepFrame(world)
    expect(viewState(world, view, 'test').queried).toBe(false)
    setPerspective(world, view, { ...lens, fovY: 1.1 })
    stepFrame(world)
    expect(viewState(world, view, 'test').queried).toBe(true)
  })

  it('setViewport gives a perspective its aspect', () => {
    const { world, view } = newWorld()
    setPerspective(world, view, { fovY: Math.PI / 2, near: 0.1, far: 100 })
    const eid = ball(world, 17, 0, -10)
    stepFrame(world)
    expect(isVisible(world, view, eid)).toBe(true)
    setViewport(world, view, 100, 100)
    stepFrame(world)
    expect(isVisible(world, view, eid)).toBe(false)
  })
})

describe('bad input', () => {
  const good = { fovY: 1, aspect: 1, near: 0.1, far: 10 }

  it('names the function, the field, the value and what was expected, and changes nothing', () => {
    const { world, view } = newWorld()
    setPerspective(world, view, good)
    const before = Array.from(viewState(world, view, 'test').projection.matrix)
    const bad: [() => void, string][] = [
      [() => setPerspective(world, view, { ...good, fovY: 4 }), 'setPerspective: fovY is 4'],
      [() => setPerspective(world, view, { ...good, fovY: NaN }), 'setPerspective: fovY is NaN'],
      [() => setPerspective(world, view, { ...good, aspect: -1 }), 'setPerspective: aspect is -1'],
      [() => setPerspective(world, view, { ...good, near: 0 }), 'setPerspective: near is 0'],
      [() => setPerspective(world, view, { ...good, far: 0.05 }), 'setPerspective: far is 0.05'],
      [
        () => setPerspectiveOffCenter(world, view, { left: 1, right: 1, bottom: 0, top: 1, near: 1 }),
        'setPerspectiveOffCenter: right is 1',
      ],
      [
        () => setOrthographic(world, view, { left: 0, right: 1, bottom: 0, top: 1, near: 5, far: 5 }),
        'setOrthographic: far is 5',
      ],
      [
        () => setProjectionMatrix(world, view, [1, 2, 3]),
        'setProjectionMatrix: matrix is 3 numbers, expected 16',
      ],
      [
        () => setProjectionMatrix(world, view, new Array(16).fill(0)),
        'setProjectionMatrix: matrix is not a projection',
      ],
      [() => setEyes(world, view, []), 'setEyes: eyes is empty'],
      [() => setView(world, view, { layers: 1.5 }), 'setView: layers is 1.5'],
      [() => setView(world, view, { distanceScale: 0 }), 'setView: distanceScale is 0'],
      [() => setView(world, view, { minPixels: -1 }), 'setView: minPixels is -1'],
      [() => setView(world, view, { viewportHeight: -1 }), 'setView: viewportHeight is -1'],
      [() => setView(world, view, { refresh: { seconds: 0 } }), 'setView: refresh.seconds is 0'],
      [() => setView(world, view, { refresh: 'often' as 'on-change' }), 'setView: refresh is "often"'],
      [() => setView(world, view, { kind: 'lamp' as 'light' }), 'setView: kind is "lamp"'],
      [() => setView(world, view, { occlusion: 1 as unknown as boolean }), 'setView: occlusion is 1'],
      [() => setView(world, view, { layers: 7, minPixels: NaN }), 'setView: minPixels is NaN'],
      [() => setViewport(world, view, -1, 5), 'setViewport: width is -1'],
    ]
    for (const [call, message] of bad) expect(call).toThrow(message)
    expect(Array.from(viewState(world, view, 'test').projection.matrix)).toEqual(before)
    expect(viewState(world, view, 'test').layers).toBe(1)
  })
})
