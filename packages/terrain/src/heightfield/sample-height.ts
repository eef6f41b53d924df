/** The ground at a place: height, normal, slope. Exact against the triangles of the field. */
import { Cell, type Heightfield } from './heightfield.js'

/**
 * The height of the ground at (x, z), metres. On and outside the border, and in holes, as the field's `outside` and `noGround` say; NaN
 * for a place that is NaN.
 */
export function sampleHeight(field: Heightfield, x: number, z: number): number {
  const { columns, rows, spacingX, spacingZ, cells } = field
  let u = (x - field.originX) / spacingX
  let v = (z - field.originZ) / spacingZ
  const lastU = columns - 1
  const lastV = rows - 1
  if (!(u >= 0 && v >= 0 && u <= lastU && v <= lastV)) {
    if (Number.isNaN(u + v)) return Number.NaN
    if (!field.bordersGoOn && isBeyond(field, x, z)) return field.noGround
    u = Math.min(Math.max(u, 0), lastU)
    v = Math.min(Math.max(v, 0), lastV)
  }
  const i = u < lastU ? Math.trunc(u) : lastU - 1
  const j = v < lastV ? Math.trunc(v) : lastV - 1
  if (cells !== null && cells[j * lastU + i] === Cell.hole) return field.noGround
  return (
    field.heightOffset +
    field.heightScale * sampleInCell(field.samples, j * columns + i, columns, u - i, v - j)
  )
}

/**
 * The value at (s, t), 0 to 1 each, of the cell whose first sample is at `at`. On the triangle of s >= t only the sample beside the first one
 * along x counts, on the other only the one along z; without a branch, as neither is likelier.
 */
export function sampleInCell(
  samples: Uint16Array,
  at: number,
  columns: number,
  s: number,
  t: number,
): number {
  const corner = samples[at]!
  const beyond = s - t
  const apart = Math.abs(beyond)
  const alongX = 0.5 * (apart + beyond)
  const alongZ = 0.5 * (apart - beyond)
  return (
    corner +
    alongX * (samples[at + 1]! - corner) +
    alongZ * (samples[at + columns]! - corner) +
    (s - alongX) * (samples[at + columns + 1]! - corner)
  )
}

/** Whether a place lies outside the outermost samples by more than the tolerance. */
export function isBeyond(field: Heightfield, x: number, z: number): boolean {
  const { originX, originZ, tolerance } = field
  const endX = originX + (field.columns - 1) * field.spacingX
  const endZ = originZ + (field.rows - 1) * field.spacingZ
  return !(
    x >= originX - tolerance &&
    z >= originZ - tolerance &&
    x <= endX + tolerance &&
    z <= endZ + tolerance
  )
}

/** Whether there is ground at (x, z): inside the border and not in a hole. */
export function isGround(field: Heightfield, x: number, z: number): boolean {
  return !isBeyond(field, x, z) && (field.cells === null || field.cells[cellAt(field, x, z)] !== Cell.hole)
}

/** The number of the cell at (x, z), the nearest one for places outside. */
export function cellAt(field: Heightfield, x: number, z: number): number {
  const last = field.columns - 2
  const i = Math.min(Math.max(Math.floor((x - field.originX) / field.spacingX), 0), last)
  const j = Math.min(Math.max(Math.floor((z - field.originZ) / field.spacingZ), 0), field.rows - 2)
  return j * (last + 1) + i
}

/**
 * Writes the unit normal of the ground's triangle at (x, z) to `out[at]` and the two behind it: upwards where there is no ground, NaN for a
 * place that is NaN. Outside the border it is that of the nearest triangle.
 */
export function sampleNormal(
  field: Heightfield,
  x: number,
  z: number,
  out: Float32Array | Float64Array | number[],
  at = 0,
): void {
  const { columns, rows, samples, heightScale } = field
  const u = (x - field.originX) / field.spacingX
  const v = (z - field.originZ) / field.spacingZ
  const inHole = field.cells !== null && field.cells[cellAt(field, x, z)] === Cell.hole
  const nowhere = Number.isNaN(u + v)
  if (nowhere || inHole || (!field.bordersGoOn && isBeyond(field, x, z))) {
    out[at] = nowhere ? Number.NaN : 0
    out[at + 1] = nowhere ? Number.NaN : 1
    out[at + 2] = nowhere ? Number.NaN : 0
    return
  }
  const i = Math.min(Math.max(Math.floor(u), 0), columns - 2)
  const j = Math.min(Math.max(Math.floor(v), 0), rows - 2)
  const first = j * columns + i
  const corner = samples[first]!
  const opposite = samples[first + columns + 1]!
  const east = Math.min(Math.max(u - i, 0), 1) >= Math.min(Math.max(v - j, 0), 1)
  const side = samples[east ? first + 1 : first + columns]!
  const nx = (heightScale * (east ? corner - side : side - opposite)) / field.spacingX
  const nz = (heightScale * (east ? side - opposite : corner - side)) / field.spacingZ
  const length = Math.sqrt(nx * nx + 1 + nz * nz)
  out[at] = nx / length
  out[at + 1] = 1 / length
  out[at + 2] = nz / length
}

const NORMAL = new Float64Array(3)

/** How steep the ground's triangle at (x, z) is, radians from 0 (level) to below π/2. 0 where there is no ground. */
export function sampleSlope(field: Heightfield, x: number, z: number): number {
  sampleNormal(field, x, z, NORMAL)
  // The tangent keeps its digits on level ground, where the cosine is 1.
  return Math.atan2(Math.hypot(NORMAL[0]!, NORMAL[2]!), NORMAL[1]!)
}
