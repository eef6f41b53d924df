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
import { addBox, addRound } from '../mesh/shapes.js'
import { CLOTH, GLASS, GOLD, mix, SLATE, STONE, shade, TILES, TIMBER } from '../palette.js'
import { GATE_HALF_WIDTH, WALL_HEIGHT, WALL_THICKNESS, WALL_WALK_HEIGHT } from '../plan/wall-line.js'
import { smoothstep } from '../random.js'

/** length of one piece of the wall before it is fitted */
export const WALL_MODULE = 8
export const TOWER_RADIUS = 5
export const GATE_PASSAGE = 6
const BELOW = 3
const HALF = WALL_THICKNESS / 2
const STONES: Paint = { color: STONE[0]!, vary: 0.035 }
const LIGHT: Paint = { color: STONE[2]!, vary: 0.04 }
const DARK: Paint = { color: STONE[1]!, vary: 0.05 }

const wallShade = (top: number) => (_x: number, y: number, _z: number, _nx: number, ny: number) => {
  if (ny < -0.85) return 0.5
  if (ny < -0.25) return 0.72
  const foot = 0.64 + 0.36 * smoothstep(-0.2, 2.8, y)
  return y < top ? foot : 1
}

/** Stones that stand out of a flat face z = base, so that it does not look poured. */
function addStones(
  b: MeshBuilder,
  x0: number,
  x1: number,
  y0: number,
  y1: number,
  base: number,
  count: number,
): void {
  for (let i = 0; i < count; i++) {
    const w = b.random.range(0.5, 1.1)
    const h = b.random.range(0.3, 0.5)
    const x = b.random.range(x0 + 0.1, x1 - w - 0.1)
    const y = y0 + Math.floor(b.random.range(0, (y1 - y0 - h) / 0.55)) * 0.55
    const paint = b.random.chance(0.5) ? LIGHT : DARK
    addQuad(
      b,
      [x, y, base + 0.05],
      [x + w, y, base + 0.05],
      [x + w, y + h, base + 0.05],
      [x, y + h, base + 0.05],
      paint,
    )
    addQuad(
      b,
      [x, y + h, base + 0.05],
      [x + w, y + h, base + 0.05],
      [x + w, y + h, base],
      [x, y + h, base],
      paint,
    )
  }
}

/** A piece of the ring wall: outside is +z, the walk lies between a crenellated and a low parapet. */
export function wallPiece(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, wallShade(WALL_HEIGHT))
  const x = WALL_MODULE / 2
  const walk = WALL_WALK_HEIGHT
  for (const yaw of [0, Math.PI]) {
    setFrame(b, 0, 0, 0, yaw)
    const rows = [-BELOW, 0.4, 2.8, walk - 0.6, walk]
    for (let i = 1; i < rows.length; i++) {
      // The foot is broader: a slope that sheds stones.
      const out = (y: number) => HALF + 0.55 * Math.max(0, 1 - y / 2.8)
      addQuad(
        b,
        [-x, rows[i - 1]!, out(rows[i - 1]!)],
        [x, rows[i - 1]!, out(rows[i - 1]!)],
        [x, rows[i]!, out(rows[i]!)],
        [-x, rows[i]!, out(rows[i]!)],
        STONES,
      )
    }
    addStones(b, -x, x, 2.9, walk - 0.5, HALF, 10)
  }
  setFrame(b)
  addBox(b, [-x, walk, -HALF - 0.18], [x, walk + 0.14, HALF + 0.18], LIGHT, 'ufb')
  addQuad(b, [-x, walk, -HALF], [x, walk, -HALF], [x, walk, -HALF - 0.18], [-x, walk, -HALF - 0.18], DARK)
  // Parapets: merlons outside, a low wall inside.
  addBox(b, [-x, walk + 0.14, HALF - 0.45], [x, walk + 0.95, HALF + 0.05], STONES, 'ubf')
  for (const u of [-3, -1, 1, 3]) {
    addBox(b, [u - 0.6, walk + 0.95, HALF - 0.45], [u + 0.6, walk + 1.95, HALF + 0.05], STONES, 'lrubf')
    addBox(b, [u - 0.68, walk + 1.95, HALF - 0.52], [u + 0.68, walk + 2.08, HALF + 0.12], LIGHT, 'lrubfd')
  }
  addBox(b, [-x, walk + 0.14, -HALF - 0.05], [x, walk + 0.6, -HALF + 0.3], STONES, 'ubf')
  addBox(b, [-0.09, 5.3, HALF], [0.09, 6.9, HALF + 0.03], { color: GLASS }, 'f')
  return b
}

