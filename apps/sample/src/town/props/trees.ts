import {
  addQuad,
  addSmooth,
  createMeshBuilder,
  type MeshBuilder,
  type Paint,
  type Vec3,
} from '../mesh/mesh-builder.js'
import { addBox, addLump, addRound } from '../mesh/shapes.js'
import { type Rgb, TIMBER, WHITE } from '../palette.js'
import { smoothstep } from '../random.js'

/** Leaves are white under a full mask: the instance tint is their green. */
const LEAF: Paint = { color: WHITE, mask: 255 }
const BARK: Paint = { color: TIMBER[0]! }

/** Crowns are dark below and inside, light on top. */
const crownShade =
  (low: number, high: number) => (_x: number, y: number, _z: number, _nx: number, ny: number) =>
    y < low ? 0.9 : 0.62 + 0.42 * smoothstep(low, high, y) + 0.06 * ny

/** A broad tree, 7 m high. */
export function broadTree(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, crownShade(2.4, 6.8))
  addRound(b, [0, -0.3, 0], 3, 0.32, 0.18, 6, BARK, '')
  addLump(b, [0, 4.4, 0], [2.3, 1.9, 2.2], LEAF, 0.14)
  addLump(b, [1.2, 3.7, 0.5], [1.5, 1.2, 1.5], LEAF, 0.16)
  addLump(b, [-1.1, 3.8, -0.6], [1.6, 1.3, 1.5], LEAF, 0.16)
  addLump(b, [-0.3, 3.7, 1.2], [1.4, 1.1, 1.3], LEAF, 0.16)
  addLump(b, [0.4, 5.6, -0.3], [1.5, 1.2, 1.4], LEAF, 0.16)
  return b
}

/** A slender tree, 10 m high. */
export function poplar(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, crownShade(1.2, 9.5))
  addRound(b, [0, -0.3, 0], 2, 0.24, 0.16, 5, BARK, '')
  addLump(b, [0, 3.2, 0], [1.25, 2, 1.25], LEAF, 0.12)
  addLump(b, [0.15, 5.6, 0.1], [1.15, 2.2, 1.15], LEAF, 0.12)
  addLump(b, [0, 8, 0], [0.75, 2, 0.75], LEAF, 0.12)
  return b
}

/** A fir, 9 m high. */
export function fir(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, (_x, y, _z, _nx, ny) =>
    ny < -0.4 ? 0.45 : 0.7 + 0.34 * smoothstep(1, 9, y),
  )
  addRound(b, [0, -0.3, 0], 1.8, 0.25, 0.18, 5, BARK, '')
  for (const [y, r, h] of [
    [1.2, 2.1, 3.2],
    [3.1, 1.7, 3],
    [5, 1.25, 2.6],
    [6.7, 0.8, 2.4],
  ] as const) {
    addRound(b, [0, y, 0], h, r, 0, 7, LEAF, 'd')
  }
  return b
}

/** The last level of a tree: one crown on a post. */
export const treeBlock =
  (middle: Vec3, radius: Vec3) =>
  (seed: number): MeshBuilder => {
    const b = createMeshBuilder(seed, crownShade(middle[1] - radius[1], middle[1] + radius[1]))
    addRound(b, [0, -0.3, 0], 2.4, 0.3, 0.2, 3, BARK, '')
    addLump(b, middle, radius, LEAF, 0.14, 0.6)
    return b
  }

/** The last level of a fir: one cone. */
export function firBlock(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, (_x, y) => 0.7 + 0.34 * smoothstep(1, 9, y))
  addRound(b, [0, -0.3, 0], 1.8, 0.25, 0.18, 3, BARK, '')
  addRound(b, [0, 1.2, 0], 7.9, 2, 0, 6, LEAF, 'd')
  return b
}

/** A rounded bush, 1.2 m high. */
export function bush(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, crownShade(-0.2, 1.2))
  addLump(b, [0, 0.5, 0], [0.8, 0.65, 0.75], LEAF, 0.14)
  addLump(b, [0.6, 0.35, 0.2], [0.55, 0.5, 0.5], LEAF, 0.16)
  addLump(b, [-0.5, 0.35, -0.2], [0.55, 0.45, 0.55], LEAF, 0.16)
  return b
}

