import type { Land } from '../ground/land.js'
import { kindNamed } from '../houses/house-kinds.js'
import { BRIDGE } from '../landmarks/river-meshes.js'
import { AUTUMN, GRASS, LEAVES, PLASTER, type Rgb, shade } from '../palette.js'
import { fromLocal, type Rect } from '../plan/geometry.js'
import { addRect, addStrip } from '../plan/obstacles.js'
import type { Outside } from '../plan/outside.js'
import { wallRadiusTowards } from '../plan/wall-line.js'
import { createRandom, noise, type Random, smoothstep, subSeed } from '../random.js'
import { type PropYard, putProp } from './prop-yard.js'
import { addThing } from './thing-list.js'

/** tufts that are tried at least */
const MEADOWS = 2600

/** A green of the leaves, autumn for one tree in ten. */
export function leafTint(random: Random): Rgb {
  return shade(random.chance(0.1) ? AUTUMN : random.pick(LEAVES), random.range(0.92, 1.12))
}

/** Farms, orchards, hedges, bridge, mill and woods outside the wall. */
export function placeCountry(yard: PropYard, outside: Outside, land: Land): void {
  for (const { points, width } of outside.roads) {
    for (let i = 1; i < points.length; i++) addStrip(yard.taken, points[i - 1]!, points[i]!, width / 2 + 0.6)
  }
  placeRiverWorks(yard, outside)
  for (const farm of outside.farms) placeFarm(yard, farm)
  for (const { rect } of outside.fields) placeHedges(yard, rect)
  for (const orchard of outside.orchards) placeOrchard(yard, orchard)
  placeAvenues(yard, outside, land)
  placeRiverTrees(yard, land)
}

/**
 * Grass, bushes and flowers between the wall and the fields, most of them near the gates; goes on until the
 * town has its number of props.
 */
export function placeMeadows(yard: PropYard, wanted: number): void {
  const { random, plan } = yard
  const most = Math.max(MEADOWS, wanted * 2)
  for (let i = 0; i < most && (i < MEADOWS || yard.count < wanted); i++) {
    const angle = random.range(0, Math.PI * 2)
    const ring =
      wallRadiusTowards(plan.wall, Math.cos(angle), Math.sin(angle)) + 6 + 90 * random.next() ** 1.7
    let x = Math.cos(angle) * ring
    let z = Math.sin(angle) * ring
    if (i % 5 < 3) {
      const gate = random.pick(plan.wall.gates)
      const side = random.range(-1, 1)
      const p = fromLocal(
        gate,
        gate.yaw,
        Math.sign(side) * (3 + 46 * Math.abs(side) ** 1.6),
        random.range(7, 70),
      )
      x = p.x
      z = p.z
    }
    const rank = random.next()
    const tint = rank < 0.1 ? leafTint(random) : shade(random.pick(GRASS), random.range(1.05, 1.3))
    if (rank < 0.03 && i % 5 >= 3)
      putProp(yard, 'tree', x, z, random.range(0, 6), {
        tint: leafTint(random),
        scale: random.range(0.8, 1.2),
      })
    else
      putProp(yard, rank < 0.1 ? 'bush' : 'meadow', x, z, random.range(0, 6), {
        tint,
        scale: random.range(0.7, 1.3),
      })
  }
}

