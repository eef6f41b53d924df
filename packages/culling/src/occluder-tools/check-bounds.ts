/** Bounds against the vertices that they are to hold. */
import type { CheckOccludersInput, OccluderFinding } from './check-occluders.js'
import { boxAround, show, type Vec3 } from './solid.js'

/** A vertex may leave the bounds by this share of the mesh's size: what float32 rounds away. */
const ROUNDING = 1e-6
/** A few vertices are at most this share of all, */
const FEW = 0.02
/** and make the box longer by at least this factor. */
const STRAY_FACTOR = 2

/** Whether the mesh and its poses stay within the bounds, and whether those are far too large. */
export function checkBounds(
  { positions, indices, bounds, poses = [] }: CheckOccludersInput,
  looseness: number,
): OccluderFinding[] {
  const findings: OccluderFinding[] = []
  if (indices.length === 0) return findings
  const drawn = boxOf(positions, indices)
  const stray = strayVertices(positions, new Set(indices))
  if (stray !== null) findings.push(stray)
  if (bounds === undefined) return findings

  const size = Math.max(...[0, 1, 2].map((k) => drawn.max[k]! - drawn.min[k]!))
  const leaving = leaves(positions, indices, bounds)
  if (leaving.distance > ROUNDING * size) {
    const message = `the mesh leaves its bounds by ${leaving.distance.toPrecision(3)} at (${show(leaving.at!)})`
    findings.push({ kind: 'bounds-wrong', severity: 'wrong', message, index: -1, ...leaving })
  }
  poses.forEach((pose, i) => {
    const away = leaves(pose, indices, bounds)
    if (!(away.distance > ROUNDING * size)) return
    const message = `pose ${i} leaves the bounds by ${away.distance.toPrecision(3)} at (${show(away.at!)})`
    findings.push({ kind: 'pose-leaves-bounds', severity: 'wrong', message, index: i, ...away })
  })
  const all = poses.reduce<{ min: Vec3; max: Vec3 }>((box, pose) => join(box, boxOf(pose, indices)), drawn)
  for (let k = 0; k < 3; k++) {
    const given = bounds[k + 3]! - bounds[k]!
    const needed = all.max[k]! - all.min[k]!
    if (given <= looseness * needed + 0.01 * size) continue
    const message = `the bounds are ${given.toPrecision(3)} long along ${'xyz'[k]}, the mesh ${needed.toPrecision(3)}`
    findings.push({ kind: 'bounds-loose', severity: 'advice', message, index: -1, distance: given, at: null })
  }
  return findings
}

function boxOf(positions: ArrayLike<number>, indices: Uint32Array): { min: Vec3; max: Vec3 } {
  return boxAround(Array.from(indices).flatMap((i) => [0, 1, 2].map((k) => positions[3 * i + k]!)))
}

function join(a: { min: Vec3; max: Vec3 }, b: { min: Vec3; max: Vec3 }): { min: Vec3; max: Vec3 } {
  return boxAround([...a.min, ...a.max, ...b.min, ...b.max])
}

/** The vertex of a triangle that is farthest outside; NaN counts as infinitely far. */
function leaves(
  positions: ArrayLike<number>,
  indices: Uint32Array,
  bounds: ArrayLike<number>,
): { distance: number; at: Vec3 | null } {
  let distance = 0
  let at: Vec3 | null = null
  for (const i of indices) {
    const p: Vec3 = [positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!]
    const out = p.map((v, k) => Math.max(bounds[k]! - v, v - bounds[k + 3]!, 0))
    const away = Math.hypot(...out)
    const far = Number.isNaN(away) ? Infinity : away
    if (far <= distance) continue
    distance = far
    at = p
  }
  return { distance, at }
}

/**
 * Vertices that no triangle uses, or a few that are used, far from all others: bounds taken from all vertices
 * are too large for them.
 */
function strayVertices(positions: Float32Array, used: ReadonlySet<number>): OccluderFinding | null {
  const count = positions.length / 3
  for (let k = 0; k < 3; k++) {
    const order = Array.from({ length: count }, (_, i) => i).sort(
      (a, b) => positions[3 * a + k]! - positions[3 * b + k]!,
    )
    const at = (i: number) => positions[3 * order[i]! + k]!
    const few = Math.max(Math.floor(FEW * count), 1)
    if (count <= 4 * few) continue
    // The shortest stretch that leaves only a few vertices out.
    let from = 0
    for (let i = 0; i <= few; i++)
      if (at(count - 1 - few + i) - at(i) < at(count - 1 - few + from) - at(from)) from = i
    const length = at(count - 1 - few + from) - at(from)
    const whole = at(count - 1) - at(0)
    if (!(whole > STRAY_FACTOR * length && length > 0)) continue
    const far = order.filter((_, i) => i < from || i > count - 1 - few + from)
    const worst = far.reduce((a, b) => (beyond(b) > beyond(a) ? b : a))
    function beyond(i: number): number {
      const v = positions[3 * i + k]!
      return Math.max(at(from) - v, v - at(count - 1 - few + from))
    }
    const away = beyond(worst)
    const p: Vec3 = [positions[3 * worst]!, positions[3 * worst + 1]!, positions[3 * worst + 2]!]
    const kind = used.has(worst) ? '' : ' that no triangle uses'
    const message = `vertex ${worst} at (${show(p)})${kind} is ${away.toPrecision(3)} from all others along ${'xyz'[k]}`
    return { kind: 'stray-vertices', severity: 'advice', message, index: -1, distance: away, at: p }
  }
  return null
}
