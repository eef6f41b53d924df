import {
  addFace,
  addFacing,
  addQuad,
  cross,
  type MeshBuilder,
  type Paint,
  unit,
  type Vec3,
} from '../mesh/mesh-builder.js'
import { type Rgb, shade, TIMBER } from '../palette.js'

/** The rectangle that a roof covers: half length along the ridge (x), half span across (z), at the eaves. */
export type RoofPlan = {
  readonly along: number
  readonly across: number
  readonly eave: number
  readonly pitch: number
  /** beyond the walls, at the eaves and at the gables */
  readonly overhang: number
  readonly verge: number
  readonly tiles: Rgb
  readonly far: boolean
}

const THICKNESS = 0.2
const LIFT = 0.07
const UNDERSIDE: Paint = { color: TIMBER[0]!, vary: 0.05 }
const BARGE: Paint = { color: TIMBER[1]!, vary: 0.05 }
/** roof tiles take a little of the plaster's tint, so that no two roofs are alike */
export const TILE_MASK = 56

const mixPoint = (a: Vec3, b: Vec3, t: number): Vec3 => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
]
const distance3 = (a: Vec3, b: Vec3) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
const lift = (p: Vec3, n: Vec3, by: number): Vec3 => [p[0] + n[0] * by, p[1] + n[1] * by, p[2] + n[2] * by]

/**
 * One side of a roof in stepped courses of tiles: eave left, eave right, ridge right, ridge left, as seen from
 * outside.
 */
export function addSlope(
  b: MeshBuilder,
  el: Vec3,
  er: Vec3,
  rr: Vec3,
  rl: Vec3,
  plan: RoofPlan,
  eaves = true,
): void {
  const n = unit(cross(el, er, mixPoint(rl, rr, 0.5)))
  const tiles: Paint = { color: plan.tiles, mask: TILE_MASK, vary: 0.075 }
  if (plan.far) {
    addQuad(b, el, er, rr, rl, { ...tiles, vary: 0.02 })
    return
  }
  // Courses lie a little above the slope, so they leave slits where slopes meet: what is under them closes these.
  const under = (p: Vec3): Vec3 => lift(p, n, -0.02)
  addQuad(b, under(el), under(er), under(rr), under(rl), { ...tiles, vary: 0.02 })
  const height = distance3(mixPoint(el, er, 0.5), mixPoint(rl, rr, 0.5))
  const courses = Math.max(2, Math.round(height / 1.45))
  const length = distance3(el, er)
  const columns = Math.max(1, Math.round(length / 3.6))
  for (let i = 0; i < courses; i++) {
    const l0 = mixPoint(el, rl, i / courses)
    const r0 = mixPoint(er, rr, i / courses)
    const l1 = mixPoint(el, rl, (i + 1) / courses)
    const r1 = mixPoint(er, rr, (i + 1) / courses)
    addCourse(b, [lift(l0, n, LIFT), lift(r0, n, LIFT), r1, l1], columns, (i % 2) * 0.5, tiles)
    const drop = i === 0 && eaves ? -THICKNESS : 0
    addQuad(b, lift(l0, n, drop), lift(r0, n, drop), lift(r0, n, LIFT), lift(l0, n, LIFT), {
      color: shade(plan.tiles, 0.72),
      mask: TILE_MASK,
    })
  }
  addQuad(
    b,
    lift(el, n, -THICKNESS),
    lift(rl, n, -THICKNESS),
    lift(rr, n, -THICKNESS),
    lift(er, n, -THICKNESS),
    UNDERSIDE,
  )
}

/** A course of tiles (lower left, lower right, upper right, upper left) in patches of slightly other colour. */
function addCourse(
  b: MeshBuilder,
  [l0, r0, r1, l1]: readonly [Vec3, Vec3, Vec3, Vec3],
  columns: number,
  stagger: number,
  tiles: Paint,
): void {
  let from = 0
  for (let c = 1; c <= columns + (stagger > 0 ? 1 : 0); c++) {
    const to = Math.min(1, (c - stagger) / columns)
    addQuad(
      b,
      mixPoint(l0, r0, from),
      mixPoint(l0, r0, to),
      mixPoint(l1, r1, to),
      mixPoint(l1, r1, from),
      tiles,
    )
    from = to
  }
}

/** The board along a gable's edge, from the eave up to the ridge; `out` is the side it looks to (+1 or -1 in x). */
function addBarge(b: MeshBuilder, eave: Vec3, ridge: Vec3, out: 1 | -1): void {
  const up = (p: Vec3): Vec3 => [p[0], p[1] + 0.17, p[2]]
  const down = (p: Vec3): Vec3 => [p[0], p[1] - 0.3, p[2]]
  const inner = (p: Vec3): Vec3 => [p[0] - out * 0.14, p[1], p[2]]
  addFacing(b, [down(eave), down(ridge), up(ridge), up(eave)], [out, 0, 0], BARGE)
  addFacing(b, [up(eave), up(ridge), up(inner(ridge)), up(inner(eave))], [0, 1, 0], BARGE)
  addFacing(
    b,
    [down(inner(eave)), up(inner(eave)), up(inner(ridge)), down(inner(ridge))],
    [-out, 0, 0],
    BARGE,
  )
}

