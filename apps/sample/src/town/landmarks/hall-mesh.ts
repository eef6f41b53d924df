import { PLASTER_PAINT } from '../houses/house-paints.js'
import { addWindow } from '../houses/openings.js'
import { addDormer } from '../houses/roof-details.js'
import { addHipRoof, type RoofPlan } from '../houses/roofs.js'
import {
  addFace,
  addQuad,
  createMeshBuilder,
  type MeshBuilder,
  type Paint,
  setFrame,
  type Vec3,
} from '../mesh/mesh-builder.js'
import { addBeam, addBox, addPanel, addRound } from '../mesh/shapes.js'
import { CLOTH, GOLD, IRON, STONE, shade, TILES, TIMBER } from '../palette.js'
import { smoothstep } from '../random.js'

export const HALL = { halfX: 15, halfZ: 7.5, eave: 9.6, arcade: 3.4 } as const
const STONES: Paint = { color: STONE[2]!, vary: 0.03 }
const TRIM: Paint = { color: shade(STONE[2]!, 1.12), vary: 0.02 }
const BEAM: Paint = { color: TIMBER[0]!, vary: 0.08 }
const BAYS = 7
const FLOOR = 4.8

/** The town hall: an arcade along the square (+z), a timbered council floor, a hipped roof with a clock turret. */
export function townHall(seed: number): MeshBuilder {
  const inner = HALL.halfZ - HALL.arcade
  const b = createMeshBuilder(seed, (_x, y, z, _nx, ny) => {
    if (ny < -0.5) return 0.5
    let light = 0.68 + 0.32 * smoothstep(-0.2, 1.6, y)
    if (y < FLOOR && z < inner + 0.6) light *= 0.62
    return y > HALL.eave - 1.3 && ny < 0.4 && y < HALL.eave + 0.1 ? light * 0.8 : light
  })
  const { halfX, halfZ, eave } = HALL
  addBox(b, [-halfX, -2, -halfZ], [halfX, 1.4, inner], STONES, 'lrbf')
  addBox(b, [-halfX, 1.4, -halfZ], [halfX, FLOOR, inner], STONES, 'lrbf')
  addBox(b, [-halfX, -1, inner], [halfX, 0.14, halfZ + 0.5], TRIM, 'lruf')
  addArcade(b, inner)
  for (const [y0, y1] of [
    [FLOOR, FLOOR + 1],
    [FLOOR + 1, eave - 1],
    [eave - 1, eave],
  ] as const) {
    addBox(b, [-halfX, y0, -halfZ], [halfX, y1, halfZ], PLASTER_PAINT, 'lrbf')
  }
  addQuad(
    b,
    [-halfX, FLOOR, inner],
    [halfX, FLOOR, inner],
    [halfX, FLOOR, halfZ],
    [-halfX, FLOOR, halfZ],
    BEAM,
  )
  addCouncilFloor(b)
  const roof: RoofPlan = {
    along: halfX,
    across: halfZ,
    eave,
    pitch: 0.95,
    overhang: 0.7,
    verge: 0,
    tiles: TILES[1]!,
    far: false,
  }
  setFrame(b)
  addHipRoof(b, roof)
  for (const x of [-7.4, -2.5, 2.5, 7.4]) addDormer(b, x, halfZ * 0.75, roof, PLASTER_PAINT)
  addTurret(b, eave + halfZ * 0.95)
  return b
}

function addArcade(b: MeshBuilder, inner: number): void {
  const { halfX, halfZ } = HALL
  const bay = (halfX * 2) / BAYS
  const radius = bay / 2 - 0.45
  const spring = FLOOR - radius - 0.5
  const steps = 8
  for (let i = 0; i <= BAYS; i++) {
    const x = Math.max(-halfX + 0.45, Math.min(halfX - 0.45, -halfX + i * bay))
    addBox(b, [x - 0.45, -1, halfZ - 0.9], [x + 0.45, spring, halfZ], STONES, 'lrbf')
    addBox(b, [x - 0.55, spring - 0.3, halfZ - 1], [x + 0.55, spring, halfZ + 0.08], TRIM, 'lrbfd')
  }
  for (let i = 0; i < BAYS; i++) {
    const x = -halfX + (i + 0.5) * bay
    const at = (k: number, z: number): Vec3 => {
      const angle = Math.PI - (k / steps) * Math.PI
      return [x + Math.cos(angle) * radius, spring + Math.sin(angle) * radius, z]
    }
    for (let k = 0; k < steps; k++) {
      const up = (p: Vec3, s: number): Vec3 => [x - bay / 2 + (bay * s) / steps, FLOOR, p[2]]
      for (const z of [halfZ, halfZ - 0.9]) {
        const face = [at(k, z), at(k + 1, z), up(at(k + 1, z), k + 1), up(at(k, z), k)]
        addFace(b, z === halfZ ? face : face.reverse(), STONES)
      }
      addFace(b, [at(k + 1, halfZ), at(k, halfZ), at(k, halfZ - 0.9), at(k + 1, halfZ - 0.9)], TRIM)
    }
    for (const side of [-1, 1]) {
      // Between the pillar and the arch's foot.
      const edge = x + (side * bay) / 2
      const foot = x + side * radius
      const q: Vec3[] = [
        [edge, spring, halfZ],
        [foot, spring, halfZ],
        [edge, FLOOR, halfZ],
      ]
      addFace(b, side > 0 ? [q[1]!, q[0]!, q[2]!] : q, STONES)
    }
    setFrame(b, 0, 0, inner)
    if (i === 3)
      addPanel(b, x - 1, 0, x + 1, 3, 0.05, {
        color: TIMBER[0]!,
      })
    else addWindow(b, x, 1.2, 1.5, 2, { plain: true })
    setFrame(b)
  }
}

