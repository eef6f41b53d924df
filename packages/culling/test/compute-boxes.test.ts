import { createArena, float32Array, uint32Array } from '@sightline/core/memory'
import { loadKernels } from '@sightline/culling/spatial'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../test/support/random.js'
import { bestKernels, twinKernels } from '../src/kernels/kernels.js'
import type { OctreeKernels } from '../src/kernels/types.js'

const COUNT = 4000
const UNTOUCHED = 12345

/** Matrices and local boxes of every size, and among them numbers that no box can be made of. */
function createJob(seed: number, strange: boolean) {
  const arena = createArena(COUNT * 200)
  const random = createRandom(seed)
  const boxes = float32Array(arena, COUNT * 8)
  const matrices = float32Array(arena, COUNT * 16)
  const centers = float32Array(arena, COUNT * 3)
  const halves = float32Array(arena, COUNT * 3)
  const ids = uint32Array(arena, COUNT)
  const number = () => {
    const kind = strange ? random() : 1
    if (kind < 0.01) return NaN
    if (kind < 0.02) return random() < 0.5 ? Infinity : -Infinity
    if (kind < 0.03) return 3e38 * (random() - 0.5)
    if (kind < 0.05) return random() < 0.5 ? 0 : -0
    return (random() - 0.5) * 10 ** Math.round(random() * 12 - 6)
  }
  for (const column of [matrices, centers, halves])
    for (let i = 0; i < column.length; i++) column[i] = number()
  boxes.fill(UNTOUCHED)
  for (let i = 0; i < COUNT; i++) ids[i] = (i * 7 + 3) % COUNT
  const run = (kernels: OctreeKernels, count: number) =>
    kernels.computeBoxes(
      ids.byteOffset,
      count,
      boxes.byteOffset,
      matrices.byteOffset,
      centers.byteOffset,
      halves.byteOffset,
    )
  return { arena, boxes, matrices, centers, halves, ids, run }
}

describe('the kernel of world boxes', () => {
  beforeAll(loadKernels)

  it('and its twin write the same bytes and give back the same ids (seed 5)', () => {
    for (const strange of [false, true]) {
      const [fast, plain] = [createJob(5, strange), createJob(5, strange)]
      const kernels = bestKernels(fast.arena)
      expect(kernels.kind).toBe('wasm-simd')
      for (const count of [0, 1, 15, 17, COUNT]) {
        const unusual = fast.run(kernels, count)
        expect(plain.run(twinKernels(plain.arena), count)).toBe(unusual)
        if (count === COUNT) expect(unusual > COUNT / 10).toBe(strange)
      }
      expect(fast.ids).toEqual(plain.ids)
      expect(new Uint32Array(fast.boxes.slice().buffer)).toEqual(new Uint32Array(plain.boxes.slice().buffer))
    }
  })

  it('holds every corner, and leaves the boxes of ids that it gives back as they were (seed 6)', () => {
    const job = createJob(6, true)
    const unusual = job.run(bestKernels(job.arena), COUNT)
    const givenBack = new Set(job.ids.subarray(0, unusual))
    for (let id = 0; id < COUNT; id++) {
      const box = job.boxes.subarray(id * 8, id * 8 + 8)
      expect([box[3], box[7]]).toEqual([UNTOUCHED, UNTOUCHED])
      if (givenBack.has(id)) expect(Array.from(box)).toEqual(Array(8).fill(UNTOUCHED))
      else expectCorners(job, id, box)
    }
  })
})

/** All eight corners in doubles, one by one. What doubles lose may stand out by a share of the summands. */
function expectCorners(job: ReturnType<typeof createJob>, id: number, box: Float32Array): void {
  const m = job.matrices.subarray(id * 16)
  for (let axis = 0; axis < 3; axis++) {
    const sums: number[] = []
    let size = Math.abs(m[12 + axis]!)
    for (let corner = 0; corner < 8; corner++) {
      let sum = m[12 + axis]!
      for (let k = 0; k < 3; k++) {
        const local = job.centers[id * 3 + k]! + ((corner >> k) & 1 ? 1 : -1) * job.halves[id * 3 + k]!
        sum += m[k * 4 + axis]! * local
        size += Math.abs(m[k * 4 + axis]! * local)
      }
      sums.push(sum)
    }
    const [min, max] = [Math.min(...sums), Math.max(...sums)]
    const lost = size * 1e-14
    const step = (Math.abs(min) + Math.abs(max)) * 2 ** -22 + 2 ** -140
    if (!(box[axis]! <= min + lost && box[axis]! >= min - lost - step)) expect.fail(`min ${axis} of ${id}`)
    if (!(box[4 + axis]! >= max - lost && box[4 + axis]! <= max + lost + step))
      expect.fail(`max ${axis} of ${id}`)
  }
}
