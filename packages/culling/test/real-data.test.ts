import { columns, destroy, markMoved, setPosition, setTransform, spawn, WorldMatrix } from '@sightline/core'
import {
  Bounds,
  isVisible,
  loadKernels,
  setBox,
  setOrthographic,
  setPerspective,
  View,
  validateCulling,
  visible,
  WorldBounds,
} from '@sightline/culling'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../test/support/random.js'
import { hasSharedData, readSharedJson } from '../../../test/support/shared-data.js'
import { createGame, createThing, type Game, place, runFrame } from './support/game.js'
import { createRecord, judgeView, type ViewRecord } from './support/judge.js'
import { crowd, denHaag, villageWalk } from './support/real-worlds.js'
import { insideBy, sightOf, type Thing, type Vec3, type ViewTruth } from './support/world-oracle.js'

beforeAll(() => loadKernels())

/** Looking level, turned by `yaw` from -z. */
function aim(game: Game, camera: Thing, position: Vec3, yaw: number): void {
  camera.position = position.map(Math.fround) as Vec3
  camera.rotation = [0, Math.fround(Math.sin(yaw / 2)), 0, Math.fround(Math.cos(yaw / 2))]
  setTransform(game.world, camera.eid, ...camera.position, ...camera.rotation)
}

function truthOf(camera: Thing, lens: ViewTruth['eyes'][number]['lens']): ViewTruth {
  return {
    camera,
    eyes: [{ lens, offset: [0, 0, 0] }],
    layers: 1,
    distanceScale: 1,
    minPixels: 0,
    viewportHeight: 1080,
    hysteresis: 0.1,
  }
}

function perspectiveView(game: Game, far: number, reversed: boolean): ViewRecord {
  const camera = createThing(game.world, null, View)
  const [fovY, aspect, near] = [Math.PI / 3, 16 / 9, 0.1]
  setPerspective(game.world, camera.eid, { fovY, aspect, near, far, reversed, clipDepth: 'zero-to-one' })
  const top = Math.tan(fovY / 2)
  const [left, right, bottom] = [-top * aspect, top * aspect, -top]
  return createRecord(truthOf(camera, { perspective: true, left, right, bottom, top, near, far }))
}

function mapView(game: Game): ViewRecord {
  const camera = createThing(game.world, null, View)
  const lens = { left: -80, right: 80, bottom: -60, top: 60, near: -40, far: 200 }
  setOrthographic(game.world, camera.eid, lens)
  return createRecord(truthOf(camera, { perspective: false, ...lens }))
}

/** The town's boxes: every other one is computed from Bounds, the rest belong to the game. */
function addTown(game: Game): void {
  const { world } = game
  for (const what of ['buildings', 'prisms'] as const) {
    const { boxes, count } = denHaag(what)
    for (let i = 0; i < count; i++) {
      const b = Array.from(boxes.subarray(i * 6, i * 6 + 6))
      if (i % 2 === 0) {
        game.things.add(createThing(world, b))
        continue
      }
      const eid = spawn(world, WorldBounds)
      columns(world, WorldBounds).box.set([b[0]!, b[1]!, b[2]!, 0, b[3]!, b[4]!, b[5]!, 0], eid * 8)
      const rest = {
        scale: [1, 1, 1],
        parent: null,
        layers: 1,
        visibility: 'inherit',
        neverCull: false,
        range: null,
      }
      game.things.add({ ...rest, eid, position: [0, 0, 0], rotation: [0, 0, 0, 1], box: b } as Thing)
    }
  }
}

/** Somebody's real walk, its steps taken within 250 m of the middle of the town. */
function walk(steps: number): { position: Vec3; yaw: number }[] {
  const track = villageWalk()
  const wrap = (v: number) => ((((v + 250) % 500) + 500) % 500) - 250
  return Array.from({ length: steps }, (_, i) => {
    const [x, , z] = track[i * 3]!
    const [nextX, , nextZ] = track[i * 3 + 1]!
    return { position: [wrap(x), 6, wrap(z)], yaw: Math.atan2(x - nextX, z - nextZ) }
  })
}

