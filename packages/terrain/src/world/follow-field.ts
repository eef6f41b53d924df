/** What a world keeps of its ground follows the field, whoever edited it: this world, another one with the same field, or neither. */
import type { World } from '@sightline/core'
import { editAt } from '../heightfield/edit.js'
import { updateTree } from '../quadtree/terrain.js'
import { setGroundBox } from './ground-box.js'
import { outdateOccluder } from './ground-occluder.js'
import type { TerrainState } from './terrain-state.js'
import { updateTiles } from './tiles.js'

/**
 * Brings pyramid, errors and boxes up to the field's revision, outdates the occluder, and tells listeners, edit by edit; all at once where
 * it is not known what was edited. Costs a comparison where nothing was.
 */
export function followField(world: World, state: TerrainState): void {
  if (state.revision !== state.tree.field.revision) catchUp(world, state)
}

/** Apart, so that what asks in each frame stays small. */
function catchUp(world: World, state: TerrainState): void {
  const { tree, tiles, entity, occluder, listeners } = state
  const { field } = tree
  while (state.revision !== field.revision) {
    const edit = editAt(field, state.revision + 1)
    const rect = edit?.rect ?? { column: 0, row: 0, columns: field.columns, rows: field.rows }
    state.revision = edit?.revision ?? field.revision
    if (edit?.isOfHeights !== false) {
      updateTree(tree, rect)
      updateTiles(world, tree, tiles, rect)
      setGroundBox(world, entity, tree)
    }
    if (occluder !== null) outdateOccluder(world, occluder, rect)
    // Last, as a listener may edit.
    for (const listener of listeners) listener(rect)
  }
}
