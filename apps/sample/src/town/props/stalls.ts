import {
  addFace,
  addQuad,
  createMeshBuilder,
  type MeshBuilder,
  type Paint,
  setFrame,
  type Vec3,
} from '../mesh/mesh-builder.js'
import { addBox, addLump, addRound, addTaper } from '../mesh/shapes.js'
import { CLOTH, mix, type Rgb, STRAW, shade, TIMBER, WHITE } from '../palette.js'

const WOOD: Paint = { color: mix(TIMBER[1]!, STRAW, 0.25), vary: 0.1 }
const DARK_WOOD: Paint = { color: TIMBER[1]!, vary: 0.08 }
const CLOTH_PAINT: Paint = { color: WHITE, mask: 255 }
const CREAM: Paint = { color: CLOTH[5]! }
const FRUIT: readonly Rgb[] = [
  [196, 66, 52],
  [224, 150, 58],
  [122, 152, 66],
  [214, 186, 96],
  [128, 74, 104],
]

const stallShade = (_x: number, y: number, _z: number, _nx: number, ny: number) =>
  ny < -0.4 ? 0.6 : y < 0.9 ? 0.72 + 0.28 * Math.max(0, y / 0.9) : 1

function addPosts(b: MeshBuilder, x: number, z: number, front: number, back: number): void {
  for (const sx of [-x, x]) {
    addBox(b, [sx - 0.06, 0, z - 0.06], [sx + 0.06, front, z + 0.06], DARK_WOOD, 'lrf')
    addBox(b, [sx - 0.06, 0, -z - 0.06], [sx + 0.06, back, -z + 0.06], DARK_WOOD, 'lrb')
  }
}

/** Stripes of cloth between two edges given left to right as seen from above with the far edge up. */
function addStripes(b: MeshBuilder, x: number, count: number, low: Vec3, high: Vec3, both: boolean): void {
  for (let i = 0; i < count; i++) {
    const u0 = -x + (2 * x * i) / count
    const u1 = u0 + (2 * x) / count
    const paint = i % 2 === 0 ? CLOTH_PAINT : CREAM
    const flip = low[2] < high[2]
    const face: Vec3[] = [
      [u0, low[1], low[2]],
      [u1, low[1], low[2]],
      [u1, high[1], high[2]],
      [u0, high[1], high[2]],
    ]
    addFace(b, flip ? face.reverse() : face, paint)
  }
  if (!both) return
  const under: Vec3[] = [
    [-x, low[1] - 0.02, low[2]],
    [-x, high[1] - 0.02, high[2]],
    [x, high[1] - 0.02, high[2]],
    [x, low[1] - 0.02, low[2]],
  ]
  addFace(b, low[2] < high[2] ? under.reverse() : under, { color: shade(CLOTH[5]!, 0.75), mask: 120 })
}

function addHeap(b: MeshBuilder, x: number, y: number, z: number, color: Rgb): void {
  addBox(b, [x - 0.42, y, z - 0.3], [x + 0.42, y + 0.2, z + 0.3], WOOD, 'lrf')
  const top: Vec3[] = [
    [x - 0.38, y + 0.18, z + 0.26],
    [x + 0.38, y + 0.18, z + 0.26],
    [x + 0.38, y + 0.18, z - 0.26],
    [x - 0.38, y + 0.18, z - 0.26],
  ]
  const ridge: Vec3[] = [
    [x - 0.18, y + 0.42, z],
    [x + 0.18, y + 0.42, z],
  ]
  const paint: Paint = { color, vary: 0.12 }
  addFace(b, [top[0]!, top[1]!, ridge[1]!, ridge[0]!], paint)
  addFace(b, [top[2]!, top[3]!, ridge[0]!, ridge[1]!], paint)
  addFace(b, [top[1]!, top[2]!, ridge[1]!], paint)
  addFace(b, [top[3]!, top[0]!, ridge[0]!], paint)
}

