import type { FloatArray } from './mat4-at.js'

/*
 * Axis-aligned boxes in packed arrays, laid out as the WorldBounds column: eight numbers from an offset on,
 * which are two SIMD registers. The fourth and the eighth are not used.
 *
 *     offset  0 1 2  smallest x, y, z      4 5 6  largest x, y, z
 *
 * A box is closed: its faces belong to it. Boxes with a smallest above a largest number are empty.
 */

/** Numbers from one box to the next. */
export const BOX_STRIDE: 8 = 8

/** Where the largest x, y, z begin. */
export const BOX_MAX: 4 = 4

/** Writes a box from its smallest and largest corner. */
export function setBoxAt(
  out: FloatArray,
  o: number,
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
): void {
  out[o] = minX
  out[o + 1] = minY
  out[o + 2] = minZ
  out[o + BOX_MAX] = maxX
  out[o + BOX_MAX + 1] = maxY
  out[o + BOX_MAX + 2] = maxZ
}

/** Writes the empty box, which any union replaces. */
export function emptyBoxAt(out: FloatArray, o: number): void {
  setBoxAt(out, o, Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity)
}

/** Whether a box holds no point. A box with NaN is not empty. */
export function isEmptyBoxAt(a: FloatArray, ao: number): boolean {
  return a[ao]! > a[ao + BOX_MAX]! || a[ao + 1]! > a[ao + BOX_MAX + 1]! || a[ao + 2]! > a[ao + BOX_MAX + 2]!
}

/** Writes the smallest box that holds both. `out` may be one of them. */
export function unionBoxesAt(
  out: FloatArray,
  o: number,
  a: FloatArray,
  ao: number,
  b: FloatArray,
  bo: number,
): void {
  for (let i = 0; i < 3; i++) {
    out[o + i] = Math.min(a[ao + i]!, b[bo + i]!)
    out[o + BOX_MAX + i] = Math.max(a[ao + BOX_MAX + i]!, b[bo + BOX_MAX + i]!)
  }
}

/** Writes what both boxes have in common; returns false if that is empty. `out` may be one of them. */
export function intersectBoxesAt(
  out: FloatArray,
  o: number,
  a: FloatArray,
  ao: number,
  b: FloatArray,
  bo: number,
): boolean {
  for (let i = 0; i < 3; i++) {
    out[o + i] = Math.max(a[ao + i]!, b[bo + i]!)
    out[o + BOX_MAX + i] = Math.min(a[ao + BOX_MAX + i]!, b[bo + BOX_MAX + i]!)
  }
  return !isEmptyBoxAt(out, o)
}

/** Makes a box large enough to hold a point. */
export function expandBoxToPointAt(out: FloatArray, o: number, x: number, y: number, z: number): void {
  out[o] = Math.min(out[o]!, x)
  out[o + 1] = Math.min(out[o + 1]!, y)
  out[o + 2] = Math.min(out[o + 2]!, z)
  out[o + BOX_MAX] = Math.max(out[o + BOX_MAX]!, x)
  out[o + BOX_MAX + 1] = Math.max(out[o + BOX_MAX + 1]!, y)
  out[o + BOX_MAX + 2] = Math.max(out[o + BOX_MAX + 2]!, z)
}

/** Moves all six faces outwards by `amount`, or inwards if it is below 0. */
export function growBoxAt(out: FloatArray, o: number, amount: number): void {
  for (let i = 0; i < 3; i++) {
    out[o + i] = out[o + i]! - amount
    out[o + BOX_MAX + i] = out[o + BOX_MAX + i]! + amount
  }
}

/** Whether the point is in the box or on its surface. */
export function boxContainsPointAt(a: FloatArray, ao: number, x: number, y: number, z: number): boolean {
  return (
    x >= a[ao]! &&
    x <= a[ao + BOX_MAX]! &&
    y >= a[ao + 1]! &&
    y <= a[ao + BOX_MAX + 1]! &&
    z >= a[ao + 2]! &&
    z <= a[ao + BOX_MAX + 2]!
  )
}

/** Whether box `a` holds all of box `b`; equal ones hold each other. */
export function boxContainsBoxAt(a: FloatArray, ao: number, b: FloatArray, bo: number): boolean {
  return (
    boxContainsPointAt(a, ao, b[bo]!, b[bo + 1]!, b[bo + 2]!) &&
    boxContainsPointAt(a, ao, b[bo + BOX_MAX]!, b[bo + BOX_MAX + 1]!, b[bo + BOX_MAX + 2]!)
  )
}

/** Whether two boxes touch or overlap. */
export function boxesIntersectAt(a: FloatArray, ao: number, b: FloatArray, bo: number): boolean {
  return (
    a[ao]! <= b[bo + BOX_MAX]! &&
    a[ao + BOX_MAX]! >= b[bo]! &&
    a[ao + 1]! <= b[bo + BOX_MAX + 1]! &&
    a[ao + BOX_MAX + 1]! >= b[bo + 1]! &&
    a[ao + 2]! <= b[bo + BOX_MAX + 2]! &&
    a[ao + BOX_MAX + 2]! >= b[bo + 2]!
  )
}

/** Writes the point of the box that is nearest to a point: itself if it is inside. */
export function closestPointInBoxAt(
  out: FloatArray,
  o: number,
  a: FloatArray,
  ao: number,
  x: number,
  y: number,
  z: number,
): void {
  out[o] = Math.max(a[ao]!, Math.min(a[ao + BOX_MAX]!, x))
  out[o + 1] = Math.max(a[ao + 1]!, Math.min(a[ao + BOX_MAX + 1]!, y))
  out[o + 2] = Math.max(a[ao + 2]!, Math.min(a[ao + BOX_MAX + 2]!, z))
}

