/**
 * How far each node, drawn at its own level, is from the ground as it is: the greatest difference in height at the samples inside, and at
 * least that of every node below it, so that a node never seems better than its parts.
 */
import type { GridRect } from '../heightfield/edit.js'
import type { Heightfield } from '../heightfield/heightfield.js'
import { vertexHeight } from './edge-vertices.js'
import type { TerrainGrid } from './grid.js'

export type NodeErrors = {
  /** By node: metres. */
  readonly metres: Float32Array
}

/** Works out the errors of all nodes: every sample is looked at once for each level. */
export function createNodeErrors(field: Heightfield, grid: TerrainGrid): NodeErrors {
  const errors = { metres: new Float32Array(grid.nodeCount) }
  updateNodeErrors(errors, field, grid, { column: 0, row: 0, columns: field.columns, rows: field.rows })
  return errors
}

/** Works out anew the errors of the nodes that a rectangle of samples touches. */
export function updateNodeErrors(
  errors: NodeErrors,
  field: Heightfield,
  grid: TerrainGrid,
  rect: GridRect,
): void {
  const { quadsPerSample, levels, rootsX, rootsZ } = grid
  for (let level = levels - 1; level >= 0; level--) {
    const quads = grid.rootQuads >> level
    const columns = rootsX << level
    const x0 = Math.max(0, Math.floor(((rect.column - 1) * quadsPerSample) / quads))
    const z0 = Math.max(0, Math.floor(((rect.row - 1) * quadsPerSample) / quads))
    const x1 = Math.min(columns - 1, Math.floor(((rect.column + rect.columns) * quadsPerSample) / quads))
    const z1 = Math.min((rootsZ << level) - 1, Math.floor(((rect.row + rect.rows) * quadsPerSample) / quads))
    for (let z = z0; z <= z1; z++) {
      for (let x = x0; x <= x1; x++) {
        const own = errorOf(field, grid, level, x * quads, z * quads, quads)
        errors.metres[grid.levelStart[level]! + z * columns + x] = Math.max(
          own,
          worstChild(errors, grid, level, x, z),
        )
      }
    }
  }
}

function worstChild({ metres }: NodeErrors, grid: TerrainGrid, level: number, x: number, z: number): number {
  if (level === grid.levels - 1) return 0
  const columns = grid.rootsX << (level + 1)
  const first = grid.levelStart[level + 1]! + 2 * z * columns + 2 * x
  return Math.max(metres[first]!, metres[first + 1]!, metres[first + columns]!, metres[first + columns + 1]!)
}

function errorOf(
  field: Heightfield,
  grid: TerrainGrid,
  level: number,
  x: number,
  z: number,
  quads: number,
): number {
  const { quadsPerSample } = grid
  const scale = 1 << (grid.levels - 1 - level)
  const i1 = Math.min(field.columns - 1, Math.floor((x + quads) / quadsPerSample))
  const j1 = Math.min(field.rows - 1, Math.floor((z + quads) / quadsPerSample))
  let worst = 0
  for (let j = Math.ceil(z / quadsPerSample); j <= j1; j++) {
    for (let i = Math.ceil(x / quadsPerSample); i <= i1; i++) {
      const height = field.heightOffset + field.heightScale * field.samples[j * field.columns + i]!
      const drawn = levelHeight(field, grid, scale, i * quadsPerSample, j * quadsPerSample)
      worst = Math.max(worst, Math.abs(height - drawn))
    }
  }
  return worst
}

/** The height at a place in finest quads of the ground as drawn by quads of `scale` finest ones. */
export function levelHeight(
  field: Heightfield,
  grid: TerrainGrid,
  scale: number,
  x: number,
  z: number,
): number {
  const x0 = Math.min(Math.floor(x / scale) * scale, grid.quadsX - 1)
  const z0 = Math.min(Math.floor(z / scale) * scale, grid.quadsZ - 1)
  // The last quad may be narrower: its vertices are clamped to the field's last sample.
  const first = Math.floor(x0 / scale) * scale
  const top = Math.floor(z0 / scale) * scale
  const x1 = Math.min(first + scale, grid.quadsX)
  const z1 = Math.min(top + scale, grid.quadsZ)
  const s = (x - first) / (x1 - first)
  const t = (z - top) / (z1 - top)
  const corner = vertexHeight(field, grid, first, top)
  const opposite = vertexHeight(field, grid, x1, z1)
  if (s >= t) {
    const side = vertexHeight(field, grid, x1, top)
    return corner + s * (side - corner) + t * (opposite - side)
  }
  const side = vertexHeight(field, grid, first, z1)
  return corner + t * (side - corner) + s * (opposite - side)
}
