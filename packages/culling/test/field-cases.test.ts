import {
  columns,
  createWorld,
  destroy,
  markMoved,
  propagateTransforms,
  runSystems,
  setParent,
  setPosition,
  setRotation,
  setScale,
  setTransform,
  spawn,
  stats,
  Transform,
  tickTo,
  time,
  type World,
} from '@sightline/core'
import {
  Bounds,
  CullRange,
  CullReasons,
  cullingSystems,
  entered,
  isVisible,
  Layers,
  left,
  leftReasons,
  loadKernels,
  setBox,
  setCullRange,
  setLayers,
  setOrthographic,
  setPerspective,
  setPerspectiveOffCenter,
  setSphere,
  setupCulling,
  setView,
  setViewport,
  setVisibility,
  View,
  Visibility,
  validateCulling,
  visible,
  WorldBounds,
} from '@sightline/culling'
import { octreeStats, queryBox } from '@sightline/culling/spatial'
import { addComponent, removeComponent } from 'bitecs'
import { beforeAll, describe, expect, it } from 'vitest'
import { culling } from '../src/state.js'

beforeAll(() => loadKernels())

const FOV_60 = Math.PI / 3

function newWorld(capacity = 1000): World {
  const world = createWorld({ capacity })
  setupCulling(world)
  return world
}

function frame(world: World): void {
  tickTo(world, time(world).now + 1 / 60)
  runSystems(world, [propagateTransforms, ...cullingSystems])
  validateCulling(world)
}

/** At the origin, looking along -z, square picture. */
function newView(world: World, { fovY = FOV_60, near = 0.1, far = 1000 } = {}): number {
  const view = spawn(world, Transform, View)
  setPerspective(world, view, { fovY, aspect: 1, near, far })
  return view
}

function newBox(world: World, ...b: [number, number, number, number, number, number]): number {
  const eid = spawn(world, Transform, Bounds)
  setBox(world, eid, ...b)
  return eid
}

function newSphere(world: World, x: number, y: number, z: number, radius: number): number {
  const eid = spawn(world, Transform, Bounds)
  setSphere(world, eid, radius)
  setPosition(world, eid, x, y, z)
  return eid
}

function boxOf(world: World, eid: number): number[] {
  return [0, 1, 2, 4, 5, 6].map((i) => columns(world, WorldBounds).box[eid * 8 + i]!)
}

const list = (l: { ids: ArrayLike<number>; count: number }) => Array.from(l.ids).slice(0, l.count).sort()

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
