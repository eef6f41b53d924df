import { TEMPLE_PORTAL, TEMPLE_ROOM, TEMPLE_WINDOWS, TOWER_CORNER } from '../landmarks/temple-parts.js'
import { createMeshBuilder, type MeshBuilder, type Paint, setFrame } from '../mesh/mesh-builder.js'
import { addBox, addPanel, addRound } from '../mesh/shapes.js'
import { CLOTH, GLOW, GOLD, mix, STONE, shade, TIMBER, WHITE } from '../palette.js'
import { addChandelier, addFloor, addRoomShell, type RoomBox, roomShade } from './room-parts.js'

const LIGHT = 60
const PALE: Paint = { color: [226, 214, 190], vary: 0.02, glow: LIGHT }
const BASE: Paint = { color: STONE[2]!, vary: 0.03, glow: LIGHT }
const CEILING: Paint = { color: mix(CLOTH[1]!, [90, 110, 140], 0.4), vary: 0.03, glow: 40 }
const SLAB: Paint = { color: mix(STONE[2]!, [220, 205, 180], 0.4), vary: 0.07, glow: 40 }
const WOOD: Paint = { color: TIMBER[0]!, vary: 0.06, glow: 30 }

/** x and z of the pillars along the nave. */
export const TEMPLE_PILLARS: readonly (readonly [number, number])[] = [-15, -9.5, -4, 1.5, 7].flatMap((z) =>
  [-4.6, 4.6].map((x) => [x, z] as const),
)
export const TEMPLE_ALTAR = { x: 0, z: -18, halfX: 1.7, halfZ: 0.75 } as const
/** Where benches stand. */
export const TEMPLE_BENCHES: readonly (readonly [number, number])[] = [
  -12, -9.5, -7, -4.5, -2, 0.5, 3,
].flatMap((z) => [-2.3, 2.3].map((x) => [x, z] as const))

/** Walls, floor and ceiling alone: its last level of detail. */
export function templeRoomShell(seed: number): MeshBuilder {
  const room = TEMPLE_ROOM
  const b = createMeshBuilder(seed, roomShade(room))
  addRoomShell(b, room, [TEMPLE_PORTAL, ...TEMPLE_WINDOWS], { wall: PALE, base: BASE, ceiling: CEILING })
  addFloor(b, room, 14, SLAB)
  const { x0, floor, ceiling } = room
  addBox(b, [x0, floor, TOWER_CORNER.z], [TOWER_CORNER.x, ceiling, room.z1], PALE, 'rb')
  return b
}

/** The nave: two rows of pillars, painted windows, an altar with candles; the bell tower's foot in one corner. */
export function templeRoom(seed: number): MeshBuilder {
  const room = TEMPLE_ROOM
  const b = templeRoomShell(seed)
  const { x0, floor, ceiling } = room
  for (const [x, z] of TEMPLE_PILLARS) addPillar(b, x, z, room)
  for (let i = 0; i < 6; i++) {
    const z = -17.7 + i * 5.5
    addBox(b, [x0, ceiling - 0.5, z - 0.2], [room.x1, ceiling, z + 0.2], WOOD, 'bfd')
  }
  addBox(b, [-1.2, floor, -16], [1.2, floor + 0.015, room.z1 - 1], { color: CLOTH[0]!, glow: 50 }, 'u')
  addWindows(b, room)
  addAltar(b, floor)
  for (const z of [-12, -3, 6]) addChandelier(b, 0, 5, z, ceiling - 5)
  return b
}

function addPillar(b: MeshBuilder, x: number, z: number, { floor, ceiling }: RoomBox): void {
  addBox(b, [x - 0.6, floor, z - 0.6], [x + 0.6, floor + 0.5, z + 0.6], BASE, 'lrbfu')
  addRound(b, [x, floor + 0.5, z], ceiling - floor - 1.5, 0.48, 0.42, 8, PALE, '')
  addRound(b, [x, ceiling - 1, z], 1, 0.42, 0.9, 8, PALE, '')
}

/** Painted glass, lit from outside. */
function addWindows(b: MeshBuilder, { x0, x1, z0, floor }: RoomBox): void {
  const glass = [CLOTH[1]!, CLOTH[0]!, GOLD, CLOTH[3]!, CLOTH[4]!]
  const pane = (u: number, width: number, y0: number, y1: number) => {
    addPanel(b, u - width / 2 - 0.2, y0 - 0.2, u + width / 2 + 0.2, y1 + 0.2, 0.02, BASE)
    for (let i = 0; i < 6; i++) {
      for (let k = 0; k < 2; k++) {
        const v = (j: number) => y0 + ((y1 - y0) * j) / 6
        const left = u - width / 2 + (k * width) / 2
        const color = mix(b.random.pick(glass), [255, 255, 255], b.random.range(0.1, 0.45))
        addPanel(b, left + 0.04, v(i) + 0.04, left + width / 2 - 0.04, v(i + 1) - 0.04, 0.04, {
          color,
          glow: 210,
        })
      }
    }
  }
  for (let i = 0; i < 5; i++) {
    // The frames look inwards: along +x at the left wall, along -x at the right one.
    const z = -16.3 + i * 5.4
    setFrame(b, x0, 0, z, Math.PI / 2)
    pane(0, 1.3, floor + 2, floor + 6.2)
    setFrame(b, x1, 0, z, -Math.PI / 2)
    pane(0, 1.3, floor + 2, floor + 6.2)
  }
  setFrame(b, 0, 0, z0, 0)
  for (const u of [-4, 0, 4]) pane(u, 1.9, floor + 3, floor + 7.6)
  setFrame(b)
}

function addAltar(b: MeshBuilder, floor: number): void {
  const { x, z, halfX, halfZ } = TEMPLE_ALTAR
  addBox(b, [x - 3.4, floor, z - 2.4], [x + 3.4, floor + 0.18, z + 1.6], BASE, 'lrfu')
  addBox(b, [x - halfX, floor, z - halfZ], [x + halfX, floor + 1.2, z + halfZ], PALE, 'lrbf')
  addBox(
    b,
    [x - halfX - 0.1, floor + 1.2, z - halfZ - 0.1],
    [x + halfX + 0.1, floor + 1.32, z + halfZ + 0.1],
    {
      color: WHITE,
      glow: LIGHT,
    },
  )
  addBox(b, [x - 0.7, floor + 0.2, z + halfZ], [x + 0.7, floor + 1.32, z + halfZ + 0.04], {
    color: shade(CLOTH[0]!, 1),
    glow: 70,
  })
  addBox(b, [x - 0.08, floor + 1.32, z - 0.06], [x + 0.08, floor + 3, z + 0.06], { color: GOLD, glow: 120 })
  addBox(b, [x - 0.5, floor + 2.3, z - 0.06], [x + 0.5, floor + 2.46, z + 0.06], { color: GOLD, glow: 120 })
  for (const u of [-1.3, -0.9, 0.9, 1.3]) {
    addBox(b, [u - 0.05, floor + 1.32, z - 0.05], [u + 0.05, floor + 1.75, z + 0.05], {
      color: WHITE,
      glow: 90,
    })
    addRound(b, [u, floor + 1.75, z], 0.16, 0.06, 0, 5, { color: GLOW, glow: 255 }, '')
  }
}
