import type { Random } from '../random.js'
import type { Point } from '../types.js'
import {
  crossing,
  distance,
  isSimple,
  perimeter,
  pointToSegment,
  type Rect,
  segmentToRect,
  signedArea,
} from './geometry.js'
import { addChain, addNode, blockPoints, type StreetNet, splitEdge } from './street-net.js'

const BLOCK_AREA = 3000
const LANE_WIDTHS = [5, 5, 4.4, 3.8, 3.4, 3.1]
/** an end of a lane keeps this far from other corners of the block, or takes the corner itself */
const CORNER_GAP = 13
const CLEARANCE = 15
const CANDIDATES = 28

type End = { readonly index: number; readonly point: Point; readonly node: number }
type Cut = { readonly from: End; readonly to: End; readonly inner: Point[]; readonly score: number }

/** Cuts blocks with bending lanes until they are as large as a ring of houses round a court. */
export function splitBlocks(net: StreetNet, random: Random, keepOff: readonly Rect[]): void {
  const open = net.blocks.map((block) => ({ block, depth: 0 }))
  while (open.length > 0) {
    const { block, depth } = open.pop()!
    if (signedArea(blockPoints(net, block)) < BLOCK_AREA * random.range(0.8, 1.35)) continue
    const cut = bestCut(net, block, random, keepOff)
    if (!cut) continue
    const [left, right] = applyCut(net, block, cut, LANE_WIDTHS[Math.min(depth, LANE_WIDTHS.length - 1)]!)
    net.blocks.splice(net.blocks.indexOf(block), 1, left, right)
    open.push({ block: left, depth: depth + 1 }, { block: right, depth: depth + 1 })
  }
}

function bestCut(net: StreetNet, block: number[], random: Random, keepOff: readonly Rect[]): Cut | undefined {
  const points = blockPoints(net, block)
  const axis = longAxis(points)
  let best: Cut | undefined
  for (let i = 0; i < CANDIDATES; i++) {
    const turn = axis.angle + Math.PI / 2 + random.range(-0.42, 0.42)
    const shift = random.range(-0.22, 0.22) * axis.length
    const middle = {
      x: axis.x + Math.cos(axis.angle) * shift,
      z: axis.z + Math.sin(axis.angle) * shift,
    }
    best = tryCut(block, points, middle, turn, random, keepOff, best?.score ?? 0) ?? best
  }
  return best
}

/** Middle, direction and length of the block along its longest direction. */
function longAxis(points: readonly Point[]): { x: number; z: number; angle: number; length: number } {
  let x = 0
  let z = 0
  let total = 0
  points.forEach((a, i) => {
    const b = points[(i + 1) % points.length]!
    const weight = distance(a, b)
    x += ((a.x + b.x) / 2) * weight
    z += ((a.z + b.z) / 2) * weight
    total += weight
  })
  x /= total
  z /= total
  let xx = 0
  let zz = 0
  let xz = 0
  points.forEach((a, i) => {
    const b = points[(i + 1) % points.length]!
    const weight = distance(a, b)
    const mx = (a.x + b.x) / 2 - x
    const mz = (a.z + b.z) / 2 - z
    xx += mx * mx * weight
    zz += mz * mz * weight
    xz += mx * mz * weight
  })
  const angle = 0.5 * Math.atan2(2 * xz, xx - zz)
  const along = points.map((p) => (p.x - x) * Math.cos(angle) + (p.z - z) * Math.sin(angle))
  return { x, z, angle, length: Math.max(...along) - Math.min(...along) }
}

function tryCut(
  block: number[],
  points: readonly Point[],
  middle: Point,
  turn: number,
  random: Random,
  keepOff: readonly Rect[],
  atLeast: number,
): Cut | undefined {
  const from = endOf(block, points, middle, turn + Math.PI)
  const to = endOf(block, points, middle, turn)
  if (!from || !to || from.index === to.index) return undefined
  const inner = bendLane(from.point, to.point, random)
  const [left, right] = halves(points, from, to, inner)
  const a = signedArea(left)
  const b = signedArea(right)
  if (a <= 0 || b <= 0) return undefined
  const balance = Math.min(a, b) / Math.max(a, b)
  const roundness = Math.min(compactness(left, a), compactness(right, b))
  if (balance < 0.3 || roundness < 0.36 || Math.min(a, b) < 1150) return undefined
  const score = balance * 0.5 + roundness
  if (score <= atLeast) return undefined
  const line = [from.point, ...inner, to.point]
  for (let i = 1; i < line.length; i++) {
    if (keepOff.some((rect) => segmentToRect(line[i - 1]!, line[i]!, rect) < 6)) return undefined
  }
  if (!runsInside(points, line, from, to) || !isSimple(left) || !isSimple(right)) return undefined
  return { from, to, inner, score }
}

const compactness = (points: readonly Point[], area: number) => (4 * Math.PI * area) / perimeter(points) ** 2

