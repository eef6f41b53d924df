import {
  destroy,
  propagateTransforms,
  runSystems,
  setPosition,
  spawn,
  Transform,
  type World,
} from '@sightline/core'
import {
  cullingSystems,
  fades,
  forceLevel,
  LodRange,
  levels,
  loadKernels,
  lodQuality,
  selectLods,
  setCascade,
  setLodQuality,
  setLodRange,
  setOrthographic,
  setPerspective,
  setView,
  View,
  visible,
} from '@sightline/culling'
import { removeComponent } from 'bitecs'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { lodState } from '../../src/lod.js'
import { frame, newBox, newWorld } from '../lights/helpers.js'
import { check } from '../projection/helpers.js'

beforeAll(() => loadKernels())

const FOV_60 = Math.PI / 3
const SCALE_60 = 1 / Math.tan(FOV_60 / 2)

function newView(world: World, fovY = FOV_60): number {
  const view = spawn(world, Transform, View)
  setPerspective(world, view, { fovY, aspect: 1, near: 0.1, far: 10_000 })
  return view
}

/** A thing of half a metre to each side of its place. */
function newThing(world: World, distance = 10): number {
  const eid = newBox(world, [-0.5, -0.5, -0.5], [0.5, 0.5, 0.5], LodRange)
  setDistance(world, eid, distance)
  return eid
}

/** So far ahead that the near side of its box is at `distance`. */
function setDistance(world: World, eid: number, distance: number): void {
  setPosition(world, eid, 0, 0, -distance - 0.5)
}

function at(world: World, view: number, eid: number): { level: number; fade: number } {
  const list = visible(world, view)
  const i = list.ids.subarray(0, list.count).indexOf(eid)
  if (i === -1) throw new Error(`entity ${eid} is not visible`)
  return { level: levels(world, view)[i]!, fade: fades(world, view)[i]! }
}

function levelAt(world: World, view: number, eid: number, distance: number): number {
  setDistance(world, eid, distance)
  frame(world)
  return at(world, view, eid).level
}

describe('cases from the field', () => {
  it('41: three levels, first seen at 30: level 2 at once; 94, 96, 94, 96 about 100: no switch', () => {
    const world = newWorld()
    const view = newView(world)
    const thing = newThing(world)
    setLodRange(world, thing, { distances: [10, 20] })
    expect(levelAt(world, view, thing, 30)).toBe(2)
    expect(levelAt(world, view, thing, 5)).toBe(0)
    expect(levelAt(world, view, thing, 30)).toBe(2)
    const other = newThing(world)
    setLodRange(world, other, { distances: [100], hysteresis: 0.1 })
    expect([94, 96, 94, 96].map((d) => levelAt(world, view, other, d))).toEqual([0, 0, 0, 0])
    expect([111, 96, 94, 96, 94].map((d) => levelAt(world, view, other, d))).toEqual([1, 1, 1, 1, 1])
  })

  it('43: two views never share an answer', () => {
    const world = newWorld()
    const [a, b] = [newView(world), newView(world)]
    const thing = newThing(world, 10)
    setLodRange(world, thing, { distances: [50] })
    setPosition(world, b, 0, 0, 80)
    for (let n = 0; n < 3; n++) {
      frame(world)
      expect([at(world, a, thing).level, at(world, b, thing).level]).toEqual([0, 1])
    }
    // In the margin each keeps its own.
    setDistance(world, thing, 48)
    setPosition(world, b, 0, 0, 0)
    frame(world)
    expect([at(world, a, thing).level, at(world, b, thing).level]).toEqual([0, 1])
  })

  it('46: a zoom of 4 makes 100 m count as 25', () => {
    const world = newWorld()
    const wide = newView(world)
    const zoomed = newView(world, 2 * Math.atan(Math.tan(FOV_60 / 2) / 4))
    const thing = newThing(world, 100)
    setLodRange(world, thing, { distances: [75, 150] })
    frame(world)
    expect([at(world, wide, thing).level, at(world, zoomed, thing).level]).toEqual([1, 0])
    // 25 effective: below 26, above 24.
    const finer = newThing(world, 100)
    setLodRange(world, finer, { distances: [24, 26] })
    frame(world)
    expect(at(world, zoomed, finer).level).toBe(1)
  })
})

