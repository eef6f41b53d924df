import type { World } from '@sightline/core'
import { cameraOf, View } from '@sightline/culling'
import { query } from 'bitecs'
import { game } from '../game.js'

/** A plane that is so far off lets everything through. */
const FAR_OFF = 1e30

/**
 * With frustum culling switched off, pushes the planes out of the way, so that a view finds all there is; the same for
 * shadow casters. Stands between `sweepCasters` and `cullViews`.
 * Reads: Switches. Writes: planes of the views.
 */
export function openFrusta(world: World): void {
  const { switches, view, eye } = game(world)
  if (!switches.frustum) open(cameraOf(world, view).activePlanes)
  if (switches.casters) return
  const views = query(world, [View])
  for (let i = 0; i < views.length; i++) {
    const light = views[i]!
    if (light !== view && light !== eye) open(cameraOf(world, light).activePlanes)
  }
}

function open(planes: Float32Array): void {
  for (let p = 3; p < planes.length; p += 4) planes[p] = FAR_OFF
}
