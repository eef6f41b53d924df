import { FOUNTAIN_RADIUS, FOUNTAIN_RIM } from '../landmarks/fountain-mesh.js'
import { meshNamed } from '../mesh-set.js'
import { CLOTH, mix, packTint, type Rgb, shade, TIMBER } from '../palette.js'
import { SEAT_HEIGHT } from '../people/clips.js'
import { addToBuckets, anyNear, createBuckets } from '../plan/buckets.js'
import { fromLocal } from '../plan/geometry.js'
import type { TownPlan } from '../plan/town-plan.js'
import { createRandom, type Random, subSeed } from '../random.js'
import type { Collision, Point } from '../types.js'
import {
  type CameraPose,
  PERSON_ROLES,
  type People,
  type PersonRole,
  type Quality,
  STREET_KINDS,
  type StreetGraph,
  type StreetKind,
  type Town,
} from '../types.js'
import type { StallPlace } from './place-market.js'
import type { RoomPlace } from './place-rooms.js'

export const PEOPLE_COUNT: Record<Quality, number> = { low: 200, medium: 800, high: 3000 }
const MESHES = [
  'person-tunic',
  'person-dress',
  'person-merchant',
  'person-friar',
  'person-guard',
  'person-porter',
] as const
/** Who sits has legs to be seen. */
const TUNIC = 0
/** of a hundred people */
const MESH_SHARES: readonly number[] = [30, 36, 10, 5, 5, 14]
const MODEL_HEIGHT = 1.75
const PERSONAL_SPACE = 0.75
const BODY = 0.32
/** people per metre against a lane */
const CROWDS: Record<StreetKind, number> = { main: 3.2, ring: 0.8, lane: 1, market: 9, gate: 3, road: 0.5 }
/** nobody starts closer to a camera pose */
const CLEAR_OF_CAMERAS = 4.5
const MAX_STANDING_SHARE = 0.3
/** people on the rim of the fountain */
const FOUNTAIN_SEATS = 9
/** of so many places in rooms one is taken */
const INDOORS: Record<Quality, number> = { low: 5, medium: 2, high: 1 }

type Person = {
  x: number
  z: number
  yaw: number
  role: PersonRole
  edge: number
  along: number
  side: number
  direction: number
  /** where its feet are, if not where it is, and how high above that it is; metres */
  foot?: Point
  lift?: number
}

export function placePeople(
  plan: TownPlan,
  graph: StreetGraph,
  collision: Collision,
  stalls: readonly StallPlace[],
  inside: readonly RoomPlace[],
  floorAt: (x: number, z: number) => number,
  quality: Quality,
  cameras: Readonly<Record<string, CameraPose>>,
): People {
  const random = createRandom(subSeed(plan.seed, 'people'))
  const count = PEOPLE_COUNT[quality]
  const near = createBuckets(4)
  const people: Person[] = []
  const poses = Object.values(cameras)
  const tryAdd = (person: Person): boolean => {
    const { x, z } = person
    const r = PERSONAL_SPACE
    if (person.role !== 'sits' && collision.blocked(x, z, BODY)) return false
    if (poses.some((p) => Math.hypot(p.x - x, p.z - z) < CLEAR_OF_CAMERAS)) return false
    if (anyNear(near, x - r, z - r, x + r, z + r, (i) => Math.hypot(people[i]!.x - x, people[i]!.z - z) < r))
      return false
    addToBuckets(near, people.push(person) - 1, x, z, x, z)
    return true
  }
  for (const place of beforeCamera(cameras.street)) tryAdd(place)
  const indoors = inside.filter((_, i) => i % INDOORS[quality] === 0)
  for (const place of indoors) tryAdd(stander(place, place.yaw))
  const standing = standingPlaces(plan, stalls, random)
  for (const place of standing.slice(0, Math.floor(count * MAX_STANDING_SHARE))) tryAdd(place)
  const pickEdge = edgePicker(graph, random)
  for (let attempt = 0; people.length < count && attempt < count * 40; attempt++) {
    tryAdd(walker(graph, pickEdge(), random))
  }
  return finishPeople(people, random, floorAt)
}