describe('sizes', () => {
  it('are parts of the height of the picture, at every resolution', () => {
    const world = newWorld()
    const view = newView(world)
    const thing = newThing(world)
    setLodRange(world, thing, { sizes: [0.2, 0.05], hysteresis: 0 })
    const radius = Math.sqrt(0.75)
    // Size 0.2 where radius · scale / √(d² − radius²) is 0.2.
    const limits = [0.2, 0.05].map((size) => Math.hypot((radius * SCALE_60) / size, radius) - 0.5)
    const around = limits.flatMap((d) => [d * 0.999, d * 1.001])
    for (const viewportHeight of [100, 1080, 4000]) {
      setView(world, view, { viewportHeight })
      expect(around.map((d) => levelAt(world, view, thing, d))).toEqual([0, 1, 1, 2])
    }
  })

  it('from within: the finest', () => {
    const world = newWorld()
    const view = newView(world)
    const thing = newThing(world)
    setLodRange(world, thing, { sizes: [0.5] })
    expect(levelAt(world, view, thing, -0.5)).toBe(0)
  })

  it('in parallel projection do not depend on distance; distances neither', () => {
    const world = newWorld()
    const view = spawn(world, Transform, View)
    const lens = (half: number) =>
      setOrthographic(world, view, { left: -half, right: half, bottom: -half, top: half, near: 0, far: 1000 })
    const thing = newThing(world)
    setLodRange(world, thing, { sizes: [0.1], hysteresis: 0 })
    const other = newThing(world)
    setLodRange(world, other, { distances: [50], hysteresis: 0 })
    const both = (half: number, distance: number) => {
      lens(half)
      setDistance(world, other, distance)
      return [levelAt(world, view, thing, distance), at(world, view, other).level]
    }
    // The sphere round it is √3 high; seen as from 50 m with 60° when the picture is 2 · 50 / scale high.
    expect(both(8.6, 10)).toEqual([0, 0])
    expect(both(8.7, 900)).toEqual([1, 0])
    expect(both((50 / SCALE_60) * 0.99, 900)).toEqual([1, 0])
    expect(both((50 / SCALE_60) * 1.01, 10)).toEqual([1, 1])
  })
})

describe('quality and scale', () => {
  it('quality 2 keeps levels to twice the distance, 0.5 to half of it', () => {
    const world = newWorld()
    const view = newView(world)
    const thing = newThing(world)
    setLodRange(world, thing, { distances: [100], hysteresis: 0 })
    const sized = newThing(world)
    setLodRange(world, sized, { sizes: [0.02], hysteresis: 0 })
    const limit = (eid: number) =>
      [50, 70, 90, 110, 150, 190, 210].filter((d) => levelAt(world, view, eid, d) === 0)
    expect(limit(thing).at(-1)).toBe(90)
    const before = limit(sized).at(-1)
    setLodQuality(world, 2)
    expect(lodQuality(world)).toBe(2)
    expect(limit(thing).at(-1)).toBe(190)
    expect(limit(sized).at(-1)).toBeGreaterThan(before! * 1.5)
    setLodQuality(world, 0.5)
    expect(limit(thing).at(-1)).toBeUndefined()
    setLodQuality(world, 1)
    setView(world, view, { distanceScale: 0.5 })
    expect(limit(thing).at(-1)).toBe(190)
  })
  it('refuses what is no scale', () => {
    const world = newWorld()
    expect(() => setLodQuality(world, 0)).toThrow('setLodQuality: scale is 0')
    expect(() => setLodQuality(world, Number.NaN)).toThrow('scale is NaN')
    expect(lodQuality(world)).toBe(1)
  })
})

describe('forced levels', () => {
  it('hold in every view until released, without fade', () => {
    const world = newWorld()
    const view = newView(world)
    const thing = newThing(world, 9)
    setLodRange(world, thing, { distances: [10, 20], hysteresis: 0, fade: 0.5 })
    frame(world)
    expect(at(world, view, thing)).toEqual({ level: 0, fade: expect.closeTo(0.2, 5) })
    forceLevel(world, thing, 1)
    frame(world)
    expect(at(world, view, thing)).toEqual({ level: 1, fade: 1 })
    // It has three levels only.
    forceLevel(world, thing, 7)
    frame(world)
    expect(at(world, view, thing)).toEqual({ level: 2, fade: 1 })
    forceLevel(world, thing, -1)
    frame(world)
    expect(at(world, view, thing).level).toBe(0)
    expect(() => forceLevel(world, thing, 8)).toThrow('forceLevel: level is 8')
    expect(() => forceLevel(world, thing, 0.5)).toThrow('forceLevel: level is 0.5')
  })
})

