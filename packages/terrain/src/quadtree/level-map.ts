/**
 * The level map: by sector the level of the chosen node there, so that a neighbour's level is one look-up. Written only where a node was split
 * or joined.
 */
import { EDGE_BITS, Side } from './edge-vertices.js'
import type { Selection } from './selection.js'

/** First what was joined, from the finest up, then what was split, from the roots down: each may lie inside another of its kind. */
export function updateLevelMap(selection: Selection): void {
  const { grid, nodes, counts, splitRun, run, levelMap, sectorColumns } = selection
  let changed = false
  for (let level = grid.levels - 2; level >= 0; level--) {
    const start = grid.levelStart[level]!
    for (let k = 0; k < counts[1][level]!; k++) {
      const node = nodes[1][start + k]!
      if (splitRun[node] === run) continue
      fillLevel(selection, level, node - start, level)
      changed = true
    }
  }
  for (let level = 0; level < grid.levels - 1; level++) {
    const start = grid.levelStart[level]!
    const columns = grid.rootsX << level
    const shift = grid.levels - 1 - level
    for (let k = 0; k < counts[0][level]!; k++) {
      const at = nodes[0][start + k]! - start
      const sector = (Math.trunc(at / columns) << shift) * sectorColumns + ((at % columns) << shift)
      // A node that was split before shows finer levels everywhere.
      if (levelMap[sector]! > level) continue
      fillLevel(selection, level, at, level + 1)
      changed = true
    }
  }
  if (changed) selection.version++
}

function fillLevel(selection: Selection, level: number, at: number, value: number): void {
  const { grid, levelMap, sectorColumns } = selection
  const columns = grid.rootsX << level
  const size = 1 << (grid.levels - 1 - level)
  const first = Math.trunc(at / columns) * size * sectorColumns + (at % columns) * size
  for (let row = 0; row < size; row++)
    levelMap.fill(value, first + row * sectorColumns, first + row * sectorColumns + size)
}

/** Whether a node is split. */
export function isSplit(selection: Selection, level: number, column: number, row: number): boolean {
  const { grid, splitRun, run } = selection
  if (level >= grid.levels - 1) return false
  return splitRun[grid.levelStart[level]! + row * (grid.rootsX << level) + column] === run
}

/** The level of the chosen node at a sector, −1 beyond the field. A look-up. */
export function levelAt({ grid, levelMap, sectorColumns }: Selection, column: number, row: number): number {
  const { sectorQuads, quadsX, quadsZ } = grid
  if (column < 0 || row < 0 || column * sectorQuads >= quadsX || row * sectorQuads >= quadsZ) return -1
  return levelMap[row * sectorColumns + column]!
}

/**
 * The packed edge steps of a chosen node: for each side how many levels coarser its neighbour there is, `EDGE_BITS` bits each. A coarser
 * neighbour covers the whole side, so one look at the sector beyond each is enough.
 */
export function nodeEdges(selection: Selection, level: number, column: number, row: number): number {
  const { grid } = selection
  const shift = grid.levels - 1 - level
  const x = column << shift
  const z = row << shift
  const beyond = 1 << shift
  return (
    (coarser(level, levelAt(selection, x - 1, z)) << (EDGE_BITS * Side.west)) |
    (coarser(level, levelAt(selection, x + beyond, z)) << (EDGE_BITS * Side.east)) |
    (coarser(level, levelAt(selection, x, z - 1)) << (EDGE_BITS * Side.north)) |
    (coarser(level, levelAt(selection, x, z + beyond)) << (EDGE_BITS * Side.south))
  )
}

function coarser(own: number, other: number): number {
  return other >= 0 && other < own ? own - other : 0
}

/** Calls back for every chosen node of the whole terrain: for tools and tests, not for a frame. */
export function forEachChosenNode(
  selection: Selection,
  visit: (level: number, column: number, row: number) => void,
): void {
  const { grid } = selection
  const descend = (level: number, column: number, row: number): void => {
    const quads = grid.rootQuads >> level
    if (column * quads >= grid.quadsX || row * quads >= grid.quadsZ) return
    if (!isSplit(selection, level, column, row)) {
      visit(level, column, row)
      return
    }
    for (let k = 0; k < 4; k++) descend(level + 1, 2 * column + (k & 1), 2 * row + (k >> 1))
  }
  for (let row = 0; row < grid.rootsZ; row++)
    for (let column = 0; column < grid.rootsX; column++) descend(0, column, row)
}
