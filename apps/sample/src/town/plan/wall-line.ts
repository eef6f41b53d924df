import { createRandom, subSeed } from '../random.js'
import type { Point } from '../types.js'

export const GATE_COUNT = 4
/** towers of the wall, without those of the gates */
export const TOWER_COUNT = 20
/** half of what a gate with its two towers takes of the wall's line */
export const GATE_HALF_WIDTH = 11
export const WALL_HEIGHT = 9
/** height of the walk above the ground at the wall */
export const WALL_WALK_HEIGHT = 9
export const WALL_THICKNESS = 3.4
export const WALL_RADIUS = 360

/** A gate or a tower of the ring; `yaw` looks outwards. */
export type WallPost = Point & { readonly gate: boolean; readonly yaw: number }

export type WallLine = {
  /** counter-clockwise as the area counts it (from +x towards +z); every sixth one is a gate */
  readonly posts: readonly WallPost[]
  readonly gates: readonly WallPost[]
}

/** An irregular ring: 4 gates near north, east, south and west, five towers between each two. */
export function createWallLine(seed: number): WallLine {
  const random = createRandom(subSeed(seed, 'wall'))
  const count = GATE_COUNT + TOWER_COUNT
  const between = count / GATE_COUNT
  const lobe = random.range(0, Math.PI * 2)
  const second = random.range(0, Math.PI * 2)
  const gateAngles = [0, 1, 2, 3].map((k) => (k * Math.PI) / 2 - Math.PI / 2 + random.range(-0.16, 0.16))
  const places: Point[] = []
  for (let i = 0; i < count; i++) {
    const k = Math.floor(i / between)
    const from = gateAngles[k]!
    const to = k + 1 < GATE_COUNT ? gateAngles[k + 1]! : gateAngles[0]! + Math.PI * 2
    const jitter = i % between === 0 ? 0 : random.range(-0.03, 0.03)
    const angle = from + ((to - from) * (i % between)) / between + jitter
    const radius =
      WALL_RADIUS + 13 * Math.cos(2 * angle + lobe) + 9 * Math.cos(3 * angle + second) + random.range(-5, 5)
    places.push({ x: Math.cos(angle) * radius, z: Math.sin(angle) * radius })
  }
  const posts = places.map((p, i) => {
    const before = places[(i + count - 1) % count]!
    const after = places[(i + 1) % count]!
    // Outwards is to the right of the ring's direction: the turn of the line through both neighbours.
    const yaw = Math.atan2(after.z - before.z, -(after.x - before.x))
    return { x: p.x, z: p.z, gate: i % between === 0, yaw }
  })
  return { posts, gates: posts.filter((post) => post.gate) }
}

/** Straight pieces of the wall between posts: from the edge of a gate (or a tower's centre) to the next. */
export function wallPieces(line: WallLine): { a: Point; b: Point }[] {
  const n = line.posts.length
  return line.posts.map((post, i) => {
    const next = line.posts[(i + 1) % n]!
    return { a: edgeOf(post, 1), b: edgeOf(next, -1) }
  })
}

function edgeOf(post: WallPost, direction: 1 | -1): Point {
  if (!post.gate) return post
  // Seen from inside looking out, the ring runs to the right: local +x of a post that looks outwards is the
  // left hand, so the next post lies at -x.
  const c = Math.cos(post.yaw)
  const s = Math.sin(post.yaw)
  const offset = -direction * GATE_HALF_WIDTH
  return { x: post.x + offset * c, z: post.z - offset * s }
}

/** Distance from the town's centre to the wall in the direction of (x, z). */
export function wallRadiusTowards(line: WallLine, x: number, z: number): number {
  const n = line.posts.length
  for (let i = 0; i < n; i++) {
    const a = line.posts[i]!
    const b = line.posts[(i + 1) % n]!
    const ca = x * a.z - z * a.x
    const cb = x * b.z - z * b.x
    // The ray lies between a and b where a is to one side and b to the other, both ahead.
    if (ca <= 0 && cb > 0 && a.x * x + a.z * z > 0) {
      const ex = b.x - a.x
      const ez = b.z - a.z
      const t = (a.x * ez - a.z * ex) / (x * ez - z * ex)
      return t * Math.hypot(x, z)
    }
  }
  return WALL_RADIUS
}
