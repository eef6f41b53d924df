/** What changes over a particle's life, in tables. */
import { expectNumber, expectOptions, quoted } from '@sightline/core/checks'
import { type Color, readColor } from '../color.js'

/** Entries of a table; the first is birth, the last death. */
export const CURVE_STEPS = 256

/** A factor at a share of the life, 0 to 1; straight between. */
export type CurveKey = readonly [at: number, value: number]

/**
 * A colour and an opacity at a share of the life, 0 to 1; straight between. What is not given is white, and
 * 1.
 */
export type ColorKey = { readonly at: number; readonly color?: Color; readonly opacity?: number }

/** A table of a curve. Throws a `TypeError` or `RangeError` that names the key. */
export function bakeCurve(caller: string, field: string, keys: readonly CurveKey[]): Float32Array {
  expectKeys(caller, field, keys)
  keys.forEach((key, i) => {
    if (!Array.isArray(key) || key.length !== 2)
      throw new TypeError(`${caller}: ${field}[${i}] is ${quoted(key)}, expected [at, value]`)
    const value = key[1]
    expectNumber(caller, `${field}[${i}][1]`, value)
    if (!(value >= 0 && value < 1e6))
      throw new RangeError(`${caller}: ${field}[${i}] has value ${value}, expected 0 to 1e6`)
  })
  checkPlaces(
    caller,
    field,
    keys.map(([at]) => at),
  )
  // One more, so that there is a next one everywhere.
  const table = new Float32Array(CURVE_STEPS + 1)
  const mix = (i: number, k: number, share: number): void => {
    table[i] = keys[k]![1] + (keys[k + 1 < keys.length ? k + 1 : k]![1] - keys[k]![1]) * share
  }
  walk(
    keys.map(([at]) => at),
    mix,
  )
  table[CURVE_STEPS] = table[CURVE_STEPS - 1]!
  return table
}

/**
 * A table of colours: bytes r, g, b, a, red in the lowest, sRGB. Throws a `RangeError` or `TypeError` that
 * names the key.
 */
export function bakeColors(caller: string, field: string, keys: readonly ColorKey[]): Uint32Array {
  expectKeys(caller, field, keys)
  keys.forEach((key, i) => {
    expectOptions(`${caller}: ${field}[${i}]`, key, { at: true, color: true, opacity: true })
  })
  const places = keys.map(({ at }) => at)
  checkPlaces(caller, field, places)
  const colors = keys.map(({ color = [1, 1, 1], opacity = 1 }, i) => {
    const rgba = new Float32Array(4)
    readColor(rgba, color, `${caller}: ${field}[${i}]`)
    expectNumber(caller, `${field}[${i}].opacity`, opacity)
    if (!(opacity >= 0 && opacity <= 1))
      throw new RangeError(`${caller}: ${field}[${i}].opacity is ${opacity}, expected 0 to 1`)
    rgba[3] = opacity
    return rgba
  })
  const table = new Uint32Array(CURVE_STEPS)
  const bytes = new Uint8Array(table.buffer)
  walk(places, (i, k, share) => {
    const next = colors[Math.min(k + 1, colors.length - 1)]!
    for (let c = 0; c < 4; c++) {
      bytes[i * 4 + c] = Math.round((colors[k]![c]! + (next[c]! - colors[k]![c]!) * share) * 255)
    }
  })
  return table
}

/** Calls back for each step with the key before it and how far it is to the next. */
function walk(places: readonly number[], step: (i: number, key: number, share: number) => void): void {
  for (let i = 0, k = 0; i < CURVE_STEPS; i++) {
    const at = i / (CURVE_STEPS - 1)
    while (k + 1 < places.length && places[k + 1]! <= at) k++
    const next = places[k + 1]
    step(i, k, next === undefined || at < places[k]! ? 0 : (at - places[k]!) / (next - places[k]!))
  }
}

function expectKeys(caller: string, field: string, keys: readonly unknown[]): void {
  if (!Array.isArray(keys))
    throw new TypeError(`${caller}: ${field} is ${quoted(keys)}, expected an array of keys`)
}

function checkPlaces(caller: string, field: string, places: readonly number[]): void {
  if (places.length === 0) throw new RangeError(`${caller}: ${field} has no keys, expected one or more`)
  for (let i = 0; i < places.length; i++) {
    const at = places[i]!
    expectNumber(caller, `place of ${field}[${i}]`, at)
    if (!(at >= (places[i - 1] ?? 0) && at <= 1))
      throw new RangeError(
        `${caller}: ${field}[${i}] is at ${at}, expected a share of the life from ${places[i - 1] ?? 0} to 1`,
      )
  }
}
