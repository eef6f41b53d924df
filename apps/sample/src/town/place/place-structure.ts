import { HOUSE_KINDS } from '../houses/house-kinds.js'
import { STAIR_LENGTH, TOWER_RADIUS, WALL_MODULE } from '../landmarks/wall-meshes.js'
import { PLASTER, shade } from '../palette.js'
import { fromLocal } from '../plan/geometry.js'
import type { TownPlan } from '../plan/town-plan.js'
import { wallPieces } from '../plan/wall-line.js'
import { createRandom, subSeed } from '../random.js'
import { roomFloor } from './place-rooms.js'
import { addThing, type ThingList } from './thing-list.js'

type HeightAt = (x: number, z: number) => number

export function placeStructure(list: ThingList, plan: TownPlan, heightAt: HeightAt): void {
  placeHouses(list, plan, heightAt)
  placeWall(list, plan, heightAt)
  placeLandmarks(list, plan, heightAt)
}

/** Houses stand at the height of their front, so that doors meet the street. */
function placeHouses(list: ThingList, plan: TownPlan, heightAt: HeightAt): void {
  const random = createRandom(subSeed(plan.seed, 'plaster'))
  for (const { kind, rect, scale } of plan.houses) {
    const front = fromLocal(rect, rect.yaw, 0, rect.halfZ)
    const y = HOUSE_KINDS[kind]!.room ? roomFloor(rect, heightAt) : heightAt(front.x, front.z)
    const tint = shade(random.pick(PLASTER), random.range(0.94, 1.05))
    addThing(list, kind, 'house', { x: rect.x, y, z: rect.z, yaw: rect.yaw, scale, tint })
  }
}

/** Ring wall, towers, gates and the stairs up to the walk. */
function placeWall(list: ThingList, plan: TownPlan, heightAt: HeightAt): void {
  for (const { a, b } of wallPieces(plan.wall)) {
    const length = Math.hypot(b.x - a.x, b.z - a.z)
    const count = Math.round(length / WALL_MODULE)
    const fit = length / (count * WALL_MODULE)
    const yaw = Math.atan2(b.z - a.z, -(b.x - a.x))
    for (let i = 0; i < count; i++) {
      const t = (i + 0.5) / count
      const x = a.x + (b.x - a.x) * t
      const z = a.z + (b.z - a.z) * t
      addThing(list, 'wall', 'wall', { x, y: heightAt(x, z), z, yaw, scale: [fit, 1, 1] })
    }
  }
  plan.wall.posts.forEach((post) => {
    const y = heightAt(post.x, post.z)
    addThing(list, post.gate ? 'gate' : 'tower', post.gate ? 'gate' : 'tower', {
      x: post.x,
      y,
      z: post.z,
      yaw: post.yaw,
    })
  })
  for (const stair of wallStairPlaces(plan)) {
    addThing(list, 'stairs', 'wall', {
      x: stair.x,
      y: heightAt(stair.x, stair.z),
      z: stair.z,
      yaw: stair.yaw,
    })
  }
}

export type StairPlace = { x: number; z: number; yaw: number }

/** One flight at every second tower; local +x is upwards, the wall lies at local +z. */
export function wallStairPlaces(plan: TownPlan): StairPlace[] {
  const places: StairPlace[] = []
  const { posts } = plan.wall
  posts.forEach((post, i) => {
    const next = posts[(i + 1) % posts.length]!
    if (post.gate || next.gate || i % 2 === 0) return
    const length = Math.hypot(next.x - post.x, next.z - post.z)
    const along = TOWER_RADIUS + 3 + STAIR_LENGTH / 2
    const yaw = Math.atan2(next.z - post.z, -(next.x - post.x))
    const p = {
      x: post.x + ((next.x - post.x) * along) / length,
      z: post.z + ((next.z - post.z) * along) / length,
    }
    const inner = fromLocal(p, yaw, 0, -2.75)
    places.push({ ...inner, yaw })
  })
  return places
}

function placeLandmarks(list: ThingList, plan: TownPlan, heightAt: HeightAt): void {
  const { temple, hall } = plan.market
  const at = (p: { x: number; z: number }) => heightAt(p.x, p.z)
  const templeFront = fromLocal(temple, temple.yaw, 0, temple.halfZ)
  addThing(list, 'temple', 'landmark', { x: temple.x, y: at(templeFront), z: temple.z, yaw: temple.yaw })
  const hallFront = fromLocal(hall, hall.yaw, 0, hall.halfZ + 1)
  addThing(list, 'hall', 'landmark', {
    x: hall.x,
    y: at(hallFront),
    z: hall.z,
    yaw: hall.yaw,
    tint: PLASTER[1]!,
  })
}
