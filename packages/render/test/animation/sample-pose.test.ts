import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { createClip } from '../../src/animation/clip.js'
import { createMatrices, writeModelMatrices } from '../../src/animation/model-matrices.js'
import {
  clipSeconds,
  mixPoses,
  portion,
  sampleClip,
  sampleMorphsAt,
  seekClip,
  sought,
} from '../../src/animation/sample-pose.js'
import { createSkeleton } from '../../src/animation/skeleton.js'
import { type Matrix, multiply, randomTurn, slerp, trs } from './support/oracle.js'

const arm = createSkeleton([
  { name: 'root', parent: -1 },
  { name: 'upper', parent: 0, translation: [0, 1, 0], rotation: [0, 0, 0.6, 0.8] },
  { name: 'lower', parent: 1, translation: [0.5, 0, 0], scale: [1, 2, 1] },
])
const pose = new Float32Array(30)

describe('createSkeleton', () => {
  it('refuses a parent that does not come before its child', () => {
    expect(() => createSkeleton([{ parent: 1 }, { parent: -1 }])).toThrow(
      'createSkeleton: joints[0].parent is 1, expected -1 to -1',
    )
  })

  it('refuses what is no number', () => {
    expect(() => createSkeleton([{ parent: -1, scale: [1, Number.NaN, 1] }])).toThrow(
      'createSkeleton: joints[0].scale[1] is NaN, expected a finite number',
    )
  })
})

describe('createClip', () => {
  const times = [0, 1]
  it.each([
    [
      { joint: 3, target: 'scale', times, values: new Float32Array(6) },
      'tracks[0].joint is 3, expected 0 to 2',
    ],
    [
      { target: 'scale', times, values: new Float32Array(5) },
      'tracks[0].values has 5 numbers, expected 2 times 3',
    ],
    [
      { target: 'scale', times: [1, 1], values: new Float32Array(6) },
      'tracks[0].times[1] is 1, expected finite',
    ],
    [{ target: 'colour', times, values: [] }, 'tracks[0].target is "colour", expected translation'],
  ] as const)('names what is wrong (%#)', (track, message) => {
    expect(() => createClip(arm, { name: 'bad', tracks: [track as never] })).toThrow(`createClip: ${message}`)
  })

  it('refuses an event outside of the clip', () => {
    const track = { target: 'translation', times, values: new Float32Array(6) } as const
    expect(() =>
      createClip(arm, { name: 'a', tracks: [track], events: [{ name: 'step', time: 2 }] }),
    ).toThrow('createClip: event "step" is at 2, expected 0 to 1')
  })

  it('keeps one timeline for tracks with the same keys, and none for what stays at rest', () => {
    const clip = createClip(arm, {
      name: 'a',
      tracks: [
        { joint: 1, target: 'translation', times, values: [0, 1, 0, 0, 1, 0] },
        { joint: 1, target: 'scale', times, values: [1, 1, 1, 2, 2, 2] },
        { joint: 2, target: 'translation', times: Float32Array.of(0, 1), values: [0, 0, 0, 1, 0, 0] },
      ],
    })
    expect(clip.tracks.length).toBe(2)
    expect(clip.timelines.length).toBe(1)
  })
})

