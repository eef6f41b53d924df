import type { Point, StreetKind } from '../types.js'
import { distance } from './geometry.js'

export type StreetEdge = { a: number; b: number; width: number; kind: StreetKind }

/** Streets as a planar net: nodes, straight edges, and the blocks between them as loops of nodes. */
export type StreetNet = {
  readonly nodes: Point[]
  readonly edges: Map<number, StreetEdge>
  /** loops of positive area */
  blocks: number[][]
}

export function createStreetNet(): StreetNet {
  return { nodes: [], edges: new Map(), blocks: [] }
}

export function addNode(net: StreetNet, p: Point): number {
  return net.nodes.push({ x: p.x, z: p.z }) - 1
}

const edgeKey = (a: number, b: number) => (a < b ? a * 65_536 + b : b * 65_536 + a)

export function addEdge(net: StreetNet, a: number, b: number, width: number, kind: StreetKind): void {
  net.edges.set(edgeKey(a, b), { a, b, width, kind })
}

export function addChain(net: StreetNet, chain: readonly number[], width: number, kind: StreetKind): void {
  for (let i = 1; i < chain.length; i++) addEdge(net, chain[i - 1]!, chain[i]!, width, kind)
}

export function edgeBetween(net: StreetNet, a: number, b: number): StreetEdge {
  const edge = net.edges.get(edgeKey(a, b))
  if (!edge) throw new Error(`edgeBetween: no street joins nodes ${a} and ${b}`)
  return edge
}

/** Puts a node into the street between a and b, in every block along it; returns the node. */
export function splitEdge(net: StreetNet, a: number, b: number, at: Point): number {
  const { width, kind } = edgeBetween(net, a, b)
  const node = addNode(net, at)
  net.edges.delete(edgeKey(a, b))
  addEdge(net, a, node, width, kind)
  addEdge(net, node, b, width, kind)
  for (const block of net.blocks) {
    for (let i = 0; i < block.length; i++) {
      const here = block[i]!
      const next = block[(i + 1) % block.length]!
      if ((here === a && next === b) || (here === b && next === a)) {
        block.splice(i + 1, 0, node)
        break
      }
    }
  }
  return node
}

export const blockPoints = (net: StreetNet, block: readonly number[]): Point[] =>
  block.map((node) => net.nodes[node]!)

export function nodeDegrees(net: StreetNet): number[] {
  const degrees = net.nodes.map(() => 0)
  for (const { a, b } of net.edges.values()) {
    degrees[a]!++
    degrees[b]!++
  }
  return degrees
}

export function edgeLength(net: StreetNet, edge: StreetEdge): number {
  return distance(net.nodes[edge.a]!, net.nodes[edge.b]!)
}