/** Two slopes and a ridge along x; the walls below the gables are the caller's. */
export function addGableRoof(b: MeshBuilder, plan: RoofPlan): void {
  const ridge = plan.eave + plan.pitch * plan.across
  const l = plan.along + plan.verge
  const q = plan.across + plan.overhang
  const low = plan.eave - plan.pitch * plan.overhang
  addSlope(b, [-l, low, q], [l, low, q], [l, ridge, 0], [-l, ridge, 0], plan)
  addSlope(b, [l, low, -q], [-l, low, -q], [-l, ridge, 0], [l, ridge, 0], plan)
  if (plan.far) return
  for (const out of [-1, 1] as const) {
    for (const side of [-1, 1]) addBarge(b, [out * l, low, side * q], [out * l, ridge, 0], out)
  }
  addRidge(b, [-l, ridge, 0], [l, ridge, 0], plan)
}

function addRidge(b: MeshBuilder, from: Vec3, to: Vec3, plan: RoofPlan): void {
  const paint: Paint = { color: shade(plan.tiles, 0.85), mask: TILE_MASK, vary: 0.04 }
  const steps = Math.max(2, Math.round((to[0] - from[0]) / 2))
  for (let i = 0; i < steps; i++) {
    const a = mixPoint(from, to, i / steps)
    const c = mixPoint(from, to, (i + 1) / steps)
    const top = 0.16
    addQuad(
      b,
      [a[0], a[1] - 0.12, 0.24],
      [c[0], c[1] - 0.12, 0.24],
      [c[0], c[1] + top, 0],
      [a[0], a[1] + top, 0],
      paint,
    )
    addQuad(
      b,
      [c[0], c[1] - 0.12, -0.24],
      [a[0], a[1] - 0.12, -0.24],
      [a[0], a[1] + top, 0],
      [c[0], c[1] + top, 0],
      paint,
    )
  }
  addFace(
    b,
    [
      [from[0], from[1] - 0.12, -0.24],
      [from[0], from[1] - 0.12, 0.24],
      [from[0], from[1] + 0.16, 0],
    ],
    paint,
  )
  addFace(
    b,
    [
      [to[0], to[1] - 0.12, 0.24],
      [to[0], to[1] - 0.12, -0.24],
      [to[0], to[1] + 0.16, 0],
    ],
    paint,
  )
}

/** Four slopes; the ridge runs along x. */
export function addHipRoof(b: MeshBuilder, plan: RoofPlan): void {
  const l = plan.along + plan.overhang
  const q = plan.across + plan.overhang
  const low = plan.eave - plan.pitch * plan.overhang
  const ridge = plan.eave + plan.pitch * plan.across
  const end = Math.max(0.3, l - q)
  addSlope(b, [-l, low, q], [l, low, q], [end, ridge, 0], [-end, ridge, 0], plan)
  addSlope(b, [l, low, -q], [-l, low, -q], [-end, ridge, 0], [end, ridge, 0], plan)
  addSlope(b, [l, low, q], [l, low, -q], [end, ridge, 0], [end, ridge, 0], plan)
  addSlope(b, [-l, low, -q], [-l, low, q], [-end, ridge, 0], [-end, ridge, 0], plan)
  if (!plan.far) addRidge(b, [-end, ridge, 0], [end, ridge, 0], plan)
}

/** share of the roof's height at which the gable's hip begins */
export const HALF_HIP_FROM = 0.52

/** A gable roof whose gables lean back above half their height; the ridge runs along x. */
export function addHalfHipRoof(b: MeshBuilder, plan: RoofPlan): void {
  const l = plan.along + plan.verge
  const q = plan.across + plan.overhang
  const low = plan.eave - plan.pitch * plan.overhang
  const ridge = plan.eave + plan.pitch * plan.across
  const rise = plan.pitch * plan.across
  const knee = plan.eave + rise * HALF_HIP_FROM
  const kneeZ = plan.across * (1 - HALF_HIP_FROM)
  const end = Math.max(0.3, l - kneeZ * 0.9)
  for (const s of [1, -1]) {
    addSlope(
      b,
      [-s * l, low, s * q],
      [s * l, low, s * q],
      [s * l, knee, s * kneeZ],
      [-s * l, knee, s * kneeZ],
      plan,
    )
    addSlope(
      b,
      [-s * l, knee, s * kneeZ],
      [s * l, knee, s * kneeZ],
      [s * end, ridge, 0],
      [-s * end, ridge, 0],
      plan,
      false,
    )
    // The hip's eave hangs a little over the gable.
    const drop = 0.3
    const hang: Vec3 = [s * (l + drop), knee - drop, s * (kneeZ + 0.45)]
    const hung: Vec3 = [s * (l + drop), knee - drop, -s * (kneeZ + 0.45)]
    addSlope(b, hang, hung, [s * end, ridge, 0], [s * end, ridge, 0], plan)
  }
  if (plan.far) return
  for (const out of [-1, 1] as const) {
    for (const side of [-1, 1]) addBarge(b, [out * l, low, side * q], [out * l, knee, side * kneeZ], out)
  }
  addRidge(b, [-end, ridge, 0], [end, ridge, 0], plan)
}
