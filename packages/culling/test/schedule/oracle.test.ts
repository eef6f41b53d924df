import {
  columns,
  createWorld,
  destroy,
  propagateTransforms,
  runSystems,
  setPosition,
  setTransform,
  spawn,
  Transform,
  tickTo,
} from '@sightline/core'
import {
  Bounds,
  CullRange,
  clearUpdateRate,
  cullingSystems,
  defineUpdateKind,
  due,
  explainUpdate,
  Layers,
  loadKernels,
  NeverCull,
  noteCost,
  setCullRange,
  setImportance,
  setLayers,
  setPerspective,
  setSphere,
  setUpdateRate,
  setupCulling,
  setView,
  setVisibility,
  type UpdateKind,
  type UpdatePolicy,
  UpdateRate,
  View,
  Visibility,
} from '@sightline/culling'
import { addComponent, hasComponent, removeComponent } from 'bitecs'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { validateSchedule } from '../../src/schedule/validate-schedule.js'
import { randomRotation } from '../support/game.js'
import { createReference, lose, type Policy, runReference, want } from './oracle.js'

beforeAll(() => loadKernels())

const RATES = ['every-frame', 'clock', 'stop', 1, 2, 3, 7, 30] as const

function randomPolicy(random: () => number): UpdatePolicy {
  const policy: UpdatePolicy = {}
  for (const band of ['near', 'far', 'hidden', 'outside', 'beyond'] as const) {
    if (random() < 0.6) policy[band] = RATES[Math.floor(random() * RATES.length)]!
  }
  if (random() < 0.2) policy.minimum = 1 + Math.floor(random() * 20)
  return policy
}

function createKinds(random: () => number): UpdateKind[] {
  return [0, 1, 2, 3].map((i) =>
    defineUpdateKind(`kind ${i}`, {
      ...randomPolicy(random),
      nearSize: [0.05, 0.2, 0, 0.2][i]!,
      grace: [0.1, 0, 0.4, 0.1][i]!,
    }),
  )
}

