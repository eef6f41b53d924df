/** Meshes for the tests of the occluder tools, and what a ray says about a place. */

export type Mesh = { positions: Float32Array; indices: Uint32Array }

const QUADS = [
  [0, 4, 6, 2],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 2, 3, 1],
  [4, 5, 7, 6],
]

/** A box with its corners shared, counter-clockwise from outside; `leaveOut` names one of its six faces. */
export function boxMesh(min: readonly number[], max: readonly number[], leaveOut = -1): Mesh {
  const positions = Float32Array.from({ length: 24 }, (_, i) =>
    ((Math.floor(i / 3) >> (i % 3)) & 1) === 1 ? max[i % 3]! : min[i % 3]!,
  )
  const quads = QUADS.filter((_, face) => face !== leaveOut)
  return { positions, indices: Uint32Array.from(quads.flatMap(([a, b, c, d]) => [a!, b!, c!, a!, c!, d!])) }
}

/** Several meshes as one. */
export function joinMeshes(...meshes: Mesh[]): Mesh {
  const positions = meshes.flatMap((mesh) => [...mesh.positions])
  let first = 0
  const indices = meshes.flatMap((mesh) => {
    const moved = [...mesh.indices].map((i) => first + i)
    first += mesh.positions.length / 3
    return moved
  })
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

/** The other side outwards. */
export function turnInsideOut({ positions, indices }: Mesh): Mesh {
  return {
    positions,
    indices: indices.map((_, i) => indices[i % 3 === 0 ? i : i % 3 === 1 ? i + 1 : i - 1]!),
  }
}

/**
 * How often the surface winds around a place, by the signed crossings of one ray. Exact but for rays through
 * a side, which `random` directions do not meet.
 */
export function windingByRay(
  { positions: p, indices }: Mesh,
  place: readonly number[],
  random: () => number,
) {
  const z = 2 * random() - 1
  const turn = 2 * Math.PI * random()
  const flat = Math.sqrt(1 - z * z)
  const ray = [flat * Math.cos(turn), flat * Math.sin(turn), z]
  let winding = 0
  for (let t = 0; t < indices.length; t += 3) {
    const corner = (k: number) =>
      [0, 1, 2].map((axis) => p[3 * indices[t + k]! + axis]! - place[axis]!) as [number, number, number]
    const [a, b, c] = [corner(0), corner(1), corner(2)]
    // The ray meets the triangle if it runs within the cone over it; seen from inside, triangles turn the
    // same way.
    const side = (u: number[], v: number[], w: number[]) =>
      w[0]! * (u[1]! * v[2]! - u[2]! * v[1]!) +
      w[1]! * (u[2]! * v[0]! - u[0]! * v[2]!) +
      w[2]! * (u[0]! * v[1]! - u[1]! * v[0]!)
    const turned = Math.sign(side(a, b, c))
    const isMet = [side(a, b, ray), side(b, c, ray), side(c, a, ray)].every((v) => v * turned > 0)
    if (isMet) winding += turned
  }
  return winding
}
