import {
  addComponent,
  addEntity,
  createWorld as createBitWorld,
  createEntityIndex,
  entityExists,
  getAllEntities,
  hasComponent,
  removeEntity,
  set,
  withVersioning,
} from 'bitecs'
import { describe, expect, it } from 'vitest'
import {
  arena,
  capacity,
  columns,
  createWorld,
  destroy,
  generation,
  handle,
  hierarchy,
  isAlive,
  moved,
  propagateTransforms,
  setPosition,
  setupCore,
  spawn,
  stats,
  Transform,
  time,
  WorldMatrix,
} from '../src/index.js'

describe('createWorld', () => {
  it('makes a bitECS world with core', () => {
    const world = createWorld({ capacity: 5 })
    expect(capacity(world)).toBe(5)
    expect(arena(world).limit).toBeGreaterThanOrEqual(8 * 1024 * 1024)
    const eid = addEntity(world)
    expect(eid).toBe(1)
    expect(isAlive(world, handle(world, eid))).toBe(true)
  })

  it.each([0, -1, 1.5, NaN, 2 ** 26])('refuses a capacity of %s', (value) => {
    expect(() => createWorld({ capacity: value, arenaBytes: 1000 })).toThrow(RangeError)
    expect(() => createWorld({ capacity: value, arenaBytes: 1000 })).toThrow(`capacity is ${value}`)
  })

  it('refuses an arena size that is none', () => {
    expect(() => createWorld({ capacity: 1, arenaBytes: NaN })).toThrow('bytes is NaN')
  })

  it('shares nothing between two worlds', () => {
    const [one, two] = [createWorld({ capacity: 3 }), createWorld({ capacity: 3 })]
    const of = (world: object) => [
      ...Object.values(columns(world, Transform)),
      ...Object.values(columns(world, WorldMatrix)),
      ...Object.values(hierarchy(world)),
      moved(world).ids,
    ]
    for (const array of of(one)) {
      for (const other of of(two)) expect(array.buffer).not.toBe(other.buffer)
    }
    expect(stats(one)).not.toBe(stats(two))
    expect(time(one)).not.toBe(time(two))
    const a = spawn(one, Transform)
    const b = spawn(two, Transform)
    setPosition(one, a, 1, 2, 3)
    propagateTransforms(one)
    expect(moved(one).count).toBe(1)
    expect(moved(two).count).toBe(0)
    expect(columns(two, Transform).position[b * 3]).toBe(0)
  })
})

