import {
  columns,
  createWorld,
  markTouched,
  propagateTransforms,
  runSystems,
  setPosition,
  setTransform,
  spawn,
  Transform,
  tickTo,
} from '@sightline/core'
import {
  Bounds,
  CullRange,
  cullingSystems,
  loadKernels,
  setCullRange,
  setPerspective,
  setSphere,
  setupCulling,
  setView,
  View,
} from '@sightline/culling'
import { beforeAll, describe, expect, it } from 'vitest'
import { measureHeap } from '../../../test/support/heap.js'
import { createRandom } from '../../../test/support/random.js'

beforeAll(() => loadKernels())

const ENTITIES = 20_000
const LAP = 120

/** A town of 20,000 of which 2,000 walk in circles, and three views that walk through it, on a path of 120 frames. */
function createTown(kernels: 'auto' | 'typescript') {
  const random = createRandom(5)
  const world = createWorld({ capacity: ENTITIES + 10 })
  setupCulling(world, { kernels })
  const movers: number[] = []
  const middles: number[] = []
  for (let i = 0; i < ENTITIES; i++) {
    const eid = spawn(world, Transform, Bounds, CullRange)
    const [x, z] = [(random() - 0.5) * 1400, (random() - 0.5) * 1400]
    setSphere(world, eid, 0.3 + random() * 4)
    setPosition(world, eid, x, 0, z)
    if (i % 3 === 0) setCullRange(world, eid, { maxDistance: 200, minPixels: 4 })
    if (i % 10 === 0) {
      movers.push(eid)
      middles.push(x, z)
    }
  }
  const views = [0, 1, 2].map((i) => {
    const view = spawn(world, Transform, View)
    setPerspective(world, view, { fovY: 1, aspect: 1.7, near: 0.1, far: 300 + 200 * i })
    if (i === 2) setView(world, view, { refresh: 'on-change', minPixels: 3 })
    return view
  })
  const { position } = columns(world, Transform)
  const systems = [propagateTransforms, ...cullingSystems]
  const step = (frame: number): void => {
    const angle = ((frame % LAP) / LAP) * 2 * Math.PI
    for (let i = 0; i < movers.length; i++) {
      const eid = movers[i]!
      position[eid * 3] = middles[i * 2]! + Math.sin(angle) * 3
      position[eid * 3 + 2] = middles[i * 2 + 1]! + Math.cos(angle) * 3
      markTouched(world, eid)
    }
    for (let i = 0; i < views.length; i++) {
      const turn = angle / 2 + i
      setTransform(
        world,
        views[i]!,
        Math.sin(angle) * 300,
        2,
        Math.cos(angle) * 300,
        0,
        Math.sin(turn),
        0,
        Math.cos(turn),
      )
    }
    tickTo(world, frame / 60)
    runSystems(world, systems)
  }
  return step
}

describe('allocation', () => {
  it.each([
    ['auto', 600, 1024],
    // Young code still boxes numbers here and there.
    ['typescript', 120, 8192],
  ] as const)(
    'moving entities make no garbage (%s kernels, %d frames of 20,000)',
    (kernels, frames, bytesAFrame) => {
      const step = createTown(kernels)
      for (let frame = 0; frame < 2 * LAP; frame++) step(frame)
      const { kept, made, buffers } = measureHeap(frames, step, { kept: 64 * 1024, made: bytesAFrame })
      expect(kept).toBeLessThan(64 * 1024)
      expect(made).toBeLessThan(bytesAFrame)
      expect(buffers).toBe(0)
    },
    240_000,
  )
})