/** Where the lane meets the block's boundary: a point well inside a street, or one of its corners. */
function endOf(block: number[], points: readonly Point[], middle: Point, angle: number): End | undefined {
  const far = { x: middle.x + Math.cos(angle) * 900, z: middle.z + Math.sin(angle) * 900 }
  let best = 2
  let index = -1
  for (let i = 0; i < points.length; i++) {
    const t = crossing(middle, far, points[i]!, points[(i + 1) % points.length]!)
    if (t >= 0 && t < best) {
      best = t
      index = i
    }
  }
  if (index < 0) return undefined
  const a = points[index]!
  const b = points[(index + 1) % points.length]!
  const length = distance(a, b)
  const cosine = ((b.x - a.x) * Math.cos(angle) + (b.z - a.z) * Math.sin(angle)) / length
  if (Math.abs(cosine) > 0.6) return undefined
  const hit = { x: middle.x + (far.x - middle.x) * best, z: middle.z + (far.z - middle.z) * best }
  let along = distance(a, hit)
  if (length < CORNER_GAP * 2) {
    const first = along < length / 2
    const corner = first ? index : (index + 1) % points.length
    return { index: corner, point: points[corner]!, node: block[corner]! }
  }
  along = Math.min(length - CORNER_GAP, Math.max(CORNER_GAP, along))
  const t = along / length
  return { index, point: { x: a.x + (b.x - a.x) * t, z: a.z + (b.z - a.z) * t }, node: -1 }
}

function bendLane(from: Point, to: Point, random: Random): Point[] {
  const length = distance(from, to)
  const count = Math.min(3, Math.max(1, Math.round(length / 42)))
  const nx = -(to.z - from.z) / length
  const nz = (to.x - from.x) / length
  const side = random.chance(0.5) ? 1 : -1
  const inner: Point[] = []
  for (let i = 1; i <= count; i++) {
    const t = i / (count + 1) + random.range(-0.06, 0.06)
    const bow = side * (i % 2 === 0 ? -1 : 1) * Math.min(9, length * random.range(0.06, 0.13))
    inner.push({ x: from.x + (to.x - from.x) * t + nx * bow, z: from.z + (to.z - from.z) * t + nz * bow })
  }
  return inner
}

/** Whether the lane crosses no street and keeps its distance from all but those it starts and ends at. */
function runsInside(points: readonly Point[], line: readonly Point[], from: End, to: End): boolean {
  for (let i = 1; i < line.length; i++) {
    const a = line[i - 1]!
    const b = line[i]!
    const steps = Math.max(1, Math.ceil(distance(a, b) / 7))
    for (let s = 1; s <= steps; s++) {
      const p = { x: a.x + ((b.x - a.x) * s) / steps, z: a.z + ((b.z - a.z) * s) / steps }
      const free = Math.min(distance(p, from.point), distance(p, to.point))
      if (free < CLEARANCE + 4) continue
      for (let k = 0; k < points.length; k++) {
        if (pointToSegment(p.x, p.z, points[k]!, points[(k + 1) % points.length]!) < CLEARANCE) return false
      }
    }
  }
  return true
}

function halves(points: readonly Point[], from: End, to: End, inner: readonly Point[]): [Point[], Point[]] {
  const walk = (start: End, end: End): Point[] => {
    const out: Point[] = [start.point]
    const n = points.length
    let i = (start.index + 1) % n
    const last = end.node >= 0 ? end.index : (end.index + 1) % n
    while (i !== last) {
      out.push(points[i]!)
      i = (i + 1) % n
    }
    out.push(end.point)
    return out
  }
  return [
    [...walk(from, to), ...[...inner].reverse()],
    [...walk(to, from), ...inner],
  ]
}

function applyCut(net: StreetNet, block: number[], cut: Cut, width: number): [number[], number[]] {
  const from = nodeOf(net, block, cut.from)
  const to = nodeOf(net, block, cut.to)
  const inner = cut.inner.map((p) => addNode(net, p))
  addChain(net, [from, ...inner, to], width, 'lane')
  const walk = (start: number, end: number): number[] => {
    const at = block.indexOf(start)
    const out: number[] = []
    for (let k = 0; k < block.length; k++) {
      const node = block[(at + k) % block.length]!
      out.push(node)
      if (node === end) break
    }
    return out
  }
  return [
    [...walk(from, to), ...[...inner].reverse()],
    [...walk(to, from), ...inner],
  ]
}

function nodeOf(net: StreetNet, block: number[], end: End): number {
  if (end.node >= 0) return end.node
  // An earlier end may have moved the indices: look the street up by its two ends.
  for (let i = 0; i < block.length; i++) {
    const a = block[i]!
    const b = block[(i + 1) % block.length]!
    if (pointToSegment(end.point.x, end.point.z, net.nodes[a]!, net.nodes[b]!) < 1e-6) {
      return splitEdge(net, a, b, end.point)
    }
  }
  throw new Error('nodeOf: the end of a lane lies on no street of its block')
}
