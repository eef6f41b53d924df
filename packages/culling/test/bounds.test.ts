import {
  columns,
  createWorld,
  destroy,
  markMoved,
  setPosition,
  spawn,
  stats,
  Transform,
  type World,
} from '@sightline/core'
import {
  Bounds,
  loadKernels,
  markBounds,
  setBox,
  setPerspective,
  setSphere,
  setupCulling,
  View,
  validateCulling,
  visible,
  WorldBounds,
} from '@sightline/culling'
import { addComponent, removeComponent } from 'bitecs'
import { beforeAll, describe, expect, it } from 'vitest'
import { culling } from '../src/state.js'
import { stepFrame } from './support/game.js'

beforeAll(() => loadKernels())

const list = (l: { ids: ArrayLike<number>; count: number }) => Array.from(l.ids).slice(0, l.count).sort()

function newWorld(): { world: World; view: number } {
  const world = createWorld({ capacity: 50 })
  setupCulling(world)
  const view = spawn(world, Transform, View)
  setPerspective(world, view, { fovY: 1, aspect: 1, near: 0.1, far: 100 })
  return { world, view }
}

function frame(world: World): void {
  stepFrame(world)
  validateCulling(world)
}

function boxOf(world: World, eid: number): number[] {
  return [0, 1, 2, 4, 5, 6].map((i) => columns(world, WorldBounds).box[eid * 8 + i]!)
}

describe('setBox and setSphere', () => {
  it('contain what they were given, to the last bit', () => {
    const { world } = newWorld()
    const eid = spawn(world, Bounds)
    for (const [min, max] of [
      [0.1, 0.7],
      [-1e6, 1e-6],
      [16_777_217, 16_777_219],
      [-0.3, -0.1],
    ] as const) {
      setBox(world, eid, min, min, min, max, max, max)
      frame(world)
      const box = boxOf(world, eid)
      expect(box[0]).toBeLessThanOrEqual(min)
      expect(box[3]).toBeGreaterThanOrEqual(max)
    }
    setSphere(world, eid, 0.1, 0.2, 0.3, 0.4)
    frame(world)
    const box = boxOf(world, eid)
    expect(box[2]).toBeLessThanOrEqual(0.4 - 0.1)
    expect(box[5]).toBeGreaterThanOrEqual(0.4 + 0.1)
  })

  it('refuse what is no box, name the field, and change nothing', () => {
    const { world } = newWorld()
    const eid = spawn(world, Bounds)
    const bare = spawn(world, Transform)
    setBox(world, eid, 0, 0, 0, 1, 1, 1)
    const bad: [() => void, string][] = [
      [() => setBox(world, eid, 0, 2, 0, 1, 1, 1), 'setBox: minY is 2, expected at most maxY, which is 1'],
      [() => setBox(world, eid, 0, 0, NaN, 1, 1, 1), 'setBox: minZ is NaN, expected a number'],
      [() => setBox(world, eid, 0, 0, 0, NaN, 1, 1), 'setBox: maxX is NaN, expected a number'],
      [() => setBox(world, eid, Infinity, 0, 0, Infinity, 1, 1), 'setBox: minX is Infinity'],
      [() => setBox(world, bare, 0, 0, 0, 1, 1, 1), `setBox: entity ${bare} has no Bounds`],
      [() => setSphere(world, eid, -1), 'setSphere: radius is -1, expected a number of 0 or more'],
      [() => setSphere(world, eid, 1, NaN), 'setSphere: x is NaN'],
      [() => setSphere(world, 4000, 1), 'setSphere: entity 4000 has no Bounds'],
      [() => markBounds(world, bare), `markBounds: entity ${bare} has no Bounds`],
    ]
    for (const [call, message] of bad) expect(call).toThrow(message)
    frame(world)
    expect(boxOf(world, eid)).toEqual([0, 0, 0, 1, 1, 1])
  })

  it('columns may be written by hand', () => {
    const { world } = newWorld()
    const eid = spawn(world, Transform, Bounds)
    frame(world)
    columns(world, Bounds).halfExtents.fill(2, eid * 3, eid * 3 + 3)
    markBounds(world, eid)
    frame(world)
    expect(boxOf(world, eid)).toEqual([-2, -2, -2, 2, 2, 2])
  })
})

describe('what is computed', () => {
  it('only what moved, joined or was set, and nothing twice', () => {
    const { world } = newWorld()
    const ids = Array.from({ length: 10 }, () => spawn(world, Transform, Bounds))
    frame(world)
    expect(stats(world).counters['culling.boxes']).toBe(10)
    frame(world)
    expect(stats(world).counters['culling.boxes']).toBe(0)
    setPosition(world, ids[0]!, 1, 0, 0)
    setSphere(world, ids[0]!, 3)
    setSphere(world, ids[1]!, 3)
    setSphere(world, ids[1]!, 4)
    frame(world)
    expect(stats(world).counters['culling.boxes']).toBe(2)
    expect(boxOf(world, ids[1]!)).toEqual([-4, -4, -4, 4, 4, 4])
  })

  it('without a Transform the local box is the world box', () => {
    const { world, view } = newWorld()
    const eid = spawn(world, Bounds)
    setBox(world, eid, -1, -1, -12, 1, 1, -10)
    frame(world)
    expect(list(visible(world, view))).toEqual([eid])
  })

  it('components in any order', () => {
    const { world, view } = newWorld()
    const eid = spawn(world)
    addComponent(world, eid, Bounds)
    setSphere(world, eid, 1)
    frame(world)
    addComponent(world, eid, Transform)
    setPosition(world, eid, 0, 0, -10)
    frame(world)
    expect(list(visible(world, view))).toEqual([eid])
    removeComponent(world, eid, Bounds)
    addComponent(world, eid, WorldBounds)
    frame(world)
    expect(culling(world).memberCount).toBe(1)
    columns(world, WorldBounds).box.set([-1, -1, -3, 0, 1, 1, -2, 0], eid * 8)
    markMoved(world, eid)
    frame(world)
    expect(boxOf(world, eid)).toEqual([-1, -1, -3, 1, 1, -2])
    addComponent(world, eid, Bounds)
    setSphere(world, eid, 2)
    frame(world)
    expect(boxOf(world, eid)).toEqual([-2, -2, -12, 2, 2, -8])
    removeComponent(world, eid, Bounds)
    frame(world)
    expect(culling(world).memberCount).toBe(1)
    removeComponent(world, eid, WorldBounds)
    frame(world)
    expect(culling(world).memberCount).toBe(0)
    destroy(world, eid)
    frame(world)
  })

  it('an id that is given out many times within one frame', () => {
    const { world, view } = newWorld()
    for (let life = 0; life < 500; life++) {
      const eid = spawn(world, Transform, Bounds)
      setSphere(world, eid, 1)
      setPosition(world, eid, 0, 0, -10)
      if (life < 499) destroy(world, eid)
    }
    frame(world)
    expect(visible(world, view).count).toBe(1)
  })
})
