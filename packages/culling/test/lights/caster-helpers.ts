/** Cameras, suns and boxes for the tests of shadow casters, and what they see worked out by points. */
import { spawn, Transform, type World } from '@sightline/core'
import { Light, setDirectionalLight, setPerspective, setView, View } from '@sightline/culling'
import { viewState } from '../../src/state.js'
import type { Vec3 } from '../projection/helpers.js'
import { aim, newBox } from './helpers.js'

export const FAR = 512

export function newCamera(world: World): number {
  const camera = spawn(world, Transform, View)
  setPerspective(world, camera, { fovY: Math.PI / 3, aspect: 1, near: 0.1, far: FAR })
  return camera
}

export function newSun(world: World, direction: Vec3): number {
  const sun = spawn(world, Transform, Light)
  setDirectionalLight(world, sun)
  aim(world, sun, [0, 0, 0], direction)
  return sun
}

export function newLightView(world: World): number {
  const view = spawn(world, Transform, View)
  setView(world, view, { kind: 'light' })
  return view
}

export type Box = { min: Vec3; max: Vec3; eid: number }

export function meets(from: Vec3, step: Vec3, most: number, { min, max }: Box): boolean {
  let enter = 0
  let leave = most
  for (let k = 0; k < 3; k++) {
    const a = (min[k]! - from[k]!) / step[k]!
    const b = (max[k]! - from[k]!) / step[k]!
    if (Number.isNaN(a) || Number.isNaN(b)) return false
    enter = Math.max(enter, Math.min(a, b))
    leave = Math.min(leave, Math.max(a, b))
  }
  return enter <= leave
}

export function boxes(
  world: World,
  random: () => number,
  count: number,
  spread: number,
  around: Vec3,
): Box[] {
  return Array.from({ length: count }, () => {
    const at = around.map((v) => Math.fround(v + (random() - 0.5) * spread)) as unknown as Vec3
    const half = [random() * 3, random() * 3, random() * 3]
    const min = at.map((v, k) => Math.fround(v - half[k]!)) as unknown as Vec3
    const max = at.map((v, k) => Math.fround(v + half[k]!)) as unknown as Vec3
    return { min, max, eid: newBox(world, min, max) }
  })
}

/** Points that the camera sees, from its own numbers: fov 60°, aspect 1. */
export function seenPoint(random: () => number, eye: Vec3, axes: Vec3[], near: number, far: number): Vec3 {
  const depth = near + random() * (far - near)
  const top = Math.tan(Math.PI / 6) * depth * 0.9999
  const [x, y] = [(random() * 2 - 1) * top, (random() * 2 - 1) * top]
  return [0, 1, 2].map(
    (k) => eye[k]! + axes[0]![k]! * x + axes[1]![k]! * y - axes[2]![k]! * depth,
  ) as unknown as Vec3
}

export function axesOf(world: World, view: number): Vec3[] {
  const { camera } = viewState(world, view, 'test')
  return [0, 4, 8].map((i) => [camera[i]!, camera[i + 1]!, camera[i + 2]!])
}
