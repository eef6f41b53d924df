import { setTransform } from '@sightline/core'
import {
  defineUpdateKind,
  due,
  explainUpdate,
  loadKernels,
  noteCost,
  setImportance,
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

const CROWD = 900
const SLOWEST = 24

/** A camera that walks through a crowd and looks to and fro, with a load that comes and goes. */
function createRoute(seed: number) {
  const random = createRandom(seed)
  const scene = createScene(CROWD + 10)
  const kind = defineUpdateKind('gait', {
    far: 3,
    hidden: 5,
    outside: 8,
    slowest: SLOWEST,
    grace: 0.1,
    budget: 1,
  })
  const places = new Map<number, [number, number]>()
  const promised = new Map<number, number>()
  for (let i = 0; i < CROWD; i++) {
    const [x, z] = [(random() - 0.5) * 200, (random() - 0.5) * 200]
    const eid = spawnBall(scene, z, x)
    places.set(eid, [x, z])
    const minimum = i % 9 === 0 ? 2 + (i % 7) : Infinity
    promised.set(eid, minimum)
    setUpdateRate(scene.world, eid, kind, minimum === Infinity ? {} : { minimum })
    setImportance(scene.world, eid, random() * 2)
  }
  const eye = { x: 0, z: 0 }
  const frame = (number: number) => {
    eye.x = Math.sin(number / 90) * 60
    eye.z = Math.cos(number / 70) * 60
    const angle = number / 40 + Math.sin(number / 7)
    setTransform(scene.world, scene.camera, eye.x, 0, eye.z, 0, Math.sin(angle / 2), 0, Math.cos(angle / 2))
    step(scene)
    const { count } = due(scene.world, kind)
    noteCost(scene.world, kind, count * (number % 300 < 150 ? 8 : 0.5) * 1e-3 * (0.5 + random()))
  }
  return { scene, kind, places, promised, eye, frame }
}

/**
 * Those in the list of the camera whose picture is a tenth of the picture's height or more, by their places
 * alone.
 */
function nearIds(
  { world, camera }: Scene,
  places: Map<number, [number, number]>,
  eye: { x: number; z: number },
) {
  const { ids, count } = visible(world, camera)
  return [...ids.subarray(0, count)].filter((eid) => {
    const [x, z] = places.get(eid)!
    // Balls in their boxes: a radius of √3; the lens is 1 / tan 30° long.
    const square = (x - eye.x) ** 2 + (z - eye.z) ** 2 - 3
    return square < 0 || 3 / Math.sqrt(square) > 0.10001
  })
}

const dueIds = (scene: Scene, kind: UpdateKind) => {
  const { ids, count } = due(scene.world, kind)
  return new Set(ids.subarray(0, count))
}

describe('on a route with budgets, among people who change their bands all the time', () => {
  it.each([1, 2, 3])('nobody waits longer than is promised (seed %d)', (seed) => {
    const { scene, kind, promised, frame } = createRoute(seed)
    const lastTurn = new Map([...promised.keys()].map((eid) => [eid, 0]))
    const longest = { near: 0, far: 0, hidden: 0, outside: 0, beyond: 0 }
    let slowed = 0
    const late: string[] = []
    for (let number = 0; number < 1200; number++) {
      frame(number)
      const now = dueIds(scene, kind)
      slowed = Math.max(slowed, updateStats(scene.world, kind).slowed)
      for (const [eid, last] of lastTurn) {
        const { band, every, text } = explainUpdate(scene.world, kind, eid)!
        const wait = number - last
        longest[band] = Math.max(longest[band], wait)
        if (now.has(eid)) lastTurn.set(eid, number)
        else if (wait >= Math.min(2 * every, promised.get(eid)!))
          late.push(`frame ${number}: ${wait} ${text}`)
      }
      if (number % 50 === 0) validateSchedule(scene.world)
    }
    expect(late).toEqual([])
    expect(slowed).toBeGreaterThan(CROWD / 4)
    expect(Math.max(longest.near, longest.far, longest.hidden, longest.outside)).toBeLessThanOrEqual(
      2 * SLOWEST,
    )
    expect(longest.outside).toBeGreaterThan(8)
  })

  it('who is seen and near has a turn in each frame when no budget is broken, by its place alone', () => {
    const { scene, kind, places, eye, frame } = createRoute(4)
    let near = 0
    for (let number = 150; number < 290; number++) {
      frame(number)
      const now = dueIds(scene, kind)
      const ids = nearIds(scene, places, eye)
      expect(ids.filter((eid) => !now.has(eid))).toEqual([])
      near += ids.length
    }
    expect(near).toBeGreaterThan(1000)
  })
})
