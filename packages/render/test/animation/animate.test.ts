import { columns, destroy, setPosition, setRotation, spawn, Transform } from '@sightline/core'
import { Bounds } from '@sightline/culling'
import {
  Animator,
  animationEventName,
  animationEvents,
  animationStats,
  catchUp,
  clipOf,
  createRig,
  crossFade,
  readJoint,
  setAnimationSource,
  setAnimator,
  setAttachment,
  setClip,
} from '@sightline/render'
import { addComponent, removeComponent } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { type Crowd, createCrowd, postAndArm } from './support/people.js'

function eventsOf({ world }: Crowd): string[] {
  const { count, ids, names } = animationEvents(world)
  return Array.from({ length: count }, (_, i) => `${ids[i]} ${animationEventName(world, names[i]!)}`)
}

function placeOf({ world }: Crowd, eid: number): number[] {
  return Array.from(columns(world, Transform).position.subarray(eid * 3, eid * 3 + 3))
}

function boxOf({ world }: Crowd, eid: number): number[] {
  const { center, halfExtents } = columns(world, Bounds)
  return [-1, 1].flatMap((sign) =>
    [0, 1, 2].map((k) => center[eid * 3 + k]! + sign * halfExtents[eid * 3 + k]!),
  )
}

describe('animate', () => {
  it('plays on by the world clock, lists events, and walks', () => {
    const crowd = createCrowd(1, { clip: 'walk' })
    const [eid] = crowd.people as [number]
    crowd.frame(0)
    expect(eventsOf(crowd)).toEqual([`${eid} left`])
    crowd.frame(0.25)
    expect(eventsOf(crowd)).toEqual([])
    expect(placeOf(crowd, eid)[2]).toBeCloseTo(-9.5, 5)
    crowd.frame(2.75)
    expect(eventsOf(crowd)).toEqual(
      ['right', 'left', 'right', 'left', 'right'].map((name) => `${eid} ${name}`),
    )
    expect(placeOf(crowd, eid)[2]).toBeCloseTo(-4.5, 5)
    expect(clipOf(crowd.world, eid)).toEqual({ clip: 'walk', seconds: 0.75 })
  })

  it.each([1, 2, 3, 4, 5])('comes to the same for those who rest as without any rest (seed %i)', (seed) => {
    const random = createRandom(seed)
    const [always, resting] = [createCrowd(12, { clip: 'walk' }), createCrowd(12, { clip: 'walk' })]
    const due: number[] = []
    setAnimationSource(resting.world, () => ({ ids: due, count: due.length }))
    const logs = [always, resting].map(() => new Map<number, string[]>())
    const note = (): void => {
      ;[always, resting].forEach((crowd, i) => {
        const { count, ids, names, clocks } = animationEvents(crowd.world)
        for (let k = 0; k < count; k++) {
          const log = logs[i]!.get(ids[k]!) ?? []
          log.push(`${animationEventName(crowd.world, names[k]!)} ${clocks[k]!.toFixed(4)}`)
          logs[i]!.set(ids[k]!, log)
        }
      })
    }
    for (let frame = 0; frame < 600; frame++) {
      due.length = 0
      for (const eid of resting.people) if (frame === 599 || random() < 0.1) due.push(eid)
      for (const crowd of [always, resting]) crowd.frame(frame / 60)
      note()
      // Commands between frames: those who rest are brought to the present by themselves, or by the game
      // before a turn.
      const eid = always.people[Math.floor(random() * 12)]!
      const [dice, yaw] = [random(), random() * 6]
      for (const crowd of [always, resting]) {
        if (dice < 0.05) setClip(crowd.world, eid, 'walk', { speed: 0.5 + yaw / 6 })
        else if (dice < 0.1) crossFade(crowd.world, eid, yaw < 3 ? 'raise' : 'walk', 0.1 + yaw / 12)
        else if (dice < 0.15) {
          catchUp(crowd.world, eid)
          setRotation(crowd.world, eid, 0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2))
        }
      }
    }
    for (const eid of always.people) {
      expect(logs[1]!.get(eid)).toEqual(logs[0]!.get(eid))
      expect(clipOf(resting.world, eid)).toEqual(clipOf(always.world, eid))
      placeOf(always, eid).forEach((value, k) => {
        expect(placeOf(resting, eid)[k]).toBe(value)
      })
    }
  })

  it('takes the seconds of its source, less what was caught up', () => {
    const crowd = createCrowd(1, { clip: 'walk' })
    const [eid] = crowd.people as [number]
    const source = { ids: [eid], count: 0, seconds: [0] }
    setAnimationSource(crowd.world, () => source)
    crowd.frame(0)
    crowd.frame(2)
    expect(placeOf(crowd, eid)[2]).toBe(-10)
    catchUp(crowd.world, eid)
    expect(placeOf(crowd, eid)[2]).toBeCloseTo(-6, 5)
    source.count = 1
    source.seconds[0] = 3
    crowd.frame(3)
    expect(clipOf(crowd.world, eid).seconds).toBeCloseTo(0, 5)
    expect(placeOf(crowd, eid)[2]).toBeCloseTo(-4, 5)
  })

  it('gives poses only to those who are due and seen, as finely as they are seen', () => {
    const crowd = createCrowd(3, { rig: { detail: { reduced: 15, shared: 30 } } })
    const [a, b, c] = crowd.people as [number, number, number]
    setPosition(crowd.world, b, 0, 0, -20)
    setPosition(crowd.world, c, 0, 0, -40)
    crowd.frame(0)
    expect(animationStats(crowd.world)).toMatchObject({
      animated: 3,
      due: 3,
      full: 1,
      reduced: 1,
      shared: 1,
      unseen: 0,
      posesHeld: 2,
    })
    setPosition(crowd.world, a, 0, 0, 10)
    crowd.frame(0.1)
    expect(animationStats(crowd.world)).toMatchObject({
      due: 3,
      full: 0,
      reduced: 1,
      shared: 1,
      unseen: 1,
      posesHeld: 1,
    })
    destroy(crowd.world, b)
    crowd.frame(0.2)
    expect(animationStats(crowd.world)).toMatchObject({ animated: 2, due: 2, reduced: 0, posesHeld: 0 })
    removeComponent(crowd.world, c, Animator)
    crowd.frame(0.3)
    expect(animationStats(crowd.world)).toMatchObject({ animated: 1, due: 1 })
  })
})

