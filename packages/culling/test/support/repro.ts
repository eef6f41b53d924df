import { createWorld, propagateTransforms, setPosition, spawn, Transform, type World } from '@sightline/core'
import {
  Bounds,
  cullViews,
  setPerspective,
  setSphere,
  setupCulling,
  sweepCasters,
  updateLights,
  updateOctree,
  updateViews,
  updateWorldBounds,
  View,
} from '@sightline/culling'

/** A world with one view that looks along -Z, 100 m far. */
export function lookingAhead(): { world: World; view: number } {
  const world = createWorld({ capacity: 200 })
  setupCulling(world)
  const view = spawn(world, Transform, View)
  setPerspective(world, view, { fovY: Math.PI / 3, aspect: 1, near: 0.1, far: 100 })
  return { world, view }
}

export function ballAt(world: World, z: number, ...components: object[]): number {
  const eid = spawn(world, Transform, Bounds, ...components)
  setSphere(world, eid, 1)
  setPosition(world, eid, 0, 0, z)
  return eid
}

export function idsOf(list: { ids: ArrayLike<number>; count: number }): number[] {
  return Array.from(list.ids)
    .slice(0, list.count)
    .sort((a, b) => a - b)
}

/** A frame that ends after `cullViews`, as one does in which a game's own stage throws. */
export function frameUpToCull(world: World): void {
  for (const system of [
    propagateTransforms,
    updateWorldBounds,
    updateOctree,
    updateLights,
    updateViews,
    sweepCasters,
    cullViews,
  ])
    system(world)
}
