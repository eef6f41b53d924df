/** The kinds of fault behind the cases of `field-cases-*.test.ts`, with random numbers. */
import {
  columns,
  destroy,
  markTouched,
  setPosition,
  setTransform,
  spawn,
  stats,
  Transform,
} from '@sightline/core'
import {
  Bounds,
  entered,
  isVisible,
  left,
  loadKernels,
  markBounds,
  setPerspective,
  setSphere,
  setView,
  setViewport,
  View,
  validateCulling,
  visible,
} from '@sightline/culling'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../test/support/random.js'
import {
  createGame,
  createThing,
  type Game,
  place,
  randomRotation,
  reparent,
  runFrame,
} from './support/game.js'
import { createRecord, judgeView, type ViewRecord } from './support/judge.js'
import { LENSES } from './support/lenses.js'
import type { Vec3 } from './support/world-oracle.js'

beforeAll(() => loadKernels())

const list = (l: { ids: ArrayLike<number>; count: number }) => Array.from(l.ids).slice(0, l.count).sort()

function addCameras(game: Game, reach: number): ViewRecord[] {
  return Object.values(LENSES).map((lens) => {
    const camera = createThing(game.world, null, View)
    const eyes = lens(game.world, camera.eid, game.random, reach)
    const rest = { layers: 1, distanceScale: 1, minPixels: 0, viewportHeight: 1080, hysteresis: 0.1 }
    return createRecord({ camera, eyes, ...rest })
  })
}

function judgeFrom(game: Game, records: ViewRecord[], reach: number, label: string): void {
  for (const { truth } of records) {
    const at = () => Math.fround((game.random() - 0.5) * reach)
    truth.camera.position = [at(), at(), at()]
    truth.camera.rotation = randomRotation(game.random)
    place(game.world, truth.camera)
  }
  runFrame(game)
  for (const [i, record] of records.entries()) judgeView(game, record, `${label}, lens ${i}`)
  validateCulling(game.world)
}

describe('kinds of the cases 1, 4 and 5: any chain of transforms', () => {
  it.each([61, 62, 63])('negative, zero, uneven and sheared scales, six deep (seed %d)', (seed) => {
    const random = createRandom(seed)
    const game = createGame(random, 400, 60)
    const scales = [-3, -1, 0, 1e-3, 1, 1, 1, 2]
    const pick = () => Math.fround(scales[Math.floor(random() * scales.length)]!)
    for (let i = 0; i < 240; i++) {
      const thing = createThing(game.world, [-1, 0, -0.5, 2, 1, 0.5])
      thing.position = [0, 0, 0].map(() => Math.fround((random() - 0.5) * (i % 6 === 0 ? 80 : 6))) as Vec3
      thing.rotation = randomRotation(random)
      thing.scale = [pick(), pick(), pick()]
      place(game.world, thing)
      if (i % 6 !== 0) reparent(game, thing, [...game.things].at(-1)!)
      game.things.add(thing)
    }
    const records = addCameras(game, 60)
    for (let frame = 0; frame < 6; frame++) {
      judgeFrom(game, records, 80, `seed ${seed}, frame ${frame}`)
      for (const thing of game.things) {
        if (thing.parent !== null || random() < 0.5) continue
        thing.rotation = randomRotation(random)
        place(game.world, thing)
      }
    }
  })
})

describe('kinds of the cases 11 and 13: broken and endless numbers anywhere', () => {
  it.each([71, 72])('are in every view, counted, and get well again (seed %d)', (seed) => {
    const random = createRandom(seed)
    const game = createGame(random, 300, 60)
    const { world } = game
    const { position, rotation, scale } = columns(world, Transform)
    const { center, halfExtents } = columns(world, Bounds)
    const fields = [position, scale, center, halfExtents, rotation]
    const widths = [3, 3, 3, 3, 4]
    const ids = Array.from({ length: 60 }, () => {
      const eid = spawn(world, Transform, Bounds)
      setSphere(world, eid, 1)
      setPosition(world, eid, 0, 0, 50)
      return eid
    })
    const view = spawn(world, Transform, View)
    for (let frame = 0; frame < 60; frame++) {
      const eid = ids[frame % ids.length]!
      const field = Math.floor(random() * 5)
      const at = eid * widths[field]! + Math.floor(random() * 3)
      const before = fields[field]![at]!
      fields[field]![at] = [NaN, Infinity, -Infinity][Math.floor(random() * 3)]!
      markTouched(world, eid)
      markBounds(world, eid)
      runFrame(game)
      validateCulling(world)
      expect(list(visible(world, view)), `seed ${seed}, frame ${frame}, field ${field}`).toEqual([eid])
      expect(stats(world).counters['culling.broken']).toBeLessThanOrEqual(1)
      fields[field]![at] = before
      setTransform(world, eid, 0, 0, 50, 0, 0, 0, 1)
      markBounds(world, eid)
      runFrame(game)
      validateCulling(world)
      expect(visible(world, view).count).toBe(0)
      expect(stats(world).counters['culling.broken']).toBe(0)
    }
  })
})