describe('memory', () => {
  it('ends when a thing leaves the view: it comes back as if new', () => {
    const world = newWorld()
    const view = newView(world)
    const thing = newThing(world)
    setLodRange(world, thing, { distances: [100], hysteresis: 0.2 })
    expect(levelAt(world, view, thing, 130)).toBe(1)
    expect(levelAt(world, view, thing, 95)).toBe(1)
    setPosition(world, thing, 0, 0, 95)
    frame(world)
    expect(levelAt(world, view, thing, 95)).toBe(0)
  })

  it('is not taken over by the next entity of the same id', () => {
    const world = newWorld()
    const view = newView(world)
    const thing = newThing(world)
    setLodRange(world, thing, { distances: [100], hysteresis: 0.2 })
    expect(levelAt(world, view, thing, 130)).toBe(1)
    destroy(world, thing)
    const next = newThing(world, 95)
    expect(next).toBe(thing)
    frame(world)
    // The settings are gone too.
    expect(at(world, view, next)).toEqual({ level: 0, fade: 1 })
    setLodRange(world, next, { distances: [100], hysteresis: 0.2 })
    frame(world)
    expect(at(world, view, next).level).toBe(0)
  })

  it('ends also when it leaves in a frame without selectLods', () => {
    const world = newWorld()
    const view = newView(world)
    const thing = newThing(world)
    setLodRange(world, thing, { distances: [100], hysteresis: 0.2 })
    expect(levelAt(world, view, thing, 130)).toBe(1)
    const others = cullingSystems.filter((system) => system !== selectLods)
    setPosition(world, thing, 0, 0, 95)
    runSystems(world, [propagateTransforms, ...others])
    setDistance(world, thing, 95)
    runSystems(world, [propagateTransforms, ...others])
    expect(levelAt(world, view, thing, 95)).toBe(0)
  })

  it('stays while a view keeps its list', () => {
    const world = newWorld()
    const view = newView(world)
    setView(world, view, { refresh: { seconds: 10 } })
    const thing = newThing(world, 130)
    setLodRange(world, thing, { distances: [100] })
    frame(world)
    frame(world)
    frame(world)
    expect(at(world, view, thing).level).toBe(1)
    forceLevel(world, thing, 0)
    frame(world)
    expect(at(world, view, thing).level).toBe(0)
  })
})

describe('settings', () => {
  it('are shared by those that have the same', () => {
    const world = newWorld()
    newView(world)
    for (let n = 0; n < 50; n++) setLodRange(world, newThing(world), { distances: [10, 20 + (n % 40)] })
    expect(lodState(world).kindCount).toBe(41)
    frame(world)
  })
  it('without LodRange, or with it taken away: level 0', () => {
    const world = newWorld()
    const view = newView(world)
    const plain = newBox(world, [-1, -1, -900], [1, 1, -899])
    const thing = newThing(world, 500)
    setLodRange(world, thing, { distances: [10] })
    frame(world)
    expect(at(world, view, plain)).toEqual({ level: 0, fade: 1 })
    expect(at(world, view, thing).level).toBe(1)
    removeComponent(world, thing, LodRange)
    frame(world)
    expect(at(world, view, thing)).toEqual({ level: 0, fade: 1 })
  })
  it('refuse what is out of order, and stay as they were', () => {
    const world = newWorld()
    const view = newView(world)
    const thing = newThing(world, 50)
    setLodRange(world, thing, { distances: [10, 20] })
    const bad = (options: object) => () => setLodRange(world, thing, options)
    expect(bad({})).toThrow('setLodRange: got neither sizes nor distances')
    expect(bad({ sizes: [1], distances: [1] })).toThrow('got both sizes and distances')
    expect(bad({ sizes: [0.1, 0.2] })).toThrow(
      'sizes[1] is 0.2, expected a number below sizes[0], which is 0.1',
    )
    expect(bad({ distances: [10, 10] })).toThrow('distances[1] is 10, expected a number above distances[0]')
    expect(bad({ distances: [0, 75] })).toThrow('distances[0] is 0, expected a finite number above 0')
    expect(bad({ distances: [Number.NaN] })).toThrow('distances[0] is NaN')
    expect(bad({ distances: [1, 2, 3, 4, 5, 6, 7, 8] })).toThrow(
      'distances is 8 numbers, expected an array of up to 7',
    )
    expect(bad({ distances: 5 })).toThrow('distances is 5, expected an array')
    expect(bad({ distances: [5], hysteresis: 1 })).toThrow('hysteresis is 1')
    expect(bad({ distances: [5], fade: -0.1 })).toThrow('fade is -0.1')
    const plain = newBox(world, [0, 0, 0], [1, 1, 1])
    expect(() => setLodRange(world, plain, { distances: [5] })).toThrow(`entity ${plain} has no LodRange`)
    frame(world)
    expect(at(world, view, thing).level).toBe(2)
  })
})