/** The squared distance from a point to the box: 0 inside. */
export function boxDistanceSquaredAt(a: FloatArray, ao: number, x: number, y: number, z: number): number {
  const dx = Math.max(a[ao]! - x, 0, x - a[ao + BOX_MAX]!)
  const dy = Math.max(a[ao + 1]! - y, 0, y - a[ao + BOX_MAX + 1]!)
  const dz = Math.max(a[ao + 2]! - z, 0, z - a[ao + BOX_MAX + 2]!)
  return dx * dx + dy * dy + dz * dz
}

/** Whether the box touches the ball round a point. */
export function boxIntersectsSphereAt(
  a: FloatArray,
  ao: number,
  x: number,
  y: number,
  z: number,
  radius: number,
): boolean {
  return boxDistanceSquaredAt(a, ao, x, y, z) <= radius * radius
}

/** Whether the plane n·p + d = 0 touches the box; `plane` holds n and d. */
export function boxIntersectsPlaneAt(a: FloatArray, ao: number, plane: FloatArray, po: number): boolean {
  let low = plane[po + 3]!
  let high = low
  for (let i = 0; i < 3; i++) {
    const n = plane[po + i]!
    low += n * (n > 0 ? a[ao + i]! : a[ao + BOX_MAX + i]!)
    high += n * (n > 0 ? a[ao + BOX_MAX + i]! : a[ao + i]!)
  }
  return low <= 0 && high >= 0
}

/**
 * Writes the corner that lies farthest along a direction; where the direction is 0, the smallest coordinate.
 */
export function boxSupportAt(
  out: FloatArray,
  o: number,
  a: FloatArray,
  ao: number,
  dx: number,
  dy: number,
  dz: number,
): void {
  out[o] = dx > 0 ? a[ao + BOX_MAX]! : a[ao]!
  out[o + 1] = dy > 0 ? a[ao + BOX_MAX + 1]! : a[ao + 1]!
  out[o + 2] = dz > 0 ? a[ao + BOX_MAX + 2]! : a[ao + 2]!
}

/**
 * Where a ray first meets the box, in multiples of its direction: 0 if it begins inside, -1 if it does not
 * meet it between 0 and `maxDistance`. A direction of all zeros asks whether the origin is inside. (The slab
 * method, Kay and Kajiya 1986, with axes of direction 0 apart, so that no 0 times infinity arises.)
 */
export function rayBoxDistanceAt(
  a: FloatArray,
  ao: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  maxDistance: number,
): number {
  let near = 0
  let far = maxDistance
  for (let axis = 0; axis < 3; axis++) {
    const min = a[ao + axis]!
    const max = a[ao + BOX_MAX + axis]!
    const origin = axis === 0 ? ox : axis === 1 ? oy : oz
    const direction = axis === 0 ? dx : axis === 1 ? dy : dz
    if (direction === 0) {
      if (!(origin >= min && origin <= max)) return -1
      continue
    }
    const toMin = (min - origin) / direction
    const toMax = (max - origin) / direction
    near = Math.max(near, Math.min(toMin, toMax))
    far = Math.min(far, Math.max(toMin, toMax))
  }
  return near <= far ? near : -1
}

/** Twice the relative error of rounding a double to a float. */
const FLOAT_ROUNDING = 2 ** -23

/** A bound of the relative error that a dozen operations in doubles add up to. */
const DOUBLE_ROUNDING = 2 ** -49

/** The smallest step between floats. */
const FLOAT_STEP = 2 ** -149

/**
 * Writes the axis-aligned box round a box that an affine matrix turned, scaled, mirrored, flattened or
 * sheared. `center` and `half` hold the middle and the half extents of the local box (signs of `half` do not
 * matter). The result is rounded outwards, so that the floats it is stored in never cut anything off. An
 * infinite half extent may give NaN; whoever culls must take that as "everywhere". (Arvo, "Transforming axis-
 * aligned bounding boxes", Graphics Gems, 1990, in the form |M| * half extents.)
 */
export function transformBoxAt(
  out: FloatArray,
  o: number,
  m: FloatArray,
  mo: number,
  center: FloatArray,
  co: number,
  half: FloatArray,
  ho: number,
): void {
  const cx = center[co]!
  const cy = center[co + 1]!
  const cz = center[co + 2]!
  const hx = Math.abs(half[ho]!)
  const hy = Math.abs(half[ho + 1]!)
  const hz = Math.abs(half[ho + 2]!)
  for (let row = 0; row < 3; row++) {
    const x = m[mo + row]!
    const y = m[mo + 4 + row]!
    const z = m[mo + 8 + row]!
    const t = m[mo + 12 + row]!
    const middle = x * cx + y * cy + z * cz + t
    const reach = Math.abs(x) * hx + Math.abs(y) * hy + Math.abs(z) * hz
    const size = Math.abs(x * cx) + Math.abs(y * cy) + Math.abs(z * cz) + Math.abs(t) + reach
    const slack = size * DOUBLE_ROUNDING + FLOAT_STEP
    const min = middle - reach
    const max = middle + reach
    out[o + row] = min - Math.abs(min) * FLOAT_ROUNDING - slack
    out[o + BOX_MAX + row] = max + Math.abs(max) * FLOAT_ROUNDING + slack
  }
}
