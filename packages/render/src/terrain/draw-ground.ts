/** The ground in the stages of drawing. */
import { note, type World, warnOnce } from '@sightline/core'
import { cameraOf } from '@sightline/culling'
import type { Tally } from '../draw-runs.js'
import type { Drawable } from '../drawable.js'
import type { Gpu } from '../gpu.js'
import { createLineBuffer, type LineBuffer } from '../line-buffer.js'
import type { RenderView } from '../state.js'
import { writeGroundFrame } from './ground-frame.js'
import { createGroundGpu, drawPatches, type GroundGpu, groundBytes, whyNoTexture } from './ground-gpu.js'
import { syncHeights } from './height-texture.js'
import { addPatches, createPatchBuffer } from './patch-buffer.js'
import { forgetVertices } from './patch-vertices.js'
import { addPatchBoxes } from './terrain-debug.js'
import type { TerrainDrawing, ViewPatches } from './terrain-drawing.js'

const lines: LineBuffer = createLineBuffer()
/** Item buffers are not counted. */
const uncounted: Tally = { drawCalls: 0, instances: 0, triangles: 0 }

export function createDrawable(world: World, drawing: TerrainDrawing): Drawable {
  return {
    pack: (view) => packView(drawing, view),
    drawPicture(gpu, view, tally) {
      const { picture, casters } = viewPatches(drawing, view)
      drawing.stats.patches = picture.count
      drawing.stats.casters = casters.count
      const ground = prepareGround(world, drawing, gpu, view)
      drawPatches(drawing, ground, picture, 'picture', view.shadows, tally)
      return takeSent(drawing)
    },
    drawShadow(gpu, view, _shadows, tally) {
      const ground = prepareGround(world, drawing, gpu, view)
      drawPatches(drawing, ground, viewPatches(drawing, view).casters, 'shadow', undefined, tally)
      return takeSent(drawing)
    },
    drawItems(gpu, view) {
      const ground = prepareGround(world, drawing, gpu, view)
      drawPatches(drawing, ground, viewPatches(drawing, view).picture, 'plain', undefined, uncounted)
    },
    drawBlended: () => 0,
    drawOver: (gpu, view, tally) => drawOver(world, drawing, gpu, view, tally),
    bytesHeld: (gpu) => (drawing.ground?.gpu === gpu ? groundBytes(drawing.ground) : 0),
  }
}

/** Packs the patches of a view and of its shadows. Makes no garbage once buffers have their size. */
function packView(drawing: TerrainDrawing, view: RenderView): void {
  const { picture, casters } = viewPatches(drawing, view)
  const { origin } = view.frame
  picture.count = 0
  casters.count = 0
  const list = drawing.patches(view.view)
  if (list !== undefined) addPatches(picture, list, origin, 0)
  if (view.shadows === undefined) return
  const { cascades } = view.shadows
  for (let i = 0; i < cascades.length; i++) {
    const thrown = drawing.patches(cascades[i]!.view)
    if (thrown !== undefined) addPatches(casters, thrown, origin, i)
  }
}

/** The packed patches of a view, made on first use. */
export function viewPatches({ views }: TerrainDrawing, view: RenderView): ViewPatches {
  let found = views.get(view)
  if (found === undefined) {
    found = { picture: createPatchBuffer(), casters: createPatchBuffer() }
    views.set(view, found)
  }
  return found
}

/** Makes the GPU's part where there is none yet, follows edits, and writes the uniforms for a view. */
function prepareGround(world: World, drawing: TerrainDrawing, gpu: Gpu, view: RenderView): GroundGpu {
  const { tree, frame, layers, edits } = drawing
  let { ground } = drawing
  if (ground?.gpu !== gpu) {
    ground = createGroundGpu(drawing, gpu)
    drawing.ground = ground
    edits.rects.length = 0
    countSent(drawing, ground.heights.bytes)
    sayWhere(world, drawing, gpu)
  }
  const { heights, vertices } = ground
  if (heights.revision !== tree.field.revision) {
    const sent = syncHeights(gpu.regl, heights, tree.field, edits, (rect) => {
      if (vertices !== undefined) forgetVertices(vertices, rect)
    })
    countSent(drawing, sent)
  } else {
    // Told of after they were sent with all else.
    edits.rects.length = 0
  }
  writeGroundFrame(frame, tree, layers, view.frame.origin, cameraOf(world, view.view).eye)
  return ground
}

/** Notes how heights reach the vertices, and warns where that costs a draw for each patch without having been asked for. */
function sayWhere(world: World, drawing: TerrainDrawing, gpu: Gpu): void {
  const why = whyNoTexture(drawing, gpu)
  const { stats, tree, ground } = drawing
  stats.heights = why === '' ? 'texture' : 'buffers'
  if (why === '') {
    note(world, 'terrain.heights', 'from a texture')
    return
  }
  const openHoles = tree.field.cells !== null && ground?.heights.cells === undefined
  const text = `from buffers, a draw for each patch, without geomorph${openHoles ? ' and holes' : ''}: ${why}`
  if (drawing.vertexTextures) warnOnce(world, 'terrain.heights', `terrain: heights come ${text}`)
  else note(world, 'terrain.heights', text)
}

function countSent(drawing: TerrainDrawing, bytes: number): void {
  drawing.stats.heightBytes += bytes
  drawing.unreported += bytes
}

function takeSent(drawing: TerrainDrawing): number {
  const bytes = drawing.unreported
  drawing.unreported = 0
  return bytes
}

function drawOver(world: World, drawing: TerrainDrawing, gpu: Gpu, view: RenderView, tally: Tally): number {
  const { wireframe, boxes } = drawing.debug
  if (wireframe) {
    const ground = prepareGround(world, drawing, gpu, view)
    drawPatches(drawing, ground, viewPatches(drawing, view).picture, 'lines', undefined, tally)
  }
  const list = boxes ? drawing.patches(view.view) : undefined
  if (list !== undefined && list.count > 0) {
    lines.count = 0
    addPatchBoxes(lines, list)
    tally.drawCalls += 2
    drawing.unreported += gpu.lines.draw(lines)
  }
  return takeSent(drawing)
}
