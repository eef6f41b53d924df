import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { advance, type Playable } from '../../src/animation/advance.js'
import { type ClipData, createClip } from '../../src/animation/clip.js'
import { clearEvents, createEventList } from '../../src/animation/event-list.js'
import { beginClip, createPlayback, newestRow, secondsOf } from '../../src/animation/playback.js'
import { anchorRoot, createRootPlaces, followRoot } from '../../src/animation/root-motion.js'
import { createSkeleton } from '../../src/animation/skeleton.js'

const skeleton = createSkeleton([{ parent: -1, translation: [0, 1, 0] }])

/** Walks from `from` to `to` along z in a lap, in uneven pieces. */
function walk(name: string, duration: number, length: number, more: Partial<ClipData> = {}): ClipData {
  const times = [0, duration * 0.2, duration * 0.7, duration]
  const values = [0, 0.1, 0.5, 1].flatMap((share, i) => [
    share * length * 0.3,
    1 + (i % 2) * 0.1,
    share * length,
  ])
  const track = { joint: 0, target: 'translation', times, values } as const
  return { name, tracks: [track], rootMotion: 0, ...more }
}

const steps = [
  { name: 'left', time: 0 },
  { name: 'right', time: 0.5 },
]
const clips = [
  createClip(skeleton, walk('walk', 1, 1.4, { events: steps })),
  createClip(skeleton, walk('run', 0.7, 2.5, { events: [{ name: 'leap', time: 0.7 }] })),
  createClip(skeleton, walk('fall', 2, 1, { loop: false, events: [{ name: 'thud', time: 2 }] })),
]
const playable: Playable = { clips, eventNames: [Uint16Array.of(0, 1), Uint16Array.of(2), Uint16Array.of(3)] }

/** One entity by itself, id 1, with commands at times. */
function createWalker(yaw = 0) {
  const playback = createPlayback(1)
  const places = createRootPlaces(1)
  const events = createEventList()
  const transforms = {
    position: new Float32Array([0, 0, 0, 3, 0, 5]),
    rotation: new Float32Array([0, 0, 0, 1, 0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2)]),
    scale: new Float32Array(6).fill(1),
  }
  const begin = (clip: number, fade = 0, offset = 0, speed = 1): void => {
    if (playback.count[1]! > 0) step(0)
    beginClip(playback, 1, clips, clip, fade, offset, speed)
    playback.moment[0] = playback.clock[1]!
    anchorRoot(places, playback, clips, 1)
    followRoot(places, playback, clips, 1, transforms)
  }
  const step = (elapsed: number): void => {
    playback.step[0] = elapsed
    advance(playback, places, playable, 1, transforms, events)
    for (let k = 0; k < 3; k++) transforms.position[3 + k] = places.place[3 + k]!
  }
  const state = () => ({
    clock: playback.clock[1]!,
    seconds: secondsOf(playback, newestRow(playback, 1), playback.clock[1]!),
    clip: playback.clip[newestRow(playback, 1)],
    playing: playback.count[1],
    place: Array.from(transforms.position.subarray(3)),
    events: Array.from(
      { length: events.count },
      (_, i) => `${events.names[i]} ${events.clocks[i]!.toFixed(6)}`,
    ),
  })
  return { begin, step, state, playback, places, transforms, events }
}

