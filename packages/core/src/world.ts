import type { InternalWorld } from 'bitecs'
import {
  $internal,
  addComponent,
  addEntity,
  createWorld as createBitWorld,
  getAllEntities,
  removeEntity,
} from 'bitecs'
import { expectNumber, expectOptions } from './checks.js'
import { columns, isToken } from './component.js'
import { setupHierarchy } from './hierarchy.js'
import { followLives, MAX_CAPACITY, requireAlive } from './lives.js'
import { identityAt } from './math/mat4-at.js'
import type { Arena } from './memory.js'
import { createArena, uint8Array, uint32Array } from './memory.js'
import { setupMoves } from './moved.js'
import { setResource } from './resource.js'
import type { World } from './state.js'
import { attachCore, coreState, detachCore, hasCore } from './state.js'
import { createStats, createTimes, StatsOfWorld, TimesOfWorld } from './stats.js'
import { setupPropagation } from './systems/propagate-transforms.js'
import { createTime, TimeOfWorld } from './time.js'
import { followTransforms, WorldMatrix } from './transform.js'

/** What is chosen once for a world. */
export type WorldOptions = {
  /** The highest number of entities at one time, 1 to 2^26 - 1. Every column has one row for each. */
  readonly capacity: number
  /** The size of the world's arena in bytes. Default: 24 MiB and 512 bytes for each entity of the capacity. */
  readonly arenaBytes?: number
}

const KNOWN_OPTIONS: Readonly<Record<keyof WorldOptions, true>> = { capacity: true, arenaBytes: true }

const BASE_ARENA_BYTES = 24 * 1024 * 1024
const ARENA_BYTES_PER_ENTITY = 512

/**
 * Makes a world: bitECS's own `createWorld`, and `setupCore`. Throws a `RangeError` for a capacity or an
 * arena size out of range, or too small for what core itself needs.
 */
export function createWorld(options: WorldOptions): World {
  const world: World = createBitWorld()
  setupCore(world, options)
  return world
}

/**
 * Adds what core needs to a world that the game made with bitECS's own `createWorld`; entities that exist
 * already are taken over. The world must not use `withVersioning` (its ids do not fit columns), nor bitECS's
 * `resetWorld` later. Throws an `Error` when called twice or for a versioned world, a `RangeError` for a
 * capacity or an arena size that does not fit, a `TypeError` for an option that there is none of; the world
 * is then as it was.
 */
export function setupCore(world: World, options: WorldOptions): void {
  expectOptions('setupCore', options, KNOWN_OPTIONS)
  const { capacity, arenaBytes = BASE_ARENA_BYTES + ARENA_BYTES_PER_ENTITY * capacity } = options
  if (!(Number.isInteger(capacity) && capacity >= 1 && capacity <= MAX_CAPACITY)) {
    throw new RangeError(
      `setupCore: capacity is ${capacity}, expected a whole number from 1 to ${MAX_CAPACITY}`,
    )
  }
  expectNumber('setupCore', 'arenaBytes', arenaBytes)
  if (hasCore(world)) throw new Error('setupCore: core is already set up for this world')
  requireUsableIds(world, capacity)
  const arena = createArena(arenaBytes)
  try {
    attachState(world, arena, capacity)
  } catch (cause) {
    detachCore(world)
    throw cause
  }
  const { matrix } = columns(world, WorldMatrix)
  followLives(world, (eid) => identityAt(matrix, eid * 16))
  followTransforms(world)
}

function requireUsableIds(world: World, capacity: number): void {
  if ((world as unknown as InternalWorld)[$internal].entityIndex.versioning) {
    throw new Error(
      'setupCore: the world uses withVersioning, whose ids do not fit columns: use handles instead',
    )
  }
  for (const eid of getAllEntities(world)) {
    if (eid > capacity) {
      throw new RangeError(
        `setupCore: the world has entity ${eid} already, above the capacity of ${capacity}`,
      )
    }
  }
}

/** Takes everything that core needs from the arena, and follows nothing yet. */
function attachState(world: World, arena: Arena, capacity: number): void {
  attachCore(world, {
    arena,
    capacity,
    flags: uint8Array(arena, capacity + 1),
    generations: uint32Array(arena, capacity + 1),
    leaveCallbacks: [],
    columns: [],
    resources: [],
  })
  setResource(world, StatsOfWorld, createStats())
  setResource(world, TimesOfWorld, createTimes())
  setResource(world, TimeOfWorld, createTime())
  setupMoves(world)
  setupHierarchy(world)
  setupPropagation(world)
}

/** The world's arena. */
export function arena(world: World): Arena {
  return coreState(world).arena
}

/** The highest entity id of this world. Arrays by id have one row more. */
export function capacity(world: World): number {
  return coreState(world).capacity
}

/**
 * Makes an entity with these components (tokens, other bitECS components, or bitECS's `set(component, data)`
 * pairs) and returns its id. For a token, data is an object of numbers, and of arrays for wide fields:
 * `set(Transform, { position: [1, 2, 3] })`; fields that are not given stay as they are for a new one. Throws
 * a `RangeError` when the world is full, a `TypeError` that names the field for data that does not fit; no
 * entity is left behind by an error.
 */
export function spawn(world: World, ...components: readonly object[]): number {
  coreState(world)
  const eid = addEntity(world)
  try {
    for (let i = 0; i < components.length; i++) {
      prepareData(world, components[i]!)
      addComponent(world, eid, components[i]!)
    }
  } catch (cause) {
    removeEntity(world, eid)
    throw cause
  }
  return eid
}

/** Data that comes with a component goes into its columns, so they must be there. */
function prepareData(world: World, component: { readonly component?: object }): void {
  const token = component.component
  if (token !== undefined && isToken(token)) columns(world, token)
}

/**
 * Removes an entity, as bitECS's `removeEntity` does. Its children become roots with their local transforms
 * as they are. Throws an `Error` if it does not exist.
 */
export function destroy(world: World, eid: number): void {
  requireAlive(coreState(world), eid, 'destroy')
  removeEntity(world, eid)
}
