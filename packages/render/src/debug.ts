import type { World } from '@sightline/core'
import type { DebugSettings } from './debug-settings.js'
import { findRenderView } from './render-view.js'

/** Chooses what is drawn over a view. What is not given stays. Throws an `Error` if the view is not drawn. */
export function setDebugDraw(world: World, view: number, settings: Partial<DebugSettings>): void {
  const renderView = findRenderView(world, view, 'setDebugDraw')
  renderView.debug = { ...renderView.debug, ...settings }
}
