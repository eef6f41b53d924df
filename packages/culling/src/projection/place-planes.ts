/**
 * Brings a volume from its own space into the world and down to float32 so that nothing inside it is lost.
 *
 * All is reckoned from the eye, in doubles; the eye's place in the world is added last. With r a point of the volume
 * seen from the eye, a plane keeps r if n·r + d >= 0. Storing it costs two roundings, u = 2^-24 each, relative:
 *
 * 1. The normal: |δn·r| <= u |n| |r|. It grows with the distance from the EYE only, because the offset is computed
 *    from the rounded normal: d' = d − n32·eye holds for n32 exactly, however far the eye is from the origin.
 * 2. The offset, up to u |d'|: d' is rounded upward, so it errs outward.
 *
 * So the plane must be pushed out by at least u |r| for every r of the volume. Let the volume be spanned by
 * points p (|p| <= reach) and unit directions g, and c be a unit vector with c·g >= k > 0 for each of them:
 * r = p + s g, |r| <= reach + s. With m the margin's unit, the plane
 *
 *     n + (m/k) c,   d + m reach + (m/k) max(0, −c·p)
 *
 * answers at r at least n·r + d + m reach + (m/k) c·g s >= n·r + d + m |r|. Without directions only the offset moves.
 * m = 4 u + the plane's own slack: three u are left for what was done in doubles, the hull's tolerance included.
 * At 1 km from the eye that is 0.24 mm; far from the origin the offset's own step is added (4 mm at 45 km).
 *
 * The query's own arithmetic in float32 is the octree's affair: it pushes the planes it is given once more.
 */
import { MAX_PLANES, type ViewVolume } from './view-volume.js'

const MARGIN = 4 * 2 ** -24

/** Directions that spread over more than this (cosine from their middle) allow no safe tilt: all is then inside. */
const LEAST_SPREAD = 1e-6

/** What a volume's points say of its reach: see the head of the file. */
type Reach = { reach: number; cx: number; cy: number; cz: number; spread: number; behind: number }

const REACH: Reach = { reach: 0, cx: 0, cy: 0, cz: 0, spread: 1, behind: 0 }

const IDENTITY = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1])
const BASIS = new Float64Array(9)
const NORMALS = new Float64Array(9)
const MOVED = new Float64Array(4)

/**
 * Writes the volume's planes to `outPlanes` (4 floats each, up to MAX_PLANES) and their kinds to `outKinds`, and
 * returns their number. `world` holds at `worldAt` the column-major matrix that takes the volume's space to the
 * world. Returns 0, which keeps everything, if that matrix is broken or flat.
 */
export function placeVolume(
  volume: ViewVolume,
  world: ArrayLike<number>,
  worldAt: number,
  outPlanes: Float32Array,
  outKinds: Uint8Array,
): number {
  for (let column = 0; column < 3; column++) {
    for (let row = 0; row < 3; row++) BASIS[column * 3 + row] = world[worldAt + column * 4 + row]!
  }
  if (!normalMatrix(BASIS, NORMALS)) return 0
  return place(
    volume,
    BASIS,
    NORMALS,
    world[worldAt + 12]!,
    world[worldAt + 13]!,
    world[worldAt + 14]!,
    outPlanes,
    outKinds,
  )
}

/** As `placeVolume`, for a volume whose axes are the world's and whose origin lies at the eye. */
export function placeVolumeAt(
  volume: ViewVolume,
  eyeX: number,
  eyeY: number,
  eyeZ: number,
  outPlanes: Float32Array,
  outKinds: Uint8Array,
): number {
  return place(volume, IDENTITY, IDENTITY, eyeX, eyeY, eyeZ, outPlanes, outKinds)
}

function place(
  volume: ViewVolume,
  basis: Float64Array,
  normals: Float64Array,
  eyeX: number,
  eyeY: number,
  eyeZ: number,
  outPlanes: Float32Array,
  outKinds: Uint8Array,
): number {
  const eyeLength = Math.sqrt(eyeX * eyeX + eyeY * eyeY + eyeZ * eyeZ)
  if (!Number.isFinite(eyeLength) || !measureReach(volume, basis)) return 0
  const { reach, cx, cy, cz, spread, behind } = REACH
  const count = Math.min(volume.planeCount, MAX_PLANES)
  let written = 0
  for (let i = 0; i < count; i++) {
    if (!turnPlane(volume.planes, i * 4, normals)) continue
    const margin = MARGIN + volume.slack[i]!
    const tilt = spread === 0 ? 0 : margin / spread
    const nx = Math.fround(MOVED[0]! + tilt * cx)
    const ny = Math.fround(MOVED[1]! + tilt * cy)
    const nz = Math.fround(MOVED[2]! + tilt * cz)
    const pushed = MOVED[3]! + margin * reach + tilt * behind + 8 * Number.EPSILON * eyeLength
    const at = written * 4
    outPlanes[at] = nx
    outPlanes[at + 1] = ny
    outPlanes[at + 2] = nz
    outPlanes[at + 3] = roundUp(pushed - (nx * eyeX + ny * eyeY + nz * eyeZ))
    outKinds[written] = volume.kinds[i]!
    written++
  }
  return written
}

