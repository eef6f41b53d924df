/**
 * The planes of the convex hull of a few points and directions: of two eyes' frusta, of a frustum and a
 * light.
 *
 * Every three of the points span a plane, which bounds the hull if all the others lie on one side. With at
 * most some twenty points that is faster than anything clever and has no special cases: coplanar faces,
 * repeated points and directions without end need none. Each plane is shifted outward until it holds every
 * point to the last bit, so rounding only ever makes the hull larger; what it may cost is a plane too few,
 * which does so too.
 */
import { addPlaneOf, MAX_PLANES, PLANE_HULL, type ViewVolume } from './view-volume.js'

/** Three points nearer to one line than this angle span no plane worth having. */
const LEAST_SINE = 1e-9

/** How far outside a point may be, as part of the hull's reach, and still count as rounding. */
const TOLERANCE = 1e-10

/**
 * Planes whose normals differ by less (cosine) are one. Leaving one of two out only makes the hull larger.
 */
const SAME_PLANE = 1 - 1e-10

/**
 * Appends the planes of the hull of `volume.points` to its planes. No more than `limit` planes are added: of
 * those beyond, one of the two most parallel is left out each time, so the rest lies around the hull still.
 */
export function addHullPlanes(volume: ViewVolume, limit: number = MAX_PLANES): void {
  const { points, pointCount } = volume
  const first = volume.planeCount
  const most = Math.min(limit, MAX_PLANES - first)
  SCRATCH[TOLERATED] = TOLERANCE * reach(points, pointCount)
  for (let a = 0; a < pointCount - 2; a++) {
    for (let b = a + 1; b < pointCount - 1; b++) {
      for (let c = b + 1; c < pointCount; c++) {
        if (!spanNormal(points, a * 4, b * 4, c * 4)) continue
        if (supports(points, pointCount, 1)) keepPlane(volume, first, most, 1)
        if (supports(points, pointCount, -1)) keepPlane(volume, first, most, -1)
      }
    }
  }
}

/** The largest distance of a point from the origin, at least 1e-30. */
function reach(points: Float64Array, count: number): number {
  let most = 1e-30
  for (let i = 0; i < count; i++) {
    const at = i * 4
    if (points[at + 3] === 0) continue
    const x = points[at]!
    const y = points[at + 1]!
    const z = points[at + 2]!
    most = Math.max(most, Math.sqrt(x * x + y * y + z * z))
  }
  return most
}

/** The candidate: unit normal, then the offset that `supports` finds. */
const CANDIDATE = new Float64Array(4)

/**
 * Numbers that calls would put on the heap to hand them over: what counts as rounding for
 * points, the largest violation found, and what counts as rounding for directions.
 */
const SCRATCH = new Float64Array(3)
const TOLERATED = 0
const VIOLATION = 1
const LEANING = 2
SCRATCH[LEANING] = TOLERANCE

/**
 * Writes the unit normal of the plane through three points or directions to CANDIDATE; false if there is
 * none.
 */
function spanNormal(p: Float64Array, a: number, b: number, c: number): boolean {
  // Directions come last in the difference: a point must be the origin of the other two.
  let origin = a
  if (p[origin + 3] === 0) origin = b
  if (p[origin + 3] === 0) origin = c
  if (p[origin + 3] === 0) return false
  const second = origin === a ? b : a
  const third = origin === c ? b : c
  const ux = p[second]! - p[second + 3]! * p[origin]!
  const uy = p[second + 1]! - p[second + 3]! * p[origin + 1]!
  const uz = p[second + 2]! - p[second + 3]! * p[origin + 2]!
  const vx = p[third]! - p[third + 3]! * p[origin]!
  const vy = p[third + 1]! - p[third + 3]! * p[origin + 1]!
  const vz = p[third + 2]! - p[third + 3]! * p[origin + 2]!
  const nx = uy * vz - uz * vy
  const ny = uz * vx - ux * vz
  const nz = ux * vy - uy * vx
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
  const sides = Math.sqrt((ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz))
  if (!(length > LEAST_SINE * sides)) return false
  CANDIDATE[0] = nx / length
  CANDIDATE[1] = ny / length
  CANDIDATE[2] = nz / length
  CANDIDATE[3] = -(
    CANDIDATE[0]! * p[origin]! +
    CANDIDATE[1]! * p[origin + 1]! +
    CANDIDATE[2]! * p[origin + 2]!
  )
  return true
}

/** Whether all points lie on the side `sign` of the candidate; its largest violation goes to SCRATCH. */
function supports(p: Float64Array, count: number, sign: number): boolean {
  SCRATCH[VIOLATION] = 0
  for (let i = 0; i < count; i++) {
    const at = i * 4
    const w = p[at + 3]!
    const side =
      sign *
      (CANDIDATE[0]! * p[at]! + CANDIDATE[1]! * p[at + 1]! + CANDIDATE[2]! * p[at + 2]! + CANDIDATE[3]! * w)
    if (side >= 0) continue
    // A direction that leans out by this much stays within the tilt that placePlanes adds.
    if (-side > SCRATCH[w === 0 ? LEANING : TOLERATED]!) return false
    if (w !== 0 && -side > SCRATCH[VIOLATION]!) SCRATCH[VIOLATION] = -side
  }
  return true
}

/** The candidate as it is kept: turned the right way and shifted. */
const KEPT = new Float64Array(4)

/** Adds the candidate unless the volume has it; when there are too many, the most parallel pair loses one. */
function keepPlane(volume: ViewVolume, first: number, most: number, sign: number): void {
  const { planes } = volume
  for (let k = 0; k < 4; k++) KEPT[k] = sign * CANDIDATE[k]!
  KEPT[3] = KEPT[3]! + SCRATCH[VIOLATION]!
  for (let i = first; i < volume.planeCount; i++) {
    const at = i * 4
    const cosine = KEPT[0]! * planes[at]! + KEPT[1]! * planes[at + 1]! + KEPT[2]! * planes[at + 2]!
    if (cosine >= SAME_PLANE) return
  }
  if (volume.planeCount - first < most) addPlaneOf(volume, KEPT, PLANE_HULL)
  else if (most > 0) {
    const spare = mostParallel(volume, first)
    if (spare < volume.planeCount) for (let k = 0; k < 4; k++) planes[spare * 4 + k] = KEPT[k]!
  }
}

/** Of the volume's planes and the one to be kept (number planeCount), one of the two whose normals are nearest. */
function mostParallel({ planes, planeCount }: ViewVolume, first: number): number {
  let nearest = -2
  let spare = planeCount
  for (let i = first; i < planeCount; i++) {
    for (let j = i + 1; j <= planeCount; j++) {
      const other = j === planeCount ? KEPT : planes
      const at = j === planeCount ? 0 : j * 4
      let cosine = 0
      for (let k = 0; k < 3; k++) cosine += planes[i * 4 + k]! * other[at + k]!
      if (cosine > nearest) {
        nearest = cosine
        spare = j
      }
    }
  }
  return spare
}
