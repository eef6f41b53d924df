import { propagateTransforms, setPosition, setRotation, tickTo, type World } from '@sightline/core'
import { cullingSystems } from '@sightline/culling'
import { fitCanvas, renderSystems } from '@sightline/render'

/** One whole frame at a given time. */
export function runFrame(world: World, seconds = 0): void {
  tickTo(world, seconds)
  fitCanvas(world)
  propagateTransforms(world)
  for (const system of cullingSystems) system(world)
  for (const system of renderSystems) system(world)
}

/** Places a camera at a point, looking at another. */
export function lookFrom(
  world: World,
  camera: number,
  eye: readonly [number, number, number],
  target: readonly [number, number, number],
): void {
  const [dx, dy, dz] = [target[0] - eye[0], target[1] - eye[1], target[2] - eye[2]]
  const yaw = Math.atan2(-dx, -dz)
  const pitch = Math.atan2(dy, Math.hypot(dx, dz))
  setPosition(world, camera, ...eye)
  const [sy, cy, sp, cp] = [Math.sin(yaw / 2), Math.cos(yaw / 2), Math.sin(pitch / 2), Math.cos(pitch / 2)]
  setRotation(world, camera, cy * sp, sy * cp, -sy * sp, cy * cp)
}
