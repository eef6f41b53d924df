import { destroy } from '@sightline/core'
import {
  clearUpdateRate,
  defineUpdateKind,
  loadKernels,
  MAX_INTERVAL,
  setUpdateRate,
  type UpdateKind,
} from '@sightline/culling'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { validateSchedule } from '../../src/schedule/validate-schedule.js'
import { createScene, dueNow, type Scene, spawnBall, step } from './helpers.js'

beforeAll(() => loadKernels())

/** A crowd behind the camera. */
function spawnCrowd(scene: Scene, kind: UpdateKind, count: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const eid = spawnBall(scene, 50 + (i % 100), i)
    setUpdateRate(scene.world, eid, kind)
    return eid
  })
}

describe('every n-th frame', () => {
  it.each([2, 3, 7, 30, MAX_INTERVAL])('each has exactly one turn in any %d frames, spread evenly', (n) => {
    const scene = createScene(1100)
    const kind = defineUpdateKind('steps', { outside: n })
    const crowd = spawnCrowd(scene, kind, 1000)
    const turns = new Map<number, number[]>()
    const counts: number[] = []
    for (let frame = 0; frame < 4 * n; frame++) {
      step(scene)
      const due = dueNow(scene.world, kind)
      counts.push(due.size)
      for (const eid of due.keys()) turns.set(eid, [...(turns.get(eid) ?? []), frame])
    }
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
    expect(turns.size).toBe(crowd.length)
    for (const frames of turns.values()) {
      expect(frames).toHaveLength(4)
      for (let i = 1; i < 4; i++) expect(frames[i]! - frames[i - 1]!).toBe(n)
    }
  })

  it('stays even, and starves nobody, while thousands come and go', () => {
    const random = createRandom(9)
    const n = 12
    const scene = createScene(7000)
    const kind = defineUpdateKind('steps', { outside: n })
    let crowd = spawnCrowd(scene, kind, 1500)
    const lastTurn = new Map<number, number>()
    let longest = 0
    for (let frame = 0; frame < 1200; frame++) {
      // Those whose turn has just been leave, and those whose turn is next: the worst for the spread.
      const leaving =
        frame % 50 < 5 ? crowd.filter((eid) => random() < (eid % n === frame % n ? 0.5 : 0.02)) : []
      for (const eid of leaving) {
        lastTurn.delete(eid)
        if (random() < 0.5) destroy(scene.world, eid)
        else clearUpdateRate(scene.world, eid, kind)
      }
      crowd = crowd.filter((eid) => !leaving.includes(eid))
      const added = frame % 50 === 20 && crowd.length < 1500 ? spawnCrowd(scene, kind, 200) : []
      crowd.push(...added)
      for (const eid of added) lastTurn.set(eid, frame)
      step(scene)
      validateSchedule(scene.world)
      const due = dueNow(scene.world, kind)
      // One more is moved with a turn at most where somebody was moved twice.
      if (leaving.length === 0) expect(due.size).toBeLessThanOrEqual(Math.ceil(crowd.length / n))
      for (const eid of due.keys()) {
        longest = Math.max(longest, frame - (lastTurn.get(eid) ?? frame))
        lastTurn.set(eid, frame)
      }
      for (const last of lastTurn.values()) longest = Math.max(longest, frame - last)
    }
    expect(longest).toBeLessThanOrEqual(2 * n)
    expect(longest).toBeGreaterThan(n)
  })
})
