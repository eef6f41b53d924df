import { createMeshBuilder, type MeshBuilder } from '../mesh/mesh-builder.js'
import { addBox, addRound } from '../mesh/shapes.js'
import { GLOW, STONE, WHITE } from '../palette.js'
import { CANDLELIGHT, ROOM_WOOD } from '../rooms/room-parts.js'

/** Half sizes of a table with its benches; it runs along x. */
export const TABLE = { halfX: 0.95, halfZ: 0.9 } as const

/** A table with two benches, mugs and a candle. */
export function table(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed)
  addBox(b, [-0.95, 0.7, -0.38], [0.95, 0.78, 0.38], ROOM_WOOD, 'lrbfud')
  for (const x of [-0.75, 0.75]) {
    addBox(b, [x - 0.07, 0, -0.28], [x + 0.07, 0.7, 0.28], ROOM_WOOD, 'lrbf')
  }
  for (const z of [-0.74, 0.74]) {
    addBox(b, [-0.9, 0.42, z - 0.15], [0.9, 0.48, z + 0.15], ROOM_WOOD, 'lrbfu')
    for (const x of [-0.7, 0.7]) {
      addBox(b, [x - 0.05, 0, z - 0.12], [x + 0.05, 0.42, z + 0.12], ROOM_WOOD, 'lrbf')
    }
  }
  for (const [x, z] of [
    [-0.55, 0.2],
    [0.5, -0.2],
  ] as const) {
    addRound(b, [x, 0.78, z], 0.16, 0.06, 0.07, 5, { color: STONE[2]!, glow: CANDLELIGHT })
  }
  addBox(b, [-0.03, 0.78, -0.03], [0.03, 0.93, 0.03], { color: WHITE, glow: CANDLELIGHT }, 'lrbf')
  addRound(b, [0, 0.93, 0], 0.13, 0.04, 0, 4, { color: GLOW, glow: 255 }, '')
  return b
}
