import {
  createOctree,
  flush,
  insertMany,
  loadKernels,
  move,
  type Octree,
  queryBox,
  queryFrustum,
  queryNearest,
  queryRay,
  querySphere,
} from '@sightline/culling/spatial'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { frustumPlanes, perspective } from '../support/cameras.js'
import { namedWorld } from '../support/worlds.js'

const COUNT = 5000
const ROUNDS = 600
const WARM_ROUNDS = 300
const WINDOWS = 6
const HEAP_GROWTH = 64 * 1024

beforeAll(() => loadKernels())

/** One round as a game has it: a twentieth moves, one flush, some questions. Everything it needs is given. */
function round(
  o: Octree,
  boxes: Float32Array,
  steps: Float32Array,
  at: number,
  planes: Float32Array,
  out: Uint32Array,
  distances: Float32Array,
): number {
  for (let id = at % 20; id < COUNT; id += 20) {
    const dx = steps[(id + at) % steps.length]!
    const dz = steps[(id + at * 3) % steps.length]!
    const b = id * 6
    boxes[b]! += dx
    boxes[b + 2]! += dz
    boxes[b + 3]! += dx
    boxes[b + 5]! += dz
    move(o, id, boxes[b]!, boxes[b + 1]!, boxes[b + 2]!, boxes[b + 3]!, boxes[b + 4]!, boxes[b + 5]!)
  }
  flush(o)
  let sum = queryFrustum(o, planes, out)
  sum += queryBox(o, -20, 0, -20, 20, 10, 20, out)
  sum += querySphere(o, at, 1, 0, 15, out)
  sum += queryRay(o, -300, 1, at % 100, 1, 0, 0.1, 500, out, distances)
  return sum + queryNearest(o, 0, 1, at % 100, 10, 100, out, distances)
}

describe.each(['auto', 'typescript'] as const)(
  '600 rounds of moves, flush and queries (kernels: %s)',
  (kernels) => {
    it('allocate nothing', () => {
      const collect = globalThis.gc
      expect(collect, 'the tests must run with --expose-gc').toBeTypeOf('function')
      const random = createRandom(1)
      const { boxes } = namedWorld('town', random, COUNT)
      const tree = createOctree({ capacity: COUNT, kernels })
      insertMany(
        tree,
        Uint32Array.from({ length: COUNT }, (_, i) => i),
        boxes,
        COUNT,
      )
      const steps = Float32Array.from({ length: 997 }, () => (random() - 0.5) * 2)
      const planes = frustumPlanes(perspective(1, 1.7, 0.1, 200), {
        x: 0,
        y: 2,
        z: 0,
        yaw: 1,
        pitch: 0,
        roll: 0,
      })
      const [out, distances] = [new Uint32Array(COUNT), new Float32Array(COUNT)]

      let sum = 0
      const memory = () => {
        collect!()
        collect!()
        return process.memoryUsage()
      }
      // Machine code and its records live in the heap too, and come as late as the compiler likes. A leak grows in
      // every window, so one window of 600 rounds without growth is the proof.
      let heap = Number.POSITIVE_INFINITY
      let buffers = Number.POSITIVE_INFINITY
      for (let i = 0; i < WARM_ROUNDS; i++) sum += round(tree, boxes, steps, i, planes, out, distances)
      for (let window = 0; window < WINDOWS && (heap >= HEAP_GROWTH || buffers > 0); window++) {
        const before = memory()
        for (let i = 0; i < ROUNDS; i++) sum += round(tree, boxes, steps, i, planes, out, distances)
        const after = memory()
        heap = after.heapUsed - before.heapUsed
        buffers = after.arrayBuffers - before.arrayBuffers
      }
      expect(sum).toBeGreaterThan(0)
      expect(heap, 'bytes of heap').toBeLessThan(HEAP_GROWTH)
      expect(buffers, 'bytes of array buffers').toBeLessThanOrEqual(0)
    })
  },
)
