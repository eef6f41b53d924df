import { addToBuckets, type Buckets, bucketAt, createBuckets } from './plan/buckets.js'
import type { Collision, Point } from './types.js'

/** What a walker cannot enter: a turned box, or a disc where halfZ is 0 (halfX is its radius). */
export type Shape = {
  readonly x: number
  readonly z: number
  readonly halfX: number
  readonly halfZ: number
  readonly yaw: number
  /** feet at least this high (less a step) pass over it; absolute height */
  readonly top: number
}

/** A surface above the ground that feet can stand on; rises along local +x from `low` to `high`. */
export type Platform = {
  readonly x: number
  readonly z: number
  readonly halfX: number
  readonly halfZ: number
  readonly yaw: number
  readonly low: number
  readonly high: number
}

export type CollisionList = { readonly shapes: Shape[]; readonly platforms: Platform[] }

/** how high feet step up without help, metres */
export const STEP_UP = 0.5
const PASSES = 4
const CELL = 8
const REACH = 1

export function createCollisionList(): CollisionList {
  return { shapes: [], platforms: [] }
}

/**
 * Footprints in a grid; shapes are asked for within one metre of themselves. In a crack narrower than the
 * walker the last push wins: a caller that cannot accept that asks `blocked` and stays where it was.
 */
export function createCollision({ shapes }: CollisionList): Collision {
  const near = createBuckets(CELL)
  shapes.forEach((shape, i) => {
    addTurned(near, i, shape, REACH)
  })
  const probe = { x: 0, z: 0 }

  function collide(x: number, z: number, radius: number, out: Point, feet = -Infinity): Point {
    out.x = x
    out.z = z
    for (let pass = 0; pass < PASSES; pass++) {
      if (!pushOut(shapes, bucketAt(near, out.x, out.z), radius, out, feet)) break
    }
    return out
  }

  function blocked(x: number, z: number, radius: number): boolean {
    probe.x = x
    probe.z = z
    return pushOut(shapes, bucketAt(near, x, z), radius, probe, -Infinity)
  }

  return { collide, blocked }
}

function addTurned(near: Buckets, item: number, s: Shape | Platform, reach: number): void {
  const c = Math.abs(Math.cos(s.yaw))
  const n = Math.abs(Math.sin(s.yaw))
  const halfZ = s.halfZ === 0 ? s.halfX : s.halfZ
  const x = s.halfX * c + halfZ * n + reach
  const z = s.halfX * n + halfZ * c + reach
  addToBuckets(near, item, s.x - x, s.z - z, s.x + x, s.z + z)
}

/** Moves `out` out of the listed shapes, each once; tells whether it moved. */
function pushOut(
  shapes: readonly Shape[],
  list: readonly number[],
  radius: number,
  out: Point,
  feet: number,
): boolean {
  let moved = false
  for (let k = 0; k < list.length; k++) {
    const s = shapes[list[k]!]!
    if (feet >= s.top - STEP_UP) continue
    if (s.halfZ === 0 ? leaveDisc(s, radius, out) : leaveBox(s, radius, out)) moved = true
  }
  return moved
}

function leaveDisc(s: Shape, radius: number, out: Point): boolean {
  const dx = out.x - s.x
  const dz = out.z - s.z
  const reach = s.halfX + radius
  const d2 = dx * dx + dz * dz
  if (d2 >= reach * reach) return false
  const d = Math.sqrt(d2)
  out.x = d > 1e-6 ? s.x + (dx / d) * reach : s.x + reach
  out.z = d > 1e-6 ? s.z + (dz / d) * reach : s.z
  return true
}

function leaveBox(s: Shape, radius: number, out: Point): boolean {
  const c = Math.cos(s.yaw)
  const n = Math.sin(s.yaw)
  const dx = out.x - s.x
  const dz = out.z - s.z
  let lx = dx * c - dz * n
  let lz = dx * n + dz * c
  const px = Math.abs(lx) - s.halfX
  const pz = Math.abs(lz) - s.halfZ
  if (px >= radius || pz >= radius) return false
  if (px <= 0 || pz <= 0) {
    // Beside a face or inside: out by the nearest face.
    if (px > pz) lx = Math.sign(lx || 1) * (s.halfX + radius)
    else lz = Math.sign(lz || 1) * (s.halfZ + radius)
  } else {
    const d = Math.hypot(px, pz)
    if (d >= radius) return false
    lx = Math.sign(lx) * (s.halfX + (px / d) * radius)
    lz = Math.sign(lz) * (s.halfZ + (pz / d) * radius)
  }
  out.x = s.x + lx * c + lz * n
  out.z = s.z - lx * n + lz * c
  return true
}

/** The highest of ground and platforms that feet at `feet` can stand on. */
export function createFloor(
  { platforms }: CollisionList,
  groundHeight: (x: number, z: number) => number,
): (x: number, z: number, feet: number) => number {
  const near = createBuckets(CELL)
  platforms.forEach((platform, i) => {
    addTurned(near, i, platform, 0)
  })
  return (x, z, feet) => {
    let height = groundHeight(x, z)
    const list = bucketAt(near, x, z)
    for (let k = 0; k < list.length; k++) {
      const p = platforms[list[k]!]!
      const c = Math.cos(p.yaw)
      const n = Math.sin(p.yaw)
      const lx = (x - p.x) * c - (z - p.z) * n
      const lz = (x - p.x) * n + (z - p.z) * c
      if (Math.abs(lx) > p.halfX || Math.abs(lz) > p.halfZ) continue
      const y = p.low + (p.high - p.low) * ((lx + p.halfX) / (p.halfX * 2))
      if (y > height && y <= feet + STEP_UP) height = y
    }
    return height
  }
}
