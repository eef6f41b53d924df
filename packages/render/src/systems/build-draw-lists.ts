import type { World } from '@sightline/core'
import { distances, fades, levels, visible } from '@sightline/culling'
import { addCasters, beginCasters, fillDrawList, finishCasters } from '../fill-draw-list.js'
import { destroyShadows } from '../shadows.js'
import { type RenderState, renderState, type Shadows } from '../state.js'

/**
 * Sorts what is visible in each drawn view, and the casters of its shadows, into instanced runs.
 * Reads: visible lists with distances, levels, fades; Renderable. Writes: the draw lists.
 */
export function buildDrawLists(world: World): void {
  const state = renderState(world)
  while (state.leaving.length > 0) destroyShadows(world, state.leaving.pop()!)
  for (let i = 0; i < state.views.length; i++) {
    const { view, list, shadows } = state.views[i]!
    readSource(world, state, view)
    fillDrawList(list, state.batches, state.source)
    if (shadows !== undefined) buildCasters(world, state, shadows)
  }
}

function buildCasters(world: World, state: RenderState, { casters, cascades }: Shadows): void {
  beginCasters(casters, state.batches)
  for (let i = 0; i < cascades.length; i++) {
    readSource(world, state, cascades[i]!.view)
    addCasters(casters, state.batches, state.source, i)
  }
  finishCasters(casters, state.batches)
}

function readSource(world: World, { source }: RenderState, view: number): void {
  const found = visible(world, view)
  source.ids = found.ids as Uint32Array
  source.count = found.count
  source.distances = distances(world, view) as Float32Array
  source.levels = levels(world, view) as Uint8Array
  source.fades = fades(world, view) as Float32Array
}
