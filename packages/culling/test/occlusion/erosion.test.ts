import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { loadKernels } from '../../src/occlusion/index.js'
import { createVerdict } from './support/judge.js'
import { judgeLater, shapeScene, townScene } from './support/later.js'

await loadKernels()

describe.each([
  ['a town', townScene],
  ['boxes, prisms, hulls and heightfields', shapeScene],
] as const)('an eroded picture of %s', (_, scene) => {
  it.each([1, 2])(
    'stays true while eye and boxes move by up to the erosion and the view turns, seed %i',
    (seed) => {
      const random = createRandom(1000 + seed)
      const verdict = createVerdict()
      for (let view = 0; view < 60; view++)
        judgeLater(random, scene(random), 60, verdict, `seed ${seed}, view ${view}`)
      expect(verdict.falseHides.slice(0, 5)).toEqual([])
      expect(verdict.hidden).toBeGreaterThan(300)
    },
  )
})
