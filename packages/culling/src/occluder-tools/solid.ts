/** A triangle mesh as a solid: the places its surface winds around. */

/** A place: x, y, z. */
export type Vec3 = readonly [number, number, number]

/** A place in a sentence. */
export const show = (place: Vec3): string => place.map((v) => v.toPrecision(4)).join(', ')

/** One vertex a place, three corners a triangle, and the box around them. */
export type Solid = {
  readonly points: Float64Array
  readonly corners: Uint32Array
  readonly min: Vec3
  readonly max: Vec3
  /** The longest side of its box. */
  readonly size: number
}

/** Welds vertices at equal places; triangles that lose a corner by that are dropped. */
export function createSolid(positions: Float32Array, indices: Uint32Array): Solid {
  const places = new Map<string, number>()
  const points: number[] = []
  const placeOf = (vertex: number): number => {
    const [x, y, z] = [positions[3 * vertex]!, positions[3 * vertex + 1]!, positions[3 * vertex + 2]!]
    const key = `${x + 0} ${y + 0} ${z + 0}`
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, points.length / 3)
    points.push(x, y, z)
    return points.length / 3 - 1
  }
  const corners: number[] = []
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [placeOf(indices[t]!), placeOf(indices[t + 1]!), placeOf(indices[t + 2]!)]
    if (a !== b && b !== c && c !== a) corners.push(a, b, c)
  }
  return solidOf(Float64Array.from(points), Uint32Array.from(corners))
}

function solidOf(points: Float64Array, corners: Uint32Array): Solid {
  const { min, max } = boxAround(points)
  const size = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2])
  return { points, corners, min, max, size }
}

/** The box around points, x y z each; without any the minimum is Infinity. */
export function boxAround(points: ArrayLike<number>): { min: Vec3; max: Vec3 } {
  const min: [number, number, number] = [Infinity, Infinity, Infinity]
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < points.length; i++) {
    const k = i % 3
    min[k] = Math.min(min[k]!, points[i]!)
    max[k] = Math.max(max[k]!, points[i]!)
  }
  return { min, max }
}

/** The same solid in other coordinates: `matrix` is affine, column-major. */
export function transformSolid(solid: Solid, matrix: ArrayLike<number>): Solid {
  const points = new Float64Array(solid.points.length)
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = [solid.points[i]!, solid.points[i + 1]!, solid.points[i + 2]!]
    for (let k = 0; k < 3; k++)
      points[i + k] = matrix[k]! * x + matrix[4 + k]! * y + matrix[8 + k]! * z + matrix[12 + k]!
  }
  return solidOf(points, solid.corners)
}

/**
 * Volume inside the surface, by the signed tetrahedra over its triangles; negative for one that is inside
 * out.
 */
export function volumeOf({ points, corners, min }: Solid): number {
  let six = 0
  const at = (corner: number, k: number) => points[3 * corners[corner]! + k]! - min[k]!
  for (let t = 0; t < corners.length; t += 3) {
    const [ax, ay, az] = [at(t, 0), at(t, 1), at(t, 2)]
    const [bx, by, bz] = [at(t + 1, 0), at(t + 1, 1), at(t + 1, 2)]
    const [cx, cy, cz] = [at(t + 2, 0), at(t + 2, 1), at(t + 2, 2)]
    six += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
  }
  return six / 6
}

/**
 * How often the surface winds around a place: 0 outside, 1 inside, 2 where two pieces overlap. The sum of the
 * solid angles of all triangles (Van Oosterom, Strackee, "The Solid Angle of a Plane Triangle", 1983); whole
 * numbers but for rounding, off the surface.
 */
export function windingAt({ points, corners }: Solid, x: number, y: number, z: number): number {
  let half = 0
  for (let t = 0; t < corners.length; t += 3) {
    const a = 3 * corners[t]!
    const b = 3 * corners[t + 1]!
    const c = 3 * corners[t + 2]!
    const ax = points[a]! - x
    const ay = points[a + 1]! - y
    const az = points[a + 2]! - z
    const bx = points[b]! - x
    const by = points[b + 1]! - y
    const bz = points[b + 2]! - z
    const cx = points[c]! - x
    const cy = points[c + 1]! - y
    const cz = points[c + 2]! - z
    const la = Math.hypot(ax, ay, az)
    const lb = Math.hypot(bx, by, bz)
    const lc = Math.hypot(cx, cy, cz)
    const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    const below =
      la * lb * lc +
      (ax * bx + ay * by + az * bz) * lc +
      (bx * cx + by * cy + bz * cz) * la +
      (cx * ax + cy * ay + cz * az) * lb
    half += Math.atan2(volume, below)
  }
  return half / (2 * Math.PI)
}

/** Whether a place is inside; what lies on the surface may get either answer. */
export function isInside(solid: Solid, x: number, y: number, z: number): boolean {
  return windingAt(solid, x, y, z) > 0.5
}
