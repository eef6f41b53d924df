import { createMeshBuilder, type MeshBuilder, type Paint } from '../mesh/mesh-builder.js'
import { addBox } from '../mesh/shapes.js'
import { IRON, type Rgb, TIMBER } from '../palette.js'

/** A leaf of a door: hinges on the y axis, the leaf along +x, centred on z = 0. Metres. */
export type DoorLeaf = {
  readonly width: number
  readonly height: number
  readonly thickness: number
  readonly planks: number
  readonly color: Rgb
}

export const DOOR_LEAVES = {
  'gate-leaf': { width: 2.9, height: 5.4, thickness: 0.2, planks: 6, color: TIMBER[1]! },
  'temple-leaf': { width: 1.68, height: 4.35, thickness: 0.16, planks: 4, color: [96, 62, 44] },
  'inn-door': { width: 1.18, height: 2.12, thickness: 0.1, planks: 3, color: [62, 76, 92] },
} as const satisfies Record<string, DoorLeaf>

export type DoorName = keyof typeof DOOR_LEAVES

/** Planks between two boards, with iron bands on both sides. */
export const doorLeaf =
  (name: DoorName) =>
  (seed: number): MeshBuilder => {
    const { width, height, thickness, planks, color } = DOOR_LEAVES[name]
    const b = createMeshBuilder(seed)
    const half = thickness / 2
    const plank: Paint = { color, vary: 0.12 }
    for (let i = 0; i < planks; i++) {
      const x0 = (width * i) / planks
      const x1 = (width * (i + 1)) / planks
      const sides = `bfud${i === 0 ? 'l' : ''}${i === planks - 1 ? 'r' : ''}`
      addBox(b, [x0, 0, -half], [x1, height, half], plank, sides)
    }
    for (const y of [height * 0.18, height * 0.78]) {
      addBox(b, [0, y, -half - 0.02], [width * 0.85, y + 0.12, half + 0.02], { color: IRON }, 'bfudr')
    }
    addBox(
      b,
      [width - 0.28, height * 0.46, -half - 0.05],
      [width - 0.16, height * 0.5, half + 0.05],
      { color: IRON },
      'bfudlr',
    )
    return b
  }
