import {
  addFace,
  addQuad,
  createMeshBuilder,
  finishMesh,
  type MeshBuilder,
  type Paint,
  type Shade,
  setFrame,
  type Vec3,
} from '../mesh/mesh-builder.js'
import { addBeam, addBox } from '../mesh/shapes.js'
import { mix, type Rgb, STONE, shade, TIMBER, WHITE } from '../palette.js'
import { smoothstep } from '../random.js'
import type { Box, MeshData } from '../types.js'
import { addExtra } from './extras.js'
import { FLOOR_HEIGHT, type HouseKind } from './house-kinds.js'
import { addArch, addDoor, addShopWindow, addWindow } from './openings.js'
import {
  addChimney,
  addDormer,
  addGableRoof,
  addHalfHipRoof,
  addHipRoof,
  HALF_HIP_FROM,
  type RoofPlan,
} from './roofs.js'

/** the foot of the walls reaches this far below the ground, for sloping streets */
export const FOUNDATION = 1.6
const GROUND_FLOOR = 3.2
const PLASTER_PAINT: Paint = { color: WHITE, mask: 255, vary: 0.02 }
const STONE_PAINT: Paint = { color: mix(STONE[0]!, STONE[2]!, 0.5), mask: 60, vary: 0.03 }
const BEAM: Paint = { color: TIMBER[0]!, vary: 0.1 }

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

/** The mesh of a house kind; `far` is the same silhouette without what is small. */
export function buildHouse(kind: HouseKind, seed: number, far: boolean): MeshData {
  const body = planBody(kind, far)
  const b = createMeshBuilder(seed, houseShade(body))
  for (const [floor, storey] of body.storeys.entries()) addStorey(b, body, storey, floor)
  addRoof(b, body)
  addExtra(b, body)
  return finishMesh(b)
}

/** Boxes inside the walls and under the ridge, for occlusion. */
export function houseOccluders(kind: HouseKind): Box[] {
  const { storeys, roof, frontGable } = planBody(kind, true)
  const first = storeys[0]!
  const last = storeys.at(-1)!
  const inset = 0.12
  const walls: Box = [
    first.x0 + inset,
    -FOUNDATION - 2,
    first.z0 + inset,
    first.x1 - inset,
    last.y1 - 0.2,
    first.z1 - inset,
  ]
  if (kind.roof === 'hip') return [walls]
  const quarter = roof.across * 0.45
  const top = last.y1 + roof.pitch * (roof.across - quarter) - 0.3
  const middle = (last.z0 + last.z1) / 2
  const end = kind.roof === 'half-hip' ? roof.across * 0.5 : 0.3
  const attic: Box = frontGable
    ? [-quarter, last.y1 - 1, last.z0 + end, quarter, top, last.z1 - end]
    : [last.x0 + end, last.y1 - 1, middle - quarter, last.x1 - end, top, middle + quarter]
  return [walls, attic]
}