describe('sampleClip', () => {
  it('steps, goes straight, and turns the short way at even speed (seed 1)', () => {
    const random = createRandom(1)
    for (let round = 0; round < 200; round++) {
      const keys = 2 + Math.floor(random() * 4)
      const times = Array.from({ length: keys }, (_, i) => i * 0.3 + random() * 0.2)
      const turns = times.map(() => randomTurn(random))
      const places = times.map(() => [random(), random(), random()])
      const clip = createClip(arm, {
        name: 'a',
        tracks: [
          { joint: 1, target: 'rotation', times, values: turns.flat() },
          { joint: 2, target: 'translation', times, values: places.flat() },
          { joint: 2, target: 'scale', times, values: places.flat(), interpolation: 'step' },
        ],
      })
      const time = random() * (clip.duration + 0.2)
      sampleClip(pose, arm, clip, time, undefined)
      const float = times.map(Math.fround)
      const next = float.findIndex((t) => t > time)
      const i = next < 0 ? keys - 1 : Math.max(next - 1, 0)
      const share = next <= 0 ? 0 : (time - float[i]!) / (float[i + 1]! - float[i]!)
      const after = Math.min(i + 1, keys - 1)
      const turn = slerp(turns[i]!, turns[after]!, share)
      const dot = turn.reduce((sum, value, k) => sum + value * pose[13 + k]!, 0)
      expect(Math.abs(dot)).toBeCloseTo(1, 5)
      for (let k = 0; k < 3; k++) {
        expect(pose[20 + k]).toBeCloseTo(places[i]![k]! + (places[after]![k]! - places[i]![k]!) * share, 5)
        expect(pose[27 + k]).toBeCloseTo(places[i]![k]!, 6)
      }
    }
  })

  it('follows cubic curves as in glTF', () => {
    const clip = createClip(arm, {
      name: 'a',
      tracks: [
        {
          joint: 1,
          target: 'translation',
          interpolation: 'cubic',
          times: [0, 2],
          values: [0, 0, 0, 1, 2, 3, 4, 0, 0, -1, 2, 0, 3, 2, 1, 0, 0, 0],
        },
      ],
    })
    for (let time = 0; time <= 2; time += 0.037) {
      const t = time / 2
      const [h0, h1, h2, h3] = [
        2 * t ** 3 - 3 * t ** 2 + 1,
        t ** 3 - 2 * t ** 2 + t,
        3 * t ** 2 - 2 * t ** 3,
        t ** 3 - t ** 2,
      ]
      sampleClip(pose, arm, clip, time, undefined)
      expect(pose[10]).toBeCloseTo(h0 * 1 + h1 * 2 * 4 + h2 * 3 + h3 * 2 * -1, 4)
      expect(pose[11]).toBeCloseTo(h0 * 2 + h2 * 2 + h3 * 2 * 2, 4)
    }
  })

  it('leaves joints at rest that are not wanted', () => {
    const clip = createClip(arm, {
      name: 'a',
      tracks: [{ joint: 2, target: 'translation', times: [0], values: [9, 9, 9] }],
    })
    sampleClip(pose, arm, clip, 0, Uint8Array.of(1, 1, 0))
    expect(Array.from(pose)).toEqual(Array.from(arm.rest))
  })

  it('loops or holds', () => {
    const track = { target: 'translation', times: [0, 2], values: [0, 0, 0, 1, 0, 0] } as const
    const loop = createClip(arm, { name: 'a', tracks: [track] })
    const once = createClip(arm, { name: 'a', tracks: [track], loop: false })
    expect([
      clipSeconds(loop, 4.5),
      clipSeconds(loop, 2),
      clipSeconds(once, 4.5),
      clipSeconds(once, 1),
    ]).toEqual([0.5, 0, 2, 1])
  })

  it('samples morph weights, and 0 where a clip has none', () => {
    const track = { target: 'morph', times: [0, 1], values: [0, 1, 1, 0] } as const
    const clip = createClip(arm, { name: 'a', tracks: [track] })
    const weights = new Float32Array(4)
    sought[0] = 0.25
    seekClip(clip)
    sampleMorphsAt(weights, clip)
    expect(Array.from(weights)).toEqual([0.25, 0.75, 0, 0])
    sampleMorphsAt(weights, createClip(arm, { name: 'b', tracks: [], duration: 1 }))
    expect(Array.from(weights)).toEqual([0, 0, 0, 0])
  })
})

it('mixes poses the short way, from one to the other (seed 2)', () => {
  const random = createRandom(2)
  for (let round = 0; round < 100; round++) {
    const from = Float32Array.from(arm.rest)
    const to = Float32Array.from(arm.rest)
    const [a, b] = [randomTurn(random), randomTurn(random)]
    from.set(a, 3)
    to.set(b, 3)
    const half = slerp(a, b, 0.5)
    const mixed = Float32Array.from(from)
    portion[0] = 0.5
    mixPoses(mixed, to)
    expect(Math.abs(half.reduce((sum, value, k) => sum + value * mixed[3 + k]!, 0))).toBeCloseTo(1, 5)
    portion[0] = 1
    mixPoses(from, to)
    expect(Math.abs(b.reduce((sum, value, k) => sum + value * from[3 + k]!, 0))).toBeCloseTo(1, 5)
  }
})

it('puts joints where the product of their matrices puts them (seed 3)', () => {
  const random = createRandom(3)
  const joints = Array.from({ length: 20 }, (_, i) => ({
    parent: Math.floor(random() * (i + 1)) - 1,
    translation: [random(), random(), random()],
    rotation: randomTurn(random),
    scale: [0.5 + random(), 0.5 + random(), 0.5 + random()],
  }))
  const skeleton = createSkeleton(joints)
  const matrices = createMatrices(skeleton.count)
  writeModelMatrices(matrices, skeleton, skeleton.rest)
  const world: Matrix[] = []
  joints.forEach((joint, i) => {
    const local = trs(joint.translation, joint.rotation, joint.scale)
    world[i] = joint.parent < 0 ? local : multiply(world[joint.parent]!, local)
    for (let row = 0; row < 3; row++)
      for (let k = 0; k < 4; k++) expect(matrices[i * 12 + row * 4 + k]).toBeCloseTo(world[i]![row]![k]!, 3)
  })
})
