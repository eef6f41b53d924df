import { defineResource, type Resource, resource, type World } from '@sightline/core'

/** What the player wants, from whatever device. Systems read it; the page writes it. */
export type Controls = {
  /** -1 to 1. */
  forward: number
  right: number
  /** Free flight only. */
  up: number
  fast: boolean
  jump: boolean
  /** The player reaches for a door. `swingDoors` takes it. */
  use: boolean
  /** Radians that the camera is yet to turn: left and up are positive. `turnCamera` takes them. */
  yaw: number
  pitch: number
}

export const ControlsOfWorld: Resource<Controls> = defineResource('Controls', 'createGame')

/** Fractions first, so that the engine keeps these fields as doubles and does not box each new value. */
export function createControls(): Controls {
  const controls: Controls = {
    forward: 0.5,
    right: 0.5,
    up: 0.5,
    fast: false,
    jump: false,
    use: false,
    yaw: 0.5,
    pitch: 0.5,
  }
  controls.forward = 0
  controls.right = 0
  controls.up = 0
  controls.yaw = 0
  controls.pitch = 0
  return controls
}

export function controls(world: World): Controls {
  return resource(world, ControlsOfWorld)
}
