import { addFace, addQuad, addSmooth, type MeshBuilder, type Paint, type Vec3 } from './mesh-builder.js'

/** Sides of a box: left -x, right +x, down, up, back -z, front +z. */
const ALL_SIDES = 'lrdubf'

/** An axis-aligned box of the frame, of the named sides only. */
export function addBox(
  b: MeshBuilder,
  [x0, y0, z0]: Vec3,
  [x1, y1, z1]: Vec3,
  paint: Paint,
  sides: string = ALL_SIDES,
): void {
  if (sides.includes('l')) addQuad(b, [x0, y0, z0], [x0, y0, z1], [x0, y1, z1], [x0, y1, z0], paint)
  if (sides.includes('r')) addQuad(b, [x1, y0, z1], [x1, y0, z0], [x1, y1, z0], [x1, y1, z1], paint)
  if (sides.includes('d')) addQuad(b, [x0, y0, z0], [x1, y0, z0], [x1, y0, z1], [x0, y0, z1], paint)
  if (sides.includes('u')) addQuad(b, [x0, y1, z1], [x1, y1, z1], [x1, y1, z0], [x0, y1, z0], paint)
  if (sides.includes('b')) addQuad(b, [x1, y0, z0], [x0, y0, z0], [x0, y1, z0], [x1, y1, z0], paint)
  if (sides.includes('f')) addQuad(b, [x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1], paint)
}

/** A box whose top has another size than its foot, both centred at (x, z). */
export function addTaper(
  b: MeshBuilder,
  [x, y0, z]: Vec3,
  height: number,
  foot: readonly [number, number],
  top: readonly [number, number],
  paint: Paint,
  sides: string = 'lrubf',
): void {
  const y1 = y0 + height
  const [fx, fz] = foot
  const [tx, tz] = top
  const p = (sx: number, sz: number): Vec3 => [x + sx * fx, y0, z + sz * fz]
  const q = (sx: number, sz: number): Vec3 => [x + sx * tx, y1, z + sz * tz]
  if (sides.includes('l')) addQuad(b, p(-1, -1), p(-1, 1), q(-1, 1), q(-1, -1), paint)
  if (sides.includes('r')) addQuad(b, p(1, 1), p(1, -1), q(1, -1), q(1, 1), paint)
  if (sides.includes('b')) addQuad(b, p(1, -1), p(-1, -1), q(-1, -1), q(1, -1), paint)
  if (sides.includes('f')) addQuad(b, p(-1, 1), p(1, 1), q(1, 1), q(-1, 1), paint)
  if (sides.includes('u')) addQuad(b, q(-1, 1), q(1, 1), q(1, -1), q(-1, -1), paint)
  if (sides.includes('d')) addQuad(b, p(-1, -1), p(1, -1), p(1, 1), p(-1, 1), paint)
}

/** A rectangle on the plane z that looks to +z. */
export function addPanel(
  b: MeshBuilder,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  z: number,
  paint: Paint,
): void {
  addQuad(b, [x0, y0, z], [x1, y0, z], [x1, y1, z], [x0, y1, z], paint)
}

/**
 * A straight beam lying on the facade plane z = base, from (x0, y0) to (x1, y1): its front and its two long
 * sides.
 */
export function addBeam(
  b: MeshBuilder,
  from: readonly [number, number],
  to: readonly [number, number],
  base: number,
  width: number,
  depth: number,
  paint: Paint,
): void {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  const nx = (-(to[1] - from[1]) / length) * (width / 2)
  const ny = ((to[0] - from[0]) / length) * (width / 2)
  const z = base + depth
  const a: Vec3 = [from[0] - nx, from[1] - ny, z]
  const c: Vec3 = [to[0] - nx, to[1] - ny, z]
  const d: Vec3 = [to[0] + nx, to[1] + ny, z]
  const e: Vec3 = [from[0] + nx, from[1] + ny, z]
  const down = (p: Vec3): Vec3 => [p[0], p[1], base]
  addQuad(b, a, c, d, e, paint)
  addQuad(b, down(a), down(c), c, a, paint)
  addQuad(b, e, d, down(d), down(e), paint)
}

