import { columns, setPosition, Transform, time } from '@sightline/core'
import { due, isVisible, loadKernels, setUpdateRate, setView, WorldBounds } from '@sightline/culling'
import {
  NameplateUpdates,
  nameplateStats,
  say,
  setHealth,
  shownNameplates,
} from '@sightline/render/nameplates'
import { beforeAll, describe, expect, it } from 'vitest'
import { measureHeap } from '../../../../test/support/heap.js'
import { createRandom } from '../../../../test/support/random.js'
import { PlateRow } from '../../src/nameplates/nameplate-state.js'
import { renderState } from '../../src/state.js'
import { layOutNameplates } from '../../src/systems/lay-out-nameplates.js'
import { type Crowd, createCrowd } from './support/crowd.js'

beforeAll(loadKernels)

/** Ids and opacities of what is shown. */
function shownIn({ world, camera }: Crowd): Map<number, number> {
  const { ids, alphas, count } = shownNameplates(world, camera)
  return new Map(Array.from({ length: count }, (_, i) => [ids[i]!, alphas[i]!]))
}

/** Counts how labels come and go over a frame at a time, and while their owners stay visible. */
function watch(crowd: Crowd, frames: number, each: (i: number) => void) {
  const visible = new Set<number>()
  const comings = new Map<number, number>()
  const went = new Map<number, { frame: number; alpha: number }>()
  const counts = { visits: 0, comings: 0, most: 0, soonest: Infinity, steepest: 0, blinks: 0 }
  let before = new Map<number, number>()
  for (let i = 0; i < frames; i++) {
    each(i)
    const shown = shownIn(crowd)
    for (const eid of crowd.people) {
      const isSeen = isVisible(crowd.world, crowd.camera, eid)
      const alpha = shown.get(eid) ?? 0
      const last = before.get(eid) ?? 0
      if (isSeen && !visible.has(eid)) {
        counts.visits++
        comings.set(eid, 0)
      }
      if (alpha > 0 && last === 0) {
        counts.comings++
        const number = comings.get(eid)! + 1
        comings.set(eid, number)
        counts.most = Math.max(counts.most, number)
        const gone = went.get(eid)
        if (number > 1) counts.soonest = Math.min(counts.soonest, i - gone!.frame)
        if (gone !== undefined && i - gone.frame < 30 && Math.min(gone.alpha, alpha) > 0.3) counts.blinks++
      } else counts.steepest = Math.max(counts.steepest, alpha - last)
      if (alpha === 0 && last > 0) went.set(eid, { frame: i, alpha: last })
      if (isSeen) visible.add(eid)
      else visible.delete(eid)
    }
    before = shown
  }
  return counts
}

