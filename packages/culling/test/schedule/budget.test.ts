import {
  defineUpdateKind,
  due,
  explainUpdate,
  loadKernels,
  noteCost,
  setImportance,
  setPerspective,
  setUpdateBudget,
  setUpdateRate,
  type UpdateKind,
  type UpdateKindOptions,
  updateStats,
} from '@sightline/culling'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { validateSchedule } from '../../src/schedule/validate-schedule.js'
import { createScene, dueNow, type Scene, spawnBall, step } from './helpers.js'

beforeAll(() => loadKernels())

type Crowd = { scene: Scene; kind: UpdateKind; people: number[]; costOfTurn: number; random: () => number }

/** `count` balls in view, from `nearest` to `farthest`. */
function createCrowd(count: number, nearest: number, farthest: number, options: UpdateKindOptions): Crowd {
  const random = createRandom(count)
  const scene = createScene(count + 10)
  const kind = defineUpdateKind('animation', options)
  const people = Array.from({ length: count }, (_, i) => {
    const z = nearest + ((farthest - nearest) * i) / count
    const eid = spawnBall(scene, -z, (random() - 0.5) * z)
    setUpdateRate(scene.world, eid, kind)
    return eid
  })
  return { scene, kind, people, costOfTurn: 0, random }
}

/** One frame; answers the milliseconds that the turns took, which vary by a tenth. */
function run({ scene, kind, costOfTurn, random }: Crowd): number {
  step(scene)
  const { count } = due(scene.world, kind)
  const spent = count * costOfTurn * (0.9 + 0.2 * random())
  noteCost(scene.world, kind, spent)
  return spent
}

const everies = ({ scene, kind, people }: Crowd) =>
  people.map((eid) => explainUpdate(scene.world, kind, eid)!.every)

const ALL_NEAR: UpdateKindOptions = { nearSize: 0, budget: 2 }

