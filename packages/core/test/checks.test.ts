import { describe, expect, it } from 'vitest'
import { expectNumber, expectOptions } from '../src/checks.js'
import { createWorld, runSystems, setupCore, stats, timed } from '../src/index.js'

describe('expectOptions', () => {
  const known = { size: true, maxDistance: true }

  it('lets through what is known, also without a value, and nothing at all', () => {
    for (const options of [
      {},
      { size: 1 },
      { size: undefined, maxDistance: 2 },
      Object.create({ size: 1 }),
    ]) {
      expectOptions('call', options, known)
    }
  })

  it.each([
    [{ maxdistance: 5 }, 'call: maxdistance is not an option, expected one of size, maxDistance'],
    [{ size: 1, toString: 2 }, 'call: toString is not an option'],
    [5, 'call: options is 5, expected an object'],
    ['size', 'call: options is "size", expected an object'],
    [null, 'call: options is null, expected an object'],
    [undefined, 'call: options is undefined, expected an object'],
  ])('refuses %j', (options, message) => {
    expect(() => expectOptions('call', options as object, known)).toThrow(TypeError)
    expect(() => expectOptions('call', options as object, known)).toThrow(message)
  })
})

it('expectNumber tells numbers from what looks like one', () => {
  for (const value of [0, -1.5, NaN, Infinity]) expectNumber('call', 'size', value)
  for (const [value, shown] of [
    ['5', '"5"'],
    [undefined, 'undefined'],
    [null, 'null'],
    [5n, '5'],
    [[5], '5'],
  ]) {
    expect(() => expectNumber('call', 'size', value)).toThrow(`call: size is ${shown}, expected a number`)
  }
})

it('a world refuses options that it does not know, and numbers that are none', () => {
  const make = (options: object) => () => createWorld(options as { capacity: number })
  expect(make({ capacity: 5, arenaByte: 1 })).toThrow(
    'arenaByte is not an option, expected one of capacity, arenaBytes',
  )
  expect(make({ capacity: '5' })).toThrow('capacity is 5')
  expect(make({ capacity: 5, arenaBytes: '10000000' })).toThrow('arenaBytes is "10000000", expected a number')
  const world = createWorld({ capacity: 5 })
  expect(() => setupCore(world, { capacity: 5 })).toThrow('already set up')
})

it('times of functions without a name stand under one that can be read', () => {
  const world = createWorld({ capacity: 5 })
  const list = [() => {}, () => {}]
  runSystems(world, list)
  runSystems(world, timed(list))
  expect(Object.keys(stats(world).systems)).toEqual(['(nameless)'])
  expect(stats(world).systems['(nameless)']).toBeGreaterThanOrEqual(0)
})