/** Two who chat and some who come and go, in the foreground of the street's picture. */
function beforeCamera(pose: CameraPose | undefined): Person[] {
  if (!pose) return []
  const spots: readonly (readonly [number, number, number])[] = [
    [-1.15, 6.4, 1.2],
    [-0.45, 6.9, -1.9],
    [1.2, 8.5, 0],
    [0.5, 11, Math.PI],
    [-0.9, 13, 0.1],
    [1.2, 15.5, Math.PI],
    [-0.2, 18, 0],
  ]
  return spots.map(([x, ahead, turn]) => {
    // A camera looks along its -z, a person along +z.
    const p = fromLocal(pose, pose.yaw, x, -ahead)
    return stander(p, pose.yaw + Math.PI + turn, ahead < 7 ? 'talks' : 'stands')
  })
}

const stander = ({ x, z }: Point, yaw: number, role: PersonRole = 'stands'): Person => ({
  x,
  z,
  yaw,
  role,
  edge: -1,
  along: 0,
  side: 0,
  direction: 1,
})

/** Behind and before the stalls, round the fountain, in groups before the temple. */
function standingPlaces(plan: TownPlan, stalls: readonly StallPlace[], random: Random): Person[] {
  const { market } = plan
  const places: (Person & { key: number })[] = []
  const add = (p: Point, yaw: number, key: number, role?: PersonRole) =>
    places.push({ ...stander(p, yaw, role), key })
  for (const stall of stalls) {
    add(fromLocal(stall, stall.yaw, random.range(-0.5, 0.5), -0.15), stall.yaw, random.next() * 0.5, 'works')
    for (const side of [-1, 1]) {
      const p = fromLocal(stall, stall.yaw, side * random.range(0.45, 0.9), random.range(1.65, 2.1))
      add(p, stall.yaw + Math.PI + random.range(-0.4, 0.4), random.next(), side > 0 ? 'talks' : 'stands')
    }
  }
  for (let i = 0; i < 16; i++) {
    const angle = (i / 16) * Math.PI * 2 + random.range(-0.1, 0.1)
    const r = FOUNTAIN_RADIUS + random.range(0.9, 1.6)
    const p = { x: market.fountain.x + Math.sin(angle) * r, z: market.fountain.z + Math.cos(angle) * r }
    add(p, angle + (random.chance(0.5) ? Math.PI : 0) + random.range(-0.6, 0.6), random.next())
  }
  for (let i = 0; i < FOUNTAIN_SEATS; i++) {
    const angle = ((i + random.range(-0.25, 0.25)) / FOUNTAIN_SEATS) * Math.PI * 2
    const at = (r: number) => ({
      x: market.fountain.x + Math.sin(angle) * r,
      z: market.fountain.z + Math.cos(angle) * r,
    })
    const seat = { foot: at(FOUNTAIN_RADIUS + 1.2), lift: FOUNTAIN_RIM - SEAT_HEIGHT }
    places.push({ ...stander(at(FOUNTAIN_RADIUS + 0.05), angle, 'sits'), ...seat, key: random.next() * 0.5 })
  }
  const { temple } = market
  for (let i = 0; i < 14; i++) {
    const middle = fromLocal(temple, temple.yaw, random.range(-9, 9), temple.halfZ + random.range(0.5, 2.6))
    for (let k = 0; k < 3; k++) {
      const angle = (k / 3) * Math.PI * 2 + random.range(0, 1)
      add(
        { x: middle.x + Math.sin(angle) * 0.6, z: middle.z + Math.cos(angle) * 0.6 },
        angle + Math.PI,
        random.next(),
        'talks',
      )
    }
  }
  return places.sort((a, b) => a.key - b.key)
}

