import { createWorld, setResource, time } from '@sightline/core'
import { afterEach, expect, it, vi } from 'vitest'
import { advanceTime, ClockOfWorld, createClock } from '../src/systems/advance-time.js'

afterEach(() => vi.restoreAllMocks())

it('goes on where it was after a minute in a hidden tab, and never backwards', () => {
  const now = vi.spyOn(performance, 'now')
  const world = createWorld({ capacity: 4 })
  setResource(world, ClockOfWorld, createClock(false))
  const frameAt = (milliseconds: number): number => {
    now.mockReturnValue(milliseconds)
    advanceTime(world)
    return time(world).delta
  }
  frameAt(1000)
  expect(frameAt(1016)).toBeCloseTo(0.016, 6)
  expect(frameAt(61_016)).toBeCloseTo(0.1, 6)
  expect(frameAt(61_032)).toBeCloseTo(0.016, 6)
  expect(frameAt(60_000)).toBe(0)
  expect(frameAt(60_010)).toBeCloseTo(0.01, 6)
})
