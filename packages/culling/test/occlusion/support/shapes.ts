/** Random occluders of every kind, each with the solid that the oracle knows it by. */
import {
  addBoxOccluder,
  addHeightfieldOccluder,
  addHullOccluder,
  addPrismOccluder,
  footprintProblem,
  type OcclusionBuffer,
} from '../../../src/occlusion/index.js'
import { between, pick, type Random, type Vec3 } from './cameras.js'
import { ballOf, boxSolid, hullSolid, prismSolid, type Solid } from './oracle.js'
import { boxMatrix } from './town.js'

export type Shape = { readonly solid: Solid; add(b: OcclusionBuffer): void }

export function randomBox(random: Random, centre: Vec3, size: number): Shape {
  const m = boxMatrix(
    centre,
    [size * between(random, 0.2, 1.5), size * between(random, 0.2, 1.5), size * between(random, 0.2, 1.5)],
    between(random, -3, 3),
    random() < 0.5 ? 0 : between(random, -1.5, 1.5),
    random() < 0.5 ? 0 : between(random, -1.5, 1.5),
  )
  // Sheared or mirrored now and then.
  if (random() < 0.2) for (let k = 0; k < 3; k++) m[k] = m[k]! + 0.4 * m[4 + k]!
  if (random() < 0.2) for (let k = 0; k < 3; k++) m[8 + k] = -m[8 + k]!
  return { solid: boxSolid(m), add: (b) => addBoxOccluder(b, m) }
}

/** A ring of corners at random distances round a middle: rarely convex, never crossing itself. */
export function randomRing(random: Random, x: number, z: number, size: number): Float32Array {
  const count = 3 + Math.floor(random() * 9)
  const wild = random() < 0.6 ? 0.9 : 0.1
  const step = (2 * Math.PI) / count
  const turn = random() < 0.5 ? 1 : -1
  const square = random() < 0.3
  const ring: number[] = []
  for (let i = 0; i < count; i++) {
    const angle = turn * step * (i + 0.3 * random())
    const r = size * (1 - wild * random())
    const px = x + r * Math.cos(angle)
    const pz = z + r * Math.sin(angle)
    ring.push(square ? Math.round(px * 2) / 2 : px, square ? Math.round(pz * 2) / 2 : pz)
  }
  return Float32Array.from(ring)
}

/** An L, T, U or cross of right angles, turned. */
export function cornerRing(random: Random, x: number, z: number, size: number): Float32Array {
  const shapes = [
    [0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2],
    [0, 0, 3, 0, 3, 1, 2, 1, 2, 3, 1, 3, 1, 1, 0, 1],
    [0, 0, 3, 0, 3, 2, 2, 2, 2, 1, 1, 1, 1, 2, 0, 2],
    [1, 0, 2, 0, 2, 1, 3, 1, 3, 2, 2, 2, 2, 3, 1, 3, 1, 2, 0, 2, 0, 1, 1, 1],
  ]
  const shape = pick(random, shapes)
  const angle = random() < 0.5 ? 0 : between(random, -3, 3)
  const ring = new Float32Array(shape.length)
  for (let i = 0; i < shape.length; i += 2) {
    const a = (shape[i]! - 1) * size * 0.5
    const b = (shape[i + 1]! - 1) * size * 0.5
    ring[i] = x + a * Math.cos(angle) - b * Math.sin(angle)
    ring[i + 1] = z + a * Math.sin(angle) + b * Math.cos(angle)
  }
  return ring
}

export function randomPrism(random: Random, [x, y, z]: Vec3, size: number): Shape {
  let ring = random() < 0.5 ? cornerRing(random, x, z, size) : randomRing(random, x, z, size)
  // Rounding can fold a side back on its neighbour.
  while (footprintProblem(ring) !== null) ring = randomRing(random, x, z, size)
  const base = Math.fround(y - size * between(random, 0.2, 1))
  const top = Math.fround(y + size * between(random, 0.2, 1))
  return { solid: prismSolid([ring], base, top), add: (b) => addPrismOccluder(b, ring, base, top) }
}