/** A ring of merlons round a tower's top. */
function addCrown(b: MeshBuilder, x: number, z: number, y: number, radius: number, count: number): void {
  for (let i = 0; i < count; i++) {
    const angle = (i / count) * Math.PI * 2
    setFrame(b, x + Math.sin(angle) * radius, y, z + Math.cos(angle) * radius, angle)
    addBox(b, [-0.62, 0, -0.4], [0.62, 1.05, 0.1], STONES, 'lrubf')
  }
  setFrame(b)
}

/** A round tower: shaft, corbelled gallery with merlons, pointed roof. */
function addTower(
  b: MeshBuilder,
  x: number,
  z: number,
  radius: number,
  height: number,
  peak: number,
  tiles: Paint,
): void {
  setFrame(b)
  const sides = 16
  const rows = [-BELOW, 0.5, 3, height * 0.6, height]
  for (let i = 1; i < rows.length; i++) {
    const wide = (y: number) => radius + 0.5 * Math.max(0, 1 - y / 3)
    addRound(
      b,
      [x, rows[i - 1]!, z],
      rows[i]! - rows[i - 1]!,
      wide(rows[i - 1]!),
      wide(rows[i]!),
      sides,
      STONES,
      '',
    )
  }
  addRound(b, [x, height * 0.55, z], 0.35, radius + 0.12, radius + 0.12, sides, LIGHT, 'ud')
  addRound(b, [x, height - 0.9, z], 0.9, radius, radius + 0.55, sides, DARK, '')
  addRound(b, [x, height, z], 0.9, radius + 0.55, radius + 0.55, sides, LIGHT, 'u')
  addCrown(b, x, z, height + 0.9, radius + 0.45, 10)
  addRound(b, [x, height + 0.9, z], 1.7, radius - 0.7, radius - 0.7, sides, STONES, '')
  const base = height + 2.3
  const bands = 5
  for (let i = 0; i < bands; i++) {
    const r = (t: number) => (radius + 0.35) * (1 - t) ** 1.08
    const y0 = base + ((peak - base) * i) / bands
    const skirt = i === 0 ? 0 : 0.1
    const color = shade(tiles.color, 0.92 + 0.08 * (i % 2))
    addRound(
      b,
      [x, y0 - 0.06, z],
      (peak - base) / bands + 0.06,
      r(i / bands) + skirt,
      r((i + 1) / bands),
      sides,
      { color },
      i === 0 ? 'd' : '',
    )
  }
  addRound(b, [x, peak - 0.2, z], 1.5, 0.07, 0.03, 5, { color: GOLD }, '')
  for (let i = 0; i < 6; i++) {
    const angle = (i / 6) * Math.PI * 2 + 0.3
    setFrame(b, x + Math.sin(angle) * radius, 0, z + Math.cos(angle) * radius, angle)
    addBox(b, [-0.12, height * 0.66, -0.1], [0.12, height * 0.66 + 1.5, 0.08], { color: GLASS }, 'f')
    addBox(b, [-0.5, 4.2 + (i % 3) * 1.1, -0.3], [0.5, 4.6 + (i % 3) * 1.1, 0.04], i % 2 ? LIGHT : DARK, 'fu')
  }
  setFrame(b)
}

export function wallTower(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, wallShade(12))
  addTower(b, 0, 0, TOWER_RADIUS, 11.8, 18.4, { color: SLATE })
  // Doors to the walk on either side.
  for (const yaw of [Math.PI / 2, -Math.PI / 2]) {
    setFrame(b, 0, WALL_WALK_HEIGHT + 0.14, 0, yaw)
    addBox(b, [-0.75, -0.2, TOWER_RADIUS - 0.3], [0.75, 2.3, TOWER_RADIUS + 0.12], LIGHT, 'flru')
    addBox(b, [-0.5, -0.2, TOWER_RADIUS], [0.5, 2.05, TOWER_RADIUS + 0.15], { color: TIMBER[0]! }, 'f')
  }
  setFrame(b)
  return b
}

const TOWER_OFFSET = 6.9

