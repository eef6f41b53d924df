import {
  addFace,
  addFacing,
  createMeshBuilder,
  type MeshBuilder,
  type Paint,
  setFrame,
  type Vec3,
} from '../mesh/mesh-builder.js'
import { addBox, addInside, addLump, addPanel, addRound, addTaper } from '../mesh/shapes.js'
import { COBBLE, GLOW, IRON, mix, type Rgb, STONE, STRAW, shade, TIMBER, WATER_SHALLOW } from '../palette.js'

const WOOD: Paint = { color: mix(TIMBER[1]!, STRAW, 0.2), vary: 0.1 }
const DARK_WOOD: Paint = { color: TIMBER[1]!, vary: 0.08 }
const METAL: Paint = { color: IRON }

const grounded = (_x: number, y: number, _z: number, _nx: number, ny: number) =>
  ny < -0.4 ? 0.5 : 0.66 + 0.34 * Math.min(1, Math.max(0, y / 0.7))

function addCrate(b: MeshBuilder, x: number, y: number, z: number, half: number, yaw: number): void {
  setFrame(b, x, y, z, yaw)
  const h = half * 2
  addBox(b, [-half, 0, -half], [half, h, half], WOOD, 'lrubf')
  for (let side = 0; side < 4; side++) {
    setFrame(b, x, y, z, yaw + (side * Math.PI) / 2)
    addPanel(b, -half, 0, half, h * 0.16, half + 0.02, DARK_WOOD)
    addPanel(b, -half, h * 0.84, half, h, half + 0.02, DARK_WOOD)
  }
  setFrame(b)
}

/** Three crates, one on top. */
export function crates(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, grounded)
  addCrate(b, -0.42, 0, 0, 0.38, 0.1)
  addCrate(b, 0.45, 0, 0.08, 0.42, -0.25)
  addCrate(b, -0.05, 0.78, 0, 0.32, 0.5)
  return b
}

function addBarrel(b: MeshBuilder, x: number, z: number, scale: number): void {
  const r = 0.3 * scale
  const h = 0.95 * scale
  addRound(b, [x, 0, z], h / 2, r * 0.82, r, 8, WOOD, '')
  addRound(b, [x, h / 2, z], h / 2, r, r * 0.82, 8, WOOD, 'u')
  for (const y of [0.14, 0.74]) addRound(b, [x, h * y, z], 0.07, r * 0.96, r * 0.98, 8, METAL, '')
}

export function barrels(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, grounded)
  addBarrel(b, -0.35, 0, 1)
  addBarrel(b, 0.36, 0.1, 0.88)
  return b
}

function addWheel(b: MeshBuilder, x: number, y: number, z: number, radius: number): void {
  const sides = 7
  const at = (i: number, r: number, out: number): Vec3 => {
    const a = (i / sides) * Math.PI * 2
    return [x + out, y + Math.sin(a) * r, z + Math.cos(a) * r]
  }
  for (let i = 0; i < sides; i++) {
    for (const out of [0.05, -0.05]) {
      const face = [
        at(i, radius, out),
        at(i, radius * 0.78, out),
        at(i + 1, radius * 0.78, out),
        at(i + 1, radius, out),
      ]
      addFacing(b, face, [out, 0, 0], DARK_WOOD)
    }
  }
  for (const turn of [0, Math.PI / 2]) {
    const c = Math.cos(turn) * radius * 0.8
    const s = Math.sin(turn) * radius * 0.8
    for (const out of [0.02, -0.02]) {
      const w: [number, number] = [Math.cos(turn + Math.PI / 2) * 0.05, Math.sin(turn + Math.PI / 2) * 0.05]
      const face: Vec3[] = [
        [x + out, y + s + w[1], z + c + w[0]],
        [x + out, y - s + w[1], z - c + w[0]],
        [x + out, y - s - w[1], z - c - w[0]],
        [x + out, y + s - w[1], z + c - w[0]],
      ]
      addFacing(b, face, [out, 0, 0], WOOD)
    }
  }
}

/** A two-wheeled hand cart with sacks, shafts at +z. */
export function cart(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, grounded)
  addBox(b, [-0.6, 0.62, -1], [0.6, 0.72, 0.9], WOOD, 'lrudbf')
  for (const x of [-0.6, 0.55]) addBox(b, [x, 0.72, -1], [x + 0.05, 1.1, 0.9], WOOD, 'lrufb')
  addBox(b, [-0.6, 0.72, -1], [0.6, 1.1, -0.95], WOOD, 'fbu')
  for (const x of [-0.5, 0.44]) addBox(b, [x, 0.6, 0.9], [x + 0.06, 0.66, 2.1], DARK_WOOD, 'lrud')
  for (const x of [-0.72, 0.72]) addWheel(b, x, 0.55, -0.1, 0.55)
  addTaper(b, [-0.2, 0.72, -0.5], 0.5, [0.3, 0.3], [0.18, 0.16], { color: [204, 184, 142] })
  addTaper(b, [0.2, 0.72, 0.15], 0.42, [0.3, 0.34], [0.2, 0.2], { color: [188, 164, 120] })
  return b
}

/** A street lamp: iron post, arm and lantern. */
export function lamp(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, grounded)
  addBox(b, [-0.22, -0.2, -0.22], [0.22, 0.3, 0.22], { color: STONE[1]! }, 'lrubf')
  addRound(b, [0, 0.3, 0], 2.7, 0.07, 0.05, 6, METAL, '')
  addRound(b, [0, 3, 0], 0.1, 0.05, 0.2, 6, METAL, '')
  addRound(b, [0, 3.1, 0], 0.42, 0.14, 0.2, 6, { color: GLOW, glow: 220 }, '')
  addRound(b, [0, 3.52, 0], 0.26, 0.27, 0.02, 6, METAL, 'd')
  return b
}

