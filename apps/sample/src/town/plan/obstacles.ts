import type { Point } from '../types.js'
import { addToBuckets, anyNear, type Buckets, createBuckets } from './buckets.js'
import { pointToRect, pointToSegment, type Rect, rectOverlap, segmentToRect } from './geometry.js'
import type { StreetNet } from './street-net.js'

type Strip = { a: Point; b: Point; half: number }

/** What is taken: streets (strips), squares (discs as strips of no length) and rectangles. */
export type Obstacles = {
  readonly strips: Strip[]
  readonly rects: Rect[]
  readonly nearStrips: Buckets
  readonly nearRects: Buckets
}

export function createObstacles(): Obstacles {
  return { strips: [], rects: [], nearStrips: createBuckets(12), nearRects: createBuckets(12) }
}

export function addStrip(o: Obstacles, a: Point, b: Point, half: number): void {
  const item = o.strips.push({ a, b, half }) - 1
  const minX = Math.min(a.x, b.x) - half
  const minZ = Math.min(a.z, b.z) - half
  addToBuckets(o.nearStrips, item, minX, minZ, Math.max(a.x, b.x) + half, Math.max(a.z, b.z) + half)
}

export function addStreets(o: Obstacles, net: StreetNet): void {
  for (const { a, b, width } of net.edges.values()) addStrip(o, net.nodes[a]!, net.nodes[b]!, width / 2)
}

const reach = (r: Rect) => Math.hypot(r.halfX, r.halfZ)

export function addRect(o: Obstacles, rect: Rect): void {
  const item = o.rects.push(rect) - 1
  const r = reach(rect)
  addToBuckets(o.nearRects, item, rect.x - r, rect.z - r, rect.x + r, rect.z + r)
}

/** Whether the rectangle keeps `gap` from every strip and lies no deeper than `overlap` in any rectangle. */
export function isFree(o: Obstacles, rect: Rect, gap: number, overlap: number): boolean {
  return freeOfStrips(o, rect, gap) && freeOfRects(o, rect, overlap)
}

export function freeOfStrips(o: Obstacles, rect: Rect, gap: number): boolean {
  const r = reach(rect) + Math.max(0, gap)
  return !anyNear(o.nearStrips, rect.x - r, rect.z - r, rect.x + r, rect.z + r, (i) => {
    const { a, b, half } = o.strips[i]!
    if (pointToSegment(rect.x, rect.z, a, b) > half + r) return false
    return segmentToRect(a, b, rect) < half + gap
  })
}

export function freeOfRects(o: Obstacles, rect: Rect, overlap: number): boolean {
  const r = reach(rect)
  return !anyNear(o.nearRects, rect.x - r, rect.z - r, rect.x + r, rect.z + r, (i) => {
    return rectOverlap(o.rects[i]!, rect) > overlap
  })
}

/** Whether a disc touches no rectangle (`gap` metres of air). */
export function discFreeOfRects(o: Obstacles, x: number, z: number, radius: number): boolean {
  return !anyNear(o.nearRects, x - radius, z - radius, x + radius, z + radius, (i) => {
    return pointToRect(x, z, o.rects[i]!) < radius
  })
}

export function discFreeOfStrips(o: Obstacles, x: number, z: number, radius: number): boolean {
  return !anyNear(o.nearStrips, x - radius, z - radius, x + radius, z + radius, (i) => {
    const { a, b, half } = o.strips[i]!
    return pointToSegment(x, z, a, b) < half + radius
  })
}
