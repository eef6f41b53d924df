import type { Resource } from './resource.js'
import { defineResource, resource } from './resource.js'
import type { World } from './state.js'

/** The time of the running frame. The object stays the same and is changed in place. */
export type Time = {
  /** Frames begun: 0 before the first `tick`, 1 during the first frame. */
  frame: number
  /** Seconds on the clock that drives this world. */
  now: number
  /** Seconds since the frame before; 0 in the first frame, and never below 0. */
  delta: number
}

/** The token that `setupCore` fills. */
export const TimeOfWorld: Resource<Time> = defineResource('Time', 'setupCore(world, { capacity })')

/** The time before the first frame, for `setupCore`. */
export function createTime(): Time {
  // Fractions first, so that the engine gives these fields room for doubles and does not box each new value.
  const time = { frame: 0, now: 0.5, delta: 0.5 }
  time.now = 0
  time.delta = 0
  return time
}

/** The time of the running frame. */
export function time(world: World): Time {
  return resource(world, TimeOfWorld)
}

/**
 * Begins a frame by the platform's clock (`performance.now()`).
 * Reads: the clock. Writes: Time.
 */
export function tick(world: World): void {
  tickTo(world, performance.now() / 1000)
}

/**
 * Begins a frame at a time that you give, in seconds: for tests, replays and servers. A clock that runs
 * backwards gives a delta of 0. Throws a `RangeError` for a time that is not finite.
 */
export function tickTo(world: World, now: number): void {
  if (!Number.isFinite(now)) throw new RangeError(`tickTo: now is ${now}, expected finite seconds`)
  const current = time(world)
  current.delta = current.frame === 0 ? 0 : Math.max(0, now - current.now)
  current.now = now
  current.frame++
}