describe('light views', () => {
  it('give a thing the level that its camera gives it, margins included', () => {
    const world = newWorld()
    const camera = newView(world)
    const shadow = spawn(world, Transform, View)
    setView(world, shadow, { kind: 'light' })
    setPosition(world, shadow, 0, 4000, 0)
    const thing = newThing(world)
    setLodRange(world, thing, { distances: [100], hysteresis: 0.2, fade: 0.3 })
    expect(levelAt(world, camera, thing, 130)).toBe(1)
    // The cascade begins while the thing is within the margin: the light view has no memory of its own.
    setCascade(world, shadow, { direction: [0, -1, 0], camera, near: 0.1, far: 1000 })
    expect(levelAt(world, camera, thing, 95)).toBe(1)
    expect(at(world, shadow, thing)).toEqual(at(world, camera, thing))
    expect(levelAt(world, camera, thing, 70)).toBe(0)
    expect(at(world, shadow, thing)).toEqual(at(world, camera, thing))
    expect(at(world, shadow, thing).fade).toBeLessThan(1)
  })
})

describe.each([1, 2, 3])('a moving world, seed %i', (seed) => {
  it('levels are those of a switch for each limit, in each view by itself', () => {
    const random = createRandom(seed)
    const world = newWorld()
    const views = [newView(world), newView(world, 0.5), newView(world, 1.4)]
    const things = Array.from({ length: 150 }, () => {
      const half = 0.2 + random() * 2
      const eid = newBox(world, [-half, -half, -half], [half, half, half], LodRange)
      const bySize = random() < 0.5
      const count = 1 + Math.floor(random() * 7)
      const limits: number[] = []
      for (let i = 0; i < count; i++) limits.push((i === 0 ? 5 : limits[i - 1]!) * (1.1 + random()))
      const hysteresis = random() * 0.3
      const given = bySize ? { sizes: limits.map((limit) => 1 / limit) } : { distances: limits }
      setLodRange(world, eid, { ...given, hysteresis })
      const place = () => (random() - 0.5) * 100
      return { eid, half, bySize, limits, hysteresis, x: place(), y: place(), z: place() }
    })
    const memory = views.map(() => new Map<number, boolean[]>())
    const scales = [FOV_60, 0.5, 1.4].map((fov) => 1 / Math.tan(fov / 2))
    let compared = 0
    for (let step = 0; step < 60; step++) {
      for (const thing of things) {
        if (random() < 0.02) thing.z = (random() - 0.5) * 100
        thing.x += (random() - 0.5) * 4
        thing.z += (random() - 0.5) * 4
        setPosition(world, thing.eid, thing.x, thing.y, thing.z)
      }
      frame(world)
      views.forEach((view, v) => {
        const list = visible(world, view)
        const seen = new Map<number, number>()
        for (let i = 0; i < list.count; i++) seen.set(list.ids[i]!, levels(world, view)[i]!)
        for (const thing of things) {
          const level = seen.get(thing.eid)
          if (level === undefined) {
            memory[v]!.delete(thing.eid)
            continue
          }
          const gap = (c: number) => Math.max(Math.abs(c) - thing.half, 0)
          const distance = Math.hypot(gap(thing.x), gap(thing.y), gap(thing.z))
          const radius = thing.half * Math.sqrt(3)
          const beyond = thing.x ** 2 + thing.y ** 2 + thing.z ** 2 - radius ** 2
          const size = beyond > 0 ? (radius * scales[v]!) / Math.sqrt(beyond) : Number.POSITIVE_INFINITY
          const measure = thing.bySize ? 1 / size : (distance * SCALE_60) / scales[v]!
          const before = memory[v]!.get(thing.eid)
          let doubtful = false
          const switches = thing.limits.map((limit, i) => {
            const threshold =
              limit * (before === undefined ? 1 : before[i] ? 1 - thing.hysteresis : 1 + thing.hysteresis)
            // Floats decide within a hair of a limit; then the world's own answer is taken over.
            if (Math.abs(measure / threshold - 1) < 1e-5) doubtful = true
            return measure > threshold
          })
          if (doubtful) for (let i = 0; i < switches.length; i++) switches[i] = i < level
          memory[v]!.set(thing.eid, switches)
          const right = switches.filter(Boolean).length
          compared++
          check(
            level === right,
            () => `seed ${seed}, step ${step}, view ${v}, ${JSON.stringify(thing)}: ${level}, not ${right}`,
          )
        }
      })
    }
    expect(compared).toBeGreaterThan(1000)
  })
})
