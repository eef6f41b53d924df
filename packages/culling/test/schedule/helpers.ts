import {
  createWorld,
  propagateTransforms,
  runSystems,
  setPosition,
  setTransform,
  spawn,
  Transform,
  tickTo,
  type World,
} from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  due,
  setPerspective,
  setSphere,
  setupCulling,
  type UpdateKind,
  UpdateRate,
  View,
} from '@sightline/culling'

/** Every test has kinds of its own, whose names may repeat in other worlds. */
export type Scene = { readonly world: World; readonly camera: number; now: number }

/** A camera at the origin that looks along -z, 60° high, square. */
export function createScene(capacity = 200): Scene {
  const world = createWorld({ capacity })
  setupCulling(world)
  const camera = spawn(world, Transform, View)
  setPerspective(world, camera, { fovY: Math.PI / 3, aspect: 1, near: 0.1, far: 2000 })
  return { world, camera, now: 0 }
}

export function step(scene: Scene, delta = 1 / 60): void {
  scene.now += delta
  tickTo(scene.world, scene.now)
  runSystems(scene.world, [propagateTransforms, ...cullingSystems])
}

/** A ball of 1 m radius; at -5 it is near, at -300 far, at 50 outside. */
export function spawnBall(scene: Scene, z: number, x = 0, ...components: object[]): number {
  const eid = spawn(scene.world, Transform, Bounds, UpdateRate, ...components)
  setSphere(scene.world, eid, 1)
  setPosition(scene.world, eid, x, 0, z)
  return eid
}

/** Turns the camera about y. */
export function turn(scene: Scene, angle: number): void {
  setTransform(scene.world, scene.camera, 0, 0, 0, 0, Math.sin(angle / 2), 0, Math.cos(angle / 2))
}

/** What is due now, as a map from ids to seconds. Takes the turns. */
export function dueNow(world: World, kind: UpdateKind): Map<number, number> {
  const { ids, seconds, count } = due(world, kind)
  const found = new Map<number, number>()
  for (let i = 0; i < count; i++) {
    if (found.has(ids[i]!)) throw new Error(`entity ${ids[i]} is due twice`)
    found.set(ids[i]!, seconds[i]!)
  }
  return found
}
