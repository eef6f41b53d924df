import { setTransform, type World } from '@sightline/core'
import {
  defineUpdateKind,
  due,
  explainUpdate,
  loadKernels,
  runDue,
  setUpdateRate,
  type UpdateKind,
  updateStats,
  visible,
} from '@sightline/culling'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { validateSchedule } from '../../src/schedule/validate-schedule.js'
import { createScene, type Scene, spawnBall, step } from './helpers.js'

beforeAll(() => loadKernels())

const CROWD = 600
const STEP_EVERY = 0.7

/** Clips that run, and the feet that touch the ground at each 0.7 s of a clip. */
type Clips = { time: Float64Array; steps: Uint32Array; turns: number }

function play(world: World, kind: UpdateKind, { time, steps }: Clips): number {
  const { ids, seconds, count } = due(world, kind)
  for (let i = 0; i < count; i++) {
    const eid = ids[i]!
    const before = time[eid]!
    time[eid] = before + seconds[i]!
    steps[eid] = steps[eid]! + Math.floor(time[eid]! / STEP_EVERY) - Math.floor(before / STEP_EVERY)
  }
  return count
}

function createTown(seed: number, kind: UpdateKind): { scene: Scene; crowd: number[]; clips: Clips } {
  const random = createRandom(seed)
  const scene = createScene(CROWD + 10)
  const crowd = Array.from({ length: CROWD }, () => {
    const eid = spawnBall(scene, (random() - 0.5) * 300, (random() - 0.5) * 300)
    setUpdateRate(scene.world, eid, kind)
    return eid
  })
  const clips = { time: new Float64Array(CROWD + 11), steps: new Uint32Array(CROWD + 11), turns: 0 }
  return { scene, crowd, clips }
}

/** Sixty seconds through the crowd, with frames of 4 to 40 ms, and one of half a second now and then. */
function* route(seed: number): Generator<{ delta: number; x: number; z: number; angle: number }> {
  const random = createRandom(seed)
  for (let now = 0; now < 60; ) {
    const delta = random() < 0.01 ? 0.5 : 0.004 + random() * 0.036
    now += delta
    yield { delta, x: Math.sin(now / 9) * 100, z: Math.cos(now / 7) * 100, angle: now / 3 + Math.sin(now) }
  }
}

const RUNNING = { near: 1, far: 1, hidden: 1, outside: 1, beyond: 1 } as const

describe('against a run in which nothing rests', { timeout: 240_000 }, () => {
  it.each([
    ['resting', { far: 3, outside: 'clock' }],
    ['slow', { far: 4, outside: 30, nearSize: 0.2 }],
  ] as const)('clocks and events agree to the last bit after 60 s (%s)', (_, policy) => {
    const kind = defineUpdateKind('clips', policy)
    const all = defineUpdateKind('clips', RUNNING)
    const a = createTown(5, kind)
    const b = createTown(5, all)
    for (const { delta, x, z, angle } of route(11)) {
      for (const [{ scene, clips }, own] of [
        [a, kind],
        [b, all],
      ] as const) {
        setTransform(scene.world, scene.camera, x, 1, z, 0, Math.sin(angle / 2), 0, Math.cos(angle / 2))
        step(scene, delta)
        clips.turns += play(scene.world, own, clips)
      }
      expectNearRun(a.scene, kind)
    }
    for (const eid of a.crowd) setUpdateRate(a.scene.world, eid, kind, RUNNING)
    for (const [{ scene, clips }, own] of [
      [a, kind],
      [b, all],
    ] as const) {
      step(scene)
      play(scene.world, own, clips)
    }
    expect(a.clips.time).toEqual(b.clips.time)
    expect(a.clips.steps).toEqual(b.clips.steps)
    expect(a.clips.time[a.crowd[0]!]).toBeGreaterThan(60)
    expect(a.clips.turns).toBeLessThan(b.clips.turns / 3)
  })
})

/** Who is seen and near has its turn in each frame. */
function expectNearRun({ world, camera }: Scene, kind: UpdateKind): void {
  const { ids, count } = visible(world, camera)
  let near = 0
  const wrong: string[] = []
  for (let i = 0; i < count; i++) {
    const { band, due, text } = explainUpdate(world, kind, ids[i]!)!
    if (band === 'near') near++
    if (band === 'near' ? !due : band !== 'far') wrong.push(text)
  }
  expect(wrong).toEqual([])
  // What left the view a moment ago is still near.
  expect(updateStats(world, kind).bands.near).toBeGreaterThanOrEqual(near)
}

describe('a turn that throws', () => {
  it.each([1, 2, 3])('takes no seconds from those who were not reached (seed %i)', (seed) => {
    const kind = defineUpdateKind('clips', { far: 3, hidden: 4, outside: 5, beyond: 7 })
    const { scene, crowd } = createTown(seed, kind)
    const { world, camera } = scene
    const random = createRandom(seed + 50)
    const played = new Map<number, number>(crowd.map((eid) => [eid, 0]))
    let thrown = 0
    const run = (mayThrow: boolean): void => {
      const had = new Set<number>()
      const last = mayThrow && random() < 0.3 ? Math.floor(random() * 200) : -1
      const turn = (eid: number, seconds: number): void => {
        expect(had.has(eid)).toBe(false)
        had.add(eid)
        played.set(eid, played.get(eid)! + seconds)
        if (had.size === last) throw new Error('a fault of the game')
      }
      try {
        runDue(world, kind, turn)
      } catch (error) {
        expect((error as Error).message).toBe('a fault of the game')
        thrown++
      }
      validateSchedule(world)
    }
    step(scene)
    const begin = scene.now
    run(true)
    for (let frame = 0; frame < 300; frame++) {
      setTransform(world, camera, 0, 0, 0, 0, Math.sin(frame / 40), 0, Math.cos(frame / 40))
      step(scene, 0.004 + random() * 0.036)
      run(true)
    }
    expect(thrown).toBeGreaterThan(30)
    for (const eid of crowd) setUpdateRate(world, eid, kind, RUNNING)
    step(scene)
    run(false)
    step(scene)
    run(false)
    const ticks = (seconds: number): number => Math.round(seconds * 2 ** 20) / 2 ** 20
    for (const eid of crowd) expect(played.get(eid)).toBe(ticks(scene.now) - ticks(begin))
  })
})
