import type { World } from '@sightline/core'
import { controls } from '../controls.js'
import { game, rig } from '../game.js'

const MAX_PITCH = 1.45

/**
 * Turns the camera by what the mouse or the thumb asked for.
 * Reads: Controls. Writes: CameraRig, and takes the turn from Controls.
 */
export function turnCamera(world: World): void {
  const wanted = controls(world)
  if (game(world).mode !== 'route') {
    const camera = rig(world)
    camera.yaw += wanted.yaw
    camera.pitch = Math.min(MAX_PITCH, Math.max(-MAX_PITCH, camera.pitch + wanted.pitch))
  }
  wanted.yaw = 0
  wanted.pitch = 0
}
