import type { Land } from '../ground/land.js'
import { GRASS, type Rgb, SOIL, shade, WHEAT } from '../palette.js'
import { createRandom, type Random, subSeed } from '../random.js'
import type { Point } from '../types.js'
import { type Rect, corners as rectCorners, rectOverlap, segmentToRect } from './geometry.js'
import type { TownPlan } from './town-plan.js'
import { wallRadiusTowards } from './wall-line.js'

export type Road = { readonly points: readonly Point[]; readonly width: number }
export type Field = {
  readonly corners: readonly [Point, Point, Point, Point]
  readonly rect: Rect
  readonly colors: readonly Rgb[]
  readonly strips: number
}
export type Outside = {
  readonly roads: readonly Road[]
  readonly fields: readonly Field[]
  readonly farms: readonly Rect[]
  readonly orchards: readonly Rect[]
  /** middle of the bridge; yaw along the road */
  readonly bridge: { readonly x: number; readonly z: number; readonly yaw: number; readonly half: number }
  readonly mill: { readonly x: number; readonly z: number; readonly yaw: number }
}

const ROAD_WIDTH = 6
const CROPS: readonly (readonly Rgb[])[] = [
  [WHEAT, shade(WHEAT, 0.93)],
  [shade(GRASS[1]!, 1.05), shade(GRASS[1]!, 0.92)],
  [SOIL, shade(SOIL, 0.86)],
  [shade(GRASS[2]!, 1.02), shade(SOIL, 1.05)],
  [shade(WHEAT, 0.9), shade(GRASS[1]!, 1.02)],
]

/** Roads from the gates to the hills, fields, farmsteads and orchards between them, bridge and mill. */
export function planOutside(plan: TownPlan, land: Land): Outside {
  const random = createRandom(subSeed(plan.seed, 'outside'))
  const crossing = bridgeOf(plan, land)
  const roads = plan.gates.map((gate, i) =>
    roadFrom(plan, gate.outside, i === 2 ? crossing : undefined, random),
  )
  const bridge = { ...crossing, half: land.riverHalf(crossing.x) + 9 }
  const mill = {
    x: crossing.x + 46,
    z: land.riverZ(crossing.x + 46) - land.riverHalf(crossing.x + 46) - 5,
    yaw: 0,
  }
  const taken: Rect[] = [{ x: mill.x, z: mill.z, halfX: 16, halfZ: 16, yaw: 0 }]
  const isFree = (rect: Rect): boolean =>
    isOpenLand(plan, land, roads, rect) && !taken.some((other) => rectOverlap(other, rect) > -3)
  const scatter = (count: number, ring: Range, halfX: Range, halfZ: Range): Rect[] =>
    scatterRects(random, count, ring, halfX, halfZ, isFree, taken)
  const farms = scatter(16, [440, 700], [14, 18], [12, 15])
  const orchards = scatter(14, [410, 640], [18, 30], [14, 24])
  const fields = scatter(56, [410, 780], [24, 52], [18, 38]).map((rect): Field => {
    const [a, b, c, d] = rectCorners(rect) as [Point, Point, Point, Point]
    return { corners: [a, b, c, d], rect, colors: random.pick(CROPS), strips: Math.round(rect.halfZ / 4) }
  })
  return { roads, fields, farms, orchards, bridge, mill }
}

type Range = readonly [number, number]

/** Rectangles at random in a ring round the town, their fronts about towards it; the free ones are taken. */
function scatterRects(
  random: Random,
  count: number,
  ring: Range,
  halfX: Range,
  halfZ: Range,
  isFree: (rect: Rect) => boolean,
  taken: Rect[],
): Rect[] {
  const found: Rect[] = []
  for (let attempt = 0; attempt < count * 14 && found.length < count; attempt++) {
    const angle = random.range(0, Math.PI * 2)
    const radius = random.range(...ring)
    const rect = {
      x: Math.cos(angle) * radius,
      z: Math.sin(angle) * radius,
      halfX: random.range(...halfX),
      halfZ: random.range(...halfZ),
      yaw: Math.atan2(Math.cos(angle), Math.sin(angle)) + random.range(-0.25, 0.25),
    }
    if (!isFree(rect)) continue
    taken.push(rect)
    found.push(rect)
  }
  return found
}

/** Where the road of the south gate meets the river, straight across it. */
function bridgeOf(plan: TownPlan, land: Land): { x: number; z: number; yaw: number } {
  const outside = plan.net.nodes[plan.gates[2]!.outside]!
  const x = outside.x
  const slope = (land.riverZ(x + 1) - land.riverZ(x - 1)) / 2
  return { x, z: land.riverZ(x), yaw: Math.atan2(-slope, 1) }
}

function roadFrom(
  plan: TownPlan,
  node: number,
  bridge: { x: number; z: number; yaw: number } | undefined,
  random: Random,
): Road {
  const start = plan.net.nodes[node]!
  const points: Point[] = [{ x: start.x * 0.93, z: start.z * 0.93 }, { ...start }]
  if (bridge) {
    for (const along of [-24, -16, 0, 16, 24]) {
      points.push({ x: bridge.x + Math.sin(bridge.yaw) * along, z: bridge.z + Math.cos(bridge.yaw) * along })
    }
  }
  let { x, z } = points.at(-1)!
  let angle = Math.atan2(start.z, start.x)
  const home = angle
  while (Math.hypot(x, z) < 980) {
    angle = home + (angle - home) * 0.7 + random.range(-0.35, 0.35)
    x += Math.cos(angle) * 34
    z += Math.sin(angle) * 34
    points.push({ x, z })
  }
  return { points, width: ROAD_WIDTH }
}

function isOpenLand(plan: TownPlan, land: Land, roads: readonly Road[], rect: Rect): boolean {
  for (const p of [...rectCorners(rect), rect]) {
    if (Math.hypot(p.x, p.z) < wallRadiusTowards(plan.wall, p.x, p.z) + 28) return false
    if (Math.abs(p.z - land.riverZ(p.x)) < land.riverHalf(p.x) + 16) return false
  }
  for (const { points, width } of roads) {
    for (let i = 1; i < points.length; i++) {
      if (segmentToRect(points[i - 1]!, points[i]!, rect) < width / 2 + 3) return false
    }
  }
  return true
}