describe('labels do not flicker', () => {
  it.each([51, 52])('over a slow turn among people who stand (seed %i)', (seed) => {
    const crowd = createCrowd({ people: 1500, random: createRandom(seed), side: 120, walls: 60 })
    // Once round at 10° a second.
    const counts = watch(crowd, 2160, (i) => crowd.frame(i / 60, (i / 2160) * Math.PI * 2))
    expect(counts.comings).toBeGreaterThan(150)
    // Once for each stay in view at most, but for a few that had to give way and came back.
    expect(counts.comings).toBeLessThan(counts.visits)
    expect(counts.most).toBeLessThanOrEqual(4)
    // People behind the corners of walls are seen and not seen by turns: their labels stay faint.
    expect(counts.blinks).toBeLessThanOrEqual(5)
    // Half a second and no sooner.
    expect(counts.soonest).toBeGreaterThanOrEqual(20)
    // A frame of fading in is a twelfth.
    expect(counts.steepest).toBeLessThan(0.1)
  })

  it('where people walk to and fro before each other (seed 53)', () => {
    const random = createRandom(53)
    const crowd = createCrowd({ people: 150, random, side: 40 })
    const { position } = columns(crowd.world, Transform)
    const ways = crowd.people.map(
      (eid) => [position[eid * 3]!, position[eid * 3 + 2]!, random() * 6] as const,
    )
    const counts = watch(crowd, 1200, (i) => {
      for (const [k, eid] of crowd.people.entries()) {
        const [x, z, phase] = ways[k]!
        setPosition(crowd.world, eid, x + Math.sin(i / 60 + phase), 0, z + Math.cos(i / 60 + phase))
      }
      crowd.frame(i / 60, 0)
    })
    expect(counts.comings).toBeGreaterThan(50)
    expect(counts.soonest).toBeGreaterThanOrEqual(20)
    expect(counts.steepest).toBeLessThan(0.1)
  })

  it('and equals do not take turns: who has the place keeps it from one who is a little nearer now and then', () => {
    const crowd = createCrowd({ people: 2, random: () => 0.5, labels: { rest: 0, fadeOut: 0 } })
    const { world, people, frame } = crowd
    const owners = new Set<number>()
    for (let i = 0; i < 300; i++) {
      for (const [k, eid] of people.entries())
        setPosition(world, eid, 0, k * -0.1, -10 + Math.sin(i / 20) * (k === 0 ? 0.5 : -0.5))
      frame(i / 60, 0)
      for (const eid of shownIn(crowd).keys()) owners.add(eid)
      expect(nameplateStats(world).entered).toBe(i === 0 ? 1 : 0)
    }
    expect(owners.size).toBe(1)
  })

  it('goes on nearly where it was when its owner was away for a frame', () => {
    const crowd = createCrowd({ people: 1, random: () => 0.5 })
    const [eid] = crowd.people as [number]
    setPosition(crowd.world, eid, 0, 0, -10)
    for (let i = 0; i < 40; i++) crowd.frame(i / 60, 0)
    expect(shownIn(crowd).get(eid)).toBe(1)
    crowd.frame(40 / 60, Math.PI)
    expect(shownIn(crowd).size).toBe(0)
    crowd.frame(41 / 60, 0)
    expect(shownIn(crowd).get(eid)).toBeGreaterThan(0.8)
    // Seen and not seen by turns: it begins anew each time.
    for (let i = 42; i < 100; i += 2) {
      crowd.frame(i / 60, Math.PI)
      crowd.frame((i + 1) / 60, 0)
      expect(shownIn(crowd).get(eid)).toBeLessThan(0.1)
    }
    for (let i = 100; i < 140; i++) crowd.frame(i / 60, 0)
    expect(shownIn(crowd).get(eid)).toBe(1)
    crowd.frame(140 / 60, Math.PI)
    crowd.frame(3, Math.PI)
    crowd.frame(3.1, 0)
    expect(shownIn(crowd).get(eid)).toBeLessThan(0.3)
  })
})

