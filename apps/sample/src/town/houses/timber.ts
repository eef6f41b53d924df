import { addQuad, type MeshBuilder, type Paint } from '../mesh/mesh-builder.js'
import { addBeam, addBox } from '../mesh/shapes.js'
import { STONE } from '../palette.js'
import type { HouseBody, Storey } from './house-body.js'
import { BEAM } from './house-paints.js'

/** Posts, rails and braces; the street side has them raised. */
export function addTimber(b: MeshBuilder, width: number, s: Storey, bays: number, rich: boolean): void {
  const half = width / 2
  const depth = rich ? 0.08 : 0.03
  if (!rich) {
    addFlatTimber(b, half, s, bays)
    return
  }
  const bay = width / bays
  const y0 = s.y0 + 0.1
  const y1 = s.y1 - 0.12
  addBeam(b, [-half, y0], [half, y0], 0, 0.24, depth + 0.03, BEAM)
  addBeam(b, [-half, y1], [half, y1], 0, 0.22, depth + 0.03, BEAM)
  for (let i = 0; i <= bays; i++) {
    const x = Math.max(-half + 0.1, Math.min(half - 0.1, -half + i * bay))
    addBeam(b, [x, y0], [x, y1], 0, 0.2, depth, BEAM)
  }
  const sill = s.y0 + 0.72
  for (let i = 0; i < bays; i++) {
    const x = -half + i * bay
    addBeam(b, [x, sill], [x + bay, sill], 0, 0.14, depth - 0.02, BEAM)
    if (bays > 2 && i > 0 && i < bays - 1) continue
    const foot = Math.min(0.95, bay * 0.26)
    addBeam(b, [x + 0.15, y1 - 0.1], [x + foot, sill], 0, 0.15, depth - 0.01, BEAM)
    addBeam(b, [x + bay - 0.15, y1 - 0.1], [x + bay - foot, sill], 0, 0.15, depth - 0.01, BEAM)
  }
}

/** The same painted flat, for the sides that are seen in passing. */
export function addFlatTimber(b: MeshBuilder, half: number, s: Storey, bays: number): void {
  const bar = (x0: number, y0: number, x1: number, y1: number, slant = 0) =>
    addQuad(b, [x0, y0, 0.03], [x1, y0, 0.03], [x1 + slant, y1, 0.03], [x0 + slant, y1, 0.03], BEAM)
  const foot = s.y0 + 0.2
  const head = s.y1 - 0.22
  bar(-half, s.y0, half, foot)
  bar(-half, head, half, s.y1)
  const bay = (half * 2) / bays
  for (let i = 0; i <= bays; i++) {
    const x = Math.max(-half, Math.min(half - 0.2, -half + i * bay - 0.1))
    bar(x, foot, x + 0.2, head)
  }
  bar(-half + 0.3, foot, -half + 0.48, head, bay * 0.55)
  bar(half - 0.48, foot, half - 0.3, head, -bay * 0.55)
}

/** The underside of a floor that juts out, with its joists' ends. */
export function addJetty(b: MeshBuilder, { far, kind }: HouseBody, s: Storey, below: Storey): void {
  addQuad(b, [s.x0, s.y0, below.z1], [s.x1, s.y0, below.z1], [s.x1, s.y0, s.z1], [s.x0, s.y0, s.z1], BEAM)
  if (far) return
  const count = Math.max(4, Math.round(kind.width / 2))
  for (let i = 0; i < count; i++) {
    const x = s.x0 + 0.25 + ((s.x1 - s.x0 - 0.5) * i) / (count - 1)
    addBox(b, [x - 0.09, s.y0 - 0.2, below.z1 - 0.02], [x + 0.09, s.y0, s.z1 + 0.06], BEAM, 'fdlr')
  }
}

/** Larger stones up both corners of the front. */
export function addQuoins(b: MeshBuilder, width: number, s: Storey): void {
  const paint: Paint = { color: STONE[2]!, vary: 0.07 }
  for (const side of [-1, 1]) {
    for (let i = 0; i < 5; i++) {
      const y = 0.4 + i * 0.54
      const long = i % 2 === 0 ? 0.62 : 0.4
      const edge = (side * width) / 2
      const x0 = side < 0 ? edge : edge - long
      if (y + 0.5 < s.y1) addBox(b, [x0, y, 0], [x0 + long, y + 0.48, 0.035], paint, 'f')
    }
  }
}
