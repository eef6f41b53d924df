import { capacity, columns, type World } from '@sightline/core'
import { cameraOf, isVisible, octreeOf, visible, WorldBounds } from '@sightline/culling'
import { forEachNode, querySphere } from '@sightline/culling/spatial'
import { packTint } from './color.js'
import { addBox, addLine, type LineBuffer } from './line-buffer.js'
import { sliceCorner } from './shadow-cascades.js'
import type { RenderView } from './state.js'

const VISIBLE = packTint('#4CD964', 0.8)
const HIDDEN = packTint('#FF4B3E', 0.45)
const CASTER = packTint('#C77DFF', 0.9)
const FRUSTUM = packTint('#FFFFFF', 0.95)
const LEAF = packTint('#5BE37A', 0)
const INNER = packTint('#FFD84D', 0)
/** A leaf that holds so many boxes is drawn in full strength, and a node with so many children. */
const FULL_LEAF = 64
const FULL_NODE = 8
/** An infinite far plane is drawn here, in metres. */
const FARTHEST = 2000

/** Collects the lines that the view's debug settings ask for. Allocates: these pictures are for developers. */
export function collectDebugLines(world: World, renderView: RenderView, lines: LineBuffer): void {
  const { debug } = renderView
  lines.count = 0
  if (debug.octree) addOctree(world, lines)
  if (debug.bounds) addBounds(world, renderView, lines)
  if (debug.casters) addCasters(world, renderView, lines)
  if (debug.frustum) addFrustum(world, renderView, lines)
}

function addOctree(world: World, lines: LineBuffer): void {
  forEachNode(octreeOf(world), (node) => {
    const share = Math.min(node.count / (node.leaf ? FULL_LEAF : FULL_NODE), 1)
    const alpha = Math.round(255 * (0.12 + 0.78 * share))
    const color = ((node.leaf ? LEAF : INNER) | (alpha << 24)) >>> 0
    addBox(lines, node.minX, node.minY, node.minZ, node.maxX, node.maxY, node.maxZ, color)
  })
}

let found = new Uint32Array(0)

function addBounds(world: World, { view, camera, debug }: RenderView, lines: LineBuffer): void {
  const { eye } = cameraOf(world, camera)
  if (found.length <= capacity(world)) found = new Uint32Array(capacity(world) + 1)
  const count = querySphere(octreeOf(world), eye[0]!, eye[1]!, eye[2]!, debug.distance, found)
  for (let i = 0; i < count; i++) {
    const eid = found[i]!
    addEntityBox(world, eid, lines, isVisible(world, view, eid) ? VISIBLE : HIDDEN)
  }
}

function addCasters(world: World, { view, shadows }: RenderView, lines: LineBuffer): void {
  if (shadows === undefined) return
  for (const cascade of shadows.cascades) {
    const { ids, count } = visible(world, cascade.view)
    for (let i = 0; i < count; i++) {
      if (!isVisible(world, view, ids[i]!)) addEntityBox(world, ids[i]!, lines, CASTER)
    }
  }
}

function addEntityBox(world: World, eid: number, lines: LineBuffer, color: number): void {
  const { box } = columns(world, WorldBounds)
  const at = eid * 8
  addBox(lines, box[at]!, box[at + 1]!, box[at + 2]!, box[at + 4]!, box[at + 5]!, box[at + 6]!, color)
}

/** Corner i of the near rectangle goes to corner i of the far one; corners 0, 1, 3, 2 go around. */
const AROUND = [0, 1, 3, 2] as const

function addFrustum(world: World, { view }: RenderView, lines: LineBuffer): void {
  const { camera, projection } = cameraOf(world, view)
  const corners = [nearOf(projection.matrix), farOf(projection.matrix)].map((distance) =>
    AROUND.map((index) => worldCorner(camera, projection.matrix, distance, index)),
  ) as [Float64Array[], Float64Array[]]
  const join = (a: Float64Array, b: Float64Array): void =>
    addLine(lines, a[0]!, a[1]!, a[2]!, b[0]!, b[1]!, b[2]!, FRUSTUM)
  for (let i = 0; i < 4; i++) {
    for (const rectangle of corners) join(rectangle[i]!, rectangle[(i + 1) % 4]!)
    join(corners[0][i]!, corners[1][i]!)
  }
}

function worldCorner(
  camera: Float64Array,
  projection: Float64Array,
  distance: number,
  index: number,
): Float64Array {
  const local = new Float64Array(3)
  sliceCorner(local, projection, distance, index)
  return local.map(
    (_, axis) =>
      camera[axis]! * local[0]! +
      camera[4 + axis]! * local[1]! +
      camera[8 + axis]! * local[2]! +
      camera[12 + axis]!,
  )
}

/** Where clip z is -w, in metres along the view. */
function nearOf(projection: Float64Array): number {
  return (projection[14]! + projection[15]!) / (projection[10]! + projection[11]!)
}

/** Where clip z is w. */
function farOf(projection: Float64Array): number {
  const far = (projection[14]! - projection[15]!) / (projection[10]! - projection[11]!)
  return far > 0 && far < FARTHEST ? far : FARTHEST
}