/** A gate: two towers, the arched passage between them, doors that stand open, banners. Outside is +z. */
export function wallGate(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, wallShade(13))
  for (const side of [-1, 1]) addTower(b, side * TOWER_OFFSET, 1, 4.1, 12.8, 20.4, { color: TILES[1]! })
  const half = GATE_PASSAGE / 2
  const deep = 3.6
  const spring = 4
  const top = 11.2
  for (const yaw of [0, Math.PI]) {
    setFrame(b, 0, 0, 0, yaw)
    addArchFront(b, half, spring, top, deep)
  }
  setFrame(b)
  // The passage: walls and vault.
  for (const side of [-1, 1]) {
    const x = side * half
    addFacing(
      b,
      [
        [x, -BELOW, -deep],
        [x, -BELOW, deep],
        [x, spring, deep],
        [x, spring, -deep],
      ],
      [-side, 0, 0],
      DARK,
    )
  }
  addVault(b, half, spring, deep)
  addBox(b, [-GATE_HALF_WIDTH, top, -deep], [GATE_HALF_WIDTH, top + 0.2, deep], LIGHT, 'uf')
  for (const z of [-deep + 0.35, deep - 0.05]) {
    for (const x of [-2.4, -0.8, 0.8, 2.4])
      addBox(b, [x - 0.5, top + 0.2, z - 0.35], [x + 0.5, top + 1.3, z], STONES, 'lrubf')
  }
  addGateHouseBack(b, top, deep)
  addDoorLeaves(b, half, spring + half * 0.6, deep)
  for (const side of [-1, 1]) addBanner(b, side * 2.6, 9.9, deep + 0.12, side < 0 ? 0 : 1)
  return b
}

const ARCH_STEPS = 10
const archPoint = (i: number, radius: number, spring: number, z: number): Vec3 => {
  const angle = Math.PI - (i / ARCH_STEPS) * Math.PI
  return [Math.cos(angle) * radius, spring + Math.sin(angle) * radius, z]
}

function addArchFront(b: MeshBuilder, half: number, spring: number, top: number, z: number): void {
  const edge = 3.4
  for (const side of [-1, 1]) {
    const x0 = side < 0 ? -edge : half
    const x1 = side < 0 ? -half : edge
    addQuad(b, [x0, -BELOW, z], [x1, -BELOW, z], [x1, spring, z], [x0, spring, z], STONES)
    addQuad(
      b,
      side < 0 ? [-edge, spring, z] : [half, spring, z],
      side < 0 ? [-half, spring, z] : [edge, spring, z],
      side < 0 ? [-edge, top, z] : [edge, top, z],
      side < 0 ? [-edge, top, z] : [edge, top, z],
      STONES,
    )
  }
  for (let i = 0; i < ARCH_STEPS; i++) {
    const p = archPoint(i, half, spring, z)
    const q = archPoint(i + 1, half, spring, z)
    const up = (v: Vec3): Vec3 => [v[0] * (edge / half), top, z]
    addFace(b, [p, q, up(q), up(p)], STONES)
    const r = half + 0.55
    const out = z + 0.12
    addFace(
      b,
      [
        archPoint(i, half - 0.03, spring, out),
        archPoint(i + 1, half - 0.03, spring, out),
        archPoint(i + 1, r, spring, out),
        archPoint(i, r, spring, out),
      ],
      i % 2 ? LIGHT : DARK,
    )
    addFace(
      b,
      [
        archPoint(i, r, spring, out),
        archPoint(i + 1, r, spring, out),
        archPoint(i + 1, r, spring, z),
        archPoint(i, r, spring, z),
      ],
      LIGHT,
    )
    addFace(
      b,
      [
        archPoint(i + 1, half - 0.03, spring, out),
        archPoint(i, half - 0.03, spring, out),
        archPoint(i, half - 0.03, spring, z - 0.1),
        archPoint(i + 1, half - 0.03, spring, z - 0.1),
      ],
      LIGHT,
    )
  }
  addBox(b, [-3.6, 8.3, z], [3.6, 8.6, z + 0.15], LIGHT, 'fud')
  for (const x of [-1.1, 1.1]) addBox(b, [x - 0.16, 9, z], [x + 0.16, 10.3, z + 0.03], { color: GLASS }, 'f')
}

function addVault(b: MeshBuilder, half: number, spring: number, deep: number): void {
  for (let i = 0; i < ARCH_STEPS; i++) {
    addFace(
      b,
      [
        archPoint(i + 1, half, spring, deep),
        archPoint(i, half, spring, deep),
        archPoint(i, half, spring, -deep),
        archPoint(i + 1, half, spring, -deep),
      ],
      { color: shade(STONE[1]!, 0.72) },
    )
  }
}

