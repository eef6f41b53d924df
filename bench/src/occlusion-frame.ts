// What occlusion costs the main thread in a frame, on this thread and with a worker that shares the memory.
import {
  createWorld,
  propagateTransforms,
  runSystems,
  setTransform,
  spawn,
  stats,
  Transform,
  tickTo,
  type World,
} from '@sightline/core'
import {
  Bounds,
  candidates,
  cullingSystems,
  disposeOcclusion,
  loadKernels,
  Occluder,
  type OcclusionOptions,
  occlusionOf,
  setBox,
  setBoxOccluder,
  setPerspective,
  setupCulling,
  View,
} from '@sightline/culling'
import { median } from './measure.js'
import { bundleWorker } from './node-worker.js'
import { createRandom } from './scene.js'
import { table } from './table.js'

/** Boxes of the town, of which about 10,000 are in the picture. */
const HOUSES = 4_000
const THINGS = 40_000
const LOT = 14
const FRAMES = 400
const WARM_UP = 200
/** Milliseconds of the game's own work between asking and needing the answer. */
const OTHER_WORK = 2

export type OcclusionFrameResult = {
  candidates: number
  hidden: number
  /** Milliseconds of `requestOcclusion` and `applyOcclusion`, medians. */
  inline: number
  worker: number
  /** Milliseconds of the job alone, on this thread. */
  job: number
  /** Share of frames whose answer came in time. */
  inTime: number
}

type Town = { world: World; view: number }

function createTown(seed: number, occlusion: OcclusionOptions): Town {
  const random = createRandom(seed)
  const side = Math.ceil(Math.sqrt(HOUSES))
  const world = createWorld({ capacity: HOUSES + THINGS + 10 })
  setupCulling(world, { occlusion: { payOff: 'always', retestVisible: 1, ...occlusion } })
  const view = spawn(world, Transform, View)
  setPerspective(world, view, { fovY: 1, aspect: 16 / 9, near: 0.1, far: 420 })
  for (let i = 0; i < HOUSES; i++) {
    const eid = spawn(world, Transform, Bounds, Occluder)
    const [x, z] = [(i % side) * LOT, Math.floor(i / side) * LOT * 1.3]
    setTransform(world, eid, x, 0, z, 0, 0, 0, 1)
    const height = 5 + 9 * random()
    setBox(world, eid, -5.5, 0, -5, 5.5, height, 5)
    setBoxOccluder(world, eid, -5.4, -2, -4.9, 5.4, height - 0.1, 4.9)
  }
  for (let i = 0; i < THINGS; i++) {
    const eid = spawn(world, Transform, Bounds)
    setTransform(world, eid, random() * side * LOT, 0, random() * side * LOT * 1.3, 0, 0, 0, 1)
    const size = 0.3 + random()
    setBox(world, eid, -size, 0, -size, size, 2 * size, size)
  }
  return { world, view }
}

function step({ world, view }: Town, frame: number, wait: boolean): void {
  const systems = cullingSystems.flatMap((system) =>
    wait && system.name === 'applyOcclusion' ? [work, system] : [system],
  )
  const yaw = 3.8 + 0.3 * Math.sin(frame / 80)
  setTransform(
    world,
    view,
    100 + frame * 0.03,
    1.7,
    7 + LOT * 1.3 * 12,
    0,
    Math.sin(yaw / 2),
    0,
    Math.cos(yaw / 2),
  )
  tickTo(world, frame / 60)
  runSystems(world, [propagateTransforms, ...systems])
}

function work(): void {
  const until = performance.now() + OTHER_WORK
  while (performance.now() < until);
}

const spent = ({ world }: Town): number =>
  stats(world).systems.requestOcclusion! + stats(world).systems.applyOcclusion!

/** Both towns go through the same frames in turn. */
export async function benchOcclusionFrame(seed: number): Promise<OcclusionFrameResult> {
  await loadKernels()
  const inline = createTown(seed, { mode: 'inline' })
  const worker = createTown(seed, { mode: 'worker', deadline: 5, createWorker: await bundleWorker() })
  const times: [number[], number[], number[]] = [[], [], []]
  let inTime = 0
  let asked = 0
  for (let frame = 0; frame < WARM_UP + FRAMES; frame++) {
    step(inline, frame, false)
    step(worker, frame, true)
    // The worker starts, and Comlink talks, between frames.
    await new Promise((resolve) => setImmediate(resolve))
    const { age } = occlusionOf(worker.world, worker.view)
    if (frame < WARM_UP) continue
    asked += candidates(inline.world, inline.view).count
    times[0].push(spent(inline))
    times[1].push(spent(worker))
    times[2].push(occlusionOf(inline.world, inline.view).jobTime)
    if (age === 0) inTime++
  }
  const { hidden } = occlusionOf(inline.world, inline.view)
  disposeOcclusion(worker.world)
  return {
    candidates: asked / FRAMES,
    hidden,
    inline: median(times[0]),
    worker: median(times[1]),
    job: median(times[2]),
    inTime: inTime / FRAMES,
  }
}

export function occlusionFrameTable(result: OcclusionFrameResult): string {
  return table(
    ['a street of 4,000 houses, 256×128, one view', ''],
    [
      ['candidates, of which are hidden', `${result.candidates.toFixed(0)}, ${result.hidden}`],
      ['main thread, inline, ms', result.inline.toFixed(3)],
      ['of which the job itself', result.job.toFixed(3)],
      ['main thread, with a worker that shares the memory, ms', result.worker.toFixed(3)],
      ['worker / inline', (result.worker / result.inline).toFixed(2)],
      ['answers in time', `${(result.inTime * 100).toFixed(0)} %`],
    ],
  )
}
