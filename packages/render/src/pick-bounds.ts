import { capacity, type World } from '@sightline/core'
import { cameraOf, octreeOf } from '@sightline/culling'
import { queryRay } from '@sightline/culling/spatial'
import { clipPoint } from './clip-point.js'
import { findRenderView } from './render-view.js'
import { renderState } from './state.js'

let ids = new Uint32Array(0)
let distances = new Float64Array(0)
const clip = new Float64Array(2)

/**
 * The entity whose box a ray through a point of the canvas meets first, drawn or not, 0 for none: x and y in CSS pixels
 * from the canvas's upper left corner. Boxes that hold the eye are looked through. With the boxes of
 * `setDebugDraw(…, { bounds: true })` on the screen, this is how to ask `explain` about one that was culled.
 * Throws an `Error` if the view is not drawn.
 */
export function pickBounds(world: World, view: number, x: number, y: number): number {
  const renderView = findRenderView(world, view, 'pickBounds')
  const { canvas } = renderState(world).device ?? {}
  if (canvas === undefined || !clipPoint(clip, canvas, renderView.rect, x, y)) return 0
  const { rays } = renderView.frame
  const ray = [0, 1, 2].map((i) => rays[i]! + clip[0]! * rays[3 + i]! + clip[1]! * rays[6 + i]!)
  const { eye } = cameraOf(world, renderView.camera)
  if (ids.length <= capacity(world)) {
    ids = new Uint32Array(capacity(world) + 1)
    distances = new Float64Array(capacity(world) + 1)
  }
  const octree = octreeOf(world)
  const count = queryRay(
    octree,
    eye[0]!,
    eye[1]!,
    eye[2]!,
    ray[0]!,
    ray[1]!,
    ray[2]!,
    Infinity,
    ids,
    distances,
  )
  for (let i = 0; i < count; i++) if (distances[i]! > 0) return ids[i]!
  return 0
}
