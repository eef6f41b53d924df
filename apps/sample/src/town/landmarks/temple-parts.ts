import { addFace, type MeshBuilder, type Paint } from '../mesh/mesh-builder.js'
import type { Opening } from '../mesh/open-wall.js'
import { addPanel } from '../mesh/shapes.js'
import { GLASS, GLOW, IRON, mix, type Rgb, STONE } from '../palette.js'
import type { RoomBox } from '../rooms/room-parts.js'

/** The temple's own axes: steps and columns at +z, the bell tower at its left. */
export const TEMPLE = {
  podium: 1.5,
  halfX: 9,
  front: 19,
  back: -22,
  steps: 8,
  tower: { x: -10.2, z: 11, half: 3.6, height: 34 },
} as const

/** Where the nave's front wall stands, and how thick its walls are. */
export const NAVE_FRONT = TEMPLE.front - 5.6
export const NAVE_WALL = 0.8
const NAVE_HALF_X = TEMPLE.halfX - 0.4

/** The nave inside: the room that one walks into. */
export const TEMPLE_ROOM: RoomBox = {
  x0: -NAVE_HALF_X + NAVE_WALL,
  x1: NAVE_HALF_X - NAVE_WALL,
  z0: TEMPLE.back + NAVE_WALL,
  z1: NAVE_FRONT - NAVE_WALL,
  floor: TEMPLE.podium + 0.02,
  ceiling: TEMPLE.podium + 8.7,
}
/** The bell tower's foot stands in the room: from here to smaller x and larger z. */
export const TOWER_CORNER = {
  x: TEMPLE.tower.x + TEMPLE.tower.half + 0.25,
  z: TEMPLE.tower.z - TEMPLE.tower.half - 0.25,
} as const

const { podium } = TEMPLE
export const TEMPLE_PORTAL: Opening = { x0: -1.7, x1: 1.7, y0: podium, y1: podium + 4.4 }
export const TEMPLE_WINDOWS: readonly Opening[] = [
  { x0: 4.5, x1: 5.9, y0: podium + 1.4, y1: podium + 5.4, arched: true },
]

export const PALE: Rgb = mix(STONE[2]!, [235, 226, 208], 0.45)
export const WALL: Paint = { color: PALE, vary: 0.02 }
export const TRIM: Paint = { color: mix(PALE, [255, 250, 238], 0.35), vary: 0.02 }
export const STEP: Paint = { color: STONE[2]!, vary: 0.03 }

/** A round-headed window on the plane z = 0. */
export function addTallWindow(b: MeshBuilder, x: number, y: number, width: number, height: number): void {
  const r = width / 2
  const paint: Paint = b.random.chance(0.4) ? { color: GLOW, glow: 120 } : { color: GLASS }
  const spring = y + height - r
  const outline = (grow: number, z: number): [number, number, number][] => {
    const points: [number, number, number][] = [
      [x - r - grow, y - grow, z],
      [x + r + grow, y - grow, z],
    ]
    for (let i = 0; i <= 6; i++) {
      const angle = (i / 6) * Math.PI
      points.push([x + Math.cos(angle) * (r + grow), spring + Math.sin(angle) * (r + grow), z])
    }
    return points
  }
  addFace(b, outline(0.22, 0.05), TRIM)
  addFace(b, outline(0, 0.08), paint)
  addPanel(b, x - 0.05, y, x + 0.05, spring + r * 0.9, 0.1, { color: IRON })
}
