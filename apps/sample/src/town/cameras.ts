import { HOUSE_KINDS, kindNamed } from './houses/house-kinds.js'
import { INN_OPENINGS } from './houses/inn-front.js'
import { TEMPLE } from './landmarks/temple-parts.js'
import { roomFloor } from './place/place-rooms.js'
import {
  distance,
  fromLocal,
  inwardNormal,
  lerpPoint,
  pointToSegment,
  segmentToRect,
} from './plan/geometry.js'
import { edgeBetween } from './plan/street-net.js'
import type { TownPlan } from './plan/town-plan.js'
import { WALL_WALK_HEIGHT, wallPieces } from './plan/wall-line.js'
import { INN_BAR } from './rooms/inn-room.js'
import { KEY_SIZE } from './routes.js'
import type { CameraPose, Point, Route } from './types.js'

type HeightAt = (x: number, z: number) => number
type Place = Point & { y: number }

const EYE = 1.7

/** The pose that stands at `from` and looks at `to`. */
function lookAt(from: Place, to: Place): CameraPose {
  const dx = to.x - from.x
  const dz = to.z - from.z
  return { ...from, yaw: Math.atan2(-dx, -dz), pitch: Math.atan2(to.y - from.y, Math.hypot(dx, dz)) }
}

export function createCamerasAndRoutes(
  plan: TownPlan,
  heightAt: HeightAt,
): { cameras: Record<string, CameraPose>; routes: Record<string, Route> } {
  const up = (p: Point, height: number): Place => ({ x: p.x, z: p.z, y: heightAt(p.x, p.z) + height })
  const { market, wall } = plan
  const tower = fromLocal(market.temple, market.temple.yaw, TEMPLE.tower.x, TEMPLE.tower.z)
  const belfry = up(tower, 24)
  const main = mainStreet(plan, 2)
  const streetPose = bestStreetPose(plan, up, belfry)
  const steps = fromLocal(market.temple, market.temple.yaw, 2.5, TEMPLE.front - 0.5)
  const square = fromLocal(market.center, market.yaw, 3, 4)
  const above = fromLocal(market.center, market.yaw, 30, 175)
  const gate = wall.gates[2]!
  const cameras = {
    start: lookAt(up(lerpPoint(main[1]!, main[2]!, 0.2), EYE), up(main[3]!, 3)),
    street: streetPose,
    market: lookAt(up(steps, TEMPLE.podium + EYE), up(square, 1)),
    wall: bestWallPose(plan, up),
    above: lookAt(up(above, 105), up(market.center, 0)),
    inn: innPose(plan, up),
    gate: lookAt(up(fromLocal(gate, gate.yaw, 5, 42), EYE), up(gate, 8)),
  }
  return { cameras, routes: createRoutes(plan, up, heightAt) }
}

/** The points of a main street from its gate to the market. */
function mainStreet(plan: TownPlan, gate: number): Point[] {
  const { net } = plan
  const { ring, market } = plan.gates[gate]!
  const chain = [ring]
  let at = ring
  let before = -1
  while (at !== market) {
    const next = [...net.edges.values()].find(
      ({ a, b, kind }) => kind === 'main' && (a === at || b === at) && a !== before && b !== before,
    )
    if (!next) throw new Error('mainStreet: the street does not reach the market')
    before = at
    at = next.a === at ? next.b : next.a
    chain.push(at)
  }
  return chain.map((node) => net.nodes[node]!)
}

/** Of all places on the streets the one from which the street leads best to the bell tower in sight. */
function bestStreetPose(plan: TownPlan, up: (p: Point, h: number) => Place, belfry: Place): CameraPose {
  const { nodes, edges } = plan.net
  let best: CameraPose | undefined
  let bestScore = -Infinity
  for (const edge of edges.values()) {
    if (edge.kind !== 'main' && edge.kind !== 'lane') continue
    const [m, n] = [nodes[edge.a]!, nodes[edge.b]!]
    const [a, b] = distance(m, belfry) > distance(n, belfry) ? [m, n] : [n, m]
    for (const t of [0.05, 0.3, 0.55]) {
      const p = lerpPoint(a, b, t)
      const far = distance(p, belfry)
      if (far < 60 || far > 230) continue
      const along = Math.atan2(b.x - a.x, b.z - a.z)
      const towards = Math.atan2(belfry.x - p.x, belfry.z - p.z)
      const off = Math.abs(Math.atan2(Math.sin(along - towards), Math.cos(along - towards)))
      const room = Math.min(distance(p, b), 30) / 30
      const open = room + Math.min(edge.width, 8) / 8 - off * 2.5 - Math.abs(far - 110) / 160
      if (open <= bestScore) continue
      const eye = up(p, EYE)
      const hidden = hiddenHeight(plan, eye, belfry, up)
      const score = open - Math.max(0, hidden - (belfry.y - 10)) / 5
      if (score <= bestScore) continue
      bestScore = score
      best = lookAt(eye, up(lerpPoint(b, belfry, 0.5), 8))
    }
  }
  return best ?? lookAt(up({ x: 0, z: 0 }, EYE), belfry)
}

