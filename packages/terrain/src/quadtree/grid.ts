/**
 * How a terrain is divided. All places are counted in quads of the finest level, from the field's first sample: whole numbers below 2^24,
 * exact in float32 too.
 *
 *     root                 rootsX × rootsZ of them side by side, level 0
 *     node at level m      a root halved m times; the finest, level `levels` − 1, is a sector
 *     patch                a node is drawn as patchesPerNode² of them
 *     quad                 a patch has quadsPerPatch² quads, of 2^(levels − 1 − m) finest quads a side
 *
 * With the defaults and 20,480 quads of 0.5 m: 5 × 5 roots of 2,048 m, sectors of 64 m, 34,125 nodes. After Moore, "Terrain Rendering in
 * 'Far Cry 5'", GDC 2018.
 *
 * Powers of two keep the grids of all levels and of the samples in line: a level's triangle never crosses a sample's but along an edge, so
 * levels finer than the samples draw the same ground.
 *
 * Nodes are numbered by level, rows within a level: rootsX · rootsZ · (4^m − 1) / 3 + row · columns + column.
 *
 * What lies beyond the field's last sample is not there: vertices are clamped to it, so a field need not fit whole roots.
 *
 * Beside it stands the pyramid: the same cells, begun above the roots by joining 2 × 2 of them until one is left (the crown), and ended
 * below the sectors where a cell is too small to pay.
 */
import { expectOptions, quoted } from '@sightline/core/checks'
import type { Heightfield } from '../heightfield/heightfield.js'

export type QuadtreeOptions = {
  /** From roots to sectors, 1 to 12. Default 6. */
  readonly levels?: number
  /** Patches along a side of a node: a power of two, 1 to 64. Default 8. */
  readonly patchesPerNode?: number
  /** Quads along a side of a patch: a power of two, 2 to 128. Default 16. */
  readonly quadsPerPatch?: number
  /**
   * Quads of the finest level from one sample to the next: a power of two, 1 to 64. More than 1 where samples are wide apart and levels
   * are to begin finer. Default 1.
   */
  readonly quadsPerSample?: number
}

export const QUADTREE_DEFAULTS: Required<QuadtreeOptions> = {
  levels: 6,
  patchesPerNode: 8,
  quadsPerPatch: 16,
  quadsPerSample: 1,
}

export type TerrainGrid = Required<QuadtreeOptions> & {
  readonly rootsX: number
  readonly rootsZ: number
  /** Quads of the whole field along x and z. */
  readonly quadsX: number
  readonly quadsZ: number
  /** Metres of a finest quad. */
  readonly quadSizeX: number
  readonly quadSizeZ: number
  readonly originX: number
  readonly originZ: number
  /** Finest quads along a side of a sector and of a root. */
  readonly sectorQuads: number
  readonly rootQuads: number
  readonly nodeCount: number
  /** By level: the number of its first node; one more for the end. */
  readonly levelStart: readonly number[]
  /** Levels of the pyramid above the roots. */
  readonly crown: number
  /** By pyramid level: finest quads along a side of a cell, columns, rows, and the first cell's place in the arrays. */
  readonly pyramid: readonly PyramidLevel[]
}

export type PyramidLevel = {
  readonly quads: number
  readonly columns: number
  readonly rows: number
  readonly start: number
}

/** Cells of the pyramid have at least so many samples a side. */
const LEAST_SAMPLES = 8
const MOST_QUADS = 2 ** 24
const MOST_NODES = 2 ** 24

/**
 * Works out how a field is divided.
 * Throws a `RangeError` or `TypeError` that names the option, or says that the field is too large for them.
 */
