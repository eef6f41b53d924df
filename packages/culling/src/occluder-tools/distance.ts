/** Distances to the surface of a solid, for saying how far something sticks out and how wide a gap is. */
import type { Solid } from './solid.js'

/** How far a place is from the nearest triangle. */
export function distanceToSurface(solid: Solid, x: number, y: number, z: number): number {
  let least = Infinity
  for (let t = 0; t < solid.corners.length; t += 3)
    least = Math.min(least, distanceToTriangle(solid, t, x, y, z))
  return least
}

/** Ericson, "Real-Time Collision Detection", 5.1.5: by the part of the triangle whose nearest place it is. */
function distanceToTriangle({ points, corners }: Solid, t: number, x: number, y: number, z: number): number {
  const a = 3 * corners[t]!
  const b = 3 * corners[t + 1]!
  const c = 3 * corners[t + 2]!
  const ux = points[b]! - points[a]!
  const uy = points[b + 1]! - points[a + 1]!
  const uz = points[b + 2]! - points[a + 2]!
  const vx = points[c]! - points[a]!
  const vy = points[c + 1]! - points[a + 1]!
  const vz = points[c + 2]! - points[a + 2]!
  const px = x - points[a]!
  const py = y - points[a + 1]!
  const pz = z - points[a + 2]!
  const d1 = ux * px + uy * py + uz * pz
  const d2 = vx * px + vy * py + vz * pz
  const uu = ux * ux + uy * uy + uz * uz
  const uv = ux * vx + uy * vy + uz * vz
  const vv = vx * vx + vy * vy + vz * vz
  const away = (s: number, r: number): number =>
    Math.hypot(px - s * ux - r * vx, py - s * uy - r * vy, pz - s * uz - r * vz)
  if (d1 <= 0 && d2 <= 0) return away(0, 0)
  const d3 = d1 - uu
  const d4 = d2 - uv
  if (d3 >= 0 && d4 <= d3) return away(1, 0)
  const d5 = d1 - uv
  const d6 = d2 - vv
  if (d6 >= 0 && d5 <= d6) return away(0, 1)
  const wc = d1 * d4 - d3 * d2
  if (wc <= 0 && d1 >= 0 && d3 <= 0) return away(d1 / (d1 - d3), 0)
  const wb = d5 * d2 - d1 * d6
  if (wb <= 0 && d2 >= 0 && d6 <= 0) return away(0, d2 / (d2 - d6))
  const wa = d3 * d6 - d5 * d4
  if (wa <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const s = (d4 - d3) / (d4 - d3 + (d5 - d6))
    return away(1 - s, s)
  }
  const sum = wa + wb + wc
  return away(wb / sum, wc / sum)
}

/**
 * How far it is from a place along a direction to the surface; Infinity if it is never met. Both sides of a
 * triangle count (Möller, Trumbore, 1997); a hair wider, so that a ray does not slip between two triangles.
 */
export function distanceAlong(
  { points, corners }: Solid,
  [x, y, z]: readonly [number, number, number],
  [dx, dy, dz]: readonly [number, number, number],
): number {
  let nearest = Infinity
  for (let t = 0; t < corners.length; t += 3) {
    const a = 3 * corners[t]!
    const b = 3 * corners[t + 1]!
    const c = 3 * corners[t + 2]!
    const ux = points[b]! - points[a]!
    const uy = points[b + 1]! - points[a + 1]!
    const uz = points[b + 2]! - points[a + 2]!
    const vx = points[c]! - points[a]!
    const vy = points[c + 1]! - points[a + 1]!
    const vz = points[c + 2]! - points[a + 2]!
    const px = dy * vz - dz * vy
    const py = dz * vx - dx * vz
    const pz = dx * vy - dy * vx
    const det = ux * px + uy * py + uz * pz
    if (det === 0) continue
    const sx = x - points[a]!
    const sy = y - points[a + 1]!
    const sz = z - points[a + 2]!
    const u = (sx * px + sy * py + sz * pz) / det
    const qx = sy * uz - sz * uy
    const qy = sz * ux - sx * uz
    const qz = sx * uy - sy * ux
    const v = (dx * qx + dy * qy + dz * qz) / det
    if (u < -1e-9 || v < -1e-9 || u + v > 1 + 1e-9) continue
    const distance = (vx * qx + vy * qy + vz * qz) / det
    if (distance > 0 && distance < nearest) nearest = distance
  }
  return nearest
}
