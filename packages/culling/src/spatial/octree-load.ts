/** Loading the WebAssembly kernels, and running everything once before it matters. */
import { compileKernels } from '../kernels/kernel-set.js'
import type { Octree } from './octree.js'
import { clear, insert, insertFromColumn, insertMany, move, remove } from './octree-boxes.js'
import { createOctree } from './octree-create.js'
import { flush } from './octree-flush.js'
import { queryFrustum } from './octree-query-frustum.js'
import { queryNearest } from './octree-query-nearest.js'
import { queryRay } from './octree-query-ray.js'
import { queryBox, querySphere } from './octree-query-volume.js'

const WARM_UP_BOXES = 2000
const WARM_UP_ROUNDS = 40

let warm = false

/**
 * Compiles the WebAssembly kernels of every part that is imported, and runs a small octree for some 50 to 100
 * ms, so that the engine has optimised the code before the first frame; once, however often it is called.
 * Octrees made afterwards use the kernels, and those made before go over to them at their next flush or
 * query. Never rejects: where WebAssembly with SIMD is missing, the TypeScript twins stay in use, and that is
 * said once on the console.
 */
export async function loadKernels(): Promise<void> {
  await compileKernels()
  if (warm) return
  warm = true
  warmUp()
}

/**
 * Engines run code slowly until they have seen it often: the first flush would take ten times as long as the
 * hundredth.
 */
function warmUp(): void {
  const o = createOctree({ capacity: WARM_UP_BOXES })
  const ids = new Uint32Array(WARM_UP_BOXES)
  const boxes = new Float32Array(WARM_UP_BOXES * 6)
  for (let id = 0; id < WARM_UP_BOXES; id++) {
    ids[id] = id
    for (let k = 0; k < 6; k++) boxes[id * 6 + k] = ((id * (k % 3 === 1 ? 31 : 7919)) % 500) + (k < 3 ? 0 : 2)
  }
  const out = new Uint32Array(WARM_UP_BOXES)
  const distances = new Float32Array(WARM_UP_BOXES)
  const planes = new Float32Array([1, 0, 0, -100, -0.7, 0, 0.7, 100, 0.6, 0.5, 0.6, -50, 0, -1, 0, 400])
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    if (round % 3 === 0) {
      clear(o)
      if (round % 2 === 0) insertMany(o, ids, boxes, WARM_UP_BOXES)
      else insertFromColumn(o, ids, WARM_UP_BOXES)
    }
    stir(o, boxes, round)
    for (let k = 0; k < 5; k++) {
      planes[3] = -100 - k * 20
      queryFrustum(o, planes, out)
    }
    queryBox(o, 0, 0, 0, 300, 200, 100, out)
    querySphere(o, 250, 100, round, 90, out)
    queryRay(o, 0, 10, round, 1, 0, 0.5, 600, out, distances)
    queryNearest(o, 250, 100, round, 8, 100, out, distances)
  }
}

/** Some boxes step within their cells, some leave them, some go and come back. */
function stir(o: Octree, boxes: Float32Array, round: number): void {
  for (let id = round % 4; id < WARM_UP_BOXES; id += 4) {
    const by = id % 16 === 0 ? ((id * 13 + round * 57) % 400) - 200 : 1
    const at = id * 6
    const x = boxes[at]! + by
    const z = boxes[at + 2]! - by
    if (id % 12 === 0) {
      remove(o, id)
      insert(o, id, x, boxes[at + 1]!, z, x + 2, boxes[at + 4]!, z + 2)
    } else {
      move(o, id, x, boxes[at + 1]!, z, x + 2, boxes[at + 4]!, z + 2)
    }
  }
  flush(o)
}
