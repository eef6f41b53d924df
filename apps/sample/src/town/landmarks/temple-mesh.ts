import { addSlope, type RoofPlan } from '../houses/roofs.js'
import {
  addFace,
  addQuad,
  createMeshBuilder,
  type MeshBuilder,
  setFrame,
  type Vec3,
} from '../mesh/mesh-builder.js'
import { addOpenWall, addReveals } from '../mesh/open-wall.js'
import { addBox, addPanel, addRound } from '../mesh/shapes.js'
import { GLOW, GOLD, SLATE, shade } from '../palette.js'
import { smoothstep } from '../random.js'
import { addBellTower } from './bell-tower.js'
import {
  addTallWindow,
  NAVE_FRONT,
  NAVE_WALL,
  PALE,
  STEP,
  TEMPLE,
  TEMPLE_PORTAL,
  TEMPLE_WINDOWS,
  TRIM,
  WALL,
} from './temple-parts.js'

const templeShade = (_x: number, y: number, z: number, _nx: number, ny: number) => {
  if (ny < -0.5) return 0.55
  const foot = 0.7 + 0.3 * smoothstep(-0.3, 2.4, y)
  // The wall behind the columns lies in their shade.
  return z > 13 && z < 13.6 && y > 1.4 && y < 10 ? foot * 0.72 : foot
}

/** Steps, a porch of six columns with a pediment, a long nave with buttresses, and the bell tower. */
export function temple(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, templeShade)
  addPodium(b)
  addPorch(b)
  addNave(b)
  addBellTower(b)
  return b
}

function addPodium(b: MeshBuilder): void {
  const { podium, halfX, front, back, steps } = TEMPLE
  const x = halfX + 1
  addBox(b, [-x, -2, back - 0.6], [x, 0.2, front], STEP, 'lrb')
  addBox(b, [-x, 0.2, back - 0.6], [x, podium, front], STEP, 'lrub')
  for (let i = 0; i < steps; i++) {
    const y = podium * (1 - i / steps)
    const z = front + i * 0.45
    addPanel(b, -x, y - podium / steps, x, y, z, STEP)
    if (i > 0) addQuad(b, [-x, y, z], [x, y, z], [x, y, z - 0.45], [-x, y, z - 0.45], STEP)
  }
  for (const side of [-1, 1]) {
    addBox(
      b,
      [side * x - 0.6, -2, front - 0.4],
      [side * x + 0.6, podium + 0.3, front + steps * 0.45 + 0.2],
      TRIM,
      'lruf',
    )
    addRound(b, [side * x, podium + 0.3, front + steps * 0.45 - 0.5], 0.9, 0.28, 0.5, 8, TRIM)
    addRound(b, [side * x, podium + 1.2, front + steps * 0.45 - 0.5], 0.5, 0.42, 0.1, 8, {
      color: GLOW,
      glow: 150,
    })
  }
}

function addPorch(b: MeshBuilder): void {
  const { podium, halfX, front } = TEMPLE
  const top = podium + 7.6
  for (let i = 0; i < 6; i++) {
    const x = -halfX + 1 + ((halfX - 1) * 2 * i) / 5
    const z = front - 1.3
    addBox(b, [x - 0.75, podium, z - 0.75], [x + 0.75, podium + 0.35, z + 0.75], TRIM, 'lrubf')
    addRound(b, [x, podium + 0.35, z], 6.3, 0.58, 0.47, 12, TRIM, '')
    addRound(b, [x, podium + 6.65, z], 0.45, 0.48, 0.78, 12, TRIM, '')
    addBox(b, [x - 0.82, podium + 7.1, z - 0.82], [x + 0.82, top, z + 0.82], TRIM, 'lrdbf')
  }
  addBox(b, [-halfX - 0.3, top, front - 6.2], [halfX + 0.3, top + 1.3, front - 0.4], TRIM, 'lrdf')
  addBox(b, [-halfX - 0.7, top + 1.3, front - 6.2], [halfX + 0.7, top + 1.65, front + 0.05], STEP, 'lrdfu')
  const y = top + 1.65
  const peak = y + 4.1
  addFace(
    b,
    [
      [-halfX - 0.3, y, front - 0.5],
      [halfX + 0.3, y, front - 0.5],
      [0, peak - 0.1, front - 0.5],
    ],
    { color: shade(PALE, 0.88) },
  )
  setFrame(b, 0, y + 1.5, front - 0.5)
  for (let i = 0; i < 12; i++) {
    const a = (i / 12) * Math.PI * 2
    const c = ((i + 1) / 12) * Math.PI * 2
    addFace(
      b,
      [
        [0, 0, 0.12],
        [Math.cos(a) * 1.05, Math.sin(a) * 1.05, 0.12],
        [Math.cos(c) * 1.05, Math.sin(c) * 1.05, 0.12],
      ],
      { color: i % 2 ? GOLD : shade(GOLD, 0.86) },
    )
  }
  setFrame(b)
}

