import { addFace, createMeshBuilder, finishMesh, type MeshBuilder, setFrame } from '../mesh/mesh-builder.js'
import { addBox } from '../mesh/shapes.js'
import type { MeshData } from '../types.js'
import { addExtra } from './extras.js'
import { FOUNDATION, type HouseBody, planBody } from './house-body.js'
import type { HouseKind } from './house-kinds.js'
import { PLASTER_PAINT } from './house-paints.js'
import { addGableRoof, addHipRoof } from './roofs.js'

/** Walls are this much darker where no windows and beams are drawn on them. */
const WITHOUT_WINDOWS = 0.8

/** The last level of detail of a house: its walls as one box under a plain roof that covers all that the others do. */
export function buildHouseBlock(kind: HouseKind): MeshData {
  const body = planBody(kind, true)
  const b = createMeshBuilder(0, (_x, _y, _z, _nx, ny) => (ny > 0.2 ? 1 : WITHOUT_WINDOWS))
  const first = body.storeys[0]!
  const top = body.storeys.at(-1)!
  addBox(b, [first.x0, -FOUNDATION, first.z0], [first.x1, top.y1, top.z1], PLASTER_PAINT, 'lrbf')
  addRoof(b, body)
  if (kind.extra === 'wing') addExtra(b, body)
  return finishMesh(b)
}

function addRoof(b: MeshBuilder, { kind, roof, storeys, frontGable }: HouseBody): void {
  const top = storeys.at(-1)!
  const middle = (top.z0 + top.z1) / 2
  const yaw = frontGable ? Math.PI / 2 : 0
  setFrame(b, 0, 0, middle, yaw)
  if (kind.roof === 'hip') {
    addHipRoof(b, roof)
    setFrame(b)
    return
  }
  addGableRoof(b, roof)
  for (const turn of [Math.PI / 2, -Math.PI / 2]) {
    const out = Math.sin(yaw + turn) * roof.along
    const outZ = Math.cos(yaw + turn) * roof.along
    setFrame(b, out, 0, middle + outZ, yaw + turn)
    addFace(
      b,
      [
        [-roof.across, roof.eave, 0],
        [roof.across, roof.eave, 0],
        [0, roof.eave + roof.pitch * roof.across, 0],
      ],
      PLASTER_PAINT,
    )
  }
  setFrame(b)
}
