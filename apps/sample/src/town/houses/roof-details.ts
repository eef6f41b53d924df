import {
  addFace,
  addFacing,
  type MeshBuilder,
  type Paint,
  setFrame,
  type Vec3,
} from '../mesh/mesh-builder.js'
import { addBox } from '../mesh/shapes.js'
import { STONE, shade, TIMBER } from '../palette.js'
import { addWindow } from './openings.js'
import { type RoofPlan, TILE_MASK } from './roofs.js'

/** A dormer on the slope that looks to +z: its window stands at z, its back runs into the roof. */
export function addDormer(b: MeshBuilder, x: number, z: number, plan: RoofPlan, plaster: Paint): void {
  const foot = plan.eave + plan.pitch * (plan.across - z)
  const top = foot + 1.25
  const peak = top + 0.75
  const low = foot - 0.1
  const [x0, x1] = [x - DORMER_HALF, x + DORMER_HALF]
  addFace(
    b,
    [
      [x0, low, z],
      [x1, low, z],
      [x1, top, z],
      [x, peak, z],
      [x0, top, z],
    ],
    plaster,
  )
  for (const u of [x0, x1])
    addFacing(
      b,
      [
        [u, low, z],
        [u, top, slopeAt(plan, top)],
        [u, top, z],
      ],
      [u - x, 0, 0],
      plaster,
    )
  addDormerRoof(b, x, z, top - 0.2, peak + 0.05, plan)
  const { x: fx, y: fy, z: fz, cos, sin } = b.frame
  const yaw = Math.atan2(sin, cos)
  setFrame(b, fx + z * sin, fy, fz + z * cos, yaw)
  addWindow(b, x, foot + 0.25, 0.85, 0.9, { plain: true })
  setFrame(b, fx, fy, fz, yaw)
}

const DORMER_HALF = 0.85

/** Where the slope that looks to +z has this height. */
const slopeAt = (plan: RoofPlan, y: number) => plan.across - (y - plan.eave) / plan.pitch

function addDormerRoof(
  b: MeshBuilder,
  x: number,
  z: number,
  low: number,
  peak: number,
  plan: RoofPlan,
): void {
  const tiles: Paint = { color: plan.tiles, mask: TILE_MASK, vary: 0.05 }
  const under = (p: Vec3): Vec3 => [p[0], p[1] - 0.13, p[2]]
  const front = z + 0.22
  for (const s of [1, -1]) {
    const u = x + s * (DORMER_HALF + 0.22)
    const eaveFront: Vec3 = [u, low, front]
    const eaveBack: Vec3 = [u, low, slopeAt(plan, low)]
    const ridgeFront: Vec3 = [x, peak, front]
    const ridgeBack: Vec3 = [x, peak, slopeAt(plan, peak)]
    addFacing(b, [eaveFront, eaveBack, ridgeBack, ridgeFront], [0, 1, 0], tiles)
    if (plan.far) continue
    const edge = [under(eaveFront), eaveFront, ridgeFront, under(ridgeFront)]
    addFacing(b, edge, [0, 0, 1], { color: TIMBER[1]! })
    const side = [under(eaveFront), under(eaveBack), eaveBack, eaveFront]
    addFacing(b, side, [s, 0, 0], { color: shade(plan.tiles, 0.7) })
  }
}

/** A chimney through the roof at (x, z); `top` is the height of its rim. */
export function addChimney(
  b: MeshBuilder,
  x: number,
  z: number,
  bottom: number,
  top: number,
  far: boolean,
): void {
  const brick: Paint = { color: [150, 98, 78], vary: 0.06 }
  const w = 0.42
  const d = 0.55
  addBox(b, [x - w, bottom, z - d], [x + w, top - 0.25, z + d], brick, 'lrbf')
  addBox(
    b,
    [x - w - 0.1, top - 0.25, z - d - 0.1],
    [x + w + 0.1, top, z + d + 0.1],
    { color: STONE[1]! },
    far ? 'lrubf' : 'lrudbf',
  )
  if (far) return
  for (const side of [-0.25, 0.25]) {
    addBox(
      b,
      [x - 0.16, top, z + side - 0.14],
      [x + 0.16, top + 0.4, z + side + 0.14],
      { color: [170, 92, 62] },
      'lrubf',
    )
  }
}
