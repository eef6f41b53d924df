import { observe, onSet } from 'bitecs'
import { writeData } from './component-data.js'
import type { Arena } from './memory.js'
import { float32Array, int32Array, uint8Array, uint16Array, uint32Array } from './memory.js'
import type { CoreState, World } from './state.js'
import { coreState } from './state.js'

type ArrayOfKind = {
  f32: Float32Array
  u32: Uint32Array
  i32: Int32Array
  u16: Uint16Array
  u8: Uint8Array
}

/** The number types a column can have. */
export type ScalarKind = keyof ArrayOfKind

/** One field of a schema: a number type, and how many numbers one entity has (1 for scalars). */
export type Field<K extends ScalarKind = ScalarKind> = { readonly kind: K; readonly width: number }

/** The fields of a component by name. */
export type Schema = { readonly [field: string]: Field }

/**
 * A component token. The object itself is the bitECS component: `addComponent(world, eid, Bounds)` and
 * `query(world, [Bounds])` work as they are. Tokens are global, their data is per world: see `columns`.
 */
export type Component<S extends Schema = Schema> = {
  readonly name: string
  readonly schema: S
  /** Counts up from 0 over all components; the index of the cached columns. */
  readonly number: number
}

/** One typed array a field, with `capacity + 1` rows of the field's width: index with `eid * width`. */
export type Columns<S extends Schema> = { readonly [F in keyof S]: ArrayOfKind[S[F]['kind']] }

export const f32: Field<'f32'> = { kind: 'f32', width: 1 }
export const u32: Field<'u32'> = { kind: 'u32', width: 1 }
export const i32: Field<'i32'> = { kind: 'i32', width: 1 }
export const u16: Field<'u16'> = { kind: 'u16', width: 1 }
export const u8: Field<'u8'> = { kind: 'u8', width: 1 }

/** `width` numbers of the same kind in a row. */
export function vec<K extends ScalarKind>(field: Field<K>, width: number): Field<K> {
  if (!(Number.isInteger(width) && width >= 1)) {
    throw new RangeError(`vec: width is ${width}, expected a whole number of 1 or more`)
  }
  return { kind: field.kind, width: field.width * width }
}

/** Three floats. */
export const vec3: Field<'f32'> = vec(f32, 3)
/** Four floats x, y, z, w. */
export const quat: Field<'f32'> = vec(f32, 4)
/** Sixteen floats, column by column as in gl-matrix. */
export const mat4: Field<'f32'> = vec(f32, 16)

const KINDS: readonly string[] = ['f32', 'u32', 'i32', 'u16', 'u8']

/** bitECS takes an object with one of these keys for a `set(component, data)` pair. */
const RESERVED_KEYS = ['component', 'data']

let componentCount = 0
const tokens = new WeakSet<object>()

/**
 * Makes a component token, once, at module level. A component without fields is a tag:
 * `defineComponent('Boss', {})`. Throws a `TypeError` for an empty name or a field called `component` or
 * `data`, which bitECS would misread.
 */
export function defineComponent<const S extends Schema>(name: string, schema: S): Component<S> {
  if (name === '') throw new TypeError('defineComponent: the name is empty')
  for (const key of RESERVED_KEYS) {
    if (Object.hasOwn(schema, key)) {
      throw new TypeError(`defineComponent: ${name} has a field named "${key}", a name that bitECS reserves`)
    }
  }
  for (const [field, { kind }] of Object.entries(schema)) {
    if (!KINDS.includes(kind)) {
      throw new TypeError(
        `defineComponent: ${name}.${field} is of kind ${kind}, expected one of ${KINDS.join(', ')}`,
      )
    }
  }
  const token = { name, schema, number: componentCount++ }
  tokens.add(token)
  return token
}

/** Whether a component is one of `defineComponent`. */
export function isToken(component: object): component is Component {
  return tokens.has(component)
}

/**
 * The typed arrays of a component in this world, always the same ones. The first call takes them from the
 * world's arena, zero filled; a `RangeError` says what was asked for and what was free when they do not fit.
 * From then on bitECS's `set(component, data)` writes into them; `spawn` sees to it by itself.
 */
export function columns<S extends Schema>(world: World, component: Component<S>): Columns<S> {
  const state = coreState(world)
  return (state.columns[component.number] ?? makeColumns(world, state, component)) as Columns<S>
}

/** Apart from `columns`, as a function with a closure in it makes garbage at every call, even where it does not come to that. */
function makeColumns<S extends Schema>(world: World, state: CoreState, component: Component<S>): Columns<S> {
  const made = allocateColumns(state.arena, component, state.capacity + 1)
  state.columns[component.number] = made
  observe(world, onSet(component), (eid: number, data: unknown) => {
    if (eid <= state.capacity) writeData(component.name, component.schema, made, eid, data)
  })
  return made
}

function allocateColumns<S extends Schema>(arena: Arena, component: Component<S>, rows: number): Columns<S> {
  const made: { [field: string]: ArrayOfKind[ScalarKind] } = {}
  const topBefore = arena.top
  for (const [name, { kind, width }] of Object.entries(component.schema)) {
    try {
      made[name] = allocateColumn(arena, kind, rows * width)
    } catch (cause) {
      arena.top = topBefore
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new RangeError(`columns: ${component.name}.${name} does not fit: ${reason}`, { cause })
    }
  }
  return made as Columns<S>
}

function allocateColumn(arena: Arena, kind: ScalarKind, count: number): ArrayOfKind[ScalarKind] {
  switch (kind) {
    case 'f32':
      return float32Array(arena, count)
    case 'u32':
      return uint32Array(arena, count)
    case 'i32':
      return int32Array(arena, count)
    case 'u16':
      return uint16Array(arena, count)
    case 'u8':
      return uint8Array(arena, count)
  }
}
