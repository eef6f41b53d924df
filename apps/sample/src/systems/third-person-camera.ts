import { defineResource, type Resource, resource, time, type World } from '@sightline/core'
import { setVisibility } from '@sightline/culling'
import { game, rig } from '../game.js'
import { createFeeler, FEEL } from '../town/index.js'
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

const feeler = createFeeler()
/** Where a ray begins, its direction, and how far it reaches. */
const ray = new Float64Array(7)

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
  ray[0] = walker.x
  ray[1] = y
  ray[2] = walker.z
  ray[3] = rightX / ASIDE
  ray[4] = 0
  ray[5] = rightZ / ASIDE
  measureReach(world, ASIDE)
  const aside = ray[6]! / ASIDE
  const x = walker.x + rightX * aside
  const z = walker.z + rightZ * aside
  ray[0] = x
  ray[2] = z
  ray[3] = backX
  ray[4] = backY
  ray[5] = backZ
  measureReach(world, boom.length)
  const free = Math.max(MIN_REACH, ray[6]!)
  // In at once, out slowly.
  boom.reach = free < boom.reach ? free : boom.reach + (free - boom.reach) * Math.min(1, delta * 4)

  camera.x = x + backX * boom.reach
  camera.z = z + backZ * boom.reach
  feeler[FEEL.x] = camera.x
  feeler[FEEL.z] = camera.z
  game(world).town.feelGround(feeler)
  camera.y = Math.max(y + backY * boom.reach, feeler[FEEL.ground]! + CLEARANCE)
  showPlayer(world, boom, boom.reach > TOO_NEAR)
}

/**
 * How far one can go along `ray` before a wall, the ground or a ceiling, up to `most`: written to its last field.
 */
function measureReach(world: World, most: number): void {
  const { collision, feelFloor } = game(world).town
  for (let at = STEP; at < most + STEP; at += STEP) {
    const reach = Math.min(at, most)
    const x = ray[0]! + ray[3]! * reach
    const y = ray[1]! + ray[4]! * reach
    const z = ray[2]! + ray[5]! * reach
    feeler[FEEL.x] = x
    feeler[FEEL.z] = z
    feeler[FEEL.radius] = CAMERA_RADIUS
    feeler[FEEL.feet] = ray[1]!
    feelFloor(feeler)
    const blocked = y < feeler[FEEL.ground]! + CLEARANCE || y > feeler[FEEL.ceiling]! - CAMERA_RADIUS
    feeler[FEEL.feet] = y
    collision.pushOut(feeler)
    if (blocked || feeler[FEEL.x] !== x || feeler[FEEL.z] !== z) {
      ray[6] = reach - STEP
      return
    }
  }
  ray[6] = most
}

function showPlayer(world: World, boom: Boom, shown: boolean): void {
  if (boom.playerShown === shown) return
  boom.playerShown = shown
  setVisibility(world, player(world).eid, shown ? 'show' : 'hide')
}
