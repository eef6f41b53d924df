import { describe, expect, it } from 'vitest'
import { createWorld, tick, tickTo, time } from '../src/index.js'

describe('time', () => {
  it('counts frames and gives the seconds between them', () => {
    const world = createWorld({ capacity: 1 })
    const now = time(world)
    expect(now).toEqual({ frame: 0, now: 0, delta: 0 })
    tickTo(world, 100)
    expect(now).toEqual({ frame: 1, now: 100, delta: 0 })
    tickTo(world, 100.25)
    expect(now).toEqual({ frame: 2, now: 100.25, delta: 0.25 })
    expect(time(world)).toBe(now)
  })

  it('gives no time for a clock that runs backwards', () => {
    const world = createWorld({ capacity: 1 })
    tickTo(world, 5)
    tickTo(world, 4)
    expect(time(world)).toEqual({ frame: 2, now: 4, delta: 0 })
    tickTo(world, 4.5)
    expect(time(world).delta).toBe(0.5)
  })

  it.each([NaN, Infinity])('refuses %s and stays as it was', (now) => {
    const world = createWorld({ capacity: 1 })
    tickTo(world, 1)
    expect(() => tickTo(world, now)).toThrow(`now is ${now}`)
    expect(time(world)).toEqual({ frame: 1, now: 1, delta: 0 })
  })

  it('follows the platform clock in seconds', () => {
    const world = createWorld({ capacity: 1 })
    const before = performance.now() / 1000
    tick(world)
    tick(world)
    const { frame, now, delta } = time(world)
    expect(frame).toBe(2)
    expect(now).toBeGreaterThanOrEqual(before)
    expect(now).toBeLessThanOrEqual(performance.now() / 1000)
    expect(delta).toBeGreaterThanOrEqual(0)
  })
})
