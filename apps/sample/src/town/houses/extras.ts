import {
  addFace,
  addFacing,
  addQuad,
  type MeshBuilder,
  type Paint,
  setFrame,
  type Vec3,
} from '../mesh/mesh-builder.js'
import { addBeam, addBox, addRound } from '../mesh/shapes.js'
import { CLOTH, GOLD, IRON, mix, STONE, shade, TIMBER } from '../palette.js'
import type { HouseBody } from './house-body.js'
import { BEAM, PLASTER_PAINT } from './house-paints.js'
import { addWindow } from './openings.js'
import { addGableRoof, type RoofPlan } from './roofs.js'

/** The one thing that makes a house kind known from afar: turret, wing, sign, awning, hoist or oriel. */
export function addExtra(b: MeshBuilder, body: HouseBody): void {
  const { extra } = body.kind
  if (extra === 'turret') addTurret(b, body)
  else if (extra === 'wing') addWing(b, body)
  else if (extra === 'awning') addAwning(b, body)
  else if (extra === 'oriel') addOriel(b, body)
  else if (extra === 'sign' && !body.far) addSign(b, body)
  else if (extra === 'hoist' && !body.far) addHoist(b, body)
}

/** A round corner tower from the first floor up, with a pointed roof. */
function addTurret(b: MeshBuilder, { kind, storeys, far }: HouseBody): void {
  const top = storeys.at(-1)!
  const x = kind.width / 2 - 0.9
  const z = top.z1 - 0.9
  const radius = 1.75
  const sides = far ? 8 : 10
  const y0 = storeys[1]!.y0
  const y1 = top.y1 + 1.5
  setFrame(b, x, 0, z)
  addRound(b, [0, y0 - 1.5, 0], 1.5, 0.35, radius, sides, { color: STONE[0]! }, '')
  addRound(b, [0, y0, 0], y1 - y0, radius, radius, sides, PLASTER_PAINT, '')
  addRound(b, [0, y1 - 0.1, 0], 5, radius + 0.45, 0, sides, { color: kind.tiles, vary: 0.05 }, 'd')
  if (far) return
  addRound(b, [0, y1 + 4.7, 0], 0.9, 0.1, 0.02, 5, { color: GOLD }, '')
  for (const y of [y0, y0 + 2.85, y1 - 0.4]) {
    addRound(b, [0, y, 0], 0.24, radius + 0.07, radius + 0.07, sides, BEAM, '')
  }
  for (const s of storeys.slice(1)) {
    for (const yaw of [0.25, Math.PI / 2 - 0.25]) {
      setFrame(b, x + Math.sin(yaw) * radius * 0.985, 0, z + Math.cos(yaw) * radius * 0.985, yaw)
      addWindow(b, 0, s.y0 + 0.8, 0.7, 1.4, {})
    }
  }
  setFrame(b)
}

/** The back wing of an L: lower, at the left, with a roof of its own. */
function addWing(b: MeshBuilder, { kind, storeys, roof, far }: HouseBody): void {
  const back = storeys[0]!.z0
  const x0 = -kind.width / 2
  const x1 = x0 + 6.4
  const z0 = -kind.depth / 2
  const y1 = storeys[0]!.y1 + 1.8
  addBox(b, [x0, -1.6, z0], [x1, 1.4, back], { color: STONE[0]!, mask: 60, vary: 0.03 }, 'lrb')
  addBox(b, [x0, 1.4, z0], [x1, y1, back], PLASTER_PAINT, 'lrb')
  const deep = back - z0 + 3
  const plan: RoofPlan = {
    ...roof,
    along: deep / 2,
    across: (x1 - x0) / 2,
    eave: y1,
    verge: 0.35,
    overhang: 0.12,
  }
  setFrame(b, (x0 + x1) / 2, 0, z0 + deep / 2, Math.PI / 2)
  addGableRoof(b, plan)
  setFrame(b, (x0 + x1) / 2, 0, z0, Math.PI)
  const w = plan.across
  addFace(
    b,
    [
      [-w, y1, 0],
      [w, y1, 0],
      [0, y1 + w * plan.pitch, 0],
    ],
    PLASTER_PAINT,
  )
  if (!far) {
    addBeam(b, [-w, y1], [w, y1], 0, 0.2, 0.05, BEAM)
    for (const x of [-1.5, 1.5]) addWindow(b, x, 2.5, 0.8, 1.1, { plain: true })
  }
  setFrame(b)
}

