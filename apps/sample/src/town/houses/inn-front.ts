import type { MeshBuilder, Paint } from '../mesh/mesh-builder.js'
import { addOpenWall, addReveals, type Opening } from '../mesh/open-wall.js'
import { addBox, addPanel } from '../mesh/shapes.js'
import { mix, STONE, TIMBER } from '../palette.js'
import { FOUNDATION, type Storey } from './house-body.js'
import { STONE_PAINT } from './house-paints.js'
import { addArchStones, addDoorFrame } from './openings.js'

/** Thickness of the ground floor's walls, and where floor and ceiling of the room lie; the house's axes, metres. */
export const INN_ROOM = { wall: 0.45, floor: 0.05, ceiling: 2.95 } as const

/** Ways and windows of an inn's front: an arch that is always open, two windows without glass, a door. */
export const INN_OPENINGS = {
  arch: { x0: -6.1, x1: -3.1, y0: 0, y1: 2.75, arched: true },
  windows: [
    { x0: -1.7, x1: -0.2, y0: 0.95, y1: 2.3 },
    { x0: 1.5, x1: 3, y0: 0.95, y1: 2.3 },
  ],
  door: { x0: 5.1, x1: 6.3, y0: 0, y1: 2.15 },
} as const satisfies { arch: Opening; windows: readonly Opening[]; door: Opening }

export const innOpenings = (): Opening[] => [INN_OPENINGS.arch, ...INN_OPENINGS.windows, INN_OPENINGS.door]

const WOOD: Paint = { color: mix(TIMBER[1]!, STONE[2]!, 0.25), vary: 0.06 }
const WALL: Paint = { ...STONE_PAINT, vary: 0 }
const BASE: Paint = { color: STONE[1]!, vary: 0.02 }

/** The ground floor's front, with real openings, on the plane z = 0 of the current frame. */
export function addInnFront(b: MeshBuilder, width: number, s: Storey): void {
  const half = width / 2
  const openings = innOpenings()
  addPanel(b, -half, -FOUNDATION, half, 0, 0.04, BASE)
  addOpenWall(b, [-half, 0], [half, s.y1], openings, WALL)
  for (const opening of openings) addReveals(b, opening, INN_ROOM.wall, BASE)
  const { arch, door, windows } = INN_OPENINGS
  addArchStones(b, (arch.x0 + arch.x1) / 2, arch.x1 - arch.x0, arch.y1)
  addDoorFrame(b, (door.x0 + door.x1) / 2, door.x1 - door.x0, door.y1)
  for (const window of windows) addOpenCasement(b, window)
}

/** Frame, sill, bars and open shutters; no glass: one looks in. */
function addOpenCasement(b: MeshBuilder, { x0, x1, y0, y1 }: Opening): void {
  const middle = (x0 + x1) / 2
  addBox(b, [x0 - 0.12, y0, 0], [x0, y1, 0.1], WOOD, 'fr')
  addBox(b, [x1, y0, 0], [x1 + 0.12, y1, 0.1], WOOD, 'fl')
  addBox(b, [x0 - 0.14, y1, 0], [x1 + 0.14, y1 + 0.14, 0.13], WOOD, 'fdu')
  addBox(b, [x0 - 0.18, y0 - 0.14, 0], [x1 + 0.18, y0, 0.22], WOOD, 'fud')
  addBox(b, [middle - 0.04, y0, -0.1], [middle + 0.04, y1, -0.02], WOOD, 'fb')
  for (const [from, to, edge] of [
    [x0 - 0.62, x0 - 0.14, 'l'],
    [x1 + 0.14, x1 + 0.62, 'r'],
  ] as const) {
    addBox(b, [from, y0, 0], [to, y1, 0.07], { color: [98, 52, 48], vary: 0.07 }, `f${edge}`)
  }
}
