import { meshNamed } from '../mesh-set.js'
import { packTint, type Rgb, WHITE } from '../palette.js'
import { THING_KINDS, type ThingKind, type Things } from '../types.js'

/** Things as they are placed; becomes `Things` at the end. */
export type ThingList = {
  readonly mesh: number[]
  readonly position: number[]
  readonly yaw: number[]
  readonly scale: number[]
  readonly tint: number[]
  readonly kind: number[]
}

export type Placed = {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly yaw?: number
  readonly scale?: number | readonly [number, number, number]
  readonly tint?: Rgb
}

export function createThingList(): ThingList {
  return { mesh: [], position: [], yaw: [], scale: [], tint: [], kind: [] }
}

export function addThing(list: ThingList, mesh: string | number, kind: ThingKind, placed: Placed): number {
  const { x, y, z, yaw = 0, scale = 1, tint = WHITE } = placed
  list.position.push(x, y, z)
  list.yaw.push(yaw)
  if (typeof scale === 'number') list.scale.push(scale, scale, scale)
  else list.scale.push(...scale)
  list.tint.push(packTint(tint))
  list.kind.push(THING_KINDS.indexOf(kind))
  return list.mesh.push(typeof mesh === 'number' ? mesh : meshNamed(mesh)) - 1
}

export function finishThings(list: ThingList): Things {
  return {
    count: list.mesh.length,
    mesh: new Uint16Array(list.mesh),
    position: new Float32Array(list.position),
    yaw: new Float32Array(list.yaw),
    scale: new Float32Array(list.scale),
    tint: new Uint32Array(list.tint),
    kind: new Uint8Array(list.kind),
  }
}
