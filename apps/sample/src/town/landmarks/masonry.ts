import { addQuad, type MeshBuilder, type Paint, setFrame } from '../mesh/mesh-builder.js'
import { addBox, addPanel, addRound } from '../mesh/shapes.js'
import { GLASS, GOLD, STONE, shade } from '../palette.js'
import { smoothstep } from '../random.js'

/** how far walls reach below the ground */
export const BELOW = 3
export const STONES: Paint = { color: STONE[0]!, vary: 0.035 }
export const LIGHT: Paint = { color: STONE[2]!, vary: 0.04 }
export const DARK: Paint = { color: STONE[1]!, vary: 0.05 }

export const wallShade = (top: number) => (_x: number, y: number, _z: number, _nx: number, ny: number) => {
  if (ny < -0.85) return 0.5
  if (ny < -0.25) return 0.72
  const foot = 0.64 + 0.36 * smoothstep(-0.2, 2.8, y)
  return y < top ? foot : 1
}

/** Stones that stand out of a flat face z = base, so that it does not look poured. */
export function addStones(
  b: MeshBuilder,
  x0: number,
  x1: number,
  y0: number,
  y1: number,
  base: number,
  count: number,
): void {
  for (let i = 0; i < count; i++) {
    const w = b.random.range(0.5, 1.1)
    const h = b.random.range(0.3, 0.5)
    const x = b.random.range(x0 + 0.1, x1 - w - 0.1)
    const y = y0 + Math.floor(b.random.range(0, (y1 - y0 - h) / 0.55)) * 0.55
    const paint = b.random.chance(0.5) ? LIGHT : DARK
    addPanel(b, x, y, x + w, y + h, base + 0.05, paint)
    addQuad(
      b,
      [x, y + h, base + 0.05],
      [x + w, y + h, base + 0.05],
      [x + w, y + h, base],
      [x, y + h, base],
      paint,
    )
  }
}

/** A ring of merlons round a tower's top. */
function addCrown(b: MeshBuilder, x: number, z: number, y: number, radius: number, count: number): void {
  for (let i = 0; i < count; i++) {
    const angle = (i / count) * Math.PI * 2
    setFrame(b, x + Math.sin(angle) * radius, y, z + Math.cos(angle) * radius, angle)
    addBox(b, [-0.62, 0, -0.4], [0.62, 1.05, 0.1], STONES, 'lrubf')
  }
  setFrame(b)
}

const TOWER_SIDES = 16

/** A round tower: shaft, corbelled gallery with merlons, pointed roof. */
export function addTower(
  b: MeshBuilder,
  x: number,
  z: number,
  radius: number,
  height: number,
  peak: number,
  tiles: Paint,
): void {
  setFrame(b)
  const sides = TOWER_SIDES
  const rows = [-BELOW, 0.5, 3, height * 0.6, height]
  for (let i = 1; i < rows.length; i++) {
    const wide = (y: number) => radius + 0.5 * Math.max(0, 1 - y / 3)
    addRound(
      b,
      [x, rows[i - 1]!, z],
      rows[i]! - rows[i - 1]!,
      wide(rows[i - 1]!),
      wide(rows[i]!),
      sides,
      STONES,
      '',
    )
  }
  addRound(b, [x, height * 0.55, z], 0.35, radius + 0.12, radius + 0.12, sides, LIGHT, 'ud')
  addRound(b, [x, height - 0.9, z], 0.9, radius, radius + 0.55, sides, DARK, '')
  addRound(b, [x, height, z], 0.9, radius + 0.55, radius + 0.55, sides, LIGHT, 'u')
  addCrown(b, x, z, height + 0.9, radius + 0.45, 10)
  addRound(b, [x, height + 0.9, z], 1.7, radius - 0.7, radius - 0.7, sides, STONES, '')
  addPointedRoof(b, x, z, radius + 0.35, height + 2.3, peak, tiles)
  for (let i = 0; i < 6; i++) {
    const angle = (i / 6) * Math.PI * 2 + 0.3
    setFrame(b, x + Math.sin(angle) * radius, 0, z + Math.cos(angle) * radius, angle)
    addBox(b, [-0.12, height * 0.66, -0.1], [0.12, height * 0.66 + 1.5, 0.08], { color: GLASS }, 'f')
    const y = 4.2 + (i % 3) * 1.1
    addBox(b, [-0.5, y, -0.3], [0.5, y + 0.4, 0.04], i % 2 ? LIGHT : DARK, 'fu')
  }
  setFrame(b)
}

/** Height of a roof's pole over its peak: a flag may fly there. */
export const POLE = 2.4

/** A cone in bands of tiles with a gilt pole. */
function addPointedRoof(
  b: MeshBuilder,
  x: number,
  z: number,
  radius: number,
  base: number,
  peak: number,
  tiles: Paint,
): void {
  const bands = 5
  for (let i = 0; i < bands; i++) {
    const r = (t: number) => radius * (1 - t) ** 1.08
    const y0 = base + ((peak - base) * i) / bands
    const skirt = i === 0 ? 0 : 0.1
    const color = shade(tiles.color, 0.92 + 0.08 * (i % 2))
    addRound(
      b,
      [x, y0 - 0.06, z],
      (peak - base) / bands + 0.06,
      r(i / bands) + skirt,
      r((i + 1) / bands),
      TOWER_SIDES,
      { color },
      i === 0 ? 'd' : '',
    )
  }
  addRound(b, [x, peak - 0.2, z], POLE + 0.2, 0.07, 0.04, 5, { color: GOLD }, '')
}