/** The convex hull of random points, by brute force: every triangle that has all points behind it. */
export function randomHull(random: Random, centre: Vec3, size: number): Shape {
  const count = 4 + Math.floor(random() * 9)
  const positions = new Float32Array(3 * count)
  for (let i = 0; i < count; i++) {
    const v = [random() - 0.5, random() - 0.5, random() - 0.5]
    const length = Math.hypot(v[0]!, v[1]!, v[2]!) * between(random, 1, 2)
    for (let k = 0; k < 3; k++) positions[3 * i + k] = centre[k]! + (size * v[k]!) / length
  }
  const hull = bruteHull(positions)
  // What is flatter than rounding allows for is refused, and hides nothing.
  if (volumeOf(hull.positions, hull.indices) < FLATTEST * size ** 3) return randomHull(random, centre, size)
  return {
    solid: hullSolid(hull.positions, hull.indices),
    add: (b) => addHullOccluder(b, hull.positions, hull.indices),
  }
}

const FLATTEST = 2e-3

/** By the tetrahedra from the first vertex to every triangle. */
function volumeOf(p: Float32Array, indices: Uint32Array): number {
  const from = (i: number): Vec3 => [p[3 * i]! - p[0]!, p[3 * i + 1]! - p[1]!, p[3 * i + 2]! - p[2]!]
  let six = 0
  for (let t = 0; t < indices.length; t += 3) {
    const [ax, ay, az] = from(indices[t]!)
    const [bx, by, bz] = from(indices[t + 1]!)
    const [cx, cy, cz] = from(indices[t + 2]!)
    six += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
  }
  return six / 6
}

export function bruteHull(positions: Float32Array): { positions: Float32Array; indices: Uint32Array } {
  const count = positions.length / 3
  const at = (i: number) => [positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!] as const
  const indices: number[] = []
  const used = new Set<number>()
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      for (let k = 0; k < count; k++) {
        if (i >= j || i >= k || j === k) continue
        const [a, b, c] = [at(i), at(j), at(k)]
        const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const
        const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]] as const
        const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const
        let outside = true
        for (let p = 0; p < count && outside; p++) {
          if (p === i || p === j || p === k) continue
          const q = at(p)
          outside = n[0] * (q[0] - a[0]) + n[1] * (q[1] - a[1]) + n[2] * (q[2] - a[2]) < 0
        }
        if (!outside) continue
        indices.push(i, j, k)
        for (const corner of [i, j, k]) used.add(corner)
      }
    }
  }
  const kept = [...used]
  return {
    positions: Float32Array.from(kept.flatMap((i) => [...at(i)])),
    indices: Uint32Array.from(indices.map((i) => kept.indexOf(i))),
  }
}

/** A grid of heights; its true surface has each cell cut along one diagonal or the other. */
export function randomHeights(random: Random, [x, y, z]: Vec3, size: number): Shape {
  const columns = 5 + Math.floor(random() * 30)
  const rows = 5 + Math.floor(random() * 30)
  const spacingX = Math.fround((2 * size) / columns)
  const spacingZ = Math.fround((2 * size) / rows)
  const originX = Math.fround(x - size)
  const originZ = Math.fround(z - size)
  const heights = new Float32Array(columns * rows)
  const waves = Array.from({ length: 4 }, () => [
    between(random, 0, 6 / size),
    between(random, 0, 6 / size),
    between(random, 0, 6),
    between(random, 0.05, 0.4) * size,
  ])
  const rough = random() < 0.5 ? 0 : 0.1 * size
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      let h = y - size + rough * random()
      for (const [a, b, c, d] of waves) h += d! * Math.sin(a! * i * spacingX + b! * j * spacingZ + c!)
      heights[j * columns + i] = h
    }
  }
  const grid = { columns, rows, originX, originZ, spacingX, spacingZ, heights, diagonal: random() < 0.5 }
  return {
    solid: heightfieldSolid(grid),
    add: (b) => addHeightfieldOccluder(b, heights, columns, rows, originX, originZ, spacingX, spacingZ),
  }
}

