import { columns, markMoved, WorldMatrix } from '@sightline/core'
import { isOccluding, loadKernels, setOccluding, setVisibility, Visibility } from '@sightline/culling'
import { addComponent } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { playWorker } from './support/delayed-runner.js'
import { createTownWorld, falseHides, type Pose, stepTown, type TownWorld } from './support/town-world.js'

await loadKernels()

const FRAMES = 90

/** Ways through a town, by frame: walking, riding, turning fast, jumping, flying up, teleporting. */
const ROUTES: Record<string, (frame: number, random: () => number, town: TownWorld) => Pose> = {
  walk: (f) => ({ x: -20 + f * 0.025, y: 1.7, z: 3, yaw: 0.4 * Math.sin(f / 30), pitch: 0 }),
  ride: (f) => ({ x: -30 + f * 0.25, y: 2.2, z: 5 + f * 0.05, yaw: -1.4 + f * 0.004, pitch: 0 }),
  turn: (f) => ({ x: 4, y: 1.7, z: 6, yaw: f * 0.11, pitch: 0.1 * Math.sin(f / 9) }),
  jump: (f) => ({
    x: -12,
    y: Math.max(1.7, 14 - 0.006 * f * f),
    z: 9 + f * 0.03,
    yaw: 1 + f * 0.01,
    pitch: -0.3,
  }),
  fly: (f) => ({ x: f * 0.1, y: 2 + f * 0.35, z: -8, yaw: f * 0.02, pitch: -f * 0.006 }),
  teleport: (f) => ({
    x: ((f / 20) | 0) * 23 - 40,
    y: 1.7,
    z: ((f / 20) | 0) * 11 - 20,
    yaw: (f / 20) | 0,
    pitch: 0,
  }),
}

/** What happens to houses meanwhile: doors that shut and open, walls that go and come back. */
function meddle(town: TownWorld, random: () => number, gone: Set<number>): void {
  const { world, houses } = town
  const { matrix } = columns(world, WorldMatrix)
  for (let i = 0; i < 2; i++) {
    const eid = houses[Math.floor(random() * houses.length)]!
    const choice = random()
    if (choice < 0.3) {
      matrix[eid * 16 + 12] = matrix[eid * 16 + 12]! + (random() - 0.5) * 3
      markMoved(world, eid)
    } else if (choice < 0.5) setOccluding(world, eid, !isOccluding(world, eid))
    else if (choice < 0.7) {
      addComponent(world, eid, Visibility)
      const hide = !gone.has(eid)
      setVisibility(world, eid, hide ? 'hide' : 'inherit')
      if (hide) gone.add(eid)
      else gone.delete(eid)
    }
  }
}

describe.each(Object.keys(ROUTES))('a town, on the way "%s"', (name) => {
  it.each([
    ['inline', null, 1],
    ['a worker in time', () => 0, 2],
    ['a worker 1 frame late', () => 1, 3],
    ['a worker 6 frames late', () => 6, 4],
    ['a worker 0 to 20 frames late', 'random', 5],
  ] as readonly [string, (() => number) | 'random' | null, number][])(
    'hides nothing that a ray reaches, %s',
    (_, delay, seed) => {
      for (let t = 0; t < 2; t++) {
        const random = createRandom(seed * 100 + t)
        const town = createTownWorld(random, t === 0 ? [0, 0, 0] : [30_000, 0, -20_000], 700, {
          mode: 'inline',
        })
        const frames = delay === 'random' ? () => Math.floor(random() * 21) : delay
        if (frames !== null) playWorker(town.world, frames, random)
        const gone = new Set<number>()
        let hidden = 0
        let wrong: string[] = []
        for (let frame = 0; frame < FRAMES; frame++) {
          if (t === 0 && frame % 3 === 0) meddle(town, random, gone)
          const pose = ROUTES[name]!(frame, random, town)
          stepTown(town, { ...pose, x: pose.x + town.at[0], z: pose.z + town.at[2] })
          const drawn = town.houses.filter((eid) => !gone.has(eid))
          const found = falseHides(town, random, 10, drawn)
          hidden += found.hidden
          wrong = wrong.concat(found.wrong)
        }
        expect(wrong.slice(0, 3), `seed ${seed}, town ${t}`).toEqual([])
        expect(hidden).toBeGreaterThan(0)
      }
    },
  )
})
