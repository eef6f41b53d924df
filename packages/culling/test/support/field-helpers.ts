/** Small worlds for the cases from the field. */
import {
  columns,
  createWorld,
  propagateTransforms,
  runSystems,
  setPosition,
  spawn,
  Transform,
  tickTo,
  time,
  type World,
} from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  setBox,
  setPerspective,
  setSphere,
  setupCulling,
  View,
  validateCulling,
  WorldBounds,
} from '@sightline/culling'

export const FOV_60 = Math.PI / 3

export function newWorld(capacity = 1000): World {
  const world = createWorld({ capacity })
  setupCulling(world)
  return world
}

export function frame(world: World): void {
  tickTo(world, time(world).now + 1 / 60)
  runSystems(world, [propagateTransforms, ...cullingSystems])
  validateCulling(world)
}

/** At the origin, looking along -z, square picture. */
export function newView(world: World, { fovY = FOV_60, near = 0.1, far = 1000 } = {}): number {
  const view = spawn(world, Transform, View)
  setPerspective(world, view, { fovY, aspect: 1, near, far })
  return view
}

export function newBox(world: World, ...b: [number, number, number, number, number, number]): number {
  const eid = spawn(world, Transform, Bounds)
  setBox(world, eid, ...b)
  return eid
}

export function newSphere(world: World, x: number, y: number, z: number, radius: number): number {
  const eid = spawn(world, Transform, Bounds)
  setSphere(world, eid, radius)
  setPosition(world, eid, x, y, z)
  return eid
}

export function boxOf(world: World, eid: number): number[] {
  return [0, 1, 2, 4, 5, 6].map((i) => columns(world, WorldBounds).box[eid * 8 + i]!)
}

export const list = (l: { ids: ArrayLike<number>; count: number }) =>
  Array.from(l.ids).slice(0, l.count).sort()
