import { describe, expect, it } from 'vitest'
import { measureHeap } from '../../../test/support/heap.js'
import type { World } from '../src/index.js'
import {
  columns,
  createWorld,
  drainMembership,
  markMoved,
  markTouched,
  membership,
  moved,
  propagateTransforms,
  runSystems,
  setParent,
  setPosition,
  spawn,
  Transform,
  tick,
  tickTo,
  time,
} from '../src/index.js'

const COUNT = 20_000
const FRAMES = 600
/** Bytes of all frames, and of one. */
const KEPT = 64 * 1024
const MADE = 2048

/** A world in which everything moves in each frame, half of it below something else. */
function makeMovingWorld(): { world: World; simulate: (world: World) => void } {
  const world = createWorld({ capacity: COUNT })
  const ids = new Uint32Array(COUNT)
  for (let i = 0; i < COUNT; i++) ids[i] = spawn(world, Transform)
  for (let i = COUNT / 2; i < COUNT; i++) setParent(world, ids[i]!, ids[i - COUNT / 2]!)
  const members = membership(world, Transform)
  const { position, rotation } = columns(world, Transform)
  function simulate(w: World): void {
    const { now } = time(w)
    for (let i = 0; i < COUNT; i++) {
      const eid = ids[i]!
      // Whole numbers: an engine that does not inline the call puts fractions on the heap to hand them over.
      if (i % 4 === 0) setPosition(w, eid, i, eid, -i)
      else if (i % 4 === 1) markMoved(w, eid)
      else {
        position[eid * 3] = now
        rotation[eid * 4] = now
        markTouched(w, eid)
      }
    }
    drainMembership(members)
  }
  return { world, simulate }
}

describe('600 frames of 20,000 moving transforms', () => {
  it('keep nothing', () => {
    const { world, simulate } = makeMovingWorld()
    const systems = [tick, simulate, propagateTransforms]
    const step = (): void => runSystems(world, systems)
    for (let frame = 0; frame < 60; frame++) step()
    const { kept, buffers } = measureHeap(FRAMES, step, { kept: KEPT, made: Infinity })
    expect(moved(world).count).toBe(COUNT)
    expect(kept).toBeLessThan(KEPT)
    expect(buffers).toBeLessThanOrEqual(0)
  })

  it('make no garbage either', () => {
    const { world, simulate } = makeMovingWorld()
    // The clock itself makes numbers on the heap, so the time is given here.
    const step = (frame: number): void => {
      tickTo(world, frame / 60)
      simulate(world)
      propagateTransforms(world)
    }
    const { made } = measureHeap(FRAMES / 20, step, { kept: KEPT, made: MADE })
    expect(made).toBeLessThan(MADE)
  })
})
