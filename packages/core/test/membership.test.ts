import {
  addComponent,
  addEntity,
  createWorld as createBitWorld,
  Not,
  Or,
  query,
  removeComponent,
  removeEntity,
  set,
} from 'bitecs'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../test/support/random.js'
import type { IdList, World } from '../src/index.js'
import {
  createWorld,
  defineComponent,
  destroy,
  drainMembership,
  f32,
  generation,
  membership,
  spawn,
} from '../src/index.js'

const A = defineComponent('A', { value: f32 })
const B = defineComponent('B', {})
const C = defineComponent('C', {})

function idsOf(list: IdList): number[] {
  return [...list.ids.subarray(0, list.count)]
}

function drained(members: ReturnType<typeof membership>): { left: number[]; joined: number[] } {
  drainMembership(members)
  return { left: idsOf(members.left), joined: idsOf(members.joined) }
}

const NOTHING = { left: [], joined: [] }

describe('membership', () => {
  it('tells who joined and who left since the last drain, each once', () => {
    const world = createWorld({ capacity: 10 })
    const members = membership(world, A, B)
    const eid = spawn(world, A)
    expect(drained(members)).toEqual(NOTHING)
    addComponent(world, eid, B)
    expect(idsOf(members.joined)).toEqual([])
    expect(drained(members)).toEqual({ left: [], joined: [eid] })
    expect(drained(members)).toEqual(NOTHING)
    removeComponent(world, eid, A)
    removeComponent(world, eid, B)
    expect(drained(members)).toEqual({ left: [eid], joined: [] })
    expect(drained(members)).toEqual(NOTHING)
  })

  it('begins with those who are there', () => {
    const world = createWorld({ capacity: 10 })
    const eid = spawn(world, A, set(B, {}))
    spawn(world, A)
    expect(drained(membership(world, A, B))).toEqual({ left: [], joined: [eid] })
  })

  it('says nothing of one that joined and left between drains', () => {
    const world = createWorld({ capacity: 10 })
    const members = membership(world, A)
    destroy(world, spawn(world, A))
    expect(drained(members)).toEqual(NOTHING)
    const eid = spawn(world, A)
    removeComponent(world, eid, A)
    addComponent(world, eid, A)
    expect(drained(members)).toEqual({ left: [], joined: [eid] })
  })

  it('says both for an id that left and was given out again at once', () => {
    const world = createWorld({ capacity: 10 })
    const members = membership(world, A)
    const eid = spawn(world, A)
    drainMembership(members)
    removeEntity(world, eid)
    expect(spawn(world, A)).toBe(eid)
    expect(drained(members)).toEqual({ left: [eid], joined: [eid] })
    destroy(world, eid)
    expect(spawn(world, A)).toBe(eid)
    destroy(world, eid)
    expect(drained(members)).toEqual({ left: [eid], joined: [] })
  })

  it('is not misled by bitECS telling of a removal twice', () => {
    const world = createWorld({ capacity: 10 })
    const members = membership(world, A, B)
    const eid = spawn(world, A, B)
    drainMembership(members)
    destroy(world, eid)
    expect(addEntity(world)).toBe(eid)
    addComponent(world, eid, A)
    removeComponent(world, eid, A)
    addComponent(world, eid, A)
    addComponent(world, eid, B)
    expect(drained(members)).toEqual({ left: [eid], joined: [eid] })
  })

  it('refuses operators, nothing at all, and a world without core', () => {
    const world = createWorld({ capacity: 10 })
    expect(() => membership(world)).toThrow('expected at least one component')
    expect(() => membership(world, A, Not(B))).toThrow(TypeError)
    expect(() => membership(world, Or(A, B))).toThrow('expected components only, got an operator')
    expect(() => membership(createBitWorld(), A)).toThrow('core is not set up')
  })

  it.each([1, 2, 3])('a mirror that handles left before joined always fits the world (seed %i)', (seed) => {
    const random = createRandom(seed)
    const world: World = createWorld({ capacity: 20 })
    const members = membership(world, A, B)
    const mirror = new Map<number, number>()
    const alive: number[] = []
    for (let step = 0; step < 3000; step++) {
      const action = random()
      const component = [A, B, C][Math.floor(random() * 3)]!
      const at = Math.floor(random() * alive.length)
      if (alive.length < 3 || (action < 0.25 && alive.length < 20)) {
        alive.push(random() < 0.5 ? spawn(world, A, B) : spawn(world, component))
      } else if (action < 0.4) destroy(world, alive.splice(at, 1)[0]!)
      else if (action < 0.7) removeComponent(world, alive[at]!, component)
      else addComponent(world, alive[at]!, component)
      if (random() < 0.2) query(world, [A, B])
      if (random() > 0.3) continue

      const { left, joined } = drained(members)
      expect(new Set(left).size).toBe(left.length)
      expect(new Set(joined).size).toBe(joined.length)
      for (const eid of left) expect(mirror.delete(eid), `seed ${seed}, step ${step}`).toBe(true)
      for (const eid of joined) {
        expect(mirror.has(eid), `seed ${seed}, step ${step}`).toBe(false)
        mirror.set(eid, generation(world, eid))
      }
      const truth = [...query(world, [A, B])]
        .sort((a, b) => a - b)
        .map((eid) => [eid, generation(world, eid)])
      expect(
        [...mirror].sort((a, b) => a[0] - b[0]),
        `seed ${seed}, step ${step}`,
      ).toEqual(truth)
    }
  })
})