describe('a budget that would be broken four times over', () => {
  it.each([
    ['from near to far', 5, 900],
    ['alike', 300, 300],
    ['in two groups', 20, 20.1],
  ])('is kept within a second, does not swing, and all run again when the load drops (%s)', (_, from, to) => {
    const crowd = createCrowd(2000, from, to, ALL_NEAR)
    crowd.costOfTurn = 0.5 / 2000
    for (let frame = 0; frame < 60; frame++) expect(run(crowd)).toBeLessThan(2)
    expect(updateStats(crowd.scene.world, crowd.kind).slowed).toBe(0)

    crowd.costOfTurn = 8 / 2000
    for (let frame = 0; frame < 60; frame++) run(crowd)
    const used: number[] = []
    const rises = new Uint8Array(2000)
    const falls = new Uint8Array(2000)
    let before = everies(crowd)
    for (let frame = 0; frame < 600; frame++) {
      used.push(run(crowd))
      if (frame % 10 !== 0) continue
      const now = everies(crowd)
      for (let i = 0; i < 2000; i++) {
        if (now[i]! > before[i]!) rises[i]!++
        else if (now[i]! < before[i]!) falls[i]!++
      }
      before = now
    }
    validateSchedule(crowd.scene.world)
    expect(Math.max(...used)).toBeLessThan(2 * 1.25)
    // As much as can be is done.
    expect(used.reduce((a, b) => a + b) / used.length).toBeGreaterThan(2 * 0.7)
    // Nobody swings: in ten seconds a rate changes once or twice, and in one direction.
    expect(Math.max(...rises, ...falls)).toBeLessThanOrEqual(2)
    expect(rises.filter((count, i) => count > 0 && falls[i]! > 0).length).toBe(0)

    crowd.costOfTurn = 0.5 / 2000
    for (let frame = 0; frame < 60; frame++) run(crowd)
    expect(updateStats(crowd.scene.world, crowd.kind).slowed).toBe(0)
    expect(dueNow(crowd.scene.world, crowd.kind).size).toBe(2000)
  })

  it('is kept by each of five kinds at once, and all run again when the load drops', () => {
    const count = 600
    const scene = createScene(count + 10)
    const random = createRandom(5)
    const budgets = [0.5, 1, 1.5, 2, 4]
    const kinds = budgets.map((budget, k) => defineUpdateKind(`kind ${k}`, { nearSize: 0, budget }))
    for (let i = 0; i < count; i++) {
      const z = 5 + i
      const eid = spawnBall(scene, -z, (random() - 0.5) * z)
      for (const kind of kinds) setUpdateRate(scene.world, eid, kind)
    }
    /** One frame in which all turns of a kind together would take `times` its budget; answers shares of budgets. */
    const frameOf = (times: number): number[] => {
      step(scene)
      return kinds.map((kind, k) => {
        const turns = due(scene.world, kind).count
        const spent = ((turns * budgets[k]! * times) / count) * (0.9 + 0.2 * random())
        noteCost(scene.world, kind, spent)
        return spent / budgets[k]!
      })
    }
    const slowed = () => kinds.map((kind) => updateStats(scene.world, kind).slowed)
    for (let frame = 0; frame < 60; frame++) frameOf(0.5)
    expect(slowed()).toEqual([0, 0, 0, 0, 0])
    for (let frame = 0; frame < 60; frame++) frameOf(4)
    for (let frame = 0; frame < 300; frame++) {
      frameOf(4).forEach((share, k) => {
        expect(share, `kind ${k} in frame ${frame}`).toBeLessThan(1.25)
      })
    }
    for (let frame = 0; frame < 60; frame++) frameOf(0.5)
    expect(slowed()).toEqual([0, 0, 0, 0, 0])
    validateSchedule(scene.world)
  })

  it('rates change rarely while costs only waver', () => {
    const crowd = createCrowd(500, 5, 900, ALL_NEAR)
    crowd.costOfTurn = 6 / 500
    for (let frame = 0; frame < 60; frame++) run(crowd)
    let changes = 0
    let before = everies(crowd)
    for (let frame = 0; frame < 900; frame++) {
      run(crowd)
      const now = everies(crowd)
      changes += now.filter((every, i) => every !== before[i]).length
      before = now
    }
    // Fifteen seconds: one person in ten once, at the most.
    expect(changes).toBeLessThan(50)
  })

  it('is kept where a turn of the near costs ten times one of the far', () => {
    const crowd = createCrowd(1500, 5, 600, ALL_NEAR)
    const { scene, kind, people, random } = crowd
    const rank = new Map(people.map((eid, i) => [eid, i]))
    const used: number[] = []
    for (let frame = 0; frame < 600; frame++) {
      step(scene)
      const { ids, count } = due(scene.world, kind)
      let spent = 0
      for (let i = 0; i < count; i++) spent += rank.get(ids[i]!)! < 150 ? 0.02 : 0.002
      noteCost(scene.world, kind, spent * (0.9 + 0.2 * random()))
      used.push(spent)
    }
    // All in each frame would be 5.7 ms.
    const late = used.slice(60)
    expect(Math.max(...late)).toBeLessThan(2 * 1.25)
    expect(late.reduce((a, b) => a + b) / late.length).toBeGreaterThan(2 * 0.6)
  })

  it('one frame in which the machine did other things slows nobody', () => {
    const crowd = createCrowd(500, 5, 900, ALL_NEAR)
    crowd.costOfTurn = 1.5 / 500
    for (let frame = 0; frame < 60; frame++) run(crowd)
    for (let hiccup = 0; hiccup < 5; hiccup++) {
      step(crowd.scene)
      noteCost(crowd.scene.world, crowd.kind, due(crowd.scene.world, crowd.kind).count && 40)
      for (let frame = 0; frame < 40; frame++) {
        run(crowd)
        expect(updateStats(crowd.scene.world, crowd.kind).slowed).toBe(0)
      }
    }
  })

  it('holds with other rates, people out of view and many coming and going', () => {
    const crowd = createCrowd(3000, 5, 900, { far: 2, outside: 8, budget: 1 })
    const { scene, kind } = crowd
    crowd.costOfTurn = 4 / 3000
    const used: number[] = []
    for (let frame = 0; frame < 400; frame++) {
      setPerspective(scene.world, scene.camera, {
        fovY: frame % 100 < 50 ? 1 : 0.3,
        aspect: 1,
        near: 0.1,
        far: 2000,
      })
      used.push(run(crowd))
      validateSchedule(scene.world)
    }
    const { resting } = updateStats(scene.world, kind)
    expect(resting).toBe(0)
    // What comes into view has its turn at once, whatever the budget says; but for those frames it is kept.
    const late = used.filter((_, frame) => frame > 60 && frame % 100 !== 0)
    expect(late.filter((spent) => spent > 1.25).length).toBeLessThan(late.length * 0.05)
  })
})

