import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { hasSharedData } from '../../../../test/support/shared-data.js'
import { frustumPlanes, perspective } from '../support/cameras.js'
import type { Ray } from '../support/oracle.js'
import { expectEveryQuery } from '../support/questions.js'
import { type Crowd, castle, crowd, denHaag, villageWalk } from '../support/real-worlds.js'
import {
  createTrial,
  expectBox,
  expectFrustum,
  expectNearest,
  expectRay,
  expectSphere,
  type Trial,
  trialFill,
  trialFlush,
  trialInsert,
  trialMove,
  trialRemove,
  trialValidate,
} from '../support/trial.js'
import type { WorldBoxes } from '../support/worlds.js'

const lens = perspective(1, 16 / 9, 0.1, 300)

function filled(world: WorldBoxes, more = 0): Trial {
  const trial = createTrial(world.name, { capacity: world.count + more })
  trialFill(trial, world.boxes)
  return trial
}

describe.runIf(hasSharedData)('real places', () => {
  it.each([
    ['Den Haag, buildings', () => denHaag('buildings')],
    ['Den Haag, prisms', () => denHaag('prisms')],
    ['Castle', castle],
  ])('%s: every query, seed 1', (_, load) => {
    const world = load()
    const random = createRandom(1)
    const trial = filled(world)
    for (let i = 0; i < 60; i++) expectEveryQuery(trial, random, world.around)
    trialValidate(trial)
  })

  it('Den Haag: a walk through the streets, looking about, asking about what is near', () => {
    const world = denHaag('prisms')
    const trial = filled(world)
    let seen = 0
    const walk = villageWalk()
    for (let i = 0; i < walk.length; i += 15) {
      const [x, , z] = walk[i]!
      // The village is larger than the tile: fold the walk into it.
      const pose = {
        x: (x / 2) % 330,
        y: 6,
        z: (z / 2) % 300,
        yaw: i * 0.1,
        pitch: Math.sin(i) * 0.2,
        roll: 0,
      }
      seen += expectFrustum(trial, frustumPlanes(lens, pose))
      const [px, pz] = [Math.fround(pose.x), Math.fround(pose.z)]
      expectNearest(trial, px, 6, pz, 8, 50)
      expectSphere(trial, px, 6, pz, 20)
      const direction = [-Math.sin(pose.yaw), 0.05, -Math.cos(pose.yaw)].map(Math.fround)
      expectRay(trial, [px, 6, pz, ...direction] as unknown as Ray, 300)
    }
    expect(seen).toBeGreaterThan(1000)
  })

  it('Castle: the camera of the sample, and a tour round its target', () => {
    const { camera, ...world } = castle()
    const trial = filled(world)
    const [x, y, z] = camera.position
    const [dx, dy, dz] = [camera.target[0] - x, camera.target[1] - y, camera.target[2] - z]
    const view = perspective(
      (camera.verticalFovDegrees * Math.PI) / 180,
      camera.aspect,
      camera.near,
      camera.far,
    )
    const pose = { x, y, z, yaw: Math.atan2(-dx, -dz), pitch: Math.atan2(dy, Math.hypot(dx, dz)), roll: 0 }
    expect(expectFrustum(trial, frustumPlanes(view, pose))).toBeGreaterThan(500)
    for (let i = 0; i < 64; i++) {
      const [sx, sz] = [Math.cos(i) * (10 + i), Math.sin(i) * (10 + i)]
      const around = { ...pose, x: camera.target[0] + sx, z: camera.target[2] + sz, yaw: i * 0.7 }
      expectFrustum(trial, frustumPlanes(view, around))
    }
  })

  it('Castle: each of its boxes, however thin, is found by its own corners', () => {
    const world = castle()
    const trial = filled(world)
    for (let id = 0; id < world.count; id += 3) {
      const b = world.boxes.subarray(id * 6, id * 6 + 6)
      expectBox(trial, [b[0]!, b[1]!, b[2]!, b[0]!, b[1]!, b[2]!])
      expect(Array.from(trial.out)).toContain(id)
      expectSphere(trial, b[3]!, b[1]!, b[5]!, 0)
      expect(Array.from(trial.out)).toContain(id)
    }
  })
})

const PERSON = 0.25
const place: [number, number] = [0, 0]

/** Puts the recording's people of one sample into the tree: they come, walk, and leave. */
function stepCrowd(t: Trial, people: Crowd, sample: number, firstId: number): number {
  let present = 0
  for (let track = 0; track < people.people; track++) {
    const id = firstId + track
    if (!people.at(track, sample, place)) {
      if (t.oracle.present[id]) trialRemove(t, id)
      continue
    }
    present++
    const [x, z] = place
    const box = [x - PERSON, 3, z - PERSON, x + PERSON, 4.8, z + PERSON]
    if (t.oracle.present[id]) trialMove(t, id, box)
    else trialInsert(t, id, box)
  }
  return present
}

describe.runIf(hasSharedData)(
  'real crowds in the streets of Den Haag, seen by one who walks among them',
  () => {
    it.each(['crowd-corridor', 'crowd-bottleneck'] as const)('%s', (name) => {
      const town = denHaag('buildings')
      const people = crowd(name)
      const trial = filled(town, people.people)
      let seen = 0
      for (let sample = 0; sample < people.samples; sample += 3) {
        const present = stepCrowd(trial, people, sample, town.count)
        if (sample % 2 === 0) trialFlush(trial)
        if (sample % 5 !== 0) continue
        const eye: [number, number] = [0, 0]
        const follow = people.at(Math.floor(sample / 60) % people.people, sample, eye)
        const pose = {
          x: follow ? eye[0] : 0,
          y: 4.6,
          z: follow ? eye[1] : 0,
          yaw: sample / 40,
          pitch: -0.1,
          roll: 0,
        }
        seen += expectFrustum(trial, frustumPlanes(lens, pose))
        const near = expectNearest(trial, Math.fround(pose.x), 4, Math.fround(pose.z), 10, 5)
        expect(near).toBeLessThanOrEqual(10)
        expectSphere(trial, Math.fround(pose.x), 4, Math.fround(pose.z), 1.5)
        if (sample % 75 === 0) trialValidate(trial)
        expect(trial.oracle.count).toBe(town.count + present)
      }
      expect(seen).toBeGreaterThan(1000)
      for (let id = 0; id < town.count + people.people; id++)
        if (trial.oracle.present[id]) trialRemove(trial, id)
      trialValidate(trial)
    })
  },
)
