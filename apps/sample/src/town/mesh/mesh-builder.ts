import type { Rgb } from '../palette.js'
import { createRandom, type Random } from '../random.js'
import type { MeshData } from '../types.js'

export type Vec3 = readonly [number, number, number]

/** What a face looks like. */
export type Paint = {
  readonly color: Rgb
  /** share of the instance tint, 0..255 */
  readonly mask?: number
  /** 0..255 */
  readonly glow?: number
  /** brightness differs from face to face by up to this share */
  readonly vary?: number
}

/** Ambient occlusion baked into a vertex: place and normal in mesh space, 0 (black) .. 1. */
export type Shade = (x: number, y: number, z: number, nx: number, ny: number, nz: number) => number

export type MeshBuilder = {
  readonly positions: number[]
  readonly normals: number[]
  readonly colors: number[]
  readonly glow: number[]
  readonly indices: number[]
  /** the joint that moves each vertex; empty for meshes that none moves */
  readonly joints: number[]
  readonly random: Random
  shade: Shade
  /** where the following points are: turned by yaw, then moved */
  readonly frame: { x: number; y: number; z: number; cos: number; sin: number }
  /** the joint that moves the following points; -1: none does */
  joint: number
}

const FLAT: Shade = (_x, _y, _z, _nx, ny) => (ny < -0.5 ? 0.6 : 1)

export function createMeshBuilder(seed: number, shade: Shade = FLAT): MeshBuilder {
  return {
    positions: [],
    normals: [],
    colors: [],
    glow: [],
    indices: [],
    joints: [],
    random: createRandom(seed),
    shade,
    frame: { x: 0, y: 0, z: 0, cos: 1, sin: 0 },
    joint: -1,
  }
}

/** Following points are local to this place; local +z looks to (sin yaw, cos yaw). */
export function setFrame(b: MeshBuilder, x = 0, y = 0, z = 0, yaw = 0): void {
  b.frame.x = x
  b.frame.y = y
  b.frame.z = z
  b.frame.cos = Math.cos(yaw)
  b.frame.sin = Math.sin(yaw)
}

export const triangleCount = (b: MeshBuilder): number => b.indices.length / 3

export function cross(a: Vec3, b: Vec3, c: Vec3): Vec3 {
  const ux = b[0] - a[0]
  const uy = b[1] - a[1]
  const uz = b[2] - a[2]
  const vx = c[0] - a[0]
  const vy = c[1] - a[1]
  const vz = c[2] - a[2]
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
}

export function unit(v: Vec3): Vec3 {
  const length = Math.hypot(v[0], v[1], v[2]) || 1
  return [v[0] / length, v[1] / length, v[2] / length]
}

function pushVertex(b: MeshBuilder, p: Vec3, n: Vec3, paint: Paint, light: number): number {
  const { x, y, z, cos, sin } = b.frame
  const px = x + p[0] * cos + p[2] * sin
  const py = y + p[1]
  const pz = z - p[0] * sin + p[2] * cos
  const nx = n[0] * cos + n[2] * sin
  const nz = -n[0] * sin + n[2] * cos
  const shade = light * b.shade(px, py, pz, nx, n[1], nz)
  const index = b.positions.length / 3
  b.positions.push(px, py, pz)
  b.normals.push(nx, n[1], nz)
  for (const channel of paint.color) b.colors.push(Math.max(0, Math.min(255, Math.round(channel * shade))))
  b.colors.push(paint.mask ?? 0)
  b.glow.push(paint.glow ?? 0)
  if (b.joint >= 0) b.joints.push(b.joint)
  return index
}

/** A flat face of three or more corners, counter-clockwise from outside; faces without area are left out. */
export function addFace(b: MeshBuilder, points: readonly Vec3[], paint: Paint): void {
  let normal: Vec3 = [0, 0, 0]
  for (let i = 2; i < points.length; i++) {
    const c = cross(points[0]!, points[i - 1]!, points[i]!)
    normal = [normal[0] + c[0], normal[1] + c[1], normal[2] + c[2]]
  }
  if (Math.hypot(normal[0], normal[1], normal[2]) < 1e-8) return
  normal = unit(normal)
  const vary = paint.vary ?? 0
  const light = vary > 0 ? 1 + b.random.range(-vary, vary) : 1
  const first = b.positions.length / 3
  for (const p of points) pushVertex(b, p, normal, paint, light)
  for (let i = 2; i < points.length; i++) b.indices.push(first, first + i - 1, first + i)
}

/** A flat face whose corners are turned round where needed so that it looks towards `direction`. */
export function addFacing(b: MeshBuilder, points: readonly Vec3[], direction: Vec3, paint: Paint): void {
  const n = cross(points[0]!, points[1]!, points[2]!)
  const looks = n[0] * direction[0] + n[1] * direction[1] + n[2] * direction[2] > 0
  addFace(b, looks ? points : [...points].reverse(), paint)
}

export function addQuad(b: MeshBuilder, p: Vec3, q: Vec3, r: Vec3, s: Vec3, paint: Paint): void {
  if (same(p, q)) addFace(b, [p, r, s], paint)
  else if (same(r, s)) addFace(b, [p, q, r], paint)
  else addFace(b, [p, q, r, s], paint)
}

const same = (p: Vec3, q: Vec3) => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) < 1e-5

/** A triangle or quad with a normal for each corner. */
export function addSmooth(
  b: MeshBuilder,
  points: readonly Vec3[],
  normals: readonly Vec3[],
  paint: Paint,
): void {
  const first = b.positions.length / 3
  points.forEach((p, i) => {
    pushVertex(b, p, unit(normals[i]!), paint, 1)
  })
  for (let i = 2; i < points.length; i++) b.indices.push(first, first + i - 1, first + i)
}

/** Makes typed arrays of what was built. */
export function finishMesh(b: MeshBuilder): MeshData {
  const vertices = b.positions.length / 3
  return {
    positions: new Float32Array(b.positions),
    normals: new Float32Array(b.normals),
    colors: new Uint8Array(b.colors),
    indices: vertices > 65_535 ? new Uint32Array(b.indices) : new Uint16Array(b.indices),
    ...(b.glow.some((value) => value > 0) ? { emissive: new Uint8Array(b.glow) } : {}),
    ...(b.joints.length > 0 ? { skin: skinOf(b.joints) } : {}),
  }
}

/** Each vertex goes wholly with its joint. */
function skinOf(joints: readonly number[]): NonNullable<MeshData['skin']> {
  const skin = { joints: new Uint8Array(joints.length * 4), weights: new Uint8Array(joints.length * 4) }
  joints.forEach((joint, vertex) => {
    skin.joints[vertex * 4] = joint
    skin.weights[vertex * 4] = 255
  })
  return skin
}
