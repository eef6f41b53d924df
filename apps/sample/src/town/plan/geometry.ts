import type { Point } from '../types.js'

/** Rectangle turned by yaw: local +z (its front) points to (sin yaw, cos yaw). Half sizes in metres. */
export type Rect = { x: number; z: number; halfX: number; halfZ: number; yaw: number }

export const distance = (a: Point, b: Point): number => Math.sqrt((a.x - b.x) ** 2 + (a.z - b.z) ** 2)

export function lerpPoint(a: Point, b: Point, t: number): Point {
  return { x: a.x + (b.x - a.x) * t, z: a.z + (b.z - a.z) * t }
}

/** A point given in the rectangle's (or any thing's) own axes. */
export function fromLocal(origin: Point, yaw: number, x: number, z: number): Point {
  const c = Math.cos(yaw)
  const s = Math.sin(yaw)
  return { x: origin.x + x * c + z * s, z: origin.z - x * s + z * c }
}

export function toLocal(origin: Point, yaw: number, x: number, z: number): Point {
  const c = Math.cos(yaw)
  const s = Math.sin(yaw)
  const dx = x - origin.x
  const dz = z - origin.z
  return { x: dx * c - dz * s, z: dx * s + dz * c }
}

export function corners(r: Rect): Point[] {
  return [
    fromLocal(r, r.yaw, -r.halfX, -r.halfZ),
    fromLocal(r, r.yaw, r.halfX, -r.halfZ),
    fromLocal(r, r.yaw, r.halfX, r.halfZ),
    fromLocal(r, r.yaw, -r.halfX, r.halfZ),
  ]
}

/** How deep two rectangles lie in each other (metres along the best separating axis); negative: the gap. */
export function rectOverlap(a: Rect, b: Rect): number {
  const dx = b.x - a.x
  const dz = b.z - a.z
  const ca = Math.cos(a.yaw)
  const sa = Math.sin(a.yaw)
  const cb = Math.cos(b.yaw)
  const sb = Math.sin(b.yaw)
  const c = Math.abs(ca * cb + sa * sb)
  const s = Math.abs(ca * sb - sa * cb)
  const alongA = a.halfX + b.halfX * c + b.halfZ * s - Math.abs(dx * ca - dz * sa)
  const acrossA = a.halfZ + b.halfX * s + b.halfZ * c - Math.abs(dx * sa + dz * ca)
  const alongB = b.halfX + a.halfX * c + a.halfZ * s - Math.abs(dx * cb - dz * sb)
  const acrossB = b.halfZ + a.halfX * s + a.halfZ * c - Math.abs(dx * sb + dz * cb)
  return Math.min(alongA, acrossA, alongB, acrossB)
}

export function pointToSegment(x: number, z: number, a: Point, b: Point): number {
  const dx = b.x - a.x
  const dz = b.z - a.z
  const length2 = dx * dx + dz * dz
  const t = length2 > 0 ? Math.min(1, Math.max(0, ((x - a.x) * dx + (z - a.z) * dz) / length2)) : 0
  const ex = x - a.x - dx * t
  const ez = z - a.z - dz * t
  return Math.sqrt(ex * ex + ez * ez)
}

export function pointToRect(x: number, z: number, r: Rect): number {
  const p = toLocal(r, r.yaw, x, z)
  return boxDistance(p.x, p.z, r)
}

/** Distance between a segment and a rectangle, 0 where they meet. */
export function segmentToRect(a: Point, b: Point, r: Rect): number {
  const c = Math.cos(r.yaw)
  const s = Math.sin(r.yaw)
  const px = (a.x - r.x) * c - (a.z - r.z) * s
  const pz = (a.x - r.x) * s + (a.z - r.z) * c
  const qx = (b.x - r.x) * c - (b.z - r.z) * s
  const qz = (b.x - r.x) * s + (b.z - r.z) * c
  if (segmentMeetsBox(px, pz, qx, qz, r.halfX, r.halfZ)) return 0
  let best = Math.min(boxDistance(px, pz, r), boxDistance(qx, qz, r))
  best = Math.min(best, originToSegment(px - r.halfX, pz - r.halfZ, qx - r.halfX, qz - r.halfZ))
  best = Math.min(best, originToSegment(px + r.halfX, pz - r.halfZ, qx + r.halfX, qz - r.halfZ))
  best = Math.min(best, originToSegment(px - r.halfX, pz + r.halfZ, qx - r.halfX, qz + r.halfZ))
  return Math.min(best, originToSegment(px + r.halfX, pz + r.halfZ, qx + r.halfX, qz + r.halfZ))
}

