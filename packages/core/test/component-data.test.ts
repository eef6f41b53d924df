import { addComponent, addPrefab, hasComponent, IsA, set } from 'bitecs'
import { describe, expect, it } from 'vitest'
import {
  columns,
  createWorld,
  defineComponent,
  f32,
  markMoved,
  moved,
  propagateTransforms,
  setPosition,
  spawn,
  Transform,
  u8,
  vec3,
  WorldMatrix,
} from '../src/index.js'

const Health = defineComponent('Health', { now: f32, shield: u8, place: vec3 })

describe('set(component, data)', () => {
  it('spawn writes it into the columns, also into those that nobody asked for yet', () => {
    const world = createWorld({ capacity: 4 })
    const eid = spawn(world, set(Health, { now: 5, place: [1, 2, 3] }))
    const { now, shield, place } = columns(world, Health)
    expect([now[eid], shield[eid], ...place.subarray(eid * 3, eid * 3 + 3)]).toEqual([5, 0, 1, 2, 3])
    expect(hasComponent(world, eid, Health)).toBe(true)
  })

  it('gives a transform its place, and counts as touched later on', () => {
    const world = createWorld({ capacity: 4 })
    const eid = spawn(world, set(Transform, { position: [1, 2, 3], scale: new Float32Array([2, 2, 2]) }))
    const { matrix } = columns(world, WorldMatrix)
    const at = (...rows: number[]) => rows.map((row) => matrix[eid * 16 + row])
    propagateTransforms(world)
    expect(at(0, 5, 10, 12, 13, 14)).toEqual([2, 2, 2, 1, 2, 3])
    propagateTransforms(world)
    expect(moved(world).count).toBe(0)
    setPosition(world, eid, 4, 5, 6)
    addComponent(world, eid, set(Transform, { scale: [3, 3, 3] }))
    propagateTransforms(world)
    expect(at(0, 5, 10, 12, 13, 14)).toEqual([3, 3, 3, 4, 5, 6])
    const own = spawn(world, set(WorldMatrix, { matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1] }))
    propagateTransforms(world)
    expect([...moved(world).ids.subarray(0, moved(world).count)]).toEqual([own])
    expect(matrix[own * 16 + 12]).toBe(7)
    markMoved(world, own)
  })

  it.each([
    ['an unknown field', { hp: 5 }, 'there is no field hp, expected now, shield, place'],
    ['a text', { now: '5' }, 'now is "5", expected a number'],
    ['nothing', { now: undefined }, 'now is undefined, expected a number'],
    ['too few numbers', { now: 1, place: [1, 2] }, 'place is 1,2, expected 3 numbers'],
    ['one number for three', { place: 1 }, 'place is 1, expected 3 numbers'],
    ['a text of three', { place: '123' }, 'place is "123", expected 3 numbers'],
    ['a text among numbers', { place: [1, '2', 3] }, 'place[1] is "2", expected a number'],
    ['no object', 5, 'data is 5, expected an object with fields of Health'],
  ])('refuses %s, and writes nothing', (_, data, message) => {
    const world = createWorld({ capacity: 2 })
    expect(() => spawn(world, set(Health, data))).toThrow(TypeError)
    expect(() => spawn(world, set(Health, data))).toThrow(`set(Health, data): ${message}`)
    expect(columns(world, Health).now.every((value) => value === 0)).toBe(true)
    // No entity is left behind.
    spawn(world, Health)
    spawn(world, Health)
  })

  it('prefabs hand on components, and no values: an instance begins as any other', () => {
    const world = createWorld({ capacity: 4 })
    const prefab = addPrefab(world)
    addComponent(world, prefab, Transform)
    addComponent(world, prefab, set(Health, { now: 5 }))
    const eid = spawn(world, IsA(prefab))
    expect(hasComponent(world, eid, Health)).toBe(true)
    setPosition(world, eid, 1, 2, 3)
    propagateTransforms(world)
    expect([...moved(world).ids.subarray(0, moved(world).count)]).toEqual([eid])
    const { matrix } = columns(world, WorldMatrix)
    expect([0, 5, 10, 12].map((row) => matrix[eid * 16 + row])).toEqual([1, 1, 1, 1])
    expect(columns(world, Health).now[eid]).toBe(0)
    expect(() => setPosition(world, prefab, 1, 2, 3)).toThrow(`entity ${prefab}`)
  })
})
