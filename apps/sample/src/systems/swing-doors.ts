import {
  columns,
  defineResource,
  markTouched,
  type Resource,
  resource,
  Transform,
  time,
  type World,
} from '@sightline/core'
import { controls } from '../controls.js'
import { game } from '../game.js'
import type { Door } from '../town/index.js'
import { CrowdOfWorld } from './crowd.js'
import { player } from './player.js'

/** The leaves of the town's doors, one row each. */
export type Doors = {
  readonly leaves: readonly Door[]
  readonly eids: Uint32Array
  /** 0 shut to 1 open, now. */
  readonly open: Float32Array
  /** Where it stands when nobody is about: 0 or 1. */
  readonly rests: Uint8Array
  /** Whether someone is about. */
  readonly held: Uint8Array
}

export const DoorsOfWorld: Resource<Doors> = defineResource('Doors', 'createGame')

/** Part of the way a second. */
const SPEED = 0.9
/** Doors open for whoever walks within so many metres of their hinge. */
const REACH = 2.6
/** And for the player who asks for it from here. */
const ARM = 3.4
/** Each door looks about in one frame of so many. */
const TURNS = 8

export function createDoors(leaves: readonly Door[], eids: Uint32Array): Doors {
  return {
    leaves,
    eids,
    open: Float32Array.from(leaves, ({ restsOpen }) => Number(restsOpen)),
    rests: Uint8Array.from(leaves, ({ restsOpen }) => Number(restsOpen)),
    held: new Uint8Array(leaves.length),
  }
}

/**
 * Doors open for people who walk up to them and shut behind them; the player opens and shuts the nearest one by asking.
 * What stands in a leaf's way is pushed aside when it next moves.
 * Reads: Controls, Player, Walkers, time. Writes: Doors, their Transforms and footprints.
 */
export function swingDoors(world: World): void {
  const doors = resource(world, DoorsOfWorld)
  const wanted = controls(world)
  if (wanted.use) {
    if (game(world).mode === 'walk') useNearest(world, doors)
    wanted.use = false
  }
  const { frame } = time(world)
  for (let i = 0; i < doors.leaves.length; i++) {
    if ((frame + i) % TURNS === 0 && doors.rests[i] === 0) lookAbout(world, doors, i)
    const target = doors.rests[i] === 1 || doors.held[i] === 1 ? 1 : 0
    if (doors.open[i] !== target) swing(world, doors, i, target)
  }
}

/** Turns over how the nearest doorway stands that is within reach. */
function useNearest(world: World, { leaves, rests }: Doors): void {
  const { x, z } = player(world)
  let nearest = ARM
  let group = -1
  for (const door of leaves) {
    const distance = Math.hypot(door.x - x, door.z - z)
    if (distance >= nearest) continue
    nearest = distance
    group = door.group
  }
  leaves.forEach((door, i) => {
    if (door.group === group) rests[i] = 1 - rests[i]!
  })
}

function lookAbout(world: World, doors: Doors, i: number): void {
  const { walkers } = resource(world, CrowdOfWorld)
  const { x, z } = doors.leaves[i]!
  doors.held[i] = 0
  for (let k = 0; k < walkers.count; k++) {
    const dx = walkers.x[k]! - x
    const dz = walkers.z[k]! - z
    if (dx * dx + dz * dz > REACH * REACH) continue
    doors.held[i] = 1
    return
  }
}

function swing(world: World, { leaves, eids, open }: Doors, i: number, target: number): void {
  const { shape, x, z, width, shut, swing: angle } = leaves[i]!
  const most = SPEED * time(world).delta
  open[i] = open[i]! + Math.min(most, Math.max(-most, target - open[i]!))
  // Slow at both ends of the way.
  const eased = open[i]! * open[i]! * (3 - 2 * open[i]!)
  const yaw = shut + angle * eased
  const { rotation } = columns(world, Transform)
  const eid = eids[i]!
  rotation[eid * 4 + 1] = Math.sin(yaw / 2)
  rotation[eid * 4 + 3] = Math.cos(yaw / 2)
  markTouched(world, eid)
  const half = width / 2
  game(world).town.collision.moveShape(shape, x + Math.cos(yaw) * half, z - Math.sin(yaw) * half, yaw)
}
