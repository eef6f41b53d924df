/**
 * Which nodes are drawn: the leaves of the tree of split nodes.
 *
 * A node is split while an eye is nearer to its box than `splitDistance` times its size, or, where `maxError` is given, than the distance at
 * which its stored error would show by so many pixels. A split node is joined again `hysteresis` farther out. Then nodes are split until
 * neighbours differ by no more than `maxLevelDifference`.
 *
 * Only nodes near an eye are looked at, and the level map is written only where a node was split or joined.
 */
import { type CellBoxes, cellBox } from './bounds.js'
import type { TerrainGrid } from './grid.js'
import { updateLevelMap } from './level-map.js'
import type { NodeErrors } from './node-errors.js'

export type SelectionOptions = {
  /** Nodes nearer than this many times their size are split. Above 0. Default 0.5. */
  readonly splitDistance?: number
  /** How much farther than that a split node is before it is joined, as a share. 0 or more. Default 0.1. */
  readonly hysteresis?: number
  /**
   * How many levels neighbours may differ by, 1 or more; Infinity leaves them as distance has it. Never more than a whole side of a node
   * can be snapped to: log2(patchesPerNode · quadsPerPatch). Default 1.
   */
  readonly maxLevelDifference?: number
  /**
   * Pixels by which a node may differ from the ground as it is; a node within that is not split, however near. 0 goes by distance alone.
   * Default 0.
   */
  readonly maxError?: number
}

export const SELECTION_DEFAULTS: Required<SelectionOptions> = {
  splitDistance: 0.5,
  hysteresis: 0.1,
  maxLevelDifference: 1,
  maxError: 0,
}

/** The chosen nodes of one terrain. */
export type Selection = Required<SelectionOptions> & {
  readonly boxes: CellBoxes
  readonly grid: TerrainGrid
  /** By node: the run in which it was split last. */
  readonly splitRun: Uint32Array
  /** By node: the run in which it was near enough to be split last; balance does not count. */
  readonly nearRun: Uint32Array
  /** Split nodes of this run and of the last, each level from `levelStart` on, `counts` of them. */
  readonly nodes: [Int32Array, Int32Array]
  readonly counts: [Int32Array, Int32Array]
  /** By sector, row by row: the level of the chosen node there. */
  readonly levelMap: Uint8Array
  /** Sectors in a row of `levelMap`. */
  readonly sectorColumns: number
  readonly sectorRows: number
  run: number
  /** Counts up when the chosen nodes change. */
  version: number
  readonly errors: NodeErrors | null
}

/** A selection in which every root is whole. Options are checked by the caller. */
export function createSelection(
  boxes: CellBoxes,
  options: Required<SelectionOptions>,
  errors: NodeErrors | null,
): Selection {
  const { grid } = boxes
  const finest = 2 ** (grid.levels - 1)
  const sectorColumns = grid.rootsX * finest
  const sectorRows = grid.rootsZ * finest
  const { splitDistance, hysteresis, maxError } = options
  return {
    splitDistance,
    hysteresis,
    maxLevelDifference: Math.min(options.maxLevelDifference, Math.log2(grid.sectorQuads)),
    maxError,
    boxes,
    grid,
    splitRun: new Uint32Array(grid.nodeCount),
    nearRun: new Uint32Array(grid.nodeCount),
    nodes: [new Int32Array(grid.nodeCount), new Int32Array(grid.nodeCount)],
    counts: [new Int32Array(grid.levels), new Int32Array(grid.levels)],
    levelMap: new Uint8Array(sectorColumns * sectorRows),
    sectorColumns,
    sectorRows,
    run: 1,
    version: 1,
    errors,
  }
}

/**
 * Chooses nodes for `count` eyes, rows of four numbers: x, y, z and how many pixels a metre takes at a distance of one metre (only for
 * `maxError`). An eye that is not finite counts for none; without any, all stays as it was.
 */
export function selectNodes(selection: Selection, eyes: Float64Array, count: number): void {
  let any = false
  for (let k = 0; k < count; k++) any = isPlace(eyes, k) || any
  if (!any) return
  const { grid } = selection
  selection.run++
  selection.nodes.reverse()
  selection.counts.reverse()
  selection.counts[0].fill(0)
  for (let k = 0; k < count; k++) if (isPlace(eyes, k)) splitRoots(selection, eyes, count, k)
  for (let level = 0; level < grid.levels - 2; level++) splitChildren(selection, eyes, count, level)
  if (selection.maxLevelDifference < grid.levels) balance(selection)
  updateLevelMap(selection)
}

function isPlace(eyes: Float64Array, k: number): boolean {
  return Number.isFinite(eyes[4 * k]! + eyes[4 * k + 1]! + eyes[4 * k + 2]!)
}

