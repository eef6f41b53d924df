import type { World } from './state.js'
import { coreState } from './state.js'

/** A typed place on the world for state that outlives a call. The token is global, the value is per world. */
export type Resource<T> = {
  readonly name: string
  /** The call that sets it, for the error message. */
  readonly setup: string
  /** Counts up from 0 over all resources. */
  readonly number: number
  /** Never there: it only carries the type. */
  readonly valueType?: T
}

let resourceCount = 0

/**
 * Makes a resource token, once, at module level. `setup` is the call that an error names when the resource is
 * read before it was set; by default `setup<name>(world)`.
 */
export function defineResource<T>(name: string, setup: string = `setup${name}(world)`): Resource<T> {
  if (name === '') throw new TypeError('defineResource: the name is empty')
  return { name, setup, number: resourceCount++ }
}

/** Sets or replaces the value. `undefined` takes it away. */
export function setResource<T>(world: World, token: Resource<T>, value: T): void {
  coreState(world).resources[token.number] = value
}

/** The value. Throws an `Error` that names the call to make when it was not set. */
export function resource<T>(world: World, token: Resource<T>): T {
  const value = coreState(world).resources[token.number]
  if (value === undefined) throw new Error(`${token.name} is not set up: call ${token.setup} first`)
  return value as T
}

/** Whether the value was set. */
export function hasResource<T>(world: World, token: Resource<T>): boolean {
  return coreState(world).resources[token.number] !== undefined
}