function placeRiverWorks(yard: PropYard, { bridge, mill }: Outside): void {
  const { list } = yard
  const fit = bridge.half / BRIDGE.half
  addThing(list, 'bridge', 'landmark', {
    x: bridge.x,
    y: 0.1,
    z: bridge.z,
    yaw: bridge.yaw,
    scale: [1, 1, fit],
  })
  addRect(yard.taken, { x: bridge.x, z: bridge.z, halfX: 5, halfZ: bridge.half + 2, yaw: bridge.yaw })
  for (const side of [-1, 1]) {
    const p = fromLocal(bridge, bridge.yaw, side * (BRIDGE.halfWidth - 0.2), 0)
    yard.collision.shapes.push({ ...p, halfX: 0.25, halfZ: bridge.half, yaw: bridge.yaw, top: 4 })
  }
  const steps = 8
  for (let i = 0; i < steps; i++) {
    // The deck as ramps that rise along their local +x: along the bridge.
    const from = -bridge.half + (i / steps) * bridge.half * 2
    const to = -bridge.half + ((i + 1) / steps) * bridge.half * 2
    const deck = (z: number) => 0.1 + BRIDGE.rise * (1 - (z / bridge.half) ** 2)
    const p = fromLocal(bridge, bridge.yaw, 0, (from + to) / 2)
    yard.collision.platforms.push({
      ...p,
      halfX: (to - from) / 2,
      halfZ: BRIDGE.halfWidth,
      yaw: bridge.yaw - Math.PI / 2,
      low: deck(from),
      high: deck(to),
    })
  }
  const y = yard.heightAt(mill.x, mill.z - 3)
  addThing(list, 'mill', 'landmark', {
    x: mill.x,
    y: Math.max(y, -0.9),
    z: mill.z,
    yaw: mill.yaw,
    tint: PLASTER[0]!,
  })
  addRect(yard.taken, { x: mill.x, z: mill.z, halfX: 8, halfZ: 6, yaw: mill.yaw })
  yard.collision.shapes.push({ x: mill.x, z: mill.z, halfX: 5.2, halfZ: 4.2, yaw: mill.yaw, top: Infinity })
}

function placeFarm(yard: PropYard, farm: Rect): void {
  const { random } = yard
  const at = (x: number, z: number) => fromLocal(farm, farm.yaw, x, z)
  const house = at(0, -4)
  const y = yard.heightAt(house.x, house.z)
  addThing(yard.list, kindNamed('farm'), 'house', {
    x: house.x,
    y,
    z: house.z,
    yaw: farm.yaw,
    tint: random.pick(PLASTER),
  })
  addRect(yard.taken, { x: house.x, z: house.z, halfX: 7.2, halfZ: 4.8, yaw: farm.yaw })
  yard.collision.shapes.push({ x: house.x, z: house.z, halfX: 7, halfZ: 4.5, yaw: farm.yaw, top: Infinity })
  for (const [x, z, turn] of [
    [10.5, 2, -Math.PI / 2],
    [-10.5, 1, Math.PI / 2],
  ] as const) {
    const p = at(x, z)
    putProp(yard, 'shed', p.x, p.z, farm.yaw + turn, { scale: 1.25, always: true })
  }
  for (const [name, x, z] of [
    ['haystack', 6, 8],
    ['haystack', -6, 9],
    ['well', 0, 7],
    ['cart', 3, 4],
    ['woodpile', -4, 2],
    ['tree', 12, -8],
    ['tree', -12, -7],
    ['tree', 10, 10],
  ] as const) {
    const p = at(x + random.range(-1, 1), z + random.range(-1, 1))
    const tree = name === 'tree' ? { tint: leafTint(random), scale: random.range(0.9, 1.3) } : {}
    putProp(yard, name, p.x, p.z, random.range(0, 6), { ...tree, always: name === 'haystack' })
  }
  for (let x = -farm.halfX + 1.5; x < farm.halfX - 1.5; x += 3) {
    const p = at(x, farm.halfZ - 0.5)
    if (Math.abs(x) > 3) putProp(yard, 'fence', p.x, p.z, farm.yaw)
  }
}

/** Hedges along two sides of a field, with gaps and a tree here and there. */
function placeHedges(yard: PropYard, rect: Rect): void {
  const { random } = yard
  const sides: readonly [number, number, number, boolean][] = [
    [0, rect.halfZ + 1.2, rect.halfX, false],
    [rect.halfX + 1.2, 0, rect.halfZ, true],
    [-rect.halfX - 1.2, 0, rect.halfZ, true],
  ]
  for (const [x, z, half, turned] of sides) {
    if (random.chance(0.25)) continue
    for (let s = -half + 2; s <= half - 2; s += 4) {
      const p = fromLocal(rect, rect.yaw, turned ? x : s, turned ? s : z)
      const yaw = rect.yaw + (turned ? Math.PI / 2 : 0)
      if (random.chance(0.09))
        putProp(yard, 'tree', p.x, p.z, yaw, { tint: leafTint(random), scale: random.range(0.8, 1.2) })
      else if (random.chance(0.9))
        putProp(yard, 'hedge', p.x, p.z, yaw, {
          tint: shade(LEAVES[0]!, random.range(0.9, 1.15)),
          scale: [1, random.range(0.8, 1.2), 1],
        })
    }
  }
}

