import {
  createWorld,
  propagateTransforms,
  setPosition,
  spawn,
  Transform,
  tickTo,
  type World,
} from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  LodRange,
  loadKernels,
  setBox,
  setLodRange,
  setPerspective,
  setupCulling,
  View,
} from '@sightline/culling'
import { expect, it } from 'vitest'
import { measureHeap } from '../../../test/support/heap.js'
import { createRandom } from '../../../test/support/random.js'
import {
  buildDrawLists,
  createMaterial,
  createMesh,
  Renderable,
  setRenderable,
  setRenderView,
  setShadows,
  setupRender,
  uploadInstances,
} from '../src/index.js'
import { lookFrom } from './support/frame.js'
import { addBlock, createShape, rgba, toMesh } from './support/shapes.js'

const ENTITIES = 4000
const WARM_UP = 3000
const DRAWS = 500
/** Bytes of all draws, and of one. */
const KEPT = 64 * 1024
const MADE = 64

function createCity(random: () => number): { world: World; camera: number } {
  const world = createWorld({ capacity: ENTITIES + 20 })
  setupCulling(world)
  setupRender(world)
  const shape = createShape()
  addBlock(shape, [-1, -1, -1], [1, 1, 1], rgba('#FFFFFF'))
  const meshes = Array.from({ length: 6 }, () => createMesh(world, toMesh(shape)))
  const materials = (['opaque', 'alpha-test', 'transparent'] as const).map((kind) =>
    createMaterial(world, { kind }),
  )
  for (let i = 0; i < ENTITIES; i++) {
    const eid = spawn(world, Transform, Bounds, Renderable, LodRange)
    setPosition(world, eid, random() * 400 - 200, random() * 20, random() * 400 - 200)
    setBox(world, eid, -1, -1, -1, 1, 1, 1)
    setLodRange(world, eid, { distances: [50], fade: 0.3 })
    const material = materials[Math.floor(random() * 3)]!
    setRenderable(world, eid, { meshes: [meshes[i % 6]!, meshes[(i + 1) % 6]!], material })
  }
  const camera = spawn(world, Transform, View)
  setPerspective(world, camera, { fovY: 1, near: 0.1, far: 300 })
  setRenderView(world, camera)
  setShadows(world, camera, {})
  return { world, camera }
}

it('makes no garbage in a steady frame (seed 4)', async () => {
  await loadKernels()
  const { world, camera } = createCity(createRandom(4))
  let step = 0
  const frame = (): void => {
    tickTo(world, ++step / 60)
    const angle = (step % 60) / 60
    lookFrom(world, camera, [0, 5, 0], [Math.sin(angle * 6.28), 5, Math.cos(angle * 6.28)])
    propagateTransforms(world)
    for (let i = 0; i < cullingSystems.length; i++) cullingSystems[i]!(world)
  }
  const draw = (): void => {
    buildDrawLists(world)
    uploadInstances(world)
  }
  for (let i = 0; i < 120; i++) {
    frame()
    draw()
  }
  // Many times the same frame, so that the garbage of one call is not lost among what else runs.
  for (let i = 0; i < WARM_UP; i++) draw()
  const grown = measureHeap(DRAWS, draw, { kept: KEPT, made: MADE })
  expect(grown.kept).toBeLessThan(KEPT)
  expect(grown.made).toBeLessThan(MADE)
  expect(grown.buffers).toBe(0)
})
