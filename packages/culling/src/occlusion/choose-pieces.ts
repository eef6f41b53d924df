/** Which boxes under a heightfield a view wants. */
import type { Heightfield } from './heightfield.js'
import { chooseBlocks } from './heightfield-blocks.js'
import { chooseCurtains } from './heightfield-curtains.js'
import { sortPieces } from './heightfield-pieces.js'
import type { OcclusionView } from './occlusion-view.js'

/** Fields of no more cells are drawn block by block. */
const FEW_CELLS = 256

/**
 * Chooses the boxes for a view whose picture has the given half size in pixels, into `pieces`. `clearance`: how far from the eye the near
 * plane reaches, and the erosion.
 */
export function choosePieces(
  field: Heightfield,
  view: OcclusionView,
  halfWidth: number,
  halfHeight: number,
  clearance: number,
): void {
  const { columns, rows } = field.levels[0]!
  if (view.orthographic || columns * rows <= FEW_CELLS) chooseBlocks(field, view, halfWidth, halfHeight)
  else chooseCurtains(field, view, halfWidth, halfHeight, clearance)
  sortPieces()
}