/** Height at the target below which houses between the eye and the target hide it. */
function hiddenHeight(plan: TownPlan, eye: Place, target: Place, up: (p: Point, h: number) => Place): number {
  let hidden = -Infinity
  const reach = distance(eye, target)
  for (const { kind, rect, scale } of plan.houses) {
    if (pointToSegment(rect.x, rect.z, eye, target) > rect.halfX + rect.halfZ) continue
    if (segmentToRect(eye, target, rect) > 0) continue
    const away = distance(eye, rect)
    if (away < 4 || away > reach - 20) continue
    const { floors, pitch, width, depth } = HOUSE_KINDS[kind]!
    const height = (0.3 + floors * 2.9 + (pitch * Math.min(width, depth)) / 2) * scale[1]
    hidden = Math.max(hidden, eye.y + ((up(rect, height).y - eye.y) * reach) / away)
  }
  return hidden
}

/** On the wall walk, along the wall and over the roofs, with the low sun behind. */
function bestWallPose(plan: TownPlan, up: (p: Point, h: number) => Place): CameraPose {
  let best: CameraPose | undefined
  let bestScore = -Infinity
  for (const { a, b } of wallPieces(plan.wall)) {
    const length = distance(a, b)
    const [nx, nz] = inwardNormal(a, b)
    for (const along of [1, -1]) {
      const dx = (along * (b.x - a.x)) / length
      const dz = (along * (b.z - a.z)) / length
      const view = { x: dx * 0.8 + nx * 0.6, z: dz * 0.8 + nz * 0.6 }
      const p = lerpPoint(a, b, along > 0 ? 0.2 : 0.8)
      const eye = up({ x: p.x + nx * 0.5, z: p.z + nz * 0.5 }, WALL_WALK_HEIGHT + 0.14 + EYE)
      const far = { x: eye.x + view.x * 300, z: eye.z + view.z * 300, y: eye.y - 12 }
      const roofs = Math.max(eye.y - 40, hiddenHeight(plan, eye, far, up))
      const score = view.x * 0.82 - view.z * 0.57 - (roofs - eye.y) / 60
      if (score <= bestScore) continue
      bestScore = score
      best = lookAt(eye, far)
    }
  }
  return best!
}

/** Through the open arch of an inn that the afternoon sun reaches, on the widest street. */
function innPose(plan: TownPlan, up: (p: Point, h: number) => Place): CameraPose {
  const inns = plan.houses.filter((house) => house.kind === kindNamed('inn'))
  const worth = ({ rect, street }: (typeof inns)[number]) => {
    const sunny = Math.sin(rect.yaw) * -0.82 + Math.cos(rect.yaw) * 0.57
    return edgeBetween(plan.net, street[0], street[1]).width + Math.max(0, sunny) * 8
  }
  const inn = inns.reduce((a, b) => (worth(b) > worth(a) ? b : a))
  const { rect } = inn
  const { arch } = INN_OPENINGS
  const [sx, sy, sz] = inn.scale
  const way = ((arch.x0 + arch.x1) / 2) * sx
  const from = fromLocal(rect, rect.yaw, way - 0.7, rect.halfZ + 2.3)
  const bar = fromLocal(rect, rect.yaw, -0.6 * sx, INN_BAR.z1 * sz)
  const floor = roomFloor(rect, (x, z) => up({ x, z }, 0).y)
  return lookAt({ ...from, y: Math.max(up(from, 0).y, floor) + EYE }, { ...bar, y: floor + 1.45 * sy })
}

/** Along both aisles of the market, in its own axes. */
const MARKET_ROUND: readonly (readonly [number, number])[] = [
  [-34, -8],
  [-14, -8],
  [22, -8],
  [37, -8],
  [36, 8],
  [22, 8],
  [-14, 8],
  [-34, 8],
  [-37, 0],
  [-34, -8],
]

