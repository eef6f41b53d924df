import type { CollisionList } from '../collision.js'
import type { Rgb } from '../palette.js'
import { fromLocal, type Rect } from '../plan/geometry.js'
import {
  addRect,
  addStrip,
  createObstacles,
  discFreeOfRects,
  discFreeOfStrips,
  freeOfRects,
  freeOfStrips,
  type Obstacles,
} from '../plan/obstacles.js'
import type { TownPlan } from '../plan/town-plan.js'
import { wallPieces } from '../plan/wall-line.js'
import { createRandom, type Random, subSeed } from '../random.js'
import type { Quality, StreetGraph, ThingKind } from '../types.js'
import { addThing, type ThingList } from './thing-list.js'

/** What a prop takes of the ground: half sizes in metres, and whether walkers bump into it. */
type PropSize = {
  readonly halfX: number
  readonly halfZ: number
  readonly solid: boolean
  readonly kind: ThingKind
}

const size = (halfX: number, halfZ: number, solid = true, kind: ThingKind = 'prop'): PropSize => ({
  halfX,
  halfZ,
  solid,
  kind,
})

export const PROP_SIZES = {
  stall: size(1.6, 1.3, false, 'stall'),
  'lean-stall': size(1.6, 1.3, false, 'stall'),
  goods: size(0.9, 0.6),
  banner: size(0.1, 0.1, false),
  crates: size(0.85, 0.45),
  barrels: size(0.68, 0.36),
  cart: size(0.8, 1.6),
  lamp: size(0.22, 0.22),
  bench: size(0.85, 0.26),
  well: size(1.3, 1.3),
  pots: size(0.75, 0.26),
  cobbles: size(0.8, 0.6, false),
  ivy: size(1, 0.2, false),
  meadow: size(0.8, 0.8, false, 'tree'),
  woodpile: size(0.95, 0.42),
  laundry: size(3.1, 0.3, false),
  fence: size(1.5, 0.1),
  haystack: size(1.7, 1.7),
  'yard-wall': size(2, 0.2, false),
  'lane-arch': size(3, 2.2, false),
  shed: size(2.4, 1.9),
  tree: size(0.6, 0.6, true, 'tree'),
  poplar: size(0.5, 0.5, true, 'tree'),
  fir: size(0.6, 0.6, true, 'tree'),
  bush: size(0.7, 0.6, false, 'tree'),
  hedge: size(2, 0.45, true, 'tree'),
  woods: size(5, 5, false, 'tree'),
} as const satisfies Record<string, PropSize>

export type PropName = keyof typeof PROP_SIZES

/** Where props go: what is taken, what walkers need, and how many of each sort are wanted. */
export type PropYard = {
  readonly plan: TownPlan
  readonly list: ThingList
  readonly collision: CollisionList
  readonly taken: Obstacles
  readonly random: Random
  /** share of the props that is kept */
  readonly share: number
  /** props so far */
  count: number
  heightAt(x: number, z: number): number
}

const SHARES: Record<Quality, number> = { low: 0.13, medium: 0.45, high: 1 }
/** body of a walker */
const WALKER = 0.4

export function createPropYard(
  plan: TownPlan,
  graph: StreetGraph,
  list: ThingList,
  collision: CollisionList,
  heightAt: (x: number, z: number) => number,
  quality: Quality,
): PropYard {
  const taken = createObstacles()
  for (let i = 0; i < graph.walk.length; i++) {
    const a = graph.edges[i * 2]! * 2
    const b = graph.edges[i * 2 + 1]! * 2
    const from = { x: graph.nodes[a]!, z: graph.nodes[a + 1]! }
    const to = { x: graph.nodes[b]!, z: graph.nodes[b + 1]! }
    addStrip(taken, from, to, graph.walk[i]! + WALKER)
  }
  for (const { rect } of plan.houses) addRect(taken, rect)
  for (const { rect } of plan.gaps) addRect(taken, rect)
  addRect(taken, plan.market.temple)
  addRect(taken, plan.market.hall)
  for (const { a, b } of wallPieces(plan.wall)) {
    const yaw = Math.atan2(b.z - a.z, -(b.x - a.x))
    const half = Math.hypot(b.x - a.x, b.z - a.z) / 2
    addRect(taken, { x: (a.x + b.x) / 2, z: (a.z + b.z) / 2, halfX: half, halfZ: 3.8, yaw })
  }
  for (const post of plan.wall.posts) {
    if (!post.gate) addRect(taken, { x: post.x, z: post.z, halfX: 5.4, halfZ: 5.4, yaw: post.yaw })
    else
      for (const s of [-1, 1])
        addRect(taken, { ...fromLocal(post, post.yaw, s * 7.2, 0.5), halfX: 4.2, halfZ: 5.2, yaw: post.yaw })
  }
  return {
    plan,
    list,
    collision,
    taken,
    random: createRandom(subSeed(plan.seed, 'props')),
    share: SHARES[quality],
    count: 0,
    heightAt,
  }
}

export type PropLook = {
  readonly scale?: number | readonly [number, number, number]
  readonly tint?: Rgb
  /** stays at every quality */
  readonly always?: boolean
  /** may stand on the way of walkers or in others (what lies flat or hangs) */
  readonly anywhere?: boolean
  /** above the ground */
  readonly lift?: number
}

/** Puts a prop there if there is room (and the quality wants it); tells whether it did. */
export function putProp(
  yard: PropYard,
  name: PropName,
  x: number,
  z: number,
  yaw: number,
  look: PropLook = {},
): boolean {
  const rank = yard.random.next()
  if (!look.always && rank >= yard.share) return false
  const { halfX, halfZ, solid, kind }: PropSize = PROP_SIZES[name]
  const scale = look.scale ?? 1
  const [sx, , sz] = typeof scale === 'number' ? [scale, scale, scale] : scale
  const rect: Rect = { x, z, halfX: halfX * sx, halfZ: halfZ * sz, yaw }
  if (!look.anywhere) {
    if (!freeOfStrips(yard.taken, rect, 0) || !freeOfRects(yard.taken, rect, 0)) return false
    addRect(yard.taken, rect)
  }
  yard.count++
  const y = yard.heightAt(x, z) + (look.lift ?? 0)
  addThing(
    yard.list,
    name,
    kind,
    look.tint ? { x, y, z, yaw, scale, tint: look.tint } : { x, y, z, yaw, scale },
  )
  if (solid) addSolid(yard, name, rect, y)
  return true
}

function addSolid(yard: PropYard, name: PropName, rect: Rect, y: number): void {
  const top = y + 3
  if (name === 'tree' || name === 'poplar' || name === 'fir' || name === 'lamp') {
    yard.collision.shapes.push({ x: rect.x, z: rect.z, halfX: 0.3, halfZ: 0, yaw: 0, top })
  } else if (name === 'well' || name === 'haystack') {
    yard.collision.shapes.push({ x: rect.x, z: rect.z, halfX: rect.halfX, halfZ: 0, yaw: 0, top })
  } else {
    yard.collision.shapes.push({
      x: rect.x,
      z: rect.z,
      halfX: rect.halfX,
      halfZ: rect.halfZ,
      yaw: rect.yaw,
      top,
    })
  }
}

/** Whether a disc is clear of everything placed and of the walkers' ways. */
export function discIsFree(yard: PropYard, x: number, z: number, radius: number): boolean {
  return discFreeOfStrips(yard.taken, x, z, radius) && discFreeOfRects(yard.taken, x, z, radius)
}
