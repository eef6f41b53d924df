import type { Shade } from '../mesh/mesh-builder.js'
import { smoothstep } from '../random.js'
import { FLOOR_HEIGHT, type HouseKind } from './house-kinds.js'
import type { RoofPlan } from './roofs.js'

/** the foot of the walls reaches this far below the ground, for sloping streets */
export const FOUNDATION = 2.4
const GROUND_FLOOR = 3.2

/** One storey: its walls as a box in the house's axes. */
export type Storey = { x0: number; x1: number; z0: number; z1: number; y0: number; y1: number }

export type HouseBody = {
  readonly kind: HouseKind
  readonly storeys: readonly Storey[]
  readonly roof: RoofPlan
  /** the ridge runs from front to back */
  readonly frontGable: boolean
  readonly far: boolean
}

export function planBody(kind: HouseKind, far: boolean): HouseBody {
  const storeys: Storey[] = []
  const x = kind.width / 2
  const back = -kind.depth / 2 + (kind.extra === 'wing' ? 4.4 : 0)
  let front = kind.depth / 2 - 0.12
  let y = 0
  for (let i = 0; i < kind.floors; i++) {
    const height = i === 0 ? GROUND_FLOOR : FLOOR_HEIGHT - 0.15
    if (i > 0) front += kind.jetty
    storeys.push({ x0: -x, x1: x, z0: back, z1: front, y0: y, y1: y + height })
    y += height
  }
  const top = storeys.at(-1)!
  const frontGable =
    kind.roof === 'gable-front' || (kind.roof === 'half-hip' && kind.width < kind.depth * 1.1)
  const wide = kind.width
  const deep = top.z1 - top.z0
  const roof: RoofPlan = {
    along: (frontGable ? deep : wide) / 2,
    across: (frontGable ? wide : deep) / 2,
    eave: top.y1,
    pitch: kind.pitch,
    overhang: frontGable && kind.row ? 0.12 : 0.5,
    verge: frontGable ? 0.45 : kind.row ? 0.06 : 0.4,
    tiles: kind.tiles,
    far,
  }
  return { kind, storeys, roof, frontGable, far }
}

/** Dark at the foot of walls, under eaves and jetties, and on whatever looks down. */
export function houseShade({ storeys, roof, frontGable }: HouseBody): Shade {
  const top = storeys.at(-1)!
  const middle = (top.z0 + top.z1) / 2
  return (x, y, z, nx, ny, nz) => {
    if (ny < -0.85) return 0.5
    if (ny < -0.3) return 0.78
    let light = 0.66 + 0.34 * smoothstep(-0.2, 1.5, y)
    const across = frontGable ? Math.abs(x) : Math.abs(z - middle)
    const underRoof = roof.eave + roof.pitch * (roof.across - across) - y
    if (Math.abs(ny) < 0.4 && underRoof > -0.6) light *= 0.66 + 0.34 * smoothstep(-0.3, 1.1, underRoof)
    if (nz > 0.7 && Math.abs(nx) < 0.5) {
      for (let i = 0; i + 1 < storeys.length; i++) {
        const below = storeys[i]!.y1 - y
        if (below > -0.05 && z < storeys[i + 1]!.z1 - 0.05) light *= 0.7 + 0.3 * smoothstep(0, 0.9, below)
      }
    }
    return light
  }
}