/** A small world in which everything happens, and the reference beside it. */
function createTrial(seed: number, mostViews: number) {
  const random = createRandom(seed)
  const world = createWorld({ capacity: 60 })
  setupCulling(world)
  const kinds = createKinds(random)
  const reference = createReference(world, kinds)
  const things: number[] = []
  let views: number[] = []
  let now = 0
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const place = (eid: number) => {
    const [x, y, z] = [0, 1, 2].map(() => (random() - 0.5) * 80) as [number, number, number]
    setTransform(world, eid, x, y, z, ...randomRotation(random))
  }
  const { position } = columns(world, Transform)
  const nudge = (eid: number) => {
    const [x, y, z] = [0, 1, 2].map((axis) => position[eid * 3 + axis]! + (random() - 0.5) * 0.6)
    setPosition(world, eid, x!, y!, z!)
  }

  const rate = (eid: number) => {
    const kind = pick(kinds)
    if (!hasComponent(world, eid, UpdateRate)) return
    if (random() < 0.2) {
      clearUpdateRate(world, eid, kind)
      want(reference, kind, eid, null)
      return
    }
    const policy = randomPolicy(random)
    setUpdateRate(world, eid, kind, policy)
    want(reference, kind, eid, { ...kind.options, ...policy } as Policy)
  }
  const add = () => {
    if (things.length === 50) return
    const components = [Transform, UpdateRate]
    const eid = spawn(world, ...components, ...(random() < 0.9 ? [Bounds] : []))
    things.push(eid)
    if (hasComponent(world, eid, Bounds)) setSphere(world, eid, 0.2 + random() * 4)
    place(eid)
    for (let i = 0; i < 3; i++) rate(eid)
  }
  const remove = () => {
    const [eid] = things.splice(Math.floor(random() * things.length), 1)
    destroy(world, eid!)
    lose(reference, eid!)
    if (random() < 0.5) add()
  }
  const toggle = (component: object) => {
    const eid = pick(things)
    if (hasComponent(world, eid, component)) removeComponent(world, eid, component)
    else {
      addComponent(world, eid, component)
      if (component === Bounds) setSphere(world, eid, 0.2 + random() * 4)
    }
  }
  const toggleRate = () => {
    const eid = pick(things)
    if (hasComponent(world, eid, UpdateRate)) {
      removeComponent(world, eid, UpdateRate)
      lose(reference, eid)
      if (random() < 0.5) return
    }
    addComponent(world, eid, UpdateRate)
    rate(eid)
  }
  const changes: (() => void)[] = [
    add,
    remove,
    toggleRate,
    () => rate(pick(things)),
    () => place(pick(things)),
    () => nudge(pick(things)),
    () => toggle(Bounds),
    () => toggle(NeverCull),
    () => {
      const eid = pick(things)
      addComponent(world, eid, Layers)
      setLayers(world, eid, Math.floor(random() * 3))
    },
    () => {
      const eid = pick(things)
      addComponent(world, eid, Visibility)
      setVisibility(world, eid, pick(['inherit', 'hide', 'show']))
    },
    () => {
      const eid = pick(things)
      addComponent(world, eid, CullRange)
      setCullRange(world, eid, { maxDistance: 5 + random() * 60, minPixels: random() < 0.5 ? 0 : 20 })
    },
    () => {
      const eid = pick(things)
      if (hasComponent(world, eid, UpdateRate)) setImportance(world, eid, random() * 5)
    },
  ]
  const changeViews = () => {
    const [view] = views.length >= mostViews ? views.splice(Math.floor(random() * views.length), 1) : []
    if (view !== undefined) destroy(world, view)
    if (views.length === mostViews || random() < 0.3) return
    const added = spawn(world, Transform, View)
    setPerspective(world, added, { fovY: 0.4 + random(), aspect: 1, near: 0.1, far: 40 + random() * 60 })
    setView(world, added, { refresh: pick(['every-frame', 'every-frame', 'on-change']) })
    place(added)
    views = [...views, added]
  }

  for (let i = 0; i < 40; i++) add()
  changeViews()
  const counts = { turns: 0, rests: 0, bands: new Set<string>() }
  /** The list without taking it. */
  const peek = (kind: UpdateKind) => {
    const list = new Map<number, number>()
    for (const eid of Array(61).keys()) {
      const found = explainUpdate(world, kind, eid)
      if (found?.due) list.set(eid, found.seconds)
      if (found) counts.bands.add(found.band)
      if (found?.every === 0) counts.rests++
    }
    return list
  }
  const frame = (number: number) => {
    for (let i = Math.floor(random() * 6); i > 0; i--) pick(changes)()
    if (random() < 0.05) changeViews()
    for (const view of views) {
      if (random() < 0.05) place(view)
      else if (random() < 0.8) nudge(view)
    }
    now += random() < 0.02 ? 5 : random() * 0.03
    tickTo(world, now)
    const skipped = random() < 0.03
    const systems = skipped ? cullingSystems.slice(0, -1) : cullingSystems
    runSystems(world, [propagateTransforms, ...systems])
    if (skipped) return
    const wrong = runReference(reference, {
      now,
      views,
      hasBox: (eid) => hasComponent(world, eid, Bounds),
      due: peek,
      bandOf: (kind, eid) => explainUpdate(world, kind, eid)?.band ?? 'none',
    })
    expect(wrong, `seed ${seed}, frame ${number}`).toEqual([])
    validateSchedule(world)
    for (const kind of kinds) {
      if (random() < 0.1) continue
      const expected = peek(kind)
      const { ids, seconds, count } = due(world, kind)
      const given = new Map<number, number>()
      for (let i = 0; i < count; i++) given.set(ids[i]!, seconds[i]!)
      expect(count).toBe(given.size)
      expect(given).toEqual(expected)
      counts.turns += count
      reference.taken.add(kind)
      noteCost(world, kind, random())
    }
  }
  return { frame, counts }
}

describe('against a plain scheduler', () => {
  it.each([
    [1, 3],
    [2, 1],
    [3, 2],
    [4, 1],
    [5, 3],
    [6, 1],
  ])('bands, rates, turns and seconds are the same (seed %d, up to %d views)', (seed, mostViews) => {
    const { frame, counts } = createTrial(seed, mostViews)
    for (let number = 0; number < 400; number++) frame(number)
    expect([...counts.bands].sort()).toEqual(['beyond', 'far', 'hidden', 'near', 'outside'])
    expect(counts.turns).toBeGreaterThan(1000)
    expect(counts.rests).toBeGreaterThan(1000)
  })
})
