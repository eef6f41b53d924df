import { addDoor, addWindow } from '../houses/openings.js'
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
import { addBeam, addBox } from '../mesh/shapes.js'
import { STONE, shade, TILES, TIMBER, WHITE } from '../palette.js'
import { smoothstep } from '../random.js'

/** half length and half width of the bridge before it is fitted; its deck lies at y = 0 at both ends */
export const BRIDGE = { half: 20, halfWidth: 3.4, rise: 1.3 } as const
const STONES: Paint = { color: STONE[0]!, vary: 0.035 }
const LIGHT: Paint = { color: STONE[2]!, vary: 0.04 }

/** height of the deck along the bridge */
export const deckHeight = (z: number): number => BRIDGE.rise * (1 - (z / BRIDGE.half) ** 2)

/** A stone bridge of three arches along z. */
export function bridge(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, (_x, y, _z, _nx, ny) =>
    ny < -0.3 ? 0.5 : 0.7 + 0.3 * smoothstep(-6, -1, y),
  )
  addDeck(b)
  addArches(b)
  addCutwaters(b)
  return b
}

const DECK_STEPS = 20

function addDeck(b: MeshBuilder): void {
  const { half, halfWidth: w } = BRIDGE
  for (let i = 0; i < DECK_STEPS; i++) {
    const z0 = -half + (i / DECK_STEPS) * half * 2
    const z1 = -half + ((i + 1) / DECK_STEPS) * half * 2
    addQuad(
      b,
      [-w, deckHeight(z0), z0],
      [-w, deckHeight(z1), z1],
      [w, deckHeight(z1), z1],
      [w, deckHeight(z0), z0],
      { color: STONE[1]!, vary: 0.04 },
    )
    for (const s of [-1, 1]) {
      const top = (z: number) => deckHeight(z) + 1
      const x = s * w
      const outer: Vec3[] = [
        [x, deckHeight(z0) + 0.05, z0],
        [x, deckHeight(z1) + 0.05, z1],
        [x, top(z1), z1],
        [x, top(z0), z0],
      ]
      addFace(b, s < 0 ? outer : [...outer].reverse(), STONES)
      const inner = outer.map(([, y, z]): Vec3 => [x - s * 0.4, y, z])
      addFace(b, s > 0 ? inner : [...inner].reverse(), STONES)
      const cap: Vec3[] = [
        [x, top(z0), z0],
        [x, top(z1), z1],
        [x - s * 0.4, top(z1), z1],
        [x - s * 0.4, top(z0), z0],
      ]
      addFace(b, s < 0 ? cap : [...cap].reverse(), LIGHT)
    }
  }
}

const ARCH_STEPS = 48

function addArches(b: MeshBuilder): void {
  const { half, halfWidth: w } = BRIDGE
  const under = (z: number): number => {
    const span = (half * 2) / 3
    const local = (((z + half) % span) / span) * 2 - 1
    const open = 0.82
    if (Math.abs(local) >= open) return -7
    return -4.4 + 3.6 * Math.sqrt(1 - (local / open) ** 2) + deckHeight(z) * 0.6
  }
  for (let i = 0; i < ARCH_STEPS; i++) {
    const z0 = -half + (i / ARCH_STEPS) * half * 2
    const z1 = -half + ((i + 1) / ARCH_STEPS) * half * 2
    const u0 = under(z0 + 1e-4)
    const u1 = under(z1 - 1e-4)
    for (const s of [-1, 1]) {
      const face: Vec3[] = [
        [s * w, u0, z0],
        [s * w, u1, z1],
        [s * w, deckHeight(z1) + 0.05, z1],
        [s * w, deckHeight(z0) + 0.05, z0],
      ]
      addFace(b, s < 0 ? face : [...face].reverse(), STONES)
    }
    if (u0 > -6.9 || u1 > -6.9)
      addQuad(b, [-w, u0, z0], [w, u0, z0], [w, u1, z1], [-w, u1, z1], { color: shade(STONE[1]!, 0.8) })
  }
}

