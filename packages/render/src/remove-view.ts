import type { World } from '@sightline/core'
import { View } from '@sightline/culling'
import { observe, onRemove } from 'bitecs'
import { releaseInstances } from './gpu.js'
import { findRenderView } from './render-view.js'
import { removeShadows } from './shadows.js'
import { type RenderState, type RenderView, renderState } from './state.js'

/** Draws a view no longer, and frees what was kept for it; its shadows' light views are destroyed. */
export function removeRenderView(world: World, view: number): void {
  const renderView = findRenderView(world, view, 'removeRenderView')
  removeShadows(world, renderView)
  forget(renderState(world), renderView)
}

/**
 * Follows views that are destroyed: one that was drawn is drawn no longer, one that was looked through gives way to the
 * drawn view itself, and shadows that lose a light view end. No entity is removed here, within an observer: what the
 * shadows leave waits for `buildDrawLists`.
 */
export function followViews(world: World, state: RenderState): void {
  observe(world, onRemove(View), (eid) => {
    for (let i = state.views.length - 1; i >= 0; i--) {
      const renderView = state.views[i]!
      const { shadows } = renderView
      const isDrawn = renderView.view === eid
      if (shadows !== undefined && (isDrawn || shadows.cascades.some((cascade) => cascade.view === eid))) {
        state.leaving.push(shadows)
        renderView.shadows = undefined
      }
      if (renderView.camera === eid) renderView.camera = renderView.view
      if (isDrawn) forget(state, renderView)
    }
  })
}

function forget(state: RenderState, renderView: RenderView): void {
  state.views.splice(state.views.indexOf(renderView), 1)
  const gpu = state.device?.gpu
  if (gpu !== undefined) releaseInstances(gpu, renderView)
}
