import { afterEach, describe, expect, it, vi } from 'vitest'
import { count, createWorld, note, setCounter, stats, warnOnce } from '../src/index.js'

afterEach(() => vi.restoreAllMocks())

describe('stats', () => {
  it('counts, sets and notes in the same objects', () => {
    const world = createWorld({ capacity: 1 })
    const { counters, notes } = stats(world)
    count(world, 'test.seen')
    count(world, 'test.seen', 4)
    setCounter(world, 'test.size', 7)
    setCounter(world, 'test.size', 8)
    note(world, 'test.kind', 'fast')
    expect(counters['test.seen']).toBe(5)
    expect(counters['test.size']).toBe(8)
    expect(notes['test.kind']).toBe('fast')
    expect(stats(world).counters).toBe(counters)
  })

  it('warns once for each key and world, and notes it', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const [one, two] = [createWorld({ capacity: 1 }), createWorld({ capacity: 1 })]
    warnOnce(one, 'test.bad', 'first')
    warnOnce(one, 'test.bad', 'second')
    warnOnce(one, 'test.worse', 'third')
    warnOnce(two, 'test.bad', 'fourth')
    expect(warn.mock.calls.map((call) => call[0])).toEqual([
      'sightline: first',
      'sightline: third',
      'sightline: fourth',
    ])
    expect(stats(one).notes['test.bad']).toBe('first')
  })
})
