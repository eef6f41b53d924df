import {
  type Component,
  columns,
  defineComponent,
  defineResource,
  type Field,
  hasResource,
  type Resource,
  resource,
  setResource,
  u8,
  u16,
  type World,
} from '@sightline/core'
import { expectNumber, expectOptions } from '@sightline/core/checks'
import { hasComponent, observe, onRemove } from 'bitecs'
import { MAX_LEVELS } from './lod-choice.js'

/**
 * Set by the game: at which sizes or distances an entity changes its level of detail. Write it with `setLodRange` and
 * `forceLevel`; one level only at first. What each level looks like is the renderer's affair.
 *
 * `kind` is the number of its settings among all that differ in this world, `forced` a forced level plus 1.
 */
export const LodRange: Component<{ readonly kind: Field<'u16'>; readonly forced: Field<'u8'> }> =
  defineComponent('LodRange', { kind: u16, forced: u8 })

/** Either `sizes` or `distances`; sizes are the better choice, as they know how large a thing is. */
export type LodOptions = {
  /**
   * The least size for each level but the last, falling, at most 7: `[0.3, 0.1]` is level 0 down to three tenths of the
   * viewport's height, level 1 down to a tenth, level 2 below. Parts of the height, so they hold at every resolution,
   * field of view and zoom, also for views without a canvas.
   */
  sizes?: readonly number[]
  /**
   * The greatest distance for each level but the last, rising, at most 7, in metres from the eye to the bounds, as seen
   * with a vertical field of view of 60° (`LOD_REFERENCE_FOV`): a zoom of 4 makes 100 m count as 25 m.
   */
  distances?: readonly number[]
  /** How far beyond a limit the measure must be to change a level, as part of the limit: 0 up to 0.9. Default 0.1. */
  hysteresis?: number
  /** Width of the cross-fade before each limit, as part of the limit: 0 (none) up to 0.9. Default 0. */
  fade?: number
}

const KNOWN_OPTIONS: Readonly<Record<keyof LodOptions, true>> = {
  sizes: true,
  distances: true,
  hysteresis: true,
  fade: true,
}

export const LOD_DEFAULTS: { readonly hysteresis: number; readonly fade: number } = {
  hysteresis: 0.1,
  fade: 0,
}

/** The vertical field of view, in radians, for which distances are meant. */
export const LOD_REFERENCE_FOV: number = Math.PI / 3

const MAX_LIMITS = MAX_LEVELS - 1
const MAX_KINDS = 65_536

/** Settings by kind, so that ten thousand trees share one row. Kind 0 is "one level only". */
export type LodState = {
  kindCount: number
  /** MAX_LEVELS − 1 limits a kind: distances in metres, or 1 / size. */
  limits: Float32Array
  limitCounts: Uint8Array
  /** 1 if the limits are sizes. */
  bySize: Uint8Array
  hysteresis: Float32Array
  fade: Float32Array
  /** The numbers of known kinds by their settings. */
  readonly known: Map<string, number>
  /** Larger is finer everywhere. */
  quality: number
  /** By view slot: the publication that was worked off last. */
  readonly versions: Uint32Array
}

const LodOfWorld: Resource<LodState> = defineResource('Lod', 'setupCulling(world)')

/** Room for 255 views, as many as a world can have. */
const MAX_SLOTS = 256

/** The LOD settings of this world. Throws a clear error when `setupCulling` was not called. */
export function lodState(world: World): LodState {
  return resource(world, LodOfWorld)
}

/** Makes the settings and follows who loses `LodRange`. Part of `setupCulling`; a second call changes nothing. */
export function setupLods(world: World): void {
  if (hasResource(world, LodOfWorld)) return
  setResource(world, LodOfWorld, {
    kindCount: 1,
    limits: new Float32Array(16 * MAX_LIMITS),
    limitCounts: new Uint8Array(16),
    bySize: new Uint8Array(16),
    hysteresis: new Float32Array(16),
    fade: new Float32Array(16),
    known: new Map(),
    quality: 1,
    versions: new Uint32Array(MAX_SLOTS),
  })
  const { kind, forced } = columns(world, LodRange)
  observe(world, onRemove(LodRange), (eid) => {
    kind[eid] = 0
    forced[eid] = 0
  })
}

/**
 * Sets at which sizes or distances an entity changes its level. It counts from the next `selectLods` on.
 * Throws, with nothing changed, a `TypeError` unless one of `sizes` and `distances` is given and all are numbers, a `RangeError` that names
 * the field for numbers out of order or out of range, an `Error` if the entity has no `LodRange`.
 */