function createRoutes(
  plan: TownPlan,
  up: (p: Point, h: number) => Place,
  heightAt: HeightAt,
): Record<string, Route> {
  const { market, wall } = plan
  const at = (u: number, v: number) => fromLocal(market.center, market.yaw, u, v)
  const raise = (points: readonly Point[], h: number) => points.map((p) => up(p, h))
  const gate = wall.gates[2]!
  const south = mainStreet(plan, 2)
  const street = raise([...south, at(-14, 8), at(0, 8)], EYE)
  const round = raise(
    MARKET_ROUND.map(([u, v]) => at(u, v)),
    EYE,
  )
  const pieces = wallPieces(wall)
  const piece = pieces[14]!
  const walk = [0.1, 0.25, 0.4, 0.55, 0.7, 0.88].map((t) =>
    up(lerpPoint(piece.a, piece.b, t), WALL_WALK_HEIGHT + 0.14 + EYE),
  )
  const through = raise(
    [70, 45, 22, 0, -14].map((d) => fromLocal(gate, gate.yaw, 0, d)),
    EYE,
  )
  const entering = [...through, ...raise(south.slice(1, 4), EYE)]
  const flight = flightPoints(plan).map(({ x, z, y }) => ({ x, z, y: y + heightAt(x, z) * 0.5 }))
  const centre = up(market.center, 8)
  return {
    street: route('street', street, 1.9),
    market: route('market', round, 1.7),
    wall: route('wall', walk, 2.2, centre, 0.65),
    gate: route('gate', entering, 2.6),
    flight: route('flight', flight, 17, centre, 0.45),
  }
}

/** A climb from the south gate, round over the roofs, down into the market. */
function flightPoints({ market }: TownPlan): Place[] {
  const ring: readonly [number, number, number][] = [
    [20, 470, 22],
    [0, 400, 30],
    [-60, 290, 42],
    [-190, 190, 50],
    [-270, 20, 58],
    [-190, -170, 52],
    [0, -250, 46],
    [180, -180, 46],
    [230, 10, 42],
    [150, 140, 36],
    [40, 110, 28],
    [-10, 50, 16],
  ]
  return ring.map(([x, z, y]) => ({ x: x + market.center.x * 0.5, z, y }))
}

/**
 * A route through places at an even speed (metres a second). It looks along the way; with `target` it looks
 * partly (0..1) at that place instead.
 */
function route(name: string, places: readonly Place[], speed: number, target?: Place, share = 0): Route {
  const smooth = resample(places)
  const keys = new Float32Array(smooth.length * KEY_SIZE)
  let seconds = 0
  let lastYaw = 0
  smooth.forEach((p, i) => {
    const before = smooth[Math.max(0, i - 2)]!
    const after = smooth[Math.min(smooth.length - 1, i + 2)]!
    if (i > 0)
      seconds += Math.hypot(p.x - smooth[i - 1]!.x, p.y - smooth[i - 1]!.y, p.z - smooth[i - 1]!.z) / speed
    let yaw = Math.atan2(before.x - after.x, before.z - after.z)
    let pitch = Math.atan2(after.y - before.y, Math.hypot(after.x - before.x, after.z - before.z)) * 0.6
    if (target) {
      const look = lookAt(p, target)
      yaw += Math.atan2(Math.sin(look.yaw - yaw), Math.cos(look.yaw - yaw)) * share
      pitch += (look.pitch - pitch) * Math.max(share, 0.6)
    }
    // Unwound, so that interpolation never turns the long way round.
    if (i > 0) yaw = lastYaw + Math.atan2(Math.sin(yaw - lastYaw), Math.cos(yaw - lastYaw))
    lastYaw = yaw
    keys.set([seconds, p.x, p.y, p.z, yaw, pitch], i * KEY_SIZE)
  })
  return { name, seconds, keys }
}

/** Points every few metres on a Catmull-Rom curve through the places. */
function resample(places: readonly Place[]): Place[] {
  const out: Place[] = []
  for (let i = 0; i + 1 < places.length; i++) {
    const p0 = places[Math.max(0, i - 1)]!
    const p1 = places[i]!
    const p2 = places[i + 1]!
    const p3 = places[Math.min(places.length - 1, i + 2)]!
    const steps = Math.max(2, Math.round(distance(p1, p2) / 6))
    for (let s = 0; s < steps; s++) out.push(curve(p0, p1, p2, p3, s / steps))
  }
  out.push({ ...places.at(-1)! })
  return out
}

function curve(p0: Place, p1: Place, p2: Place, p3: Place, t: number): Place {
  const value = (a: number, b: number, c: number, d: number) =>
    b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
  return {
    x: value(p0.x, p1.x, p2.x, p3.x),
    y: value(p0.y, p1.y, p2.y, p3.y),
    z: value(p0.z, p1.z, p2.z, p3.z),
  }
}