describe('kinds of the cases 17, 19, 20: boxes of every proportion', () => {
  it.each([81, 82, 83])('plates, poles and giants through every lens (seed %d)', (seed) => {
    const random = createRandom(seed)
    const game = createGame(random, 400, 60)
    for (let i = 0; i < 250; i++) {
      const half = [0, 0, 0].map(() => Math.fround(10 ** (random() * 5 - 2.5)))
      if (random() < 0.2) half[Math.floor(random() * 3)] = 0
      const thing = createThing(game.world, [...half.map((h) => -h), ...half])
      thing.position = [0, 0, 0].map(() => Math.fround((random() - 0.5) * 200)) as Vec3
      place(game.world, thing)
      game.things.add(thing)
    }
    const records = addCameras(game, 60)
    for (let frame = 0; frame < 8; frame++) judgeFrom(game, records, 150, `seed ${seed}, frame ${frame}`)
  })
})

describe('kinds of the cases 29 and 78: far from everything', () => {
  it.each([10, 1e4, 45_000, 1e6])('the whole world jumps to %d and back', (offset) => {
    const random = createRandom(91)
    const game = createGame(random, 400, 60)
    for (let i = 0; i < 200; i++) {
      const thing = createThing(game.world, [-1, -1, -1, 1, 1, 1])
      thing.position = [0, 0, 0].map(() => Math.fround((random() - 0.5) * 100)) as Vec3
      place(game.world, thing)
      game.things.add(thing)
    }
    const [record] = addCameras(game, 60)
    for (const to of [0, offset, -offset, 0]) {
      for (const thing of [...game.things, record!.truth.camera]) {
        thing.position = [
          Math.fround(to + (random() - 0.5) * 100),
          thing.position[1],
          Math.fround((random() - 0.5) * 100),
        ]
        thing.rotation = randomRotation(random)
        place(game.world, thing)
      }
      runFrame(game)
      judgeView(game, record!, `at ${to}`)
      validateCulling(game.world)
    }
  })
})

describe('kinds of the cases 34 and 39: lives and events in any order', () => {
  it.each([101, 102])('the sum of enters and leaves is what is there (seed %d)', (seed) => {
    const random = createRandom(seed)
    const game = createGame(random, 40, 60)
    const { world } = game
    const views = [0, 1].map(() => spawn(world, Transform, View))
    const state = views.map(() => new Map<number, number>())
    const alive: number[] = []
    for (let frame = 0; frame < 400; frame++) {
      for (let i = 0; i < 4; i++) {
        const act = random()
        if (act < 0.4 && alive.length < 30) {
          const eid = spawn(world, Transform, Bounds)
          setPosition(world, eid, 0, 0, random() < 0.5 ? -10 : 10)
          alive.push(eid)
        } else if (act < 0.8 && alive.length > 0) {
          destroy(world, alive.splice(Math.floor(random() * alive.length), 1)[0]!)
        } else if (alive.length > 0) {
          setPosition(world, alive[Math.floor(random() * alive.length)]!, 0, 0, random() < 0.5 ? -10 : 10)
        }
      }
      if (frame % 7 === 0) setView(world, views[1]!, { refresh: frame % 2 ? 'on-change' : { seconds: 0.1 } })
      runFrame(game)
      validateCulling(world)
      for (const [i, view] of views.entries()) {
        const there = state[i]!
        const out = left(world, view)
        for (let k = 0; k < out.count; k++) there.set(out.ids[k]!, (there.get(out.ids[k]!) ?? 0) - 1)
        const into = entered(world, view)
        for (let k = 0; k < into.count; k++) there.set(into.ids[k]!, (there.get(into.ids[k]!) ?? 0) + 1)
        const sum = [...there].filter(([, n]) => n !== 0)
        expect(
          sum.every(([, n]) => n === 1),
          `seed ${seed}, frame ${frame}: ${sum}`,
        ).toBe(true)
        expect(sum.map(([eid]) => eid).sort(), `seed ${seed}, frame ${frame}`).toEqual(
          list(visible(world, view)),
        )
      }
    }
  })
})

describe('kinds of the case 90: sizes in any order', () => {
  it.each([111, 112])('nothing at size 0, and right at once after it (seed %d)', (seed) => {
    const random = createRandom(seed)
    const game = createGame(random, 40, 60)
    const { world } = game
    const view = spawn(world, Transform, View)
    const middle = spawn(world, Transform, Bounds)
    setPosition(world, middle, 0, 0, -10)
    const aside = spawn(world, Transform, Bounds)
    setPosition(world, aside, 9, 0, -10)
    const values = [0, 0, NaN, 1, 320, 1080, 1920]
    const pick = () => values[Math.floor(random() * values.length)]!
    for (let frame = 0; frame < 200; frame++) {
      const [width, height] = [pick(), pick()]
      if (frame % 3 === 0) {
        setView(world, view, { viewportHeight: 500 })
        setPerspective(world, view, { fovY: 1, aspect: width / height, near: 0.1, far: 100 })
      }
      setViewport(world, view, width, height)
      if (frame % 5 === 0) setPosition(world, view, 0, 0, random() < 0.5 ? 0 : 1)
      runFrame(game)
      validateCulling(world)
      const hasArea = width > 0 && height > 0
      const label = `seed ${seed}, frame ${frame}: ${width}x${height}`
      expect(isVisible(world, view, middle), label).toBe(hasArea)
      const slope = 9 / (10 + columns(world, Transform).position[view * 3 + 2]!)
      expect(isVisible(world, view, aside), label).toBe(hasArea && Math.tan(0.5) * (width / height) >= slope)
    }
  })
})
