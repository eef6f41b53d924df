import {
  createWorld,
  propagateTransforms,
  runSystems,
  setTransform,
  spawn,
  Transform,
  tickTo,
  time,
  type World,
} from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  type ResultList,
  setBox,
  setupCulling,
  validateCulling,
} from '@sightline/culling'
import type { Vec3 } from '../projection/helpers.js'

export function newWorld(capacity = 2000): World {
  const world = createWorld({ capacity })
  setupCulling(world)
  return world
}

export function frame(world: World): void {
  tickTo(world, time(world).now + 1 / 60)
  runSystems(world, [propagateTransforms, ...cullingSystems])
  validateCulling(world)
}

export function newBox(world: World, min: Vec3, max: Vec3, ...components: object[]): number {
  const eid = spawn(world, Transform, Bounds, ...components)
  setBox(world, eid, ...min, ...max)
  return eid
}

export function idsOf(list: ResultList): number[] {
  return Array.from(list.ids.subarray(0, list.count)).sort((a, b) => a - b)
}

/** Places an entity so that its −Z axis points along `direction`. */
export function aim(world: World, eid: number, [px, py, pz]: Vec3, [dx, dy, dz]: Vec3): void {
  const length = Math.hypot(dx, dy, dz)
  // The half-way quaternion from (0, 0, −1) to the direction; straight behind is half a turn about Y.
  const w = 1 - dz / length
  const turn: [number, number, number, number] = w < 1e-9 ? [0, 1, 0, 0] : [dy / length, -dx / length, 0, w]
  const size = Math.hypot(...turn)
  setTransform(world, eid, px, py, pz, turn[0] / size, turn[1] / size, turn[2] / size, turn[3] / size)
}