function placeOrchard(yard: PropYard, rect: Rect): void {
  const { random } = yard
  for (let x = -rect.halfX + 3; x <= rect.halfX - 3; x += 6.5) {
    for (let z = -rect.halfZ + 3; z <= rect.halfZ - 3; z += 6.5) {
      const p = fromLocal(rect, rect.yaw, x + random.range(-0.5, 0.5), z + random.range(-0.5, 0.5))
      putProp(yard, 'tree', p.x, p.z, random.range(0, 6), {
        tint: leafTint(random),
        scale: random.range(0.55, 0.75),
      })
    }
  }
}

/** Poplars along the roads near the gates. */
function placeAvenues(yard: PropYard, { roads }: Outside, land: Land): void {
  const { random } = yard
  for (const { points } of roads) {
    for (let i = 3; i < Math.min(points.length, 11); i++) {
      const a = points[i - 1]!
      const b = points[i]!
      const yaw = Math.atan2(b.x - a.x, b.z - a.z)
      for (const t of [0.1, 0.4, 0.7]) {
        for (const side of [-1, 1]) {
          const p = fromLocal({ x: a.x + (b.x - a.x) * t, z: a.z + (b.z - a.z) * t }, yaw, side * 5.6, 0)
          if (Math.abs(p.z - land.riverZ(p.x)) < land.riverHalf(p.x) + 12) continue
          putProp(yard, 'poplar', p.x, p.z, random.range(0, 6), {
            tint: leafTint(random),
            scale: random.range(0.8, 1.1),
            always: t === 0.1,
          })
        }
      }
    }
  }
}

function placeRiverTrees(yard: PropYard, land: Land): void {
  const { random } = yard
  for (let x = -760; x < 760; x += 9) {
    for (const side of [-1, 1]) {
      if (random.chance(0.45)) continue
      const z = land.riverZ(x) + side * (land.riverHalf(x) + random.range(9, 16))
      const name = random.pick(['tree', 'bush', 'poplar', 'bush', 'tree'] as const)
      putProp(yard, name, x + random.range(-4, 4), z, random.range(0, 6), {
        tint: leafTint(random),
        scale: random.range(0.7, 1.25),
      })
    }
  }
}

/**
 * Woods on the hills: clumps where the noise says so, thinner towards the fields, single trees at their edge.
 * Fewer clumps at low quality are larger ones, so that the hills stay closed.
 */
export function placeWoods(yard: PropYard, land: Land, count: number): void {
  const random = createRandom(subSeed(yard.plan.seed, 'woods'))
  const grow = Math.min(2, 1 / Math.sqrt(yard.share))
  let placed = 0
  for (let attempt = 0; attempt < count * 6 && placed < count; attempt++) {
    const angle = random.range(0, Math.PI * 2)
    const radius = 540 + 960 * Math.sqrt(random.next())
    const x = Math.cos(angle) * radius
    const z = Math.sin(angle) * radius
    if (Math.max(Math.abs(x), Math.abs(z)) > 1500) continue
    const wooded = 0.9 * noise(land.seed + 21, x / 170, z / 170) + smoothstep(620, 880, radius) - 0.3
    if (wooded < random.range(0, 0.3)) continue
    if (Math.abs(z - land.riverZ(x)) < land.riverHalf(x) + 22) continue
    if (Math.hypot(x, z) < wallRadiusTowards(yard.plan.wall, x, z) + 120) continue
    placed++
    const tint = shade(leafTint(random), random.range(0.78, 0.98))
    const kind = random.next()
    const yaw = random.range(0, 6)
    if (kind < 0.72)
      putProp(yard, 'woods', x, z, yaw, {
        tint,
        scale: random.range(1.5, 2.5) * Math.min(1.5, grow),
        lift: -0.6,
      })
    else if (kind < 0.9)
      putProp(yard, 'fir', x, z, yaw, {
        tint: shade(LEAVES[0]!, random.range(0.7, 0.95)),
        scale: random.range(1, 1.9) * Math.min(1.4, grow),
        lift: -0.3,
      })
    else putProp(yard, 'tree', x, z, yaw, { tint, scale: random.range(1, 1.6), lift: -0.3 })
  }
}
