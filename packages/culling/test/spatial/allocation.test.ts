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
import { measureHeap } from '../../../../test/support/heap.js'
import { createRandom } from '../../../../test/support/random.js'
import { frustumPlanes, perspective } from '../support/cameras.js'
import { namedWorld } from '../support/worlds.js'

const COUNT = 5000
const ROUNDS = 600
const WARM_ROUNDS = 300
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
      const step = (i: number): void => {
        sum += round(tree, boxes, steps, i, planes, out, distances)
      }
      for (let i = 0; i < WARM_ROUNDS; i++) step(i)
      const { kept, buffers } = measureHeap(ROUNDS, step, { kept: HEAP_GROWTH, made: Infinity })
      expect(sum).toBeGreaterThan(0)
      expect(kept, 'bytes of heap').toBeLessThan(HEAP_GROWTH)
      expect(buffers, 'bytes of array buffers').toBeLessThanOrEqual(0)
    })
  },
)
