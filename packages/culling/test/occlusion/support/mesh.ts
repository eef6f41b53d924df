/** A triangle mesh as the truth: where a line first meets a triangle, by a tree of boxes in doubles. */
import { ballOf, type Solid } from './oracle.js'

const LEAF = 4

/** Both sides of every triangle count. */
export function meshSolid(positions: Float32Array, indices: Uint32Array): Solid {
  const count = indices.length / 3
  const order = Uint32Array.from({ length: count }, (_, i) => i)
  const bounds: number[] = []
  // A node: 6 bounds, then first triangle and count (leaf) or left child and −right child.
  const nodes: number[] = []
  const middle = (t: number, k: number) =>
    positions[3 * indices[3 * t]! + k]! +
    positions[3 * indices[3 * t + 1]! + k]! +
    positions[3 * indices[3 * t + 2]! + k]!
  const build = (from: number, to: number): number => {
    const low = [1 / 0, 1 / 0, 1 / 0]
    const high = [-1 / 0, -1 / 0, -1 / 0]
    for (let i = from; i < to; i++) {
      for (let c = 0; c < 9; c++) {
        const v = positions[3 * indices[3 * order[i]! + ((c / 3) | 0)]! + (c % 3)]!
        low[c % 3] = Math.min(low[c % 3]!, v)
        high[c % 3] = Math.max(high[c % 3]!, v)
      }
    }
    const node = nodes.length / 2
    bounds.push(...low, ...high)
    nodes.push(from, to - from)
    if (to - from <= LEAF) return node
    const extent = low.map((v, k) => high[k]! - v)
    const axis = extent.indexOf(Math.max(...extent))
    order.subarray(from, to).sort((a, b) => middle(a, axis) - middle(b, axis))
    const half = (from + to) >> 1
    nodes[2 * node] = build(from, half)
    nodes[2 * node + 1] = -build(half, to)
    return node
  }
  build(0, count)
  const box = Float64Array.from(bounds)
  const tree = Int32Array.from(nodes)
  const stack = new Int32Array(128)
  const entryAfter = (
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    from: number,
  ): number => {
    const o = [ox, oy, oz]
    const d = [dx, dy, dz]
    let nearest = Number.POSITIVE_INFINITY
    let top = 0
    stack[top++] = 0
    while (top > 0) {
      const node = stack[--top]!
      let t0 = from
      let t1 = Math.min(nearest, 1)
      for (let k = 0; k < 3; k++) {
        const a = (box[6 * node + k]! - 1e-9 - o[k]!) / d[k]!
        const b = (box[6 * node + 3 + k]! + 1e-9 - o[k]!) / d[k]!
        t0 = Math.max(t0, Math.min(a, b))
        t1 = Math.min(t1, Math.max(a, b))
      }
      if (!(t0 <= t1)) continue
      const second = tree[2 * node + 1]!
      if (second <= 0) {
        stack[top++] = tree[2 * node]!
        stack[top++] = -second
        continue
      }
      for (let i = tree[2 * node]!; i < tree[2 * node]! + second; i++) {
        const t = meet(positions, indices, 3 * order[i]!, ox, oy, oz, dx, dy, dz)
        if (t >= from && t < nearest) nearest = t
      }
    }
    return nearest
  }
  return { ball: ballOf(positions), entryAfter, entry: (...line) => entryAfter(...line, 0) }
}

/** Möller and Trumbore; a hair wider, so that a line does not slip between two triangles. */
function meet(
  p: Float32Array,
  indices: Uint32Array,
  t: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  const a = 3 * indices[t]!
  const b = 3 * indices[t + 1]!
  const c = 3 * indices[t + 2]!
  const ux = p[b]! - p[a]!
  const uy = p[b + 1]! - p[a + 1]!
  const uz = p[b + 2]! - p[a + 2]!
  const vx = p[c]! - p[a]!
  const vy = p[c + 1]! - p[a + 1]!
  const vz = p[c + 2]! - p[a + 2]!
  const px = dy * vz - dz * vy
  const py = dz * vx - dx * vz
  const pz = dx * vy - dy * vx
  const det = ux * px + uy * py + uz * pz
  if (det === 0) return Number.POSITIVE_INFINITY
  const sx = ox - p[a]!
  const sy = oy - p[a + 1]!
  const sz = oz - p[a + 2]!
  const u = (sx * px + sy * py + sz * pz) / det
  const qx = sy * uz - sz * uy
  const qy = sz * ux - sx * uz
  const qz = sx * uy - sy * ux
  const v = (dx * qx + dy * qy + dz * qz) / det
  if (u < -1e-9 || v < -1e-9 || u + v > 1 + 1e-9) return Number.POSITIVE_INFINITY
  return (vx * qx + vy * qy + vz * qz) / det
}
