import { defineResource, type Resource, resource, tickTo, time, type World } from '@sightline/core'

/** What drives the time of the game. */
export type Clock = {
  /** Every frame lasts `step` seconds, whatever the wall says. */
  locked: boolean
  step: number
  /** `performance.now()` of the frame before, in seconds. */
  last: number
}

export const ClockOfWorld: Resource<Clock> = defineResource('Clock', 'createGame')

const LOCKED_STEP = 1 / 60
/** A page that was hidden for a minute goes on where it was. */
const LONGEST_STEP = 0.1

export function createClock(locked: boolean): Clock {
  const clock = { locked, step: LOCKED_STEP, last: 0.5 }
  clock.last = -1
  return clock
}

/**
 * Begins a frame.
 * Reads: the clock. Writes: time.
 */
export function advanceTime(world: World): void {
  const clock = resource(world, ClockOfWorld)
  if (clock.locked) {
    tickTo(world, time(world).now + clock.step)
    return
  }
  const wall = performance.now() / 1000
  const passed = clock.last < 0 ? LOCKED_STEP : Math.min(LONGEST_STEP, Math.max(0, wall - clock.last))
  clock.last = wall
  tickTo(world, time(world).now + passed)
}