describe('an animator that loses what it needs', () => {
  it.each([
    ['Transform', Transform],
    ['Bounds', Bounds],
  ])('%s: is passed over and counted, and all others play on', (name, component) => {
    const crowd = createCrowd(3, { clip: 'walk' })
    const [a, b, c] = crowd.people as [number, number, number]
    for (const seconds of [0, 0.25]) crowd.frame(seconds)
    crossFade(crowd.world, b, 'raise', 0.1)
    removeComponent(crowd.world, b, component)
    for (let seconds = 0.5; seconds <= 2; seconds += 0.25) {
      crowd.frame(seconds)
      expect(animationStats(crowd.world)).toMatchObject({ due: 2, incomplete: 1 })
    }
    for (const eid of [a, c]) expect(clipOf(crowd.world, eid)).toEqual({ clip: 'walk', seconds: 0 })
    expect(clipOf(crowd.world, b)).toEqual({ clip: 'raise', seconds: 0 })
    expect(() => crossFade(crowd.world, b, 'down', 0.1)).toThrow(`crossFade: entity ${b} has no ${name}`)
    expect(() => setClip(crowd.world, b, 'down')).toThrow(`setClip: entity ${b} has no ${name}`)
    expect(() => catchUp(crowd.world, b)).toThrow(`catchUp: entity ${b} has no ${name}`)
    addComponent(crowd.world, b, component)
    // Its box is there before its next turn.
    expect(boxOf(crowd, b)[4]).toBeGreaterThan(3)
    crowd.frame(2.25)
    expect(animationStats(crowd.world)).toMatchObject({ due: 3, incomplete: 0 })
    expect(clipOf(crowd.world, b)).toEqual({ clip: 'raise', seconds: 0.25 })
  })
})

describe('bounds', () => {
  it('follow the clip, hold the mix of a cross-fade with the arm pointing aside, and shrink after it', () => {
    const crowd = createCrowd(1)
    const [eid] = crowd.people as [number]
    crowd.frame(0)
    const raised = boxOf(crowd, eid)
    expect(raised[4]).toBeCloseTo(3.5, 1)
    expect(raised[3]).toBeCloseTo(1.5, 1)
    setClip(crowd.world, eid, 'down')
    // Until its next turn it may still be drawn as it was.
    expect(boxOf(crowd, eid)[4]).toBeCloseTo(3.5, 1)
    crowd.frame(0.1)
    expect(boxOf(crowd, eid)[4]).toBeCloseTo(2, 1)
    expect(boxOf(crowd, eid)[3]).toBeLessThan(0.2)
    crossFade(crowd.world, eid, 'raise', 0.5)
    expect(boxOf(crowd, eid)[3]).toBeGreaterThan(1.5)
    crowd.frame(0.2)
    expect(boxOf(crowd, eid)[3]).toBeGreaterThan(1.5)
    crossFade(crowd.world, eid, 'down', 0.5)
    for (const seconds of [0.4, 1, 1.1]) crowd.frame(seconds)
    expect(boxOf(crowd, eid)[3]).toBeLessThan(0.2)
  })

  it('grow by what hangs on a joint', () => {
    const crowd = createCrowd(1)
    const [eid] = crowd.people as [number]
    setAttachment(crowd.world, eid, 'arm', 4)
    expect(boxOf(crowd, eid)[4]).toBeCloseTo(6, 2)
    expect(boxOf(crowd, eid)[0]).toBeCloseTo(-4, 2)
    setAttachment(crowd.world, eid, 'arm', 0)
    expect(boxOf(crowd, eid)[4]).toBeCloseTo(3.5, 1)
  })

  it('stay as they are with an envelope', () => {
    const crowd = createCrowd(1, { rig: { bounds: 'envelope' } })
    const [eid] = crowd.people as [number]
    const before = boxOf(crowd, eid)
    crossFade(crowd.world, eid, 'down', 0.5)
    crowd.frame(0.1)
    setClip(crowd.world, eid, 'walk')
    crowd.frame(0.2)
    expect(boxOf(crowd, eid)).toEqual(before)
  })
})

