/**
 * A convex solid from the planes that bound it, in doubles: the polygon of every face is a large square on its plane, cut by all other
 * planes. An edge is kept if either of its faces has it, however short: one edge less would make the outline larger than the solid.
 */

/** Half spaces n·x <= d, four numbers each: unit normal, distance. Relative to `origin`. */
export type Planes = { readonly origin: readonly [number, number, number]; readonly values: Float64Array }

/** Vertices x y z; faces as plane numbers in order; edges start, end, left face, right face (left as seen from outside). */
export type ConvexSolid = {
  readonly origin: readonly [number, number, number]
  readonly vertices: readonly number[]
  readonly faces: readonly number[]
  readonly edges: readonly number[]
}

/** Vertices nearer than this, relative to the size, are one. Far below what float32 tells apart. */
const WELD = 1e-10
/** Planes closer than this (of unit normals) are the same plane. */
const SAME = 1e-12

type Polygon = { points: number[]; cuts: number[] }

/**
 * Intersects the half spaces after moving each inwards by `erosion`. `size`: no point of the solid is farther than that from the origin.
 * Returns null if nothing with an inside is left.
 */
export function solidFromPlanes(planes: Planes, size: number, erosion: number): ConvexSolid | null {
  const count = planes.values.length >> 2
  const values = planes.values.slice()
  for (let i = 0; i < count; i++) values[4 * i + 3] = values[4 * i + 3]! - erosion
  const kept: number[] = []
  const polygons: Polygon[] = []
  for (let i = 0; i < count; i++) {
    if (isRepeated(values, i)) continue
    const polygon = cutPolygon(values, i, count, size)
    if (polygon.cuts.length < 3) continue
    kept.push(i)
    polygons.push(polygon)
  }
  if (kept.length < 4) return null
  return connect(planes.origin, values, kept, polygons, size)
}

function isRepeated(values: Float64Array, i: number): boolean {
  for (let j = 0; j < i; j++) {
    const same = dot(values, 4 * i, values, 4 * j) > 1 - SAME
    if (same && Math.abs(values[4 * i + 3]! - values[4 * j + 3]!) < SAME) return true
  }
  return false
}

/** The polygon of face `i`, counter-clockwise from outside; cuts[k] is the plane that made the edge from point k on. */
function cutPolygon(values: Float64Array, i: number, count: number, size: number): Polygon {
  let polygon = squareOn(values, i, 4 * size + 1)
  for (let j = 0; j < count && polygon.cuts.length > 0; j++) {
    if (j !== i) polygon = cut(polygon, values, j)
  }
  return polygon
}

function squareOn(values: Float64Array, i: number, half: number): Polygon {
  const n = [values[4 * i]!, values[4 * i + 1]!, values[4 * i + 2]!] as const
  const d = values[4 * i + 3]!
  const smallest =
    Math.abs(n[0]) < Math.abs(n[1])
      ? Math.abs(n[0]) < Math.abs(n[2])
        ? 0
        : 2
      : Math.abs(n[1]) < Math.abs(n[2])
        ? 1
        : 2
  const u = [0, 0, 0]
  const a = (smallest + 1) % 3
  const b = (smallest + 2) % 3
  const scale = 1 / Math.hypot(n[a]!, n[b]!)
  u[a] = -n[b]! * scale
  u[b] = n[a]! * scale
  const v = [n[1] * u[2]! - n[2] * u[1]!, n[2] * u[0]! - n[0] * u[2]!, n[0] * u[1]! - n[1] * u[0]!]
  const points: number[] = []
  for (const [s, t] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const) {
    for (let k = 0; k < 3; k++) points.push(n[k]! * d + half * (s * u[k]! + t * v[k]!))
  }
  return { points, cuts: [-1, -1, -1, -1] }
}

/** What of a polygon lies behind plane `j`. */
function cut(polygon: Polygon, values: Float64Array, j: number): Polygon {
  const { points, cuts } = polygon
  const count = cuts.length
  const out: Polygon = { points: [], cuts: [] }
  const above = (k: number) =>
    points[3 * k]! * values[4 * j]! +
    points[3 * k + 1]! * values[4 * j + 1]! +
    points[3 * k + 2]! * values[4 * j + 2]! -
    values[4 * j + 3]!
  for (let k = 0; k < count; k++) {
    const next = (k + 1) % count
    const here = above(k)
    const there = above(next)
    if (here <= 0) push(out, points[3 * k]!, points[3 * k + 1]!, points[3 * k + 2]!, cuts[k]!)
    if (here <= 0 === there <= 0) continue
    const t = here / (here - there)
    const cutBy = here <= 0 ? j : cuts[k]!
    push(
      out,
      points[3 * k]! + t * (points[3 * next]! - points[3 * k]!),
      points[3 * k + 1]! + t * (points[3 * next + 1]! - points[3 * k + 1]!),
      points[3 * k + 2]! + t * (points[3 * next + 2]! - points[3 * k + 2]!),
      cutBy,
    )
  }
  return out
}

function push(polygon: Polygon, x: number, y: number, z: number, cutBy: number): void {
  polygon.points.push(x, y, z)
  polygon.cuts.push(cutBy)
}

/** Joins the polygons: shared vertices, and each edge once, with both its faces. */
function connect(
  origin: readonly [number, number, number],
  values: Float64Array,
  kept: readonly number[],
  polygons: readonly Polygon[],
  size: number,
): ConvexSolid | null {
  const vertices: number[] = []
  const edges: number[] = []
  const faceOf = new Map(kept.map((plane, face) => [plane, face]))
  const known = new Set<number>()
  polygons.forEach(({ points, cuts }, face) => {
    const corners = cuts.map((_, k) =>
      weld(vertices, points[3 * k]!, points[3 * k + 1]!, points[3 * k + 2]!, WELD * size),
    )
    cuts.forEach((plane, k) => {
      const other = faceOf.get(plane)
      if (other === undefined) return
      const key = Math.min(face, other) * polygons.length + Math.max(face, other)
      if (known.has(key)) return
      known.add(key)
      edges.push(corners[k]!, corners[(k + 1) % corners.length]!, face, other)
    })
  })
  // The square's own border or a plane without a face on the rim: the planes do not enclose a solid.
  if (polygons.some(({ cuts }) => cuts.some((plane) => !faceOf.has(plane)))) return null
  const faces = kept.flatMap((plane) => [...values.subarray(4 * plane, 4 * plane + 4)])
  return { origin, vertices, faces, edges }
}

function weld(vertices: number[], x: number, y: number, z: number, distance: number): number {
  for (let i = 0; i < vertices.length; i += 3) {
    const gap = Math.max(
      Math.abs(vertices[i]! - x),
      Math.abs(vertices[i + 1]! - y),
      Math.abs(vertices[i + 2]! - z),
    )
    if (gap <= distance) return i / 3
  }
  vertices.push(x, y, z)
  return vertices.length / 3 - 1
}

function dot(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i]! * b[j]! + a[i + 1]! * b[j + 1]! + a[i + 2]! * b[j + 2]!
}
