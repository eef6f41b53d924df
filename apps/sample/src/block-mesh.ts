import type { MeshData } from './town/index.js'

/**
 * The last level of detail of a house: its body as a box under a gabled roof, in the mean colours of its walls and its roof.
 * Good for a house that is a dozen pixels high.
 */
export function blockMesh(house: MeshData): MeshData {
  const walls = gather(house, (y) => Math.abs(y) < 0.3)
  const roof = gather(house, (y) => y > 0.35)
  const eaves = quantile(roof.y, 0.1)
  const ridge = quantile(roof.y, 0.97)
  const [minX, maxX] = [quantile(roof.x, 0.02), quantile(roof.x, 0.98)]
  const [minZ, maxZ] = [quantile(roof.z, 0.02), quantile(roof.z, 0.98)]
  const low = Math.min(...walls.y)
  const builder = createFaces()
  // Slopes that face z meet in a ridge along x.
  const alongX = roof.slopeZ > roof.slopeX
  const at = alongX
    ? (u: number, y: number, v: number): Corner => [u, y, v]
    : (u: number, y: number, v: number): Corner => [v, y, u]
  const [u0, u1, v0, v1] = alongX ? [minX, maxX, minZ, maxZ] : [minZ, maxZ, minX, maxX]
  const v = (v0 + v1) / 2
  const face = (color: Rgba, ...corners: Corner[]): void =>
    builder.add(color, alongX ? corners : corners.reverse())
  face(walls.color, at(u0, low, v1), at(u1, low, v1), at(u1, eaves, v1), at(u0, eaves, v1))
  face(walls.color, at(u1, low, v0), at(u0, low, v0), at(u0, eaves, v0), at(u1, eaves, v0))
  face(walls.color, at(u1, low, v1), at(u1, low, v0), at(u1, eaves, v0), at(u1, ridge, v), at(u1, eaves, v1))
  face(walls.color, at(u0, low, v0), at(u0, low, v1), at(u0, eaves, v1), at(u0, ridge, v), at(u0, eaves, v0))
  face(roof.color, at(u0, eaves, v1), at(u1, eaves, v1), at(u1, ridge, v), at(u0, ridge, v))
  face(roof.color, at(u1, eaves, v0), at(u0, eaves, v0), at(u0, ridge, v), at(u1, ridge, v))
  return builder.finish()
}

type Rgba = readonly [number, number, number, number]
type Corner = readonly [number, number, number]
type Part = { x: number[]; y: number[]; z: number[]; color: Rgba; slopeX: number; slopeZ: number }

/** The vertices whose normal points so far up. */
function gather({ positions, normals, colors }: MeshData, holds: (normalY: number) => boolean): Part {
  const part: Part = { x: [], y: [], z: [], color: [0, 0, 0, 0], slopeX: 0, slopeZ: 0 }
  const sum = [0, 0, 0, 0]
  for (let i = 0; i < positions.length / 3; i++) {
    if (!holds(normals[i * 3 + 1]!)) continue
    part.x.push(positions[i * 3]!)
    part.y.push(positions[i * 3 + 1]!)
    part.z.push(positions[i * 3 + 2]!)
    part.slopeX += Math.abs(normals[i * 3]!)
    part.slopeZ += Math.abs(normals[i * 3 + 2]!)
    for (let k = 0; k < 4; k++) sum[k] = sum[k]! + colors[i * 4 + k]!
  }
  const count = Math.max(1, part.x.length)
  part.color = [sum[0]! / count, sum[1]! / count, sum[2]! / count, sum[3]! / count]
  return part
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.round((sorted.length - 1) * share)] ?? 0
}

/** Collects flat convex faces, corners counter-clockwise from outside. */
function createFaces() {
  const positions: number[] = []
  const normals: number[] = []
  const colors: number[] = []
  const indices: number[] = []
  return {
    add(color: Rgba, corners: readonly Corner[]): void {
      const first = positions.length / 3
      const normal = normalOf(corners[0]!, corners[1]!, corners[2]!)
      for (const corner of corners) {
        positions.push(...corner)
        normals.push(...normal)
        colors.push(...color)
      }
      for (let i = 2; i < corners.length; i++) indices.push(first, first + i - 1, first + i)
    },
    finish: (): MeshData => ({
      positions: new Float32Array(positions),
      normals: new Float32Array(normals),
      colors: new Uint8Array(colors),
      indices: new Uint16Array(indices),
    }),
  }
}

function normalOf(a: Corner, b: Corner, c: Corner): Corner {
  const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const
  const w = [c[0] - a[0], c[1] - a[1], c[2] - a[2]] as const
  const x = u[1] * w[2] - u[2] * w[1]
  const y = u[2] * w[0] - u[0] * w[2]
  const z = u[0] * w[1] - u[1] * w[0]
  const length = Math.hypot(x, y, z) || 1
  return [x / length, y / length, z / length]
}
