import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { loadKernels } from '../../src/occlusion/index.js'
import { createVerdict, judge } from './support/judge.js'
import { townQuestion } from './support/scenes.js'
import { randomTown } from './support/town.js'

await loadKernels()

describe.each([
  ['at the origin', [0, 0, 0], 1],
  ['45 km away, matrix in doubles', [32_000, 40, -31_600], 2],
  ['45 km away, matrix in floats', [-31_900, 10, 31_700], 3],
] as const)('a seeded town %s', (_, at, seed) => {
  it(`never calls hidden what a ray reaches, seed ${seed}`, () => {
    const verdict = createVerdict()
    for (let t = 0; t < 8; t++) {
      const random = createRandom(seed * 1000 + t)
      const town = randomTown(random, at, 700)
      for (let v = 0; v < 14; v++) {
        judge(townQuestion(random, town, at, seed === 2, 40, `seed ${seed}, town ${t}, view ${v}`), verdict)
      }
    }
    expect(verdict.falseHides.slice(0, 5)).toEqual([])
    expect(verdict.hidden).toBeGreaterThan(verdict.pairs * 0.2)
  })
})
