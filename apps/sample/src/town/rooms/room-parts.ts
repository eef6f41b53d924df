import { addFace, type MeshBuilder, type Paint, type Shade, setFrame } from '../mesh/mesh-builder.js'
import { addOpenWall, mirrored, type Opening } from '../mesh/open-wall.js'
import { addBox, addPanel, addRound } from '../mesh/shapes.js'
import { GLOW, IRON, mix, TIMBER, WHITE } from '../palette.js'
import { smoothstep } from '../random.js'

/** The inside of a room in its building's axes: the faces of its walls, its floor and its ceiling. */
export type RoomBox = {
  readonly x0: number
  readonly x1: number
  readonly z0: number
  readonly z1: number
  readonly floor: number
  readonly ceiling: number
}

/** Light of candles: part of each surface's own colour, so that a room is seen where no sun comes in. */
export const CANDLELIGHT = 46

/** Dark in corners, at the foot of walls and under the ceiling. */
export const roomShade = ({ x0, x1, z0, z1, floor, ceiling }: RoomBox): Shade => {
  return (x, y, z, _nx, ny) => {
    const side = Math.min(x - x0, x1 - x, z - z0, z1 - z)
    const corner = 0.6 + 0.4 * smoothstep(-0.2, 2.2, side)
    if (ny < -0.5) return 0.55 * corner
    const foot = 0.72 + 0.28 * smoothstep(floor - 0.1, floor + 1, y)
    return Math.abs(ny) > 0.5 ? corner : foot * (0.82 + 0.18 * smoothstep(0, 1.2, ceiling - y))
  }
}

/** The four walls seen from inside, the front one (+z) with its openings; then floor and ceiling. */
export function addRoomShell(
  b: MeshBuilder,
  room: RoomBox,
  openings: readonly Opening[],
  paints: { readonly wall: Paint; readonly base: Paint; readonly ceiling: Paint },
): void {
  const { x0, x1, z0, z1, floor, ceiling } = room
  const dado = floor + (ceiling - floor) * 0.33
  const rows = [
    [floor, dado, paints.base],
    [dado, ceiling, paints.wall],
  ] as const
  for (const [y0, y1, paint] of rows) {
    setFrame(b, 0, 0, z1, Math.PI)
    addOpenWall(b, [-x1, y0], [-x0, y1], openings.map(mirrored), paint)
    for (const [x, z, yaw, from, to] of [
      [x0, 0, Math.PI / 2, -z1, -z0],
      [x1, 0, -Math.PI / 2, z0, z1],
      [0, z0, 0, x0, x1],
    ] as const) {
      setFrame(b, x, 0, z, yaw)
      // In strips, so that corners are darker than what lies between.
      const strips = Math.max(2, Math.round((to - from) / 3))
      for (let i = 0; i < strips; i++) {
        const u = (k: number) => from + ((to - from) * k) / strips
        addPanel(b, u(i), y0, u(i + 1), y1, 0, paint)
      }
    }
  }
  setFrame(b)
  const strips = Math.max(3, Math.round((x1 - x0) / 1.6))
  for (let i = 0; i < strips; i++) {
    const u0 = x0 + ((x1 - x0) * i) / strips
    const u1 = x0 + ((x1 - x0) * (i + 1)) / strips
    addFace(
      b,
      [
        [u0, ceiling, z0],
        [u1, ceiling, z0],
        [u1, ceiling, z1],
        [u0, ceiling, z1],
      ],
      paints.ceiling,
    )
  }
}

/** A floor of boards or slabs along x, `rows` of them, in colours that differ a little. */
export function addFloor(
  b: MeshBuilder,
  { x0, x1, z0, z1, floor }: RoomBox,
  rows: number,
  paint: Paint,
): void {
  for (let i = 0; i < rows; i++) {
    const v0 = z0 + ((z1 - z0) * i) / rows
    const v1 = z0 + ((z1 - z0) * (i + 1)) / rows
    const split = x0 + (x1 - x0) * (i % 2 === 0 ? 0.37 : 0.66)
    for (const [u0, u1] of [
      [x0, split],
      [split, x1],
    ] as const) {
      addFace(
        b,
        [
          [u0, floor, v1],
          [u1, floor, v1],
          [u1, floor, v0],
          [u0, floor, v0],
        ],
        paint,
      )
    }
  }
}

/** An iron ring with candles, hung from a chain. */
export function addChandelier(b: MeshBuilder, x: number, y: number, z: number, chain: number): void {
  addBox(b, [x - 0.02, y, z - 0.02], [x + 0.02, y + chain, z + 0.02], { color: IRON }, 'lrbf')
  addRound(b, [x, y, z], 0.07, 0.5, 0.5, 8, { color: IRON }, 'ud')
  for (let i = 0; i < 6; i++) {
    const angle = (i / 6) * Math.PI * 2
    const [cx, cz] = [x + Math.sin(angle) * 0.45, z + Math.cos(angle) * 0.45]
    addBox(b, [cx - 0.03, y + 0.05, cz - 0.03], [cx + 0.03, y + 0.2, cz + 0.03], { color: WHITE }, 'lrbf')
    addRound(b, [cx, y + 0.2, cz], 0.12, 0.04, 0, 5, { color: GLOW, glow: 255 }, '')
  }
}

export const ROOM_WOOD: Paint = { color: mix(TIMBER[1]!, [150, 108, 70], 0.4), vary: 0.09, glow: CANDLELIGHT }
