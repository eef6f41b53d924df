import { addQuad, type MeshBuilder, type Paint, setFrame } from '../mesh/mesh-builder.js'
import { addBeam, addPanel } from '../mesh/shapes.js'
import { mix, type Rgb, STONE, shade, TIMBER } from '../palette.js'
import { FOUNDATION, type HouseBody, type Storey } from './house-body.js'
import type { HouseKind } from './house-kinds.js'
import { PLASTER_PAINT, STONE_PAINT } from './house-paints.js'
import { addInnFront } from './inn-front.js'
import { addArch, addDoor, addShopWindow, addWindow } from './openings.js'
import { addFlatTimber, addJetty, addQuoins, addTimber } from './timber.js'

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

export function addStorey(b: MeshBuilder, body: HouseBody, s: Storey, floor: number): void {
  const { kind, far } = body
  const stone = floor === 0 && kind.ground !== 'plaster'
  const wall = stone ? STONE_PAINT : PLASTER_PAINT
  for (const side of sidesOf(s)) {
    setFrame(b, side.x, 0, side.z, side.yaw)
    if (side.name === 'front' && floor === 0 && kind.room && !far) {
      addInnFront(b, side.width, s)
      continue
    }
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
    addPanel(b, -half, -FOUNDATION, half, 0.35, 0.04, base)
    if (!far) addQuad(b, [-half, 0.35, 0.04], [half, 0.35, 0.04], [half, 0.35, 0], [-half, 0.35, 0], base)
  }
  for (let i = 1; i < rows.length; i++) {
    const y0 = rows[i - 1]!
    const y1 = rows[i]!
    addPanel(b, -half, y0, half, y1, 0, paint)
  }
}

function addFront(b: MeshBuilder, body: HouseBody, s: Storey, floor: number): void {
  const { kind, far } = body
  const width = s.x1 - s.x0
  if (far) {
    if (floor > 0) {
      if (kind.timber) addFlatTimber(b, width / 2, s, kind.bays)
      addFarWindows(b, kind.bays, width, s)
    } else addPanel(b, -width * 0.3, 0, width * 0.3, 2.2, 0.03, { color: shade(TIMBER[1]!, 0.9) })
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
    addPanel(b, x - 0.5, s.y0 + 0.85, x + 0.5, s.y0 + 2.2, 0.03, { color: [52, 60, 70] })
  }
}
