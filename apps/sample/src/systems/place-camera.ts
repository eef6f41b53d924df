import { setTransform, type World } from '@sightline/core'
import { game, rig } from '../game.js'

/**
 * Puts the camera's entity where the rig is.
 * Reads: CameraRig. Writes: Transform of the view, or of the eye while culling is frozen.
 */
export function placeCamera(world: World): void {
  const { eye } = game(world)
  const { x, y, z, yaw, pitch } = rig(world)
  const sinYaw = Math.sin(yaw / 2)
  const cosYaw = Math.cos(yaw / 2)
  const sinPitch = Math.sin(pitch / 2)
  const cosPitch = Math.cos(pitch / 2)
  // First up or down, then round: the product of both quaternions.
  setTransform(
    world,
    eye,
    x,
    y,
    z,
    cosYaw * sinPitch,
    sinYaw * cosPitch,
    -sinYaw * sinPitch,
    cosYaw * cosPitch,
  )
}
