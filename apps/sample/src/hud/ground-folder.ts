import { resource, type World } from '@sightline/core'
import { setTerrainDebug, type TerrainDebug } from '@sightline/render/terrain'
import { terrainPatches, terrainStats } from '@sightline/terrain'
import type GUI from 'lil-gui'
import { game } from '../game.js'
import { GroundOfWorld } from '../ground.js'
import { withCommas } from './element.js'
import { createTable } from './tables.js'

const LAYERS: readonly [keyof TerrainDebug, string][] = [
  ['levels', 'colours of levels'],
  ['wireframe', 'triangles'],
  ['boxes', 'boxes of patches'],
]

/** What the terrain draws: levels, patches, and why the rest is left out. Answers what updates it. */
export function addGround(gui: GUI, world: World): () => void {
  const folder = gui.addFolder('Terrain').close()
  const drawing = resource(world, GroundOfWorld)
  const wanted = { levels: false, wireframe: false, boxes: false }
  for (const [key, label] of LAYERS) {
    folder
      .add(wanted, key)
      .name(label)
      .onChange((on: boolean) => setTerrainDebug(drawing, { [key]: on }))
  }
  const table = createTable(folder.$children, 'Terrain')
  const { levels } = drawing.tree.grid
  return () => {
    if (folder._closed) return
    const { view } = game(world)
    const list = terrainPatches(world, view)
    const { nodes, nodesHidden, outside, far, hidden } = terrainStats(world, view)
    table.set('patches drawn', withCommas(list.count), 'drawn')
    const ofLevel = new Array<number>(levels).fill(0)
    for (let i = 0; i < list.count; i++) ofLevel[list.levels[i]!]!++
    table.set('by level, finest first', ofLevel.reverse().join(', '))
    table.set('in their shadows', withCommas(drawing.stats.casters))
    table.set('nodes in view', withCommas(nodes))
    table.set('nodes hidden', withCommas(nodesHidden), 'hidden')
    table.set('patches outside', withCommas(outside), 'outside')
    table.set('patches far', withCommas(far), 'far')
    table.set('patches hidden', withCommas(hidden), 'hidden')
  }
}
