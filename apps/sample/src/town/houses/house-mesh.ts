import {
  addFace,
  createMeshBuilder,
  finishMesh,
  type MeshBuilder,
  setFrame,
  type Vec3,
} from '../mesh/mesh-builder.js'
import { addBeam } from '../mesh/shapes.js'
import type { MeshData } from '../types.js'
import { addExtra } from './extras.js'
import { type HouseBody, houseShade, planBody } from './house-body.js'
import type { HouseKind } from './house-kinds.js'
import { BEAM, PLASTER_PAINT } from './house-paints.js'
import { addWindow } from './openings.js'
import { addChimney, addDormer } from './roof-details.js'
import { addGableRoof, addHalfHipRoof, addHipRoof, HALF_HIP_FROM } from './roofs.js'
import { addStorey } from './storeys.js'

/** The mesh of a house kind; `far` is the same silhouette without what is small. */
export function buildHouse(kind: HouseKind, seed: number, far: boolean): MeshData {
  const body = planBody(kind, far)
  const b = createMeshBuilder(seed, houseShade(body))
  for (const [floor, storey] of body.storeys.entries()) addStorey(b, body, storey, floor)
  addRoof(b, body)
  addExtra(b, body)
  return finishMesh(b)
}

function addRoof(b: MeshBuilder, body: HouseBody): void {
  const { kind, roof, storeys, frontGable } = body
  const top = storeys.at(-1)!
  const middle = (top.z0 + top.z1) / 2
  setFrame(b, 0, 0, middle, frontGable ? Math.PI / 2 : 0)
  if (kind.roof === 'hip') addHipRoof(b, roof)
  else {
    if (kind.roof === 'half-hip') addHalfHipRoof(b, roof)
    else addGableRoof(b, roof)
    addGableWalls(b, body)
  }
  if (frontGable) setFrame(b, 0, 0, middle)
  const ridge = roof.eave + roof.pitch * roof.across
  for (let i = 0; i < kind.dormers; i++) {
    const x = kind.width * ((i + 0.5) / kind.dormers - 0.5) * (kind.dormers > 1 ? 1 : 0.4)
    addDormer(b, x, roof.across * 0.78, roof, PLASTER_PAINT)
  }
  for (let i = 0; i < kind.chimneys; i++) {
    const x = (i === 0 ? 0.26 : -0.3) * kind.width
    const z = frontGable ? -(top.z1 - top.z0) * 0.2 : -roof.across * 0.3
    addChimney(b, x, z, roof.eave, ridge + 0.9 - i * 0.35, body.far || i > 0)
  }
  setFrame(b)
}

/** Plaster triangles (or their lower halves) under the gables, with a post, a collar and a window. */
function addGableWalls(b: MeshBuilder, { kind, roof, frontGable, far, storeys }: HouseBody): void {
  const half = kind.roof === 'half-hip'
  const rise = roof.pitch * roof.across
  const cut = half ? HALF_HIP_FROM : 1
  const top = storeys.at(-1)!
  const middle = (top.z0 + top.z1) / 2
  for (const out of [1, -1]) {
    const reach = out * roof.along
    if (frontGable) setFrame(b, 0, 0, middle + reach, out > 0 ? 0 : Math.PI)
    else setFrame(b, reach, 0, middle, (out * Math.PI) / 2)
    const w = roof.across
    const peak = roof.eave + rise * cut
    const peakHalf = w * (1 - cut)
    const outline: Vec3[] = [
      [-w, roof.eave, 0],
      [w, roof.eave, 0],
      [peakHalf, peak, 0],
    ]
    if (half) outline.push([-peakHalf, peak, 0])
    addFace(b, outline, PLASTER_PAINT)
    if (far) continue
    const front = frontGable && out > 0
    if (kind.timber) {
      addBeam(b, [-w, roof.eave + 0.1], [w, roof.eave + 0.1], 0, 0.2, 0.06, BEAM)
      if (front) {
        const collar = roof.eave + rise * 0.5
        const at = w * 0.47
        addBeam(b, [-at, collar], [at, collar], 0, 0.18, 0.07, BEAM)
        for (const s of [-1, 1]) {
          addBeam(b, [s * w * 0.3, roof.eave + 0.1], [s * w * 0.3, collar], 0, 0.18, 0.07, BEAM)
          addBeam(b, [s * w * 0.75, roof.eave + 0.1], [s * w * 0.34, collar - 0.2], 0, 0.15, 0.06, BEAM)
        }
        addBeam(b, [0, collar], [0, peak - 0.5], 0, 0.18, 0.06, BEAM)
      }
    }
    addWindow(b, 0, roof.eave + 0.55, 0.8, 1.05, { plain: !front })
  }
  setFrame(b, 0, 0, middle, frontGable ? Math.PI / 2 : 0)
}
