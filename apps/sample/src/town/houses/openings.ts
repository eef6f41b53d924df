import { addFace, addQuad, type MeshBuilder, type Paint, type Vec3 } from '../mesh/mesh-builder.js'
import { addBeam, addBox, addPanel } from '../mesh/shapes.js'
import { GLASS, GLOW, mix, type Rgb, STONE, shade, TIMBER } from '../palette.js'

/** one window in so many is lit */
const LIT_ONE_IN = 6
const FRAME: Paint = { color: mix(TIMBER[1]!, STONE[2]!, 0.35), vary: 0.05 }
const DOOR: Paint = { color: TIMBER[1]!, vary: 0.12 }
const STEP: Paint = { color: STONE[2]!, vary: 0.05 }

export type WindowLook = { readonly shutters?: Rgb; readonly box?: boolean; readonly plain?: boolean }

/** What is behind the glass: dark blue-grey, or a warm light in one of six. */
function pane(b: MeshBuilder): Paint {
  return b.random.next() * LIT_ONE_IN < 1 ? { color: GLOW, glow: 170 } : { color: GLASS, vary: 0.12 }
}

/** A window on the facade plane z = 0 with its sill at y. Plain: a pane in a flat frame. */
export function addWindow(
  b: MeshBuilder,
  x: number,
  y: number,
  width: number,
  height: number,
  look: WindowLook,
): void {
  const x0 = x - width / 2
  const x1 = x + width / 2
  const y1 = y + height
  const glass = pane(b)
  if (look.plain) {
    addPanel(b, x0 - 0.1, y - 0.1, x1 + 0.1, y1 + 0.1, 0.02, FRAME)
    addPanel(b, x0, y, x1, y1, 0.035, glass)
    addPanel(b, x - 0.035, y, x + 0.035, y1, 0.05, FRAME)
    return
  }
  addPanel(b, x0, y, x1, y1, 0.02, glass)
  addBox(b, [x0 - 0.12, y, 0], [x0, y1, 0.1], FRAME, 'fr')
  addBox(b, [x1, y, 0], [x1 + 0.12, y1, 0.1], FRAME, 'fl')
  addBox(b, [x0 - 0.14, y1, 0], [x1 + 0.14, y1 + 0.14, 0.13], FRAME, 'fdu')
  addBox(b, [x0 - 0.18, y - 0.14, 0], [x1 + 0.18, y, 0.2], STEP, 'fud')
  addPanel(b, x - 0.03, y, x + 0.03, y1, 0.05, FRAME)
  const bar = y + height * 0.62
  addPanel(b, x0, bar - 0.03, x1, bar + 0.03, 0.05, FRAME)
  if (look.shutters) addShutters(b, x0, x1, y, y1, look.shutters)
  if (look.box) addFlowerBox(b, x, y, width)
}

function addShutters(b: MeshBuilder, x0: number, x1: number, y0: number, y1: number, color: Rgb): void {
  const paint: Paint = { color, vary: 0.07 }
  const wide = (x1 - x0) / 2
  for (const [from, to, edge] of [
    [x0 - 0.14 - wide, x0 - 0.14, 'l'],
    [x1 + 0.14, x1 + 0.14 + wide, 'r'],
  ] as const) {
    addBox(b, [from, y0, 0], [to, y1, 0.07], paint, `f${edge}`)
    const panel = { color: shade(color, 0.8) }
    addBox(b, [from + 0.08, y0 + 0.12, 0.07], [to - 0.08, y1 - 0.12, 0.076], panel, 'f')
  }
}

const BLOOMS: readonly Rgb[] = [
  [196, 64, 74],
  [226, 160, 60],
  [224, 150, 170],
  [240, 232, 214],
]

function addFlowerBox(b: MeshBuilder, x: number, y: number, width: number): void {
  const half = width / 2 + 0.1
  addBox(b, [x - half, y - 0.22, 0.16], [x + half, y + 0.02, 0.4], { color: TIMBER[1]! }, 'fd')
  addQuad(
    b,
    [x - half, y + 0.14, 0.14],
    [x - half, y - 0.02, 0.44],
    [x + half, y - 0.02, 0.44],
    [x + half, y + 0.14, 0.14],
    { color: [94, 130, 62] },
  )
  for (let i = 0; i < 3; i++) {
    const u = x - half + 0.2 + (i * (half * 2 - 0.4)) / 2
    const v = y + b.random.range(0, 0.12)
    const color = b.random.pick(BLOOMS)
    addFace(
      b,
      [
        [u - 0.13, v - 0.04, 0.42],
        [u + 0.14, v - 0.02, 0.43],
        [u, v + 0.15, 0.3],
      ],
      { color },
    )
  }
}

