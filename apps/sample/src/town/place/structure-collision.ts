import type { CollisionList } from '../collision.js'
import { HOUSE_KINDS } from '../houses/house-kinds.js'
import { GATE_PASSAGE } from '../landmarks/gate-mesh.js'
import { HALL } from '../landmarks/hall-mesh.js'
import { NAVE_FRONT, TEMPLE } from '../landmarks/temple-parts.js'
import { STAIR_LENGTH, TOWER_RADIUS } from '../landmarks/wall-meshes.js'
import { fromLocal, type Rect } from '../plan/geometry.js'
import type { TownPlan } from '../plan/town-plan.js'
import { GATE_HALF_WIDTH, WALL_THICKNESS, WALL_WALK_HEIGHT, wallPieces } from '../plan/wall-line.js'
import { addInnWalls, addNaveWalls } from './place-rooms.js'
import { wallStairPlaces } from './place-structure.js'

type HeightAt = (x: number, z: number) => number

/** Footprints of houses, wall, gates and landmarks, and what can be stood on. */
export function addStructureCollision(list: CollisionList, plan: TownPlan, heightAt: HeightAt): void {
  for (const house of plan.houses) {
    const kind = HOUSE_KINDS[house.kind]!
    if (kind.room) addInnWalls(list, house)
    else addHouse(list, kind.extra === 'wing', house.rect)
  }
  for (const { rect } of plan.gaps) box(list, rect, rect.yaw, 0, 0, rect.halfX, rect.halfZ)
  addWall(list, plan, heightAt)
  addTemple(list, plan, heightAt)
  addHall(list, plan)
}

/** A box in a thing's own axes. */
function box(
  list: CollisionList,
  at: { x: number; z: number },
  yaw: number,
  x: number,
  z: number,
  halfX: number,
  halfZ: number,
  top = Infinity,
): void {
  list.shapes.push({ ...fromLocal(at, yaw, x, z), halfX, halfZ, yaw, top })
}

function disc(list: CollisionList, at: { x: number; z: number }, radius: number): void {
  list.shapes.push({ x: at.x, z: at.z, halfX: radius, halfZ: 0, yaw: 0, top: Infinity })
}

/** The walls stand a little behind the lot's front: jetties and eaves hang over the street. */
function addHouse(list: CollisionList, wing: boolean, rect: Rect): void {
  if (!wing) {
    box(list, rect, rect.yaw, 0, -0.05, rect.halfX, rect.halfZ - 0.06)
    return
  }
  const back = (4.4 / 12.4) * rect.halfZ * 2
  box(list, rect, rect.yaw, 0, back / 2, rect.halfX, rect.halfZ - back / 2)
  box(list, rect, rect.yaw, -rect.halfX * 0.49, -rect.halfZ + back / 2, rect.halfX * 0.51, back / 2)
}

function addWall(list: CollisionList, plan: TownPlan, heightAt: HeightAt): void {
  const half = WALL_THICKNESS / 2
  for (const { a, b } of wallPieces(plan.wall)) {
    const x = (a.x + b.x) / 2
    const z = (a.z + b.z) / 2
    const length = Math.hypot(b.x - a.x, b.z - a.z) / 2
    const yaw = Math.atan2(b.z - a.z, -(b.x - a.x))
    const walk = heightAt(x, z) + WALL_WALK_HEIGHT
    box(list, { x, z }, yaw, 0, 0, length, half + 0.25, walk)
    // The parapet holds whoever is on the walk; the inner side is open where stairs may come up.
    box(list, { x, z }, yaw, 0, half - 0.2, length, 0.25)
    const y = walk + 0.14
    list.platforms.push({ x, z, halfX: length, halfZ: half + 0.18, yaw, low: y, high: y })
  }
  for (const post of plan.wall.posts) {
    if (!post.gate) {
      disc(list, post, TOWER_RADIUS + 0.3)
      continue
    }
    const passage = GATE_PASSAGE / 2
    const side = (GATE_HALF_WIDTH - passage) / 2
    for (const s of [-1, 1]) {
      box(list, post, post.yaw, s * (passage + side), 0, side, 3.7)
      disc(list, fromLocal(post, post.yaw, s * 6.9, 1), 4.5)
    }
  }
  for (const stair of wallStairPlaces(plan)) {
    const y = heightAt(stair.x, stair.z)
    const halfX = STAIR_LENGTH / 2
    // Only its upper part stands in the way of those who do not climb it.
    box(list, stair, stair.yaw, 1.2, 0, halfX - 1.2, 0.9, y + 1)
    list.platforms.push({ ...stair, halfX, halfZ: 0.9, low: y, high: y + WALL_WALK_HEIGHT })
  }
}

function addTemple(list: CollisionList, plan: TownPlan, heightAt: HeightAt): void {
  const { temple } = plan.market
  const { yaw } = temple
  const { podium, halfX, front, back, steps, tower } = TEMPLE
  const foot = fromLocal(temple, yaw, 0, temple.halfZ)
  const y = heightAt(foot.x, foot.z)
  const x = halfX + 1
  const run = steps * 0.45
  box(list, temple, yaw, 0, (front + back) / 2, x, (front - back) / 2, y + podium)
  addNaveWalls(list, temple)
  box(list, temple, yaw, tower.x, tower.z, tower.half + 0.4, tower.half + 0.4)
  for (const s of [-1, 1]) box(list, temple, yaw, s * x, front + run / 2, 0.65, run / 2 + 0.3)
  for (let i = 0; i < 6; i++) {
    disc(list, fromLocal(temple, yaw, -halfX + 1 + ((halfX - 1) * 2 * i) / 5, front - 1.3), 0.75)
  }
  const middle = fromLocal(temple, yaw, 0, (NAVE_FRONT + front) / 2)
  list.platforms.push({
    ...middle,
    halfX: x,
    halfZ: (front - NAVE_FRONT) / 2,
    yaw,
    low: y + podium,
    high: y + podium,
  })
  // A ramp rises along its local +x: towards the temple.
  const ramp = fromLocal(temple, yaw, 0, front + run / 2)
  list.platforms.push({ ...ramp, halfX: run / 2, halfZ: x, yaw: yaw + Math.PI / 2, low: y, high: y + podium })
}

function addHall(list: CollisionList, plan: TownPlan): void {
  const { hall } = plan.market
  const inner = HALL.halfZ - HALL.arcade
  box(list, hall, hall.yaw, 0, (inner - HALL.halfZ) / 2, HALL.halfX, (inner + HALL.halfZ) / 2)
  const bay = (HALL.halfX * 2) / 7
  for (let i = 0; i <= 7; i++) {
    const x = Math.max(-HALL.halfX + 0.45, Math.min(HALL.halfX - 0.45, -HALL.halfX + i * bay))
    box(list, hall, hall.yaw, x, HALL.halfZ - 0.45, 0.5, 0.5)
  }
}