export function setLodRange(world: World, eid: number, options: LodOptions): void {
  expectOptions('setLodRange', options, KNOWN_OPTIONS)
  const state = lodState(world)
  requireLodRange(world, eid, 'setLodRange')
  const { sizes, distances } = options
  if ((sizes === undefined) === (distances === undefined)) {
    const got = sizes === undefined ? 'neither sizes nor distances' : 'both sizes and distances'
    throw new TypeError(`setLodRange: got ${got}, expected one of them`)
  }
  const { hysteresis = LOD_DEFAULTS.hysteresis, fade = LOD_DEFAULTS.fade } = options
  expectShare('hysteresis', hysteresis)
  expectShare('fade', fade)
  if (sizes !== undefined) expectLimits('sizes', sizes, -1)
  else expectLimits('distances', distances!, 1)
  const limits = sizes === undefined ? distances! : sizes.map((size) => 1 / size)
  columns(world, LodRange).kind[eid] = kindOf(state, limits, sizes !== undefined, hysteresis, fade)
}

/**
 * Holds an entity at a level, or lets it choose again with −1. A level beyond its last is its last. A forced level has
 * no cross-fade.
 * Throws a `RangeError` unless `level` is a whole number from −1 to 7, an `Error` if the entity has no `LodRange`.
 */
export function forceLevel(world: World, eid: number, level: number): void {
  requireLodRange(world, eid, 'forceLevel')
  if (!(Number.isInteger(level) && level >= -1 && level < MAX_LEVELS)) {
    throw new RangeError(
      `forceLevel: level is ${level}, expected a whole number from -1 (none) to ${MAX_LEVELS - 1}`,
    )
  }
  columns(world, LodRange).forced[eid] = level + 1
}

/**
 * Scales every level choice in every view: 2 keeps each level to twice the distance (half the size), 0.5 to half of it.
 * Throws a `RangeError` unless `scale` is a finite number above 0.
 */
export function setLodQuality(world: World, scale: number): void {
  const state = lodState(world)
  expectNumber('setLodQuality', 'scale', scale)
  if (!(scale > 0 && scale < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`setLodQuality: scale is ${scale}, expected a finite number above 0`)
  }
  state.quality = scale
}

/** What `setLodQuality` was given last; 1 at first. */
export function lodQuality(world: World): number {
  return lodState(world).quality
}

function requireLodRange(world: World, eid: number, caller: string): void {
  if (!hasComponent(world, eid, LodRange)) {
    throw new Error(`${caller}: entity ${eid} has no LodRange: add the component first`)
  }
}

function expectShare(field: string, value: number): void {
  expectNumber('setLodRange', field, value)
  if (!(value >= 0 && value <= 0.9)) {
    throw new RangeError(`setLodRange: ${field} is ${value}, expected a number from 0 to 0.9`)
  }
}

/** `direction` is 1 for rising limits and −1 for falling ones. */
function expectLimits(field: string, limits: readonly number[], direction: number): void {
  if (!Array.isArray(limits) || limits.length > MAX_LIMITS) {
    const got = Array.isArray(limits) ? `${limits.length} numbers` : String(limits)
    throw new RangeError(
      `setLodRange: ${field} is ${got}, expected an array of up to ${MAX_LIMITS}, one fewer than levels`,
    )
  }
  for (let i = 0; i < limits.length; i++) {
    const value = limits[i]!
    expectNumber('setLodRange', `${field}[${i}]`, value)
    if (!(value > 0 && value < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`setLodRange: ${field}[${i}] is ${value}, expected a finite number above 0`)
    }
    if (i > 0 && !((value - limits[i - 1]!) * direction > 0)) {
      const order = direction > 0 ? 'above' : 'below'
      throw new RangeError(
        `setLodRange: ${field}[${i}] is ${value}, expected a number ${order} ${field}[${i - 1}], which is ${limits[i - 1]}`,
      )
    }
  }
}

/** The number of these settings, a new one if they are new. */
function kindOf(
  state: LodState,
  limits: readonly number[],
  bySize: boolean,
  hysteresis: number,
  fade: number,
): number {
  const key = `${bySize} ${hysteresis} ${fade} ${limits.join(' ')}`
  const known = state.known.get(key)
  if (known !== undefined) return known
  const kind = state.kindCount
  if (kind === MAX_KINDS) {
    throw new RangeError(
      `setLodRange: more than ${MAX_KINDS - 1} different settings in one world, expected fewer: share them among entities`,
    )
  }
  if (kind === state.limitCounts.length) growKinds(state, kind * 2)
  state.limits.set(limits, kind * MAX_LIMITS)
  state.limitCounts[kind] = limits.length
  state.bySize[kind] = bySize ? 1 : 0
  state.hysteresis[kind] = hysteresis
  state.fade[kind] = fade
  state.known.set(key, kind)
  state.kindCount++
  return kind
}

function growKinds(state: LodState, rows: number): void {
  const before = state.limitCounts.length
  const grown = <A extends Float32Array | Uint8Array>(from: A, to: A): A => {
    to.set(from.subarray(0, (to.length / rows) * before))
    return to
  }
  state.limits = grown(state.limits, new Float32Array(rows * MAX_LIMITS))
  state.limitCounts = grown(state.limitCounts, new Uint8Array(rows))
  state.bySize = grown(state.bySize, new Uint8Array(rows))
  state.hysteresis = grown(state.hysteresis, new Float32Array(rows))
  state.fade = grown(state.fade, new Float32Array(rows))
}
