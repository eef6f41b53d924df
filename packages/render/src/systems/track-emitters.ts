import type { World } from '@sightline/core'
import { followEmitters } from '../particles/follow-emitters.js'
import { renderState } from '../state.js'

/**
 * Gives emitters the boxes of their particles: of all that may be alive, also where those that move have
 * been. Between `propagateTransforms` and culling, so that what moves is found in its new place at once.
 * Reads: the moved list, WorldMatrix. Writes: WorldBounds of emitters, their trails.
 */
export function trackEmitters(world: World): void {
  const { particles } = renderState(world)
  if (particles !== undefined) followEmitters(world, particles)
}
