import { addFace, addQuad, type MeshBuilder, setFrame } from '../mesh/mesh-builder.js'
import { addBox, addPanel, addRound } from '../mesh/shapes.js'
import { GOLD, IRON, SLATE, shade, TIMBER } from '../palette.js'
import { addTallWindow, STEP, TEMPLE, TRIM, WALL } from './temple-parts.js'

export function addBellTower(b: MeshBuilder): void {
  const { x, z, half, height } = TEMPLE.tower
  const belfry = 22
  const rows = [-2, 0.3, 3, 9.5, 15.5, belfry]
  for (let i = 1; i < rows.length; i++) {
    addBox(b, [x - half, rows[i - 1]!, z - half], [x + half, rows[i]!, z + half], WALL, 'lrbf')
    if (i > 2)
      addBox(
        b,
        [x - half - 0.22, rows[i]! - 0.3, z - half - 0.22],
        [x + half + 0.22, rows[i]! + 0.1, z + half + 0.22],
        TRIM,
        'lrbfud',
      )
  }
  for (const sx of [-1, 1]) {
    for (const sz of [-1, 1]) {
      const px = x + sx * (half - 0.55)
      const pz = z + sz * (half - 0.55)
      addBox(
        b,
        [x + sx * half - 0.45, -1, z + sz * half - 0.45],
        [x + sx * half + 0.45, belfry - 0.3, z + sz * half + 0.45],
        TRIM,
        'lrbf',
      )
      addBox(b, [px - 0.55, belfry + 0.1, pz - 0.55], [px + 0.55, belfry + 4.6, pz + 0.55], WALL, 'lrbf')
    }
  }
  addBelfry(b, x, z, half, belfry)
  const eave = belfry + 5.6
  for (let i = 0; i < 4; i++) {
    setFrame(b, x, eave, z, (i * Math.PI) / 2)
    addSpireSide(b, half + 0.5, height - eave)
    setFrame(b, x, 0, z, (i * Math.PI) / 2)
    addTallWindow(b, 0, 5, 1, 3)
    addClock(b, half)
  }
  setFrame(b)
  addRound(b, [x, height - 0.4, z], 0.5, 0.3, 0.3, 8, { color: GOLD }, 'ud')
  addRound(b, [x, height, z], 2, 0.07, 0.03, 5, { color: GOLD }, '')
  addBox(b, [x - 0.6, height + 1, z - 0.06], [x + 0.6, height + 1.15, z + 0.06], { color: GOLD })
}

/** One of four sides of a hollow-curved spire, on the plane of its eave. */
function addSpireSide(b: MeshBuilder, half: number, height: number): void {
  const bands = 5
  const at = (t: number): [number, number] => [half * (1 - t) ** 1.25, height * t]
  for (let k = 0; k < bands; k++) {
    const [w0, y0] = at(k / bands)
    const [w1, y1] = at((k + 1) / bands)
    const color = shade(SLATE, 0.94 + 0.1 * (k % 2))
    addQuad(b, [-w0, y0, w0], [w0, y0, w0], [w1, y1, w1], [-w1, y1, w1], { color })
  }
}

/** The clock under the belfry. */
function addClock(b: MeshBuilder, half: number): void {
  const y = 18.8
  for (let i = 0; i < 12; i++) {
    const a = (i / 12) * Math.PI * 2
    const c = ((i + 1) / 12) * Math.PI * 2
    const z = half + 0.1
    addFace(
      b,
      [
        [0, y, z],
        [Math.cos(a) * 1.5, y + Math.sin(a) * 1.5, z],
        [Math.cos(c) * 1.5, y + Math.sin(c) * 1.5, z],
      ],
      { color: [236, 226, 204] },
    )
  }
  addPanel(b, -0.06, y, 0.06, y + 1.2, half + 0.14, { color: IRON })
  addQuad(
    b,
    [0, y - 0.06, half + 0.14],
    [0.8, y - 0.4, half + 0.14],
    [0.84, y - 0.28, half + 0.14],
    [0, y + 0.06, half + 0.14],
    { color: IRON },
  )
}

function addBelfry(b: MeshBuilder, x: number, z: number, half: number, y: number): void {
  addBox(b, [x - half, y + 4.6, z - half], [x + half, y + 5.6, z + half], WALL, 'lrbfd')
  addBox(
    b,
    [x - half - 0.4, y + 5.3, z - half - 0.4],
    [x + half + 0.4, y + 5.7, z + half + 0.4],
    TRIM,
    'lrbfdu',
  )
  addBox(b, [x - half, y, z - half], [x + half, y + 0.12, z + half], STEP, 'u')
  for (let i = 0; i < 4; i++) {
    setFrame(b, x, 0, z, (i * Math.PI) / 2)
    addBox(b, [-half + 0.9, y + 0.1, half - 0.35], [half - 0.9, y + 1, half - 0.1], TRIM, 'fub')
  }
  setFrame(b)
  addRound(b, [x, y + 1.9, z], 1.5, 1.15, 0.5, 10, { color: GOLD }, 'u')
  addRound(b, [x, y + 1.7, z], 0.2, 1.3, 1.15, 10, { color: shade(GOLD, 0.8) }, 'd')
  addBox(b, [x - 0.1, y + 3.4, z - 0.1], [x + 0.1, y + 4.6, z + 0.1], { color: TIMBER[0]! }, 'lrbf')
}
