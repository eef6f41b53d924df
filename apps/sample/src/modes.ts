import type { World } from '@sightline/core'
import { game, type Mode, rig } from './game.js'
import { setSwitch } from './switches.js'
import { placePlayer } from './systems/player.js'
import type { CameraPose } from './town/index.js'

const EYE_HEIGHT = 1.7

/** Hands the camera to the walker, who then stands below it, or to free flight. */
export function setMode(world: World, mode: Exclude<Mode, 'route'>): void {
  const state = game(world)
  if (state.mode === mode) return
  if (mode === 'walk') {
    setSwitch(world, 'frozen', false)
    land(world)
  }
  state.mode = mode
}

/** Flies to a pose. */
export function flyTo(world: World, pose: CameraPose): void {
  game(world).mode = 'fly'
  Object.assign(rig(world), pose)
}

/** Puts the walker where a pose is, looking the same way. */
export function walkFrom(world: World, pose: CameraPose): void {
  Object.assign(rig(world), pose)
  land(world)
  game(world).mode = 'walk'
}

function land(world: World): void {
  const { x, y, z, yaw } = rig(world)
  placePlayer(world, x, z, y - EYE_HEIGHT, yaw + Math.PI)
}