describe.skipIf(!hasSharedData)('Den Haag', () => {
  it('a walk: street, endless and map view against the oracle', () => {
    const game = createGame(createRandom(1), 4000, 700)
    addTown(game)
    const records = [perspectiveView(game, 300, false), perspectiveView(game, Infinity, true), mapView(game)]
    let seen = 0
    for (const [step, { position, yaw }] of walk(60).entries()) {
      for (const record of records) aim(game, record.truth.camera, position, yaw)
      runFrame(game)
      for (const [i, record] of records.entries()) {
        judgeView(game, record, `step ${step}, view ${i}`)
        seen += visible(game.world, record.truth.camera.eid).count
      }
      if (step % 20 === 0) validateCulling(game.world)
    }
    expect(seen).toBeGreaterThan(10_000)
  })

  it('people come, walk and go as they were recorded, 50 at once', () => {
    const game = createGame(createRandom(2), 4000, 700)
    const { world } = game
    addTown(game)
    const record = perspectiveView(game, 300, false)
    const people = crowd('crowd-corridor')
    const walkers = new Map<number, Thing>()
    const at: [number, number] = [0, 0]
    aim(game, record.truth.camera, [0, 6, 4], 0)
    let lives = 0
    for (let sample = 0; sample < people.samples; sample += 20) {
      for (let track = 0; track < people.people; track++) {
        const here = people.at(track, sample, at)
        let walker = walkers.get(track)
        if (!here) {
          if (walker === undefined) continue
          destroy(world, walker.eid)
          game.things.delete(walker)
          walkers.delete(track)
          continue
        }
        if (walker === undefined) {
          walker = createThing(world, [-0.3, 0, -0.3, 0.3, 1.8, 0.3].map(Math.fround))
          walkers.set(track, walker)
          game.things.add(walker)
          lives++
        }
        walker.position = [Math.fround(at[0]), 5, Math.fround(at[1])]
        setPosition(world, walker.eid, ...walker.position)
      }
      if (sample % 100 === 0) aim(game, record.truth.camera, [0, 6, 4], sample / 300)
      runFrame(game)
      judgeView(game, record, `sample ${sample}`)
      if (sample % 400 === 0) validateCulling(world)
    }
    expect(lives).toBeGreaterThan(400)
  })
})

type Occludee = { center: Vec3; halfAxes: [Vec3, Vec3, Vec3]; min: Vec3; max: Vec3 }
type Castle = {
  occludees: Occludee[]
  sampleCamera: {
    position: Vec3
    target: Vec3
    verticalFovDegrees: number
    aspect: number
    near: number
    far: number
  }
}

describe.skipIf(!hasSharedData)('Castle', () => {
  function build(): { game: Game; ids: number[]; occludees: Occludee[]; sample: Castle['sampleCamera'] } {
    const { occludees, sampleCamera: sample } = readSharedJson<Castle>('occlusion/castle.json')
    const game = createGame(createRandom(3), 3000, 200)
    const { world } = game
    const { matrix } = columns(world, WorldMatrix)
    // Oriented boxes as the game's own matrices over a unit box: no Transform at all.
    const ids = occludees.map(({ center, halfAxes: [a, b, c] }) => {
      const eid = spawn(world, Bounds)
      setBox(world, eid, -1, -1, -1, 1, 1, 1)
      matrix.set([...a, 0, ...b, 0, ...c, 0, ...center, 1], eid * 16)
      markMoved(world, eid)
      return eid
    })
    return { game, ids, occludees, sample }
  }

  it('boxes of 1,999 oriented boxes are those of the file', () => {
    const { game, ids, occludees } = build()
    runFrame(game)
    validateCulling(game.world)
    const { box } = columns(game.world, WorldBounds)
    occludees.forEach(({ min, max }, i) => {
      for (let axis = 0; axis < 3; axis++) {
        const off = [box[ids[i]! * 8 + axis]! - min[axis]!, box[ids[i]! * 8 + 4 + axis]! - max[axis]!]
        if (off.some((v) => Math.abs(v) > 5e-4)) expect.fail(`occludee ${i}, axis ${axis}: off by ${off}`)
      }
    })
  })

  it('the sample camera and 150 others see what the oracle sees (seed 3)', () => {
    const { game, ids, occludees, sample } = build()
    const camera = createThing(game.world, null, View)
    const { aspect, near, far } = sample
    const fovY = (sample.verticalFovDegrees * Math.PI) / 180
    setPerspective(game.world, camera.eid, { fovY, aspect, near, far })
    const top = Math.tan(fovY / 2)
    const [left, right, bottom] = [-top * aspect, top * aspect, -top]
    const truth = truthOf(camera, { perspective: true, left, right, bottom, top, near, far })
    const { position, target } = sample
    const cameras = Array.from({ length: 150 }, () => ({
      place: [game.random() * 190, game.random() * 18, game.random() * 200 - 100] as Vec3,
      yaw: game.random() * 2 * Math.PI,
    }))
    cameras.unshift({ place: position, yaw: Math.atan2(position[0] - target[0], position[2] - target[2]) })
    let seen = 0
    for (const [n, { place: at, yaw }] of cameras.entries()) {
      aim(game, camera, at, yaw)
      place(game.world, camera)
      runFrame(game)
      const sight = sightOf(truth)
      occludees.forEach(({ min, max }, i) => {
        const inside = insideBy(sight, sight.planes[0]!, [...min, ...max])
        const got = isVisible(game.world, camera.eid, ids[i]!)
        if (got) seen++
        // The file's boxes are rounded to a tenth of a millimetre.
        if (Math.abs(inside) > 5e-5 && got !== inside > 0)
          expect.fail(`camera ${n}, occludee ${i}: ${inside}`)
      })
    }
    expect(seen).toBeGreaterThan(10_000)
  })
})