/** Turns a plane into the world's axes, its offset still measured from the eye; false if it came out broken. */
function turnPlane(planes: Float64Array, at: number, normals: Float64Array): boolean {
  const x = planes[at]!
  const y = planes[at + 1]!
  const z = planes[at + 2]!
  const nx = normals[0]! * x + normals[3]! * y + normals[6]! * z
  const ny = normals[1]! * x + normals[4]! * y + normals[7]! * z
  const nz = normals[2]! * x + normals[5]! * y + normals[8]! * z
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
  if (!(length > 0 && length < Number.POSITIVE_INFINITY)) return false
  MOVED[0] = nx / length
  MOVED[1] = ny / length
  MOVED[2] = nz / length
  MOVED[3] = planes[at + 3]! / length
  return Number.isFinite(MOVED[3])
}

/** Fills REACH from the volume's points, turned by `basis`; false if they are broken or spread too wide. */
function measureReach(volume: ViewVolume, basis: Float64Array): boolean {
  const { points, pointCount } = volume
  let reach = 0
  let cx = 0
  let cy = 0
  let cz = 0
  let directions = 0
  for (let i = 0; i < pointCount; i++) {
    turnPoint(points, i * 4, basis)
    const length = MOVED[3]!
    if (points[i * 4 + 3] !== 0) reach = Math.max(reach, length)
    else {
      cx += MOVED[0]! / length
      cy += MOVED[1]! / length
      cz += MOVED[2]! / length
      directions++
    }
  }
  const middle = Math.sqrt(cx * cx + cy * cy + cz * cz)
  REACH.reach = reach
  REACH.spread = 0
  REACH.behind = 0
  REACH.cx = 0
  REACH.cy = 0
  REACH.cz = 0
  if (directions === 0) return Number.isFinite(reach)
  if (!(middle > 0)) return false
  REACH.cx = cx / middle
  REACH.cy = cy / middle
  REACH.cz = cz / middle
  return measureSpread(points, pointCount, basis) && Number.isFinite(reach)
}

/** The second pass: how far directions stray from their middle, and how far points lie behind it. */
function measureSpread(points: Float64Array, pointCount: number, basis: Float64Array): boolean {
  let spread = 1
  let behind = 0
  for (let i = 0; i < pointCount; i++) {
    turnPoint(points, i * 4, basis)
    const length = MOVED[3]!
    const along = MOVED[0]! * REACH.cx + MOVED[1]! * REACH.cy + MOVED[2]! * REACH.cz
    if (points[i * 4 + 3] === 0) spread = Math.min(spread, along / length)
    else behind = Math.max(behind, -along)
  }
  REACH.spread = spread
  REACH.behind = behind
  return spread > LEAST_SPREAD
}

/** Leaves the turned point and its length in MOVED: a number that is returned may be put on the heap. */
function turnPoint(points: Float64Array, at: number, basis: Float64Array): void {
  const x = points[at]!
  const y = points[at + 1]!
  const z = points[at + 2]!
  const turnedX = basis[0]! * x + basis[3]! * y + basis[6]! * z
  const turnedY = basis[1]! * x + basis[4]! * y + basis[7]! * z
  const turnedZ = basis[2]! * x + basis[5]! * y + basis[8]! * z
  MOVED[0] = turnedX
  MOVED[1] = turnedY
  MOVED[2] = turnedZ
  MOVED[3] = Math.sqrt(turnedX * turnedX + turnedY * turnedY + turnedZ * turnedZ)
}

/** The inverse of the transposed 3×3 matrix, which turns normals; false where there is none. */
function normalMatrix(m: Float64Array, out: Float64Array): boolean {
  out[0] = m[4]! * m[8]! - m[5]! * m[7]!
  out[1] = m[5]! * m[6]! - m[3]! * m[8]!
  out[2] = m[3]! * m[7]! - m[4]! * m[6]!
  out[3] = m[7]! * m[2]! - m[8]! * m[1]!
  out[4] = m[8]! * m[0]! - m[6]! * m[2]!
  out[5] = m[6]! * m[1]! - m[7]! * m[0]!
  out[6] = m[1]! * m[5]! - m[2]! * m[4]!
  out[7] = m[2]! * m[3]! - m[0]! * m[5]!
  out[8] = m[0]! * m[4]! - m[1]! * m[3]!
  const determinant = m[0]! * out[0]! + m[1]! * out[1]! + m[2]! * out[2]!
  const scale = 1 / determinant
  if (!Number.isFinite(scale) || determinant === 0) return false
  for (let i = 0; i < 9; i++) out[i] = out[i]! * scale
  return true
}

const ROUNDED = new Float32Array(1)
const BITS = new Int32Array(ROUNDED.buffer)

/** The least float32 that is not below `value`. */
export function roundUp(value: number): number {
  ROUNDED[0] = value
  const nearest = ROUNDED[0]
  if (nearest >= value || Number.isNaN(nearest)) return nearest
  // The bit patterns of positive floats rise with their value, those of negative ones fall.
  if (nearest === 0) BITS[0] = 1
  else BITS[0] = BITS[0]! + (nearest > 0 ? 1 : -1)
  return ROUNDED[0]!
}
