import {
  createWorld,
  propagateTransforms,
  runSystems,
  setPosition,
  spawn,
  Transform,
  tick,
} from '@sightline/core'
import { Bounds, cullingSystems, setPerspective, setupCulling, View } from '@sightline/culling'
import {
  createMaterial,
  createMesh,
  fitCanvas,
  packTint,
  Renderable,
  renderStats,
  renderSystems,
  setMeshBounds,
  setRenderable,
  setRenderView,
  setShadows,
  setSun,
  setupRender,
} from '@sightline/render'

// A canvas where there is a page, nothing in Node: then lists are made and packed, but not drawn.
const canvas = globalThis.document?.querySelector('canvas') ?? undefined
const roof = {
  positions: Float32Array.of(-1, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, -1, -1, 0, -1, 0, 1, 0),
  normals: Float32Array.of(0, 0.7, 0.7, 0, 0.7, 0.7, 0, 0.7, 0.7, 0, 0.7, -0.7, 0, 0.7, -0.7, 0, 0.7, -0.7),
  colors: new Uint8Array(24).fill(255),
  indices: Uint16Array.of(0, 1, 2, 3, 4, 5),
}

// #region readme
const world = createWorld({ capacity: 10_000 })
setupCulling(world)
setupRender(world, canvas ? { canvas } : {})
setSun(world, { elevation: 28, azimuth: 235 })

const mesh = createMesh(world, roof) // typed arrays: positions, normals, colors, indices
const material = createMaterial(world, { kind: 'opaque' })
const house = spawn(world, Transform, Bounds, Renderable)
setPosition(world, house, 0, 0, -10)
setMeshBounds(world, house, mesh)
setRenderable(world, house, { mesh, material, tint: packTint('#B5533C') })

const camera = spawn(world, Transform, View)
setPerspective(world, camera, { fovY: 1, near: 0.1, far: 1000 })
setRenderView(world, camera)
setShadows(world, camera, { cascades: 3, distance: 200 })

const frame = [tick, fitCanvas, propagateTransforms, ...cullingSystems, ...renderSystems]
runSystems(world, frame) // in requestAnimationFrame
const { drawCalls, instances } = renderStats(world)

// #endregion

export { drawCalls, instances }