describe('setupCore', () => {
  it('takes over a world with entities, transforms among them', () => {
    const world = createBitWorld({ mine: true })
    const plain = addEntity(world)
    const placed = addEntity(world)
    addComponent(world, placed, Transform)
    setupCore(world, { capacity: 10 })
    expect(world.mine).toBe(true)
    expect(isAlive(world, handle(world, plain))).toBe(true)
    setPosition(world, placed, 4, 5, 6)
    propagateTransforms(world)
    expect([...columns(world, WorldMatrix).matrix.subarray(placed * 16 + 12, placed * 16 + 16)]).toEqual([
      4, 5, 6, 1,
    ])
    expect([...columns(world, WorldMatrix).matrix.subarray(plain * 16, plain * 16 + 6)]).toEqual([
      1, 0, 0, 0, 0, 1,
    ])
  })

  it('adds nothing that shows', () => {
    const world = createBitWorld({ mine: true })
    setupCore(world, { capacity: 10 })
    expect(Object.keys(world)).toEqual(['mine'])
    expect(JSON.stringify(world)).toBe('{"mine":true}')
  })

  it('throws when called twice, or after createWorld', () => {
    const world = createWorld({ capacity: 10 })
    expect(() => setupCore(world, { capacity: 10 })).toThrow('core is already set up for this world')
    expect(capacity(world)).toBe(10)
  })

  it('refuses a world that has an entity above the capacity, and leaves it alone', () => {
    const world = createBitWorld()
    for (let i = 0; i < 5; i++) addEntity(world)
    expect(() => setupCore(world, { capacity: 4 })).toThrow('entity 5 already, above the capacity of 4')
    setupCore(world, { capacity: 5 })
    expect(capacity(world)).toBe(5)
  })

  it('refuses versioned ids, which do not fit columns (a recycled id would be 16777217)', () => {
    const world = createBitWorld(createEntityIndex(withVersioning(8)))
    expect(() => setupCore(world, { capacity: 4 })).toThrow('withVersioning')
  })

  it('leaves the world as it was when the arena is too small', () => {
    const world = createBitWorld()
    expect(() => setupCore(world, { capacity: 10_000, arenaBytes: 100_000 })).toThrow(/arenaBytes/)
    expect(() => capacity(world)).toThrow('core is not set up')
    for (let i = 0; i < 20; i++) addEntity(world)
    setupCore(world, { capacity: 20 })
    expect(capacity(world)).toBe(20)
  })

  it('is asked for by name when it is missing', () => {
    const world = createBitWorld()
    const message = 'core is not set up for this world: call setupCore(world, { capacity }) first'
    expect(() => arena(world)).toThrow(message)
    expect(() => capacity(world)).toThrow(message)
    expect(() => spawn(world)).toThrow(message)
    expect(() => columns(world, Transform)).toThrow(message)
    expect(() => propagateTransforms(world)).toThrow(message)
    expect(() => stats(world)).toThrow(message)
    expect(getAllEntities(world).length).toBe(0)
  })
})

describe('spawn', () => {
  const Health = { points: [] as number[] }

  it('adds tokens, other components and set pairs', () => {
    const world = createWorld({ capacity: 10 })
    const eid = spawn(world, Transform, Health, set(WorldMatrix, {}))
    for (const component of [Transform, Health, WorldMatrix]) {
      expect(hasComponent(world, eid, component)).toBe(true)
    }
  })

  it('says both numbers when the world is full, leaves nothing behind, and goes on when there is room', () => {
    const world = createWorld({ capacity: 3 })
    for (let i = 0; i < 3; i++) spawn(world, Transform)
    for (let i = 0; i < 3; i++) {
      expect(() => spawn(world, Transform)).toThrow(RangeError)
      expect(() => spawn(world, Transform)).toThrow('entity 4 is above the capacity of 3')
      expect(() => addEntity(world)).toThrow('entity 4 is above the capacity of 3')
    }
    expect([...getAllEntities(world)]).toEqual([1, 2, 3])
    expect(entityExists(world, 4)).toBe(false)
    destroy(world, 2)
    expect(spawn(world, Transform)).toBe(2)
    expect(() => spawn(world)).toThrow('capacity')
  })

  it('leaves no entity behind when a component is refused', () => {
    const world = createWorld({ capacity: 3 })
    const nothing = undefined as unknown as object
    expect(() => spawn(world, Transform, nothing)).toThrow()
    expect(getAllEntities(world).length).toBe(0)
    propagateTransforms(world)
    expect(moved(world).count).toBe(0)
  })
})

describe('destroy', () => {
  it('throws for who does not exist', () => {
    const world = createWorld({ capacity: 3 })
    const eid = spawn(world)
    destroy(world, eid)
    expect(() => destroy(world, eid)).toThrow(`destroy: entity ${eid} does not exist in this world`)
    expect(() => destroy(world, 99)).toThrow('entity 99 does not exist')
    expect(() => destroy(world, 0)).toThrow('entity 0 does not exist')
  })

  it('ends the life of the id, as removeEntity does', () => {
    const world = createWorld({ capacity: 3 })
    const a = spawn(world)
    destroy(world, a)
    expect(generation(world, a)).toBe(1)
    const b = spawn(world)
    removeEntity(world, b)
    expect(generation(world, b)).toBe(2)
  })
})