function addCouncilFloor(b: MeshBuilder): void {
  const { halfX, halfZ, eave } = HALL
  const faces = [
    { yaw: 0, x: 0, z: halfZ, half: halfX, count: BAYS },
    { yaw: Math.PI, x: 0, z: -halfZ, half: halfX, count: BAYS },
    { yaw: Math.PI / 2, x: halfX, z: 0, half: halfZ, count: 3 },
    { yaw: -Math.PI / 2, x: -halfX, z: 0, half: halfZ, count: 3 },
  ]
  for (const { yaw, x, z, half, count } of faces) {
    setFrame(b, x, 0, z, yaw)
    addBeam(b, [-half, FLOOR + 0.2], [half, FLOOR + 0.2], 0, 0.4, 0.14, BEAM)
    addBeam(b, [-half, eave - 0.2], [half, eave - 0.2], 0, 0.3, 0.12, BEAM)
    const bay = (half * 2) / count
    for (let i = 0; i <= count; i++) {
      const u = Math.max(-half + 0.15, Math.min(half - 0.15, -half + i * bay))
      addBeam(b, [u, FLOOR + 0.3], [u, eave - 0.3], 0, 0.28, 0.1, BEAM)
    }
    for (let i = 0; i < count; i++) {
      const u = -half + (i + 0.5) * bay
      const plain = yaw !== 0
      addWindow(b, u, FLOOR + 1.3, 1.5, 2.4, plain ? { plain } : { box: i % 2 === 0 })
      addBeam(b, [u - bay / 2 + 0.2, eave - 0.4], [u - 0.95, FLOOR + 1.2], 0, 0.18, 0.07, BEAM)
      addBeam(b, [u + bay / 2 - 0.2, eave - 0.4], [u + 0.95, FLOOR + 1.2], 0, 0.18, 0.07, BEAM)
    }
  }
  setFrame(b)
  for (const i of [1, 3, 5]) {
    const u = -halfX + i * ((halfX * 2) / BAYS)
    const color = CLOTH[i % 2]!
    addBox(b, [u - 0.5, 5.6, halfZ + 0.16], [u + 0.5, 8.9, halfZ + 0.2], { color }, 'fblr')
    addBox(b, [u - 0.3, 6.6, halfZ + 0.2], [u + 0.3, 7.8, halfZ + 0.22], { color: GOLD }, 'f')
  }
}

/** The clock turret on the ridge. */
function addTurret(b: MeshBuilder, ridge: number): void {
  setFrame(b, 0, ridge, 0)
  addBox(b, [-1.5, -1.2, -1.5], [1.5, 2.6, 1.5], PLASTER_PAINT, 'lrbf')
  addBox(b, [-1.65, 2.4, -1.65], [1.65, 2.7, 1.65], BEAM, 'lrbfd')
  for (let i = 0; i < 4; i++) {
    setFrame(b, 0, ridge, 0, (i * Math.PI) / 2)
    for (let k = 0; k < 10; k++) {
      const a = (k / 10) * Math.PI * 2
      const c = ((k + 1) / 10) * Math.PI * 2
      addFace(
        b,
        [
          [0, 1.1, 1.54],
          [Math.cos(a), 1.1 + Math.sin(a), 1.54],
          [Math.cos(c), 1.1 + Math.sin(c), 1.54],
        ],
        { color: [236, 226, 204] },
      )
    }
    addPanel(b, -0.05, 1.1, 0.05, 1.9, 1.57, { color: IRON })
    addFace(
      b,
      [
        [-2, 2.6, 2],
        [2, 2.6, 2],
        [0, 6.6, 0],
      ],
      { color: shade(TILES[1]!, 0.9), vary: 0.03 },
    )
  }
  setFrame(b, 0, ridge, 0)
  addRound(b, [0, 6.3, 0], 1.6, 0.1, 0.03, 5, { color: GOLD }, '')
  setFrame(b)
}
