/** The triangles of the finest level as they are drawn, and rays against them, without an index. */

import type { Heightfield } from '../../src/heightfield/index.js'
import { patchVertex, type TerrainGrid, vertexHeight } from '../../src/quadtree/index.js'

export type Point = [number, number, number]

const AT = new Int32Array(2)

/** Where vertex (x, z), in finest quads, is drawn. */
export function drawnVertex(field: Heightfield, grid: TerrainGrid, x: number, z: number): Point {
  const size = grid.quadsPerPatch
  // Taken by the patch that holds it, or by the last one.
  const [px, pz] = [Math.floor(x / size) * size, Math.floor(z / size) * size]
  patchVertex(grid, px, pz, 1, 0, x - px, z - pz, AT)
  return [
    grid.originX + AT[0]! * grid.quadSizeX,
    vertexHeight(field, grid, AT[0]!, AT[1]!),
    grid.originZ + AT[1]! * grid.quadSizeZ,
  ]
}

/** The two triangles of quad (x, z) of the finest level, counter-clockwise from above. */
export function drawnTriangles(
  field: Heightfield,
  grid: TerrainGrid,
  x: number,
  z: number,
): [Point, Point, Point][] {
  const a = drawnVertex(field, grid, x, z)
  const b = drawnVertex(field, grid, x + 1, z)
  const c = drawnVertex(field, grid, x + 1, z + 1)
  const d = drawnVertex(field, grid, x, z + 1)
  return [
    [a, c, b],
    [a, d, c],
  ]
}

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

export function triangleNormal([a, b, c]: [Point, Point, Point]): Point {
  const n = cross(minus(b, a), minus(c, a))
  const length = Math.hypot(...n)
  return [n[0] / length, n[1] / length, n[2] / length]
}

/** Where a ray meets a triangle, from either side; Infinity if it does not. Borders count. (Möller and Trumbore, 1997.) */
export function rayTriangle(o: Point, d: Point, [a, b, c]: [Point, Point, Point]): number {
  const ab = minus(b, a)
  const ac = minus(c, a)
  const p = cross(d, ac)
  const det = dot(ab, p)
  if (det === 0) return Infinity
  const s = minus(o, a)
  const u = dot(s, p) / det
  const q = cross(s, ab)
  const v = dot(d, q) / det
  const t = dot(ac, q) / det
  return u >= -1e-9 && v >= -1e-9 && u + v <= 1 + 1e-9 && t >= 0 ? t : Infinity
}
