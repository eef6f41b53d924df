import { columns } from '../component.js'
import { hierarchy } from '../hierarchy.js'
import { onLeave } from '../lives.js'
import { uint32Array } from '../memory.js'
import { beginMoves, MovesOfWorld } from '../moved.js'
import type { Propagation } from '../propagate.js'
import { propagate } from '../propagate.js'
import type { Resource } from '../resource.js'
import { defineResource, resource, setResource } from '../resource.js'
import type { World } from '../state.js'
import { coreState, IdFlag } from '../state.js'
import { setCounter, stats, warnOnce } from '../stats.js'
import { Transform, WorldMatrix } from '../transform.js'

const PropagationOfWorld: Resource<Propagation> = defineResource(
  'Propagation',
  'setupCore(world, { capacity })',
)

/** Gathers the arrays for `propagateTransforms`; part of `setupCore`. */
export function setupPropagation(world: World): void {
  const { arena, capacity, flags } = coreState(world)
  const { position, rotation, scale } = columns(world, Transform)
  const { matrix } = columns(world, WorldMatrix)
  const { touched, moved } = resource(world, MovesOfWorld)
  const climbed = uint32Array(arena, capacity + 1)
  const bits = uint32Array(arena, (capacity >>> 5) + 1)
  const links = hierarchy(world)
  const counts = { run: 0, recomputed: 0, broken: 0, lastBroken: 0, zeroRotations: 0 }
  const job = { links, flags, position, rotation, scale, matrix, touched, moved, bits, climbed, ...counts }
  setResource(world, PropagationOfWorld, job)
  onLeave(world, (eid) => {
    if ((flags[eid]! & IdFlag.broken) !== 0) job.broken--
  })
}

/**
 * Computes the world matrix of every entity that was touched since the last run, and of all that hang below
 * it, parents first, and publishes the moved list. What did not move costs nothing. Reads: touched ids,
 * Transform, the hierarchy. Writes: WorldMatrix, the moved list, and the counters `core.touched`,
 * `core.recomputed`, `core.moved`, `core.broken` (matrices that are not finite now), `core.zeroRotations` (so
 * far).
 */
export function propagateTransforms(world: World): void {
  const job = resource(world, PropagationOfWorld)
  const zeroRotationsBefore = job.zeroRotations
  setCounter(world, 'core.touched', job.touched.count)
  beginMoves(world)
  propagate(job)
  setCounter(world, 'core.recomputed', job.recomputed)
  setCounter(world, 'core.moved', job.moved.count)
  setCounter(world, 'core.broken', job.broken)
  setCounter(world, 'core.zeroRotations', job.zeroRotations)
  if (job.broken > 0 && !('core.broken' in stats(world).notes)) warnBroken(world, job.lastBroken)
  if (job.zeroRotations > zeroRotationsBefore) warnZeroRotation(world)
}

function warnBroken(world: World, eid: number): void {
  warnOnce(world, 'core.broken', `the world matrix of entity ${eid} holds a number that is not finite`)
}

function warnZeroRotation(world: World): void {
  warnOnce(
    world,
    'core.zeroRotations',
    'a Transform has a rotation of all zeros; no rotation is used instead',
  )
}
