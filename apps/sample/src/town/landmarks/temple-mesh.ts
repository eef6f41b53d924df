import { addSlope, type RoofPlan } from '../houses/roofs.js'
import {
  addFace,
  addQuad,
  createMeshBuilder,
  type MeshBuilder,
  type Paint,
  setFrame,
  type Vec3,
} from '../mesh/mesh-builder.js'
import { addBox, addRound } from '../mesh/shapes.js'
import { GLASS, GLOW, GOLD, IRON, mix, type Rgb, SLATE, STONE, shade, TIMBER } from '../palette.js'
import { smoothstep } from '../random.js'

/** The temple's own axes: steps and columns at +z, the bell tower at its left. */
export const TEMPLE = {
  podium: 1.5,
  halfX: 9,
  front: 19,
  back: -22,
  steps: 8,
  tower: { x: -10.2, z: 11, half: 3.6, height: 34 },
} as const

const PALE: Rgb = mix(STONE[2]!, [235, 226, 208], 0.45)
const WALL: Paint = { color: PALE, vary: 0.02 }
const TRIM: Paint = { color: mix(PALE, [255, 250, 238], 0.35), vary: 0.02 }
const STEP: Paint = { color: STONE[2]!, vary: 0.03 }

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
    addQuad(b, [-x, y - podium / steps, z], [x, y - podium / steps, z], [x, y, z], [-x, y, z], STEP)
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
  const z1 = front - 5.6
  const eave = podium + 7.6 + 1.65
  const x = halfX - 0.4
  addBox(b, [-x, podium, back], [x, podium + 2.4, z1], WALL, 'lrbf')
  addBox(b, [-x, podium + 2.4, back], [x, eave, z1], WALL, 'lrbf')
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
  setFrame(b, 0, 0, z1)
  addQuad(
    b,
    [-1.7, podium, 0.05],
    [1.7, podium, 0.05],
    [1.7, podium + 4.4, 0.05],
    [-1.7, podium + 4.4, 0.05],
    { color: TIMBER[0]! },
  )
  addBox(b, [-2.1, podium, 0], [-1.7, podium + 4.4, 0.3], TRIM, 'lrf')
  addBox(b, [1.7, podium, 0], [2.1, podium + 4.4, 0.3], TRIM, 'lrf')
  addBox(b, [-2.4, podium + 4.4, 0], [2.4, podium + 5, 0.45], TRIM, 'lrfud')
  for (const u of [-5.2, 5.2]) addTallWindow(b, u, podium + 1.4, 1.4, 4)
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

/** A round-headed window on the plane z = 0. */
function addTallWindow(b: MeshBuilder, x: number, y: number, width: number, height: number): void {
  const r = width / 2
  const paint: Paint = b.random.chance(0.4) ? { color: GLOW, glow: 120 } : { color: GLASS }
  const spring = y + height - r
  const outline = (grow: number, z: number): [number, number, number][] => {
    const points: [number, number, number][] = [
      [x - r - grow, y - grow, z],
      [x + r + grow, y - grow, z],
    ]
    for (let i = 0; i <= 6; i++) {
      const angle = (i / 6) * Math.PI
      points.push([x + Math.cos(angle) * (r + grow), spring + Math.sin(angle) * (r + grow), z])
    }
    return points
  }
  addFace(b, outline(0.22, 0.05), TRIM)
  addFace(b, outline(0, 0.08), paint)
  addQuad(
    b,
    [x - 0.05, y, 0.1],
    [x + 0.05, y, 0.1],
    [x + 0.05, spring + r * 0.9, 0.1],
    [x - 0.05, spring + r * 0.9, 0.1],
    { color: IRON },
  )
}