type Grid = {
  columns: number
  rows: number
  originX: number
  originZ: number
  spacingX: number
  spacingZ: number
  heights: Float32Array
  diagonal: boolean
}

/** The ground under the triangles of a grid, without a floor: walks from cell to cell along the line. */
export function heightfieldSolid(grid: Grid): Solid {
  const { columns, rows, originX, originZ, spacingX, spacingZ, heights, diagonal } = grid
  const endX = originX + (columns - 1) * spacingX
  const endZ = originZ + (rows - 1) * spacingZ
  let low = 1 / 0
  let high = -1 / 0
  for (const h of heights) {
    low = Math.min(low, h)
    high = Math.max(high, h)
  }
  const deep = 2 * Math.max(endX - originX, endZ - originZ)
  const ball = ballOf([originX, low - deep, originZ, endX, high, endZ])
  const heightAt = (x: number, z: number): number => {
    const i = Math.min(columns - 2, Math.max(0, Math.floor((x - originX) / spacingX)))
    const j = Math.min(rows - 2, Math.max(0, Math.floor((z - originZ) / spacingZ)))
    const u = (x - originX) / spacingX - i
    const v = (z - originZ) / spacingZ - j
    const at = (a: number, b: number) => heights[(j + b) * columns + i + a]!
    if (diagonal) {
      return u + v < 1
        ? at(0, 0) + u * (at(1, 0) - at(0, 0)) + v * (at(0, 1) - at(0, 0))
        : at(1, 1) + (1 - u) * (at(0, 1) - at(1, 1)) + (1 - v) * (at(1, 0) - at(1, 1))
    }
    return u > v
      ? at(0, 0) + u * (at(1, 0) - at(0, 0)) + v * (at(1, 1) - at(1, 0))
      : at(0, 0) + v * (at(0, 1) - at(0, 0)) + u * (at(1, 1) - at(0, 1))
  }
  const entryAfter = (
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    start: number,
  ): number => {
    // Where the line is over the grid, and where it crosses its lines and diagonals.
    let t0 = start
    let t1 = 1
    for (const [o, d, a, b] of [
      [ox, dx, originX, endX],
      [oz, dz, originZ, endZ],
    ] as const) {
      if (d === 0) {
        if (o <= a || o >= b) return Number.POSITIVE_INFINITY
        continue
      }
      t0 = Math.max(t0, Math.min((a - o) / d, (b - o) / d))
      t1 = Math.min(t1, Math.max((a - o) / d, (b - o) / d))
    }
    if (t0 >= t1) return Number.POSITIVE_INFINITY
    const stops: number[] = [t0, t1]
    const addStops = (value: number, slope: number, n: number) => {
      if (slope === 0) return
      const from = value + slope * t0
      const to = value + slope * t1
      for (let k = Math.ceil(Math.min(from, to)); k <= Math.max(from, to) && k <= n; k++)
        stops.push((k - value) / slope)
    }
    const u = (ox - originX) / spacingX
    const v = (oz - originZ) / spacingZ
    addStops(u, dx / spacingX, 1e6)
    addStops(v, dz / spacingZ, 1e6)
    addStops(
      diagonal ? u + v : u - v,
      diagonal ? dx / spacingX + dz / spacingZ : dx / spacingX - dz / spacingZ,
      1e6,
    )
    stops.sort((a, b) => a - b)
    const above = (t: number) => oy + t * dy - heightAt(ox + t * dx, oz + t * dz)
    let before = above(t0 + 1e-12)
    // In by a side of the ground; a line that starts under it has to come out first.
    if (before < 0 && t0 > start) return t0
    for (let k = 1; k < stops.length; k++) {
      const next = above(stops[k]!)
      // On a piece that is straight, the ground is entered where the line through both ends goes below it.
      if (before >= 0 && next < 0)
        return stops[k - 1]! + ((stops[k]! - stops[k - 1]!) * before) / (before - next)
      before = next
    }
    return Number.POSITIVE_INFINITY
  }
  return { ball, entryAfter, entry: (ox, oy, oz, dx, dy, dz) => entryAfter(ox, oy, oz, dx, dy, dz, -1) }
}
