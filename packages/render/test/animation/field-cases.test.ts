/** Cases from the field that animation must get right, by their numbers in docs and other tests. */
import {
  createWorld,
  propagateTransforms,
  setPosition,
  setRotation,
  spawn,
  Transform,
  tickTo,
  type World,
} from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  isVisible,
  setPerspective,
  setUpdateRate,
  setupCulling,
  UpdateRate,
  View,
} from '@sightline/culling'
import {
  AnimationUpdates,
  Animator,
  animationStats,
  clipOf,
  createRig,
  type RigData,
  renderSystems,
  setAnimationSource,
  setAnimator,
  setupRender,
} from '@sightline/render'
import { expect, it } from 'vitest'
import { postAndArm } from './support/people.js'

function frame(world: World, seconds: number): void {
  tickTo(world, seconds)
  propagateTransforms(world)
  for (const system of [...cullingSystems, ...renderSystems]) system(world)
}

function newWorld(rig: RigData): { world: World; rig: number; view: number; spawnOne: () => number } {
  const world = createWorld({ capacity: 20 })
  setupCulling(world)
  setupRender(world)
  const handle = createRig(world, rig)
  setAnimationSource(world, AnimationUpdates)
  const view = spawn(world, Transform, View)
  setPerspective(world, view, { fovY: 1, aspect: 1, near: 0.1, far: 200 })
  const spawnOne = (): number => {
    const eid = spawn(world, Transform, Bounds, Animator, UpdateRate)
    setAnimator(world, eid, { rig: handle })
    setUpdateRate(world, eid, AnimationUpdates, { hidden: 'clock', outside: 'clock' })
    return eid
  }
  return { world, rig: handle, view, spawnOne }
}

it('case 7: a skinned thing is judged in the pose that it is in, not as it was modelled', () => {
  const { rig } = postAndArm()
  const moved: RigData = {
    ...rig,
    clips: [
      {
        name: 'away',
        tracks: [{ joint: 0, target: 'translation', times: [0], values: [50, 0, 0] }],
        duration: 1,
      },
    ],
  }
  const { world, view, spawnOne } = newWorld(moved)
  const eid = spawnOne()
  setPosition(world, view, 50, 1, 5)
  frame(world, 0)
  expect(isVisible(world, view, eid)).toBe(true)
  setPosition(world, view, 0, 1, 5)
  frame(world, 0.1)
  expect(isVisible(world, view, eid)).toBe(false)
})

it('case 80: a clip of 2 s that is hidden at 0.5 s stands at its end when it is seen at 3 s; newcomers are animated', () => {
  const { rig } = postAndArm()
  const { world, view, spawnOne } = newWorld({
    ...rig,
    clips: rig.clips.map((clip) => ({ ...clip, loop: false })),
  })
  const eid = spawnOne()
  const lookAway = (away: boolean): void => setRotation(world, view, 0, away ? 1 : 0, 0, away ? 0 : 1)
  setPosition(world, view, 0, 1, 10)
  for (let n = 0; n <= 30; n++) frame(world, n / 60)
  expect(clipOf(world, eid).seconds).toBe(0.5)
  lookAway(true)
  let turns = 0
  for (let n = 31; n < 180; n++) {
    frame(world, n / 60)
    turns += animationStats(world).due
  }
  // Half a second of grace, and not a turn more.
  expect(turns).toBeLessThanOrEqual(31)
  expect(clipOf(world, eid).seconds).toBeLessThan(1.1)
  const newcomer = spawnOne()
  lookAway(false)
  frame(world, 3)
  expect(isVisible(world, view, eid)).toBe(true)
  expect(clipOf(world, eid)).toEqual({ clip: 'raise', seconds: 2 })
  frame(world, 3.25)
  expect(animationStats(world)).toMatchObject({ animated: 2, due: 2 })
  // It was made at 179/60 s.
  expect(clipOf(world, newcomer).seconds).toBeCloseTo(3.25 - 179 / 60, 5)
})
