import { kernelKind, loadKernels, octreeStats } from '@sightline/culling/spatial'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { expectEveryQuery } from '../support/questions.js'
import {
  createTrial,
  trialFill,
  trialFlush,
  trialMove,
  trialRemove,
  trialValidate,
} from '../support/trial.js'
import { namedWorld } from '../support/worlds.js'

describe('in a browser', () => {
  it('the WASM kernels load, on shared memory', async () => {
    expect(crossOriginIsolated).toBe(true)
    await loadKernels()
    expect(kernelKind()).toBe('wasm-simd')
    const { trees } = createTrial('memory', { capacity: 10 })
    for (const tree of trees) expect(tree.arena.buffer).toBeInstanceOf(SharedArrayBuffer)
  })

  it.each(['cube', 'town', 'clusters', 'huge spread'])(
    'every query in "%s" is right, moved and edited, seed 1',
    (world) => {
      const random = createRandom(1)
      const { boxes, around } = namedWorld(world, random, 2000)
      const trial = createTrial(`${world} in a browser, seed 1`, { capacity: 2000 })
      trialFill(trial, boxes)
      for (let i = 0; i < 15; i++) expectEveryQuery(trial, random, around)
      const next = namedWorld(world, random, 2000).boxes
      for (let id = 0; id < 2000; id += 3) trialMove(trial, id, next, id * 6)
      trialFlush(trial)
      for (let id = 0; id < 2000; id += 4) trialRemove(trial, id)
      for (let i = 0; i < 15; i++) expectEveryQuery(trial, random, around)
      trialValidate(trial)
      for (const tree of trial.trees) expect(octreeStats(tree).objects).toBe(1500)
    },
  )
})
