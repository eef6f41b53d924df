import { addFace, addFacing, type MeshBuilder, type Paint, type Vec3 } from './mesh-builder.js'
import { addPanel } from './shapes.js'

/** A way through a wall: a rectangle of the wall's plane, or with `arched` a round arch that just fits into it. */
export type Opening = {
  readonly x0: number
  readonly x1: number
  readonly y0: number
  readonly y1: number
  readonly arched?: boolean
}

const ARCH_STEPS = 8

/** The same opening seen from the other side of the wall. */
export const mirrored = ({ x0, x1, ...rest }: Opening): Opening => ({ ...rest, x0: -x1, x1: -x0 })

/** Points of the arch from its left foot over the crown to its right foot. */
function archPoints({ x0, x1, y1 }: Opening, z: number): Vec3[] {
  const radius = (x1 - x0) / 2
  return Array.from({ length: ARCH_STEPS + 1 }, (_, i) => {
    const angle = Math.PI - (i / ARCH_STEPS) * Math.PI
    return [x0 + radius + Math.cos(angle) * radius, y1 - radius + Math.sin(angle) * radius, z]
  })
}

/** The rectangle (x0, y0) to (x1, y1) on the plane z = 0, looking to +z, without its openings. */
export function addOpenWall(
  b: MeshBuilder,
  [x0, y0]: readonly [number, number],
  [x1, y1]: readonly [number, number],
  openings: readonly Opening[],
  paint: Paint,
): void {
  const cuts = (from: number, to: number, at: readonly number[]): number[] =>
    [from, ...at.filter((v) => v > from && v < to), to].sort((a, b) => a - b)
  const xs = cuts(
    x0,
    x1,
    openings.flatMap((o) => [o.x0, o.x1]),
  )
  for (let i = 1; i < xs.length; i++) {
    const [u0, u1] = [xs[i - 1]!, xs[i]!]
    if (u1 - u0 < 1e-6) continue
    const here = openings.filter((o) => o.x0 < u1 - 1e-6 && o.x1 > u0 + 1e-6)
    const ys = cuts(
      y0,
      y1,
      here.flatMap((o) => [o.y0, o.y1]),
    )
    for (let j = 1; j < ys.length; j++) {
      const [v0, v1] = [ys[j - 1]!, ys[j]!]
      if (v1 - v0 < 1e-6 || here.some((o) => o.y0 < v1 - 1e-6 && o.y1 > v0 + 1e-6)) continue
      addPanel(b, u0, v0, u1, v1, 0, paint)
    }
  }
  for (const opening of openings) if (opening.arched) addSpandrels(b, opening, paint)
}

/** What an arch leaves of its rectangle. */
function addSpandrels(b: MeshBuilder, opening: Opening, paint: Paint): void {
  const points = archPoints(opening, 0)
  for (let i = 1; i < points.length; i++) {
    const [p, q] = [points[i - 1]!, points[i]!]
    addFace(b, [p, q, [q[0], opening.y1, 0], [p[0], opening.y1, 0]], paint)
  }
}

/** The sides of an opening through a wall that reaches from z = 0 back to z = -depth. */
export function addReveals(b: MeshBuilder, opening: Opening, depth: number, paint: Paint): void {
  const { x0, x1, y0, y1, arched } = opening
  const top = arched ? y1 - (x1 - x0) / 2 : y1
  const side = (x: number, looks: number) =>
    addFacing(
      b,
      [
        [x, y0, 0],
        [x, y0, -depth],
        [x, top, -depth],
        [x, top, 0],
      ],
      [looks, 0, 0],
      paint,
    )
  const level = (y: number, looks: number) =>
    addFacing(
      b,
      [
        [x0, y, 0],
        [x1, y, 0],
        [x1, y, -depth],
        [x0, y, -depth],
      ],
      [0, looks, 0],
      paint,
    )
  side(x0, 1)
  side(x1, -1)
  level(y0, 1)
  if (!arched) {
    level(y1, -1)
    return
  }
  const front = archPoints(opening, 0)
  const back = archPoints(opening, -depth)
  for (let i = 1; i < front.length; i++) {
    addFace(b, [front[i]!, front[i - 1]!, back[i - 1]!, back[i]!], paint)
  }
}
