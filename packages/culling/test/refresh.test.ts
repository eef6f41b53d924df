import { createWorld, destroy, setPosition, spawn, Transform, type World } from '@sightline/core'
import {
  Bounds,
  CullRange,
  distances,
  entered,
  Layers,
  left,
  loadKernels,
  NeverCull,
  setBox,
  setCullRange,
  setLayers,
  setPerspective,
  setSphere,
  setupCulling,
  setView,
  View,
  validateCulling,
  version,
  viewStats,
  visible,
} from '@sightline/culling'
import { addComponent, removeComponent } from 'bitecs'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../test/support/random.js'
import { createGame, destroyThing, moveThing, runFrame, spawnThing, stepFrame } from './support/game.js'

beforeAll(() => loadKernels())

const list = (l: { ids: ArrayLike<number>; count: number }) => Array.from(l.ids).slice(0, l.count).sort()

function newWorld(): { world: World; view: number } {
  const world = createWorld({ capacity: 100 })
  setupCulling(world)
  const view = spawn(world, Transform, View)
  setPerspective(world, view, { fovY: Math.PI / 3, aspect: 1, near: 0.1, far: 100 })
  return { world, view }
}

function ball(world: World, z: number, ...components: object[]): number {
  const eid = spawn(world, Transform, Bounds, ...components)
  setSphere(world, eid, 1)
  setPosition(world, eid, 0, 0, z)
  return eid
}

describe("refresh 'on-change'", () => {
  function quiet(world: World, view: number): () => boolean {
    setView(world, view, { refresh: 'on-change' })
    stepFrame(world)
    stepFrame(world)
    return () => {
      stepFrame(world)
      validateCulling(world)
      return viewStats(world, view).queried
    }
  }

  it('does not ask while nothing near changes', () => {
    const { world, view } = newWorld()
    const near = ball(world, -10)
    const behind = ball(world, 50)
    const asks = quiet(world, view)
    const before = version(world, view)
    expect(asks()).toBe(false)
    setPosition(world, behind, 1, 0, 60)
    expect(asks()).toBe(false)
    ball(world, 70)
    expect(asks()).toBe(false)
    destroy(world, behind)
    expect(asks()).toBe(false)
    expect([version(world, view), list(visible(world, view))]).toEqual([before, [near]])
    expect([entered(world, view).count, left(world, view).count]).toEqual([0, 0])
  })

  it('asks when something comes near, moves within, goes, or is made or destroyed within', () => {
    const { world, view } = newWorld()
    const eid = ball(world, -10)
    const other = ball(world, 50)
    const asks = quiet(world, view)
    setPosition(world, other, 0, 0, -20)
    expect(asks()).toBe(true)
    expect(list(visible(world, view))).toEqual([eid, other])
    setPosition(world, eid, 0, 0, -15)
    expect(asks()).toBe(true)
    expect(distances(world, view)[visible(world, view).ids.indexOf(eid)]).toBeCloseTo(14, 4)
    setPosition(world, other, 0, 0, 50)
    expect(asks()).toBe(true)
    expect(list(left(world, view))).toEqual([other])
    const made = ball(world, -30)
    expect(asks()).toBe(true)
    destroy(world, made)
    expect(asks()).toBe(true)
    expect(list(left(world, view))).toEqual([made])
    expect(asks()).toBe(false)
  })

  it('asks when the view moves or a setting or a filter changes', () => {
    const { world, view } = newWorld()
    const eid = ball(world, -10, Layers, CullRange)
    const asks = quiet(world, view)
    const changes: (() => void)[] = [
      () => setPosition(world, view, 0, 0, 1),
      () => setView(world, view, { minPixels: 1 }),
      () => setPerspective(world, view, { fovY: 1, aspect: 1, near: 0.1, far: 100 }),
      () => setLayers(world, eid, 3),
      () => setCullRange(world, eid, { maxDistance: 20 }),
      () => setBox(world, eid, -2, -2, -2, 2, 2, 2),
      () => addComponent(world, eid, NeverCull),
      () => removeComponent(world, eid, Layers),
    ]
    for (const change of changes) {
      change()
      expect(asks(), String(change)).toBe(true)
      expect(asks(), String(change)).toBe(false)
    }
  })

  it('gives what a view gives that asks every frame (seeds 300..303)', () => {
    for (let seed = 300; seed < 304; seed++) {
      const random = createRandom(seed)
      const game = createGame(random, 400, 80)
      const { world } = game
      for (let i = 0; i < 150; i++) spawnThing(game)
      const views = ['every-frame', 'on-change'] as const
      const [every, onChange] = views.map((refresh) => {
        const view = spawn(world, Transform, View)
        setPerspective(world, view, { fovY: 0.6, aspect: 1, near: 0.1, far: 30 })
        setView(world, view, { refresh })
        return view
      }) as [number, number]
      let asked = 0
      for (let frame = 0; frame < 100; frame++) {
        const things = [...game.things]
        const some = () => things[Math.floor(random() * things.length)]!
        if (random() < 0.7) moveThing(game, some())
        if (random() < 0.2) destroyThing(game, some())
        if (random() < 0.2) spawnThing(game)
        if (random() < 0.1) for (const view of [every, onChange]) setPosition(world, view, frame % 20, 0, 0)
        runFrame(game)
        validateCulling(world)
        if (viewStats(world, onChange).queried) asked++
        expect(list(visible(world, onChange)), `seed ${seed}, frame ${frame}`).toEqual(
          list(visible(world, every)),
        )
        expect(list(entered(world, onChange))).toEqual(list(entered(world, every)))
        expect(list(left(world, onChange))).toEqual(list(left(world, every)))
      }
      expect(asked).toBeLessThan(80)
    }
  })
})

describe('refresh by the clock', () => {
  it('asks once in so many seconds, and the destroyed leave at once', () => {
    const { world, view } = newWorld()
    setView(world, view, { refresh: { seconds: 1 } })
    const first = ball(world, -10)
    const second = ball(world, -20)
    stepFrame(world, 10)
    expect(list(visible(world, view))).toEqual([first, second])
    const later = ball(world, -30)
    stepFrame(world, 10.5)
    expect(list(visible(world, view))).toEqual([first, second])
    expect([entered(world, view).count, left(world, view).count]).toEqual([0, 0])
    destroy(world, first)
    stepFrame(world, 10.9)
    expect([list(visible(world, view)), list(left(world, view))]).toEqual([[second], [first]])
    expect(distances(world, view)[0]).toBeCloseTo(19, 4)
    validateCulling(world)
    stepFrame(world, 11)
    expect([list(visible(world, view)), list(entered(world, view))]).toEqual([
      [second, later].sort(),
      [later],
    ])
    stepFrame(world, 5)
    expect(viewStats(world, view).queried).toBe(true)
  })
})