const ROOF: RoofPlan = {
  along: 20,
  across: 9,
  eave: 0,
  pitch: 0.46,
  overhang: 0.7,
  verge: 0,
  tiles: SLATE,
  far: false,
}

function addNave(b: MeshBuilder): void {
  const { podium, halfX, front, back } = TEMPLE
  const z1 = NAVE_FRONT
  const eave = podium + 7.6 + 1.65
  const x = halfX - 0.4
  addBox(b, [-x, podium, back], [x, podium + 2.4, z1], WALL, 'lrb')
  addBox(b, [-x, podium + 2.4, back], [x, eave, z1], WALL, 'lrb')
  setFrame(b, 0, 0, z1)
  addOpenWall(b, [-x, podium], [x, eave], [TEMPLE_PORTAL, ...TEMPLE_WINDOWS], WALL)
  for (const opening of [TEMPLE_PORTAL, ...TEMPLE_WINDOWS]) addReveals(b, opening, NAVE_WALL, TRIM)
  setFrame(b)
  addBox(b, [-x - 0.35, eave - 0.8, back - 0.3], [x + 0.35, eave, z1], TRIM, 'lrbd')
  const ridge = eave + 4.15
  const low = eave - 0.32
  const reach = halfX + 0.7
  for (const s of [1, -1]) {
    const zf = s > 0 ? front + 0.1 : back - 0.5
    const zb = s > 0 ? back - 0.5 : front + 0.1
    addSlope(b, [s * reach, low, zf], [s * reach, low, zb], [0, ridge, zb], [0, ridge, zf], ROOF)
  }
  addFace(
    b,
    [
      [x, eave, back],
      [-x, eave, back],
      [0, ridge - 0.3, back],
    ],
    WALL,
  )
  for (const s of [-1, 1]) addFace(b, pedimentEdge(s, reach, low, ridge, front), TRIM)
  addButtresses(b, x)
  addPortal(b, z1)
}

/** Buttresses along both sides, tall windows between them. */
function addButtresses(b: MeshBuilder, x: number): void {
  const { podium, back } = TEMPLE
  for (let i = 0; i < 6; i++) {
    const z = back + 3 + i * 5.4
    for (const side of [-1, 1]) {
      setFrame(b, side * x, 0, z, (side * Math.PI) / 2)
      addBox(b, [-0.55, -1, 0], [0.55, podium + 5.4, 1.1], TRIM, 'lrf')
      addFace(
        b,
        [
          [-0.55, podium + 5.4, 1.1],
          [0.55, podium + 5.4, 1.1],
          [0.55, podium + 6.6, 0],
          [-0.55, podium + 6.6, 0],
        ],
        STEP,
      )
      if (i < 5) addTallWindow(b, 2.7, podium + 2, 1.3, 4.2)
    }
  }
  setFrame(b)
}

/** The frame of the door behind the columns, on the plane z; the leaves are things of their own. */
function addPortal(b: MeshBuilder, z: number): void {
  const { podium } = TEMPLE
  setFrame(b, 0, 0, z)
  addBox(b, [-2.1, podium, 0], [-1.7, podium + 4.4, 0.3], TRIM, 'lrf')
  addBox(b, [1.7, podium, 0], [2.1, podium + 4.4, 0.3], TRIM, 'lrf')
  addBox(b, [-2.4, podium + 4.4, 0], [2.4, podium + 5, 0.45], TRIM, 'lrfud')
  addTallWindow(b, -5.2, podium + 1.4, 1.4, 4)
  setFrame(b)
}

function pedimentEdge(s: number, reach: number, low: number, ridge: number, front: number): Vec3[] {
  const z = front + 0.12
  const edge: Vec3[] = [
    [s * reach, low - 0.2, z],
    [s * reach, low + 0.3, z],
    [0, ridge + 0.15, z],
    [0, ridge - 0.35, z],
  ]
  return s > 0 ? edge : edge.reverse()
}
