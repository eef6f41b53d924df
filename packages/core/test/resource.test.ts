import { createWorld as createBitWorld } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { createWorld, defineResource, hasResource, resource, setResource } from '../src/index.js'

const Score = defineResource<{ points: number }>('Score')

describe('resources', () => {
  it('holds a value for each world', () => {
    const [one, two] = [createWorld({ capacity: 1 }), createWorld({ capacity: 1 })]
    const value = { points: 3 }
    setResource(one, Score, value)
    expect(resource(one, Score)).toBe(value)
    expect(hasResource(one, Score)).toBe(true)
    expect(hasResource(two, Score)).toBe(false)
  })

  it('holds values that count as false', () => {
    const world = createWorld({ capacity: 1 })
    const Level = defineResource<number>('Level')
    setResource(world, Level, 0)
    expect(resource(world, Level)).toBe(0)
  })

  it('names the call that is missing', () => {
    const world = createWorld({ capacity: 1 })
    expect(() => resource(world, Score)).toThrow('Score is not set up: call setupScore(world) first')
    const Named = defineResource<number>('Named', 'startIt(world)')
    expect(() => resource(world, Named)).toThrow('Named is not set up: call startIt(world) first')
  })

  it('names setupCore in a world without core', () => {
    expect(() => resource(createBitWorld(), Score)).toThrow(
      'core is not set up for this world: call setupCore(world, { capacity }) first',
    )
  })

  it('refuses an empty name', () => {
    expect(() => defineResource('')).toThrow(TypeError)
  })
})
