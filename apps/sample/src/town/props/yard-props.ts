import { addGableRoof } from '../houses/roofs.js'
import {
  addFace,
  addFacing,
  addQuad,
  createMeshBuilder,
  type MeshBuilder,
  type Paint,
  setFrame,
  type Vec3,
} from '../mesh/mesh-builder.js'
import { addBeam, addBox, addPanel, addRound } from '../mesh/shapes.js'
import { CLOTH, mix, STONE, STRAW, shade, TILES, TIMBER, WHITE } from '../palette.js'
import { smoothstep } from '../random.js'

const WOOD: Paint = { color: mix(TIMBER[1]!, STRAW, 0.2), vary: 0.1 }
const DARK_WOOD: Paint = { color: TIMBER[1]!, vary: 0.08 }
const PLASTER_PAINT: Paint = { color: WHITE, mask: 255, vary: 0.02 }

const grounded = (_x: number, y: number, _z: number, _nx: number, ny: number) =>
  ny < -0.4 ? 0.5 : 0.66 + 0.34 * smoothstep(-0.1, 1.2, y)

/** Washing on a line between two poles six metres apart; the largest sheet takes the tint. */
export function laundry(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, grounded)
  for (const x of [-3, 3]) addBox(b, [x - 0.06, 0, -0.06], [x + 0.06, 2.6, 0.06], DARK_WOOD, 'lrbf')
  const sag = (x: number) => 2.5 - 0.28 * (1 - (x / 3) ** 2)
  for (let i = 0; i < 4; i++) {
    const x0 = -3 + i * 1.5
    addQuad(
      b,
      [x0, sag(x0) - 0.02, 0],
      [x0 + 1.5, sag(x0 + 1.5) - 0.02, 0],
      [x0 + 1.5, sag(x0 + 1.5), 0],
      [x0, sag(x0), 0],
      { color: STRAW },
    )
  }
  const sheets: readonly [number, number, number, Paint][] = [
    [-2.4, 1.1, 1.3, { color: WHITE, mask: 255 }],
    [-1, 0.7, 0.8, { color: CLOTH[5]! }],
    [0, 0.9, 1.1, { color: mix(CLOTH[1]!, WHITE, 0.35) }],
    [1.2, 0.55, 0.7, { color: mix(CLOTH[2]!, WHITE, 0.2) }],
    [1.95, 0.7, 1, { color: CLOTH[5]! }],
  ]
  for (const [x, width, drop, paint] of sheets) {
    const y = sag(x + width / 2)
    const hem = 0.12
    const face: Vec3[] = [
      [x, y - drop, hem],
      [x + width, y - drop, -hem * 0.4],
      [x + width, y, 0],
      [x, y, 0],
    ]
    addFace(b, face, paint)
    addFace(b, [...face].reverse(), { ...paint, color: shade(paint.color, 0.88) })
  }
  return b
}

/** Three metres of paling fence along x. */
export function fence(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, grounded)
  for (const y of [0.3, 0.8]) addBox(b, [-1.5, y, -0.03], [1.5, y + 0.09, 0.03], DARK_WOOD, 'ufb')
  for (let i = 0; i < 10; i++) {
    const x = -1.42 + i * 0.3
    const top = 1.02 + b.random.range(-0.06, 0.08)
    for (const s of [1, -1]) {
      const z = s * 0.05
      const face: Vec3[] = [
        [x - 0.07, -0.1, z],
        [x + 0.07, -0.1, z],
        [x + 0.07, top - 0.1, z],
        [x, top, z],
        [x - 0.07, top - 0.1, z],
      ]
      addFace(b, s > 0 ? face : face.reverse(), WOOD)
    }
  }
  return b
}

export function haystack(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, grounded)
  const rings: readonly [number, number, number][] = [
    [0, 1.6, 1.75],
    [0.9, 1.75, 1.35],
    [1.7, 1.35, 0.7],
    [2.3, 0.7, 0.05],
  ]
  rings.forEach(([y, r0, r1], i) => {
    const next = rings[i + 1]?.[0] ?? 2.75
    addRound(b, [0, y, 0], next - y, r0, r1, 9, { color: shade(STRAW, 0.9 + i * 0.05), vary: 0.04 }, '')
  })
  addBox(b, [-0.05, 2.4, -0.05], [0.05, 3.2, 0.05], DARK_WOOD, 'lrbfu')
  return b
}

/** A plastered yard wall four metres long along x with a tiled cap and a door; the street is at +z. */
export function yardWall(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, grounded)
  const h = 2.5
  for (const yaw of [0, Math.PI]) {
    setFrame(b, 0, 0, 0, yaw)
    addPanel(b, -2, -1.4, 2, 0.5, 0.2, { color: STONE[1]! })
    addPanel(b, -2, 0.5, 2, h, 0.2, PLASTER_PAINT)
    addQuad(b, [-2, h - 0.05, 0.42], [2, h - 0.05, 0.42], [2, h + 0.35, 0], [-2, h + 0.35, 0], {
      color: TILES[0]!,
      vary: 0.06,
    })
    addQuad(b, [-2, h - 0.05, 0.2], [2, h - 0.05, 0.2], [2, h - 0.05, 0.42], [-2, h - 0.05, 0.42], DARK_WOOD)
  }
  setFrame(b)
  for (const x of [-2, 2])
    addFacing(
      b,
      [
        [x, -1.4, -0.2],
        [x, -1.4, 0.2],
        [x, h, 0.2],
        [x, h, -0.2],
      ],
      [x, 0, 0],
      PLASTER_PAINT,
    )
  setFrame(b, 0, 0, 0.2)
  for (let i = 0; i < 3; i++) addPanel(b, -0.55 + i * 0.37, 0, -0.2 + i * 0.37, 2, 0.03, DARK_WOOD)
  for (const x of [-0.62, 0.62]) addBeam(b, [x, 0], [x, 2.1], 0, 0.14, 0.08, WOOD)
  addBeam(b, [-0.8, 2.12], [0.8, 2.12], 0, 0.18, 0.1, WOOD)
  setFrame(b)
  return b
}

/** A lean wooden shed, door at +z. */
export function shed(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, grounded)
  const plank: Paint = { color: mix(TIMBER[1]!, STRAW, 0.3), mask: 40, vary: 0.07 }
  for (const yaw of [0, Math.PI]) {
    setFrame(b, 0, 0, 0, yaw)
    for (let i = 0; i < 6; i++) {
      const x = -2.2 + i * 0.7333
      addPanel(b, x, -1, x + 0.7333, 2.3, 1.7, plank)
    }
  }
  setFrame(b)
  for (const s of [-1, 1]) {
    addFacing(
      b,
      [
        [s * 2.2, -1, -1.7],
        [s * 2.2, -1, 1.7],
        [s * 2.2, 2.3, 1.7],
        [s * 2.2, 3.7, 0],
        [s * 2.2, 2.3, -1.7],
      ],
      [s, 0, 0],
      plank,
    )
  }
  addGableRoof(b, {
    along: 2.2,
    across: 1.7,
    eave: 2.3,
    pitch: 0.82,
    overhang: 0.35,
    verge: 0.25,
    tiles: TILES[2]!,
    far: false,
  })
  setFrame(b, 0, 0, 1.7)
  addPanel(b, -0.6, 0, 0.6, 1.9, 0.03, DARK_WOOD)
  setFrame(b)
  return b
}
