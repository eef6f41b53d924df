import { stats } from '@sightline/core'
import {
  cutView,
  disposeOcclusion,
  loadKernels,
  type OcclusionOptions,
  occlusionOf,
  setOcclusion,
  slowOcclusion,
  type WorkerLike,
} from '@sightline/culling'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { createDefaultWorker } from '../../src/occlusion-frame/worker-link.js'
import { createTownWorld, falseHides, stepTown, type TownWorld } from './support/town-world.js'

beforeAll(() => loadKernels())

const open: TownWorld[] = []

afterEach(() => {
  for (const { world } of open.splice(0)) disposeOcclusion(world)
})

function makeTown(options: OcclusionOptions, seed = 7): TownWorld {
  const town = createTownWorld(createRandom(seed), [0, 0, 0], 500, { mode: 'worker', ...options })
  open.push(town)
  return town
}

/** A page that is not cross-origin isolated has no shared memory. */
function withoutIsolation<T>(make: () => T): T {
  Object.defineProperty(globalThis, 'crossOriginIsolated', { value: false, configurable: true })
  try {
    return make()
  } finally {
    delete (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated
  }
}

const nextFrame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()))
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

type Outcome = { hidden: number; wrong: string[]; modes: Set<string> }

/** Walks down a street and looks round, one step a frame of the page, and holds every list against rays. */
async function walk(town: TownWorld, frames: number, speed = 0.03): Promise<Outcome> {
  const random = createRandom(3)
  const outcome: Outcome = { hidden: 0, wrong: [], modes: new Set() }
  for (let i = 0; i < frames; i++) {
    const f = town.frame
    stepTown(town, { x: -20 + f * speed, y: 1.7, z: 3, yaw: 0.5 * Math.sin(f / 30), pitch: 0 })
    const found = falseHides(town, random, 6)
    outcome.hidden += found.hidden
    outcome.wrong.push(...found.wrong)
    outcome.modes.add(occlusionOf(town.world, town.view).mode)
    await nextFrame()
  }
  return outcome
}

/** Until the worker has answered for the first time. */
async function start(town: TownWorld): Promise<void> {
  for (let i = 0; i < 400; i++) {
    const { wrong, hidden } = await walk(town, 1)
    expect(wrong).toEqual([])
    if (hidden > 0) return
    await pause(10)
  }
  throw new Error(`the worker never answered: ${JSON.stringify(stats(town.world).notes)}`)
}

describe.each([
  ['shared memory', 'worker', makeTown],
  ['copies', 'copies', (options: OcclusionOptions) => withoutIsolation(() => makeTown(options))],
] as const)('a real worker with %s', (_, kind, make) => {
  it('hides much and nothing that a ray reaches', async () => {
    const town = make({})
    await start(town)
    const { hidden, wrong, modes } = await walk(town, 60)
    expect(wrong).toEqual([])
    expect(hidden).toBeGreaterThan(600)
    expect([...modes]).toEqual([kind])
  })

  it('stays right while it is slowed to 10 Hz', async () => {
    const town = make({})
    await start(town)
    slowOcclusion(town.world, 100)
    const { hidden, wrong } = await walk(town, 80)
    expect(wrong).toEqual([])
    expect(hidden).toBeGreaterThan(0)
    expect(occlusionOf(town.world, town.view).latency).toBeGreaterThan(1)
  })

  it('is started again when it is killed, and hides again', async () => {
    const workers: Worker[] = []
    const createWorker = (): WorkerLike => {
      workers.push(createDefaultWorker() as Worker)
      return workers.at(-1)!
    }
    const town = make({ createWorker, workerTimeout: 400 })
    await start(town)
    slowOcclusion(town.world, 30)
    await walk(town, 2)
    workers[0]!.terminate()
    const during = await walk(town, 30)
    expect(during.wrong).toEqual([])
    for (let i = 0; workers.length < 2 && i < 300; i++) expect((await walk(town, 1)).wrong).toEqual([])
    // What the first worker said last may still hold.
    cutView(town.world, town.view)
    await start(town)
    const after = await walk(town, 20)
    expect(after.wrong).toEqual([])
    expect(after.hidden).toBeGreaterThan(0)
    // A machine under load may need more than one try.
    expect(workers.length).toBeGreaterThan(1)
    expect(stats(town.world).counters['occlusion.workerFailures']).toBe(workers.length - 1)
  })

  it('can be disposed of with a job in flight', async () => {
    for (let i = 0; i < 10; i++) {
      const town = make({})
      await start(town)
      slowOcclusion(town.world, 50)
      await walk(town, 1)
      disposeOcclusion(town.world)
      const { hidden, wrong } = await walk(town, 2)
      expect(wrong).toEqual([])
      expect(hidden).toBe(0)
    }
  })
})

/** A worker that never says anything, or says the wrong things. */
function fakeWorker(answer: (message: unknown, listeners: Set<(event: Event) => void>) => void): WorkerLike {
  const listeners = new Set<(event: Event) => void>()
  return {
    postMessage: (message) => answer(message, listeners),
    addEventListener: (type, listener) => {
      if (type === 'message') listeners.add(listener)
    },
    removeEventListener: (_type, listener) => {
      listeners.delete(listener)
    },
    terminate: () => {},
  }
}

describe('a worker that is of no use', () => {
  it.each([
    [
      'cannot be made',
      () => {
        throw new Error('refused by the page policy')
      },
    ],
    ['has no script', () => new Worker('data:text/javascript,throw new Error("broken")') as WorkerLike],
    ['never answers', () => fakeWorker(() => {})],
    [
      'answers nonsense',
      () =>
        fakeWorker((_message, listeners) => {
          for (const listener of listeners)
            listener(new MessageEvent('message', { data: { id: 'none', value: 3 } }))
        }),
    ],
  ])(
    'that %s: by the frustum alone, said once, and inline where that may be',
    async (_name, createWorker) => {
      const warnings: string[] = []
      const { warn } = console
      console.warn = (text: string) => warnings.push(text)
      try {
        const town = makeTown({ mode: 'auto', createWorker, workerTimeout: 50 })
        const before = await walk(town, 10)
        expect(before.wrong).toEqual([])
        expect(before.hidden).toBe(0)
        await pause(400)
        await walk(town, 2)
        expect(warnings.filter((text) => text.includes('occlusion worker'))).toHaveLength(1)
        setOcclusion(town.world, { mode: 'inline' })
        const after = await walk(town, 10)
        expect(after.wrong).toEqual([])
        expect(after.hidden).toBeGreaterThan(100)
      } finally {
        console.warn = warn
      }
    },
  )
})
