import { defineResource, type Resource, resource, setTransform, time, type World } from '@sightline/core'
import { crossFade } from '@sightline/render'
import { controls } from '../controls.js'
import { game, rig } from '../game.js'
import { actsOfPerson } from '../people/crew.js'
import { createFeeler, FEEL } from '../town/index.js'

/** The walker. Metres, seconds, radians. */
export type Player = {
  /** The entity that is drawn. */
  eid: number
  /** Feet. */
  x: number
  y: number
  z: number
  /** Where the body faces: towards (sin yaw, cos yaw) in (x, z). */
  yaw: number
  /** Upwards, metres a second. */
  fall: number
  /** Which of `GAITS` it is in. */
  gait: number
}

export const PlayerOfWorld: Resource<Player> = defineResource('Player', 'createGame')

export const PLAYER_RADIUS = 0.35
export const PLAYER_HEIGHT = 1.78

const WALK = 3.4
const RUN = 8.5
const GRAVITY = 18
const JUMP = 6.2
/** Radians a second. */
const TURN = 11
/** Feet come up steps and down slopes at this speed, so that the camera does not jolt; metres a second. */
const STEP_SPEED = 5
/** The longest way that is tried at once: shorter than any wall is thick. */
const LONGEST_MOVE = 0.3
/** Clips of standing, going and running, and how fast they play. */
const GAITS = [
  { clip: 'idle', speed: 1 },
  { clip: 'run', speed: 0.92 },
  { clip: 'run', speed: 1.7 },
] as const
/** Seconds from one gait to the next. */
const FADE = 0.18

const feeler = createFeeler()
/** x and z of the way in this frame, metres. */
const way = new Float64Array(2)

/** Fractions first, so that the engine keeps these fields as doubles. */
export function createPlayer(eid: number): Player {
  const player = { eid, x: 0.5, y: 0.5, z: 0.5, yaw: 0.5, fall: 0.5, gait: 0 }
  player.fall = 0
  return player
}

export function player(world: World): Player {
  return resource(world, PlayerOfWorld)
}

/** Puts the walker on the floor at (x, z), as high as feet at `feet` can stand, beside whatever stands there. */
export function placePlayer(world: World, x: number, z: number, feet: number, yaw: number): void {
  const { town } = game(world)
  const walker = player(world)
  const floor = town.floorHeight(x, z, feet)
  feeler[FEEL.x] = x
  feeler[FEEL.z] = z
  feeler[FEEL.radius] = PLAYER_RADIUS
  feeler[FEEL.feet] = floor
  town.collision.pushOut(feeler)
  town.feelFloor(feeler)
  walker.x = feeler[FEEL.x]!
  walker.z = feeler[FEEL.z]!
  walker.y = feeler[FEEL.floor]!
  walker.yaw = yaw
  walker.fall = 0
  showPlayer(world, walker)
}

/**
 * Walks: towards where the camera looks, never through walls, up steps, down by falling.
 * Reads: Controls, CameraRig, time. Writes: Player, its Transform and Animator.
 */
export function movePlayer(world: World): void {
  if (game(world).mode !== 'walk') return
  const walker = player(world)
  const { forward, right, fast, jump } = controls(world)
  const { delta } = time(world)
  const push = Math.sqrt(forward * forward + right * right)
  const wanted = Math.min(1, push)
  const speed = wanted * (fast ? RUN : WALK)
  if (wanted > 0.05) {
    const cameraYaw = rig(world).yaw
    const sin = Math.sin(cameraYaw)
    const cos = Math.cos(cameraYaw)
    const x = (-sin * forward + cos * right) / push
    const z = (-cos * forward - sin * right) / push
    way[0] = x * speed * delta
    way[1] = z * speed * delta
    walk(world, walker)
    turn(walker, Math.atan2(x, z), TURN * delta)
  } else {
    // A door may swing against whoever stands.
    way[0] = 0
    way[1] = 0
    walk(world, walker)
  }
  takeGait(world, walker, wanted > 0.05 ? (fast ? 2 : 1) : 0)
  stand(world, walker, jump, delta)
  showPlayer(world, walker)
}

/** Turns the body the short way towards `wanted`, by at most `most`. */
function turn(walker: Player, wanted: number, most: number): void {
  const apart = wanted - walker.yaw
  const nearest = apart - Math.round(apart / (2 * Math.PI)) * 2 * Math.PI
  walker.yaw += Math.min(most, Math.max(-most, nearest))
}

/** Along `way`, in short moves, each pushed out of what is in the way: so it slides along walls and cannot jump through them. */
function walk(world: World, walker: Player): void {
  const { collision } = game(world).town
  const dx = way[0]!
  const dz = way[1]!
  const moves = Math.max(1, Math.ceil(Math.sqrt(dx * dx + dz * dz) / LONGEST_MOVE))
  for (let i = 0; i < moves; i++) {
    feeler[FEEL.x] = walker.x + dx / moves
    feeler[FEEL.z] = walker.z + dz / moves
    feeler[FEEL.radius] = PLAYER_RADIUS
    feeler[FEEL.feet] = walker.y
    collision.pushOut(feeler)
    walker.x = feeler[FEEL.x]!
    walker.z = feeler[FEEL.z]!
  }
}

/** Keeps the feet on the floor, or falls towards it. */
function stand(world: World, walker: Player, jump: boolean, delta: number): void {
  feeler[FEEL.x] = walker.x
  feeler[FEEL.z] = walker.z
  feeler[FEEL.feet] = walker.y
  game(world).town.feelFloor(feeler)
  const floor = feeler[FEEL.floor]!
  const onFloor = walker.y <= floor + 0.02 && walker.fall <= 0
  if (onFloor && jump) walker.fall = JUMP
  else if (onFloor) walker.fall = 0
  else walker.fall -= GRAVITY * delta
  walker.y += walker.fall * delta
  if (walker.y < floor) {
    walker.y = Math.min(floor, walker.y + STEP_SPEED * delta)
    if (floor - walker.y > 0.6) walker.y = floor
    if (walker.fall < 0) walker.fall = 0
  } else if (walker.fall <= 0 && walker.y - floor < 0.35) {
    walker.y = Math.max(floor, walker.y - STEP_SPEED * delta)
  }
}

function takeGait(world: World, walker: Player, gait: number): void {
  if (gait === walker.gait) return
  walker.gait = gait
  const acts = actsOfPerson(world, walker.eid)
  const { clip, speed } = GAITS[gait]!
  if (acts !== undefined) crossFade(world, walker.eid, acts.clips[clip], FADE, { speed })
}

function showPlayer(world: World, { eid, x, y, z, yaw }: Player): void {
  setTransform(world, eid, x, y, z, 0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2))
}