function edgePicker(graph: StreetGraph, random: Random): () => number {
  const sums: number[] = []
  let total = 0
  for (let i = 0; i < graph.walk.length; i++) {
    const a = graph.edges[i * 2]! * 2
    const b = graph.edges[i * 2 + 1]! * 2
    const length = Math.hypot(graph.nodes[a]! - graph.nodes[b]!, graph.nodes[a + 1]! - graph.nodes[b + 1]!)
    total += length * CROWDS[STREET_KINDS[graph.kind[i]!]!]
    sums.push(total)
  }
  return () => {
    const wanted = random.next() * total
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}

function walker(graph: StreetGraph, edge: number, random: Random): Person {
  const direction = random.chance(0.5) ? 1 : -1
  const along = random.range(0.02, 0.98)
  const walk = graph.walk[edge]!
  // People keep to the right.
  const side = walk * (random.chance(0.75) ? random.range(0.1, 1) : random.range(-1, 0.1))
  const a = graph.edges[edge * 2]! * 2
  const b = graph.edges[edge * 2 + 1]! * 2
  const dx = (graph.nodes[b]! - graph.nodes[a]!) * direction
  const dz = (graph.nodes[b + 1]! - graph.nodes[a + 1]!) * direction
  const length = Math.hypot(dx, dz)
  const x = graph.nodes[a]! + (graph.nodes[b]! - graph.nodes[a]!) * along - (dz / length) * side
  const z = graph.nodes[a + 1]! + (graph.nodes[b + 1]! - graph.nodes[a + 1]!) * along + (dx / length) * side
  return { x, z, yaw: Math.atan2(dx, dz), role: 'walks', edge, along, side, direction }
}

/** People who walk about anywhere in the streets, beside those whom the town has. */
export function strollers({ seed, streetGraph, groundHeight, floorHeight }: Town, count: number): People {
  const random = createRandom(subSeed(seed, 'strollers'))
  const pickEdge = edgePicker(streetGraph, random)
  const people = Array.from({ length: count }, () => walker(streetGraph, pickEdge(), random))
  return finishPeople(people, random, (x, z) => floorHeight(x, z, groundHeight(x, z) + 1.2))
}

function clothes(random: Random, mesh: number): Rgb {
  if (MESHES[mesh] === 'person-friar') return shade(mix(TIMBER[1]!, CLOTH[5]!, random.range(0.1, 0.4)), 1)
  if (MESHES[mesh] === 'person-guard') return shade(CLOTH[1]!, random.range(0.85, 1.1))
  return shade(mix(random.pick(CLOTH), TIMBER[1]!, random.range(0.12, 0.42)), random.range(0.92, 1.15))
}

function pickMesh(random: Random): number {
  let left = random.range(0, 100)
  for (let i = 0; i < MESH_SHARES.length; i++) {
    left -= MESH_SHARES[i]!
    if (left < 0) return i
  }
  return 0
}

function finishPeople(
  people: readonly Person[],
  random: Random,
  floorAt: (x: number, z: number) => number,
): People {
  const count = people.length
  const mesh = new Uint16Array(count)
  const tint = new Uint32Array(count)
  const scale = new Float32Array(count)
  const speed = new Float32Array(count)
  const first = MESHES.map(meshNamed)
  for (let i = 0; i < count; i++) {
    const index = people[i]!.role === 'sits' ? TUNIC : pickMesh(random)
    mesh[i] = first[index]!
    tint[i] = packTint(clothes(random, index))
    scale[i] = random.range(1.55, 1.95) / MODEL_HEIGHT
    speed[i] = people[i]!.role === 'walks' ? random.range(0.9, 1.6) : 0
  }
  return {
    count,
    mesh,
    position: new Float32Array(
      people.flatMap(({ x, z, foot = { x, z }, lift = 0 }) => [x, floorAt(foot.x, foot.z) + lift, z]),
    ),
    yaw: new Float32Array(people.map((p) => p.yaw)),
    scale,
    tint,
    role: new Uint8Array(people.map((p) => PERSON_ROLES.indexOf(p.role))),
    edge: new Int32Array(people.map((p) => p.edge)),
    along: new Float32Array(people.map((p) => p.along)),
    side: new Float32Array(people.map((p) => p.side)),
    direction: new Int8Array(people.map((p) => p.direction)),
    speed,
  }
}
