import type { MeshData } from '@sightline/render'

/** Collects flat triangles; enough to build small test models. */
export type Shape = { positions: number[]; normals: number[]; colors: number[]; emissive: number[] }

type Point = readonly [number, number, number]
type Rgba = readonly [number, number, number, number]

export function createShape(): Shape {
  return { positions: [], normals: [], colors: [], emissive: [] }
}

export function addTriangle(shape: Shape, a: Point, b: Point, c: Point, color: Rgba, glow = 0): void {
  const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const
  const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]] as const
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const
  const length = Math.hypot(...n) || 1
  for (const p of [a, b, c]) {
    shape.positions.push(...p)
    shape.normals.push(n[0] / length, n[1] / length, n[2] / length)
    shape.colors.push(...color)
    shape.emissive.push(glow)
  }
}

export function addQuad(shape: Shape, a: Point, b: Point, c: Point, d: Point, color: Rgba, glow = 0): void {
  addTriangle(shape, a, b, c, color, glow)
  addTriangle(shape, a, c, d, color, glow)
}

/** A box from its least to its greatest corner. */
export function addBlock(shape: Shape, min: Point, max: Point, color: Rgba, glow = 0): void {
  const [x0, y0, z0] = min
  const [x1, y1, z1] = max
  addQuad(shape, [x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1], color, glow)
  addQuad(shape, [x1, y0, z0], [x0, y0, z0], [x0, y1, z0], [x1, y1, z0], color, glow)
  addQuad(shape, [x1, y0, z1], [x1, y0, z0], [x1, y1, z0], [x1, y1, z1], color, glow)
  addQuad(shape, [x0, y0, z0], [x0, y0, z1], [x0, y1, z1], [x0, y1, z0], color, glow)
  addQuad(shape, [x0, y1, z1], [x1, y1, z1], [x1, y1, z0], [x0, y1, z0], color, glow)
  addQuad(shape, [x0, y0, z0], [x1, y0, z0], [x1, y0, z1], [x0, y0, z1], color, glow)
}

/** A roof with its ridge along x. */
export function addGable(shape: Shape, min: Point, max: Point, color: Rgba, wall: Rgba): void {
  const [x0, y0, z0] = min
  const [x1, y1, z1] = max
  const zm = (z0 + z1) / 2
  addQuad(shape, [x0, y0, z1], [x1, y0, z1], [x1, y1, zm], [x0, y1, zm], color)
  addQuad(shape, [x1, y0, z0], [x0, y0, z0], [x0, y1, zm], [x1, y1, zm], color)
  addTriangle(shape, [x1, y0, z1], [x1, y0, z0], [x1, y1, zm], wall)
  addTriangle(shape, [x0, y0, z0], [x0, y0, z1], [x0, y1, zm], wall)
  addQuad(shape, [x0, y0, z0], [x1, y0, z0], [x1, y0, z1], [x0, y0, z1], wall)
}

/** A cone or cylinder around y with `sides` sides. */
export function addCone(
  shape: Shape,
  y0: number,
  r0: number,
  y1: number,
  r1: number,
  sides: number,
  color: Rgba,
): void {
  for (let i = 0; i < sides; i++) {
    const at = (k: number, r: number, y: number): Point => {
      const angle = (k / sides) * 2 * Math.PI
      return [Math.sin(angle) * r, y, Math.cos(angle) * r]
    }
    addQuad(shape, at(i, r0, y0), at(i + 1, r0, y0), at(i + 1, r1, y1), at(i, r1, y1), color)
    if (r1 > 0) addTriangle(shape, at(i, r1, y1), at(i + 1, r1, y1), [0, y1, 0], color)
  }
}

export function toMesh(shape: Shape): MeshData {
  return {
    positions: new Float32Array(shape.positions),
    normals: new Float32Array(shape.normals),
    colors: new Uint8Array(shape.colors),
    emissive: new Uint8Array(shape.emissive),
    indices: new Uint16Array(shape.positions.length / 3).map((_, i) => i),
  }
}

export function rgba(hex: string, mask = 255): Rgba {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255, mask]
}
