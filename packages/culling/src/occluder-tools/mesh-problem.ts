/**
 * What makes a triangle mesh unusable as a solid: bad numbers, a hole, inside out. Vertices at equal places
 * count as one, so that seams of texture coordinates are no holes.
 */
import { expectMesh } from './settings.js'
import { createSolid, type Solid, show, volumeOf } from './solid.js'

/** Why a mesh can't be used, and where. */
export type MeshProblem = {
  readonly reason: 'bad-numbers' | 'empty' | 'open' | 'inside-out'
  /** A sentence with the numbers. */
  readonly message: string
  /** Where: for an open mesh the middle of an open side; null if it is nowhere in particular. */
  readonly at: readonly [number, number, number] | null
}

/**
 * What keeps a mesh from being a solid, or null. `positions` are x y z of the vertices, `indices` three a
 * triangle, counter-clockwise from outside. Several pieces may be in one mesh and may overlap, as long as
 * each is closed. Throws a `TypeError` for arrays of another type.
 */
export function meshProblem(positions: Float32Array, indices: Uint32Array): MeshProblem | null {
  expectMesh('meshProblem', positions, indices)
  const read = readMesh(positions, indices)
  return 'reason' in read ? read : null
}

/** The solid of a mesh, or what is wrong with it. */
export function readMesh(positions: Float32Array, indices: Uint32Array): Solid | MeshProblem {
  const bad = badNumbers(positions, indices)
  if (bad !== null) return bad
  const solid = createSolid(positions, indices)
  if (solid.corners.length < 12) {
    return {
      reason: 'empty',
      message: `has ${solid.corners.length / 3} triangles with an area, expected at least 4`,
      at: null,
    }
  }
  const open = openSides(solid)
  if (open.length > 0) return openProblem(solid, open)
  const volume = volumeOf(solid)
  if (volume > 0) return solid
  return {
    reason: 'inside-out',
    message: `has a volume of ${volume.toPrecision(3)}, expected triangles counter-clockwise from outside`,
    at: null,
  }
}

function badNumbers(positions: Float32Array, indices: Uint32Array): MeshProblem | null {
  const problem = (message: string): MeshProblem => ({ reason: 'bad-numbers', message, at: null })
  if (positions.length % 3 !== 0)
    return problem(`has ${positions.length} numbers in positions, expected x y z`)
  if (indices.length % 3 !== 0)
    return problem(`has ${indices.length} indices, expected three for each triangle`)
  for (let i = 0; i < positions.length; i++) {
    if (!(Math.abs(positions[i]!) < 1e15))
      return problem(`has ${positions[i]} as positions[${i}], expected a number between -1e15 and 1e15`)
  }
  for (let i = 0; i < indices.length; i++) {
    if (!(indices[i]! < positions.length / 3)) {
      return problem(`has ${indices[i]} as indices[${i}], expected one of ${positions.length / 3} vertices`)
    }
  }
  return null
}

/**
 * Sides that are not walked as often one way as the other, as pairs of vertices. Without any, the number of
 * times the mesh winds around a place is whole everywhere.
 */
function openSides({ corners }: Solid): [number, number][] {
  const balance = new Map<string, number>()
  for (let t = 0; t < corners.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = corners[t + k]!
      const b = corners[t + ((k + 1) % 3)]!
      const key = a < b ? `${a} ${b}` : `${b} ${a}`
      balance.set(key, (balance.get(key) ?? 0) + (a < b ? 1 : -1))
    }
  }
  const open: [number, number][] = []
  for (const [key, times] of balance) {
    if (times !== 0) open.push(key.split(' ').map(Number) as [number, number])
  }
  return open
}

function openProblem({ points }: Solid, open: readonly [number, number][]): MeshProblem {
  const [a, b] = open[0]!
  const half = (k: number) => (points[3 * a + k]! + points[3 * b + k]!) / 2
  const at = [half(0), half(1), half(2)] as const
  return { reason: 'open', message: `is open at ${open.length} sides, one of them at (${show(at)})`, at }
}