describe('advance', () => {
  it('comes to the same in one step of 3 s as in 180 of 1/60 s', () => {
    const [one, many] = [createWalker(0.7), createWalker(0.7)]
    one.begin(0)
    many.begin(0)
    one.step(3)
    for (let i = 0; i < 180; i++) many.step(1 / 60)
    expect(many.state()).toEqual(one.state())
    expect(one.state().seconds).toBe(3)
    expect(one.state().events.map((event) => event[0])).toEqual(['0', '1', '0', '1', '0', '1', '0'])
  })

  it('lists the newest 256 events of a long rest, counts the others, and goes on with the next', () => {
    const walker = createWalker()
    walker.begin(0)
    walker.step(0.25)
    const { events } = walker
    events.count = 0
    walker.step(8 * 3600)
    // 'right' and 'left' in each of 28,800 s; the last is 'left' at 28,800 s.
    expect(events.count).toBe(256)
    expect(events.dropped).toBe(8 * 3600 * 2 - 256)
    expect(walker.state().events.at(-1)).toBe('0 28800.000000')
    expect(walker.state().events[0]).toBe('1 28672.500000')
    walker.step(0.5)
    expect(walker.state().events.slice(256)).toEqual(['1 28800.500000'])
  })

  it.each([1e15, 1e16, 1e17, 1e300])('begins at any finite offset (%d)', (offset) => {
    for (const clip of [0, 1, 2]) {
      const walker = createWalker()
      walker.begin(clip, 0, offset)
      walker.step(2)
      expect(walker.events.count).toBe([4, 3, 0][clip]! + (offset % 1 === 0 && clip === 0 ? 1 : 0))
    }
  })

  it('comes to an end where the clock is too large to count laps', () => {
    const walker = createWalker()
    walker.begin(0)
    walker.step(1e300)
    walker.step(1)
    expect(walker.events.count).toBeLessThanOrEqual(256)
  })

  it('gives up the room of many events when few are enough', () => {
    const walker = createWalker()
    walker.begin(0)
    for (let i = 0; i < 500; i++) walker.step(1000)
    expect(walker.events.ids.length).toBeGreaterThan(500 * 256 - 1)
    for (let frame = 0; frame < 1000; frame++) clearEvents(walker.events)
    expect(walker.events.ids.length).toBe(16_384)
    expect(walker.events.clocks.length).toBe(16_384)
  })

  it('goes on where a clip would be that was hidden at 0.5 s for 2.5 s', () => {
    const walker = createWalker()
    walker.begin(2)
    walker.step(0.5)
    walker.step(2.5)
    expect(walker.state().seconds).toBe(3)
    expect(walker.state().events).toEqual(['3 2.000000'])
    expect(walker.state().place[2]).toBeCloseTo(6, 6)
  })

  it.each(Array.from({ length: 30 }, (_, seed) => seed))(
    'does not depend on the steps, fades and all (seed %i)',
    (seed) => {
      const random = createRandom(seed)
      const yaw = random() * 6
      const commands = Array.from({ length: 8 }, () => ({
        wait: random() * 4,
        clip: Math.floor(random() * 3),
        fade: random() < 0.3 ? 0 : random() * 1.5,
        offset: random() < 0.5 ? 0 : random(),
        speed: random() < 0.2 ? 0 : 0.5 + random(),
      }))
      const run = (cut: () => number) => {
        const walker = createWalker(yaw)
        walker.begin(0)
        for (const { wait, clip, fade, offset, speed } of commands) {
          for (let left = wait; left > 0; ) {
            const elapsed = Math.min(left, cut())
            walker.step(elapsed)
            left -= elapsed
          }
          walker.begin(clip, fade, offset, speed)
        }
        walker.step(5)
        return walker.state()
      }
      const whole = run(() => Infinity)
      expect(run(() => 1 / 60)).toEqual(whole)
      expect(run(() => random() * 0.7 + 1e-4)).toEqual(whole)
    },
  )

  it('carries along the way that small steps of the mixed velocities add up to', () => {
    const walker = createWalker()
    walker.begin(0)
    walker.step(0.4)
    walker.begin(1, 0.8, 0.1, 1.3)
    const start = walker.state().place[2]!
    walker.step(0.6)
    // Heights of the way by straight lines between keys, differences weighed by the share of the fade.
    const way = (duration: number, length: number, seconds: number): number => {
      const lap = Math.floor(seconds / duration)
      const t = (seconds - lap * duration) / duration
      const share = t < 0.2 ? t * 0.5 : t < 0.7 ? 0.1 + (t - 0.2) * 0.8 : 0.5 + ((t - 0.7) * 0.5) / 0.3
      return (lap + share) * length
    }
    let expected = start
    const N = 60_000
    for (let i = 0; i < N; i++) {
      const [a, b] = [(i / N) * 0.6, ((i + 1) / N) * 0.6]
      const share = (a + b) / 2 / 0.8
      expected += (1 - share) * (way(1, 1.4, 0.4 + b) - way(1, 1.4, 0.4 + a))
      expected += share * (way(0.7, 2.5, 0.1 + b * 1.3) - way(0.7, 2.5, 0.1 + a * 1.3))
    }
    expect(walker.state().place[2]).toBeCloseTo(expected, 5)
  })

  it('goes on from where the game has put and turned it', () => {
    const walker = createWalker()
    walker.begin(0)
    walker.step(1)
    expect(walker.state().place[2]).toBeCloseTo(6.4, 6)
    walker.transforms.position.set([100, 2, 50], 3)
    walker.transforms.rotation.set([0, Math.sin(Math.PI / 4), 0, Math.cos(Math.PI / 4)], 4)
    walker.step(1)
    const [x, y, z] = walker.state().place
    expect(x).toBeCloseTo(101.4, 4)
    expect(y).toBe(2)
    expect(z).toBeCloseTo(50 - 0.42, 4)
  })

  it('lists each event once, in order, after a rest of two minutes', () => {
    const walker = createWalker()
    walker.begin(0, 0, 0.25)
    walker.step(120)
    const { events } = walker.state()
    expect(events.length).toBe(240)
    const times = events.map((event) => Number(event.split(' ')[1]))
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(new Set(times).size).toBe(240)
    walker.step(0.1)
    expect(walker.state().events.length).toBe(240)
  })

  it('keeps three clips at most and forgets those that are covered', () => {
    const walker = createWalker()
    walker.begin(0)
    for (const clip of [1, 2, 0]) walker.begin(clip, 1)
    expect(walker.state().playing).toBe(3)
    walker.step(1.5)
    expect(walker.state()).toMatchObject({ playing: 1, clip: 0 })
  })
})

it('takes the way along x and z out of the pose, and leaves the height', () => {
  const turned = createSkeleton([
    { parent: -1, rotation: [Math.sin(Math.PI / 4), 0, 0, Math.cos(Math.PI / 4)], scale: [2, 2, 2] },
    { parent: 0 },
  ])
  // Within a parent that is turned by 90 degrees about x, y is the model's z and z its -y.
  const track = { joint: 1, target: 'translation', times: [0, 1], values: [0, 0, 0, 1, 2, 3] } as const
  const clip = createClip(turned, { name: 'a', tracks: [track], rootMotion: 1 })
  const way = Array.from(clip.root!.way)
  expect(way[2]).toBeCloseTo(2, 5)
  expect(way[3]).toBeCloseTo(4, 5)
  expect(Array.from(clip.tracks[0]!.values).map((value) => Math.round(value * 1e4) / 1e4 + 0)).toEqual([
    0, 0, 0, 0, 0, 3,
  ])
})