/** Four metres of hedge along x. */
export function hedge(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, crownShade(-0.3, 1.6))
  addBox(b, [-2, -0.6, -0.45], [2, 0.9, 0.45], LEAF, 'lrubf')
  for (let i = 0; i < 4; i++) {
    addLump(
      b,
      [-1.5 + i, 0.75 + b.random.range(-0.1, 0.15), b.random.range(-0.1, 0.1)],
      [0.8, 0.6, 0.62],
      LEAF,
      0.16,
    )
  }
  return b
}

/** Crowns of a clump of woodland: x, z, size. */
const CROWNS: readonly (readonly [number, number, number])[] = [
  [-5.5, -3, 1],
  [0.5, -5, 1.15],
  [5.5, -1.5, 0.95],
  [-3, 3.5, 1.1],
  [3.4, 4.5, 1],
  [-7.5, 4.5, 0.85],
]

/** The last level of a clump: its crowns as pointed hats. */
export function woodBlock(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, crownShade(0, 8.5))
  for (const [x, z, s] of CROWNS) addRound(b, [x, -0.4, z], 8.4 * s, 3.6 * s, 0, 5, LEAF, '')
  return b
}

/** A clump of woodland, 18 m across: six crowns as one thing. */
export function woodClump(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, crownShade(0, 8.5))
  for (const [x, z, s] of CROWNS) {
    addLump(b, [x, 3.9 * s, z], [3.4 * s, 4.3 * s, 3.4 * s], LEAF, 0.13, 0.55)
  }
  return b
}

/** Grass blades and a few flowers, knee high, for the foreground of meadows. */
export function meadow(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, (_x, y) => 0.72 + 0.3 * Math.min(1, Math.max(0, y / 0.4)))
  for (let i = 0; i < 22; i++) {
    const x = b.random.range(-0.8, 0.8)
    const z = b.random.range(-0.8, 0.8)
    const h = b.random.range(0.22, 0.48)
    const turn = b.random.range(0, Math.PI)
    const c = Math.cos(turn) * 0.06
    const s = Math.sin(turn) * 0.06
    const lean = b.random.range(-0.12, 0.12)
    const blade: Vec3[] = [
      [x - c, -0.05, z - s],
      [x + c, -0.05, z + s],
      [x + lean, h, z + lean],
    ]
    const up: Vec3[] = [
      [0, 1, 0.1],
      [0, 1, 0.1],
      [0, 1, 0.1],
    ]
    // Lit as the ground is, from both sides, so that it does not flicker.
    addSmooth(b, blade, up, LEAF)
    addSmooth(b, [...blade].reverse(), up, LEAF)
    if (i % 4 !== 0) continue
    const color = b.random.pick(FLOWERS)
    const y = h + 0.02
    addSmooth(
      b,
      [
        [x + lean - 0.05, y, z + lean + 0.04],
        [x + lean + 0.05, y, z + lean + 0.04],
        [x + lean, y + 0.02, z + lean - 0.06],
      ],
      up,
      { color },
    )
  }
  return b
}

const FLOWERS: readonly Rgb[] = [
  [238, 226, 190],
  [216, 120, 96],
  [226, 186, 88],
  [176, 150, 204],
]

/** Ivy on a wall at z = 0, from the ground up to four metres. */
export function ivy(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, (_x, y) => 0.62 + 0.4 * smoothstep(0, 3.6, y))
  for (let i = 0; i < 46; i++) {
    const t = b.random.next() ** 1.3
    const reach = 1.25 * (1 - t) ** 0.6 + 0.15
    const x = b.random.range(-reach, reach) + 0.35 * Math.sin(t * 5)
    const y = t * 3.9
    const r = b.random.range(0.2, 0.36) * (1.1 - t * 0.4)
    const z = b.random.range(0.05, 0.2)
    const paint: Paint = { ...LEAF, vary: 0.14 }
    addQuad(
      b,
      [x, y - r, z + 0.06],
      [x + r, y, z + b.random.range(0, 0.14)],
      [x, y + r * 0.8, z],
      [x - r, y, z + b.random.range(0, 0.14)],
      paint,
    )
  }
  return b
}
