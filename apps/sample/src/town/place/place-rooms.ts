import type { CollisionList } from '../collision.js'
import { HOUSE_KINDS } from '../houses/house-kinds.js'
import { INN_OPENINGS, INN_ROOM } from '../houses/inn-front.js'
import { TEMPLE, TEMPLE_ROOM } from '../landmarks/temple-parts.js'
import { fromLocal, type Rect } from '../plan/geometry.js'
import type { House } from '../plan/lots.js'
import type { TownPlan } from '../plan/town-plan.js'
import { TABLE } from '../props/table.js'
import { INN_BAR, INN_HEARTH, INN_TABLES, innRoomBox } from '../rooms/inn-room.js'
import { TEMPLE_ALTAR, TEMPLE_BENCHES, TEMPLE_PILLARS } from '../rooms/temple-room.js'
import { addThing, type ThingList } from './thing-list.js'

type HeightAt = (x: number, z: number) => number

/** Where someone stands in a room, and where they look. */
export type RoomPlace = { readonly x: number; readonly z: number; readonly yaw: number }

/** The floor of a house with a room lies over all the ground under it. */
export function roomFloor(rect: Rect, heightAt: HeightAt): number {
  let height = -Infinity
  for (let u = -1; u <= 1; u += 0.1) {
    for (let v = -1; v <= 1; v += 0.1) {
      const p = fromLocal(rect, rect.yaw, u * rect.halfX, v * rect.halfZ)
      height = Math.max(height, heightAt(p.x, p.z))
    }
  }
  return height
}

export const inns = (plan: TownPlan): House[] => plan.houses.filter(({ kind }) => HOUSE_KINDS[kind]!.room)

/** Rooms of the inns and of the temple with their furniture; answers where people stand in them. */
export function placeRooms(
  list: ThingList,
  collision: CollisionList,
  plan: TownPlan,
  heightAt: HeightAt,
): RoomPlace[] {
  return [
    ...inns(plan).flatMap((inn) => placeInn(list, collision, inn, heightAt)),
    ...placeTemple(list, collision, plan, heightAt),
  ]
}

function placeInn(
  list: ThingList,
  collision: CollisionList,
  { rect, scale }: House,
  heightAt: HeightAt,
): RoomPlace[] {
  const { yaw } = rect
  const [sx, sy, sz] = scale
  const y = roomFloor(rect, heightAt)
  addThing(list, 'inn-room', 'room', { x: rect.x, y, z: rect.z, yaw, scale })
  const floor = y + INN_ROOM.floor * sy
  collision.platforms.push({ ...rect, low: floor, high: floor })
  const room = innRoomBox()
  collision.ceilings.push({ ...rect, height: y + room.ceiling * sy })
  const at = (x: number, z: number) => fromLocal(rect, yaw, x * sx, z * sz)
  const block = (x0: number, z0: number, x1: number, z1: number): void => {
    const halfX = ((x1 - x0) / 2) * sx
    const halfZ = ((z1 - z0) / 2) * sz
    collision.shapes.push({ ...at((x0 + x1) / 2, (z0 + z1) / 2), halfX, halfZ, yaw, top: y + 2 })
  }
  for (const { x0, x1, z0, z1 } of [INN_BAR, INN_HEARTH]) block(x0, z0, x1, z1)
  for (const x of [-2.2, 3]) block(x - 0.13, -0.6, x + 0.13, -0.34)
  const people: RoomPlace[] = [{ ...at(-3.2, -3.5), yaw }]
  for (const [x, z, turn] of INN_TABLES) {
    const p = at(x, z)
    addThing(list, 'table', 'prop', { ...p, y: floor, yaw: yaw + turn })
    const { halfX, halfZ } = TABLE
    collision.shapes.push({ ...p, halfX, halfZ, yaw: yaw + turn, top: floor + 1 })
    for (const side of [1, -1]) {
      const q = fromLocal(p, yaw + turn, side * 0.3, side * (halfZ + 0.42))
      people.push({ ...q, yaw: yaw + turn + (side > 0 ? Math.PI : 0) })
    }
  }
  people.push({ ...at(-4.4, -1.8), yaw: yaw + Math.PI })
  return people
}

