import { resource, runSystems } from '@sightline/core'
import { loadKernels } from '@sightline/culling'
import { Emitter } from '@sightline/render'
import { nameplateStats } from '@sightline/render/nameplates'
import { query } from 'bitecs'
import { expect, it } from 'vitest'
import { measureHeap } from '../../../test/support/heap.js'
import { EMITTER_COUNT } from '../src/effects/emitters.js'
import { frame } from '../src/frame.js'
import { createHeadless } from '../src/headless-run.js'
import { peopleCount } from '../src/people/crew.js'
import { playRoute } from '../src/routes/route-player.js'
import { SoundsOfWorld } from '../src/sound/sounds.js'
import { createTown } from '../src/town/index.js'
import { KINDS } from '../src/update-kinds.js'

const SEED = 7
const FRAMES = 200
/** As of the small town, see `headless.test.ts`: what a frame makes does not grow with what stands in it. */
const KEPT = 64 * 1024
const MADE = 32 * frame.length + 128 * KINDS.length + 1600

// In a file of its own: the engine compiles for the one world that a game has.
it(`the whole of town ${SEED} makes no garbage: 3,000 people with names, 200 emitters, 300 sounds`, async () => {
  await loadKernels()
  const world = createHeadless(createTown(SEED, { quality: 'high' }), 'high', 1280, 720)
  playRoute(world, 'market')
  for (let i = 0; i < 3 * FRAMES; i++) runSystems(world, frame)
  expect(peopleCount(world)).toBe(3000)
  expect(nameplateStats(world).members).toBeGreaterThanOrEqual(3000)
  expect(query(world, [Emitter]).length).toBe(EMITTER_COUNT + 1)
  expect(resource(world, SoundsOfWorld).sources.length).toBe(300)
  // More windows than elsewhere: with so many systems the engine compiles for longer.
  const grown = measureHeap(FRAMES, () => runSystems(world, frame), { kept: KEPT, made: MADE }, 15)
  expect(grown.kept).toBeLessThan(KEPT)
  expect(grown.made).toBeLessThan(MADE)
  // Bounds of a mix of clips are worked out once, when somebody first plays it.
  expect(grown.buffers).toBeLessThan(32 * 1024)
}, 300_000)
