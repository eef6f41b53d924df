import { createWorld, spawn } from '@sightline/core'
import {
  clearUpdateRate,
  defineUpdateKind,
  due,
  explainUpdate,
  loadKernels,
  noteCost,
  runDue,
  setImportance,
  setUpdateBudget,
  setUpdateRate,
  type UpdatePolicy,
  UpdateRate,
  updateStats,
} from '@sightline/culling'
import { beforeAll, describe, expect, it } from 'vitest'
import { kindState } from '../../src/schedule/schedule-state.js'
import { validateSchedule } from '../../src/schedule/validate-schedule.js'
import { createScene, spawnBall, step } from './helpers.js'

beforeAll(() => loadKernels())

// As JavaScript calls them, where no compiler looks at names and types.
type Loose = (...given: unknown[]) => unknown
const loose = (call: unknown): Loose => call as Loose

describe('defineUpdateKind says what is wrong', () => {
  it.each<[string, unknown[], string]>([
    ['a name', [''], 'name is "", expected some text'],
    ['a name', [5], 'name is 5'],
    ['an option', ['k', { nears: 1 }], 'nears is not an option, expected one of near, far'],
    ['options', ['k', null], 'options is null'],
    ['a rate', ['k', { near: 'often' }], 'near is "often", expected \'every-frame\''],
    ['a rate', ['k', { near: null }], 'near is null'],
    ['a rate', ['k', { far: 0 }], 'far is 0'],
    ['a rate', ['k', { hidden: 241 }], 'hidden is 241'],
    ['a rate', ['k', { outside: 2.5 }], 'outside is 2.5'],
    ['a rate', ['k', { beyond: Number.NaN }], 'beyond is NaN'],
    ['slowest', ['k', { slowest: Infinity }], 'slowest is Infinity'],
    ['minimum', ['k', { minimum: 0 }], 'minimum is 0'],
    ['minimum', ['k', { minimum: '4' }], 'minimum is "4"'],
    ['nearSize', ['k', { nearSize: -1 }], 'nearSize is -1'],
    ['grace', ['k', { grace: Infinity }], 'grace is Infinity'],
    ['budget', ['k', { budget: 0 }], 'budget is 0, expected milliseconds above 0'],
  ])('%s: %j', (_, given, message) => {
    expect(() => loose(defineUpdateKind)(...given)).toThrow(`defineUpdateKind: ${message}`)
  })

  it('undefined is "not given"', () => {
    expect(defineUpdateKind('k', { far: undefined as never }).options.far).toBe(2)
  })
})

describe('what belongs to a world says what is wrong', () => {
  it('with nothing changed', () => {
    const scene = createScene()
    const { world } = scene
    const kind = defineUpdateKind('walk')
    const ball = spawnBall(scene, -5)
    const bare = spawn(world)
    expect(() => setUpdateRate(world, bare, kind)).toThrow(`setUpdateRate: entity ${bare} has no UpdateRate`)
    expect(() => setImportance(world, bare, 1)).toThrow(`setImportance: entity ${bare} has no UpdateRate`)
    expect(() => loose(setUpdateRate)(world, ball, kind, { near: 300 })).toThrow('setUpdateRate: near is 300')
    expect(() => loose(setUpdateRate)(world, ball, kind, { grace: 1 })).toThrow('grace is not an option')
    expect(() => loose(setUpdateRate)(world, ball, {})).toThrow('setUpdateRate: kind is [object Object]')
    expect(() => setImportance(world, ball, -1)).toThrow('setImportance: importance is -1')
    expect(() => setImportance(world, ball, Number.NaN)).toThrow('setImportance: importance is NaN')
    expect(() => loose(setImportance)(world, ball, '1')).toThrow('setImportance: importance is "1"')
    expect(() => setUpdateBudget(world, kind, -2)).toThrow('setUpdateBudget: budget is -2')
    expect(() => noteCost(world, kind, Number.NaN)).toThrow('noteCost: milliseconds is NaN')
    expect(() => loose(due)(world, undefined)).toThrow('due: kind is undefined')
    expect(() => loose(runDue)(world, 'walk', () => {})).toThrow('runDue: kind is walk')
    expect(() => loose(explainUpdate)(world, null, ball)).toThrow('explainUpdate: kind is null')
    step(scene)
    expect(updateStats(world, kind).members).toBe(0)
  })

  it('policies may change without end: those that nobody has any more take no room', () => {
    const scene = createScene()
    const { world } = scene
    const kind = defineUpdateKind('walk')
    const [ball, other] = [spawnBall(scene, 5), spawnBall(scene, 6)]
    setUpdateRate(world, other, kind, { near: 7, outside: 7 })
    step(scene)
    for (let n = 0; n < 150_000; n++) {
      const [hidden, far] = [1 + (n % 240), 1 + (Math.floor(n / 240) % 240)]
      setUpdateRate(world, ball, kind, { hidden, far, beyond: 1 + Math.floor(n / 57_600), outside: 3 })
      if (n % 10_000 === 0) step(scene)
    }
    step(scene)
    validateSchedule(world)
    expect(explainUpdate(world, kind, ball)).toMatchObject({ every: 3 })
    expect(explainUpdate(world, kind, other)).toMatchObject({ every: 7 })
    expect(kindState(world, kind, 'test').policies.rows.length).toBe(4096 * 8)
  })

  it('65,535 policies may be in use at the same time', () => {
    const scene = createScene(70_000)
    const { world } = scene
    const kind = defineUpdateKind('walk')
    const policy = (n: number): UpdatePolicy => ({
      hidden: 1 + (n % 240),
      far: 1 + (Math.floor(n / 240) % 240),
      beyond: 1 + Math.floor(n / 57_600),
    })
    const crowd = Array.from({ length: 65_536 }, () => spawn(world, UpdateRate))
    for (let n = 0; n < 65_535; n++) setUpdateRate(world, crowd[n]!, kind, policy(n))
    expect(() => setUpdateRate(world, crowd[65_535]!, kind, policy(65_535))).toThrow(
      'setUpdateRate: 65535 different policies of one kind are in use, expected fewer',
    )
    setUpdateRate(world, crowd[65_535]!, kind, policy(65_534))
    clearUpdateRate(world, crowd[0]!, kind)
    setUpdateRate(world, crowd[0]!, kind, policy(65_535))
    expect(kindState(world, kind, 'test').wanted[crowd[0]!]).toBe(1)
  })

  it('culling comes first, names are unique in a world, and kinds are 32 at most', () => {
    const kind = defineUpdateKind('walk')
    const bare = createWorld({ capacity: 5 })
    expect(() => setUpdateRate(bare, spawn(bare, UpdateRate), kind)).toThrow('call setupCulling(world) first')
    const scene = createScene()
    const ball = spawnBall(scene, -5)
    setUpdateRate(scene.world, ball, kind)
    const twin = defineUpdateKind('walk')
    expect(() => setUpdateRate(scene.world, ball, twin)).toThrow('there is another kind "walk" in this world')
    for (let i = 1; i < 32; i++) setUpdateRate(scene.world, ball, defineUpdateKind(`k${i}`))
    const last = defineUpdateKind('last')
    expect(() => setUpdateRate(scene.world, ball, last)).toThrow(
      '"last" is one kind too many, expected at most 32',
    )
    step(scene)
    expect(due(scene.world, kind).count).toBe(1)
  })
})
