/**
 * Checks of what users pass in. Each error names the call, the field, the value and what was expected. This
 * module imports nothing, and is also the subpath `@sightline/core/checks`.
 */

/**
 * Throws a `TypeError` unless `options` is an object whose keys all occur in `known`: a name that is spelled
 * wrong would otherwise be a setting without effect. Allocates nothing when all is well.
 */
export function expectOptions(
  caller: string,
  options: object,
  known: Readonly<Record<string, unknown>>,
): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`${caller}: options is ${quoted(options)}, expected an object`)
  }
  for (const name in options) {
    if (Object.hasOwn(options, name) && !Object.hasOwn(known, name)) {
      throw new TypeError(
        `${caller}: ${name} is not an option, expected one of ${Object.keys(known).join(', ')}`,
      )
    }
  }
}

/** Throws a `TypeError` unless the value is of the type number; NaN and infinity are. */
export function expectNumber(caller: string, field: string, value: unknown): void {
  if (typeof value !== 'number') {
    throw new TypeError(`${caller}: ${field} is ${quoted(value)}, expected a number`)
  }
}

/** A value as an error shows it: texts in quotes, so that '5' is not taken for 5. */
export function quoted(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}
