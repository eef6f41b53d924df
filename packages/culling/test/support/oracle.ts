/**
 * The truth that the octree's answers are held against: a plain array of float32 boxes and plain loops in
 * doubles. No index, no shared code.
 */

/** A box as six numbers: min x y z, max x y z. */
export type Box = readonly [number, number, number, number, number, number]

/** Every box of a world by id, as the octree was told. */
export type Oracle = {
  /** Six floats an id: min x y z, max x y z. */
  readonly boxes: Float32Array
  readonly present: Uint8Array
  /** 1 for a box with NaN, infinity or a coordinate beyond the limit in it: every query answers it. */
  readonly unbounded: Uint8Array
  readonly capacity: number
  count: number
}

/** What a correct answer may hold: `MUST` belongs to it, `MAY` lies within rounding of the limit. */
export const HIDDEN = 0
export const MAY = 1
export const MUST = 2

/** Rounding of this file's own doubles: a share of the sum of magnitudes of a plane's four terms. */
export const FRUSTUM_ROUNDING = 1e-14

/** Coordinates beyond this are as good as infinite. */
const COORDINATE_LIMIT = Math.fround(1e15)

/** Distances are answered in float32: relative error of what is returned. */
export const DISTANCE_ROUNDING = 2e-6

export function createOracle(capacity: number): Oracle {
  const rows = capacity + 1
  return {
    boxes: new Float32Array(rows * 6),
    present: new Uint8Array(rows),
    unbounded: new Uint8Array(rows),
    capacity,
    count: 0,
  }
}

export function put(oracle: Oracle, id: number, box: ArrayLike<number>, at = 0): void {
  oracle.unbounded[id] = 0
  for (let i = 0; i < 6; i++) {
    oracle.boxes[id * 6 + i] = box[at + i]!
    if (!(Math.abs(oracle.boxes[id * 6 + i]!) <= COORDINATE_LIMIT)) oracle.unbounded[id] = 1
  }
  if (!oracle.present[id]) oracle.count++
  oracle.present[id] = 1
}

export function drop(oracle: Oracle, id: number): void {
  if (oracle.present[id]) oracle.count--
  oracle.present[id] = 0
}

/** A plane that says nothing: a normal of length 0 (the far plane of an endless view), or NaN or infinity in it. */
export function isDegenerate(planes: Float32Array, p: number): boolean {
  for (let i = 0; i < 4; i++) if (!Number.isFinite(planes[p + i]!)) return true
  return planes[p] === 0 && planes[p + 1] === 0 && planes[p + 2] === 0
}

/** HIDDEN, MAY or MUST of one box against planes; a plane without a usable normal hides nothing. */
export function frustumVerdict(oracle: Oracle, id: number, planes: Float32Array): number {
  if (oracle.unbounded[id]) return MUST
  let verdict = MUST
  for (let p = 0; p < planes.length; p += 4) {
    if (isDegenerate(planes, p)) continue
    let distance = planes[p + 3]!
    let magnitude = Math.abs(distance)
    for (let axis = 0; axis < 3; axis++) {
      const n = planes[p + axis]!
      const term = n * oracle.boxes[id * 6 + axis + (n > 0 ? 3 : 0)]!
      distance += term
      magnitude += Math.abs(term)
    }
    if (distance < -FRUSTUM_ROUNDING * magnitude) return HIDDEN
    if (distance < 0) verdict = MAY
  }
  return verdict
}

/** Two boxes meet when they share a point; a shared face, edge or corner is enough. */
export function boxVerdict(oracle: Oracle, id: number, box: ArrayLike<number>): number {
  if (oracle.unbounded[id]) return MUST
  for (let axis = 0; axis < 3; axis++) {
    if (oracle.boxes[id * 6 + axis]! > box[axis + 3]! || oracle.boxes[id * 6 + axis + 3]! < box[axis]!)
      return HIDDEN
  }
  return MUST
}

/** Distance from a point to a box, 0 inside; 0 also where the box has no place. */
export function boxDistance(oracle: Oracle, id: number, x: number, y: number, z: number): number {
  if (oracle.unbounded[id]) return 0
  const b = oracle.boxes
  const at = id * 6
  const dx = Math.max(b[at]! - x, x - b[at + 3]!, 0)
  const dy = Math.max(b[at + 1]! - y, y - b[at + 4]!, 0)
  const dz = Math.max(b[at + 2]! - z, z - b[at + 5]!, 0)
  return Math.sqrt(dx * dx + dy * dy + dz * dz)
}

/** A sphere meets a box when the nearest point of the box is at most `r` away. */
export function sphereVerdict(
  oracle: Oracle,
  id: number,
  x: number,
  y: number,
  z: number,
  r: number,
): number {
  return boxDistance(oracle, id, x, y, z) <= r ? MUST : HIDDEN
}

/** Six numbers: origin and direction of any length above 0. */
export type Ray = readonly [number, number, number, number, number, number]

/**
 * Distance along the ray (in units of the world) to where it enters the closed box, 0 from inside, Infinity for
 * a miss. A direction component of 0 asks only whether the origin lies between the two faces.
 */
export function rayDistance(oracle: Oracle, id: number, ray: Ray): number {
  if (oracle.unbounded[id]) return 0
  let enter = 0
  let leave = Number.POSITIVE_INFINITY
  for (let axis = 0; axis < 3; axis++) {
    const low = oracle.boxes[id * 6 + axis]! - ray[axis]!
    const high = oracle.boxes[id * 6 + axis + 3]! - ray[axis]!
    const direction = ray[axis + 3]!
    if (direction === 0) {
      if (low > 0 || high < 0) return Number.POSITIVE_INFINITY
      continue
    }
    enter = Math.max(enter, Math.min(low / direction, high / direction))
    leave = Math.min(leave, Math.max(low / direction, high / direction))
  }
  if (enter > leave) return Number.POSITIVE_INFINITY
  return enter * Math.hypot(ray[3], ray[4], ray[5])
}
