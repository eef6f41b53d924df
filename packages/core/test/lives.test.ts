import {
  addComponent,
  addEntity,
  addPrefab,
  createWorld as createBitWorld,
  query,
  removeComponent,
  removeEntity,
} from 'bitecs'
import { describe, expect, it } from 'vitest'
import type { Handle } from '../src/index.js'
import {
  columns,
  createWorld,
  destroy,
  entityOf,
  generation,
  handle,
  isAlive,
  onLeave,
  setPosition,
  setupCore,
  spawn,
  Transform,
} from '../src/index.js'

describe('handles', () => {
  it('tell an entity from a later one with the same id', () => {
    const world = createWorld({ capacity: 10 })
    const eid = spawn(world, Transform)
    const old = handle(world, eid)
    expect(isAlive(world, old)).toBe(true)
    expect(entityOf(old)).toBe(eid)
    removeEntity(world, eid)
    expect(isAlive(world, old)).toBe(false)
    expect(addEntity(world)).toBe(eid)
    expect(isAlive(world, old)).toBe(false)
    const next = handle(world, eid)
    expect(next).not.toBe(old)
    expect(isAlive(world, next)).toBe(true)
  })

  it('field case 35: recycled 300 times, every id fits the columns and every old handle is refused', () => {
    const world = createWorld({ capacity: 4 })
    const keep = spawn(world, Transform)
    const old: Handle[] = []
    for (let i = 0; i < 300; i++) {
      const eid = i % 3 === 0 ? addEntity(world) : spawn(world, Transform)
      expect(eid).toBe(2)
      expect(generation(world, eid)).toBe(i)
      const current = handle(world, eid)
      expect(entityOf(current)).toBe(2)
      expect(old.some((value) => isAlive(world, value))).toBe(false)
      old.push(current)
      if (i % 2 === 0) destroy(world, eid)
      else removeEntity(world, eid)
    }
    expect(new Set(old).size).toBe(300)
    expect(isAlive(world, handle(world, keep))).toBe(true)
  })

  it('field case 34: nothing of the old entity is taken over', () => {
    const world = createWorld({ capacity: 4 })
    const eid = spawn(world, Transform)
    setPosition(world, eid, 7, 8, 9)
    destroy(world, eid)
    expect(spawn(world, Transform)).toBe(eid)
    const { position, rotation, scale } = columns(world, Transform)
    expect([...position.subarray(eid * 3, eid * 3 + 3)]).toEqual([0, 0, 0])
    expect([...rotation.subarray(eid * 4, eid * 4 + 4)]).toEqual([0, 0, 0, 1])
    expect([...scale.subarray(eid * 3, eid * 3 + 3)]).toEqual([1, 1, 1])
  })

  it('field case 38: three removed while they are met, with a nested query each: all three leave', () => {
    const world = createWorld({ capacity: 4 })
    for (let i = 0; i < 3; i++) spawn(world, Transform)
    const left: number[] = []
    onLeave(world, (eid) => left.push(eid))
    for (const eid of [...query(world, [Transform])]) {
      removeEntity(world, eid)
      query(world, [Transform])
    }
    expect(left).toEqual([1, 2, 3])
  })

  it('outlive the removal of a component', () => {
    const world = createWorld({ capacity: 4 })
    const eid = spawn(world, Transform)
    const value = handle(world, eid)
    removeComponent(world, eid, Transform)
    addComponent(world, eid, Transform)
    expect(isAlive(world, value)).toBe(true)
  })

  it('are refused for who does not exist', () => {
    const world = createWorld({ capacity: 4 })
    expect(() => handle(world, 1)).toThrow('handle: entity 1 does not exist in this world')
    expect(() => generation(world, 5)).toThrow('eid is 5, expected 1 to 4')
    expect(() => generation(world, 0)).toThrow(RangeError)
    for (const value of [0, NaN, -1, 3, 99, 2 ** 60]) expect(isAlive(world, value as Handle)).toBe(false)
  })

  it('follow a prefab that was there before core', () => {
    const world = createBitWorld()
    const eid = addPrefab(world)
    setupCore(world, { capacity: 4 })
    const value = handle(world, eid)
    removeEntity(world, eid)
    expect(addEntity(world)).toBe(eid)
    expect(isAlive(world, value)).toBe(false)
  })
})

describe('onLeave', () => {
  it('runs once for each entity that leaves, while its columns can be read', () => {
    const world = createWorld({ capacity: 4 })
    const seen: number[][] = []
    onLeave(world, (eid) => seen.push([eid, columns(world, Transform).position[eid * 3]!]))
    const a = spawn(world, Transform)
    const b = spawn(world)
    setPosition(world, a, 5, 0, 0)
    destroy(world, a)
    destroy(world, b)
    expect(seen).toEqual([
      [a, 5],
      [b, 0],
    ])
  })
})
