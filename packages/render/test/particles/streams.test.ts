import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import {
  bornUntil,
  burstStream,
  type Stream,
  steadyStream,
  writeBirthTime,
} from '../../src/particles/streams.js'

/** Counts along, one by one. */
function count(times: (index: number) => number, until: number, end: number): number {
  let born = 0
  while (born < end && times(born) <= until) born++
  return born
}

function check(stream: Stream, times: (index: number) => number, end: number, clock: number): void {
  const out = Float64Array.of(clock)
  const born = bornUntil(stream, out)
  expect(born, `at ${clock}`).toBe(count(times, clock, end))
  for (const index of [0, born - 1, born]) {
    if (index < 0 || index >= end) continue
    writeBirthTime(out, stream, index)
    expect(out[0]).toBe(times(index))
  }
}

describe('number and time of births', () => {
  it.each([1, 2, 3])('of steady streams are as counted (seed %i)', (seed) => {
    const random = createRandom(seed)
    for (let i = 0; i < 300; i++) {
      const rate = 0.1 + random() * 300
      const stream = steadyStream(rate, 1)
      const clock = random() < 0.5 ? Math.floor(random() * 500) / rate : random() * 5
      check(stream, (index) => index / rate, Infinity, clock)
    }
    check(steadyStream(10, 1), (index) => index / 10, Infinity, -1)
  })

  it.each([1, 2, 3])('of bursts are as counted (seed %i)', (seed) => {
    const random = createRandom(seed)
    for (let i = 0; i < 300; i++) {
      const burst = { count: 1 + Math.floor(random() * 9), at: random(), every: 0.05 + random() }
      const often = random() < 0.5 ? { times: 1 + Math.floor(random() * 5) } : {}
      const stream = burstStream({ ...burst, ...often }, 1)
      const times = (index: number): number => burst.at + Math.floor(index / burst.count) * burst.every
      const clock = random() < 0.5 ? burst.at + Math.floor(random() * 9) * burst.every : random() * 9
      check(stream, times, burst.count * (often.times ?? Infinity), clock)
    }
    const once = burstStream({ count: 5, at: 2 }, 1)
    check(once, () => 2, 5, 1.9)
    check(once, () => 2, 5, 2)
    check(once, () => 2, 5, 100)
  })
})