describe('who is slowed', () => {
  it('is the smaller before the larger, and comes back in the other order', () => {
    const crowd = createCrowd(1000, 5, 900, ALL_NEAR)
    crowd.costOfTurn = 5 / 1000
    for (let frame = 0; frame < 120; frame++) run(crowd)
    const slowed = everies(crowd)
    // Four people of each size share the steps within half an octave; beyond that the order is strict.
    for (let i = 0; i + 400 < 1000; i++) expect(slowed[i]!).toBeLessThanOrEqual(slowed[i + 400]!)
    expect(slowed[0]).toBe(1)
    expect(slowed[999]).toBeGreaterThan(1)

    crowd.costOfTurn = 2.6 / 1000
    for (let frame = 0; frame < 120; frame++) run(crowd)
    const eased = everies(crowd)
    for (let i = 0; i < 1000; i++) expect(eased[i]!).toBeLessThanOrEqual(slowed[i]!)
    expect(eased.filter((every) => every > 1).length).toBeGreaterThan(0)
    expect(eased[999]).toBeGreaterThan(1)
    const back = slowed.map((every, i) => every > 1 && eased[i] === 1)
    const stillSlow = eased.findIndex((every) => every > 1)
    expect(back.lastIndexOf(true) - stillSlow).toBeLessThan(400)
  })

  it('is the unimportant first, never beyond slowest, and never below a minimum', () => {
    const crowd = createCrowd(400, 50, 50.1, { ...ALL_NEAR, slowest: 6 })
    const { scene, kind, people } = crowd
    for (const [i, eid] of people.entries()) setImportance(scene.world, eid, i < 40 ? 100 : i < 80 ? 0 : 1)
    for (const eid of people.slice(80, 120)) setUpdateRate(scene.world, eid, kind, { minimum: 2 })
    crowd.costOfTurn = 5 / 400
    for (let frame = 0; frame < 120; frame++) run(crowd)
    const some = everies(crowd)
    expect(Math.max(...some.slice(0, 40))).toBe(1)
    expect(Math.min(...some.slice(40, 80))).toBeGreaterThan(1)
    crowd.costOfTurn = 1
    for (let frame = 0; frame < 120; frame++) run(crowd)
    const all = everies(crowd)
    expect(Math.max(...all.slice(80, 120))).toBe(2)
    expect(Math.max(...all)).toBe(6)
    expect(explainUpdate(scene.world, kind, people[399]!)!.text).toContain(
      'every 6th frame, as it is seen and near, slowed by the budget from every single',
    )
  })

  it('is nobody without a budget, and all run again when it is taken away', () => {
    const crowd = createCrowd(200, 5, 50, { nearSize: 0 })
    crowd.costOfTurn = 1
    for (let frame = 0; frame < 30; frame++) run(crowd)
    expect(updateStats(crowd.scene.world, crowd.kind).slowed).toBe(0)
    setUpdateBudget(crowd.scene.world, crowd.kind, 20)
    for (let frame = 0; frame < 60; frame++) run(crowd)
    const { slowed, budget, costOfTurn, turnsAFrame, spent } = updateStats(crowd.scene.world, crowd.kind)
    expect(slowed).toBeGreaterThan(100)
    expect(budget).toBe(20)
    expect(costOfTurn).toBeGreaterThan(0.9)
    expect(turnsAFrame * costOfTurn).toBeLessThan(25)
    expect(spent).toBeLessThan(25)
    setUpdateBudget(crowd.scene.world, crowd.kind, Infinity)
    for (let frame = 0; frame < 120; frame++) run(crowd)
    expect(updateStats(crowd.scene.world, crowd.kind).slowed).toBe(0)
  })
})

describe('the same inputs', () => {
  it('give the same turns in the same order', () => {
    const play = () => {
      const crowd = createCrowd(700, 5, 900, { far: 3, outside: 9, budget: 1 })
      const random = createRandom(3)
      const turns: number[] = []
      for (let frame = 0; frame < 300; frame++) {
        crowd.costOfTurn = (frame % 100 < 50 ? 6 : 1) / 700
        const eid = crowd.people[Math.floor(random() * 700)]!
        setImportance(crowd.scene.world, eid, random() * 3)
        setUpdateRate(crowd.scene.world, eid, crowd.kind, { outside: 5 })
        setPerspective(crowd.scene.world, crowd.scene.camera, {
          fovY: 0.4 + Math.sin(frame / 20) * 0.3,
          aspect: 1,
          near: 0.1,
          far: 2000,
        })
        run(crowd)
        const { ids, count } = due(crowd.scene.world, crowd.kind)
        turns.push(count, ...ids.subarray(0, count))
      }
      return turns
    }
    const first = play()
    expect(play()).toEqual(first)
    expect(first.length).toBeGreaterThan(10_000)
  })
})
