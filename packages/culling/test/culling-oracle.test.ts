import { setTransform } from '@sightline/core'
import { loadKernels, setView, View, validateCulling } from '@sightline/culling'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../test/support/random.js'
import {
  changeBox,
  changeLayers,
  changeRange,
  changeVisibility,
  createGame,
  createThing,
  destroyThing,
  type Game,
  moveThing,
  randomPlace,
  randomRotation,
  reparent,
  runFrame,
  spawnThing,
  toggleNeverCull,
} from './support/game.js'
import { createRecord, forget, judgeView, type ViewRecord } from './support/judge.js'
import { LENSES, type LensKind } from './support/lenses.js'
import type { Thing } from './support/world-oracle.js'

beforeAll(() => loadKernels())

/** What a game may do; every set of them is tried. */
const FEATURES = ['layers', 'visibility', 'ranges', 'hierarchy', 'movers', 'lives'] as const
type Feature = (typeof FEATURES)[number]

function addView(game: Game, lens: LensKind): ViewRecord {
  const { world, random, size } = game
  const camera = createThing(world, null, View)
  const eyes = lens(world, camera.eid, random, size)
  const record = createRecord({
    camera,
    eyes,
    layers: 1,
    distanceScale: 1,
    minPixels: 0,
    viewportHeight: 1080,
    hysteresis: Math.fround(0.1),
  })
  turnCamera(game, record)
  return record
}

function turnCamera(game: Game, { truth: { camera } }: ViewRecord): void {
  camera.position = randomPlace(game)
  camera.rotation = randomRotation(game.random)
  setTransform(game.world, camera.eid, ...camera.position, ...camera.rotation)
}

function changeView(game: Game, { truth }: ViewRecord, features: readonly Feature[]): void {
  const { world, random } = game
  if (features.includes('layers')) truth.layers = Math.floor(random() * 8)
  if (features.includes('ranges')) {
    truth.minPixels = random() < 0.4 ? 0 : random() * 40
    truth.distanceScale = 0.25 + random()
    truth.viewportHeight = 200 + Math.floor(random() * 1000)
  }
  const { layers, minPixels, distanceScale, viewportHeight } = truth
  setView(world, truth.camera.eid, { layers, minPixels, distanceScale, viewportHeight })
}

function pick(game: Game): Thing {
  const all = [...game.things]
  return all[Math.floor(game.random() * all.length)]!
}

/** A few random changes of the kinds that are allowed. */
function act(game: Game, records: ViewRecord[], features: readonly Feature[]): void {
  const { random } = game
  const has = (feature: Feature) => features.includes(feature)
  for (let i = 0; i < 6; i++) {
    if (has('movers')) moveThing(game, pick(game))
    if (has('movers') && random() < 0.1) changeBox(game, pick(game))
    if (has('layers') && random() < 0.3) changeLayers(game, pick(game))
    if (has('visibility') && random() < 0.3) changeVisibility(game, pick(game))
    if (has('visibility') && random() < 0.1) toggleNeverCull(game, pick(game))
    if (has('hierarchy') && random() < 0.3) reparent(game, pick(game), random() < 0.3 ? null : pick(game))
    if (has('ranges') && random() < 0.3) {
      const thing = pick(game)
      changeRange(game, thing)
      if (thing.range === null) forget(records, thing.eid)
    }
    if (has('lives') && random() < 0.3) {
      const thing = pick(game)
      destroyThing(game, thing)
      forget(records, thing.eid)
      if (random() < 0.9) spawnThing(game)
    }
    if (has('lives') && random() < 0.1) spawnThing(game)
  }
}

function play(
  seed: number,
  lens: LensKind,
  features: readonly Feature[],
  entities: number,
  frames: number,
  label: string,
) {
  const random = createRandom(seed)
  const game = createGame(random, 600, 60, {
    hysteresis: Math.fround(0.1),
    kernels: seed % 2 ? 'auto' : 'typescript',
  })
  for (let i = 0; i < entities; i++) spawnThing(game)
  const records = [addView(game, lens), addView(game, LENSES.perspective!)]
  for (let frame = 0; frame < frames; frame++) {
    if (frame > 0) act(game, records, features)
    if (frame % 3 === 1) turnCamera(game, records[0]!)
    if (frame % 4 === 2) for (const record of records) changeView(game, record, features)
    if (frame % 5 === 4)
      records[0]!.truth.eyes = lens(game.world, records[0]!.truth.camera.eid, random, game.size)
    runFrame(game)
    for (const record of records) judgeView(game, record, `${label}, frame ${frame}`)
    if (frame % 5 === 0) validateCulling(game.world)
  }
  return game
}

describe('views against an oracle without an index', () => {
  for (const [name, lens] of Object.entries(LENSES)) {
    it(`${name}: every set of features (seeds 1000..1063)`, () => {
      for (let set = 0; set < 2 ** FEATURES.length; set++) {
        const features = FEATURES.filter((_, i) => set & (1 << i))
        play(1000 + set, lens, features, 40, 6, `${name}, seed ${1000 + set}, ${features.join('+')}`)
      }
    })

    it(`${name}: everything at once over 200 frames (seed 77)`, () => {
      const game = play(77, lens, FEATURES, 120, 200, `${name}, seed 77`)
      expect(game.things.size).toBeGreaterThan(50)
    })
  }
})