/** A plank door with a frame, a step and a light over it. */
export function addDoor(b: MeshBuilder, x: number, width: number, height: number, color: Rgb): void {
  const leaf: Paint = { color, vary: 0.1 }
  const planks = 3
  for (let i = 0; i < planks; i++) {
    const u0 = x - width / 2 + (width * i) / planks
    const u1 = u0 + width / planks
    addPanel(b, u0, 0, u1, height, 0.03, leaf)
  }
  addDoorFrame(b, x, width, height)
  addBox(
    b,
    [x + width * 0.3, height * 0.46, 0.03],
    [x + width * 0.3 + 0.06, height * 0.46 + 0.14, 0.09],
    { color: [60, 58, 56] },
    'f',
  )
}

/** Posts, lintel and step of a doorway. */
export function addDoorFrame(b: MeshBuilder, x: number, width: number, height: number): void {
  addBeam(b, [x - width / 2 - 0.1, 0], [x - width / 2 - 0.1, height], 0, 0.2, 0.14, FRAME)
  addBeam(b, [x + width / 2 + 0.1, 0], [x + width / 2 + 0.1, height], 0, 0.2, 0.14, FRAME)
  addBeam(b, [x - width / 2 - 0.3, height + 0.12], [x + width / 2 + 0.3, height + 0.12], 0, 0.24, 0.2, FRAME)
  addBox(b, [x - width / 2 - 0.3, -0.6, 0], [x + width / 2 + 0.3, 0.12, 0.5], STEP, 'fulr')
}

const ARCH_STEPS = 8

/** A point of the arch over an opening of this width whose crown is at `height`. */
function archPoint(x: number, width: number, height: number, i: number, radius: number, z: number): Vec3 {
  const angle = Math.PI - (i / ARCH_STEPS) * Math.PI
  return [x + Math.cos(angle) * radius, height - width / 2 + Math.sin(angle) * radius, z]
}

/** A round-arched gateway of voussoirs with a double plank door. */
export function addArch(b: MeshBuilder, x: number, width: number, height: number, color: Rgb): void {
  const radius = width / 2
  const spring = height - radius
  const leaf: Paint = { color, vary: 0.1 }
  for (let i = 0; i < 4; i++) {
    const u0 = x - radius + (width * i) / 4
    const u1 = u0 + width / 4
    addPanel(b, u0, 0, u1, spring, 0.03, leaf)
  }
  for (let i = 0; i < ARCH_STEPS; i++) {
    const at = (k: number) => archPoint(x, width, height, k, radius, 0.03)
    addFace(b, [[x, spring, 0.03], at(i + 1), at(i)], leaf)
  }
  addArchStones(b, x, width, height)
  addPanel(b, x - 0.04, 0, x + 0.04, height - 0.1, 0.05, { color: shade(color, 0.6) })
}

/** The stones round an arched opening. */
export function addArchStones(b: MeshBuilder, x: number, width: number, height: number): void {
  const radius = width / 2
  const spring = height - radius
  const stone: Paint = { color: STONE[2]!, vary: 0.1 }
  const at = (i: number, r: number, z: number): Vec3 => archPoint(x, width, height, i, r, z)
  for (let i = 0; i < ARCH_STEPS; i++) {
    addQuad(
      b,
      at(i, radius, 0.16),
      at(i + 1, radius, 0.16),
      at(i + 1, radius + 0.34, 0.16),
      at(i, radius + 0.34, 0.16),
      stone,
    )
    addQuad(b, at(i, radius, 0), at(i + 1, radius, 0), at(i + 1, radius, 0.16), at(i, radius, 0.16), DOOR)
  }
  for (const side of [-1, 1]) {
    const u = x + side * (radius + 0.17)
    addBeam(b, [u, 0], [u, spring * 0.5], 0, 0.4, 0.18, stone)
    addBeam(b, [u, spring * 0.5], [u, spring], 0, 0.34, 0.16, stone)
  }
}

/** A shop window: a wide opening with posts, a counter board and a lintel. */
export function addShopWindow(b: MeshBuilder, x: number, width: number, counter: Rgb): void {
  const x0 = x - width / 2
  const x1 = x + width / 2
  const y0 = 0.95
  const y1 = 2.35
  const parts = Math.max(2, Math.round(width / 0.9))
  for (let i = 0; i < parts; i++) {
    const u0 = x0 + (width * i) / parts
    const u1 = u0 + width / parts
    addPanel(b, u0 + 0.05, y0, u1 - 0.05, y1, 0.02, pane(b))
    if (i > 0) addBeam(b, [u0, y0], [u0, y1], 0, 0.1, 0.1, FRAME)
  }
  addPanel(b, x0, 0.1, x1, y0, 0.05, { color: counter, vary: 0.05 })
  addBox(b, [x0 - 0.1, y0 - 0.08, 0], [x1 + 0.1, y0 + 0.04, 0.45], { color: TIMBER[1]! }, 'fudlr')
  addBeam(b, [x0 - 0.08, 0], [x0 - 0.08, y1], 0, 0.16, 0.14, FRAME)
  addBeam(b, [x1 + 0.08, 0], [x1 + 0.08, y1], 0, 0.16, 0.14, FRAME)
  addBeam(b, [x0 - 0.2, y1 + 0.12], [x1 + 0.2, y1 + 0.12], 0, 0.24, 0.18, FRAME)
}