/** A round body standing at (x, z): foot and top radius, softly shaded round the axis. */
export function addRound(
  b: MeshBuilder,
  [x, y0, z]: Vec3,
  height: number,
  foot: number,
  top: number,
  sides: number,
  paint: Paint,
  caps: string = 'u',
): void {
  const y1 = y0 + height
  const slope = (foot - top) / height
  const around = (i: number): [number, number] => {
    const angle = (i / sides) * Math.PI * 2
    return [Math.sin(angle), Math.cos(angle)]
  }
  for (let i = 0; i < sides; i++) {
    const [s0, c0] = around(i)
    const [s1, c1] = around(i + 1)
    const n0: Vec3 = [s0, slope, c0]
    const n1: Vec3 = [s1, slope, c1]
    const p: Vec3 = [x + s0 * foot, y0, z + c0 * foot]
    const q: Vec3 = [x + s1 * foot, y0, z + c1 * foot]
    const r: Vec3 = [x + s1 * top, y1, z + c1 * top]
    const t: Vec3 = [x + s0 * top, y1, z + c0 * top]
    if (top < 1e-4) addSmooth(b, [p, q, r], [n0, n1, [s0 + s1, slope * 2, c0 + c1]], paint)
    else if (foot < 1e-4) addSmooth(b, [p, r, t], [[s0 + s1, slope * 2, c0 + c1], n1, n0], paint)
    else addSmooth(b, [p, q, r, t], [n0, n1, n1, n0], paint)
  }
  const ring = (radius: number, y: number): Vec3[] =>
    Array.from({ length: sides }, (_, i) => [x + around(i)[0] * radius, y, z + around(i)[1] * radius])
  if (caps.includes('u') && top > 1e-4) addFace(b, ring(top, y1), paint)
  if (caps.includes('d') && foot > 1e-4) addFace(b, ring(foot, y0).reverse(), paint)
}

/** The inner face of a round body: what one sees when looking into a basin or a well. */
export function addInside(
  b: MeshBuilder,
  [x, y0, z]: Vec3,
  height: number,
  foot: number,
  top: number,
  sides: number,
  paint: Paint,
): void {
  for (let i = 0; i < sides; i++) {
    const a = (i / sides) * Math.PI * 2
    const c = ((i + 1) / sides) * Math.PI * 2
    const at = (angle: number, radius: number, y: number): Vec3 => [
      x + Math.sin(angle) * radius,
      y,
      z + Math.cos(angle) * radius,
    ]
    addQuad(b, at(c, foot, y0), at(a, foot, y0), at(a, top, y0 + height), at(c, top, y0 + height), paint)
  }
}

const GOLDEN = (1 + Math.sqrt(5)) / 2
const ICO_POINTS: readonly Vec3[] = (
  [
    [-1, GOLDEN, 0],
    [1, GOLDEN, 0],
    [-1, -GOLDEN, 0],
    [1, -GOLDEN, 0],
    [0, -1, GOLDEN],
    [0, 1, GOLDEN],
    [0, -1, -GOLDEN],
    [0, 1, -GOLDEN],
    [GOLDEN, 0, -1],
    [GOLDEN, 0, 1],
    [-GOLDEN, 0, -1],
    [-GOLDEN, 0, 1],
  ] as const
).map(([x, y, z]) => {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
})
const ICO_FACES: readonly (readonly [number, number, number])[] = [
  [0, 11, 5],
  [0, 5, 1],
  [0, 1, 7],
  [0, 7, 10],
  [0, 10, 11],
  [1, 5, 9],
  [5, 11, 4],
  [11, 10, 2],
  [10, 7, 6],
  [7, 1, 8],
  [3, 9, 4],
  [3, 4, 2],
  [3, 2, 6],
  [3, 6, 8],
  [3, 8, 9],
  [4, 9, 5],
  [2, 4, 11],
  [6, 2, 10],
  [8, 6, 7],
  [9, 8, 1],
]

/**
 * A lump of twenty faces round (x, y, z); `rough` moves its points by up to that share of the radius.
 * `soft` blends the face's normal towards the one of a ball.
 */
export function addLump(
  b: MeshBuilder,
  [x, y, z]: Vec3,
  radius: Vec3,
  paint: Paint,
  rough = 0.12,
  soft = 0.5,
): void {
  const points: Vec3[] = ICO_POINTS.map((p) => {
    const r = 1 + b.random.range(-rough, rough)
    return [x + p[0] * radius[0] * r, y + p[1] * radius[1] * r, z + p[2] * radius[2] * r]
  })
  for (const face of ICO_FACES) {
    const [p, q, r] = face.map((i) => points[i]!) as [Vec3, Vec3, Vec3]
    const ux = q[0] - p[0]
    const uy = q[1] - p[1]
    const uz = q[2] - p[2]
    const vx = r[0] - p[0]
    const vy = r[1] - p[1]
    const vz = r[2] - p[2]
    const n: Vec3 = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    const length = Math.hypot(n[0], n[1], n[2]) || 1
    const normals = face.map((i): Vec3 => {
      const ball = ICO_POINTS[i]!
      return [
        (n[0] / length) * (1 - soft) + ball[0] * soft,
        (n[1] / length) * (1 - soft) + ball[1] * soft,
        (n[2] / length) * (1 - soft) + ball[2] * soft,
      ]
    })
    addSmooth(b, [p, q, r], normals, paint)
  }
}
