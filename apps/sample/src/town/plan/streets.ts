import { createRandom, type Random, subSeed } from '../random.js'
import type { Point } from '../types.js'
import { distance, lerpPoint } from './geometry.js'
import { splitBlocks } from './lanes.js'
import { MARKET_STREET, type Market } from './market.js'
import { addChain, addEdge, addNode, createStreetNet, type StreetNet } from './street-net.js'
import type { WallLine, WallPost } from './wall-line.js'

/** from the wall's line to the middle of the ring street */
const RING_INSET = 11.5
const RING_WIDTH = 6
const OUTSIDE = 34

export type GateNodes = {
  readonly ring: number
  readonly gate: number
  readonly outside: number
  readonly market: number
}

/** Main streets, ring street and market first, then lanes that cut the quarters into blocks. */
export function createStreets(
  seed: number,
  wall: WallLine,
  market: Market,
): { net: StreetNet; gates: GateNodes[] } {
  const random = createRandom(subSeed(seed, 'streets'))
  const net = createStreetNet()
  const ring = wall.posts.map((post) => addNode(net, inside(post, RING_INSET)))
  addChain(net, [...ring, ring[0]!], RING_WIDTH, 'ring')

  const perGate = wall.posts.length / wall.gates.length
  const entries = market.entries.map((p) => addNode(net, p))
  const corners = market.corners.map((p) => addNode(net, p))
  const square = [
    entries[0]!,
    corners[0]!,
    entries[1]!,
    corners[1]!,
    entries[2]!,
    corners[2]!,
    entries[3]!,
    corners[3]!,
  ]
  addChain(net, [...square, square[0]!], MARKET_STREET, 'market')

  const mains: number[][] = []
  const gates: GateNodes[] = wall.gates.map((post, i) => {
    const ringNode = ring[i * perGate]!
    const width = random.range(9, 11)
    const chain = [ringNode, ...bend(random, net, net.nodes[ringNode]!, market.entries[i]!), entries[i]!]
    addChain(net, chain, width, 'main')
    mains.push(chain)
    const gate = addNode(net, post)
    const outside = addNode(net, inside(post, -OUTSIDE))
    addEdge(net, ringNode, gate, 6, 'gate')
    addEdge(net, gate, outside, 6, 'gate')
    return { ring: ringNode, gate, outside, market: entries[i]! }
  })

  net.blocks = gates.map((_, i) => quarter(i, ring, perGate, mains, square))
  splitBlocks(net, random, [market.temple, market.hall])
  return { net, gates }
}

const inside = (post: WallPost, metres: number): Point => ({
  x: post.x - Math.sin(post.yaw) * metres,
  z: post.z - Math.cos(post.yaw) * metres,
})

/** The block between two main streets, ring street outside, market inside. */
function quarter(i: number, ring: number[], perGate: number, mains: number[][], square: number[]): number[] {
  const loop: number[] = []
  for (let k = 0; k <= perGate; k++) loop.push(ring[(i * perGate + k) % ring.length]!)
  loop.push(...mains[(i + 1) % mains.length]!.slice(1))
  loop.push(square[(i * 2 + 1) % square.length]!)
  loop.push(...mains[i]!.slice(1).reverse())
  return loop
}

/** Inner points of a main street: an S that never lets one see from the gate to the market. */
function bend(random: Random, net: StreetNet, from: Point, to: Point): number[] {
  const length = distance(from, to)
  const nx = -(to.z - from.z) / length
  const nz = (to.x - from.x) / length
  const sway = random.range(0.055, 0.085) * length * (random.chance(0.5) ? 1 : -1)
  const shape = [0.45, 1, 0.5, -0.6, -0.75]
  return shape.map((share, i) => {
    const p = lerpPoint(from, to, (i + 1) / (shape.length + 1) + random.range(-0.02, 0.02))
    const d = sway * share + random.range(-2.5, 2.5)
    return addNode(net, { x: p.x + nx * d, z: p.z + nz * d })
  })
}