/** Straight walls from the passage to the pieces of the ring on either side. */
function addGateHouseBack(b: MeshBuilder, top: number, deep: number): void {
  for (const side of [-1, 1]) {
    const x0 = side < 0 ? -GATE_HALF_WIDTH : 3
    const x1 = side < 0 ? -3 : GATE_HALF_WIDTH
    addBox(b, [x0, -BELOW, -deep], [x1, 0.4, 0], STONES, 'lrb')
    addBox(b, [x0, 0.4, -deep], [x1, 3, 0], STONES, 'lrb')
    addBox(b, [x0, 3, -deep], [x1, top, 0], STONES, 'lrb')
    setFrame(b, 0, 0, 0, Math.PI)
    addStones(b, -x1, -x0, 2.9, top - 1, deep, 10)
    addBox(b, [-x1 + 2.2, 6.2, deep], [-x1 + 2.9, 7.8, deep + 0.04], { color: GLASS }, 'f')
    setFrame(b)
  }
}

function addDoorLeaves(b: MeshBuilder, half: number, height: number, deep: number): void {
  for (const side of [-1, 1]) {
    const x = side * (half - 0.12)
    for (let i = 0; i < 4; i++) {
      const z0 = deep - 3.2 + i * 0.75
      const plank: Paint = { color: TIMBER[1]!, vary: 0.12 }
      addBox(
        b,
        [Math.min(x, x - side * 0.14), 0, z0],
        [Math.max(x, x - side * 0.14), height - 0.25 * Math.abs(i - 1.5), z0 + 0.72],
        plank,
        'lrufb',
      )
    }
    for (const y of [1, 3.4]) {
      addBox(b, [x - 0.17, y, deep - 3.2], [x + 0.17, y + 0.2, deep - 0.2], { color: [58, 56, 56] }, 'lr')
    }
  }
}

function addBanner(b: MeshBuilder, x: number, y: number, z: number, cloth: number): void {
  const color = CLOTH[cloth]!
  const drop = 3.6
  addBox(b, [x - 0.75, y, z - 0.05], [x + 0.75, y + 0.1, z + 0.12], { color: TIMBER[0]! })
  const rows = 4
  for (let i = 0; i < rows; i++) {
    const y0 = y - (drop * i) / rows
    const y1 = y - (drop * (i + 1)) / rows
    const z0 = z + 0.06 + 0.1 * Math.sin(i * 1.7)
    const z1 = z + 0.06 + 0.1 * Math.sin((i + 1) * 1.7)
    const stripe = (u0: number, u1: number, rgb: typeof color) =>
      addQuad(b, [x + u0, y1, z1], [x + u1, y1, z1], [x + u1, y0, z0], [x + u0, y0, z0], { color: rgb })
    stripe(-0.65, -0.22, color)
    stripe(-0.22, 0.22, mix(CLOTH[5]!, GOLD, 0.2))
    stripe(0.22, 0.65, color)
  }
  const z1 = z + 0.06 + 0.1 * Math.sin(rows * 1.7)
  for (const s of [-1, 1]) {
    const u0 = s < 0 ? -0.65 : 0
    const u1 = s < 0 ? 0 : 0.65
    addFace(
      b,
      [
        [(u0 + u1) / 2, y - drop - 0.5, z1],
        [u1, y - drop, z1],
        [u0, y - drop, z1],
      ],
      { color },
    )
  }
}

/** Stairs along the inner side of the wall, up towards +x; the wall lies at +z. */
export function wallStairs(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, wallShade(WALL_HEIGHT))
  const steps = 22
  const run = STAIR_LENGTH / steps
  for (let i = 0; i < steps; i++) {
    const x0 = -STAIR_LENGTH / 2 + i * run
    const y1 = ((i + 1) * WALL_WALK_HEIGHT) / steps
    addBox(b, [x0, i === 0 ? -1 : y1 - WALL_WALK_HEIGHT / steps, -0.9], [x0 + run, y1, 0.9], LIGHT, 'lu')
    addBox(b, [x0, -1, -0.9], [x0 + run, y1, 0.9], STONES, i === steps - 1 ? 'br' : 'b')
  }
  return b
}

export const STAIR_LENGTH = 15
