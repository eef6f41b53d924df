/** Worlds with a terrain, and cameras that walk over it. */
import {
  createWorld,
  propagateTransforms,
  runSystems,
  setTransform,
  spawn,
  Transform,
  tickTo,
  type World,
} from '@sightline/core'
import {
  type CullingOptions,
  cullingSystems,
  setPerspective,
  setupCulling,
  setView,
  View,
} from '@sightline/culling'
import { setupTerrain, type TerrainOptions, terrainSystems } from '@sightline/terrain'
import type { Pose } from './routes.js'

/** A world of 4,000 entities with inline occlusion that never rests. */
export function terrainWorld(options: TerrainOptions, occlusion: CullingOptions['occlusion'] = {}): World {
  const world = createWorld({ capacity: 4000 })
  setupCulling(world, { occlusion: { mode: 'inline', payOff: 'always', ...occlusion } })
  setupTerrain(world, options)
  return world
}

export function addCamera(world: World, far: number): number {
  const view = spawn(world, Transform, View)
  setPerspective(world, view, { fovY: 1, aspect: 16 / 9, near: 0.1, far })
  setView(world, view, { viewportHeight: 1080 })
  return view
}

/** Turned by the yaw about the upright axis, then by the pitch. */
export function placeCamera(world: World, view: number, { eye, yaw, pitch }: Pose): void {
  const [s, c] = [Math.sin(yaw / 2), Math.cos(yaw / 2)]
  const [p, q] = [Math.sin(pitch / 2), Math.cos(pitch / 2)]
  setTransform(world, view, ...eye, c * p, s * q, -s * p, c * q)
}

const SYSTEMS = [...terrainSystems, propagateTransforms, ...cullingSystems]
let frame = 0

export function stepTerrain(world: World): void {
  tickTo(world, ++frame / 60)
  runSystems(world, SYSTEMS)
}