/** A stall with a striped gable of cloth; the counter is at +z. */
export function stall(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, stallShade)
  addPosts(b, 1.4, 1.05, 2.25, 2.25)
  addStripes(b, 1.62, 6, [0, 2.15, 1.4], [0, 2.95, 0], true)
  addStripes(b, 1.62, 6, [0, 2.15, -1.4], [0, 2.95, 0], true)
  for (let i = 0; i < 6; i++) {
    const u0 = -1.62 + i * 0.54
    const paint = i % 2 === 0 ? CLOTH_PAINT : CREAM
    addFace(
      b,
      [
        [u0, 2.16, 1.4],
        [u0 + 0.27, 1.88, 1.43],
        [u0 + 0.54, 2.16, 1.4],
      ],
      paint,
    )
  }
  addBox(b, [-1.4, 0.1, 0.45], [1.4, 0.85, 1.05], WOOD, 'lrfb')
  addBox(b, [-1.5, 0.85, 0.35], [1.5, 0.93, 1.15], DARK_WOOD, 'lrfu')
  for (let i = 0; i < 3; i++) addHeap(b, -0.95 + i * 0.95, 0.93, 0.75, FRUIT[i]!)
  return b
}

/** A stall under one sloping cloth, with bolts of cloth and pots. */
export function leanStall(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, stallShade)
  addPosts(b, 1.35, 1, 2.05, 2.75)
  addStripes(b, 1.6, 3, [0, 1.98, 1.5], [0, 2.85, -1.15], true)
  addQuad(b, [-1.6, 1.7, 1.52], [1.6, 1.7, 1.52], [1.6, 1.99, 1.5], [-1.6, 1.99, 1.5], CLOTH_PAINT)
  addBox(b, [-1.35, 0.1, 0.35], [1.35, 0.8, 1], CLOTH_PAINT, 'lrfb')
  addBox(b, [-1.45, 0.8, 0.3], [1.45, 0.88, 1.1], DARK_WOOD, 'lrfu')
  for (let i = 0; i < 4; i++) {
    const x = -1.1 + i * 0.34
    const color = CLOTH[(i * 2 + 1) % 5]!
    addBox(b, [x - 0.14, 0.88, 0.4], [x + 0.14, 1.12 + (i % 2) * 0.14, 1], { color }, 'lruf')
  }
  for (let i = 0; i < 2; i++) {
    const x = 0.45 + i * 0.55
    addRound(b, [x, 0.88, 0.7], 0.26, 0.11, 0.21, 6, { color: [178, 104, 70], vary: 0.06 }, '')
    addRound(b, [x, 1.14, 0.7], 0.12, 0.21, 0.1, 6, { color: [160, 90, 60] }, 'u')
  }
  return b
}

/** Baskets and sacks of goods on the ground. */
export function goods(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, (_x, y, _z, _nx, ny) =>
    ny < -0.4 ? 0.5 : 0.65 + Math.min(0.35, y * 0.8),
  )
  const places: readonly [number, number, number][] = [
    [-0.45, 0.1, 0.34],
    [0.32, 0.25, 0.3],
    [0, -0.42, 0.36],
  ]
  places.forEach(([x, z, r], i) => {
    addRound(b, [x, 0, z], 0.36, r * 0.78, r, 7, { color: mix(STRAW, TIMBER[1]!, 0.35) }, '')
    addRound(b, [x, 0.33, z], 0.2, r * 0.95, r * 0.25, 7, { color: FRUIT[(i * 2) % 5]!, vary: 0.1 }, 'u')
  })
  addTaper(b, [0.85, 0, -0.25], 0.62, [0.26, 0.22], [0.14, 0.1], { color: [206, 186, 146] }, 'lrubf')
  addLump(b, [0.8, 0.2, 0.35], [0.3, 0.22, 0.3], { color: FRUIT[2]! }, 0.1, 0.6)
  return b
}

/** A banner on a pole that leans out over the street; the cloth takes the tint. */
export function banner(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed)
  addBox(b, [-0.04, 0, 0], [0.04, 0.08, 1.3], DARK_WOOD, 'lrudf')
  const rows = 5
  const x = (t: number) => 0.1 * Math.sin(t * 5)
  for (let i = 0; i < rows; i++) {
    const t0 = i / rows
    const t1 = (i + 1) / rows
    for (const side of [1, -1]) {
      const face: Vec3[] = [
        [x(t1), -2.6 * t1, 0.2],
        [x(t1), -2.6 * t1, 1.2],
        [x(t0), -2.6 * t0, 1.2],
        [x(t0), -2.6 * t0, 0.2],
      ]
      addFace(b, side > 0 ? face.reverse() : face, CLOTH_PAINT)
    }
  }
  setFrame(b)
  for (const side of [1, -1]) {
    const tip: Vec3[] = [
      [x(1), -2.6, 0.2],
      [x(1), -3.1, 0.7],
      [x(1), -2.6, 1.2],
    ]
    addFace(b, side > 0 ? tip : tip.reverse(), CREAM)
  }
  return b
}
