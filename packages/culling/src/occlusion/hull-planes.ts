/**
 * Checks that a mesh is a closed convex solid and gives the planes of one that lies inside it.
 *
 * Triangles that lie in one plane but for rounding form a group; the plane of a group lies below all its vertices. Why the solid bounded
 * by those planes is inside the mesh: a point outside the mesh is seen from the middle through some triangle, whose plane it is then
 * beyond.
 */
import type { Planes } from './convex-solid.js'

/** Vertices may stand in front of a triangle's plane by this much, relative to the size: the plane moves inwards then. */
const CONVEX_TOLERANCE = 1e-3
/** Triangles belong to one group while their vertices lie within this of its plane, relative to the size. */
const FLAT_TOLERANCE = 1e-4
/** Triangles smaller than this, relative to the size squared, have no direction to speak of. */
const SMALLEST_AREA = 1e-13
/** and smaller than this, their direction is too uncertain to keep them out of a group that they lie in. */
const SLIVER_AREA = 1e-6

export type HullPlanes = { readonly planes: Planes; readonly size: number }

type Mesh = { readonly points: Float64Array; readonly corners: Uint32Array }

/**
 * Planes of a hull given as a triangle mesh, counter-clockwise from outside. Vertices at equal places count as one.
 * Throws a `RangeError` that says why a mesh can't be used: bad numbers, open, not convex, flat.
 */
export function hullPlanes(positions: Float32Array, indices: Uint32Array, caller: string): HullPlanes {
  expectNumbers(positions, indices, caller)
  const origin = middle(positions)
  const mesh = weldVertices(positions, indices, origin)
  expectClosed(mesh.corners, caller)
  let size = 0
  for (let i = 0; i < mesh.points.length; i += 3) {
    size = Math.max(size, Math.hypot(mesh.points[i]!, mesh.points[i + 1]!, mesh.points[i + 2]!))
  }
  const values = groupPlanes(mesh, size)
  expectConvex(mesh, values, size, caller)
  return { planes: { origin, values: Float64Array.from(values) }, size }
}

function expectNumbers(positions: Float32Array, indices: Uint32Array, caller: string): void {
  if (positions.length < 12 || positions.length % 3 !== 0) {
    throw new RangeError(
      `${caller}: positions has ${positions.length} numbers, expected x y z of at least 4 vertices`,
    )
  }
  if (indices.length < 12 || indices.length % 3 !== 0) {
    throw new RangeError(`${caller}: indices has ${indices.length} numbers, expected at least 4 triangles`)
  }
  for (let i = 0; i < positions.length; i++) {
    if (!Number.isFinite(positions[i]!)) {
      throw new RangeError(`${caller}: positions[${i}] is ${positions[i]}, expected a finite number`)
    }
  }
  for (let i = 0; i < indices.length; i++) {
    if (indices[i]! >= positions.length / 3) {
      throw new RangeError(
        `${caller}: indices[${i}] is ${indices[i]}, expected one of ${positions.length / 3} vertices`,
      )
    }
  }
}

function middle(positions: Float32Array): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0]
  for (let i = 0; i < positions.length; i++) sum[i % 3] = sum[i % 3]! + positions[i]!
  const count = positions.length / 3
  return [sum[0] / count, sum[1] / count, sum[2] / count]
}

/** One vertex a place, relative to the origin; triangles that lose a corner by that are dropped. */
function weldVertices(
  positions: Float32Array,
  indices: Uint32Array,
  origin: readonly [number, number, number],
): Mesh {
  const places = new Map<string, number>()
  const points: number[] = []
  const vertexOf = new Uint32Array(positions.length / 3)
  for (let i = 0; i < vertexOf.length; i++) {
    const [x, y, z] = [positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!]
    const key = `${x + 0},${y + 0},${z + 0}`
    let place = places.get(key)
    if (place === undefined) {
      place = points.length / 3
      places.set(key, place)
      points.push(x - origin[0], y - origin[1], z - origin[2])
    }
    vertexOf[i] = place
  }
  const corners: number[] = []
  for (let t = 0; t < indices.length; t += 3) {
    const a = vertexOf[indices[t]!]!
    const b = vertexOf[indices[t + 1]!]!
    const c = vertexOf[indices[t + 2]!]!
    if (a !== b && b !== c && c !== a) corners.push(a, b, c)
  }
  return { points: Float64Array.from(points), corners: Uint32Array.from(corners) }
}

