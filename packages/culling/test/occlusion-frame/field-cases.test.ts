import {
  createWorld,
  propagateTransforms,
  runSystems,
  setPosition,
  setTransform,
  spawn,
  stats,
  Transform,
  tickTo,
  type World,
} from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  entered,
  isVisible,
  left,
  loadKernels,
  Occluder,
  occlusionOf,
  setBox,
  setBoxOccluder,
  setCascade,
  setOccluders,
  setOcclusion,
  setPerspective,
  setupCulling,
  setView,
  View,
} from '@sightline/culling'
import { describe, expect, it } from 'vitest'
import { playWorker } from './support/delayed-runner.js'

await loadKernels()

type Scene = { world: World; view: number; wall: number; behind: number; step(): void }

/**
 * A wall 10 m before the eye, and a thing 10 m behind the wall; answers take as many frames as `delay` says.
 */
function scene(delay: () => number = () => 0): Scene {
  const world = createWorld({ capacity: 200 })
  setupCulling(world, { occlusion: { mode: 'inline', payOff: 'always', retestVisible: 1 } })
  playWorker(world, delay, () => 0)
  const view = spawn(world, Transform, View)
  setPerspective(world, view, { fovY: 1, aspect: 2, near: 0.1, far: 200 })
  const wall = spawn(world, Transform, Bounds, Occluder)
  setBox(world, wall, -4, -4, -0.5, 4, 4, 0.5)
  setBoxOccluder(world, wall, -4, -4, -0.5, 4, 4, 0.5)
  setPosition(world, wall, 0, 0, -10)
  const behind = thing(world, 0, 0, -20, 0.5)
  let frame = 0
  const step = (): void => {
    tickTo(world, ++frame / 60)
    runSystems(world, [propagateTransforms, ...cullingSystems])
  }
  return { world, view, wall, behind, step }
}

function thing(world: World, x: number, y: number, z: number, half: number): number {
  const eid = spawn(world, Transform, Bounds)
  setBox(world, eid, -half, -half, -half, half, half, half)
  setPosition(world, eid, x, y, z)
  return eid
}

describe('cases from the field, in the frame', () => {
  it('53: a gap thinner than a pixel of the buffer stays open', () => {
    const { world, view, wall, behind, step } = scene()
    setOccluders(world, wall, [
      { min: [-6, -6, -0.5], max: [-0.025, 6, 0.5] },
      { min: [0.025, -6, -0.5], max: [6, 6, 0.5] },
    ])
    setOcclusion(world, { width: 64, height: 32 })
    for (let i = 0; i < 3; i++) step()
    expect(isVisible(world, view, behind)).toBe(true)
  })

  it('56: an occluder round the eye is ignored', () => {
    const { world, view, wall, behind, step } = scene()
    setPosition(world, wall, 0, 0, 0)
    setBox(world, wall, -5, -5, -5, 5, 5, 5)
    setBoxOccluder(world, wall, -5, -5, -5, 5, 5, 5)
    const near = thing(world, 0, 0, -3, 0.2)
    step()
    expect([isVisible(world, view, near), isVisible(world, view, behind)]).toEqual([true, true])
  })

  it('60: what a turn of 90° in one frame brings into view is drawn in that frame, however late answers are', () => {
    for (const delay of [0, 1, 5]) {
      const { world, view, step } = scene(() => delay)
      const aside = thing(world, 20, 0, 0, 0.5)
      for (let i = 0; i < 30; i++) step()
      setTransform(world, view, 0, 0, 0, 0, -Math.SQRT1_2, 0, Math.SQRT1_2)
      step()
      expect(isVisible(world, view, aside), `${delay} frames late`).toBe(true)
    }
  })

  it('60: what a turn brings behind the wall again is hidden when the answer comes, and not before', () => {
    const { world, view, behind, step } = scene(() => 4)
    for (let i = 0; i < 30; i++) step()
    expect(isVisible(world, view, behind)).toBe(false)
    // A step to the side, from where one sees past the wall.
    setPosition(world, view, 14, 0, 0)
    step()
    expect(isVisible(world, view, behind)).toBe(true)
    setPosition(world, view, 0, 0, 0)
    step()
    expect(isVisible(world, view, behind)).toBe(true)
    for (let i = 0; i < 12; i++) step()
    expect(isVisible(world, view, behind)).toBe(false)
  })

  it('86: answers that never come again are used up to a stated age, then the frustum alone', () => {
    let delay = 3
    const { world, view, behind, step } = scene(() => delay)
    setOcclusion(world, { maxAge: 20 })
    for (let i = 0; i < 12; i++) step()
    expect(isVisible(world, view, behind)).toBe(false)
    delay = 1e9
    for (let i = 0; i < 12; i++) step()
    expect(isVisible(world, view, behind)).toBe(false)
    for (let i = 0; i < 20; i++) step()
    expect(isVisible(world, view, behind)).toBe(true)
    expect(occlusionOf(world, view).age).toBe(-1)
  })

  it('88: a tab that was hidden for a minute asks once when it comes back, and no burst of events follows', () => {
    const { world, view, behind, step } = scene()
    for (let i = 0; i < 5; i++) step()
    const people = Array.from({ length: 50 }, () => thing(world, 1, 0, -25, 0.3))
    for (let change = 0; change < 1200; change++) setPosition(world, people[change % 50]!, change % 3, 0, -25)
    step()
    expect(stats(world).counters['occlusion.jobs']).toBe(1)
    expect(entered(world, view).count + left(world, view).count).toBeLessThanOrEqual(50)
    expect(isVisible(world, view, behind)).toBe(false)
  })

  it('more candidates than there is room for: the rest stays visible', () => {
    const { world, view, behind, step } = scene()
    setOcclusion(world, { maxCandidates: 3 })
    const things = Array.from({ length: 30 }, (_, i) => thing(world, (i % 5) - 2, 0, -20 - i, 0.3))
    for (let i = 0; i < 3; i++) step()
    const hidden = [behind, ...things].filter((eid) => !isVisible(world, view, eid))
    expect(hidden.length).toBeGreaterThan(0)
    expect(hidden.length).toBeLessThanOrEqual(3)
  })

  it("49: the camera's occlusion takes no caster out whose shadow may be seen", () => {
    const { world, view, behind, step } = scene()
    const shadows = spawn(world, View)
    setView(world, shadows, { kind: 'light' })
    setCascade(world, shadows, { camera: view, direction: [-0.2, -1, -0.3], near: 0.1, far: 60 })
    step()
    step()
    expect(isVisible(world, view, behind)).toBe(false)
    expect(isVisible(world, shadows, behind)).toBe(true)
  })
})
