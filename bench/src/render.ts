// What drawing costs on the main thread without the GPU's part, against a plain loop that copies the same matrices.
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
  setBox,
  setPerspective,
  setupCulling,
  View,
  visible,
} from '@sightline/culling'
import { loadKernels } from '@sightline/culling/spatial'
import {
  buildDrawLists,
  createMaterial,
  createMesh,
  Renderable,
  setRenderable,
  setRenderView,
  setupRender,
  uploadInstances,
} from '@sightline/render'
import { measureActions } from './measure.js'
import { createRandom } from './scene.js'
import { figure, table } from './table.js'

const INSTANCES = 10_000
const MESHES = 40

/** Milliseconds, medians. */
export type RenderResult = { instances: number; meshes: number; copy: number; lists: number; upload: number }

/** Sorting and packing 10,000 visible instances of 40 meshes. Throws an `Error` if any of them is not visible. */
export async function benchRender(seed: number, seconds: number): Promise<RenderResult> {
  await loadKernels()
  const world = createWorld({ capacity: INSTANCES + 10 })
  setupCulling(world)
  setupRender(world)
  fill(world, seed)
  const camera = spawn(world, Transform, View)
  setPerspective(world, camera, { fovY: 2, near: 0.1, far: 2000 })
  setRenderView(world, camera)
  propagateTransforms(world)
  for (const system of cullingSystems) system(world)

  const { ids, count } = visible(world, camera)
  if (count !== INSTANCES) throw new Error(`benchRender: ${count} of ${INSTANCES} instances are visible`)
  const { matrix } = columns(world, WorldMatrix)
  const packed = new Float32Array(INSTANCES * 16)
  const copyMatrices = (): void => {
    for (let i = 0; i < count; i++) {
      const from = ids[i]! * 16
      const to = i * 16
      for (let k = 0; k < 16; k++) packed[to + k] = matrix[from + k]!
    }
  }
  const [copy, lists, upload] = measureActions(
    [{ run: copyMatrices }, { run: () => buildDrawLists(world) }, { run: () => uploadInstances(world) }],
    { seconds, minRounds: 300, maxRounds: 20_000 },
    100,
  )
  return { instances: INSTANCES, meshes: MESHES, copy: copy!, lists: lists!, upload: upload! }
}

function fill(world: ReturnType<typeof createWorld>, seed: number): void {
  const random = createRandom(seed)
  const material = createMaterial(world, { kind: 'opaque' })
  const triangle = {
    positions: Float32Array.of(-1, -1, 0, 1, -1, 0, 0, 1, 0),
    normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1),
    colors: new Uint8Array(12).fill(255),
    indices: Uint16Array.of(0, 1, 2),
  }
  const meshes = Array.from({ length: MESHES }, () => createMesh(world, triangle))
  for (let i = 0; i < INSTANCES; i++) {
    const eid = spawn(world, Transform, Bounds, Renderable)
    setTransform(world, eid, random() * 200 - 100, random() * 100 - 50, -110 - random() * 400, 0, 0, 0, 1)
    setBox(world, eid, -1, -1, -1, 1, 1, 1)
    setRenderable(world, eid, { mesh: meshes[Math.floor(random() * MESHES)]!, material })
  }
}

export function renderTable({ instances, meshes, copy, lists, upload }: RenderResult): string {
  return table(
    [`${instances} visible instances of ${meshes} meshes`, 'ms', 'against the copy'],
    [
      ['plain loop that copies their matrices', figure(copy), '1.00'],
      ['buildDrawLists', figure(lists), (lists / copy).toFixed(2)],
      ['uploadInstances, without a GPU', figure(upload), (upload / copy).toFixed(2)],
      ['both', figure(lists + upload), ((lists + upload) / copy).toFixed(2)],
    ],
  )
}
