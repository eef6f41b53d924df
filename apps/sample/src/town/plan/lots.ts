import { HOUSE_KINDS, type HouseKind, kindNamed } from '../houses/house-kinds.js'
import { createRandom, type Random, subSeed } from '../random.js'
import type { Point } from '../types.js'
import { distance, inwardNormal, type Rect } from './geometry.js'
import type { Market } from './market.js'
import { addRect, freeOfRects, freeOfStrips, type Obstacles } from './obstacles.js'
import { edgeBetween, type StreetEdge, type StreetNet } from './street-net.js'
import { type WallLine, wallRadiusTowards } from './wall-line.js'

export type House = {
  /** index into HOUSE_KINDS */
  readonly kind: number
  /** footprint at full lot size; `yaw` looks at the street */
  readonly rect: Rect
  /** against the mesh: width, height, depth */
  readonly scale: readonly [number, number, number]
  /** nodes of the street in front */
  readonly street: readonly [number, number]
  /** touches a neighbour on purpose */
  readonly row: boolean
}

/** A wall with a door that closes the street line between two houses. */
export type GapWall = { readonly rect: Rect }

type Front = {
  net: StreetNet
  obstacles: Obstacles
  random: Random
  houses: House[]
  gaps: GapWall[]
  wall: WallLine
  inns: Point[]
}

const INN_COUNT = 12
/** metres between inns: the ground is level round each */
const INN_SPACING = 85
const CORNER_CHANCE = 0.16
const STREET_GAP = 0.35
/** houses of a row may press into each other this far (their side walls are one) */
const ROW_OVERLAP = 0.06

/** Lines every block with houses whose fronts follow its streets. */
export function createLots(
  seed: number,
  net: StreetNet,
  wall: WallLine,
  market: Market,
  obstacles: Obstacles,
): { houses: House[]; gaps: GapWall[] } {
  const random = createRandom(subSeed(seed, 'lots'))
  const front: Front = { net, obstacles, random, houses: [], gaps: [], wall, inns: [] }
  for (const rect of [market.temple, market.hall]) addRect(obstacles, rect)
  for (const block of net.blocks) {
    // Wide streets first: they get the corners.
    const sides = block.map((a, i) => [a, block[(i + 1) % block.length]!] as const)
    sides.sort((p, q) => edgeBetween(net, q[0], q[1]).width - edgeBetween(net, p[0], p[1]).width)
    for (const [a, b] of sides) lineStreet(front, a, b)
  }
  return { houses: front.houses, gaps: front.gaps }
}

/** Houses along the side a..b of a block, from the first place that is free to the last. */
function lineStreet(front: Front, a: number, b: number): void {
  const { random, net } = front
  const from = net.nodes[a]!
  const to = net.nodes[b]!
  const length = distance(from, to)
  const half = edgeBetween(net, a, b).width / 2
  let at = 0
  let last: { end: number; house: House } | undefined
  while (at < length - 4) {
    const house = tryHouse(front, a, b, at, half, last !== undefined && at - last.end < 0.01)
    if (!house) {
      at += 0.5
      continue
    }
    front.houses.push(house)
    addRect(front.obstacles, house.rect)
    if (last) closeGap(front, last.house, house)
    const end = at + house.rect.halfX * 2
    last = { end, house }
    at = end
    const kind = HOUSE_KINDS[house.kind]!
    if (!kind.row) at += random.range(0.8, 2.2)
    else if (random.chance(0.1)) at += random.range(1.6, 3)
  }
}

