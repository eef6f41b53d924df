import type { World } from '@sightline/core'
import { setViewport } from '@sightline/culling'
import type { Device } from './device.js'
import { renderState } from './state.js'

/**
 * Gives the canvas as many pixels as it has room on the screen (its CSS size times the pixel ratio), and tells each
 * drawn view the size of its part. Put it before culling. A canvas without size is left at 0 x 0: views see nothing and
 * nothing is drawn until it has one again.
 * Reads: the canvas. Writes: its size, viewports of the drawn views.
 */
export function fitCanvas(world: World): void {
  const { device, views } = renderState(world)
  if (device === undefined) return
  const { canvas } = device
  const ratio = pixelRatio(device)
  const width = Math.round(canvas.clientWidth * ratio)
  const height = Math.round(canvas.clientHeight * ratio)
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  for (let i = 0; i < views.length; i++) {
    const { view, camera, rect, viewport } = views[i]!
    const viewWidth = Math.round(rect[2]! * width)
    const viewHeight = Math.round(rect[3]! * height)
    if (viewport[0] === viewWidth && viewport[1] === viewHeight && viewport[2] === camera) continue
    viewport[0] = viewWidth
    viewport[1] = viewHeight
    viewport[2] = camera
    setViewport(world, view, viewWidth, viewHeight)
    if (camera !== view) setViewport(world, camera, viewWidth, viewHeight)
  }
}

/** Changes how many drawing pixels a CSS pixel has; 0 follows the screen's. */
export function setPixelRatio(world: World, ratio: number): void {
  if (!(ratio >= 0 && ratio < Infinity)) {
    throw new RangeError(`setPixelRatio: ratio is ${ratio}, expected 0 or a finite number above`)
  }
  const { device } = renderState(world)
  if (device !== undefined) device.pixelRatio = ratio
}

function pixelRatio({ pixelRatio, maxPixelRatio }: Device): number {
  return pixelRatio > 0 ? pixelRatio : Math.min(globalThis.devicePixelRatio || 1, maxPixelRatio)
}