/** Wedges before the piers that part the stream. */
function addCutwaters(b: MeshBuilder): void {
  const { half, halfWidth: w } = BRIDGE
  for (const p of [-half / 3, half / 3]) {
    for (const s of [-1, 1]) {
      const edge: Vec3[] = [
        [s * (w + 1.2), -7, p],
        [s * (w + 1.2), -1.2, p],
      ]
      for (const t of [-1, 1]) {
        addFacing(
          b,
          [[s * w, -7, p + t * 1.1], edge[0]!, edge[1]!, [s * w, -0.6, p + t * 1.1]],
          [s, 0, t],
          LIGHT,
        )
      }
    }
  }
}

/** A water mill: stone foot, timbered floor, wheel at +x over the stream at +z. */
export function mill(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, (_x, y, _z, _nx, ny) =>
    ny < -0.4 ? 0.5 : 0.68 + 0.32 * smoothstep(-1, 1.6, y),
  )
  const plaster: Paint = { color: WHITE, mask: 255, vary: 0.02 }
  const beam: Paint = { color: TIMBER[0]!, vary: 0.08 }
  addBox(b, [-5, -5, -4], [5, 3.2, 4], STONES, 'lrbf')
  addBox(b, [-5, 3.2, -4], [5, 6.2, 4], plaster, 'lrbf')
  for (const yaw of [0, Math.PI]) {
    setFrame(b, 0, 0, yaw === 0 ? 4 : -4, yaw)
    addBeam(b, [-5, 3.3], [5, 3.3], 0, 0.3, 0.1, beam)
    for (const x of [-4.85, -1.7, 1.7, 4.85]) addBeam(b, [x, 3.3], [x, 6.1], 0, 0.22, 0.08, beam)
    for (const x of [-3.3, 0, 3.3]) addWindow(b, x, 4.1, 1, 1.2, { plain: true })
  }
  setFrame(b, 0, 0, -4, Math.PI)
  addDoor(b, 0, 1.4, 2.3, [94, 66, 46])
  setFrame(b)
  for (const x of [-5, 5])
    addFacing(
      b,
      [
        [x, 6.2, 4],
        [x, 6.2, -4],
        [x, 10, 0],
      ],
      [x, 0, 0],
      plaster,
    )
  addGableRoof(b, {
    along: 5,
    across: 4,
    eave: 6.2,
    pitch: 0.98,
    overhang: 0.5,
    verge: 0.4,
    tiles: TILES[0]!,
    far: false,
  })
  addWaterWheel(b, 5.9, -1, 4.2)
  return b
}

function addWaterWheel(b: MeshBuilder, x: number, y: number, z: number): void {
  const wood: Paint = { color: TIMBER[1]!, vary: 0.1 }
  const r = 3.2
  const count = 12
  for (let i = 0; i < count; i++) {
    const a = (i / count) * Math.PI * 2
    const c = ((i + 1) / count) * Math.PI * 2
    const at = (angle: number, radius: number, u: number): Vec3 => [
      u,
      y + Math.sin(angle) * radius,
      z + Math.cos(angle) * radius,
    ]
    for (const u of [x - 0.6, x + 0.6]) {
      const ring = [at(a, r, u), at(a, r * 0.84, u), at(c, r * 0.84, u), at(c, r, u)]
      addFacing(b, ring, [u - x, 0, 0], wood)
      const back = [
        at(a, r, u - 0.05),
        at(a, r * 0.84, u - 0.05),
        at(c, r * 0.84, u - 0.05),
        at(c, r, u - 0.05),
      ]
      addFacing(b, back, [x - u, 0, 0], wood)
    }
    const paddle = [
      at(a, r * 1.04, x - 0.6),
      at(a, r * 0.72, x - 0.6),
      at(a, r * 0.72, x + 0.6),
      at(a, r * 1.04, x + 0.6),
    ]
    addFace(b, paddle, wood)
    addFace(b, [...paddle].reverse(), wood)
    if (i % 3 === 0) {
      const spoke = [
        at(a - 0.04, r * 0.84, x + 0.5),
        at(a - 0.2, 0.3, x + 0.5),
        at(a + 0.2, 0.3, x + 0.5),
        at(a + 0.04, r * 0.84, x + 0.5),
      ]
      addFace(b, spoke, wood)
      addFace(b, [...spoke].reverse(), wood)
    }
  }
  addBox(b, [x - 1, y - 0.2, z - 0.2], [x + 0.9, y + 0.2, z + 0.2], wood)
}
