import { createMeshBuilder, type MeshBuilder, type Paint, setFrame } from '../mesh/mesh-builder.js'
import { addBox, addInside, addLump, addRound } from '../mesh/shapes.js'
import { GOLD, mix, STONE, WATER_SHALLOW, WHITE } from '../palette.js'

export const FOUNTAIN_RADIUS = 3.4
/** height of the rim on which people sit */
export const FOUNTAIN_RIM = 1.01
const PALE: Paint = { color: mix(STONE[2]!, WHITE, 0.2), vary: 0.02 }
const STEP: Paint = { color: STONE[2]!, vary: 0.03 }
const WATER: Paint = { color: mix(WATER_SHALLOW, WHITE, 0.25) }

/** Steps, a wide basin, a column with an upper bowl, a gilt figure, four jets. */
export function fountain(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, (_x, y, _z, _nx, ny) =>
    ny < -0.3 ? 0.55 : 0.72 + 0.28 * Math.min(1, Math.max(0, y / 0.9)),
  )
  const r = FOUNTAIN_RADIUS
  const sides = 16
  addRound(b, [0, -0.5, 0], 0.66, r + 0.7, r + 0.7, sides, STEP, 'u')
  addRound(b, [0, 0.16, 0], 0.16, r + 0.3, r + 0.3, sides, STEP, 'u')
  addRound(b, [0, 0.32, 0], 0.55, r - 0.05, r, sides, PALE, '')
  addRound(b, [0, 0.87, 0], 0.14, r + 0.14, r + 0.14, sides, PALE, '')
  addRound(b, [0, 0.8, 0], 0.21, r + 0.14, r - 0.3, sides, PALE, '')
  addInside(b, [0, 0.72, 0], 0.29, r - 0.3, r - 0.3, sides, PALE)
  addRound(b, [0, 0.7, 0], 0.04, r - 0.28, r - 0.28, sides, WATER, 'u')
  addRound(b, [0, 0.6, 0], 0.5, 0.8, 0.55, 8, PALE, 'u')
  addRound(b, [0, 1.1, 0], 1.3, 0.42, 0.3, 8, PALE, '')
  addRound(b, [0, 2.2, 0], 0.5, 0.35, 1.45, 12, PALE, '')
  addRound(b, [0, 2.7, 0], 0.12, 1.5, 1.5, 12, PALE, '')
  addRound(b, [0, 2.82, 0], 0.03, 1.5, 1.36, 12, PALE, '')
  addInside(b, [0, 2.77, 0], 0.08, 1.36, 1.36, 12, PALE)
  addRound(b, [0, 2.76, 0], 0.02, 1.4, 1.4, 12, WATER, 'u')
  addRound(b, [0, 2.75, 0], 0.5, 0.42, 0.34, 8, PALE, 'u')
  addFigure(b, 3.25)
  for (let i = 0; i < 4; i++) {
    setFrame(b, 0, 0, 0, (i * Math.PI) / 2 + Math.PI / 4)
    // Water falls from the bowl's rim in a curved sheet.
    const spray: Paint = { color: mix(WATER_SHALLOW, WHITE, 0.72) }
    addBox(b, [-0.09, 1.9, 1.42], [0.09, 2.72, 1.54], spray, 'lrfb')
    addBox(b, [-0.08, 0.72, 1.54], [0.08, 1.95, 1.66], spray, 'lrfb')
    addRound(b, [0, 0.72, 1.6], 0.12, 0.32, 0.05, 6, { color: mix(WATER_SHALLOW, WHITE, 0.85) }, '')
  }
  setFrame(b)
  return b
}

/** A gilt woman who holds up a jug. */
function addFigure(b: MeshBuilder, y: number): void {
  const gilt: Paint = { color: GOLD }
  addRound(b, [0, y, 0], 0.75, 0.3, 0.15, 8, gilt, '')
  addRound(b, [0, y + 0.75, 0], 0.3, 0.14, 0.19, 8, gilt, '')
  addRound(b, [0, y + 1.05, 0], 0.12, 0.19, 0.06, 8, gilt, '')
  addLump(b, [0, y + 1.3, 0], [0.12, 0.15, 0.13], gilt, 0, 0.8)
  addBox(b, [0.14, y + 0.98, -0.05], [0.24, y + 1.6, 0.05], gilt, 'lrufb')
  addRound(b, [0.2, y + 1.55, 0], 0.3, 0.06, 0.16, 6, gilt, 'u')
  addBox(b, [-0.24, y + 0.6, -0.05], [-0.16, y + 1.08, 0.05], gilt, 'lrufb')
}
