import { expectNumber, quoted } from './checks.js'
import type { Field, ScalarKind } from './component.js'

/**
 * One entity's data as `set(component, data)` takes it: numbers, or as many of them in a row as the field is
 * wide.
 */
export type ComponentData = { readonly [field: string]: number | ArrayLike<number> }

type Fields = { readonly [field: string]: Field<ScalarKind> }
type Arrays = { readonly [field: string]: { [index: number]: number } }

/**
 * Writes the fields that are given into the columns of an entity. Throws a `TypeError` that names the field,
 * with nothing written, for one that the component does not have, and for a value that is no number or not as
 * many as it is wide.
 */
export function writeData(name: string, schema: Fields, columns: Arrays, eid: number, data: unknown): void {
  const caller = `set(${name}, data)`
  if (typeof data !== 'object' || data === null) {
    throw new TypeError(`${caller}: data is ${quoted(data)}, expected an object with fields of ${name}`)
  }
  const given = Object.entries(data as ComponentData)
  for (const [field, value] of given) checkField(caller, schema, field, value)
  for (const [field, value] of given) {
    const { width } = schema[field]!
    const column = columns[field]!
    if (width === 1) column[eid] = value as number
    else for (let k = 0; k < width; k++) column[eid * width + k] = (value as ArrayLike<number>)[k]!
  }
}

function checkField(caller: string, schema: Fields, field: string, value: unknown): void {
  if (!Object.hasOwn(schema, field)) {
    throw new TypeError(`${caller}: there is no field ${field}, expected ${Object.keys(schema).join(', ')}`)
  }
  const { width } = schema[field]!
  if (width === 1) {
    expectNumber(caller, field, value)
    return
  }
  const count = (value as ArrayLike<unknown> | null | undefined)?.length
  if (typeof value === 'string' || count !== width) {
    throw new TypeError(`${caller}: ${field} is ${quoted(value)}, expected ${width} numbers`)
  }
  for (let k = 0; k < width; k++) expectNumber(caller, `${field}[${k}]`, (value as ArrayLike<unknown>)[k])
}
