import type { CollisionList } from '../collision.js'
import { INN_OPENINGS } from '../houses/inn-front.js'
import { GATE_PASSAGE } from '../landmarks/gate-mesh.js'
import { NAVE_FRONT, TEMPLE, TEMPLE_PORTAL } from '../landmarks/temple-parts.js'
import { fromLocal } from '../plan/geometry.js'
import type { TownPlan } from '../plan/town-plan.js'
import { DOOR_LEAVES, type DoorName } from '../props/door-leaves.js'
import { innRoomBox } from '../rooms/inn-room.js'
import type { Door, Point } from '../types.js'
import { inns, roomFloor } from './place-rooms.js'
import { addThing, type ThingList } from './thing-list.js'

type HeightAt = (x: number, z: number) => number
type Scale = readonly [number, number, number]
/** The place and the axes of the building that a door belongs to. */
type Owner = Point & { readonly yaw: number }

/** Where a leaf turns, in its building's axes, and on which side its hinges are. */
type Hinge = { readonly x: number; readonly z: number; readonly side: -1 | 1 }

const FROM_ARCH_FRONT = 0.4

/** Leaves of the gates and of the temple, which stand open by day, and the doors of the inns, which are shut. */
export function placeDoors(
  list: ThingList,
  collision: CollisionList,
  plan: TownPlan,
  heightAt: HeightAt,
): Door[] {
  const doors: Door[] = []
  let group = 0
  const add = (
    name: DoorName,
    owner: Owner,
    y: number,
    scale: Scale,
    hinges: readonly Hinge[],
    restsOpen: boolean,
  ) => {
    for (const hinge of hinges) {
      doors.push(placeLeaf(list, collision, name, owner, y, scale, hinge, restsOpen, group))
    }
    group++
  }
  const pair = (x: number, z: number): Hinge[] => [
    { x: -x, z, side: -1 },
    { x, z, side: 1 },
  ]
  for (const gate of plan.wall.gates) {
    const hinges = pair(GATE_PASSAGE / 2 - 0.06, 3.6 - FROM_ARCH_FRONT)
    add('gate-leaf', gate, heightAt(gate.x, gate.z), [1, 1, 1], hinges, true)
  }
  const { temple } = plan.market
  const foot = fromLocal(temple, temple.yaw, 0, temple.halfZ)
  const portal = pair(TEMPLE_PORTAL.x1 - 0.01, NAVE_FRONT - 0.3)
  add('temple-leaf', temple, heightAt(foot.x, foot.z) + TEMPLE.podium + 0.02, [1, 1, 1], portal, true)
  for (const { rect, scale } of inns(plan)) {
    const [sx, sy, sz] = scale
    const hinge = { x: (INN_OPENINGS.door.x1 - 0.01) * sx, z: (innRoomBox().z1 + 0.2) * sz, side: 1 } as const
    add('inn-door', rect, roomFloor(rect, heightAt), [sx, sy, 1], [hinge], false)
  }
  return doors
}

function placeLeaf(
  list: ThingList,
  collision: CollisionList,
  name: DoorName,
  owner: Owner,
  y: number,
  scale: Scale,
  { x, z, side }: Hinge,
  restsOpen: boolean,
  group: number,
): Door {
  const leaf = DOOR_LEAVES[name]
  const width = leaf.width * scale[0]
  const hinge = fromLocal(owner, owner.yaw, x, z)
  // A leaf lies along its local +x: shut it points to the middle of the opening, open it points inwards.
  const shut = owner.yaw + (side < 0 ? 0 : Math.PI)
  const swing = (-side * Math.PI) / 2
  const yaw = restsOpen ? shut + swing : shut
  const thing = addThing(list, name, 'door', { ...hinge, y, yaw, scale })
  const middle = fromLocal(hinge, yaw, width / 2, 0)
  const half = { halfX: width / 2, halfZ: leaf.thickness / 2 }
  const shape = collision.shapes.length
  collision.shapes.push({ ...middle, ...half, yaw, top: y + leaf.height, sweep: width * 1.5 })
  return { thing, shape, x: hinge.x, z: hinge.z, width, shut, swing, restsOpen, group }
}
