import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { loadKernels, occlusionStats } from '../../src/occlusion/index.js'
import { createVerdict, judge } from './support/judge.js'
import { SHAPES, shapeQuestion } from './support/scenes.js'

await loadKernels()

describe.each(Object.keys(SHAPES))('random occluders: %s', (kind) => {
  it.each([
    [1, [0, 0, 0]],
    [2, [31_000, -20, 33_000]],
  ] as const)('hide nothing that a ray reaches, seed %i', (seed, at) => {
    const verdict = createVerdict()
    const random = createRandom(seed * 7919 + kind.length)
    let drawn = 0
    for (let view = 0; view < 60; view++) {
      const question = shapeQuestion(random, kind, at, seed === 2, 60, `${kind}, seed ${seed}, view ${view}`)
      judge(question, verdict)
      drawn += occlusionStats(question.b).drawn
    }
    expect(verdict.falseHides.slice(0, 5)).toEqual([])
    expect(drawn).toBeGreaterThan(30)
    expect(verdict.hidden).toBeGreaterThan(verdict.pairs * 0.02)
  })
})
