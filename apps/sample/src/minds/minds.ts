/** What people have in mind: to go on or to stop, to talk or to be silent; decided now and then, at moments of their own. */
import { capacity, defineResource, type Resource, resource, setResource, type World } from '@sightline/core'
import { defineUpdateKind, setUpdateRate, type UpdateKind } from '@sightline/culling'

/** Who is seen thinks in each frame, from afar in every second; whom nobody sees decides a sixth of a second late at most. */
export const MindUpdates: UpdateKind = defineUpdateKind('minds', {
  far: 2,
  hidden: 10,
  outside: 10,
  beyond: 10,
})

/** By id. */
export type Minds = {
  /** Seconds lived, and those at which the next decision is due. */
  readonly clock: Float64Array
  readonly next: Float64Array
  /** 1: goes on, or talks. */
  readonly wish: Uint8Array
  readonly decisions: Uint32Array
  /** State of its own random sequence. */
  readonly random: Uint32Array
}

export const MindsOfWorld: Resource<Minds> = defineResource('Minds', 'createGame')

export function setupMinds(world: World): void {
  const ids = capacity(world) + 1
  setResource(world, MindsOfWorld, {
    clock: new Float64Array(ids),
    next: new Float64Array(ids),
    wish: new Uint8Array(ids),
    decisions: new Uint32Array(ids),
    random: new Uint32Array(ids),
  })
}

/** Seconds within which everyone makes the first decision. */
const FIRST = 30

/** Gives someone a mind of its own, which begins with its wish. The entity must have `UpdateRate`. */
export function addMind(world: World, eid: number, seed: number): void {
  const minds = resource(world, MindsOfWorld)
  minds.clock[eid] = 0
  minds.wish[eid] = 1
  minds.decisions[eid] = 0
  minds.random[eid] = Math.imul(seed + 1, 0x9e37_79b9) || 1
  minds.next[eid] = FIRST * chance(minds, eid)
  setUpdateRate(world, eid, MindUpdates)
}

/** A number from 0 up to 1 from the mind's own sequence (xorshift32, Marsaglia 2003). */
export function chance({ random }: Minds, eid: number): number {
  let state = random[eid]!
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  random[eid] = state
  return (state >>> 0) / 0x1_0000_0000
}