function placeTemple(
  list: ThingList,
  collision: CollisionList,
  plan: TownPlan,
  heightAt: HeightAt,
): RoomPlace[] {
  const { temple } = plan.market
  const { yaw } = temple
  const foot = fromLocal(temple, yaw, 0, temple.halfZ)
  const y = heightAt(foot.x, foot.z)
  const floor = y + TEMPLE_ROOM.floor
  const at = (x: number, z: number) => fromLocal(temple, yaw, x, z)
  addThing(list, 'temple-room', 'room', { x: temple.x, y, z: temple.z, yaw })
  const { x0, x1, z0, z1 } = TEMPLE_ROOM
  const half = { halfX: (x1 - x0) / 2 + 0.8, halfZ: (z1 - z0) / 2 + 0.8 }
  const middle = at((x0 + x1) / 2, (z0 + z1) / 2)
  collision.platforms.push({ ...middle, ...half, yaw, low: floor, high: floor })
  collision.ceilings.push({ ...middle, ...half, yaw, height: y + TEMPLE_ROOM.ceiling })
  for (const [x, z] of TEMPLE_PILLARS) {
    collision.shapes.push({ ...at(x, z), halfX: 0.62, halfZ: 0.62, yaw, top: floor + 8 })
  }
  const { x: ax, z: az, halfX, halfZ } = TEMPLE_ALTAR
  collision.shapes.push({ ...at(ax, az), halfX, halfZ, yaw, top: floor + 2 })
  const people: RoomPlace[] = [{ ...at(0.4, az + 1.6), yaw }]
  TEMPLE_BENCHES.forEach(([x, z], i) => {
    const p = at(x, z)
    addThing(list, 'bench', 'prop', { ...p, y: floor, yaw: yaw + Math.PI, scale: [1.5, 1, 1] })
    collision.shapes.push({ ...p, halfX: 1.3, halfZ: 0.28, yaw, top: floor + 1 })
    if (i % 2 === 0) people.push({ ...at(x * (i % 3 === 0 ? 0.8 : 1.25), z + 0.75), yaw: yaw + Math.PI })
  })
  for (const [x, z] of [
    [-1, 10],
    [1.2, 9.2],
    [6, 4],
  ] as const) {
    people.push({ ...at(x, z), yaw: yaw + Math.PI })
  }
  return people
}

/** Walls of a ground floor with a room, between its doorways. */
export function addInnWalls(collision: CollisionList, { rect, scale }: House): void {
  const { yaw } = rect
  const [sx, , sz] = scale
  const { wall } = INN_ROOM
  const room = innRoomBox()
  const [x0, x1, z0, z1] = [room.x0 - wall, room.x1 + wall, room.z0 - wall, room.z1 + wall]
  const block = (u0: number, u1: number, v0: number, v1: number): void => {
    const p = fromLocal(rect, yaw, ((u0 + u1) / 2) * sx, ((v0 + v1) / 2) * sz)
    const halfX = ((u1 - u0) / 2) * sx
    collision.shapes.push({ ...p, halfX, halfZ: ((v1 - v0) / 2) * sz, yaw, top: Infinity })
  }
  block(x0, room.x0, z0, z1)
  block(room.x1, x1, z0, z1)
  block(x0, x1, z0, room.z0)
  const { arch, door } = INN_OPENINGS
  for (const [u0, u1] of [
    [x0, arch.x0],
    [arch.x1, door.x0],
    [door.x1, x1],
  ] as const) {
    block(u0, u1, room.z1, z1)
  }
}

/** Walls of the nave, between its corners and the portal. */
export function addNaveWalls(collision: CollisionList, temple: Rect): void {
  const { x0, x1, z0, z1 } = TEMPLE_ROOM
  const outer = TEMPLE.halfX - 0.3
  const wall = 0.85
  for (const [u0, u1, v0, v1] of [
    [-outer, x0, z0 - wall, z1 + wall],
    [x1, outer, z0 - wall, z1 + wall],
    [-outer, outer, z0 - wall, z0],
    [-outer, -1.72, z1, z1 + wall],
    [1.72, outer, z1, z1 + wall],
  ] as const) {
    const p = fromLocal(temple, temple.yaw, (u0 + u1) / 2, (v0 + v1) / 2)
    const half = { halfX: (u1 - u0) / 2, halfZ: (v1 - v0) / 2 }
    collision.shapes.push({ ...p, ...half, yaw: temple.yaw, top: Infinity })
  }
}