function planBody(kind: HouseKind, far: boolean): HouseBody {
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
function houseShade({ storeys, roof, frontGable }: HouseBody): Shade {
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

type Side = { yaw: number; x: number; z: number; width: number; name: 'front' | 'back' | 'left' | 'right' }

function sidesOf(s: Storey): Side[] {
  const cx = (s.x0 + s.x1) / 2
  const cz = (s.z0 + s.z1) / 2
  return [
    { name: 'front', yaw: 0, x: cx, z: s.z1, width: s.x1 - s.x0 },
    { name: 'right', yaw: Math.PI / 2, x: s.x1, z: cz, width: s.z1 - s.z0 },
    { name: 'back', yaw: Math.PI, x: cx, z: s.z0, width: s.x1 - s.x0 },
    { name: 'left', yaw: -Math.PI / 2, x: s.x0, z: cz, width: s.z1 - s.z0 },
  ]
}

function addStorey(b: MeshBuilder, body: HouseBody, s: Storey, floor: number): void {
  const { kind, far } = body
  const stone = floor === 0 && kind.ground !== 'plaster'
  const wall = stone ? STONE_PAINT : PLASTER_PAINT
  for (const side of sidesOf(s)) {
    setFrame(b, side.x, 0, side.z, side.yaw)
    addWall(b, side.width, s, floor, wall, far)
    if (side.name === 'front') addFront(b, body, s, floor)
    else if (!far) addPlainSide(b, body, s, floor, side)
    else {
      if (kind.timber && floor > 0 && side.name !== 'back') addFlatTimber(b, side.width / 2, s, 2)
      addFarWindows(b, side.name === 'back' ? kind.bays : 2, side.width, s)
    }
  }
  setFrame(b)
  if (floor > 0 && kind.jetty > 0) addJetty(b, body, s, body.storeys[floor - 1]!)
}

/** A wall on the plane z = 0, in bands where the ambient occlusion changes. */
function addWall(b: MeshBuilder, width: number, s: Storey, floor: number, paint: Paint, far: boolean): void {
  const half = width / 2
  const rows = far ? [s.y0, s.y1] : [s.y0, s.y0 + (floor === 0 ? 1.4 : 0.7), s.y1 - 0.9, s.y1]
  if (floor === 0) {
    const base: Paint = { color: STONE[1]!, vary: 0.02 }
    addQuad(
      b,
      [-half, -FOUNDATION, 0.04],
      [half, -FOUNDATION, 0.04],
      [half, 0.35, 0.04],
      [-half, 0.35, 0.04],
      base,
    )
    if (!far) addQuad(b, [-half, 0.35, 0.04], [half, 0.35, 0.04], [half, 0.35, 0], [-half, 0.35, 0], base)
  }
  for (let i = 1; i < rows.length; i++) {
    const y0 = rows[i - 1]!
    const y1 = rows[i]!
    addQuad(b, [-half, y0, 0], [half, y0, 0], [half, y1, 0], [-half, y1, 0], paint)
  }
}

function addFront(b: MeshBuilder, body: HouseBody, s: Storey, floor: number): void {
  const { kind, far } = body
  const width = s.x1 - s.x0
  if (far) {
    if (floor > 0) {
      if (kind.timber) addFlatTimber(b, width / 2, s, kind.bays)
      addFarWindows(b, kind.bays, width, s)
    } else
      addQuad(
        b,
        [-width * 0.3, 0, 0.03],
        [width * 0.3, 0, 0.03],
        [width * 0.3, 2.2, 0.03],
        [-width * 0.3, 2.2, 0.03],
        { color: shade(TIMBER[1]!, 0.9) },
      )
    return
  }
  if (floor === 0) {
    if (kind.ground !== 'plaster') addQuoins(b, width, s)
    addGroundFront(b, kind, width)
  } else {
    if (kind.timber) addTimber(b, width, s, kind.bays, true)
    else
      addBeam(b, [-width / 2, s.y0 + 0.08], [width / 2, s.y0 + 0.08], 0, 0.2, 0.08, {
        color: STONE[2]!,
        vary: 0.04,
      })
    addWindowRow(b, kind, width, s, floor)
  }
}

function addWindowRow(b: MeshBuilder, kind: HouseKind, width: number, s: Storey, floor: number): void {
  const bay = width / kind.bays
  const shutters = kind.shutters
  for (let i = 0; i < kind.bays; i++) {
    if (kind.extra === 'oriel' && floor === 1 && i === 0) continue
    const x = -width / 2 + (i + 0.5) * bay
    const box = floor === 1 && i % 2 === 0
    const look = shutters ? { shutters, box } : { box }
    addWindow(b, x, s.y0 + 0.85, Math.min(1.05, bay * 0.36), 1.35, look)
  }
}

const DOOR_COLORS: readonly Rgb[] = [
  [94, 66, 46],
  [72, 84, 66],
  [110, 52, 44],
  [62, 76, 92],
]

/** Door and windows, shop front or gateway at the street. */
function addGroundFront(b: MeshBuilder, kind: HouseKind, width: number): void {
  const color = b.random.pick(DOOR_COLORS)
  const half = width / 2
  if (kind.ground === 'shop') {
    const doorAt = kind.extra === 'turret' ? -half + 1.2 : half - 1.3
    const from = kind.extra === 'turret' ? -half + 2.2 : -half + 0.5
    const to = kind.extra === 'turret' ? half - 2.4 : half - 2.4
    addDoor(b, doorAt, 1.05, 2.15, color)
    addShopWindow(b, (from + to) / 2, to - from, mix(color, TIMBER[1]!, 0.5))
  } else if (kind.ground === 'arch') {
    const arch = Math.min(3, width * 0.28)
    addArch(b, -half + 1.2 + arch / 2, arch, 2.75, color)
    addDoor(b, half - 1.6, 1.05, 2.1, color)
    const free = half - 2.6 - (-half + 1.8 + arch)
    if (free > 2) addWindow(b, (half - 2.6 + -half + 1.8 + arch) / 2, 1, 1.1, 1.25, { box: true })
  } else {
    addDoor(b, half - 1.5, 1.05, 2.1, color)
    const bay = (width - 2.6) / (kind.bays - 1 || 1)
    for (let i = 0; i < kind.bays - 1; i++) {
      const x = -half + 0.4 + (i + 0.5) * bay
      addWindow(b, x, 0.95, 1.05, 1.3, kind.shutters ? { shutters: kind.shutters } : {})
    }
  }
}

function addPlainSide(b: MeshBuilder, body: HouseBody, s: Storey, floor: number, side: Side): void {
  const { kind } = body
  if (kind.timber && floor > 0) addTimber(b, side.width, s, 3, false)
  const count = side.name === 'back' ? Math.min(3, kind.bays) : kind.row ? 1 : 2
  for (let i = 0; i < count; i++) {
    const x =
      side.width * ((i + 0.5) / count - 0.5) * (count === 2 ? 0.66 : 1) +
      (count === 1 ? side.width * 0.17 : 0)
    addWindow(b, x, s.y0 + 0.95, 0.8, 1.15, { plain: true })
  }
}

function addFarWindows(b: MeshBuilder, bays: number, width: number, s: Storey): void {
  for (let i = 0; i < bays; i++) {
    const x = width * ((i + 0.5) / bays - 0.5)
    addQuad(
      b,
      [x - 0.5, s.y0 + 0.85, 0.03],
      [x + 0.5, s.y0 + 0.85, 0.03],
      [x + 0.5, s.y0 + 2.2, 0.03],
      [x - 0.5, s.y0 + 2.2, 0.03],
      { color: [52, 60, 70] },
    )
  }
}

/** Larger stones up both corners of the front. */
function addQuoins(b: MeshBuilder, width: number, s: Storey): void {
  const paint: Paint = { color: STONE[2]!, vary: 0.07 }
  for (const side of [-1, 1]) {
    for (let i = 0; i < 5; i++) {
      const y = 0.4 + i * 0.54
      const long = i % 2 === 0 ? 0.62 : 0.4
      const edge = (side * width) / 2
      const x0 = side < 0 ? edge : edge - long
      if (y + 0.5 < s.y1) addBox(b, [x0, y, 0], [x0 + long, y + 0.48, 0.035], paint, 'f')
    }
  }
}

/** Posts, rails and braces; the street side has them raised. */
function addTimber(b: MeshBuilder, width: number, s: Storey, bays: number, rich: boolean): void {
  const half = width / 2
  const depth = rich ? 0.08 : 0.03
  if (!rich) {
    addFlatTimber(b, half, s, bays)
    return
  }
  const bay = width / bays
  const y0 = s.y0 + 0.1
  const y1 = s.y1 - 0.12
  addBeam(b, [-half, y0], [half, y0], 0, 0.24, depth + 0.03, BEAM)
  addBeam(b, [-half, y1], [half, y1], 0, 0.22, depth + 0.03, BEAM)
  for (let i = 0; i <= bays; i++) {
    const x = Math.max(-half + 0.1, Math.min(half - 0.1, -half + i * bay))
    addBeam(b, [x, y0], [x, y1], 0, 0.2, depth, BEAM)
  }
  const sill = s.y0 + 0.72
  for (let i = 0; i < bays; i++) {
    const x = -half + i * bay
    addBeam(b, [x, sill], [x + bay, sill], 0, 0.14, depth - 0.02, BEAM)
    if (bays > 2 && i > 0 && i < bays - 1) continue
    const foot = Math.min(0.95, bay * 0.26)
    addBeam(b, [x + 0.15, y1 - 0.1], [x + foot, sill], 0, 0.15, depth - 0.01, BEAM)
    addBeam(b, [x + bay - 0.15, y1 - 0.1], [x + bay - foot, sill], 0, 0.15, depth - 0.01, BEAM)
  }
}

/** The same painted flat, for the sides that are seen in passing. */
function addFlatTimber(b: MeshBuilder, half: number, s: Storey, bays: number): void {
  const bar = (x0: number, y0: number, x1: number, y1: number, slant = 0) =>
    addQuad(b, [x0, y0, 0.03], [x1, y0, 0.03], [x1 + slant, y1, 0.03], [x0 + slant, y1, 0.03], BEAM)
  const foot = s.y0 + 0.2
  const head = s.y1 - 0.22
  bar(-half, s.y0, half, foot)
  bar(-half, head, half, s.y1)
  const bay = (half * 2) / bays
  for (let i = 0; i <= bays; i++) {
    const x = Math.max(-half, Math.min(half - 0.2, -half + i * bay - 0.1))
    bar(x, foot, x + 0.2, head)
  }
  bar(-half + 0.3, foot, -half + 0.48, head, bay * 0.55)
  bar(half - 0.48, foot, half - 0.3, head, -bay * 0.55)
}

/** The underside of a floor that juts out, with its joists' ends. */
function addJetty(b: MeshBuilder, { far, kind }: HouseBody, s: Storey, below: Storey): void {
  addQuad(b, [s.x0, s.y0, below.z1], [s.x1, s.y0, below.z1], [s.x1, s.y0, s.z1], [s.x0, s.y0, s.z1], BEAM)
  if (far) return
  const count = Math.max(4, Math.round(kind.width / 2))
  for (let i = 0; i < count; i++) {
    const x = s.x0 + 0.25 + ((s.x1 - s.x0 - 0.5) * i) / (count - 1)
    addBox(b, [x - 0.09, s.y0 - 0.2, below.z1 - 0.02], [x + 0.09, s.y0, s.z1 + 0.06], BEAM, 'fdlr')
  }
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
