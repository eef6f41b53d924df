import { columns, createWorld, markTouched, setTransform, spawn, Transform } from '@sightline/core'
import {
  Bounds,
  defineUpdateKind,
  due,
  loadKernels,
  noteCost,
  setPerspective,
  setSphere,
  setUpdateRate,
  setupCulling,
  UpdateRate,
  updateStats,
  View,
} from '@sightline/culling'
import { beforeAll, describe, expect, it } from 'vitest'
import { measureHeap } from '../../../../test/support/heap.js'
import { createRandom } from '../../../../test/support/random.js'
import { step } from './helpers.js'

beforeAll(() => loadKernels())

const ENTITIES = 20_000
const LAP = 120

/**
 * 20,000 entities with five kinds, of which 2,000 walk, and a camera that goes round among them; budgets that
 * have to slow.
 */
function createTown() {
  const random = createRandom(5)
  const world = createWorld({ capacity: ENTITIES + 10 })
  setupCulling(world)
  const kinds = ['animation', 'gait', 'talk', 'gaze', 'cloth'].map((name, i) =>
    defineUpdateKind(name, {
      far: 2 + i,
      outside: i % 2 === 0 ? 'clock' : 30,
      budget: i < 3 ? 0.3 : Infinity,
    }),
  )
  const walkers: number[] = []
  for (let i = 0; i < ENTITIES; i++) {
    const eid = spawn(world, Transform, Bounds, UpdateRate)
    setSphere(world, eid, 1)
    setTransform(world, eid, (random() - 0.5) * 900, 0, (random() - 0.5) * 900, 0, 0, 0, 1)
    for (const kind of kinds) setUpdateRate(world, eid, kind)
    if (i % 10 === 0) walkers.push(eid)
  }
  const camera = spawn(world, Transform, View)
  setPerspective(world, camera, { fovY: 1, aspect: 1.7, near: 0.1, far: 300 })
  const { position } = columns(world, Transform)
  const scene = { world, camera, now: 0 }
  const frame = (number: number): void => {
    const angle = ((number % LAP) / LAP) * 2 * Math.PI
    for (let i = 0; i < walkers.length; i++) {
      const eid = walkers[i]!
      position[eid * 3] = position[eid * 3]! + (number % LAP < LAP / 2 ? 0.1 : -0.1)
      markTouched(world, eid)
    }
    const [x, z] = [Math.sin(angle) * 100, Math.cos(angle) * 100]
    setTransform(world, camera, x, 2, z, 0, Math.sin(angle), 0, Math.cos(angle))
    step(scene)
    for (let i = 0; i < kinds.length; i++) {
      const { count } = due(world, kinds[i]!)
      noteCost(world, kinds[i]!, count * (number % LAP < LAP / 2 ? 2e-3 : 2e-4))
    }
  }
  return { frame, world, kinds }
}

describe('allocation', () => {
  it('20,000 entities and five kinds make no garbage, with bands that change and budgets that slow', () => {
    const { frame, world, kinds } = createTown()
    for (let number = 0; number < 4 * LAP; number++) frame(number)
    const { kept, made, buffers } = measureHeap(3 * LAP, frame, { kept: 64 * 1024, made: 1024 })
    expect(kept).toBeLessThan(64 * 1024)
    expect(made).toBeLessThan(1024)
    expect(buffers).toBe(0)
    for (let number = 0; number < LAP / 2; number++) frame(number)
    expect(updateStats(world, kinds[0]!).slowed).toBeGreaterThan(100)
  }, 240_000)
})
