import { crossing, distance, fromLocal } from '../plan/geometry.js'
import type { Market } from '../plan/market.js'
import type { Outside } from '../plan/outside.js'
import type { TownPlan } from '../plan/town-plan.js'
import { type Point, STREET_KINDS, type StreetGraph, type StreetKind } from '../types.js'

type Edge = { a: number; b: number; width: number; walk: number; kind: StreetKind }
type Draft = { readonly nodes: Point[]; edges: Edge[] }

/** Aisles of the market in its own axes: along at v, across at u. */
export const AISLE_ALONG: readonly number[] = [-8, 8]
export const AISLE_ACROSS: readonly number[] = [-14, 22]
const AISLE_WIDTH = 8
const AISLE_WALK = 2.6
const ACROSS_WALK = 1.2

/** what walkers leave free of a street at either side: props stand there */
const MARGIN: Record<StreetKind, number> = {
  main: 1.5,
  ring: 1.2,
  lane: 0.5,
  market: 1,
  gate: 1.2,
  road: 0.8,
}

/** Streets, market aisles and the first stretch of the roads outside, as a graph for walkers. */
export function createStreetGraph(plan: TownPlan, outside: Outside): StreetGraph {
  const draft: Draft = { nodes: plan.net.nodes.map((p) => ({ ...p })), edges: [] }
  for (const { a, b, width, kind } of plan.net.edges.values()) {
    draft.edges.push({ a, b, width, walk: width / 2 - MARGIN[kind], kind })
  }
  addAisles(draft, plan.market)
  outside.roads.forEach(({ points, width }, i) => {
    let last = plan.gates[i]!.outside
    for (const p of points.slice(2, 9)) {
      const node = draft.nodes.push({ ...p }) - 1
      draft.edges.push({ a: last, b: node, width, walk: width / 2 - MARGIN.road, kind: 'road' })
      last = node
    }
  })
  return finishGraph(draft)
}

function addAisles(draft: Draft, market: Market): void {
  const at = (u: number, v: number) => fromLocal(market.center, market.yaw, u, v)
  const crossings = AISLE_ALONG.map((v) => AISLE_ACROSS.map((u) => draft.nodes.push(at(u, v)) - 1))
  const join = (a: number, b: number, walk: number) =>
    draft.edges.push({ a, b, width: AISLE_WIDTH, walk, kind: 'market' })
  AISLE_ALONG.forEach((v, row) => {
    const nodes = crossings[row]!
    const west = splitMarketStreet(draft, at(-60, v), at(0, v))
    const east = splitMarketStreet(draft, at(60, v), at(0, v))
    const chain = [west, ...nodes, east]
    for (let i = 1; i < chain.length; i++) join(chain[i - 1]!, chain[i]!, AISLE_WALK)
  })
  AISLE_ACROSS.forEach((u, column) => {
    const north = splitMarketStreet(draft, at(u, -60), at(u, 0))
    const south = splitMarketStreet(draft, at(u, 60), at(u, 0))
    const chain = [north, ...crossings.map((row) => row[column]!), south]
    for (let i = 1; i < chain.length; i++) join(chain[i - 1]!, chain[i]!, ACROSS_WALK)
  })
}

/** A node where the line from outside to inside crosses the street round the market. */
function splitMarketStreet(draft: Draft, from: Point, to: Point): number {
  for (const edge of draft.edges) {
    if (edge.kind !== 'market' || edge.width === AISLE_WIDTH) continue
    const a = draft.nodes[edge.a]!
    const b = draft.nodes[edge.b]!
    const t = crossing(a, b, from, to)
    if (t < 0) continue
    const p = { x: a.x + (b.x - a.x) * t, z: a.z + (b.z - a.z) * t }
    for (const end of [edge.a, edge.b]) if (distance(draft.nodes[end]!, p) < 1) return end
    const node = draft.nodes.push(p) - 1
    draft.edges.push({ ...edge, a: node })
    edge.b = node
    return node
  }
  throw new Error('splitMarketStreet: no street round the market there')
}

function finishGraph({ nodes, edges }: Draft): StreetGraph {
  const firstLink = new Uint32Array(nodes.length + 1)
  for (const { a, b } of edges) {
    firstLink[a + 1]!++
    firstLink[b + 1]!++
  }
  for (let i = 0; i < nodes.length; i++) firstLink[i + 1]! += firstLink[i]!
  const fill = firstLink.slice()
  const links = new Uint32Array(edges.length * 2)
  edges.forEach(({ a, b }, i) => {
    links[fill[a]!++] = i
    links[fill[b]!++] = i
  })
  return {
    nodes: new Float32Array(nodes.flatMap((p) => [p.x, p.z])),
    edges: new Uint32Array(edges.flatMap(({ a, b }) => [a, b])),
    width: new Float32Array(edges.map((edge) => edge.width)),
    walk: new Float32Array(edges.map((edge) => edge.walk)),
    kind: new Uint8Array(edges.map((edge) => STREET_KINDS.indexOf(edge.kind))),
    firstLink,
    links,
  }
}
