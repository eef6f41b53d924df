/** A terrain as plain data: field, pyramid and chosen nodes in one, and its edits. */
import { expectNumber, expectOptions } from '@sightline/core/checks'
import { given } from '../given.js'
import { type GridRect, writeHeights } from '../heightfield/edit.js'
import type { Heightfield } from '../heightfield/heightfield.js'
import { type CellBoxes, padOf } from './bounds.js'
import { createGrid, QUADTREE_DEFAULTS, type QuadtreeOptions, type TerrainGrid } from './grid.js'
import { createPyramid, type HeightPyramid, updatePyramid } from './height-pyramid.js'
import { createNodeErrors, updateNodeErrors } from './node-errors.js'
import { createSelection, SELECTION_DEFAULTS, type Selection, type SelectionOptions } from './selection.js'

export type TerrainTreeOptions = QuadtreeOptions &
  SelectionOptions & {
    /** Metres by which the renderer moves vertices up or down at most, beside the heights: boxes have room for it. Default 0. */
    readonly displacement?: number
  }

export const TERRAIN_TREE_DEFAULTS: Required<TerrainTreeOptions> = {
  ...QUADTREE_DEFAULTS,
  ...SELECTION_DEFAULTS,
  displacement: 0,
}

export type TerrainTree = {
  readonly field: Heightfield
  readonly grid: TerrainGrid
  readonly pyramid: HeightPyramid
  readonly boxes: CellBoxes
  readonly selection: Selection
}

/**
 * Makes the tree over a heightfield: works out the pyramid and, with `maxError`, how far each node is off.
 * Throws a `RangeError` or `TypeError` that names the option.
 */
export function createTerrainTree(field: Heightfield, options: TerrainTreeOptions = {}): TerrainTree {
  return makeTerrainTree(field, options, 'createTerrainTree')
}

/** The same for other makers, whose name `caller` an error begins with. */
export function makeTerrainTree(
  field: Heightfield,
  options: TerrainTreeOptions,
  caller: string,
): TerrainTree {
  expectOptions(caller, options, TERRAIN_TREE_DEFAULTS)
  const { levels, patchesPerNode, quadsPerPatch, quadsPerSample, displacement, ...rest } = {
    ...TERRAIN_TREE_DEFAULTS,
    ...given(options),
  }
  checkSelection(caller, rest)
  expectFrom0(caller, 'displacement', displacement)
  const grid = createGrid(field, { levels, patchesPerNode, quadsPerPatch, quadsPerSample }, caller)
  const pyramid = createPyramid(field, grid)
  const boxes = { field, grid, pyramid, pad: padOf(field, grid), displacement }
  const errors = rest.maxError > 0 ? createNodeErrors(field, grid) : null
  return { field, grid, pyramid, boxes, selection: createSelection(boxes, rest, errors) }
}

function checkSelection(caller: string, options: Required<SelectionOptions>): void {
  const { splitDistance, hysteresis, maxLevelDifference, maxError } = options
  expectNumber(caller, 'splitDistance', splitDistance)
  if (!(splitDistance > 0 && splitDistance < Infinity)) {
    throw new RangeError(`${caller}: splitDistance is ${splitDistance}, expected a finite number above 0`)
  }
  expectFrom0(caller, 'hysteresis', hysteresis)
  expectFrom0(caller, 'maxError', maxError)
  if (
    !(maxLevelDifference === Infinity || (Number.isInteger(maxLevelDifference) && maxLevelDifference >= 1))
  ) {
    throw new RangeError(
      `${caller}: maxLevelDifference is ${maxLevelDifference}, expected a whole number of 1 or more, or Infinity`,
    )
  }
}

function expectFrom0(caller: string, field: string, value: number): void {
  expectNumber(caller, field, value)
  if (!(value >= 0 && value < Infinity))
    throw new RangeError(`${caller}: ${field} is ${value}, expected a finite number of 0 or more`)
}

/**
 * Replaces heights in a rectangle of samples, and works out anew what follows from them: pyramid and errors of the touched nodes.
 * Throws as `setHeights` does; nothing is changed then.
 */
export function setTreeHeights(tree: TerrainTree, rect: GridRect, heights: ArrayLike<number>): void {
  writeHeights(tree.field, rect, heights, 'setTreeHeights')
  updateTree(tree, rect)
}

/** Works out anew what follows from the heights in a rectangle of samples. */
export function updateTree({ field, grid, pyramid, selection }: TerrainTree, rect: GridRect): void {
  updatePyramid(pyramid, field, grid, rect)
  if (selection.errors !== null) updateNodeErrors(selection.errors, field, grid, rect)
}
