import { time, type World } from '@sightline/core'
import { controls } from '../controls.js'
import { game, rig } from '../game.js'
import { createFeeler, FEEL } from '../town/index.js'

const SPEED = 16
const FAST_SPEED = 70
/** Metres that the camera keeps above the ground. */
const CLEARANCE = 0.6

const feeler = createFeeler()

/**
 * Free flight: along the view, sideways, up and down.
 * Reads: Controls, time. Writes: CameraRig.
 */
export function flyCamera(world: World): void {
  const { mode, town } = game(world)
  if (mode !== 'fly') return
  const { forward, right, up, fast } = controls(world)
  const camera = rig(world)
  const step = time(world).delta * (fast ? FAST_SPEED : SPEED)
  const sin = Math.sin(camera.yaw)
  const cos = Math.cos(camera.yaw)
  const level = Math.cos(camera.pitch)
  camera.x += (-sin * level * forward + cos * right) * step
  camera.z += (-cos * level * forward - sin * right) * step
  camera.y += (Math.sin(camera.pitch) * forward + up) * step
  feeler[FEEL.x] = camera.x
  feeler[FEEL.z] = camera.z
  town.feelGround(feeler)
  camera.y = Math.max(camera.y, feeler[FEEL.ground]! + CLEARANCE)
}