/** A painted board on an iron arm over the street. */
function addSign(b: MeshBuilder, { kind, storeys }: HouseBody): void {
  const z = storeys[1]!.z1
  setFrame(b, kind.width * 0.18, storeys[1]!.y0 + 0.3, z)
  addBox(b, [-0.04, 0.9, 0], [0.04, 0.98, 1.5], { color: IRON })
  addQuad(b, [0.03, 0.1, 0], [0.03, 0.92, 1.2], [0.03, 0.98, 1.2], [0.03, 0.2, 0], { color: IRON })
  addBox(b, [-0.05, -0.25, 0.35], [0.05, 0.8, 1.4], { color: CLOTH[1]! })
  addBox(b, [-0.065, -0.05, 0.55], [0.065, 0.6, 1.2], { color: GOLD }, 'lr')
  setFrame(b)
}

/** A striped cloth roof over the shop window. */
function addAwning(b: MeshBuilder, { kind, storeys, far }: HouseBody): void {
  const z = storeys[0]!.z1
  const x0 = -kind.width / 2 + 0.4
  const x1 = kind.width / 2 - 2.2
  const stripes = far ? 1 : 8
  for (let i = 0; i < stripes; i++) {
    const u0 = x0 + ((x1 - x0) * i) / stripes
    const u1 = x0 + ((x1 - x0) * (i + 1)) / stripes
    const color = i % 2 === 0 ? CLOTH[0]! : CLOTH[5]!
    const a: Vec3 = [u0, 2.85, z]
    const c: Vec3 = [u1, 2.85, z]
    const d: Vec3 = [u1, 2.35, z + 1.15]
    const e: Vec3 = [u0, 2.35, z + 1.15]
    addQuad(b, e, d, c, a, { color })
    addQuad(b, a, c, d, e, { color: shade(color, 0.7) })
    const down = (p: Vec3): Vec3 => [p[0], p[1] - 0.25, p[2]]
    addQuad(b, down(e), down(d), d, e, { color })
  }
}

/** A beam with a rope under the gable, for sacks. */
function addHoist(b: MeshBuilder, { roof, storeys }: HouseBody): void {
  const z = storeys.at(-1)!.z1
  const y = roof.eave + roof.pitch * roof.across * 0.72
  addBox(b, [-0.1, y - 0.12, z], [0.1, y + 0.12, z + 1.3], BEAM)
  addBox(
    b,
    [-0.02, y - 1.4, z + 1.1],
    [0.02, y - 0.12, z + 1.14],
    { color: mix(TIMBER[1]!, STONE[2]!, 0.5) },
    'lrfb',
  )
}

/** A boxed-out bay window on the first floor, with a little roof and brackets. */
function addOriel(b: MeshBuilder, { kind, storeys, far }: HouseBody): void {
  const s = storeys[1]!
  const x = -kind.width / 4
  setFrame(b, x, 0, s.z1)
  addBox(b, [-ORIEL.half, s.y0 + 0.35, 0], [ORIEL.half, s.y1 - 0.35, ORIEL.out], PLASTER_PAINT, 'flrd')
  addOrielRoof(b, s.y1 - 0.35, { color: kind.tiles, vary: 0.05 })
  if (!far) {
    for (const side of [-1, 1]) {
      const u = side * ORIEL.half
      const bracket: Vec3[] = [
        [u, s.y0 - 0.5, 0],
        [u, s.y0 + 0.35, 0],
        [u, s.y0 + 0.35, ORIEL.out],
      ]
      addFacing(b, bracket, [1, 0, 0], BEAM)
      addFacing(b, bracket, [-1, 0, 0], BEAM)
    }
    setFrame(b, x, 0, s.z1 + ORIEL.out)
    for (const y of [s.y0 + 0.45, s.y1 - 0.45])
      addBeam(b, [-ORIEL.half, y], [ORIEL.half, y], 0, 0.2, 0.06, BEAM)
    for (const u of [-0.55, 0.55]) addWindow(b, u, s.y0 + 0.85, 0.75, 1.25, {})
  }
  setFrame(b)
}

const ORIEL = { half: 1.15, out: 0.75 } as const

function addOrielRoof(b: MeshBuilder, y: number, tiles: Paint): void {
  const wide = ORIEL.half + 0.15
  const narrow = ORIEL.half - 0.1
  const out = ORIEL.out + 0.15
  const top = y + 0.75
  addFacing(
    b,
    [
      [-wide, y, out],
      [wide, y, out],
      [narrow, top, 0],
      [-narrow, top, 0],
    ],
    [0, 0, 1],
    tiles,
  )
  for (const s of [-1, 1]) {
    addFacing(
      b,
      [
        [s * wide, y, out],
        [s * wide, y, 0],
        [s * narrow, top, 0],
      ],
      [s, 0, 0],
      tiles,
    )
  }
}
