/** The twin of `assembly/occlusion/edges.ts`: silhouette edges as limits of spans. */
import { LEFT_EDGES, RIGHT_EDGES } from './layout.js'
import { larger, lesser, type Picture } from './picture.js'

const { fround } = Math
/** Below this slope an edge limits rows instead of columns. */
const FLAT = fround(1e-5)

/** How many edges of each kind the current occluder has, and its rows. */
export const edges: { left: number; right: number; rowMin: number; rowMax: number } = {
  left: 0,
  right: 0,
  rowMin: 0,
  rowMax: 0,
}

export function resetEdges(p: Picture): void {
  edges.left = 0
  edges.right = 0
  edges.rowMin = 0
  edges.rowMax = p.height
}

/**
 * An edge is a plane through the eye, given by a point V on it and its direction A, both as (X, Y, w): V × A = (a, b, c), and
 * a x + b y + c > 0 inside. A left edge (a > 0) covers pixels from x0 + s y on. Whole pixels are wanted, so the limit is the tighter one
 * of the pixel row's two borders, and rounds inwards. `margin` moves the edge inwards and covers all rounding.
 */
export function addEdge(
  p: Picture,
  X: number,
  Y: number,
  wV: number,
  aX: number,
  aY: number,
  wA: number,
  margin: number,
): void {
  const w = p.orthographic ? 1 : wV
  const aw = p.orthographic ? 0 : wA
  const a = fround(fround(Y * aw) - fround(w * aY))
  const b = fround(fround(w * aX) - fround(X * aw))
  let c = fround(fround(X * aY) - fround(Y * aX))
  c = fround(fround(fround(c - fround(a * p.halfWidth)) - fround(b * p.halfHeight)) - margin)
  if (Math.abs(a) <= fround(Math.abs(b) * FLAT)) {
    addFlatEdge(p, a, b, c)
    return
  }
  const inverse = fround(-1 / a)
  const slope = fround(b * inverse)
  const inward = a > 0 ? fround(larger(slope, 0) + 0.5) : fround(lesser(slope, 0) - 0.5)
  const start = fround(fround(c * inverse) + inward)
  const list = a > 0 ? LEFT_EDGES : RIGHT_EDGES
  const at = p.s + (list >>> 2) + 2 * (a > 0 ? edges.left++ : edges.right++)
  p.f32[at] = start
  p.f32[at + 1] = slope
}

/** A nearly horizontal edge limits the rows, judged where it is tightest. */
function addFlatEdge(p: Picture, a: number, b: number, c: number): void {
  const limit = a < 0 ? fround(c + fround(a * p.width)) : c
  if (b > 0) edges.rowMin = Math.max(edges.rowMin, fround(-limit / b))
  else if (b < 0) edges.rowMax = Math.min(edges.rowMax, fround(-limit / b))
  else if (!(limit >= 0)) edges.rowMax = -1
}
