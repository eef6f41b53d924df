import { type Component, columns, defineComponent, type Field, f32, type World } from '@sightline/core'
import { expectNumber, expectOptions } from '@sightline/core/checks'
import { observe, onAdd, onRemove, query } from 'bitecs'
import { type CullingState, culling, EntityFlag } from './state.js'

/**
 * Set by the game: beyond which distance, and below which size on the screen, an entity is left out of a view. Write it
 * with `setCullRange`; no limits at first.
 *
 * `maxDistance` in metres from the eye to the box, 0 is "no limit"; `minPixels` is the diameter of the bounding sphere, 0 is
 * "no limit"; `hysteresis` is how far beyond a limit something may go that was within it, as a share of the limit.
 */
export const CullRange: Component<{
  readonly maxDistance: Field<'f32'>
  readonly minPixels: Field<'f32'>
  readonly hysteresis: Field<'f32'>
}> = defineComponent('CullRange', { maxDistance: f32, minPixels: f32, hysteresis: f32 })

export type CullRangeOptions = {
  /** Metres from the eye to the box, above 0 also as a float32 (1e-45). Default Infinity. */
  maxDistance?: number
  /** Pixels, the diameter of the bounding sphere. Default 0. */
  minPixels?: number
  /**
   * An entity that is shown is left out only beyond maxDistance · (1 + hysteresis), or below minPixels / (1 + hysteresis).
   * Default: the world's `hysteresis` option.
   */
  hysteresis?: number
}

const KNOWN_OPTIONS: Readonly<Record<keyof CullRangeOptions, true>> = {
  maxDistance: true,
  minPixels: true,
  hysteresis: true,
}

/**
 * Sets both limits of an entity. Each view remembers by itself whether the entity was within them.
 * Throws a `RangeError` or `TypeError` that names the field, an `Error` if the entity has no `CullRange`.
 */
export function setCullRange(world: World, eid: number, options: CullRangeOptions): void {
  expectOptions('setCullRange', options, KNOWN_OPTIONS)
  const state = culling(world)
  const { maxDistance = Infinity, minPixels = 0, hysteresis = state.options.hysteresis } = options
  if (((state.flags[eid] ?? 0) & EntityFlag.ranged) === 0) {
    throw new Error(`setCullRange: entity ${eid} has no CullRange: add the component first`)
  }
  expectNumber('setCullRange', 'maxDistance', maxDistance)
  // As a float32, what is too small would become 0, which means "no limit".
  if (!(Math.fround(maxDistance) > 0))
    throw new RangeError(`setCullRange: maxDistance is ${maxDistance}, expected metres above 0`)
  expectNotNegative('setCullRange', 'minPixels', minPixels)
  expectNotNegative('setCullRange', 'hysteresis', hysteresis)
  const column = columns(world, CullRange)
  column.maxDistance[eid] = maxDistance
  column.minPixels[eid] = minPixels
  column.hysteresis[eid] = hysteresis
  state.filtersChanged = true
}

/** Throws a `TypeError` unless the value is a number, a `RangeError` unless it is finite and not below 0. */
export function expectNotNegative(caller: string, field: string, value: number): void {
  expectNumber(caller, field, value)
  if (!(value >= 0 && value < Infinity)) {
    throw new RangeError(`${caller}: ${field} is ${value}, expected a finite number of 0 or more`)
  }
}

/** What a view remembers of an entity: the limits it was within when the view last looked at it. */
export const RangeBit: { readonly near: 1; readonly large: 2 } = { near: 1, large: 2 }

/**
 * Whether something is within a limit of distance. Hysteresis that remembers: what was within may go a share beyond. NaN
 * and a limit of 0 are within.
 */
export function isNear(distance: number, limit: number, hysteresis: number, wasNear: boolean): boolean {
  if (limit === 0) return true
  return !(distance > (wasNear ? limit * (1 + hysteresis) : limit))
}

/** Whether something is large enough, in the same way. */
export function isLarge(pixels: number, limit: number, hysteresis: number, wasLarge: boolean): boolean {
  return !(pixels < (wasLarge ? limit / (1 + hysteresis) : limit))
}

/** Follows who has `CullRange`, and forgets what views remember when it goes. Part of `setupCulling`. */
export function setupCullRange(world: World, state: CullingState): void {
  const { maxDistance, minPixels, hysteresis } = columns(world, CullRange)
  const { flags, views } = state
  const added = (eid: number): void => {
    flags[eid] = flags[eid]! | EntityFlag.ranged
    state.filtersChanged = true
  }
  observe(world, onAdd(CullRange), added)
  observe(world, onRemove(CullRange), (eid) => {
    flags[eid] = flags[eid]! & ~EntityFlag.ranged
    maxDistance[eid] = 0
    minPixels[eid] = 0
    hysteresis[eid] = 0
    for (const view of views) if (view.eid !== 0) view.rangeMemory[eid] = 0
    state.filtersChanged = true
  })
  for (const eid of query(world, [CullRange])) added(eid)
}
