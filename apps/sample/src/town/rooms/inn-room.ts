import { planBody } from '../houses/house-body.js'
import { HOUSE_KINDS, kindNamed } from '../houses/house-kinds.js'
import { INN_ROOM, innOpenings } from '../houses/inn-front.js'
import { createMeshBuilder, type MeshBuilder, type Paint } from '../mesh/mesh-builder.js'
import { addBox, addPanel, addRound } from '../mesh/shapes.js'
import { CLOTH, GLOW, IRON, mix, STONE, shade, TIMBER } from '../palette.js'
import {
  addChandelier,
  addFloor,
  addRoomShell,
  CANDLELIGHT,
  ROOM_WOOD,
  type RoomBox,
  roomShade,
} from './room-parts.js'

/** The tap-room of an inn in the house's axes, before it is scaled. */
export function innRoomBox(): RoomBox {
  const { wall, floor, ceiling } = INN_ROOM
  const s = planBody(HOUSE_KINDS[kindNamed('inn')]!, false).storeys[0]!
  return { x0: s.x0 + wall, x1: s.x1 - wall, z0: s.z0 + wall, z1: s.z1 - wall, floor, ceiling }
}

/** The bar before the back wall, and the hearth; x and z of their footprints. */
export const INN_BAR = { x0: -5.6, x1: -1.2, z0: -3, z1: -2.3 } as const
export const INN_HEARTH = { x0: 1.4, x1: 4, z0: -5.05, z1: -4.15 } as const
/** Where tables stand, and how they are turned. */
export const INN_TABLES: readonly (readonly [number, number, number])[] = [
  [0.9, 2.6, 0],
  [3.6, 1.6, Math.PI / 2],
  [-0.9, 0.1, 0.12],
  [5.2, -2.4, Math.PI / 2],
  [1.5, -1.4, -0.1],
]

const GLOWING = { glow: CANDLELIGHT }
const LIME: Paint = { color: [222, 196, 150], vary: 0.03, ...GLOWING }
const PANEL: Paint = { color: mix(TIMBER[1]!, [120, 84, 56], 0.5), vary: 0.06, ...GLOWING }
const BEAM: Paint = { color: TIMBER[0]!, vary: 0.08, glow: 30 }
const HEARTH: Paint = { color: STONE[1]!, vary: 0.06, ...GLOWING }

/** Walls, floor and ceiling alone: its last level of detail. */
export function innRoomShell(seed: number): MeshBuilder {
  const room = innRoomBox()
  const b = createMeshBuilder(seed, roomShade(room))
  addRoomShell(b, room, innOpenings(), { wall: LIME, base: PANEL, ceiling: { ...PANEL, glow: 26 } })
  addFloor(b, room, 9, ROOM_WOOD)
  return b
}

/** Boards, beams, hearth, bar and shelves. Tables and benches are things of their own. */
export function innRoom(seed: number): MeshBuilder {
  const b = innRoomShell(seed)
  const room = innRoomBox()
  const { x0, x1, z0, z1, ceiling } = room
  for (let i = 0; i < 6; i++) {
    const x = x0 + ((x1 - x0) * (i + 0.5)) / 6
    addBox(b, [x - 0.12, ceiling - 0.24, z0], [x + 0.12, ceiling, z1], BEAM, 'lrd')
  }
  for (const x of [-2.2, 3]) {
    addBox(b, [x - 0.13, room.floor, -0.6], [x + 0.13, ceiling, -0.34], BEAM, 'lrbf')
  }
  addHearth(b, room)
  addBar(b, room)
  for (const [x, z] of [
    [-3.6, 1.4],
    [2.4, 0.6],
  ] as const)
    addChandelier(b, x, 2.25, z, ceiling - 2.25)
  addHangings(b, room)
  return b
}

function addHearth(b: MeshBuilder, { floor, ceiling }: RoomBox): void {
  const { x0, x1, z0, z1 } = INN_HEARTH
  const mouth = 0.35
  for (const [u0, u1] of [
    [x0, x0 + mouth],
    [x1 - mouth, x1],
  ] as const) {
    addBox(b, [u0, floor, z0], [u1, 1.5, z1], HEARTH, 'lrf')
  }
  addBox(b, [x0 - 0.1, 1.5, z0], [x1 + 0.1, 1.75, z1 + 0.1], { ...HEARTH, color: STONE[2]! }, 'lrfud')
  addBox(b, [x0 + 0.3, 1.75, z0], [x1 - 0.3, ceiling, z1 - 0.2], HEARTH, 'lrf')
  addPanel(b, x0 + mouth, floor, x1 - mouth, 1.5, z0 + 0.02, { color: [46, 36, 32] })
  const middle = (x0 + x1) / 2
  for (const [dx, height, radius] of [
    [-0.35, 0.55, 0.2],
    [0.05, 0.8, 0.26],
    [0.4, 0.5, 0.18],
  ] as const) {
    addRound(b, [middle + dx, floor + 0.15, z0 + 0.4], height, radius, 0, 6, { color: GLOW, glow: 255 }, '')
  }
  addBox(b, [middle - 0.7, floor, z0 + 0.25], [middle + 0.7, floor + 0.18, z0 + 0.6], BEAM, 'lrfu')
}

function addBar(b: MeshBuilder, { floor, z0 }: RoomBox): void {
  const { x0, x1, z0: back, z1: front } = INN_BAR
  addBox(b, [x0, floor, back], [x1, 1.05, front], PANEL, 'lrbf')
  addBox(b, [x0 - 0.1, 1.05, back - 0.1], [x1 + 0.1, 1.15, front + 0.12], ROOM_WOOD, 'lrbfud')
  for (const x of [-5, -3.9, -2.6, -1.8]) {
    addRound(b, [x, 1.15, (back + front) / 2], 0.22, 0.09, 0.11, 6, { color: STONE[2]!, ...GLOWING })
  }
  for (const y of [1.2, 1.75, 2.3]) {
    addBox(b, [x0, y, z0], [x1, y + 0.06, z0 + 0.3], ROOM_WOOD, 'lrfud')
    for (let i = 0; i < 7; i++) {
      const x = x0 + 0.3 + i * 0.62 + b.random.range(-0.08, 0.08)
      const color = b.random.pick([STONE[2]!, [122, 74, 46], CLOTH[1]!, [86, 96, 66]] as const)
      const wide = b.random.range(0.07, 0.12)
      addRound(b, [x, y + 0.06, z0 + 0.15], b.random.range(0.18, 0.32), wide, wide * 0.7, 6, {
        color,
        ...GLOWING,
      })
    }
  }
  for (const x of [x0 + 0.5, x0 + 1.4]) {
    addRound(b, [x, floor, z0 + 0.75], 0.9, 0.36, 0.36, 8, { color: TIMBER[1]!, ...GLOWING })
    addRound(b, [x, floor + 0.3, z0 + 0.75], 0.08, 0.38, 0.38, 8, { color: IRON }, '')
  }
}

/** Cloths on the side walls. */
function addHangings(b: MeshBuilder, { x0, x1 }: RoomBox): void {
  for (const [x, sides, color] of [
    [x0, 'r', CLOTH[0]!],
    [x1 - 0.03, 'l', CLOTH[1]!],
  ] as const) {
    addBox(b, [x, 1.2, -1], [x + 0.03, 2.55, 1], { color: shade(color, 0.9), ...GLOWING }, sides)
    addBox(b, [x, 1.1, -1], [x + 0.03, 1.2, 1], { color: shade(CLOTH[2]!, 0.9), ...GLOWING }, sides)
  }
}