function addBellTower(b: MeshBuilder): void {
  const { x, z, half, height } = TEMPLE.tower
  const belfry = 22
  const rows = [-2, 0.3, 3, 9.5, 15.5, belfry]
  for (let i = 1; i < rows.length; i++) {
    addBox(b, [x - half, rows[i - 1]!, z - half], [x + half, rows[i]!, z + half], WALL, 'lrbf')
    if (i > 2)
      addBox(
        b,
        [x - half - 0.22, rows[i]! - 0.3, z - half - 0.22],
        [x + half + 0.22, rows[i]! + 0.1, z + half + 0.22],
        TRIM,
        'lrbfud',
      )
  }
  for (const sx of [-1, 1]) {
    for (const sz of [-1, 1]) {
      const px = x + sx * (half - 0.55)
      const pz = z + sz * (half - 0.55)
      addBox(
        b,
        [x + sx * half - 0.45, -1, z + sz * half - 0.45],
        [x + sx * half + 0.45, belfry - 0.3, z + sz * half + 0.45],
        TRIM,
        'lrbf',
      )
      addBox(b, [px - 0.55, belfry + 0.1, pz - 0.55], [px + 0.55, belfry + 4.6, pz + 0.55], WALL, 'lrbf')
    }
  }
  addBelfry(b, x, z, half, belfry)
  const eave = belfry + 5.6
  for (let i = 0; i < 4; i++) {
    setFrame(b, x, eave, z, (i * Math.PI) / 2)
    const w = half + 0.5
    const bands = 5
    for (let k = 0; k < bands; k++) {
      const at = (t: number): [number, number] => [w * (1 - t) ** 1.25, (height - eave) * t]
      const [w0, y0] = at(k / bands)
      const [w1, y1] = at((k + 1) / bands)
      const color = shade(SLATE, 0.94 + 0.1 * (k % 2))
      addQuad(b, [-w0, y0, w0], [w0, y0, w0], [w1, y1, w1], [-w1, y1, w1], { color })
    }
    setFrame(b, x, 0, z, (i * Math.PI) / 2)
    addTallWindow(b, 0, 5, 1, 3)
    addClock(b, half)
  }
  setFrame(b)
  addRound(b, [x, height - 0.4, z], 0.5, 0.3, 0.3, 8, { color: GOLD }, 'ud')
  addRound(b, [x, height, z], 2, 0.07, 0.03, 5, { color: GOLD }, '')
  addBox(b, [x - 0.6, height + 1, z - 0.06], [x + 0.6, height + 1.15, z + 0.06], { color: GOLD })
}

/** The clock under the belfry. */
function addClock(b: MeshBuilder, half: number): void {
  const y = 18.8
  for (let i = 0; i < 12; i++) {
    const a = (i / 12) * Math.PI * 2
    const c = ((i + 1) / 12) * Math.PI * 2
    const z = half + 0.1
    addFace(
      b,
      [
        [0, y, z],
        [Math.cos(a) * 1.5, y + Math.sin(a) * 1.5, z],
        [Math.cos(c) * 1.5, y + Math.sin(c) * 1.5, z],
      ],
      { color: [236, 226, 204] },
    )
  }
  addQuad(
    b,
    [-0.06, y, half + 0.14],
    [0.06, y, half + 0.14],
    [0.06, y + 1.2, half + 0.14],
    [-0.06, y + 1.2, half + 0.14],
    { color: IRON },
  )
  addQuad(
    b,
    [0, y - 0.06, half + 0.14],
    [0.8, y - 0.4, half + 0.14],
    [0.84, y - 0.28, half + 0.14],
    [0, y + 0.06, half + 0.14],
    { color: IRON },
  )
}

function addBelfry(b: MeshBuilder, x: number, z: number, half: number, y: number): void {
  addBox(b, [x - half, y + 4.6, z - half], [x + half, y + 5.6, z + half], WALL, 'lrbfd')
  addBox(
    b,
    [x - half - 0.4, y + 5.3, z - half - 0.4],
    [x + half + 0.4, y + 5.7, z + half + 0.4],
    TRIM,
    'lrbfdu',
  )
  addBox(b, [x - half, y, z - half], [x + half, y + 0.12, z + half], STEP, 'u')
  for (let i = 0; i < 4; i++) {
    setFrame(b, x, 0, z, (i * Math.PI) / 2)
    addBox(b, [-half + 0.9, y + 0.1, half - 0.35], [half - 0.9, y + 1, half - 0.1], TRIM, 'fub')
  }
  setFrame(b)
  addRound(b, [x, y + 1.9, z], 1.5, 1.15, 0.5, 10, { color: GOLD }, 'u')
  addRound(b, [x, y + 1.7, z], 0.2, 1.3, 1.15, 10, { color: shade(GOLD, 0.8) }, 'd')
  addBox(b, [x - 0.1, y + 3.4, z - 0.1], [x + 0.1, y + 4.6, z + 0.1], { color: TIMBER[0]! }, 'lrbf')
}
