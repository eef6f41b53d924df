/** Checks of what the tools are given: each error names the function, the field and the value. */
import { expectOptions, quoted } from '@sightline/core/checks'
import { checkFloats, checkIds, checkNotNegative } from '../spatial/octree-checks.js'
import type { CheckOccludersInput, CheckOccludersOptions } from './check-occluders.js'
import type { OccludersFromMeshOptions } from './occluders-from-mesh.js'

/** What is used where an option is left out. */
export const OCCLUDERS_FROM_MESH_DEFAULTS: {
  readonly resolution: number
  readonly maxBoxes: number
  readonly minShare: number
} = { resolution: 48, maxBoxes: 6, minShare: 0.03 }

const CHECK_OPTIONS: Record<keyof CheckOccludersOptions, true> = {
  tolerance: true,
  gap: true,
  looseness: true,
  largest: true,
  smallest: true,
}

export type CheckSettings = {
  /** Undefined is a share of the mesh's size. */
  readonly tolerance: number | undefined
  readonly gap: number | undefined
  readonly looseness: number
  readonly largest: number
  readonly smallest: number
}

/** Throws unless the options are those of `occludersFromMesh`, in their ranges. */
export function fromMeshSettings(
  caller: string,
  options: OccludersFromMeshOptions,
): Required<OccludersFromMeshOptions> {
  expectOptions(caller, options, OCCLUDERS_FROM_MESH_DEFAULTS)
  return rangedFromMesh(caller, options)
}

/** Throws unless the options are those of `checkOccluders`, in their ranges. */
export function checkSettings(caller: string, options: CheckOccludersOptions): CheckSettings {
  expectOptions(caller, options, CHECK_OPTIONS)
  return rangedCheck(caller, options)
}

/** Both of them, for a function that takes either kind of option. */
export function bothSettings(
  caller: string,
  options: OccludersFromMeshOptions & CheckOccludersOptions,
): { readonly make: Required<OccludersFromMeshOptions>; readonly check: CheckSettings } {
  expectOptions(caller, options, { ...OCCLUDERS_FROM_MESH_DEFAULTS, ...CHECK_OPTIONS })
  return { make: rangedFromMesh(caller, options), check: rangedCheck(caller, options) }
}

function rangedFromMesh(
  caller: string,
  options: OccludersFromMeshOptions,
): Required<OccludersFromMeshOptions> {
  const {
    resolution = OCCLUDERS_FROM_MESH_DEFAULTS.resolution,
    maxBoxes = OCCLUDERS_FROM_MESH_DEFAULTS.maxBoxes,
    minShare = OCCLUDERS_FROM_MESH_DEFAULTS.minShare,
  } = options
  expectRange(caller, 'resolution', resolution, 4, 128, Number.isInteger(resolution), 'a whole number')
  expectRange(caller, 'maxBoxes', maxBoxes, 1, 64, Number.isInteger(maxBoxes), 'a whole number')
  expectRange(caller, 'minShare', minShare, 0, 1, typeof minShare === 'number', 'a number')
  return { resolution, maxBoxes, minShare }
}

function rangedCheck(caller: string, options: CheckOccludersOptions): CheckSettings {
  const { tolerance, gap, looseness = 1.25, largest = 64, smallest = 0.5 } = options
  if (tolerance !== undefined) checkNotNegative(caller, 'tolerance', tolerance)
  if (gap !== undefined) checkNotNegative(caller, 'gap', gap)
  if (!(typeof looseness === 'number' && looseness >= 1)) {
    throw new RangeError(`${caller}: looseness is ${quoted(looseness)}, expected a factor of 1 or more`)
  }
  checkNotNegative(caller, 'largest', largest)
  checkNotNegative(caller, 'smallest', smallest)
  return { tolerance, gap, looseness, largest, smallest }
}

function expectRange(
  caller: string,
  field: string,
  value: number,
  min: number,
  max: number,
  isKind: boolean,
  kind: string,
): void {
  if (isKind && value >= min && value <= max) return
  throw new RangeError(`${caller}: ${field} is ${quoted(value)}, expected ${kind} from ${min} to ${max}`)
}

/** Throws a `TypeError` unless a mesh comes in the right kinds of arrays. */
export function expectMesh(caller: string, positions: Float32Array, indices: Uint32Array): void {
  checkFloats(caller, 'positions', positions)
  checkIds(caller, 'indices', indices)
}

/** Throws unless the arrays are there and of the right lengths; NaN in a pose is for the checker to find. */
export function expectCheckInput(caller: string, input: CheckOccludersInput): void {
  if (typeof input !== 'object' || input === null) {
    throw new TypeError(`${caller}: input is ${quoted(input)}, expected an object with positions and indices`)
  }
  const { positions, indices, occluders = [], bounds, poses = [] } = input
  expectMesh(caller, positions, indices)
  expectList(caller, 'occluders', occluders)
  occluders.forEach((matrix, i) => {
    expectNumbers(caller, `occluders[${i}]`, matrix, 16)
  })
  if (bounds !== undefined) expectBounds(caller, bounds)
  expectList(caller, 'poses', poses)
  poses.forEach((pose, i) => {
    expectNumbers(caller, `poses[${i}]`, pose, positions.length)
  })
}

function expectBounds(caller: string, bounds: ArrayLike<number>): void {
  expectNumbers(caller, 'bounds', bounds, 6)
  for (let k = 0; k < 6; k++) {
    if (typeof bounds[k] !== 'number' || Number.isNaN(bounds[k])) {
      throw new RangeError(`${caller}: bounds[${k}] is ${quoted(bounds[k])}, expected a number`)
    }
  }
  for (let k = 0; k < 3; k++) {
    if (bounds[k]! <= bounds[k + 3]!) continue
    throw new RangeError(
      `${caller}: bounds[${k}] is ${bounds[k]}, expected at most bounds[${k + 3}], which is ${bounds[k + 3]}`,
    )
  }
}

function expectList(caller: string, field: string, value: readonly unknown[]): void {
  if (!Array.isArray(value)) throw new TypeError(`${caller}: ${field} is ${quoted(value)}, expected an array`)
}

function expectNumbers(caller: string, field: string, value: ArrayLike<number>, length: number): void {
  if (typeof value !== 'object' || value === null) {
    throw new TypeError(`${caller}: ${field} is ${quoted(value)}, expected ${length} numbers`)
  }
  if (value.length !== length) {
    throw new RangeError(`${caller}: ${field} has ${value.length} numbers, expected ${length}`)
  }
}
