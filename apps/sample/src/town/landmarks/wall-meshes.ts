import { addQuad, createMeshBuilder, type MeshBuilder, setFrame } from '../mesh/mesh-builder.js'
import { addBox, addPanel, addRound } from '../mesh/shapes.js'
import { GLASS, SLATE, TIMBER } from '../palette.js'
import { WALL_HEIGHT, WALL_THICKNESS, WALL_WALK_HEIGHT } from '../plan/wall-line.js'
import { addStones, addTower, BELOW, DARK, LIGHT, STONES, wallShade } from './masonry.js'

/** length of one piece of the wall before it is fitted */
export const WALL_MODULE = 8
/** height of a tower's roof */
export const TOWER_PEAK = 18.4
export const TOWER_RADIUS = 5
const HALF = WALL_THICKNESS / 2

/** A piece of the ring wall: outside is +z, the walk lies between a crenellated and a low parapet. */
export function wallPiece(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, wallShade(WALL_HEIGHT))
  const x = WALL_MODULE / 2
  const walk = WALL_WALK_HEIGHT
  for (const yaw of [0, Math.PI]) {
    setFrame(b, 0, 0, 0, yaw)
    const rows = [-BELOW, 0.4, 2.8, walk - 0.6, walk]
    for (let i = 1; i < rows.length; i++) {
      // The foot is broader: a slope that sheds stones.
      const out = (y: number) => HALF + 0.55 * Math.max(0, 1 - y / 2.8)
      addQuad(
        b,
        [-x, rows[i - 1]!, out(rows[i - 1]!)],
        [x, rows[i - 1]!, out(rows[i - 1]!)],
        [x, rows[i]!, out(rows[i]!)],
        [-x, rows[i]!, out(rows[i]!)],
        STONES,
      )
      // Where the wall bends one looks between two pieces: there must be stone.
      addQuad(
        b,
        [x, rows[i - 1]!, out(rows[i - 1]!)],
        [x, rows[i - 1]!, -out(rows[i - 1]!)],
        [x, rows[i]!, -out(rows[i]!)],
        [x, rows[i]!, out(rows[i]!)],
        STONES,
      )
    }
    addStones(b, -x, x, 2.9, walk - 0.5, HALF, 10)
  }
  setFrame(b)
  addBox(b, [-x, walk, -HALF - 0.18], [x, walk + 0.14, HALF + 0.18], LIGHT, 'ufblr')
  addQuad(b, [-x, walk, -HALF], [x, walk, -HALF], [x, walk, -HALF - 0.18], [-x, walk, -HALF - 0.18], DARK)
  // Parapets: merlons outside, a low wall inside.
  addBox(b, [-x, walk + 0.14, HALF - 0.45], [x, walk + 0.95, HALF + 0.05], STONES, 'ubflr')
  for (const u of [-3, -1, 1, 3]) {
    addBox(b, [u - 0.6, walk + 0.95, HALF - 0.45], [u + 0.6, walk + 1.95, HALF + 0.05], STONES, 'lrubf')
    addBox(b, [u - 0.68, walk + 1.95, HALF - 0.52], [u + 0.68, walk + 2.08, HALF + 0.12], LIGHT, 'lrubfd')
  }
  addBox(b, [-x, walk + 0.14, -HALF - 0.05], [x, walk + 0.6, -HALF + 0.3], STONES, 'ubflr')
  addBox(b, [-0.09, 5.3, HALF], [0.09, 6.9, HALF + 0.03], { color: GLASS }, 'f')
  return b
}

export function wallTower(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, wallShade(12))
  addTower(b, 0, 0, TOWER_RADIUS, 11.8, TOWER_PEAK, { color: SLATE })
  // Doors to the walk on either side.
  for (const yaw of [Math.PI / 2, -Math.PI / 2]) {
    setFrame(b, 0, WALL_WALK_HEIGHT + 0.14, 0, yaw)
    addBox(b, [-0.75, -0.2, TOWER_RADIUS - 0.3], [0.75, 2.3, TOWER_RADIUS + 0.12], LIGHT, 'flru')
    addBox(b, [-0.5, -0.2, TOWER_RADIUS], [0.5, 2.05, TOWER_RADIUS + 0.15], { color: TIMBER[0]! }, 'f')
  }
  setFrame(b)
  return b
}

/** The wall's silhouette without stones and merlons. */
export function wallBlock(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, wallShade(WALL_HEIGHT))
  const x = WALL_MODULE / 2
  const walk = WALL_WALK_HEIGHT
  for (const yaw of [0, Math.PI]) {
    setFrame(b, 0, 0, 0, yaw)
    addPanel(b, -x, -BELOW, x, 2.8, HALF + 0.18, STONES)
    addPanel(b, -x, 2.8, x, walk + 0.14, HALF + 0.18, STONES)
  }
  setFrame(b)
  addBox(b, [-x, -BELOW, -HALF - 0.18], [x, walk + 0.14, HALF + 0.18], STONES, 'lr')
  addBox(b, [-x, walk, -HALF - 0.18], [x, walk + 0.14, HALF + 0.18], LIGHT, 'u')
  addBox(b, [-x, walk + 0.14, HALF - 0.45], [x, walk + 1.5, HALF + 0.05], STONES, 'ubf')
  addBox(b, [-x, walk + 0.14, -HALF - 0.05], [x, walk + 0.6, -HALF + 0.3], STONES, 'ubf')
  return b
}

/** Shaft, crown and roof of a tower with ten sides. */
export function towerBlock(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, wallShade(12))
  const sides = 10
  addRound(b, [0, -BELOW, 0], BELOW + 3, TOWER_RADIUS + 0.6, TOWER_RADIUS + 0.2, sides, STONES, '')
  addRound(b, [0, 3, 0], 8.9, TOWER_RADIUS + 0.2, TOWER_RADIUS + 0.2, sides, STONES, '')
  addRound(b, [0, 11.8, 0], 1.9, TOWER_RADIUS + 0.6, TOWER_RADIUS + 0.6, sides, LIGHT, 'ud')
  addRound(b, [0, 13.7, 0], 0.6, TOWER_RADIUS - 0.7, TOWER_RADIUS - 0.7, sides, STONES, '')
  addRound(b, [0, 14.1, 0], 4.3, TOWER_RADIUS + 0.35, 0, sides, { color: SLATE }, 'd')
  return b
}

export const STAIR_LENGTH = 15

/** Stairs along the inner side of the wall, up towards +x; the wall lies at +z. */
export function wallStairs(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, wallShade(WALL_HEIGHT))
  const steps = 22
  const run = STAIR_LENGTH / steps
  for (let i = 0; i < steps; i++) {
    const x0 = -STAIR_LENGTH / 2 + i * run
    const y1 = ((i + 1) * WALL_WALK_HEIGHT) / steps
    addBox(b, [x0, i === 0 ? -1 : y1 - WALL_WALK_HEIGHT / steps, -0.9], [x0 + run, y1, 0.9], LIGHT, 'lu')
    addBox(b, [x0, -1, -0.9], [x0 + run, y1, 0.9], STONES, i === steps - 1 ? 'br' : 'b')
  }
  return b
}
