import type { Resource } from './resource.js'
import { defineResource, resource } from './resource.js'
import type { World } from './state.js'

/**
 * What happened, for a HUD, a test or a log. The objects stay the same and are changed in place: keep a
 * reference, read it when you like.
 */
export type Stats = {
  /** Milliseconds of the last run of each system that `runSystems` or `timed` ran, by its function's name;
   * those of nameless functions, of which the last counts, stand under `(nameless)`. */
  readonly systems: Record<string, number>
  /** Counters by dotted name, as `culling.visible`. Each keeps its value until its owner changes it. */
  readonly counters: Record<string, number>
  /** Facts in words: which kernels run, why a stage turned itself off, what was warned about. */
  readonly notes: Record<string, string>
}

/** The token that `setupCore` fills. */
export const StatsOfWorld: Resource<Stats> = defineResource('Stats', 'setupCore(world, { capacity })')

/** Room for the times: numbers in an object's properties would be boxed anew each time they change. */
type Times = { milliseconds: Float64Array; readonly slots: Map<string, number> }

/** The token that `setupCore` fills. */
export const TimesOfWorld: Resource<Times> = defineResource('Times', 'setupCore(world, { capacity })')

const NAMELESS = '(nameless)'

/** Empty stats, for `setupCore`. */
export function createStats(): Stats {
  return { systems: {}, counters: {}, notes: {} }
}

/** Empty times, for `setupCore`. */
export function createTimes(): Times {
  return { milliseconds: new Float64Array(64), slots: new Map() }
}

/**
 * Writes down how long a system took. One without a name, as an arrow function in a list, goes by `NAMELESS`.
 */
export function recordTime(world: World, name: string, milliseconds: number): void {
  const system = name === '' ? NAMELESS : name
  const times = resource(world, TimesOfWorld)
  const slot = times.slots.get(system) ?? addTimeSlot(world, times, system)
  times.milliseconds[slot] = milliseconds
}

function addTimeSlot(world: World, times: Times, system: string): number {
  const slot = times.slots.size
  if (slot === times.milliseconds.length) {
    const larger = new Float64Array(slot * 2)
    larger.set(times.milliseconds)
    times.milliseconds = larger
  }
  times.slots.set(system, slot)
  Object.defineProperty(stats(world).systems, system, {
    get: () => times.milliseconds[slot],
    enumerable: true,
  })
  return slot
}

/** The stats of this world. */
export function stats(world: World): Stats {
  return resource(world, StatsOfWorld)
}

/** Adds `n` to a counter, which starts at 0. */
export function count(world: World, name: string, n: number = 1): void {
  const { counters } = stats(world)
  counters[name] = (counters[name] ?? 0) + n
}

/** Sets a counter. */
export function setCounter(world: World, name: string, value: number): void {
  stats(world).counters[name] = value
}

/** Writes down a fact in words. */
export function note(world: World, key: string, text: string): void {
  stats(world).notes[key] = text
}

/**
 * Says something on the console the first time it is called with this key in this world, and keeps it as a
 * note. In a frame, test `key in stats(world).notes` before building a message, so that none is built in
 * vain.
 */
export function warnOnce(world: World, key: string, message: string): void {
  const { notes } = stats(world)
  if (Object.hasOwn(notes, key)) return
  notes[key] = message
  console.warn(`sightline: ${message}`)
}
