/**
 * Whether a light's volume touches a convex volume given by planes: for each plane, how far the light reaches along the
 * inward normal. Exact for each plane by itself; like every such test it may say yes near an edge where two planes meet.
 */

/** Whether the ball at (x, y, z) is not wholly outside one of the planes (4 floats each, n·p + d >= 0 inside). */
export function sphereTouches(
  planes: Float32Array,
  planeCount: number,
  x: number,
  y: number,
  z: number,
  radius: number,
): boolean {
  for (let p = 0; p < planeCount * 4; p += 4) {
    const nx = planes[p]!
    const ny = planes[p + 1]!
    const nz = planes[p + 2]!
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
    if (nx * x + ny * y + nz * z + planes[p + 3]! + radius * length < 0) return false
  }
  return true
}

/**
 * The same for what a spot lights: the part of the ball of `range` round (x, y, z) within the cone about the unit axis.
 * `cos` and `sin` are those of the half angle, which is at most a right angle.
 *
 * The farthest point along a unit normal n, φ being the angle between n and the axis: on the ball's cap at x + range · n
 * if φ is within the cone; else on the rim or at the apex, range · cos(φ − half angle) away, or 0 if that is behind.
 */
export function coneTouches(
  planes: Float32Array,
  planeCount: number,
  x: number,
  y: number,
  z: number,
  axisX: number,
  axisY: number,
  axisZ: number,
  range: number,
  cos: number,
  sin: number,
): boolean {
  for (let p = 0; p < planeCount * 4; p += 4) {
    const nx = planes[p]!
    const ny = planes[p + 1]!
    const nz = planes[p + 2]!
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
    const reach = coneReach((nx * axisX + ny * axisY + nz * axisZ) / length, cos, sin) * length
    if (nx * x + ny * y + nz * z + planes[p + 3]! + range * reach < 0) return false
  }
  return true
}

/**
 * How far what a spot of range 1 lights reaches from its apex along a unit vector, given the cosine `along` of its angle to
 * the axis, and cosine and sine of the half angle: 0 to 1.
 */
export function coneReach(along: number, cos: number, sin: number): number {
  if (along >= cos) return 1
  return Math.max(along * cos + Math.sqrt(Math.max(1 - along * along, 0)) * sin, 0)
}
