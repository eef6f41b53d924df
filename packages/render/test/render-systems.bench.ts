import {
  columns,
  createWorld,
  propagateTransforms,
  setTransform,
  spawn,
  Transform,
  WorldMatrix,
} from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  loadKernels,
  setBox,
  setPerspective,
  setupCulling,
  View,
  visible,
} from '@sightline/culling'
import { bench, describe } from 'vitest'
import { createRandom } from '../../../test/support/random.js'
import {
  buildDrawLists,
  createMaterial,
  createMesh,
  Renderable,
  setRenderable,
  setRenderView,
  setupRender,
  uploadInstances,
} from '../src/index.js'
import { addBlock, createShape, rgba, toMesh } from './support/shapes.js'

/**
 * What drawing costs on the main thread without the GPU's part: sorting and packing 10,000 visible instances of 40
 * meshes, against a plain loop that copies their matrices.
 */
const INSTANCES = 10_000
const MESHES = 40

await loadKernels()
const random = createRandom(1)
const world = createWorld({ capacity: INSTANCES + 10 })
setupCulling(world)
setupRender(world)
const material = createMaterial(world, { kind: 'opaque' })
const shape = createShape()
addBlock(shape, [-1, -1, -1], [1, 1, 1], rgba('#FFFFFF'))
const meshes = Array.from({ length: MESHES }, () => createMesh(world, toMesh(shape)))
for (let i = 0; i < INSTANCES; i++) {
  const eid = spawn(world, Transform, Bounds, Renderable)
  setTransform(world, eid, random() * 200 - 100, random() * 100 - 50, -110 - random() * 400, 0, 0, 0, 1)
  setBox(world, eid, -1, -1, -1, 1, 1, 1)
  setRenderable(world, eid, { mesh: meshes[Math.floor(random() * MESHES)]!, material })
}
const camera = spawn(world, Transform, View)
setPerspective(world, camera, { fovY: 2, near: 0.1, far: 2000 })
setRenderView(world, camera)
propagateTransforms(world)
for (const system of cullingSystems) system(world)

const { ids, count } = visible(world, camera)
if (count !== INSTANCES) throw new Error(`bench: ${count} of ${INSTANCES} instances are visible`)
const { matrix } = columns(world, WorldMatrix)
const copy = new Float32Array(INSTANCES * 16)

function copyMatrices(): void {
  for (let i = 0; i < count; i++) {
    const from = ids[i]! * 16
    const to = i * 16
    for (let k = 0; k < 16; k++) copy[to + k] = matrix[from + k]!
  }
}

describe('10,000 visible instances', () => {
  bench('plain loop that copies the matrices', copyMatrices)
  bench('buildDrawLists and uploadInstances', () => {
    buildDrawLists(world)
    uploadInstances(world)
  })
})
