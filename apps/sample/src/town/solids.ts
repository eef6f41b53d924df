import { FOUNDATION, planBody } from './houses/house-body.js'
import { HOUSE_KINDS, type HouseKind } from './houses/house-kinds.js'
import { INN_OPENINGS, INN_ROOM } from './houses/inn-front.js'
import { HALL } from './landmarks/hall-mesh.js'
import {
  NAVE_FRONT,
  NAVE_WALL,
  TEMPLE,
  TEMPLE_PORTAL,
  TEMPLE_ROOM,
  TEMPLE_WINDOWS,
} from './landmarks/temple-parts.js'
import { TOWER_RADIUS, WALL_MODULE } from './landmarks/wall-meshes.js'
import type { Opening } from './mesh/open-wall.js'
import { DOOR_LEAVES } from './props/door-leaves.js'
import type { Box, Point, Solid } from './types.js'

/**
 * For each mesh of the town the convex solids that lie wholly inside its opaque body, in the mesh's own axes and
 * metres: what an occluder may be made of. A building with a room is its walls, floor by floor, and never the room;
 * doorways and windows stay free. At every level of detail the drawn mesh hides them, seen from outside and from its
 * room.
 *
 * Solids of what stands on the ground reach below it (`SOLID_BELOW`), so that no gap shows at its foot. They are for
 * viewers above the ground only.
 */
export function solidsOf(mesh: string): readonly Solid[] {
  const kind = HOUSE_KINDS.find(({ name }) => name === mesh)
  if (kind) return kind.room ? innSolids(kind) : houseSolids(kind)
  return SOLIDS[mesh] ?? []
}

/** How far solids that stand on the ground reach below y = 0. */
export const SOLID_BELOW = 3

/** Between a solid and the surface it lies in, so that rounding never brings it outside. */
const SKIN = 0.06

const box = (...sides: Box): Solid => ({ kind: 'box', box: sides })

/** A prism over a regular polygon that lies inside a round body of this radius. */
function pillar(x: number, z: number, radius: number, y0: number, y1: number): Solid {
  const sides = 8
  const footprint = Array.from({ length: sides }, (_, i): Point => {
    const angle = (i / sides) * Math.PI * 2
    return { x: x + Math.cos(angle) * radius, z: z + Math.sin(angle) * radius }
  })
  return { kind: 'prism', footprint, y0, y1 }
}

/** The walls as one block up to the eaves, and where the roof is not hipped a block under the ridge. */
function houseSolids(kind: HouseKind): Solid[] {
  const first = planBody(kind, true).storeys[0]!
  return [
    box(first.x0 + SKIN, -FOUNDATION - 2, first.z0 + SKIN, first.x1 - SKIN, eavesOf(kind), first.z1 - SKIN),
    ...atticSolids(kind),
  ]
}

const eavesOf = (kind: HouseKind): number => planBody(kind, true).storeys.at(-1)!.y1 - 0.2

function atticSolids(kind: HouseKind): Solid[] {
  const { storeys, roof, frontGable } = planBody(kind, true)
  if (kind.roof === 'hip') return []
  const last = storeys.at(-1)!
  const quarter = roof.across * 0.45
  const top = last.y1 + roof.pitch * (roof.across - quarter) - 0.3
  const middle = (last.z0 + last.z1) / 2
  const end = kind.roof === 'half-hip' ? roof.across * 0.62 : 0.3
  return [
    frontGable
      ? box(-quarter, last.y1 - 1, last.z0 + end, quarter, top, last.z1 - end)
      : box(last.x0 + end, last.y1 - 1, middle - quarter, last.x1 - end, top, middle + quarter),
  ]
}

/** Walls round the tap-room, what stands between its openings, and everything from its ceiling up. */
function innSolids(kind: HouseKind): Solid[] {
  const s = planBody(kind, true).storeys[0]!
  const [x0, x1, z0, z1] = [s.x0 + SKIN, s.x1 - SKIN, s.z0 + SKIN, s.z1 - SKIN]
  const wall = INN_ROOM.wall - 2 * SKIN
  const top = INN_ROOM.ceiling + SKIN
  const low = -FOUNDATION - 2
  const { arch, door, windows } = INN_OPENINGS
  return [
    box(x0, top, z0, x1, eavesOf(kind), z1),
    ...atticSolids(kind),
    box(x0, low, z0, x0 + wall, top, z1),
    box(x1 - wall, low, z0, x1, top, z1),
    box(x0, low, z0, x1, top, z0 + wall),
    ...betweenOpenings(x0, x1, low, top, [arch, ...windows, door], z1 - wall, z1),
  ]
}

