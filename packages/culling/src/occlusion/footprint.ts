/**
 * Footprints of prisms: checks an outline, cuts it into convex pieces, and lets every piece grow over the cuts.
 *
 * The cutting is earcut's triangles joined again wherever the result stays convex (Hertel, Mehlhorn, "Fast triangulation of simple
 * polygons", FCT 1983). The pieces would then touch along the cuts, and touching solids leave a seam of uncovered pixels and, shrunk, a
 * slit; so each side of a piece that is a cut moves outwards until the piece meets the outline. Pieces overlap, their union is the same.
 */
import { quoted } from '@sightline/core/checks'
import earcut from 'earcut'
import { isConvex, straighten, turn } from './convex-polygon.js'
import { grow, type Outline } from './footprint-grow.js'
import { splitPiece } from './split-piece.js'

/** Convex pieces, x z pairs in the turn of their area being positive, relative to `origin`. */
export type FootprintPieces = {
  readonly origin: readonly [number, number]
  readonly size: number
  readonly pieces: readonly Float64Array[]
}

/** Footprints with less area than this, relative to the size squared, have no inside to speak of. */
const SMALLEST_AREA = 1e-9

/**
 * What makes a footprint unusable, or null. `holes` holds the corner numbers at which the rings of holes begin, as for earcut.
 */
export function footprintProblem(
  footprint: Float32Array,
  holes: readonly number[] = NO_HOLES,
): string | null {
  if (!(footprint instanceof Float32Array)) return `is ${quoted(footprint)}, expected a Float32Array`
  const count = footprint.length >> 1
  if (footprint.length % 2 !== 0) return `has ${footprint.length} numbers, expected x z pairs`
  if (count < 3) return `has ${count} corners, expected at least 3`
  for (let i = 0; i < footprint.length; i++) {
    if (!(Math.abs(footprint[i]!) < 1e15))
      return `has ${footprint[i]} as its number ${i}, expected numbers between -1e15 and 1e15`
  }
  if (!(Array.isArray(holes) || ArrayBuffer.isView(holes)))
    return `has ${quoted(holes)} for holes, expected an array of corner numbers`
  const rings = ringsOf(count, holes)
  if (rings === null)
    return `has holes at [${holes.join(', ')}], expected rising corner numbers that leave 3 corners to each ring`
  const outline = localOutline(footprint, rings)
  const crossing = findCrossing(outline, sidesCross)
  if (crossing !== null) return crossingMessage(crossing)
  const area = Math.abs(
    rings.reduce((sum, ring, i) => sum + (i === 0 ? 1 : -1) * Math.abs(ringArea(outline.points, ring)), 0),
  )
  if (!(area > SMALLEST_AREA * outline.size * outline.size)) return 'has no area'
  const fold = findCrossing(outline, sidesFold)
  return fold === null ? null : crossingMessage(fold)
}

const crossingMessage = ([a, b]: readonly [number, number]): string =>
  `crosses itself, at the sides from corner ${a} and from corner ${b}`

const NO_HOLES: readonly number[] = []

/** Cuts a footprint that has no problem into convex pieces. */
export function cutFootprint(footprint: Float32Array, holes: readonly number[] = NO_HOLES): FootprintPieces {
  const outline = localOutline(footprint, ringsOf(footprint.length >> 1, holes)!)
  const origin = [footprint[0]!, footprint[1]!] as const
  const { points, size } = outline
  const single = outline.rings.length === 1 ? wholeIfConvex(outline) : null
  if (single) return { origin, size, pieces: splitPiece(single) }
  const triangles = earcut(points, holes.length > 0 ? [...holes] : undefined, 2)
  const merged = joinTriangles(points, triangles)
  const pieces = merged.map((piece) => grow(piece, outline)).filter((piece) => piece.length >= 6)
  return { origin, size, pieces: withoutCovered(pieces, size).flatMap(splitPiece) }
}

function ringsOf(count: number, holes: readonly number[]): (readonly [number, number])[] | null {
  const rings: (readonly [number, number])[] = []
  let from = 0
  for (const to of [...holes, count]) {
    if (!(Number.isInteger(to) && to - from >= 3 && to <= count)) return null
    rings.push([from, to])
    from = to
  }
  return rings
}

/** Relative to the first corner, in doubles, which is exact enough at any distance from the origin. */
function localOutline(footprint: Float32Array, rings: readonly (readonly [number, number])[]): Outline {
  const points = new Float64Array(footprint.length)
  let size = 0
  for (let i = 0; i < footprint.length; i++) {
    points[i] = footprint[i]! - footprint[i & 1]!
    size = Math.max(size, Math.abs(points[i]!))
  }
  return { points, rings, size }
}

/** Twice the signed area of a ring: positive where x turns towards z. */
function ringArea(points: Float64Array, [from, to]: readonly [number, number]): number {
  let area = 0
  for (let i = from, j = to - 1; i < to; j = i++) {
    area += points[2 * j]! * points[2 * i + 1]! - points[2 * i]! * points[2 * j + 1]!
  }
  return area
}

type SidesTest = (points: Float64Array, s: readonly [number, number], t: readonly [number, number]) => boolean

