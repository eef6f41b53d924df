/** Checks of what users pass in. Each names the function, the field, the value and what was expected. */

import { expectNumber } from '@sightline/core/checks'

/** Throws a `TypeError` unless `value` is a `Uint32Array`. */
export function checkIds(name: string, field: string, value: Uint32Array): void {
  if (!(value instanceof Uint32Array))
    throw new TypeError(`${name}: ${field} is ${kindOf(value)}, expected a Uint32Array`)
}

/** Throws a `TypeError` unless `value` is a `Float32Array`. */
export function checkFloats(name: string, field: string, value: Float32Array): void {
  if (!(value instanceof Float32Array)) {
    throw new TypeError(`${name}: ${field} is ${kindOf(value)}, expected a Float32Array`)
  }
}

/** Throws a `TypeError` unless `value` can hold distances. */
export function checkDistances(name: string, field: string, value: Float32Array | Float64Array): void {
  if (!(value instanceof Float32Array || value instanceof Float64Array)) {
    throw new TypeError(`${name}: ${field} is ${kindOf(value)}, expected a Float32Array or a Float64Array`)
  }
}

/** Throws a `RangeError` unless `value` is a finite number. */
export function checkFinite(name: string, field: string, value: number): void {
  if (!Number.isFinite(value)) throw new RangeError(`${name}: ${field} is ${value}, expected a finite number`)
}

/**
 * Throws a `TypeError` unless `value` is a number, a `RangeError` unless it is 0 or more; it may be infinite.
 */
export function checkNotNegative(name: string, field: string, value: number): void {
  expectNumber(name, field, value)
  if (!(value >= 0)) throw new RangeError(`${name}: ${field} is ${value}, expected a number of 0 or more`)
}

/**
 * Throws a `TypeError` for what is not of the type number, as an argument that was forgotten, and a
 * `RangeError` if a minimum lies above its maximum; NaN is let through.
 */
export function checkOrder(
  name: string,
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
): void {
  expectNumber(name, 'minX', minX)
  expectNumber(name, 'minY', minY)
  expectNumber(name, 'minZ', minZ)
  expectNumber(name, 'maxX', maxX)
  expectNumber(name, 'maxY', maxY)
  expectNumber(name, 'maxZ', maxZ)
  if (minX > maxX) failOrder(name, 'X', minX, maxX)
  if (minY > maxY) failOrder(name, 'Y', minY, maxY)
  if (minZ > maxZ) failOrder(name, 'Z', minZ, maxZ)
}

function failOrder(name: string, axis: string, min: number, max: number): never {
  throw new RangeError(`${name}: min${axis} is ${min}, expected at most max${axis}, which is ${max}`)
}

function kindOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return `of type ${value.constructor?.name ?? 'object'}`
}