/** Looks at the roots that may be near enough to one eye. */
function splitRoots(selection: Selection, eyes: Float64Array, count: number, k: number): void {
  const { grid } = selection
  if (grid.levels === 1) return
  const reach = grid.rootQuads * (reachOf(selection) + 1e-6)
  const aspect = Math.max(grid.quadSizeX, grid.quadSizeZ)
  const x = (eyes[4 * k]! - grid.originX) / grid.quadSizeX
  const z = (eyes[4 * k + 2]! - grid.originZ) / grid.quadSizeZ
  const reachX = (reach * aspect) / grid.quadSizeX
  const reachZ = (reach * aspect) / grid.quadSizeZ
  const x0 = Math.max(0, Math.floor((x - reachX) / grid.rootQuads))
  const x1 = Math.min(grid.rootsX - 1, Math.floor((x + reachX) / grid.rootQuads))
  const z0 = Math.max(0, Math.floor((z - reachZ) / grid.rootQuads))
  const z1 = Math.min(grid.rootsZ - 1, Math.floor((z + reachZ) / grid.rootQuads))
  for (let row = z0; row <= z1; row++) {
    for (let column = x0; column <= x1; column++)
      splitIfNear(selection, eyes, count, 0, row * grid.rootsX + column, column, row)
  }
}

/** Times a node's size: how far from it an eye may be for it to be split. */
function reachOf({ splitDistance, hysteresis }: Selection): number {
  return splitDistance * (1 + hysteresis)
}

function splitChildren(selection: Selection, eyes: Float64Array, count: number, level: number): void {
  const { grid } = selection
  const start = grid.levelStart[level]!
  const columns = grid.rootsX << level
  const list = selection.nodes[0]
  for (let k = 0; k < selection.counts[0][level]!; k++) {
    const at = list[start + k]! - start
    const column = 2 * (at % columns)
    const row = 2 * Math.trunc(at / columns)
    const first = grid.levelStart[level + 1]! + row * 2 * columns + column
    splitIfNear(selection, eyes, count, level + 1, first, column, row)
    splitIfNear(selection, eyes, count, level + 1, first + 1, column + 1, row)
    splitIfNear(selection, eyes, count, level + 1, first + 2 * columns, column, row + 1)
    splitIfNear(selection, eyes, count, level + 1, first + 2 * columns + 1, column + 1, row + 1)
  }
}

const BOX = new Float64Array(6)

function splitIfNear(
  selection: Selection,
  eyes: Float64Array,
  count: number,
  level: number,
  node: number,
  column: number,
  row: number,
): void {
  const { grid, run, nearRun } = selection
  if (nearRun[node] === run) return
  const quads = grid.rootQuads >> level
  if (!cellBox(selection.boxes, grid.crown + level, column * quads, row * quads, quads, BOX, 0)) return
  const wasNear = nearRun[node] === run - 1
  const size = quads * Math.max(grid.quadSizeX, grid.quadSizeZ)
  const slack = wasNear ? 1 + selection.hysteresis : 1
  const limit = selection.splitDistance * size * slack
  for (let k = 0; k < count; k++) {
    const gapX = gap(eyes[4 * k]!, BOX[0]!, BOX[3]!)
    const gapY = gap(eyes[4 * k + 1]!, BOX[1]!, BOX[4]!)
    const gapZ = gap(eyes[4 * k + 2]!, BOX[2]!, BOX[5]!)
    const square = gapX * gapX + gapY * gapY + gapZ * gapZ
    if (!(square < limit * limit)) continue
    if (selection.errors !== null && selection.maxError > 0) {
      // error · pixels / distance > maxError shows.
      const shows = (selection.errors.metres[node]! * eyes[4 * k + 3]! * slack) / selection.maxError
      if (!(square < shows * shows)) continue
    }
    nearRun[node] = run
    split(selection, level, node)
    return
  }
}

function gap(place: number, low: number, high: number): number {
  return place < low ? low - place : place > high ? place - high : 0
}

function split(selection: Selection, level: number, node: number): void {
  const { splitRun, run, grid, nodes, counts } = selection
  splitRun[node] = run
  nodes[0][grid.levelStart[level]! + counts[0][level]!++] = node
}

/** From the finest up: whatever stands beside a split node is there, or at most `maxLevelDifference` − 1 levels above. */
function balance(selection: Selection): void {
  const { grid, maxLevelDifference } = selection
  for (let level = grid.levels - 2; level >= 1; level--) {
    const start = grid.levelStart[level]!
    const columns = grid.rootsX << level
    const rows = grid.rootsZ << level
    // Grown on the way by the levels below, complete when its turn comes.
    for (let k = 0; k < selection.counts[0][level]!; k++) {
      const at = selection.nodes[0][start + k]! - start
      const column = at % columns
      const row = Math.trunc(at / columns)
      ensureSplit(selection, level - 1, column >> 1, row >> 1)
      // The children of the node border on a leaf above `level + 1 − maxLevelDifference` if that is not split.
      const above = level - maxLevelDifference
      if (above < 0) continue
      const shift = maxLevelDifference
      if (column > 0) ensureSplit(selection, above, (column - 1) >> shift, row >> shift)
      if (column < columns - 1) ensureSplit(selection, above, (column + 1) >> shift, row >> shift)
      if (row > 0) ensureSplit(selection, above, column >> shift, (row - 1) >> shift)
      if (row < rows - 1) ensureSplit(selection, above, column >> shift, (row + 1) >> shift)
    }
  }
}

function ensureSplit(selection: Selection, level: number, column: number, row: number): void {
  const { grid, splitRun, run } = selection
  const node = grid.levelStart[level]! + row * (grid.rootsX << level) + column
  if (splitRun[node] !== run) split(selection, level, node)
}