/** Two sides that meet as they should not, by their first corners. */
function findCrossing({ points, rings }: Outline, meet: SidesTest): readonly [number, number] | null {
  const sides: (readonly [number, number])[] = []
  for (const [from, to] of rings) for (let i = from; i < to; i++) sides.push([i, i + 1 === to ? from : i + 1])
  for (let s = 0; s < sides.length; s++) {
    for (let t = s + 1; t < sides.length; t++) {
      if (meet(points, sides[s]!, sides[t]!)) return [sides[s]![0], sides[t]![0]]
    }
  }
  return null
}

/** Whether two sides cross within both. Touching at a point is no crossing. */
function sidesCross(
  points: Float64Array,
  [a, b]: readonly [number, number],
  [c, d]: readonly [number, number],
): boolean {
  const c1 = turnOf(points, a, b, c)
  const d1 = turnOf(points, a, b, d)
  const a1 = turnOf(points, c, d, a)
  const b1 = turnOf(points, c, d, b)
  return ((c1 > 0 && d1 < 0) || (c1 < 0 && d1 > 0)) && ((a1 > 0 && b1 < 0) || (a1 < 0 && b1 > 0))
}

/** Whether two sides lie on one line and share more than a point: a fold back along a neighbour, or a wall without thickness. */
function sidesFold(
  points: Float64Array,
  [a, b]: readonly [number, number],
  [c, d]: readonly [number, number],
): boolean {
  if (turnOf(points, a, b, c) !== 0 || turnOf(points, a, b, d) !== 0) return false
  const along =
    Math.abs(points[2 * b]! - points[2 * a]!) > Math.abs(points[2 * b + 1]! - points[2 * a + 1]!) ? 0 : 1
  const [p, q, r, s] = [a, b, c, d].map((corner) => points[2 * corner + along]!) as [
    number,
    number,
    number,
    number,
  ]
  return Math.min(Math.max(p, q), Math.max(r, s)) > Math.max(Math.min(p, q), Math.min(r, s))
}

function turnOf(points: Float64Array, a: number, b: number, c: number): number {
  return turn(
    points[2 * a]!,
    points[2 * a + 1]!,
    points[2 * b]!,
    points[2 * b + 1]!,
    points[2 * c]!,
    points[2 * c + 1]!,
  )
}

/** The outline as a piece, if it is convex; corners on straight sides are left out. */
function wholeIfConvex({ points, size }: Outline): Float64Array | null {
  const positive = ringArea(points, [0, points.length >> 1]) > 0
  const corners: number[] = []
  const count = points.length >> 1
  for (let k = 0; k < count; k++) {
    const i = positive ? k : count - 1 - k
    corners.push(points[2 * i]!, points[2 * i + 1]!)
  }
  const piece = straighten(corners, size)
  return piece.length >= 6 && isConvex(piece, 0) ? Float64Array.from(piece) : null
}

/** Joins triangles over their common sides while the result stays convex. Pieces as corner lists, positive turn. */
function joinTriangles(points: Float64Array, triangles: readonly number[]): number[][] {
  const pieces: number[][] = []
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.slice(t, t + 3) as [number, number, number]
    const area = turn(
      points[2 * a]!,
      points[2 * a + 1]!,
      points[2 * b]!,
      points[2 * b + 1]!,
      points[2 * c]!,
      points[2 * c + 1]!,
    )
    if (area > 0) pieces.push([a, b, c])
    else if (area < 0) pieces.push([a, c, b])
  }
  for (let p = 0; p < pieces.length; p++) {
    for (let q = p + 1; q < pieces.length; q++) {
      const joined = join(points, pieces[p]!, pieces[q]!)
      if (joined === null) continue
      pieces[p] = joined
      pieces.splice(q, 1)
      q = p
    }
  }
  return pieces.map((piece) => piece.flatMap((i) => [points[2 * i]!, points[2 * i + 1]!]))
}

function join(points: Float64Array, p: readonly number[], q: readonly number[]): number[] | null {
  for (let i = 0; i < p.length; i++) {
    const a = p[i]!
    const b = p[(i + 1) % p.length]!
    const j = q.indexOf(b)
    if (j < 0 || q[(j + 1) % q.length] !== a) continue
    // p from b round to a, then q from after a round to before b.
    const joined: number[] = []
    for (let k = 0; k < p.length; k++) joined.push(p[(i + 1 + k) % p.length]!)
    for (let k = 2; k < q.length; k++) joined.push(q[(j + k) % q.length]!)
    return isConvex(
      joined.flatMap((v) => [points[2 * v]!, points[2 * v + 1]!]),
      0,
    )
      ? joined
      : null
  }
  return null
}

/** Leaves out pieces that lie wholly inside another one. */
function withoutCovered(pieces: readonly Float64Array[], size: number): Float64Array[] {
  const inside = (p: Float64Array, q: Float64Array) => {
    for (let k = 0; k < q.length; k += 2) {
      const next = (k + 2) % q.length
      const length = Math.hypot(q[next]! - q[k]!, q[next + 1]! - q[k + 1]!)
      for (let c = 0; c < p.length; c += 2) {
        if (turn(q[k]!, q[k + 1]!, q[next]!, q[next + 1]!, p[c]!, p[c + 1]!) < -1e-9 * size * length)
          return false
      }
    }
    return true
  }
  return pieces.filter((p, i) => !pieces.some((q, j) => i !== j && inside(p, q) && (!inside(q, p) || j < i)))
}