export function createGrid(
  field: Heightfield,
  options: QuadtreeOptions = {},
  caller = 'createGrid',
): TerrainGrid {
  expectOptions(caller, options, QUADTREE_DEFAULTS)
  const chosen = { ...QUADTREE_DEFAULTS, ...options }
  const { levels, patchesPerNode, quadsPerPatch, quadsPerSample } = chosen
  expectWhole(caller, 'levels', levels, 1, 12)
  expectPower(caller, 'patchesPerNode', patchesPerNode, 1, 64)
  expectPower(caller, 'quadsPerPatch', quadsPerPatch, 2, 128)
  expectPower(caller, 'quadsPerSample', quadsPerSample, 1, 64)
  const quadsX = (field.columns - 1) * quadsPerSample
  const quadsZ = (field.rows - 1) * quadsPerSample
  const sectorQuads = patchesPerNode * quadsPerPatch
  const rootQuads = sectorQuads * 2 ** (levels - 1)
  const rootsX = Math.ceil(quadsX / rootQuads)
  const rootsZ = Math.ceil(quadsZ / rootQuads)
  const levelStart = Array.from({ length: levels + 1 }, (_, m) => (rootsX * rootsZ * (4 ** m - 1)) / 3)
  if (Math.max(rootsX, rootsZ) * rootQuads > MOST_QUADS || levelStart[levels]! > MOST_NODES) {
    throw new RangeError(
      `${caller}: the field has ${quadsX} by ${quadsZ} quads and ${levelStart[levels]} nodes, expected at most ${MOST_QUADS} a side and ${MOST_NODES} nodes`,
    )
  }
  const crown = Math.ceil(Math.log2(Math.max(rootsX, rootsZ)))
  return {
    ...chosen,
    rootsX,
    rootsZ,
    quadsX,
    quadsZ,
    quadSizeX: field.spacingX / quadsPerSample,
    quadSizeZ: field.spacingZ / quadsPerSample,
    originX: field.originX,
    originZ: field.originZ,
    sectorQuads,
    rootQuads,
    nodeCount: levelStart[levels]!,
    levelStart,
    crown,
    pyramid: pyramidLevels(rootsX, rootsZ, rootQuads, crown, chosen),
  }
}

function pyramidLevels(
  rootsX: number,
  rootsZ: number,
  rootQuads: number,
  crown: number,
  { levels, quadsPerSample }: Required<QuadtreeOptions>,
): PyramidLevel[] {
  const out: PyramidLevel[] = []
  let start = 0
  const add = (quads: number, columns: number, rows: number): void => {
    out.push({ quads, columns, rows, start })
    start += columns * rows
  }
  for (let k = crown; k > 0; k--)
    add(rootQuads * 2 ** k, Math.ceil(rootsX / 2 ** k), Math.ceil(rootsZ / 2 ** k))
  for (let m = 0, quads = rootQuads; ; m++, quads /= 2) {
    if (m >= levels && (quads / quadsPerSample < LEAST_SAMPLES || quads < 2)) return out
    add(quads, rootsX * 2 ** m, rootsZ * 2 ** m)
  }
}

function expectWhole(caller: string, field: string, value: unknown, least: number, most: number): void {
  if (!(Number.isInteger(value) && (value as number) >= least && (value as number) <= most)) {
    throw new RangeError(
      `${caller}: ${field} is ${quoted(value)}, expected a whole number from ${least} to ${most}`,
    )
  }
}

function expectPower(caller: string, field: string, value: number, least: number, most: number): void {
  if (!(value >= least && value <= most && Number.isInteger(Math.log2(value)))) {
    throw new RangeError(
      `${caller}: ${field} is ${quoted(value)}, expected a power of two from ${least} to ${most}`,
    )
  }
}

/**
 * The number of a node. Throws a `RangeError` that names what is out of range.
 */
export function nodeNumber(grid: TerrainGrid, level: number, column: number, row: number): number {
  expectWhole('nodeNumber', 'level', level, 0, grid.levels - 1)
  const columns = grid.rootsX * 2 ** level
  expectWhole('nodeNumber', 'column', column, 0, columns - 1)
  expectWhole('nodeNumber', 'row', row, 0, grid.rootsZ * 2 ** level - 1)
  return grid.levelStart[level]! + row * columns + column
}

/** The level, column and row of a node. Throws a `RangeError` if there is no such node. */
export function nodePlace(grid: TerrainGrid, node: number): { level: number; column: number; row: number } {
  expectWhole('nodePlace', 'node', node, 0, grid.nodeCount - 1)
  let level = 0
  while (grid.levelStart[level + 1]! <= node) level++
  const columns = grid.rootsX * 2 ** level
  const at = node - grid.levelStart[level]!
  return { level, column: at % columns, row: Math.floor(at / columns) }
}
