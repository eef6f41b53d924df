import { defineResource, type Resource, resource, time, type World } from '@sightline/core'
import { setVisibility } from '@sightline/culling'
import { game, rig } from '../game.js'
import type { Point } from '../town/index.js'
import { player } from './player.js'

/** How the camera hangs behind the walker. */
export type Boom = {
  /** Metres from the shoulder to the camera, as long as nothing is between. */
  length: number
  /** What is left of it in front of walls, eased. */
  reach: number
  /** Height of the walker's feet, eased. */
  y: number
  playerShown: boolean
}

export const BoomOfWorld: Resource<Boom> = defineResource('Boom', 'createGame')

const SHOULDER = 1.62
/** The camera looks past the walker, so that the middle of the picture is free. */
const ASIDE = 0.7
const CAMERA_RADIUS = 0.22
const STEP = 0.25
/** The walker is not drawn when the camera is within it. */
const TOO_NEAR = 0.9
const MIN_REACH = 0.15
const CLEARANCE = 0.3

const spot: Point = { x: 0.5, z: 0.5 }

export function createBoom(): Boom {
  const boom = { length: 4.5, reach: 4.4, y: 0.5, playerShown: true }
  boom.y = -1000
  return boom
}

/**
 * Hangs the camera behind the walker's shoulder, nearer where a wall is in between.
 * Reads: Player, CameraRig (where it looks), time. Writes: CameraRig (where it is), Visibility of the player.
 */
export function thirdPersonCamera(world: World): void {
  const { mode } = game(world)
  const boom = resource(world, BoomOfWorld)
  if (mode !== 'walk') {
    showPlayer(world, boom, true)
    return
  }
  const walker = player(world)
  const camera = rig(world)
  const { delta } = time(world)
  boom.y = Math.abs(walker.y - boom.y) > 3 ? walker.y : boom.y + (walker.y - boom.y) * Math.min(1, delta * 14)

  const level = Math.cos(camera.pitch)
  const backX = Math.sin(camera.yaw) * level
  const backY = -Math.sin(camera.pitch)
  const backZ = Math.cos(camera.yaw) * level
  const rightX = Math.cos(camera.yaw) * ASIDE
  const rightZ = -Math.sin(camera.yaw) * ASIDE
  const y = boom.y + SHOULDER
  const aside = freeReach(world, walker.x, y, walker.z, rightX / ASIDE, 0, rightZ / ASIDE, ASIDE) / ASIDE
  const x = walker.x + rightX * aside
  const z = walker.z + rightZ * aside
  const free = Math.max(MIN_REACH, freeReach(world, x, y, z, backX, backY, backZ, boom.length))
  // In at once, out slowly.
  boom.reach = free < boom.reach ? free : boom.reach + (free - boom.reach) * Math.min(1, delta * 4)

  camera.x = x + backX * boom.reach
  camera.z = z + backZ * boom.reach
  const ground = game(world).town.groundHeight(camera.x, camera.z)
  camera.y = Math.max(y + backY * boom.reach, ground + CLEARANCE)
  showPlayer(world, boom, boom.reach > TOO_NEAR)
}

/** How far one can go from a point in a direction before a wall or the ground, up to `most`. */
function freeReach(
  world: World,
  x: number,
  y: number,
  z: number,
  dx: number,
  dy: number,
  dz: number,
  most: number,
): number {
  const { collision, groundHeight } = game(world).town
  for (let at = STEP; at < most + STEP; at += STEP) {
    const reach = Math.min(at, most)
    const px = x + dx * reach
    const py = y + dy * reach
    const pz = z + dz * reach
    if (py < groundHeight(px, pz) + CLEARANCE) return reach - STEP
    collision.collide(px, pz, CAMERA_RADIUS, spot, py)
    if (spot.x !== px || spot.z !== pz) return reach - STEP
  }
  return most
}

function showPlayer(world: World, boom: Boom, shown: boolean): void {
  if (boom.playerShown === shown) return
  boom.playerShown = shown
  setVisibility(world, player(world).eid, shown ? 'show' : 'hide')
}