function originToSegment(ax: number, az: number, bx: number, bz: number): number {
  const dx = bx - ax
  const dz = bz - az
  const length2 = dx * dx + dz * dz
  const t = length2 > 0 ? Math.min(1, Math.max(0, -(ax * dx + az * dz) / length2)) : 0
  const x = ax + dx * t
  const z = az + dz * t
  return Math.sqrt(x * x + z * z)
}

function boxDistance(x: number, z: number, r: Rect): number {
  const dx = Math.max(0, Math.abs(x) - r.halfX)
  const dz = Math.max(0, Math.abs(z) - r.halfZ)
  return Math.sqrt(dx * dx + dz * dz)
}

function segmentMeetsBox(
  px: number,
  pz: number,
  qx: number,
  qz: number,
  halfX: number,
  halfZ: number,
): boolean {
  const dx = qx - px
  const dz = qz - pz
  if (Math.abs(dx) < 1e-12 && Math.abs(px) > halfX) return false
  if (Math.abs(dz) < 1e-12 && Math.abs(pz) > halfZ) return false
  let enter = 0
  let leave = 1
  if (Math.abs(dx) >= 1e-12) {
    enter = Math.max(enter, Math.min((-halfX - px) / dx, (halfX - px) / dx))
    leave = Math.min(leave, Math.max((-halfX - px) / dx, (halfX - px) / dx))
  }
  if (Math.abs(dz) >= 1e-12) {
    enter = Math.max(enter, Math.min((-halfZ - pz) / dz, (halfZ - pz) / dz))
    leave = Math.min(leave, Math.max((-halfZ - pz) / dz, (halfZ - pz) / dz))
  }
  return enter <= leave
}

/** Where segments ab and cd cross, as a fraction of ab; -1 where they do not. */
export function crossing(a: Point, b: Point, c: Point, d: Point): number {
  const rx = b.x - a.x
  const rz = b.z - a.z
  const sx = d.x - c.x
  const sz = d.z - c.z
  const denominator = rx * sz - rz * sx
  if (Math.abs(denominator) < 1e-9) return -1
  const t = ((c.x - a.x) * sz - (c.z - a.z) * sx) / denominator
  const u = ((c.x - a.x) * rz - (c.z - a.z) * rx) / denominator
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? t : -1
}

/** Positive where the points run from +x towards +z. */
export function signedArea(points: readonly Point[]): number {
  let sum = 0
  for (let i = 0; i < points.length; i++) {
    const a = points[i]!
    const b = points[(i + 1) % points.length]!
    sum += a.x * b.z - b.x * a.z
  }
  return sum / 2
}

export function insidePolygon(x: number, z: number, points: readonly Point[]): boolean {
  let inside = false
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const a = points[i]!
    const b = points[j]!
    if (a.z > z !== b.z > z && x < ((b.x - a.x) * (z - a.z)) / (b.z - a.z) + a.x) inside = !inside
  }
  return inside
}

export function perimeter(points: readonly Point[]): number {
  let sum = 0
  for (let i = 0; i < points.length; i++) sum += distance(points[i]!, points[(i + 1) % points.length]!)
  return sum
}

export function isSimple(points: readonly Point[]): boolean {
  const n = points.length
  for (let i = 0; i < n; i++) {
    for (let j = i + 2; j < n; j++) {
      if (i === 0 && j === n - 1) continue
      if (crossing(points[i]!, points[(i + 1) % n]!, points[j]!, points[(j + 1) % n]!) >= 0) return false
    }
  }
  return true
}

