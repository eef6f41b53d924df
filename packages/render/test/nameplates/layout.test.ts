import { columns, destroy, setPosition, Transform, WorldMatrix } from '@sightline/core'
import { cameraOf, isVisible, loadKernels, setView, visible, WorldBounds } from '@sightline/culling'
import { nameplateStats, setNameplate, shownNameplates } from '@sightline/render/nameplates'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { type Crowd, createCrowd, SCREEN } from './support/crowd.js'

beforeAll(loadKernels)

type Rect = { eid: number; left: number; top: number; right: number; bottom: number; alpha: number }

/** What is shown, as plain objects. */
function shownIn({ world, camera }: Crowd): Rect[] {
  const { ids, rects, alphas, count } = shownNameplates(world, camera)
  return Array.from({ length: count }, (_, i) => {
    const [left, top, right, bottom] = rects.subarray(i * 4, i * 4 + 4)
    return { eid: ids[i]!, left: left!, top: top!, right: right!, bottom: bottom!, alpha: alphas[i]! }
  })
}

function overlaps(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

describe('labels', () => {
  it.each([11, 12, 13])('never stand on each other, and only over who is visible (seed %i)', (seed) => {
    const random = createRandom(seed)
    const crowd = createCrowd({ people: 1200, random, walls: 40 })
    const { world, camera, people, frame } = crowd
    const { position } = columns(world, Transform)
    let shown = 0
    let hidden = 0
    for (let step = 0; step < 240; step++) {
      for (const eid of people) {
        const [x, z] = [position[eid * 3]!, position[eid * 3 + 2]!]
        setPosition(world, eid, x + (random() - 0.5) * 0.2, 0, z + (random() - 0.5) * 0.2)
      }
      frame(step / 60, step * 0.02 + (step % 80 === 0 ? random() * 6 : 0))
      const rects = shownIn(crowd)
      expect(new Set(rects.map(({ eid }) => eid)).size).toBe(rects.length)
      for (const [i, a] of rects.entries()) {
        expect(isVisible(world, camera, a.eid)).toBe(true)
        expect(a.alpha).toBeGreaterThan(0)
        for (const b of rects.slice(i + 1)) expect(overlaps(a, b) ? [a, b] : []).toEqual([])
      }
      shown += rects.length
      hidden += people.filter((eid) => !isVisible(world, camera, eid)).length
    }
    expect(shown).toBeGreaterThan(240 * 2)
    expect(hidden).toBeGreaterThan(0)
  })

  it('stand above the bounds of their owners, where these are in the picture (seed 21)', () => {
    const crowd = createCrowd({ people: 60, random: createRandom(21), side: 40 })
    const { world, camera, frame } = crowd
    for (let i = 0; i < 30; i++) frame(i / 60, 0.3)
    const { viewProjection } = cameraOf(world, camera)
    const { box } = columns(world, WorldBounds)
    let usual = 0
    for (const { eid, left, right, bottom } of shownIn(crowd)) {
      const b = eid * 8
      const p = [(box[b]! + box[b + 4]!) / 2, box[b + 5]! + 0.15, (box[b + 2]! + box[b + 6]!) / 2, 1]
      const clip = [0, 1, 2, 3].map((row) =>
        p.reduce((sum, v, k) => sum + v * viewProjection[k * 4 + row]!, 0),
      )
      const x = (clip[0]! / clip[3]! + 1) * (SCREEN.width / 2)
      const y = (1 - clip[1]! / clip[3]!) * (SCREEN.height / 2)
      expect(Math.abs((left + right) / 2 - x)).toBeLessThanOrEqual(1.01)
      if (Math.abs(bottom - y) <= 1.01) usual++
      else expect(bottom).toBeLessThan(y)
    }
    expect(usual).toBeGreaterThan(5)
  })

  it('stand over their own height where they have one, whatever the bounds hold', () => {
    const crowd = createCrowd({ people: 1, random: () => 0.5 })
    const { world, camera, people, frame } = crowd
    const [eid] = people as [number]
    setPosition(world, eid, 1.5, 0, -10)
    setNameplate(world, eid, { name: 'Carries a ladder', height: 1.4 })
    const { box } = columns(world, WorldBounds)
    for (let i = 0; i < 30; i++) frame(i / 60, 0)
    const [before] = shownIn(crowd)
    // A ladder to one side that rises from frame to frame.
    for (let i = 30; i < 60; i++) {
      frame(i / 60, 0)
      box[eid * 8 + 4]! += 0.1
      box[eid * 8 + 5]! += 0.1
    }
    const [after] = shownIn(crowd)
    expect(after).toEqual(before)
    const { viewProjection } = cameraOf(world, camera)
    const clip = [0, 1, 2, 3].map((row) =>
      [1.5, 1.4 + 0.15, -10, 1].reduce((sum, v, k) => sum + v * viewProjection[k * 4 + row]!, 0),
    )
    expect(
      Math.abs((after!.left + after!.right) / 2 - (clip[0]! / clip[3]! + 1) * (SCREEN.width / 2)),
    ).toBeLessThan(1.01)
    expect(Math.abs(after!.bottom - (1 - clip[1]! / clip[3]!) * (SCREEN.height / 2))).toBeLessThan(1.01)
    setNameplate(world, eid, { name: 'Carries a ladder' })
    for (let i = 60; i < 120; i++) frame(i / 60, 0)
    expect(shownIn(crowd)[0]!.bottom).toBeLessThan(before!.bottom - 5)
  })

  it('begin to fade in in the frame in which their owner is visible, and are gone in the frame in which it is not', () => {
    const crowd = createCrowd({
      people: 1,
      random: () => 0.5,
      // Wider than its owner, so that it is on the screen with it.
      content: () => ({ name: 'A name that is long enough' }),
    })
    const { world, camera, people, frame } = crowd
    const [eid] = people as [number]
    setPosition(world, eid, 0, 0, -10)
    const seen: [boolean, number][] = []
    for (let i = 0; i < 200; i++) {
      frame(i / 60, Math.sin(i / 25) * 1.5)
      const rect = shownIn(crowd)[0]
      const isSeen = isVisible(world, camera, eid)
      expect(rect !== undefined).toBe(isSeen)
      seen.push([isSeen, rect?.alpha ?? 0])
    }
    const first = seen.findIndex(([isSeen], i) => isSeen && i > 0 && !seen[i - 1]![0])
    expect(first).toBeGreaterThan(0)
    expect(seen[first]![1]).toBeGreaterThan(0)
    expect(seen[first]![1]).toBeLessThan(0.2)
    expect(seen[first + 13]![1]).toBe(1)
  })

  it('are over all who are visible and over nobody else, frame by frame, where there is room for all (seed 41)', () => {
    const crowd = createCrowd({
      people: 14,
      random: createRandom(41),
      walls: 25,
      // Wider than their owners, so that they are on the screen with them.
      content: (i) => ({ name: `A name that is long enough ${i}` }),
    })
    const { world, camera, people, frame } = crowd
    let covered = 0
    let appeared = 0
    let before = new Set<number>()
    for (let step = 0; step < 900; step++) {
      // A slow turn, and now and then a cut to somewhere else.
      const yaw = step * 0.01 + Math.floor(step / 100) * 2
      const ahead = people.filter((eid, i) => {
        const angle = (i / people.length) * Math.PI * 2 + step * 0.004
        const radius = 10 + (i % 3) * 9
        setPosition(world, eid, -Math.sin(angle) * radius, 0, -Math.cos(angle) * radius)
        return Math.cos(angle - yaw) > 0.8
      })
      frame(step / 60, yaw)
      const seen = new Set(people.filter((eid) => isVisible(world, camera, eid)))
      expect(new Set(shownIn(crowd).map(({ eid }) => eid)), `frame ${step}`).toEqual(seen)
      covered += ahead.filter((eid) => !seen.has(eid)).length
      appeared += [...seen].filter((eid) => !before.has(eid)).length
      before = seen
    }
    expect(covered).toBeGreaterThan(100)
    expect(appeared).toBeGreaterThan(40)
  })

  it('come within the greatest distance and go a tenth beyond it, without flicker (row 45)', () => {
    const crowd = createCrowd({
      people: 1,
      random: () => 0.5,
      labels: { maxDistance: 20, fadeIn: 0, fadeOut: 0 },
    })
    const { world, people, frame } = crowd
    const shown = [20.5, 19.5, 20.5, 21.5, 19.9, 21.9, 22.5, 21.5, 20.1, 19.9].map((distance, i) => {
      setPosition(world, people[0]!, 0, 0, -distance)
      frame(i / 60, 0)
      return shownIn(crowd).length
    })
    expect(shown).toEqual([0, 1, 1, 1, 1, 1, 0, 0, 0, 1])
  })

  it('neither jump to full strength nor blink when the page was hidden for a minute (row 88)', () => {
    const crowd = createCrowd({ people: 2, random: () => 0.5 })
    const { world, people, frame } = crowd
    setPosition(world, people[0]!, -3, 0, -10)
    setPosition(world, people[1]!, 3, 0, 10)
    for (let i = 0; i < 60; i++) frame(i / 60, 0)
    expect(shownIn(crowd).map(({ alpha }) => alpha)).toEqual([1])
    setPosition(world, people[1]!, 3, 0, -10)
    frame(61, 0)
    const alphas = new Map(shownIn(crowd).map(({ eid, alpha }) => [eid, alpha]))
    expect(alphas.get(people[0]!)).toBe(1)
    expect(alphas.get(people[1]!)).toBeLessThan(0.5)
    expect(alphas.get(people[1]!)).toBeGreaterThan(0)
  })

  it('has the most significant where not all have room, by importance over distance', () => {
    const crowd = createCrowd({
      people: 40,
      random: createRandom(5),
      labels: { maxLabels: 5, enterGap: 0, keepGap: 0 },
    })
    const { world, people, frame } = crowd
    for (const [i, eid] of people.entries()) setPosition(world, eid, (i % 10) * 4 - 18, 0, -10 - i)
    setNameplate(world, people[39]!, { name: 'Boss', importance: 20 })
    frame(0, 0)
    const ids = shownIn(crowd).map(({ eid }) => eid)
    expect(ids).toHaveLength(5)
    expect(ids[0]).toBe(people[39])
    expect(nameplateStats(world).limited).toBeGreaterThan(0)
  })

  it('of the least importance are shown where there is room', () => {
    const crowd = createCrowd({ people: 1, random: () => 0.5, labels: { maxDistance: 1e4 } })
    const { world, people, frame } = crowd
    setPosition(world, people[0]!, 0, 0, -299)
    setNameplate(world, people[0]!, { name: 'Nobody', importance: 1e-6 })
    frame(0, 0)
    expect(shownIn(crowd)).toHaveLength(1)
    expect(nameplateStats(world).far).toBe(0)
  })

  it('are those of the whole list, however often lists were published in between (seed 31)', () => {
    const random = createRandom(31)
    const crowd = createCrowd({ people: 300, random, walls: 20 })
    const { world, camera, people, frame } = crowd
    for (let step = 0; step < 120; step++) {
      if (step % 7 === 0) setView(world, camera, { refresh: step % 2 === 0 ? 'on-change' : 'every-frame' })
      if (step % 13 === 0) destroy(world, people.splice(Math.floor(random() * people.length), 1)[0]!)
      frame(step / 60, step * 0.05)
      const { ids, count } = visible(world, camera)
      const named = new Set(people)
      const expected = Array.from(ids.subarray(0, count)).filter((eid) => named.has(eid)).length
      expect(nameplateStats(world).candidates).toBe(expected)
    }
  })

  it('behind the eye (row 81), before the near plane and at broken places are not shown', () => {
    const crowd = createCrowd({ people: 3, random: () => 0.5 })
    const { world, camera, people, frame } = crowd
    setView(world, camera, { frustum: false })
    setPosition(world, people[0]!, 0, 0, 5)
    setPosition(world, people[1]!, 0, -0.25, -0.02)
    setPosition(world, people[2]!, 0, 0, -5)
    frame(0, 0)
    expect(shownIn(crowd).map(({ eid }) => eid)).toEqual([people[2]])
    columns(world, WorldMatrix).matrix[people[2]! * 16 + 12] = Number.NaN
    frame(1 / 60, 0)
    for (const { left } of shownIn(crowd)) expect(left).not.toBeNaN()
  })

  it.each([-6, -55])('stand over the head at once when a broken place is whole again, at z = %d', (z) => {
    const crowd = createCrowd({ people: 1, random: () => 0.5 })
    const { world, people, frame } = crowd
    const [eid] = people as [number]
    let step = 0
    const frames = (count: number): void => {
      for (let i = 0; i < count; i++) frame(step++ / 60, 0)
    }
    for (const height of [undefined, 1.4]) {
      setNameplate(world, eid, { name: 'Lost', ...(height && { height }) })
      setPosition(world, eid, 0, 0, z)
      frames(60)
      const [before] = shownIn(crowd)
      // Whoever is far has a turn in every fourth frame only.
      for (let i = 0; i < 4; i++) {
        setPosition(world, eid, Number.NaN, 0, z)
        frames(8 + i)
        expect(shownIn(crowd)).toEqual([])
        setPosition(world, eid, 0, 0, z)
        frames(1)
        expect(shownIn(crowd)[0]?.bottom).toBe(before!.bottom)
      }
    }
  })
})
