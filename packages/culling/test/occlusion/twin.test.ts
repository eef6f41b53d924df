import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import {
  addBoxOccluder,
  beginOcclusion,
  createOcclusionBuffer,
  loadKernels,
  occlusionImage,
  occlusionStats,
  testBoxes,
} from '../../src/occlusion/index.js'
import { between, pick, randomCamera } from './support/cameras.js'
import { randomTown } from './support/town.js'

await loadKernels()

const SIZES = [
  [256, 128],
  [128, 72],
  [64, 64],
  [512, 256],
  [8, 8],
] as const

const isSame = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  a.length === b.length && Array.prototype.every.call(a, (value, i) => value === b[i])

describe('the kernels in WebAssembly and in TypeScript', () => {
  it.each([1, 2, 3, 4, 5, 6])('give the same bits, seed %i', (seed) => {
    const random = createRandom(seed)
    const at = seed % 2 ? ([0, 0, 0] as const) : ([30_000, 100, -33_000] as const)
    const town = randomTown(random, at, 500)
    const count = town.boxes.length / 6
    for (let view = 0; view < 12; view++) {
      const [width, height] = pick(random, SIZES)
      const eye = [
        at[0] + between(random, -50, 50),
        at[1] + between(random, 0.3, 20),
        at[2] + between(random, -50, 50),
      ] as const
      const lens = randomCamera(
        random,
        eye,
        between(random, -3, 3),
        between(random, -1, 1),
        between(random, -1, 1),
        0.25,
      )
      const erosion = random() < 0.4 ? between(random, 0, 1) : 0
      const answers = (['auto', 'typescript'] as const).map((kernels) => {
        const b = createOcclusionBuffer({ width, height, kernels })
        beginOcclusion(b, Float32Array.from(lens.matrix), {
          clipDepth: lens.clipDepth,
          erosion,
          ...(lens.orthographic ? { reversed: lens.reversed } : {}),
        })
        expect(b.kernels.kind).toBe(kernels === 'auto' ? 'wasm-simd' : 'typescript')
        for (const house of town.houses) addBoxOccluder(b, house)
        const hidden = new Uint8Array(count)
        testBoxes(b, town.boxes, count, hidden)
        return {
          hidden,
          stats: { ...occlusionStats(b) },
          image: new Uint32Array(occlusionImage(b).inverseDepth.slice().buffer),
        }
      })
      const [a, b] = answers as [(typeof answers)[0], (typeof answers)[0]]
      const where = `seed ${seed}, view ${view}`
      expect(b.stats, where).toEqual(a.stats)
      expect(isSame(a.image, b.image), where).toBe(true)
      expect(isSame(a.hidden, b.hidden), where).toBe(true)
    }
  })
})