function tryHouse(
  front: Front,
  a: number,
  b: number,
  at: number,
  half: number,
  row: boolean,
): House | undefined {
  const { random, net, wall } = front
  const from = net.nodes[a]!
  const to = net.nodes[b]!
  const length = distance(from, to)
  const dx = (to.x - from.x) / length
  const dz = (to.z - from.z) / length
  const [nx, nz] = inwardNormal(from, to)
  const share = Math.hypot(from.x, from.z) / wallRadiusTowards(wall, from.x, from.z)
  const setback = STREET_GAP + (row ? random.range(0, 0.25) : random.range(0, 0.5))
  const probe = standAt(from, dx, dz, nx, nz, at, half + setback, 4.6, 6)
  if (
    !freeOfStrips(front.obstacles, probe, STREET_GAP - 0.05) ||
    !freeOfRects(front.obstacles, probe, ROW_OVERLAP)
  ) {
    return undefined
  }
  for (let attempt = 0; attempt < 4; attempt++) {
    const index = chooseKind(front, share, at, edgeBetween(net, a, b), attempt, probe)
    const kind = HOUSE_KINDS[index]!
    const scale = chooseScale(random, kind, attempt)
    const width = kind.width * scale[0]
    const depth = kind.depth * scale[2]
    // The last house may stand a little past the street's end where the block's corner is wide.
    if (at + width > length + 3) continue
    const rect = standAt(from, dx, dz, nx, nz, at, half + setback, width, depth)
    if (!freeOfStrips(front.obstacles, rect, STREET_GAP - 0.05)) continue
    if (!freeOfRects(front.obstacles, rect, ROW_OVERLAP)) continue
    if (index === kindNamed('inn')) front.inns.push(rect)
    return { kind: index, rect, scale, street: [a, b], row: kind.row }
  }
  return undefined
}

/** A rectangle along a street from `at` on, its front `inset` metres to the side of the street's line. */
function standAt(
  from: Point,
  dx: number,
  dz: number,
  nx: number,
  nz: number,
  at: number,
  inset: number,
  width: number,
  depth: number,
): Rect {
  const along = at + width / 2
  const inwards = inset + depth / 2
  return {
    x: from.x + dx * along + nx * inwards,
    z: from.z + dz * along + nz * inwards,
    halfX: width / 2,
    halfZ: depth / 2,
    yaw: Math.atan2(-nx, -nz),
  }
}

function chooseScale(random: Random, kind: HouseKind, attempt: number): [number, number, number] {
  const tight = attempt > 1 ? 0.88 : 1
  return [
    random.range(0.93, 1.1) * tight,
    random.range(0.94, 1.07),
    random.range(0.9, 1.08) * (kind.extra === 'turret' ? 1 : tight),
  ]
}

/** Tall and narrow near the market, low and wide near the wall. */
function chooseKind(
  front: Front,
  share: number,
  at: number,
  street: StreetEdge,
  attempt: number,
  place: Point,
): number {
  const { random } = front
  const corner = at < 12 && street.kind === 'lane' && random.chance(CORNER_CHANCE)
  if (attempt === 0 && corner) return kindNamed('corner3')
  const wide =
    street.kind === 'market' || street.kind === 'main' || (street.kind === 'lane' && street.width >= 4.4)
  if (attempt === 0 && wide && front.inns.length < INN_COUNT && random.chance(0.2)) {
    if (front.inns.every((inn) => distance(inn, place) > INN_SPACING)) return kindNamed('inn')
  }
  const t = share < 0.5 ? share * 2 : share * 2 - 1
  const from = share < 0.5 ? 0 : 1
  const weights = HOUSE_KINDS.map(({ weight, width, floors }) => {
    if (attempt === 3 && width > 7.5) return 0
    // The square is lined with tall houses; those under the wall leave the view from its walk.
    if (street.kind === 'market') return floors > 2 ? weight[0] : 0
    if (street.kind === 'ring') return floors > 2 ? 0 : weight[2] * (floors === 1 ? 2.5 : 1)
    return weight[from]! + (weight[from + 1]! - weight[from]!) * Math.min(1, t)
  })
  let left = random.next() * weights.reduce((sum, w) => sum + w, 0)
  for (let i = 0; i < weights.length; i++) {
    left -= weights[i]!
    if (left < 0) return i
  }
  return kindNamed('row2')
}

/** A yard wall from the last front corner to the next one where both are a few steps apart. */
function closeGap(front: Front, before: House, after: House): void {
  // Local +x looks back along the street, so the last house ends at its -x corner.
  const a = frontCorner(before, -1)
  const b = frontCorner(after, 1)
  const length = distance(a, b)
  if (length < 0.7 || length > 6) return
  const yaw = (before.rect.yaw + after.rect.yaw) / 2
  front.gaps.push({
    rect: { x: (a.x + b.x) / 2, z: (a.z + b.z) / 2, halfX: length / 2, halfZ: 0.2, yaw },
  })
}

function frontCorner({ rect }: House, side: 1 | -1): { x: number; z: number } {
  const c = Math.cos(rect.yaw)
  const s = Math.sin(rect.yaw)
  const x = side * rect.halfX
  const z = rect.halfZ - 0.35
  return { x: rect.x + x * c + z * s, z: rect.z - x * s + z * c }
}
