import { loadKernels, type OcclusionMode } from '@sightline/culling'
import { describe, expect, it } from 'vitest'
import { type HeapGrowth, measureHeap } from '../../../../test/support/heap.js'
import { createRandom } from '../../../../test/support/random.js'
import { playWorker } from './support/delayed-runner.js'
import { createTownWorld, stepTown } from './support/town-world.js'

await loadKernels()

const LAP = 240
const KEPT = 64 * 1024
/**
 * A few numbers, which the engine puts on the heap where it does not inline a call; an object for each view
 * would be more.
 */
const FEW = 1024

function measure(mode: OcclusionMode, delay: number | null, made: number): HeapGrowth {
  const town = createTownWorld(createRandom(4), [0, 0, 0], 1500, { mode })
  if (delay !== null) playWorker(town.world, () => delay, createRandom(1))
  const step = (frame: number): void => {
    const angle = ((frame % LAP) / LAP) * 2 * Math.PI
    stepTown(town, { x: 30 * Math.sin(angle), y: 2, z: 30 * Math.cos(angle), yaw: 3 * angle, pitch: 0 })
  }
  for (let frame = 0; frame < 3 * LAP; frame++) step(frame)
  return measureHeap(LAP, step, { kept: KEPT, made }, 6)
}

describe('a steady frame with occlusion', () => {
  it('makes no garbage, whether answers come at once or late', () => {
    // The town of the test makes some itself.
    const without = measure('off', null, 1200)
    for (const delay of [null, 3]) {
      const { kept, made, buffers } = measure('inline', delay, without.made + FEW)
      expect(kept).toBeLessThan(KEPT)
      expect(made).toBeLessThan(without.made + FEW)
      expect(buffers).toBe(0)
    }
  }, 120_000)
})