/**
 * The polygon with each side moved inwards by its own amount (positive area expected). Corners are where the
 * moved sides meet; nearly parallel neighbours meet between their two moved ends.
 */
export function insetPolygon(points: readonly Point[], amounts: readonly number[]): Point[] {
  const n = points.length
  const out: Point[] = []
  for (let i = 0; i < n; i++) {
    const before = points[(i + n - 1) % n]!
    const here = points[i]!
    const after = points[(i + 1) % n]!
    const [ax, az] = inwardNormal(before, here)
    const [bx, bz] = inwardNormal(here, after)
    const da = amounts[(i + n - 1) % n]!
    const db = amounts[i]!
    const cross = ax * bz - az * bx
    if (Math.abs(cross) < 0.25) {
      const d = (da + db) / 2
      const length = Math.hypot(ax + bx, az + bz) || 1
      out.push({ x: here.x + ((ax + bx) / length) * d, z: here.z + ((az + bz) / length) * d })
    } else {
      out.push({ x: here.x + (da * bz - db * az) / cross, z: here.z + (db * ax - da * bx) / cross })
    }
  }
  return out
}

/** Unit normal to the left of a to b as the area counts it: inwards for a polygon of positive area. */
export function inwardNormal(a: Point, b: Point): [number, number] {
  const length = distance(a, b) || 1
  return [-(b.z - a.z) / length, (b.x - a.x) / length]
}

/** Ear clipping: corner triples of a simple polygon of positive area. */
export function triangulate(points: readonly Point[]): [number, number, number][] {
  const rest = points.map((_, i) => i)
  const out: [number, number, number][] = []
  let guard = points.length * points.length
  while (rest.length > 3 && guard-- > 0) {
    let cut = -1
    for (let i = 0; i < rest.length && cut < 0; i++) if (isEar(points, rest, i)) cut = i
    if (cut < 0) break
    const n = rest.length
    out.push([rest[(cut + n - 1) % n]!, rest[cut]!, rest[(cut + 1) % n]!])
    rest.splice(cut, 1)
  }
  if (rest.length === 3) out.push([rest[0]!, rest[1]!, rest[2]!])
  return out
}

function isEar(points: readonly Point[], rest: readonly number[], i: number): boolean {
  const n = rest.length
  const a = points[rest[(i + n - 1) % n]!]!
  const b = points[rest[i]!]!
  const c = points[rest[(i + 1) % n]!]!
  if (signedArea([a, b, c]) <= 1e-9) return false
  for (let k = 0; k < n; k++) {
    if (k === i || k === (i + 1) % n || k === (i + n - 1) % n) continue
    const p = points[rest[k]!]!
    if (insideTriangle(p, a, b, c)) return false
  }
  return true
}

function insideTriangle(p: Point, a: Point, b: Point, c: Point): boolean {
  const side = (u: Point, v: Point) => (v.x - u.x) * (p.z - u.z) - (v.z - u.z) * (p.x - u.x)
  return side(a, b) >= 0 && side(b, c) >= 0 && side(c, a) >= 0
}

/** The part of a convex polygon inside a convex polygon of positive area (Sutherland and Hodgman). */
export function clipConvex(subject: readonly Point[], clip: readonly Point[]): Point[] {
  let out: Point[] = [...subject]
  for (let i = 0; i < clip.length && out.length > 2; i++) {
    const a = clip[i]!
    const b = clip[(i + 1) % clip.length]!
    const side = (p: Point) => (b.x - a.x) * (p.z - a.z) - (b.z - a.z) * (p.x - a.x)
    const next: Point[] = []
    for (let k = 0; k < out.length; k++) {
      const p = out[k]!
      const q = out[(k + 1) % out.length]!
      const sp = side(p)
      const sq = side(q)
      if (sp >= 0) next.push(p)
      if (sp >= 0 !== sq >= 0) next.push(lerpPoint(p, q, sp / (sp - sq)))
    }
    out = next
  }
  return out.length > 2 ? out : []
}
