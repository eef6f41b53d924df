/** In a file of its own: what other tests have run before decides which numbers the engine boxes. */
import { setTransform } from '@sightline/core'
import { loadKernels } from '@sightline/culling'
import { heightAt, terrainPatches } from '@sightline/terrain'
import { describe, expect, it } from 'vitest'
import { measureHeap } from '../../../../test/support/heap.js'
import { randomField } from '../support/fields.js'
import { addCamera, stepTerrain, terrainWorld } from '../support/world.js'

await loadKernels()

describe('allocation', () => {
  it.each([
    ['off', 300, 2048],
    // Young code of the occlusion stages boxes numbers here and there.
    ['inline', 300, 6144],
  ] as const)(
    'walking over terrain makes no garbage: two cameras, occlusion %s, %d frames',
    (mode, frames, bytesAFrame) => {
      const field = randomField(5, 513, 513, { spacingX: 4 })
      const options = { levels: 5, patchesPerNode: 4, quadsPerPatch: 8, maxError: 1 }
      const world = terrainWorld({ heightfield: field, ...options }, { mode })
      const views = [addCamera(world, 1500), addCamera(world, 700)]
      const step = (frame: number): void => {
        const angle = ((frame % frames) / frames) * 2 * Math.PI
        for (let k = 0; k < 2; k++) {
          const x = 1024 + 600 * Math.cos(angle + k)
          const z = 1024 + 600 * Math.sin(angle + k)
          const y = heightAt(world, x, z) + 2 + 20 * k
          setTransform(world, views[k]!, x, y, z, 0, Math.sin(angle), 0, Math.cos(angle))
        }
        stepTerrain(world)
        for (let k = 0; k < 2; k++) terrainPatches(world, views[k]!)
      }
      for (let frame = 0; frame < 2 * frames; frame++) step(frame)
      const { kept, made, buffers } = measureHeap(frames, step, { kept: 64 * 1024, made: bytesAFrame }, 8)
      expect(kept).toBeLessThan(64 * 1024)
      expect(made).toBeLessThan(bytesAFrame)
      expect(buffers).toBe(0)
    },
    120_000,
  )
})
