/**
 * Places of a box that lie outside a solid. Everything here is in the frame of the box, which is −0.5 to 0.5
 * on every axis.
 */
import { isInside, type Solid, type Vec3 } from './solid.js'
import { type CentredBox, touchesBox } from './triangle-box.js'

const UNIT: CentredBox = { x: 0, y: 0, z: 0, hx: 0.5, hy: 0.5, hz: 0.5 }
/** Places a side of the box on which each face is looked at. */
const FACE_STEPS = 6
/** How far from a triangle the places on both its sides are. */
const BESIDE = 1e-5

/**
 * Places of the unit box outside the solid; none if the box is inside. If some place of the box is outside,
 * then either all of it is, or part of a triangle within it has the outside on one side: so corners, faces
 * and both sides of every triangle, cut to the box, are looked at. Triangles that lie within `slack` of the
 * box's own faces do not count.
 */
export function outsidePlaces(solid: Solid, slack: number): Vec3[] {
  const places: Vec3[] = []
  const look = (x: number, y: number, z: number): void => {
    if (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) > 0.5) return
    if (!isInside(solid, x, y, z)) places.push([x, y, z])
  }
  const cuts: number[] = []
  for (let t = 0; t < solid.corners.length; t += 3) {
    if (touchesBox(solid, t, UNIT, -slack)) cuts.push(t)
  }
  if (cuts.length === 0) {
    look(0, 0, 0)
    if (places.length === 0) return places
  }
  // A hair inside, where touching faces leave no doubt.
  const reach = 0.5 - Math.min(2 * slack, 0.25)
  for (let i = 0; i <= FACE_STEPS; i++) {
    for (let j = 0; j <= FACE_STEPS; j++) {
      const u = ((2 * i) / FACE_STEPS - 1) * reach
      const v = ((2 * j) / FACE_STEPS - 1) * reach
      for (const w of [-reach, reach]) {
        look(u, v, w)
        look(v, w, u)
        look(w, u, v)
      }
    }
  }
  for (const t of cuts) lookBeside(solid, t, 0.5 - slack, look)
  return places
}

/** Both sides of a triangle, in its middle and near its corners as far as they are in the box. */
function lookBeside(
  { points, corners }: Solid,
  t: number,
  reach: number,
  look: (x: number, y: number, z: number) => void,
): void {
  const polygon = cutToBox(
    [0, 1, 2].map((i) => {
      const at = 3 * corners[t + i]!
      return [points[at]!, points[at + 1]!, points[at + 2]!]
    }),
    reach,
  )
  if (polygon.length < 3) return
  const normal = normalOf(polygon)
  if (normal === null) return
  const middle = [0, 1, 2].map((k) => polygon.reduce((sum, p) => sum + p[k]!, 0) / polygon.length)
  for (const p of [middle, ...polygon]) {
    for (const side of [-BESIDE, BESIDE]) {
      const [x, y, z] = [0, 1, 2].map((k) => 0.1 * middle[k]! + 0.9 * p[k]! + side * normal[k]!)
      look(x!, y!, z!)
    }
  }
}

/** Sutherland and Hodgman against the six sides. */
function cutToBox(polygon: number[][], reach: number): number[][] {
  let left = polygon
  for (let side = 0; side < 6 && left.length > 0; side++) {
    const k = side >> 1
    const sign = side & 1 ? -1 : 1
    const room = (p: number[]) => reach - sign * p[k]!
    const kept: number[][] = []
    for (let i = 0; i < left.length; i++) {
      const p = left[i]!
      const q = left[(i + 1) % left.length]!
      const [from, to] = [room(p), room(q)]
      if (from >= 0) kept.push(p)
      if (from < 0 !== to < 0) kept.push(p.map((v, a) => v + (q[a]! - v) * (from / (from - to))))
    }
    left = kept
  }
  return left
}

function normalOf(polygon: readonly number[][]): number[] | null {
  const n = [0, 0, 0]
  for (let i = 0; i < polygon.length; i++) {
    const p = polygon[i]!
    const q = polygon[(i + 1) % polygon.length]!
    for (let k = 0; k < 3; k++) {
      const [a, b] = [(k + 1) % 3, (k + 2) % 3]
      n[k]! += p[a]! * q[b]! - p[b]! * q[a]!
    }
  }
  const length = Math.hypot(...n)
  return length > 1e-12 ? n.map((v) => v / length) : null
}
