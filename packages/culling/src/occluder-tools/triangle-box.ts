/** Whether a triangle reaches into an axis-aligned box: separating axes, in doubles. */
import type { Solid } from './solid.js'

/** A box by its middle and half lengths. */
export type CentredBox = { x: number; y: number; z: number; hx: number; hy: number; hz: number }

/**
 * Whether triangle `t / 3` of a solid touches the box, grown by `slack` on every side. Never false for one
 * that does (Akenine-Möller, "Fast 3D Triangle-Box Overlap Testing", 2001).
 */
export function touchesBox({ points, corners }: Solid, t: number, box: CentredBox, slack: number): boolean {
  const a = 3 * corners[t]!
  const b = 3 * corners[t + 1]!
  const c = 3 * corners[t + 2]!
  const hx = box.hx + slack
  const hy = box.hy + slack
  const hz = box.hz + slack
  const ax = points[a]! - box.x
  const bx = points[b]! - box.x
  const cx = points[c]! - box.x
  if (Math.min(ax, bx, cx) > hx || Math.max(ax, bx, cx) < -hx) return false
  const ay = points[a + 1]! - box.y
  const by = points[b + 1]! - box.y
  const cy = points[c + 1]! - box.y
  if (Math.min(ay, by, cy) > hy || Math.max(ay, by, cy) < -hy) return false
  const az = points[a + 2]! - box.z
  const bz = points[b + 2]! - box.z
  const cz = points[c + 2]! - box.z
  if (Math.min(az, bz, cz) > hz || Math.max(az, bz, cz) < -hz) return false

  const ux = bx - ax
  const uy = by - ay
  const uz = bz - az
  const vx = cx - bx
  const vy = cy - by
  const vz = cz - bz
  const wx = ax - cx
  const wy = ay - cy
  const wz = az - cz
  // The plane of the triangle.
  const nx = uy * vz - uz * vy
  const ny = uz * vx - ux * vz
  const nz = ux * vy - uy * vx
  const far = Math.abs(nx) * hx + Math.abs(ny) * hy + Math.abs(nz) * hz
  if (Math.abs(nx * ax + ny * ay + nz * az) > far) return false

  // The sides of the triangle against the axes of the box: two corners stand for three, as a side's ends are
  // level.
  return !(
    isApart(uy, uz, ay, az, cy, cz, hy, hz) ||
    isApart(vy, vz, by, bz, ay, az, hy, hz) ||
    isApart(wy, wz, cy, cz, by, bz, hy, hz) ||
    isApart(uz, ux, az, ax, cz, cx, hz, hx) ||
    isApart(vz, vx, bz, bx, az, ax, hz, hx) ||
    isApart(wz, wx, cz, cx, bz, bx, hz, hx) ||
    isApart(ux, uy, ax, ay, cx, cy, hx, hy) ||
    isApart(vx, vy, bx, by, ax, ay, hx, hy) ||
    isApart(wx, wy, cx, cy, bx, by, hx, hy)
  )
}

/**
 * Whether corners p (of the side u) and q (the other one) lie on one side of the box in the direction across
 * u, in one plane.
 */
function isApart(
  u: number,
  v: number,
  pu: number,
  pv: number,
  qu: number,
  qv: number,
  hu: number,
  hv: number,
): boolean {
  const p = u * pv - v * pu
  const q = u * qv - v * qu
  const reach = Math.abs(v) * hu + Math.abs(u) * hv
  return Math.min(p, q) > reach || Math.max(p, q) < -reach
}

/** Whether any triangle of the solid touches a box given by min xyz, max xyz. */
export function touchesAny(solid: Solid, box: ArrayLike<number>, slack: number): boolean {
  const centred = centredBox(box)
  for (let t = 0; t < solid.corners.length; t += 3) {
    if (touchesBox(solid, t, centred, slack)) return true
  }
  return false
}

/** A box given by min xyz, max xyz. */
export function centredBox(box: ArrayLike<number>): CentredBox {
  return {
    x: (box[0]! + box[3]!) / 2,
    y: (box[1]! + box[4]!) / 2,
    z: (box[2]! + box[5]!) / 2,
    hx: (box[3]! - box[0]!) / 2,
    hy: (box[4]! - box[1]!) / 2,
    hz: (box[5]! - box[2]!) / 2,
  }
}