export function bench(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, grounded)
  for (const z of [-0.18, 0.04]) addBox(b, [-0.85, 0.42, z], [0.85, 0.48, z + 0.18], WOOD, 'lrufbd')
  addBox(b, [-0.85, 0.62, -0.26], [0.85, 0.88, -0.21], WOOD, 'lrufb')
  for (const x of [-0.7, 0.6]) {
    addBox(b, [x, 0, -0.25], [x + 0.1, 0.86, -0.15], DARK_WOOD, 'lrbf')
    addBox(b, [x, 0, 0.1], [x + 0.1, 0.42, 0.2], DARK_WOOD, 'lrbf')
  }
  return b
}

/** A well with a winch under a small tiled roof. */
export function well(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, grounded)
  const stone: Paint = { color: STONE[0]!, vary: 0.05 }
  addRound(b, [0, -0.3, 0], 1.1, 1.15, 1.1, 8, stone, '')
  addRound(b, [0, 0.8, 0], 0.12, 1.22, 1.22, 8, { color: STONE[2]! }, '')
  addRound(b, [0, 0.92, 0], 0.02, 1.22, 0.9, 8, { color: STONE[2]! }, '')
  addInside(b, [0, 0.4, 0], 0.54, 0.9, 0.9, 8, { color: STONE[1]! })
  addRound(b, [0, 0.39, 0], 0.02, 0.95, 0.95, 8, { color: shade(WATER_SHALLOW, 0.6) }, 'u')
  for (const x of [-1.05, 0.9]) addBox(b, [x, 0.8, -0.09], [x + 0.15, 2.5, 0.09], DARK_WOOD, 'lrbf')
  addBox(b, [-1, 1.7, -0.07], [1, 1.84, 0.07], DARK_WOOD, 'udbf')
  addBox(b, [-0.03, 1, -0.03], [0.03, 1.7, 0.03], { color: STRAW }, 'lrbf')
  for (const s of [1, -1]) {
    const roof: Vec3[] = [
      [-1.35, 2.3, s * 1.15],
      [1.35, 2.3, s * 1.15],
      [1.35, 3.1, 0],
      [-1.35, 3.1, 0],
    ]
    addFace(b, s > 0 ? roof : roof.reverse(), { color: [168, 78, 54], vary: 0.05 })
    const under = roof.map(([x, y, z]): Vec3 => [x, y - 0.08, z])
    addFace(b, s > 0 ? under.reverse() : under, DARK_WOOD)
  }
  return b
}

const BLOOMS: readonly Rgb[] = [
  [196, 64, 74],
  [226, 160, 60],
  [224, 150, 170],
  [236, 228, 214],
]

/** Pots with flowers and a small shrub, against a wall at -z. */
export function pots(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, grounded)
  const clay: Paint = { color: [176, 102, 72], vary: 0.08 }
  for (const [x, r, h] of [
    [-0.5, 0.2, 0.34],
    [0, 0.26, 0.42],
    [0.5, 0.17, 0.28],
  ] as const) {
    addRound(b, [x, 0, 0], h, r * 0.7, r, 6, clay, 'u')
    addLump(b, [x, h + r * 0.55, 0], [r * 1.25, r, r * 1.2], { color: [92, 132, 62], vary: 0.1 }, 0.15, 0.5)
    for (let i = 0; i < 4; i++) {
      const u = x + b.random.range(-r, r)
      const v = h + b.random.range(r * 0.7, r * 1.4)
      const w = b.random.range(0.05, r)
      addFace(
        b,
        [
          [u - 0.06, v - 0.05, w + 0.07],
          [u + 0.06, v - 0.05, w + 0.08],
          [u, v + 0.08, w + 0.02],
        ],
        { color: b.random.pick(BLOOMS) },
      )
    }
  }
  return b
}

/** A worn patch of setts that lie a finger's breadth proud of the paving. */
export function cobbles(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, (_x, _y, _z, _nx, ny) => (ny > 0.5 ? 1 : 0.8))
  const rows = 4
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < 5; i++) {
      const x = (i - 2 + (row % 2) * 0.5) * 0.3 + b.random.range(-0.03, 0.03)
      const z = (row - 1.5) * 0.22 + b.random.range(-0.02, 0.02)
      if (b.random.chance(0.12 + 0.25 * Math.hypot(x, z))) continue
      const color = shade(mix(COBBLE, STONE[2]!, b.random.range(0, 0.8)), b.random.range(0.82, 1.04))
      setFrame(b, x, 0, z, b.random.range(-0.12, 0.12))
      addTaper(b, [0, -0.03, 0], 0.05, [0.135, 0.095], [0.115, 0.075], { color }, 'lrubf')
    }
  }
  setFrame(b)
  return b
}

/** Billets stacked against a wall at -z. */
export function woodpile(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, grounded)
  const rows = [5, 5, 4]
  rows.forEach((count, row) => {
    for (let i = 0; i < count; i++) {
      const x = -0.75 + i * 0.34 + row * 0.12
      const y = 0.15 + row * 0.27
      const r = 0.15
      const end: Vec3[] = [
        [x - r, y - r, 0.4],
        [x + r, y - r, 0.4],
        [x + r, y + r, 0.4],
        [x - r, y + r, 0.4],
      ]
      addFace(b, end, { color: [204, 164, 116], vary: 0.12 })
      if (row === 2 || i === 0 || i === count - 1)
        addBox(b, [x - r, y - r, -0.4], [x + r, y + r, 0.4], DARK_WOOD, 'lru')
    }
  })
  return b
}
