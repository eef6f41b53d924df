import { doorways, HOUSE_KINDS } from '../houses/house-kinds.js'
import { CLOTH, LEAVES, PLASTER, shade } from '../palette.js'
import { anyNear } from '../plan/buckets.js'
import { fromLocal, pointToRect, type Rect } from '../plan/geometry.js'
import type { House } from '../plan/lots.js'
import { edgeBetween, type StreetEdge } from '../plan/street-net.js'
import { ARCH_SPAN } from '../props/lane-arch.js'
import { type PropName, type PropYard, putProp } from './prop-yard.js'

const AGAINST_WALLS: readonly PropName[] = [
  'pots',
  'pots',
  'pots',
  'barrels',
  'crates',
  'bench',
  'woodpile',
  'goods',
]
const DEPTH: Partial<Record<PropName, number>> = {
  pots: 0.3,
  barrels: 0.36,
  crates: 0.42,
  bench: 0.28,
  woodpile: 0.4,
  goods: 0.5,
}
const ARCH_COUNT = 18

/** What stands before the houses: pots, barrels, benches, carts, lamps, banners; yard walls and lane arches. */
export function placeFronts(yard: PropYard): void {
  for (const gap of yard.plan.gaps) {
    const tint = yard.random.pick(PLASTER)
    const fit = (gap.rect.halfX * 2) / 4
    putProp(yard, 'yard-wall', gap.rect.x, gap.rect.z, gap.rect.yaw, {
      scale: [fit, 1, 1],
      tint,
      always: true,
      anywhere: true,
    })
  }
  placeArches(yard)
  for (const house of yard.plan.houses) placeFront(yard, house)
  placeSquares(yard)
}

function placeFront(yard: PropYard, house: House): void {
  const { random, plan } = yard
  const { rect } = house
  const edge = edgeBetween(plan.net, house.street[0], house.street[1])
  const kind = HOUSE_KINDS[house.kind]!
  const at = (x: number, out: number) => fromLocal(rect, rect.yaw, x, rect.halfZ + out)
  if (edge.kind !== 'lane' && random.chance(0.34)) {
    const p = at(rect.halfX - 0.2, 0.75)
    putProp(yard, 'lamp', p.x, p.z, rect.yaw, { always: random.chance(0.25) })
  }
  const tries = edge.kind === 'lane' ? 6 : 9
  for (let i = 0; i < tries; i++) {
    const name = random.pick(AGAINST_WALLS)
    const scale = random.range(0.8, 1.05)
    const x = random.range(-rect.halfX + 0.7, rect.halfX - 0.7)
    if (doorways(kind).some(([door, half]) => Math.abs(x - door * house.scale[0]) < half + 0.6)) continue
    const p = at(x, (DEPTH[name] ?? 0.4) * scale + 0.06)
    putProp(yard, name, p.x, p.z, rect.yaw + random.range(-0.06, 0.06), { scale })
  }
  if (edge.width > 5.5 && random.chance(0.16)) {
    const p = at(random.range(-2, 2), 0.95)
    putProp(yard, 'cart', p.x, p.z, rect.yaw + Math.PI / 2 + random.range(-0.15, 0.15), { scale: 0.95 })
  }
  placeIvy(yard, rect)
  if (kind.floors > 2 && edge.kind !== 'lane' && random.chance(0.3)) {
    const p = at(random.range(-1, 1) * (rect.halfX - 1), 0.45)
    const lift = 5.6 * house.scale[1]
    putProp(yard, 'banner', p.x, p.z, rect.yaw, {
      tint: random.pick(CLOTH.slice(0, 5)),
      lift,
      anywhere: true,
    })
  }
}

/** Ivy on side walls that no neighbour hides. */
function placeIvy(yard: PropYard, rect: Rect): void {
  const { random } = yard
  for (const side of [-1, 1]) {
    if (!random.chance(0.5)) continue
    const z = random.range(-0.6, 0.75) * rect.halfZ
    const before = fromLocal(rect, rect.yaw, side * (rect.halfX + 0.9), z)
    if (insideHouse(yard, before.x, before.z)) continue
    const p = fromLocal(rect, rect.yaw, side * (rect.halfX + 0.02), z)
    const scale = random.range(0.7, 1.15)
    putProp(yard, 'ivy', p.x, p.z, rect.yaw + (side * Math.PI) / 2, {
      tint: shade(random.pick(LEAVES), random.range(0.85, 1.1)),
      scale,
      anywhere: true,
    })
  }
}

/** Rooms on arches over lanes, where houses stand close on both sides. */
function placeArches(yard: PropYard): void {
  const { plan, random } = yard
  const lanes = [...plan.net.edges.values()].filter((edge) => edge.kind === 'lane')
  let count = 0
  for (let attempt = 0; attempt < 900 && count < ARCH_COUNT; attempt++) {
    if (tryArch(yard, random.pick(lanes), random.range(0.25, 0.75))) count++
  }
}

function tryArch(yard: PropYard, edge: StreetEdge, t: number): boolean {
  const a = yard.plan.net.nodes[edge.a]!
  const b = yard.plan.net.nodes[edge.b]!
  const p = { x: a.x + (b.x - a.x) * t, z: a.z + (b.z - a.z) * t }
  const yaw = Math.atan2(b.x - a.x, b.z - a.z)
  for (const side of [-1, 1]) {
    for (const along of [-1.6, 1.6]) {
      const q = fromLocal(p, yaw, side * (edge.width / 2 + 1.3), along)
      if (!insideHouse(yard, q.x, q.z)) return false
    }
  }
  const near = yard.list.mesh.length
  const fit = (edge.width + 0.5) / ARCH_SPAN
  putProp(yard, 'lane-arch', p.x, p.z, yaw, {
    scale: [fit, 1, 1],
    tint: yard.random.pick(PLASTER),
    always: true,
    anywhere: true,
  })
  return yard.list.mesh.length > near
}

function insideHouse(yard: PropYard, x: number, z: number): boolean {
  const { nearRects, rects } = yard.plan.obstacles
  return anyNear(nearRects, x, z, x, z, (i) => pointToRect(x, z, rects[i]!) === 0)
}

/** A well, a tree and benches where lanes meet. */
function placeSquares(yard: PropYard): void {
  const { random } = yard
  for (const square of yard.plan.squares) {
    let placed = false
    for (let i = 0; i < 24 && !placed; i++) {
      const angle = (i / 24) * Math.PI * 2
      const r = square.radius * 0.62
      placed = putProp(yard, 'well', square.x + Math.sin(angle) * r, square.z + Math.cos(angle) * r, angle, {
        always: true,
      })
    }
    for (let i = 0; i < 14; i++) {
      const angle = random.range(0, Math.PI * 2)
      const r = square.radius * random.range(0.6, 0.95)
      const name = random.pick(['bench', 'tree', 'pots', 'barrels', 'cart', 'tree'] as const)
      putProp(yard, name, square.x + Math.sin(angle) * r, square.z + Math.cos(angle) * r, angle + Math.PI, {
        scale: name === 'tree' ? 0.75 : 1,
        ...(name === 'tree' ? { tint: [106, 143, 63] } : {}),
      })
    }
  }
}