describe('turns', () => {
  it('are those of NameplateUpdates: who is not seen has none', () => {
    const crowd = createCrowd({ people: 400, random: createRandom(61), side: 200 })
    for (let i = 0; i < 120; i++) crowd.frame(i / 60, 0)
    const seen = crowd.people.filter((eid) => isVisible(crowd.world, crowd.camera, eid)).length
    const { candidates, members, turns } = nameplateStats(crowd.world)
    expect(members).toBe(400)
    expect(candidates).toBe(seen)
    expect(turns).toBeLessThan(seen)
    expect(due(crowd.world, NameplateUpdates).count).toBe(turns)
  })

  it('show the same labels as if everybody had one in each frame (seed 62)', () => {
    const rested = createCrowd({ people: 500, random: createRandom(62), side: 100 })
    const always = createCrowd({
      people: 500,
      random: createRandom(62),
      side: 100,
      scheduled: false,
    })
    const every = createCrowd({ people: 500, random: createRandom(62), side: 100 })
    for (const eid of every.people) {
      setUpdateRate(every.world, eid, NameplateUpdates, {
        near: 1,
        far: 1,
        hidden: 1,
        outside: 1,
        beyond: 1,
      })
    }
    const crowds = [rested, always, every]
    let labels = 0
    for (let i = 0; i < 400; i++) {
      for (const crowd of crowds) {
        for (const [k, eid] of crowd.people.entries()) {
          if (k % 3 !== 0) continue
          const { position } = columns(crowd.world, Transform)
          setPosition(
            crowd.world,
            eid,
            position[eid * 3]! + Math.sin(i / 50 + k) * 0.03,
            0,
            position[eid * 3 + 2]!,
          )
        }
        crowd.frame(i / 60, i * 0.02)
      }
      const [a, b, c] = crowds.map((crowd) => shownIn(crowd))
      expect(a).toEqual(b)
      expect(a).toEqual(c)
      labels += a!.size
    }
    expect(labels).toBeGreaterThan(4000)
    const { turns, candidates } = nameplateStats(every.world)
    expect(turns).toBeGreaterThanOrEqual(candidates)
    expect(candidates).toBeGreaterThan(100)
  })

  it('let bars follow, and speech end after its time', () => {
    const crowd = createCrowd({
      people: 1,
      random: () => 0.5,
      content: () => ({ name: 'Aldric', health: 1 }),
    })
    const { world, people, frame } = crowd
    const [eid] = people as [number]
    setPosition(world, eid, 0, 0, -5)
    frame(0, 0)
    const height = (): number =>
      shownNameplates(world, crowd.camera).rects[3]! - shownNameplates(world, crowd.camera).rects[1]!
    const { floats } = renderState(world).nameplates!.rows
    const bar = (): number => floats[eid * PlateRow.count + PlateRow.bar]!
    const quiet = height()
    setHealth(world, eid, 0.2)
    say(world, eid, 'Ouch!', 1)
    frame(0.1, 0)
    expect(bar()).toBeGreaterThan(0.5)
    expect(bar()).toBeLessThan(1)
    expect(height()).toBeGreaterThan(quiet + 15)
    frame(0.99, 0)
    expect(bar()).toBeCloseTo(0.2, 6)
    expect(height()).toBeGreaterThan(quiet + 15)
    frame(1, 0)
    expect(time(world).now).toBe(1)
    expect(height()).toBe(quiet)
  })

  it('follow bounds that change smoothly, and an owner that moves at once', () => {
    const crowd = createCrowd({ people: 1, random: () => 0.5 })
    const { world, people, camera, frame } = crowd
    const [eid] = people as [number]
    setPosition(world, eid, 0, 0, -10)
    for (let i = 0; i < 10; i++) frame(i / 60, 0)
    const middle = (): number => {
      const { rects } = shownNameplates(world, camera)
      return (rects[0]! + rects[2]!) / 2
    }
    const at = middle()
    setPosition(world, eid, 1, 0, -10)
    frame(10 / 60, 0)
    // 720 pixels for 2 · tan(0.5) · 10 m.
    expect(Math.abs(middle() - at - 720 / (20 * Math.tan(0.5)))).toBeLessThanOrEqual(1)
    const bottom = (): number => shownNameplates(world, camera).rects[3]!
    const low = bottom()
    // The bounds grow by half a metre from one frame to the next, as when a clip begins.
    columns(world, WorldBounds).box[eid * 8 + 5]! += 0.5
    frame(11 / 60, 0)
    const first = low - bottom()
    expect(first).toBeGreaterThan(0)
    expect(first).toBeLessThan(12)
  })
})

describe('garbage', () => {
  it('is not made in a steady frame (seed 71)', () => {
    const crowd = createCrowd({
      people: 2000,
      random: createRandom(71),
      side: 100,
      content: (i) => ({ name: `Person ${i}`, guild: `<Guild ${i % 20}>`, health: (i % 10) / 10 }),
    })
    const { world, camera, frame } = crowd
    setView(world, camera, { refresh: 'every-frame' })
    for (let i = 0; i < 300; i++) frame(i / 60, Math.sin(i / 40) * 0.4)
    const lay = (): void => layOutNameplates(world)
    for (let i = 0; i < 3000; i++) lay()
    // A few numbers of clocks; a label or a candidate more would show, there are hundreds.
    const limits = { kept: 64 * 1024, made: 128 }
    const grown = measureHeap(500, lay, limits)
    expect(nameplateStats(world).candidates).toBeGreaterThan(300)
    expect(nameplateStats(world).shown).toBeGreaterThan(8)
    expect(grown.kept).toBeLessThan(limits.kept)
    expect(grown.made).toBeLessThan(limits.made)
    expect(grown.buffers).toBe(0)
  })
})