/** Upright pieces of a wall along x between its openings, and what is over and under each of them. */
function betweenOpenings(
  x0: number,
  x1: number,
  y0: number,
  y1: number,
  openings: readonly Opening[],
  z0: number,
  z1: number,
): Solid[] {
  const sorted = [...openings].sort((a, b) => a.x0 - b.x0)
  const solids: Solid[] = []
  let from = x0
  for (const opening of sorted) {
    solids.push(box(from, y0, z0, opening.x0 - SKIN, y1, z1))
    from = opening.x1 + SKIN
    if (opening.y1 + SKIN < y1) solids.push(box(opening.x0, opening.y1 + SKIN, z0, opening.x1, y1, z1))
    if (opening.y0 > 0.3) solids.push(box(opening.x0, y0, z0, opening.x1, opening.y0 - SKIN, z1))
  }
  solids.push(box(from, y0, z0, x1, y1, z1))
  return solids
}

/** The nave's walls, the block between its ceiling and the roof, podium and bell tower. */
function templeSolids(): Solid[] {
  const { podium, halfX, front, back, tower } = TEMPLE
  const room = TEMPLE_ROOM
  const x = halfX - 0.4 - SKIN
  const [z0, z1] = [back + SKIN, NAVE_FRONT - SKIN]
  const wall = NAVE_WALL - 2 * SKIN
  const eaves = podium + 9
  const { half } = tower
  const low = -SOLID_BELOW
  const openings = [TEMPLE_PORTAL, ...TEMPLE_WINDOWS]
  return [
    box(-halfX - 0.9, low, back - 0.5, halfX + 0.9, podium - SKIN, front - SKIN),
    box(-x, podium - 0.5, z0, -x + wall, eaves, z1),
    box(x - wall, podium - 0.5, z0, x, eaves, z1),
    box(-x, podium - 0.5, z0, x, eaves, z0 + wall),
    ...betweenOpenings(-x, x, podium - 0.5, eaves, openings, z1 - wall, z1),
    box(-x, room.ceiling + SKIN, z0, x, eaves, z1),
    box(-4.4, eaves - 0.5, z0 + 0.3, 4.4, eaves + 1.9, z1),
    box(
      tower.x - half + SKIN,
      low,
      tower.z - half + SKIN,
      tower.x + half - SKIN,
      21.9,
      tower.z + half - SKIN,
    ),
  ]
}

const SOLIDS: Readonly<Record<string, readonly Solid[]>> = {
  wall: [box(-WALL_MODULE / 2, -SOLID_BELOW, -1.64, WALL_MODULE / 2, 8.95, 1.64)],
  tower: [pillar(0, 0, TOWER_RADIUS - 0.16, -SOLID_BELOW, 12.5)],
  gate: [
    ...[-1, 1].flatMap((side) => [
      pillar(side * 6.9, 1, 3.9, -SOLID_BELOW, 13.4),
      box(side < 0 ? -10.9 : 3.1, -SOLID_BELOW, -3.5, side < 0 ? -3.1 : 10.9, 11.1, -SKIN),
    ]),
    box(-3.3, 7.1, -3.5, 3.3, 11.1, 3.5),
  ],
  temple: templeSolids(),
  hall: [
    box(-14.9, -1.9, -7.4, 14.9, 9.5, 4),
    box(-14.9, 4.9, 3.9, 14.9, 9.5, HALL.halfZ - SKIN),
    box(-8.5, 9, -2.2, 8.5, 13.2, 2.2),
  ],
  mill: [box(-4.9, -4.9, -3.9, 4.9, 6, 3.9)],
  ...Object.fromEntries(
    Object.entries(DOOR_LEAVES).map(([name, { width, height, thickness }]) => [
      name,
      [box(SKIN, SKIN, -thickness / 2 + 0.02, width - SKIN, height - SKIN, thickness / 2 - 0.02)],
    ]),
  ),
}
