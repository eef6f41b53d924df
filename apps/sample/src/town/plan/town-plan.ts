import { createRandom, subSeed } from '../random.js'
import type { Point } from '../types.js'
import { distance } from './geometry.js'
import { createLots, type GapWall, type House } from './lots.js'
import { createMarket, type Market } from './market.js'
import { addStreets, addStrip, createObstacles, type Obstacles } from './obstacles.js'
import { nodeDegrees, type StreetNet } from './street-net.js'
import { createStreets, type GateNodes } from './streets.js'
import { createWallLine, type WallLine } from './wall-line.js'

/** A place where lanes meet: a well or a tree in the middle, houses round it. */
export type Square = Point & { readonly radius: number; readonly node: number }

/** Everything that is decided on paper, before any mesh. */
export type TownPlan = {
  readonly seed: number
  readonly wall: WallLine
  readonly market: Market
  readonly net: StreetNet
  readonly gates: readonly GateNodes[]
  readonly squares: readonly Square[]
  readonly houses: readonly House[]
  readonly gaps: readonly GapWall[]
  /** streets, squares, houses: what a prop must keep off */
  readonly obstacles: Obstacles
}

const SQUARE_COUNT = 9
const SQUARE_SPACING = 75

/** The plan of a town; the same seed gives the same plan. */
export function createTownPlan(seed: number): TownPlan {
  const wall = createWallLine(seed)
  const market = createMarket(seed)
  const { net, gates } = createStreets(seed, wall, market)
  const squares = chooseSquares(seed, net, market)
  const obstacles = createObstacles()
  addStreets(obstacles, net)
  for (const square of squares) addStrip(obstacles, square, square, square.radius)
  const { houses, gaps } = createLots(seed, net, wall, market, obstacles)
  return { seed, wall, market, net, gates, squares, houses, gaps, obstacles }
}

function chooseSquares(seed: number, net: StreetNet, market: Market): Square[] {
  const random = createRandom(subSeed(seed, 'squares'))
  const degrees = nodeDegrees(net)
  const onLane = net.nodes.map(() => 0)
  for (const { a, b, kind } of net.edges.values()) {
    for (const node of [a, b]) onLane[node]! += kind === 'lane' ? 1 : kind === 'main' ? 0 : -9
  }
  const squares: Square[] = []
  const order = net.nodes.map((_, i) => ({ i, key: random.next() })).sort((p, q) => p.key - q.key)
  for (const { i } of order) {
    if (squares.length === SQUARE_COUNT) break
    const p = net.nodes[i]!
    if (degrees[i]! < 3 || onLane[i]! < 1) continue
    if (distance(p, market.center) < 95) continue
    if (squares.some((square) => distance(square, p) < SQUARE_SPACING)) continue
    squares.push({ x: p.x, z: p.z, radius: random.range(8, 10.5), node: i })
  }
  return squares
}
