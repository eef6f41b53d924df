import { columns, hierarchy, setCounter, Transform, type World, WorldMatrix } from '@sightline/core'
import { type Camera, cameraOf } from '@sightline/culling'
import { hasComponent } from 'bitecs'
import { selectNodes } from '../quadtree/selection.js'
import { followField } from '../world/follow-field.js'
import { type TerrainState, terrainIfAny } from '../world/terrain-state.js'

/**
 * Chooses the nodes that are drawn, for the eyes of all cameras together; light views have shadows of the same ground. The place of a view
 * without parent is that of its `Transform`, so it may run before `propagateTransforms`; that of a child is where its parent was. Reads: View,
 * Transform, WorldMatrix, the views' settings. Writes: chosen nodes, level map, and the counter `terrain.eyes`. In a world without
 * terrain it does nothing.
 */
export function selectTerrain(world: World): void {
  const state = terrainIfAny(world)
  if (state === null) return
  followField(world, state)
  const { ids, count } = state.views
  state.eyeCount = 0
  for (let i = 0; i < count; i++) {
    const camera = cameraIn(world, ids[i]!)
    if (camera !== null && camera.kind === 'camera') addEye(world, state, ids[i]!, camera)
  }
  selectNodes(state.tree.selection, state.eyes, state.eyeCount)
  setCounter(world, 'terrain.eyes', state.eyeCount)
}

/** Null for a view that `maxViews` leaves no room for. */
function cameraIn(world: World, view: number): Camera | null {
  try {
    return cameraOf(world, view)
  } catch {
    return null
  }
}

function addEye(world: World, state: TerrainState, view: number, camera: Camera): void {
  const at = 4 * state.eyeCount++
  if (at === state.eyes.length) {
    const larger = new Float64Array(2 * at)
    larger.set(state.eyes)
    state.eyes = larger
  }
  const { eyes } = state
  const isRoot = hierarchy(world).parent[view] === 0 && hasComponent(world, view, Transform)
  const places = isRoot ? columns(world, Transform).position : columns(world, WorldMatrix).matrix
  const from = isRoot ? view * 3 : view * 16 + 12
  eyes[at] = places[from]!
  eyes[at + 1] = places[from + 1]!
  eyes[at + 2] = places[from + 2]!
  // Half the picture's height over the tangent of half its angle.
  eyes[at + 3] = Math.abs(camera.projection.matrix[5]!) * 0.5 * camera.viewportHeight
}
