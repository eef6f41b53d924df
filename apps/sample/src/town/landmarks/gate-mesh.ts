import {
  addFace,
  addFacing,
  addQuad,
  createMeshBuilder,
  type MeshBuilder,
  setFrame,
  type Vec3,
} from '../mesh/mesh-builder.js'
import { addBox, addPanel } from '../mesh/shapes.js'
import { CLOTH, GLASS, GOLD, mix, STONE, shade, TILES, TIMBER } from '../palette.js'
import { GATE_HALF_WIDTH } from '../plan/wall-line.js'
import { addStones, addTower, BELOW, DARK, LIGHT, STONES, wallShade } from './masonry.js'

/** width of the way through */
export const GATE_PASSAGE = 6

/** height of the roofs of the gate's towers */
export const GATE_PEAK = 20.4
export const TOWER_OFFSET = 6.9

/** A gate: two towers, the arched passage between them, banners; its door leaves are things of their own. Outside is +z. */
export function wallGate(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, wallShade(13))
  for (const side of [-1, 1]) addTower(b, side * TOWER_OFFSET, 1, 4.1, 12.8, GATE_PEAK, { color: TILES[1]! })
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
  addBox(b, [-GATE_HALF_WIDTH, top, -deep], [GATE_HALF_WIDTH, top + 0.2, deep], LIGHT, 'ufb')
  for (const z of [-deep + 0.35, deep - 0.05]) {
    for (const x of [-2.4, -0.8, 0.8, 2.4])
      addBox(b, [x - 0.5, top + 0.2, z - 0.35], [x + 0.5, top + 1.3, z], STONES, 'lrubf')
  }
  addGateHouseBack(b, top, deep)
  for (const side of [-1, 1]) addBanner(b, side * 2.6, 9.9, deep + 0.12, side < 0 ? 0 : 1)
  return b
}

const ARCH_STEPS = 10
const archPoint = (i: number, radius: number, spring: number, z: number): Vec3 => {
  const angle = Math.PI - (i / ARCH_STEPS) * Math.PI
  return [Math.cos(angle) * radius, spring + Math.sin(angle) * radius, z]
}

function addArchFront(b: MeshBuilder, half: number, spring: number, top: number, z: number): void {
  const edge = 3.8
  for (const side of [-1, 1]) {
    const x0 = side < 0 ? -edge : half
    const x1 = side < 0 ? -half : edge
    addPanel(b, x0, -BELOW, x1, spring, z, STONES)
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
    addVoussoir(b, i, half, spring, z)
  }
  addBox(b, [-3.6, 8.3, z], [3.6, 8.6, z + 0.15], LIGHT, 'fud')
  for (const x of [-1.1, 1.1]) addBox(b, [x - 0.16, 9, z], [x + 0.16, 10.3, z + 0.03], { color: GLASS }, 'f')
}

/** A stone of the arch, proud of the wall. */
function addVoussoir(b: MeshBuilder, i: number, half: number, spring: number, z: number): void {
  const inner = half - 0.03
  const outer = half + 0.55
  const out = z + 0.12
  const at = (k: number, radius: number, depth: number) => archPoint(i + k, radius, spring, depth)
  addFace(
    b,
    [at(0, inner, out), at(1, inner, out), at(1, outer, out), at(0, outer, out)],
    i % 2 ? LIGHT : DARK,
  )
  addFace(b, [at(0, outer, out), at(1, outer, out), at(1, outer, z), at(0, outer, z)], LIGHT)
  addFace(b, [at(1, inner, out), at(0, inner, out), at(0, inner, z - 0.1), at(1, inner, z - 0.1)], LIGHT)
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
    addBox(b, [x0, -BELOW, -deep], [x1, 0.4, 0], STONES, 'lrbf')
    addBox(b, [x0, 0.4, -deep], [x1, 3, 0], STONES, 'lrbf')
    addBox(b, [x0, 3, -deep], [x1, top, 0], STONES, 'lrbf')
    setFrame(b, 0, 0, 0, Math.PI)
    addStones(b, -x1, -x0, 2.9, top - 1, deep, 10)
    addBox(b, [-x1 + 2.2, 6.2, deep], [-x1 + 2.9, 7.8, deep + 0.04], { color: GLASS }, 'f')
    setFrame(b)
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