describe('readJoint', () => {
  it('tells where a joint is now', () => {
    const crowd = createCrowd(1)
    const [eid] = crowd.people as [number]
    crowd.frame(0)
    crowd.frame(1)
    const [xx, , , x, yx, , , y] = readJoint(
      crowd.world,
      eid,
      'arm',
      new Float32Array(12),
    ) as never as number[]
    expect([xx, x, y].map((value) => Math.round(value! * 1000) / 1000 + 0)).toEqual([0, 0, 2])
    expect(yx).toBeCloseTo(1, 5)
  })
})

describe('errors', () => {
  it('a source that returns nothing animates everyone', () => {
    const crowd = createCrowd(2)
    setAnimationSource(crowd.world, (() => undefined) as never)
    crowd.frame(0)
    expect(animationStats(crowd.world)).toMatchObject({ due: 2 })
  })

  it('name what is wrong and change nothing', () => {
    const crowd = createCrowd(1)
    const { world, rig } = crowd
    const [eid] = crowd.people as [number]
    const bare = spawn(world, Transform)
    expect(() => setAnimator(world, bare, { rig })).toThrow(`setAnimator: entity ${bare} has no Animator`)
    addComponent(world, bare, Animator)
    expect(() => setAnimator(world, bare, { rig })).toThrow(`setAnimator: entity ${bare} has no Bounds`)
    expect(() => setAnimator(world, eid, { rig: 9 })).toThrow('setAnimator: rig 9 does not exist')
    expect(() => setClip(world, eid, 'fly')).toThrow(
      'setClip: clip is "fly", expected one of raise, walk, down',
    )
    expect(() => setClip(world, bare, 'walk')).toThrow(`setClip: entity ${bare} has no rig`)
    expect(() => setClip(world, eid, 'walk', { speed: -1 })).toThrow('setClip: speed is -1, expected')
    expect(() => setClip(world, eid, 'walk', { speed: 1e8 })).toThrow(
      'setClip: speed is 100000000, expected 0 to 1000',
    )
    expect(() => crossFade(world, eid, 'walk', 0)).toThrow('crossFade: seconds is 0, expected')
    const wrong: [() => unknown, string][] = [
      [() => setAnimator(world, eid, undefined as never), 'setAnimator: options is undefined'],
      [() => setAnimator(world, eid, { rig, clp: 'walk' } as never), 'setAnimator: clp is not an option'],
      [
        () => setAnimator(world, eid, { rig: 'man' } as never),
        'setAnimator: rig is "man", expected a number',
      ],
      [() => setClip(world, eid, 'walk', { sped: 2 } as never), 'setClip: sped is not an option'],
      [() => setClip(world, eid, 'walk', null as never), 'setClip: options is null'],
      [
        () => setClip(world, eid, 'walk', { speed: '2' } as never),
        'setClip: speed is "2", expected a number',
      ],
      [() => crossFade(world, eid, 'walk', 1, { offset: '1' } as never), 'crossFade: offset is "1"'],
      [() => readJoint(world, eid, 'arm', new Float32Array(4)), 'readJoint: out has 4 numbers, expected'],
      [() => readJoint(world, eid, 'arm', undefined as never), 'readJoint: out has undefined numbers'],
      [() => setAnimationSource(world, 5 as never), 'setAnimationSource: source is 5, expected a kind'],
      [() => setAnimationSource(world, null as never), 'setAnimationSource: source is null'],
    ]
    for (const [call, message] of wrong) expect(call).toThrow(message)
    expect(() => setAttachment(world, eid, 'tail', 1)).toThrow(
      'setAttachment: joint is "tail", expected one of post, arm',
    )
    const { rig: data } = postAndArm()
    expect(() => createRig(world, { ...data, clips: [] })).toThrow(
      'createRig: 0 clips given, expected 1 to 1023',
    )
    expect(() => createRig(world, { ...data, skin: [{ joint: 7 }] })).toThrow('createRig: skin[0].joint is 7')
    expect(clipOf(world, eid).clip).toBe('raise')
  })
})