/** Every side of a triangle must be the side of exactly one other, walked the other way. */
function expectClosed(corners: Uint32Array, caller: string): void {
  const sides = new Set<string>()
  for (let t = 0; t < corners.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const key = `${corners[t + k]},${corners[t + ((k + 1) % 3)]}`
      if (sides.has(key))
        throw new RangeError(`${caller}: triangle ${t / 3} repeats a side, expected a closed mesh`)
      sides.add(key)
    }
  }
  for (const key of sides) {
    const [a, b] = key.split(',')
    if (!sides.has(`${b},${a}`)) {
      throw new RangeError(
        `${caller}: the mesh is open at the side from vertex ${a} to ${b}, expected a closed one`,
      )
    }
  }
}

/** One plane for each group of triangles that lie flat. */
function groupPlanes(mesh: Mesh, size: number): number[] {
  const { points, corners } = mesh
  const triangles: { n: [number, number, number]; area: number; at: number }[] = []
  for (let t = 0; t < corners.length; t += 3) {
    const n = triangleNormal(points, corners, t)
    const area = Math.hypot(n[0], n[1], n[2])
    if (area > SMALLEST_AREA * size * size)
      triangles.push({ n: [n[0] / area, n[1] / area, n[2] / area], area, at: t })
  }
  triangles.sort((p, q) => q.area - p.area || p.at - q.at)
  const values: number[] = []
  for (const { n, area, at } of triangles) {
    const least = area > SLIVER_AREA * size * size ? 0.9 : -1
    const group = findGroup(values, points, corners, at, n, least, FLAT_TOLERANCE * size)
    if (group < 0) {
      values.push(n[0], n[1], n[2], lowest(points, corners, at, n))
    } else {
      const normal: [number, number, number] = [values[group]!, values[group + 1]!, values[group + 2]!]
      values[group + 3] = Math.min(values[group + 3]!, lowest(points, corners, at, normal))
    }
  }
  return values
}

function findGroup(
  values: readonly number[],
  points: Float64Array,
  corners: Uint32Array,
  at: number,
  n: readonly [number, number, number],
  leastCosine: number,
  tolerance: number,
): number {
  for (let g = 0; g < values.length; g += 4) {
    const normal: [number, number, number] = [values[g]!, values[g + 1]!, values[g + 2]!]
    if (normal[0] * n[0] + normal[1] * n[1] + normal[2] * n[2] < leastCosine) continue
    let flat = true
    for (let k = 0; k < 3; k++) {
      const gap = heightOf(points, corners[at + k]!, normal) - values[g + 3]!
      flat &&= Math.abs(gap) <= tolerance
    }
    if (flat) return g
  }
  return -1
}

const heightOf = (points: Float64Array, vertex: number, n: readonly [number, number, number]): number =>
  points[3 * vertex]! * n[0] + points[3 * vertex + 1]! * n[1] + points[3 * vertex + 2]! * n[2]

const lowest = (
  points: Float64Array,
  corners: Uint32Array,
  at: number,
  n: readonly [number, number, number],
): number =>
  Math.min(
    heightOf(points, corners[at]!, n),
    heightOf(points, corners[at + 1]!, n),
    heightOf(points, corners[at + 2]!, n),
  )

function triangleNormal(points: Float64Array, corners: Uint32Array, t: number): [number, number, number] {
  const a = 3 * corners[t]!
  const b = 3 * corners[t + 1]!
  const c = 3 * corners[t + 2]!
  const ux = points[b]! - points[a]!
  const uy = points[b + 1]! - points[a + 1]!
  const uz = points[b + 2]! - points[a + 2]!
  const vx = points[c]! - points[a]!
  const vy = points[c + 1]! - points[a + 1]!
  const vz = points[c + 2]! - points[a + 2]!
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
}

/** No vertex in front of a plane by more than the tolerance, and the middle behind all of them. */
function expectConvex(mesh: Mesh, values: readonly number[], size: number, caller: string): void {
  const { points } = mesh
  for (let g = 0; g < values.length; g += 4) {
    const normal: [number, number, number] = [values[g]!, values[g + 1]!, values[g + 2]!]
    if (!(values[g + 3]! > 1e-7 * size)) {
      throw new RangeError(
        `${caller}: the mesh is flat, inside out or not convex (its middle is not inside), expected a convex solid`,
      )
    }
    for (let v = 0; v < points.length / 3; v++) {
      const above = heightOf(points, v, normal) - values[g + 3]!
      if (above > CONVEX_TOLERANCE * size) {
        throw new RangeError(
          `${caller}: the mesh is not convex: a vertex stands ${above.toPrecision(3)} in front of a face, expected a convex solid`,
        )
      }
    }
  }
  if (values.length < 16)
    throw new RangeError(
      `${caller}: the mesh has ${values.length / 4} faces, expected a solid with at least 4`,
    )
}
