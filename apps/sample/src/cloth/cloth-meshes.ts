/** Pieces of cloth: x runs along the chain, y across it, z off it. */
import { addFace, createMeshBuilder, finishMesh, type Paint, type Vec3 } from '../town/mesh/mesh-builder.js'
import { addRound } from '../town/mesh/shapes.js'
import { GOLD, WHITE } from '../town/palette.js'
import type { MeshData } from '../town/types.js'
import { WIDENS } from './drape.js'

const CLOTH: Paint = { color: WHITE, mask: 255 }
const TRIM: Paint = { color: GOLD }

/** A flat strip from x = 0 to `length`, `width` high. */
export function flagStrip(length: number, width: number): MeshData {
  const b = createMeshBuilder(1, () => 0.95)
  const half = width / 2
  const corners: Vec3[] = [
    [0, -half, 0],
    [length, -half, 0],
    [length, half, 0],
    [0, half, 0],
  ]
  addFace(b, corners, CLOTH)
  return finishMesh(b)
}

/**
 * Folds across a cloak, their depth, and how far its edges come round the wearer; metres at the first link.
 */
const FOLDS = 6
const DEPTH = 0.016
const ROUND = 0.05
/** Links overlap by this, so that none shows a gap where the cloak bends. */
const OVERLAP = 0.025
/** Metres of the hem's trim. */
const HEM = 0.045

/** A link of a cloak in folds, `width` at its upper end; the last one has a trimmed hem. */
export function cloakPiece(length: number, width: number, isLast: boolean): MeshData {
  // Valleys lie in their own shade, the more the lower: z is larger there, towards the wearer.
  const b = createMeshBuilder(2, (_x, y, z) => 0.86 - 4.2 * (z - edge(y / width)))
  const across = (share: number, x: number): Vec3 => {
    const s = WIDENS ** (x / length)
    const fold = Math.round((share + 1) * FOLDS) % 2 === 0 ? DEPTH : -DEPTH
    return [x, (share * width * s) / 2, (edge(share / 2) + fold) * s]
  }
  const band = (from: number, to: number, paint: Paint): void => {
    for (let i = 0; i < 2 * FOLDS; i++) {
      const [a, c] = [i / FOLDS - 1, (i + 1) / FOLDS - 1]
      addFace(b, [across(a, from), across(a, to), across(c, to), across(c, from)], paint)
    }
  }
  const end = isLast ? length - HEM : length + OVERLAP
  band(-OVERLAP, end, CLOTH)
  if (isLast) band(end, length, TRIM)
  return finishMesh(b)
}

/** How far the cloth comes forward, by its place across: 0 in the middle, 0.5 at an edge. */
const edge = (share: number): number => ROUND * 4 * share * share

/**
 * A cape round the shoulders with a clasp before the throat, in the axes of the chest; `chest`: its height.
 */
export function mantle(chest: number): MeshData {
  const b = createMeshBuilder(3, (_x, y) => 0.78 + 0.9 * Math.max(0, y - 0.24))
  const ring = (angle: number, y: number, wide: number, deep: number): Vec3 => [
    Math.sin(angle) * wide,
    y - chest,
    -Math.cos(angle) * deep - 0.01,
  ]
  const steps = 14
  const angleAt = (i: number): number => ((i / steps) * 2 - 1) * 2.75
  for (let i = 0; i < steps; i++) {
    const [a, c] = [angleAt(i), angleAt(i + 1)]
    const [wa, wc] = [i % 2 === 0 ? 1 : 0.94, i % 2 === 0 ? 0.94 : 1]
    const rows = [
      [1.475, 0.1, 0.09],
      [1.42, 0.185, 0.14],
      [1.3, 0.3, 0.215],
    ] as const
    for (let r = 1; r < rows.length; r++) {
      const [y0, w0, d0] = rows[r - 1]!
      const [y1, w1, d1] = rows[r]!
      const [fa, fc] = r === 1 ? [1, 1] : [wa, wc]
      addFace(
        b,
        [
          ring(a, y0, w0, d0),
          ring(a, y1, w1 * fa, d1 * fa),
          ring(c, y1, w1 * fc, d1 * fc),
          ring(c, y0, w0, d0),
        ],
        CLOTH,
      )
    }
  }
  addRound(b, [0, 1.405 - chest, 0.135], 0.05, 0.028, 0.028, 6, TRIM, 'ud')
  return finishMesh(b)
}
