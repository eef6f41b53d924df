import { PLASTER_PAINT } from '../houses/house-paints.js'
import { addWindow } from '../houses/openings.js'
import { addGableRoof } from '../houses/roofs.js'
import {
  addFace,
  addFacing,
  createMeshBuilder,
  type MeshBuilder,
  type Paint,
  setFrame,
  type Vec3,
} from '../mesh/mesh-builder.js'
import { addBeam, addPanel } from '../mesh/shapes.js'
import { STONE, TILES, TIMBER } from '../palette.js'
import { smoothstep } from '../random.js'

/** width between the piers before it is fitted to a lane */
export const ARCH_SPAN = 5
const HALF = ARCH_SPAN / 2
const PIER = 0.6
const SPRING = 2.3
const FLOOR = 5
const EAVE = 7.6
const DEEP = 2.2
const STEPS = 8
const BELOW = -1.4
const STONES: Paint = { color: STONE[2]!, vary: 0.04 }
const BEAM: Paint = { color: TIMBER[1]!, vary: 0.08 }

const archPoint = (i: number, z: number): Vec3 => {
  const angle = Math.PI - (i / STEPS) * Math.PI
  return [Math.cos(angle) * HALF, SPRING + Math.sin(angle) * HALF * 0.82, z]
}

/** A room over a lane on a stone arch; the lane runs along z. */
export function laneArch(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, (_x, y, _z, _nx, ny) => {
    if (ny < -0.3 && y < FLOOR) return 0.55
    return (0.66 + 0.34 * smoothstep(-0.1, 1.4, y)) * (y > EAVE - 0.8 && y < EAVE + 0.05 ? 0.82 : 1)
  })
  for (const yaw of [0, Math.PI]) {
    setFrame(b, 0, 0, 0, yaw)
    addArchFace(b)
    setFrame(b, 0, 0, yaw === 0 ? DEEP : -DEEP, yaw)
    addRoomFace(b)
  }
  setFrame(b)
  addPassage(b)
  const along = HALF + PIER
  addGableRoof(b, {
    along,
    across: DEEP,
    eave: EAVE,
    pitch: 0.95,
    overhang: 0.4,
    verge: 0,
    tiles: TILES[3]!,
    far: false,
  })
  return b
}

/** The stone below the room, on the plane z = DEEP. */
function addArchFace(b: MeshBuilder): void {
  const up = ([x, , z]: Vec3): Vec3 => [(x * (HALF + PIER)) / HALF, FLOOR, z]
  for (let i = 0; i < STEPS; i++) {
    const p = archPoint(i, DEEP)
    const q = archPoint(i + 1, DEEP)
    addFace(b, [p, q, up(q), up(p)], STONES)
  }
  for (const s of [-1, 1]) {
    const x0 = s < 0 ? -HALF - PIER : HALF
    addPanel(b, x0, BELOW, x0 + PIER, SPRING, DEEP, STONES)
    const outer = s * (HALF + PIER)
    addFacing(
      b,
      [
        [s * HALF, SPRING, DEEP],
        [outer, SPRING, DEEP],
        [outer, FLOOR, DEEP],
      ],
      [0, 0, 1],
      STONES,
    )
  }
}

/** Plaster, timber and a window, on the plane z = 0. */
function addRoomFace(b: MeshBuilder): void {
  const half = HALF + PIER
  addPanel(b, -half, FLOOR, half, EAVE, 0, PLASTER_PAINT)
  addBeam(b, [-half, FLOOR + 0.1], [half, FLOOR + 0.1], 0, 0.26, 0.1, BEAM)
  addBeam(b, [-half, EAVE - 0.12], [half, EAVE - 0.12], 0, 0.2, 0.08, BEAM)
  for (const x of [-2.4, -0.9, 0.9, 2.4]) addBeam(b, [x, FLOOR], [x, EAVE], 0, 0.18, 0.07, BEAM)
  addWindow(b, 0, FLOOR + 0.75, 1, 1.2, { plain: true })
}

/** The vault and the piers' inner sides. */
function addPassage(b: MeshBuilder): void {
  for (let i = 0; i < STEPS; i++) {
    addFace(
      b,
      [archPoint(i + 1, DEEP), archPoint(i, DEEP), archPoint(i, -DEEP), archPoint(i + 1, -DEEP)],
      STONES,
    )
  }
  for (const s of [-1, 1]) {
    const x = s * HALF
    addFacing(
      b,
      [
        [x, BELOW, -DEEP],
        [x, BELOW, DEEP],
        [x, SPRING, DEEP],
        [x, SPRING, -DEEP],
      ],
      [-s, 0, 0],
      STONES,
    )
  }
}
